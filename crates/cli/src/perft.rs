//! `agon perft`: count the leaves of the game tree.

use std::io::Write;

use agon_catalog::game;
use agon_core::{Clock, MOST_THREADS, SystemClock};
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::limits::{From, threads};

/// Count the leaves of the game tree. A pass costs a ply; a game that ended is one leaf.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon perft reversi 9\n  agon perft reversi:88 7 --json\n  \
    agon perft reversi 5 --moves f5d6 --divide")]
pub struct Perft {
    /// The game, such as reversi or reversi:6x6
    game: String,
    /// Plies to count
    depth: u32,
    #[command(flatten)]
    from: From,
    /// Count below each move
    #[arg(long, conflicts_with = "threads")]
    divide: bool,
    /// Threads to count with (0: all cores)
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: String,
    depth: u32,
    leaves: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<std::collections::BTreeMap<String, u64>>,
}

impl Perft {
    pub fn run(&self) -> Result<(), Failure> {
        let game = game(&self.game)?;
        let clock = SystemClock::start();
        let origin = self.from.origin();
        let moves = if self.divide { Some(game.divide(&origin, self.depth)?) } else { None };
        let leaves = match &moves {
            // Nothing below: the position itself is the one leaf.
            Some(moves) if moves.is_empty() => 1,
            Some(moves) => moves.iter().map(|(_, leaves)| leaves).sum(),
            None => game.perft(&origin, self.depth, threads(self.threads, MOST_THREADS))?,
        };
        let seconds = clock.now().as_secs_f64();
        let mut out = std::io::stdout().lock();
        if self.json {
            let moves = moves.map(|moves| moves.into_iter().collect());
            let report = Report { game: game.spec(), depth: self.depth, leaves, seconds, moves };
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            for (mv, leaves) in moves.iter().flatten() {
                writeln!(out, "{mv} {leaves}")?;
            }
            let rate = leaves as f64 / seconds.max(1e-9) / 1e6;
            writeln!(out, "{leaves} leaves at depth {} in {seconds:.3} s ({rate:.1} million/s)", self.depth)?;
        }
        Ok(())
    }
}
