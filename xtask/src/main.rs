//! `cargo xtask`: what machines check about this repository.
//!
//! * `check`: crate arrows, citation keys, file names and lengths, and that a search needs few crates;
//! * `docs`: documentation with warnings denied;
//! * `reference`: the chapter of the guide that lists all agents and evaluators; `check` looks whether it is true;
//! * `outcomes [RUN...]`: keeps the finished tables of these runs of papers, and lists what came of them in the README;
//! * `signature`: a number that changes when play changes;
//! * `golden --accept`: takes the current output as the expected one;
//! * `fuzz-commands`: odd command lines, none of which may crash the program.

mod arrows;
mod citations;
mod docs;
mod files;
mod fuzz_commands;
mod outcomes;
mod reference;
mod signature;
mod small_tree;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["check"] => report(&house_rules()),
        ["docs"] => report(&docs::check(&root())),
        ["reference"] => match reference::write(&root()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("the reference cannot be written: {error}");
                ExitCode::FAILURE
            }
        },
        ["reference", "--check"] => report(&reference::check(&root())),
        ["outcomes", runs @ ..] => {
            report(&outcomes::keep(&root(), runs).err().into_iter().collect::<Vec<_>>())
        }
        ["signature"] => {
            println!("Signature: {}", signature::signature());
            ExitCode::SUCCESS
        }
        ["golden", "--accept"] => accept_golden(),
        ["fuzz-commands", options @ ..] => match fuzz_commands::Order::from_words(options, &root()) {
            Some(order) => order.run(),
            None => {
                eprintln!("usage: {}", fuzz_commands::USAGE);
                ExitCode::FAILURE
            }
        },
        _ => {
            eprintln!(
                "usage: cargo xtask check | docs | reference [--check] | outcomes [RUN...] | signature | golden --accept | fuzz-commands"
            );
            ExitCode::FAILURE
        }
    }
}

fn house_rules() -> Vec<String> {
    let root = root();
    let sources = files::sources(&root);
    let mut complaints = arrows::check(&root);
    complaints.extend(small_tree::check(&root));
    complaints.extend(citations::check(&root, &sources));
    complaints.extend(files::check(&root, &sources));
    complaints.extend(reference::check(&root));
    complaints.extend(outcomes::check(&root));
    complaints
}

fn report(complaints: &[String]) -> ExitCode {
    for complaint in complaints {
        eprintln!("{complaint}");
    }
    if complaints.is_empty() {
        println!("in order");
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

fn accept_golden() -> ExitCode {
    let tests = Command::new("cargo")
        .args(["test", "--workspace"])
        .env("AGON_ACCEPT", "1")
        .current_dir(root())
        .status();
    if tests.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
