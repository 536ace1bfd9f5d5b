//! `agon games`: list the games, or show one.

use std::io::Write;

use agon_catalog::{FAMILIES, Origin, game};
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::terminal::{self, Color, Marks};

/// List the games and how to name them, or show one with its board.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon games\n  agon games reversi:88\n  agon games --json")]
pub struct Games {
    /// A game to show
    game: Option<String>,
    /// Whether to use colour
    #[arg(long, value_enum, default_value_t)]
    color: Color,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct FamilyReport {
    name: &'static str,
    summary: &'static str,
    examples: Vec<Example>,
}

#[derive(Serialize)]
struct Example {
    spec: &'static str,
    summary: &'static str,
}

#[derive(Serialize)]
struct GameReport {
    game: String,
    players: usize,
    start: String,
    moves: Vec<String>,
}

impl Games {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.game {
            Some(spec) => self.show(spec),
            None if self.json => list_as_json(),
            None => list(),
        }
    }

    fn show(&self, spec: &str) -> Result<(), Failure> {
        let game = game(spec)?;
        let session = game.clone().session(&[], &Origin::Start)?;
        let mut out = std::io::stdout().lock();
        if self.json {
            let report = GameReport {
                game: game.spec(),
                players: game.players(),
                start: session.position(),
                moves: session.legal(),
            };
            writeln!(out, "{}", agon_core::visible_json(&serde_json::to_string(&report)?))?;
            return Ok(());
        }
        writeln!(out, "{}: {} players", game.spec(), game.players())?;
        let marks = Marks { last: Vec::new(), legal: crate::play::legal_tiles(&*session) };
        writeln!(out, "{}", terminal::draw(&session.view(), &marks, self.color.screen()))?;
        if let Some(about) = game.about() {
            writeln!(out, "{about}")?;
        }
        Ok(())
    }
}

fn list() -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    for family in FAMILIES {
        writeln!(out, "{}", family.summary)?;
        for (spec, summary) in family.examples {
            writeln!(out, "  {spec:<30} {summary}")?;
        }
    }
    Ok(())
}

fn list_as_json() -> Result<(), Failure> {
    let example = |&(spec, summary): &(&'static str, &'static str)| Example { spec, summary };
    let family = |family: &agon_catalog::Family| FamilyReport {
        name: family.name,
        summary: family.summary,
        examples: family.examples.iter().map(example).collect(),
    };
    let families: Vec<_> = FAMILIES.iter().map(family).collect();
    writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(&families)?)?;
    Ok(())
}
