//! How many games a second Monte Carlo methods simulate, beside random games without any search.

use std::hint::black_box;

use agon_core::{Agent, Budget, Game, Seed, Think};
use agon_grid::{Bits, CellSet};
use agon_line::{Line, Rules};
use agon_reversi::Reversi;
use agon_search::{FlatMc, Mcts, MctsParams, Uniform};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// About as many as a short move takes.
const GAMES: u64 = 100_000;

fn line<W: CellSet>(spec: &str) -> Line<W> {
    let rules = Rules::from_spec(&spec.parse().expect("a spec")).expect("rules");
    Line::new(rules).expect("a game")
}

fn simulations<G: Game>(c: &mut Criterion, name: &str, game: &G) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(GAMES)).sample_size(10);
    let mut rng = Seed(1).stream("bench", 0);
    let mut scratch = Vec::new();
    group.bench_function("random games", |b| {
        b.iter(|| {
            for _ in 0..GAMES {
                black_box(game.playout(&mut game.start(), &mut rng, &mut scratch));
            }
        });
    });
    let mut measure = |name: &str, agent: &mut dyn Agent<G>| {
        group.bench_function(name, |b| {
            b.iter(|| {
                agent.new_game();
                let mut think = Think::untimed(Budget::nodes(GAMES), Seed(1));
                agent.choose(game, &game.start(), &mut think).expect("a move")
            });
        });
    };
    measure("flat-mc", &mut FlatMc { rollout: Uniform, narrowing: None });
    measure("mcts", &mut Mcts::new(MctsParams::default(), Uniform, None));
    group.finish();
}

fn all(c: &mut Criterion) {
    simulations(c, "reversi", &Reversi::<u64>::new(Default::default()).expect("a game"));
    simulations(c, "connect4", &line::<u64>("connect4"));
    simulations(c, "gomoku", &line::<Bits<4>>("gomoku"));
}

criterion_group!(benches, all);
criterion_main!(benches);
