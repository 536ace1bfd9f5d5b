//! How fast line games are: leaves of perft, random games, and the static value.

mod rules_speed;

use agon_core::{Evaluator, Game, Player, Seed};
use agon_grid::{Bits, CellSet};
use agon_line::{Line, LongestLines, Rules};
use criterion::{Criterion, criterion_group, criterion_main};
use rules_speed::{leaves, random_games};

fn game<W: CellSet>(spec: &str) -> Line<W> {
    let rules = Rules::from_spec(&spec.parse().expect("a spec")).expect("rules");
    Line::new(rules).expect("a game")
}

fn all_leaves(c: &mut Criterion) {
    leaves(c, "connect4", &game::<u64>("connect4"), 8);
    leaves(c, "gomoku", &game::<Bits<4>>("gomoku"), 3);
}

fn all_random_games(c: &mut Criterion) {
    random_games(c, "tictactoe", &game::<u64>("tictactoe"));
    random_games(c, "connect4", &game::<u64>("connect4"));
    random_games(c, "connect4:7x7", &game::<u64>("connect4:7x7"));
    random_games(c, "gomoku:10x10", &game::<u128>("gomoku:10x10"));
    random_games(c, "gomoku", &game::<Bits<4>>("gomoku"));
    random_games(c, "connect6", &game::<Bits<6>>("connect6"));
    random_games(c, "gomoku:20x20", &game::<Bits<7>>("gomoku:20x20"));
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
