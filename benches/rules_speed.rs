//! What the rules of every game are measured by: leaves of perft, and random games.

use agon_core::{Game, Seed, perft};
use criterion::{Criterion, Throughput};

/// Counts the leaves below the start.
pub fn leaves<G: Game>(c: &mut Criterion, name: &str, game: &G, depth: u32) {
    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(perft(game, &game.start(), depth))).sample_size(20);
    group.bench_function(format!("{name} {depth}"), |b| b.iter(|| perft(game, &game.start(), depth)));
    group.finish();
}

/// Plays random games to their end.
pub fn random_games<G: Game>(c: &mut Criterion, name: &str, game: &G) {
    let mut rng = Seed(1).stream("bench", 0);
    let mut scratch = Vec::new();
    let mut group = c.benchmark_group("random games");
    group.throughput(Throughput::Elements(1));
    group.bench_function(name, |b| b.iter(|| game.playout(&mut game.start(), &mut rng, &mut scratch)));
    group.finish();
}
