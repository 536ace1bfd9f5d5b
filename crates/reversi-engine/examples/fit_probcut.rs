//! Fits the deviations of multi-ProbCut to searches of positions from random games:
//! `cargo run --release -p agon-reversi-engine --example fit_probcut TABLES [--positions N] [--depth D] [--seed S]`.
//!
//! Each position is searched to every depth up to `D` with nothing left out. For each pair of depths that ProbCut
//! compares, and every third of the game, the deviation of the differences is measured; then a form that is linear in
//! discs, depth and shallow depth is fitted to them by least squares, weighted by the number of positions. The four
//! numbers at the end are `FITTED` in `probcut.rs`.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;

use agon_core::{Budget, Game, Seed, Think};
use agon_grid::CellSet;
use agon_reversi::{Reversi, Rules};
use agon_reversi_engine::{Board, Engine, EngineParams, Evaluation, Goal, Selectivity};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        let place = arguments.iter().position(|argument| argument == name);
        place.and_then(|place| arguments.get(place + 1)?.parse().ok()).unwrap_or(usual)
    };
    let game: Reversi<u64> = Reversi::new(Rules::default()).expect("8x8 is a board");
    let tables =
        arguments.first().and_then(|path| std::fs::read_to_string(path).ok()).map(|text| text.parse());
    let Some(Ok(tables)) = tables else {
        eprintln!("usage: fit_probcut TABLES [--positions N] [--depth D] [--seed S]");
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
                let third = (64 - empties) / 8 * 8 + 4;
                let list = differences.entry((third, depth as u32, shallow as u32)).or_default();
                list.push(values[depth] - values[shallow]);
            }
        }
    }
    let measured =
        differences.iter().filter(|(_, list)| list.len() >= 20).map(|(&(discs, depth, shallow), list)| {
            let square: f64 = list.iter().map(|difference| difference * difference).sum();
            (
                [1.0, f64::from(discs), f64::from(depth), f64::from(shallow)],
                (square / list.len() as f64).sqrt(),
                list.len(),
            )
        });
    let measured: Vec<([f64; 4], f64, usize)> = measured.collect();
    let fitted = least_squares(&measured);
    for (row, deviation, count) in &measured {
        let foretold: f64 = row.iter().zip(&fitted).map(|(one, other)| one * other).sum();
        println!(
            "{:2} discs, depth {:2}, shallow {:2}: deviation {deviation:5.2}, fitted {foretold:5.2} ({count} positions)",
            row[1], row[2], row[3]
        );
    }
    println!("{fitted:.4?}");
    ExitCode::SUCCESS
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
fn least_squares(rows: &[([f64; 4], f64, usize)]) -> [f64; 4] {
    let mut matrix = [[0.0; 5]; 4];
    for (row, value, count) in rows {
        for (one, line) in row.iter().zip(&mut matrix) {
            for (other, cell) in row.iter().chain([value]).zip(line.iter_mut()) {
                *cell += one * other * *count as f64;
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
