//! How fast Reversi is: leaves of perft, and random games.

use agon_core::{Game, Seed, perft};
use agon_reversi::{BoardWord, Reversi, Rules};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn game<W: BoardWord>(spec: &str) -> Reversi<W> {
    let rules = Rules::from_spec(&spec.parse().expect("a spec")).expect("rules");
    Reversi::new(rules).expect("a game")
}

fn perft_8x8(c: &mut Criterion) {
    let game: Reversi<u64> = game("reversi");
    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(3_005_288)).sample_size(20);
    group.bench_function("reversi 9", |b| b.iter(|| perft(&game, &game.start(), 9)));
    group.finish();
}

fn random_games<W: BoardWord>(c: &mut Criterion, spec: &str) {
    let game: Reversi<W> = game(spec);
    let mut rng = Seed(1).stream("bench", 0);
    let mut scratch = Vec::new();
    let mut group = c.benchmark_group("random games");
    group.throughput(Throughput::Elements(1));
    group.bench_function(spec, |b| b.iter(|| game.playout(&mut game.start(), &mut rng, &mut scratch)));
    group.finish();
}

fn all_random_games(c: &mut Criterion) {
    random_games::<u64>(c, "reversi");
    random_games::<u64>(c, "reversi:6x6");
    random_games::<u128>(c, "reversi:88");
    random_games::<u128>(c, "reversi:10x10");
}

criterion_group!(benches, perft_8x8, all_random_games);
criterion_main!(benches);
