//! `agon agents`: list what can play a game.

use std::io::Write;

use agon_catalog::game;
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;

/// List the agents that can play a game, each with an example.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon agents reversi\n  agon agents reversi --json\n\n\
    Every agent also takes the limits depth=, nodes= and time=, as in random(time=1s).")]
pub struct Agents {
    /// The game
    game: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    name: &'static str,
    summary: &'static str,
    example: &'static str,
    /// What a level stands for in this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_for: Option<String>,
}

impl Agents {
    pub fn run(&self) -> Result<(), Failure> {
        let game = game(&self.game)?;
        let kinds = game.agents();
        let mut out = std::io::stdout().lock();
        if self.json {
            let report = |kind: agon_catalog::AgentKind| Report {
                name: kind.name,
                summary: kind.summary,
                example: kind.example,
                stands_for: game.level(kind.name),
            };
            let reports: Vec<_> = kinds.into_iter().map(report).collect();
            writeln!(out, "{}", serde_json::to_string(&reports)?)?;
            return Ok(());
        }
        for kind in kinds {
            writeln!(out, "{:<14} {}\n{:<14} e.g. {}", kind.name, kind.summary, "", kind.example)?;
            if let Some(spec) = game.level(kind.name) {
                writeln!(out, "{:<14} here {spec}", "")?;
            }
        }
        writeln!(out, "\nstrongest: {} (what agon analyze uses)", game.strongest())?;
        Ok(())
    }
}
