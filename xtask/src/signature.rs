//! A number that changes when play changes: nodes and moves of fixed games.
//!
//! Every kind of agent plays itself once on each of some small games, with fixed seed and node budget. The number
//! mixes what was visited with what was played, so a change of either shows.

use agon_catalog::{Origin, game};
use agon_core::{Budget, Seed, Think};

const GAMES: &[&str] = &["reversi:6x6", "reversi:88", "connect4", "connect6:9x9", "blokus:mini"];
const NODES: u64 = 200;

/// The signature of this build.
pub fn signature() -> u64 {
    let mut total = 0u64;
    for spec in GAMES {
        let game = game(spec).expect("the games of the signature exist");
        for kind in game.agents().into_iter().filter(|kind| kind.needs.is_none()) {
            let seats = vec![Some(kind.example.parse().expect("examples are specs")); game.players()];
            let mut session = game.clone().session(&seats, &Origin::Start).expect("examples are agents");
            while session.status().to_move().is_some() {
                let seed = Seed(1).child("signature", session.played().len() as u64);
                let mut think = Think::untimed(Budget::nodes(NODES), seed);
                let choice = session.think(&mut think).expect("an agent finds a move");
                session.play(&choice.mv).expect("an agent plays a legal move");
                total += think.nodes() + 1;
                total = choice
                    .mv
                    .bytes()
                    .fold(total, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
            }
        }
    }
    total % 1_000_000_007
}
