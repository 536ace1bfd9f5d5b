//! `agon perft`: count the leaves of the game tree.

use std::io::Write;

use agon_catalog::Registry;
use agon_core::{Clock, LeafCounter, MOST_THREADS, SystemClock, counted};
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::interrupt;
use crate::limits::{StartArgs, threads};

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
    from: StartArgs,
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
struct PerftReport {
    game: String,
    depth: u32,
    leaves: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<std::collections::BTreeMap<String, u64>>,
    /// A signal came: what was counted until then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stopped: bool,
}

impl Perft {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let game = catalog.game(&self.game)?;
        let (clock, stop) = (SystemClock::start(), interrupt::stop());
        let (origin, counter) = (self.from.origin(), LeafCounter::new(stop.clone()));
        let moves = if self.divide { Some(game.divide(&origin, self.depth, &counter)?) } else { None };
        let leaves = match &moves {
            // Nothing below: the position itself is the one leaf.
            Some(moves) if moves.is_empty() => Some(1),
            Some(moves) => Some(moves.iter().map(|(_, leaves)| leaves).sum()),
            None => game.perft(&origin, self.depth, threads(self.threads, MOST_THREADS), &counter)?,
        };
        let seconds = clock.now().as_secs_f64();
        let mut out = std::io::stdout().lock();
        let leaves = leaves.filter(|_| !stop.is_set());
        if self.json {
            let report = PerftReport {
                game: game.spec(),
                depth: self.depth,
                leaves: leaves.unwrap_or_else(|| counter.leaves()),
                seconds,
                moves: moves.map(|moves| moves.into_iter().collect()),
                stopped: leaves.is_none(),
            };
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            write_moves(&mut out, moves.as_deref())?;
        }
        let Some(leaves) = leaves else { return Err(self.stopped(counter.leaves(), seconds)) };
        if !self.json {
            let rate = leaves as f64 / seconds.max(1e-9) / 1e6;
            let leaves = counted(leaves, "leaf", "leaves");
            writeln!(out, "{leaves} at depth {} in {seconds:.3} s ({rate:.1} million/s)", self.depth)?;
        }
        Ok(())
    }

    /// What is known when a signal ends the counting.
    fn stopped(&self, leaves: u64, seconds: f64) -> Failure {
        let (leaves, depth) = (counted(leaves, "leaf", "leaves"), self.depth);
        let divided = if self.divide { "; the moves above are complete" } else { "" };
        Failure::Interrupted(format!("stopped: {leaves} at depth {depth} so far, in {seconds:.1} s{divided}"))
    }
}

fn write_moves(out: &mut impl Write, moves: Option<&[(String, u64)]>) -> Result<(), Failure> {
    for (mv, leaves) in moves.into_iter().flatten() {
        writeln!(out, "{mv} {leaves}")?;
    }
    Ok(())
}
