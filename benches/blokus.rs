//! How fast Blokus is: leaves of perft, move lists, and random games.

mod rules_speed;

use agon_blokus::{Blokus, Rules};
use agon_core::{Game, Seed};
use criterion::{Criterion, criterion_group, criterion_main};
use rules_speed::{leaves, random_games};

fn game(spec: &str) -> Blokus {
    Blokus::new(Rules::from_spec(&spec.parse().expect("a spec")).expect("rules"))
}

fn perft_two(c: &mut Criterion) {
    leaves(c, "blokus:two", &game("blokus:two"), 3);
}

/// Listing and playing in the middle of a game, where there are most moves.
fn middle_game(c: &mut Criterion) {
    let game = game("blokus");
    let (mut rng, mut moves) = (Seed(1).stream("bench", 0), Vec::new());
    let mut pos = game.start();
    for _ in 0..20 {
        let mv = game.random_move(&pos, &mut rng, &mut moves).expect("a move");
        game.play_unchecked(&mut pos, mv);
    }
    let mut group = c.benchmark_group("blokus after 20 moves");
    group.bench_function("moves", |b| {
        b.iter(|| {
            moves.clear();
            game.moves(&pos, &mut moves);
        });
    });
    let mv = game.random_move(&pos, &mut rng, &mut moves).expect("a move");
    group.bench_function("play", |b| b.iter(|| game.after(&pos, mv)));
    group.finish();
}

fn all_random_games(c: &mut Criterion) {
    for spec in ["blokus", "blokus:classic-two", "blokus:two", "blokus:duo", "blokus:mini"] {
        random_games(c, spec, &game(spec));
    }
}

criterion_group!(benches, perft_two, middle_game, all_random_games);
criterion_main!(benches);
