//! Fits ProbCut to an evaluator, for `negascout(eval=EVAL, probcut=FILE)`:
//! `cargo run --release -p agon-catalog --example fit_probcut -- --game reversi:6x6 --eval patterns --out FILE`.
//!
//! `--positions` (300), `--depth` (8) and `--seed` (1) say how much is searched; the whole command stands in the file.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;
use std::process::ExitCode;

use agon_core::{ReadError, Seed};
use agon_files::{FileKind, Replace};
use agon_search::ProbCutFit;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match fitted(&arguments) {
        Ok(path) => {
            println!("{path}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn fitted(arguments: &[String]) -> Result<String, Box<dyn std::error::Error>> {
    const KNOWN: [&str; 6] = ["--game", "--eval", "--out", "--positions", "--depth", "--seed"];
    let pairs: Vec<&[String]> = arguments.chunks(2).collect();
    if let Some(wrong) = pairs.iter().find(|pair| pair.len() != 2 || !KNOWN.contains(&pair[0].as_str())) {
        let why = format!("`{}` is not one of {} with its value", wrong[0], KNOWN.join(", "));
        return Err(ReadError::new(why).into());
    }
    let given = |name: &str| pairs.iter().find(|pair| pair[0] == name).map(|pair| pair[1].as_str());
    let needed = |name: &str| given(name).ok_or_else(|| ReadError::new(format!("{name} is missing")));
    let (game, evaluator, out) = (needed("--game")?, needed("--eval")?, needed("--out")?);
    let fit = ProbCutFit {
        positions: given("--positions").unwrap_or("300").parse()?,
        depth: given("--depth").unwrap_or("8").parse()?,
        seed: Seed(given("--seed").unwrap_or("1").parse()?),
    };
    let game = agon_catalog::game(game)?;
    let origin = format!(
        "fit_probcut --game {} --eval {evaluator} --positions {} --depth {} --seed {}",
        game.spec(),
        fit.positions,
        fit.depth,
        fit.seed.0
    );
    let probcut = game.fit_probcut(&evaluator.parse()?, fit, origin, &mut |done| {
        if done % 50 == 0 {
            eprintln!("{done} of {} positions", fit.positions);
        }
        true
    })?;
    let kind = FileKind { name: "fit of ProbCut", begins: |head| head.starts_with(b"agon probcut") };
    agon_files::write(Path::new(out), kind, Replace::SameKind, probcut.to_string())?;
    Ok(out.to_owned())
}
