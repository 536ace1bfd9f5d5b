//! How fast line games are: leaves of perft, random games, and the static value.

use agon_core::{Evaluator, Game, Player, Seed, perft};
use agon_grid::{Bits, CellSet};
use agon_line::{Line, LongestLines, Rules};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn game<W: CellSet>(spec: &str) -> Line<W> {
    let rules = Rules::from_spec(&spec.parse().expect("a spec")).expect("rules");
    Line::new(rules).expect("a game")
}

fn leaves<W: CellSet>(c: &mut Criterion, spec: &str, depth: u32) {
    let game: Line<W> = game(spec);
    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(perft(&game, &game.start(), depth))).sample_size(20);
    group.bench_function(format!("{spec} {depth}"), |b| b.iter(|| perft(&game, &game.start(), depth)));
    group.finish();
}

fn all_leaves(c: &mut Criterion) {
    leaves::<u64>(c, "connect4", 8);
    leaves::<Bits<4>>(c, "gomoku", 3);
}

fn random_games<W: CellSet>(c: &mut Criterion, spec: &str) {
    let game: Line<W> = game(spec);
    let mut rng = Seed(1).stream("bench", 0);
    let mut scratch = Vec::new();
    let mut group = c.benchmark_group("random games");
    group.throughput(Throughput::Elements(1));
    group.bench_function(spec, |b| b.iter(|| game.playout(&mut game.start(), &mut rng, &mut scratch)));
    group.finish();
}

fn all_random_games(c: &mut Criterion) {
    random_games::<u64>(c, "tictactoe");
    random_games::<u64>(c, "connect4");
    random_games::<u64>(c, "connect4:7x7");
    random_games::<u128>(c, "gomoku:10x10");
    random_games::<Bits<4>>(c, "gomoku");
    random_games::<Bits<6>>(c, "connect6");
    random_games::<Bits<7>>(c, "gomoku:20x20");
}

fn value<W: CellSet>(c: &mut Criterion, spec: &str, stones: usize) {
    let game: Line<W> = game(spec);
    let mut rng = Seed(1).stream("bench", 1);
    let mut pos = game.start();
    for _ in 0..stones {
        let mv = game.random_move(&pos, &mut rng, &mut Vec::new()).expect("the game goes on");
        game.play_unchecked(&mut pos, mv);
    }
    let mut group = c.benchmark_group("longest lines");
    group.bench_function(spec, |b| b.iter(|| LongestLines.value(&game, &pos, Player::FIRST)));
    group.finish();
}

fn all_values(c: &mut Criterion) {
    value::<u64>(c, "connect4", 8);
    value::<Bits<4>>(c, "gomoku", 30);
}

criterion_group!(benches, all_leaves, all_random_games, all_values);
criterion_main!(benches);
