//! `agon games`: list the games, or show one.

use std::io::Write;

use agon_catalog::{Origin, Registry};
use clap::Args;
use serde::Serialize;

use crate::agents::{OptionReport, option_lines};
use crate::failure::Failure;
use crate::terminal::{self, ColorChoice, Marks};

/// List the games and how to name them, or show one with its board.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon games\n  agon games reversi:88\n  agon games --json")]
pub struct Games {
    /// A game to show
    game: Option<String>,
    /// Whether to use colour
    #[arg(long, value_enum, default_value_t)]
    color: ColorChoice,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct FamilyReport {
    name: &'static str,
    summary: &'static str,
    examples: Vec<Example>,
    options: Vec<OptionReport>,
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
    options: Vec<OptionReport>,
}

impl Games {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        match &self.game {
            Some(spec) => self.show(catalog, spec),
            None if self.json => list_as_json(catalog),
            None => list(catalog),
        }
    }

    fn show(&self, catalog: &Registry, spec: &str) -> Result<(), Failure> {
        let game = catalog.game(spec)?;
        let session = game.clone().session(&[], &Origin::Start)?;
        let mut out = std::io::stdout().lock();
        let family = catalog.families().find(|family| spec.split(':').next() == Some(family.name()));
        let options = family.map(agon_catalog::Family::options).unwrap_or_default();
        let options: Vec<_> = options.iter().filter_map(OptionReport::of).collect();
        if self.json {
            let report = GameReport {
                game: game.spec(),
                players: game.players(),
                start: session.position(),
                moves: session.legal(),
                options,
            };
            writeln!(out, "{}", agon_core::visible_json(&serde_json::to_string(&report)?))?;
            return Ok(());
        }
        writeln!(out, "{}: {} players", game.spec(), game.players())?;
        if let Some(family) = family.filter(|_| !options.is_empty()) {
            writeln!(out, "behind `{}:`, separated by commas:", family.name())?;
            write!(out, "{}", option_lines(&options))?;
        }
        let marks = Marks { legal: crate::play::legal_tiles(&*session), ..Marks::default() };
        writeln!(out, "{}", terminal::draw(&session.view(), &marks, self.color.screen()))?;
        if let Some(about) = game.about() {
            writeln!(out, "{about}")?;
        }
        Ok(())
    }
}

fn list(catalog: &Registry) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    for family in catalog.families() {
        let columns = terminal::columns();
        write!(out, "{}", terminal::wrapped(family.summary(), 0, columns))?;
        for (spec, summary) in family.examples() {
            write!(out, "{}", terminal::beside(&format!("  {spec}"), 32, summary, columns))?;
        }
    }
    Ok(())
}

fn list_as_json(catalog: &Registry) -> Result<(), Failure> {
    let example = |&(spec, summary): &(&'static str, &'static str)| Example { spec, summary };
    let family = |family: &agon_catalog::Family| FamilyReport {
        name: family.name(),
        summary: family.summary(),
        examples: family.examples().iter().map(example).collect(),
        options: family.options().iter().filter_map(OptionReport::of).collect(),
    };
    let families: Vec<_> = catalog.families().map(family).collect();
    writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(&families)?)?;
    Ok(())
}
