//! Joins tables of patterns: the first ones up to a number of stones, others from there on.
//!
//! ```sh
//! cargo run --release -p agon-learn --example join_pattern_tables step-0.txt 20 step-3.txt 52 step-0.txt > joined.txt
//! ```
//!
//! Games of a good player teach little of the first moves, which are always the same, and of the last ones, where nobody
//! errs: there another training knows more.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;
use std::process::ExitCode;

use agon_core::ReadError;
use agon_learn::pattern_tables::PatternTables;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match joined(&arguments) {
        Ok(tables) => {
            print!("{tables}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}\nusage: join_pattern_tables TABLES [STONES TABLES]...");
            ExitCode::FAILURE
        }
    }
}

fn joined(arguments: &[String]) -> Result<PatternTables, ReadError> {
    let (first, others) = arguments.split_first().ok_or_else(|| ReadError::new("no tables are named"))?;
    others.chunks(2).try_fold(read(first)?, |tables, pair| {
        let [stones, later] = pair else { return Err(ReadError::new("which tables come last?")) };
        let number = || ReadError::new(format!("`{stones}` is not a number of stones"));
        tables.until(stones.parse().map_err(|_| number())?, &read(later)?)
    })
}

fn read(path: &str) -> Result<PatternTables, ReadError> {
    let text = agon_files::read_text(Path::new(path)).map_err(|error| ReadError::new(error.to_string()))?;
    text.parse().map_err(|error| ReadError::new(format!("{path}: {error}")))
}
