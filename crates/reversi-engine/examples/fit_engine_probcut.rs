//! Fits the deviations of multi-ProbCut to searches of positions from random games:
//! `cargo run --release -p agon-reversi-engine --example fit_engine_probcut TABLES [--positions N] [--depth D] [--seed S]`.
//!
//! Each position is searched to every depth up to `D` with nothing left out. For each pair of depths that ProbCut
//! compares, and every eighth of the game, the deviation of the differences is measured; then the form of
//! `deviation_terms` is fitted to their logarithms by least squares, weighted by the number of positions. The four
//! numbers at the end are `FITTED` in `probcut.rs`.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use agon_core::{Budget, Game, Seed, Think};
use agon_grid::CellSet;
use agon_reversi::{Reversi, Rules};
use agon_reversi_engine::{Board, Engine, EngineParams, Evaluation, Goal, Selectivity, deviation_terms};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        let place = arguments.iter().position(|argument| argument == name);
        place.and_then(|place| arguments.get(place + 1)?.parse().ok()).unwrap_or(usual)
    };
    let game: Reversi<u64> = Reversi::new(Rules::default()).expect("8x8 is a board");
    let tables = arguments
        .first()
        .and_then(|path| agon_files::read_text(Path::new(path)).ok())
        .map(|text| text.parse());
    let Some(Ok(tables)) = tables else {
        eprintln!("usage: fit_engine_probcut TABLES [--positions N] [--depth D] [--seed S]");
        return ExitCode::FAILURE;
    };
    let evaluation = Arc::new(Evaluation::new(&tables, &game).expect("tables for 8x8"));
    let params = EngineParams { selectivity: Selectivity::NONE, ..EngineParams::default() };
    let mut engine = Engine::new(evaluation.clone(), params);
    let (positions, deepest) = (number("--positions", 300), number("--depth", 10) as u32);
    let mut differences: BTreeMap<(u32, u32, u32), Vec<f64>> = BTreeMap::new();
    for index in 0..positions {
        let board = sensible_position(&game, &evaluation, Seed(number("--seed", 1)), index);
        let empties = board.empty_count();
        let mut values = vec![evaluation.value(board).to_f64()];
        engine.forget();
        for depth in 1..=deepest.min(empties - 1) {
            let mut think = Think::untimed(Budget::default(), Seed(1));
            values.push(f64::from(engine.search(board, Goal::Depth(depth), &mut think).value));
        }
        for depth in 2..values.len() {
            for shallow in (depth % 2..depth).step_by(2) {
                let eighth = (64 - empties) / 8 * 8 + 4;
                let list = differences.entry((eighth, depth as u32, shallow as u32)).or_default();
                list.push(values[depth] - values[shallow]);
            }
        }
    }
    let measured =
        differences.iter().filter(|(_, list)| list.len() >= 20).map(|(&(discs, depth, shallow), list)| {
            let square: f64 = list.iter().map(|difference| difference * difference).sum();
            let deviation = (square / list.len() as f64).sqrt();
            Measured { discs, depth, shallow, deviation, count: list.len() }
        });
    let measured: Vec<Measured> = measured.collect();
    let fitted = least_squares(&measured);
    for row in &measured {
        let Measured { discs, depth, shallow, deviation, count } = row;
        let logarithm: f64 = row.terms().iter().zip(&fitted).map(|(one, other)| one * other).sum();
        println!(
            "{discs:2} discs, depth {depth:2}, shallow {shallow:2}: deviation {deviation:5.2}, fitted {:5.2} ({count} positions)",
            logarithm.exp()
        );
    }
    println!("{fitted:.4?}");
    ExitCode::SUCCESS
}

/// How far searches of two depths differed on positions with about so many discs.
struct Measured {
    discs: u32,
    depth: u32,
    shallow: u32,
    deviation: f64,
    count: usize,
}

impl Measured {
    fn terms(&self) -> [f64; 4] {
        deviation_terms(self.discs, self.depth, self.shallow)
    }
}

/// A position that a game with mostly sensible moves comes to: the best of two random moves by the evaluation.
fn sensible_position(game: &Reversi<u64>, evaluation: &Evaluation, seed: Seed, index: u64) -> Board {
    let mut rng = seed.stream("position", index);
    let plies = 8 + rng.below(42);
    let mut pos = game.start();
    let board = |pos: &agon_reversi::Position<u64>| Board { own: pos.own(), opponent: pos.opponent() };
    for _ in 0..plies {
        let tried: Vec<_> = (0..3)
            .filter_map(|_| game.random_move(&pos, &mut rng, &mut Vec::new()))
            .map(|mv| game.after(&pos, mv))
            .collect();
        let Some(next) = tried.into_iter().min_by_key(|next| evaluation.value(board(next))) else {
            return sensible_position(game, evaluation, seed, index + (1 << 32));
        };
        pos = next;
    }
    match pos.legal().is_empty() {
        true => sensible_position(game, evaluation, seed, index + (1 << 32)),
        false => board(&pos),
    }
}

/// Least squares with weights, by the normal equations.
fn least_squares(measured: &[Measured]) -> [f64; 4] {
    let mut matrix = [[0.0; 5]; 4];
    for row in measured {
        let (terms, logarithm) = (row.terms(), row.deviation.ln());
        for (one, line) in terms.iter().zip(&mut matrix) {
            for (other, cell) in terms.iter().chain([&logarithm]).zip(line.iter_mut()) {
                *cell += one * other * row.count as f64;
            }
        }
    }
    for pivot in 0..4 {
        let line = matrix[pivot].map(|cell| cell / matrix[pivot][pivot]);
        matrix[pivot] = line;
        for (_, other) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let factor = other[pivot];
            other.iter_mut().zip(&line).for_each(|(cell, above)| *cell -= factor * above);
        }
    }
    matrix.map(|line| line[4])
}
