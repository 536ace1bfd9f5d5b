//! How fast Blokus is: leaves of perft, move lists, and random games.

use agon_blokus::{Blokus, Rules};
use agon_core::{Game, Seed, perft};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn game(spec: &str) -> Blokus {
    Blokus::new(Rules::from_spec(&spec.parse().expect("a spec")).expect("rules"))
}

fn perft_two(c: &mut Criterion) {
    let game = game("blokus:two");
    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(564_282)).sample_size(20);
    group.bench_function("blokus:two 3", |b| b.iter(|| perft(&game, &game.start(), 3)));
    group.finish();
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

fn random_games(c: &mut Criterion) {
    let mut group = c.benchmark_group("random games");
    group.throughput(Throughput::Elements(1));
    for spec in ["blokus", "blokus:classic-two", "blokus:two", "blokus:duo", "blokus:mini"] {
        let game = game(spec);
        let mut rng = Seed(1).stream("bench", 0);
        let mut scratch = Vec::new();
        group.bench_function(spec, |b| b.iter(|| game.playout(&mut game.start(), &mut rng, &mut scratch)));
    }
    group.finish();
}

criterion_group!(benches, perft_two, middle_game, random_games);
criterion_main!(benches);
