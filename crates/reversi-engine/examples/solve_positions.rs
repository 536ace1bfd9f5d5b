//! Solves positions of a file and compares with the values that stand there:
//! `cargo run --release -p agon-reversi-engine --example solve_positions FILE [--threads N] [--skip N] [--count N]`.
//!
//! A line is a board of 64 characters (`X`, `O`, `-`), the side to move, and the value anywhere behind; lines of other
//! kinds are left out. Prints the value, time and nodes of each, and all together.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use agon_core::{Budget, Clock, Seed, Stop, SystemClock, Think};
use agon_reversi::{Reversi, Rules};
use agon_reversi_engine::{Board, Engine, EngineParams, Evaluation, Goal};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: usize| {
        let place = arguments.iter().position(|argument| argument == name);
        place.and_then(|place| arguments.get(place + 1)?.parse().ok()).unwrap_or(usual)
    };
    let Some(text) = arguments.first().and_then(|path| agon_files::read_text(Path::new(path)).ok()) else {
        eprintln!("usage: solve_positions FILE [--threads N] [--skip N] [--count N] [--table MIB]");
        return ExitCode::FAILURE;
    };
    let params = EngineParams {
        threads: number("--threads", 1),
        table: number("--table", 256) << 20,
        ..EngineParams::default()
    };
    let tables = arguments.iter().position(|argument| argument == "--tables");
    let evaluation = match tables.and_then(|place| arguments.get(place + 1)) {
        None => Evaluation::blank(),
        Some(path) => {
            let text = agon_files::read_text(Path::new(path)).expect("tables that can be read");
            let game = Reversi::new(Rules::default()).expect("8x8 is a board");
            Evaluation::new(&text.parse().expect("pattern tables"), &game).expect("tables for 8x8")
        }
    };
    let mut engine = Engine::new(Arc::new(evaluation), params);
    let clock = SystemClock::start();
    let (mut nodes, mut wrong) = (0, 0);
    let begun = clock.now();
    let problems =
        text.lines().filter_map(read).skip(number("--skip", 0)).take(number("--count", usize::MAX));
    for (place, (board, value)) in problems.enumerate() {
        engine.forget();
        let mut think = Think::new(Budget::default(), Seed(1), &clock, Stop::default());
        let started = clock.now();
        let report = engine.search(board, Goal::Exact, &mut think);
        let took = clock.now() - started;
        nodes += think.nodes();
        wrong += usize::from(report.value != value);
        if !arguments.iter().any(|argument| argument == "--quiet") || report.value != value {
            println!(
                "{place:3} {:+3} ({value:+3}) {:2} empty {:8.3} s {:>12} nodes {:6.1} M/s",
                report.value,
                board.empty_count(),
                took.as_secs_f64(),
                think.nodes(),
                think.nodes() as f64 / took.as_secs_f64() / 1e6
            );
        }
    }
    let took = (clock.now() - begun).as_secs_f64();
    println!("all: {took:.2} s, {nodes} nodes, {:.1} M/s, {wrong} wrong", nodes as f64 / took / 1e6);
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The board and the value of a line.
fn read(line: &str) -> Option<(Board, i32)> {
    if line.starts_with('#') {
        return None;
    }
    let is_board = |word: &&str| word.len() == 64 && word.chars().all(|char| "XO-".contains(char));
    let mut words = line.split(['|', ' ', ';']);
    let before: Vec<&str> = words.by_ref().take_while(|word| !is_board(word)).collect();
    let board = line.split(['|', ' ', ';']).find(is_board)?;
    let side = words.next()?;
    let set = |disc: char| {
        board.chars().enumerate().filter(|&(_, char)| char == disc).fold(0, |set, (cell, _)| set | 1 << cell)
    };
    let (black, white) = (set('X'), set('O'));
    let board = match side {
        "X" => Board { own: black, opponent: white },
        _ => Board { own: white, opponent: black },
    };
    let number = |word: &str| word.trim_start_matches(|char: char| !"+-".contains(char)).parse::<i32>().ok();
    let value = before.iter().rev().find_map(|word| number(word)).or_else(|| words.find_map(number))?;
    Some((board, value))
}
