//! How fast Reversi is: leaves of perft, and random games.

mod rules_speed;

use agon_reversi::{BoardWord, Reversi, Rules};
use criterion::{Criterion, criterion_group, criterion_main};
use rules_speed::{leaves, random_games};

fn game<W: BoardWord>(spec: &str) -> Reversi<W> {
    let rules = Rules::from_spec(&spec.parse().expect("a spec")).expect("rules");
    Reversi::new(rules).expect("a game")
}

fn perft_8x8(c: &mut Criterion) {
    leaves(c, "reversi", &game::<u64>("reversi"), 9);
}

fn all_random_games(c: &mut Criterion) {
    random_games(c, "reversi", &game::<u64>("reversi"));
    random_games(c, "reversi:6x6", &game::<u64>("reversi:6x6"));
    random_games(c, "reversi:88", &game::<u128>("reversi:88"));
    random_games(c, "reversi:10x10", &game::<u128>("reversi:10x10"));
}

criterion_group!(benches, perft_8x8, all_random_games);
criterion_main!(benches);
