//! What 10, 100 and 10,000 workers would do for each kind of work, and what generations cost: the tables of `docs/scale.md`.
//!
//!     cargo run --release -p agon-cluster --example scale
#![allow(clippy::print_stdout, missing_docs)]

use agon_cluster::simulation::{Costs, Load, Shape, simulate};
use agon_core::Seed;

/// Measured; `docs/scale.md` says how. Through the bridge to Ray.
const RAY: Costs = Costs { send: 550, take: 550, kilobyte: 6, way: 2000 };

const GAME: u64 = 50_000;
const BYTES: u64 = 1000;

fn main() {
    let quick = Load { shape: Shape::Independent(1 << 24), job: 20, spread: 1.0, millibytes: 1 };
    let generations = |population| Shape::Generations { generations: 20, population };
    let loads = [
        ("match of games of 20 us, sums only", quick),
        (
            "match of games of 50 ms, sums only",
            Load { shape: Shape::Independent(1 << 20), job: GAME, ..quick },
        ),
        (
            "the same with moves kept, 300 bytes a game",
            Load { shape: Shape::Independent(1 << 20), job: GAME, spread: 1.0, millibytes: 300 * BYTES },
        ),
        (
            "tournament of games of 10 s",
            Load {
                shape: Shape::Independent(100_000),
                job: 10_000_000,
                spread: 1.0,
                millibytes: 300 * BYTES,
            },
        ),
        ("20 generations of 50, 1 s each", Load { shape: generations(50), job: 1_000_000, ..quick }),
        ("20 generations of 1000, 1 s each", Load { shape: generations(1000), job: 1_000_000, ..quick }),
        (
            "the same 20,000 without generations, lag 4000",
            Load { shape: Shape::Steady { jobs: 20_000, lag: 4000 }, job: 1_000_000, ..quick },
        ),
    ];
    println!("| Work | Workers | Takes | Workers busy | Driver busy |");
    println!("|---|---|---|---|---|");
    for (name, load) in loads {
        for workers in [1, 10, 100, 10_000] {
            let found = simulate(RAY, load, workers, Seed(1));
            println!(
                "| {name} | {workers} | {:.1} s | {:.0} % | {:.0} % |",
                found.micros as f64 / 1e6,
                100.0 * found.used,
                100.0 * found.driver
            );
        }
    }
    println!("\n| Population | Chromosome | Workers | Lag | With generations | Without | Times as fast |");
    println!("|---|---|---|---|---|---|---|");
    for (population, job) in [(40, 50_000), (100, 5_000), (100, 1_000_000), (1000, 1_000_000)] {
        for workers in [2, 10, 100, 400] {
            let (generations, lag) = (50, 4 * workers as u64);
            let run =
                |shape| simulate(RAY, Load { shape, job, ..quick }, workers, Seed(1)).micros as f64 / 1e6;
            let barrier = run(Shape::Generations { generations, population });
            let steady = run(Shape::Steady { jobs: generations * population, lag });
            let seconds = job as f64 / 1e6;
            println!(
                "| {population} | {seconds} s | {workers} | {lag} | {barrier:.1} s | {steady:.1} s | {:.1} |",
                barrier / steady
            );
        }
    }
}
