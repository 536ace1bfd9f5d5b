//! A match of 200 games between two agents, and what it says: score with interval, Elo, likelihood of superiority.
//!
//! ```sh
//! cargo run --release -p agon-arena --example match_with_statistics
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use agon_arena::Match;
use agon_core::{Agent, Budget, Evaluator, Seed};
use agon_reversi::{DiscDifference, Mobility, Reversi};
use agon_search::{AlphaBeta, AlphaBetaParams, Deepening};

type Othello = Reversi<u64>;

/// Alpha-beta with an evaluator.
fn agent(game: &Othello, evaluator: impl Evaluator<Othello> + 'static) -> Box<dyn Agent<Othello>> {
    let params = AlphaBetaParams { table: 1 << 20, ..AlphaBetaParams::default() };
    let search = AlphaBeta::for_game(game, evaluator, params).expect("Othello has two players");
    Box::new(Deepening { search, default_depth: 2, endgame: None })
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = Othello::new(Default::default())?;
    // Every thread makes agents of its own.
    let mobility = || agent(&game, Mobility);
    let discs = || agent(&game, DiscDifference);
    let tally = Match::new(200)
        .seed(Seed(1))
        .budget(Budget::depth(2))
        // A hundred openings, each played twice with seats exchanged.
        .random_openings(8)
        .threads(0)
        .play(&game, &[&mobility, &discs])?;

    let (own, score, elo) = (&tally.agents[0], tally.score(0), tally.elo(0));
    println!("mobility against discs: {} wins, {} draws, {} losses", own.wins, own.draws, own.losses);
    println!("score {:.3}, 95 percent interval {:.3} to {:.3}", score.value, score.low, score.high);
    println!("Elo   {:+.0}, 95 percent interval {:+.0} to {:+.0}", elo.value, elo.low, elo.high);
    println!("likelihood of superiority {:.1} %", 100.0 * tally.superiority(0));
    if let Some(pairs) = tally.pentanomial(0) {
        println!("pairs of games with 0, 1/2, 1, 3/2 and 2 points: {pairs:?}");
    }
    Ok(())
}
