//! `agon records`: look into files of games and play them again.

use std::io::Write;
use std::path::{Path, PathBuf};

use agon_arena::records::{End, Record, RecordFormat, Store, write_record};
use agon_catalog::{Origin, game};
use agon_core::{Session, Status};
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::failure::Failure;
use crate::record_files::for_each_record;
use crate::terminal::{self, Color, Marks};

/// List, show and replay recorded games, from a store (.db) or a file with a record to a line (.jsonl).
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon records list games.db\n  agon records list games.db --match \"match 1\" --json\n  \
    agon records show games.db 3\n  agon records replay games.jsonl        every game, checked against the rules\n  \
    agon records history games.jsonl --out history.txt"
)]
pub struct Records {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List the games, and the matches of a store
    List(List),
    /// Show one game: its record and the final position
    Show(Show),
    /// Play games again by the rules and compare what the records say of their end
    Replay(Replay),
    /// Learn which moves did well, for `thesis(history=FILE)`
    History(History),
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  agon records list games.db")]
struct List {
    /// The file
    file: PathBuf,
    /// Only games of this match
    #[arg(long = "match", value_name = "NAME")]
    event: Option<String>,
    /// Games to list (0: all)
    #[arg(long, default_value_t = 0)]
    most: usize,
    /// Print the records as lines of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  agon records show games.db 3")]
struct Show {
    /// The file
    file: PathBuf,
    /// Which game, counted from 1 as `list` does
    game: usize,
    /// Show every position
    #[arg(long)]
    moves: bool,
    /// Whether to use colour
    #[arg(long, value_enum, default_value_t)]
    color: Color,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  agon records replay games.db")]
struct Replay {
    /// The file
    file: PathBuf,
    /// Only this game, counted from 1
    game: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  agon records history games.jsonl --out history.txt\n  \
    agon play reversi human \"thesis(history=history.txt)\"")]
struct History {
    /// The file; all games must be of one kind
    file: PathBuf,
    /// The move history to write; what is there already is learned further
    #[arg(long)]
    out: PathBuf,
}

#[derive(Serialize)]
struct ReplayReport {
    games: u64,
    wrong: u64,
}

impl Records {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.action {
            Action::List(list) => list.run(),
            Action::Show(show) => show.run(),
            Action::Replay(replay) => replay.run(),
            Action::History(history) => history.run(),
        }
    }
}

impl List {
    fn run(&self) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        if !self.json && self.event.is_none() && RecordFormat::of(&self.file)? == RecordFormat::Store {
            for summary in Store::open_existing(&self.file)?.events()? {
                let (event, program) = (&summary.event, &summary.program);
                let (name, game, seed) = (&event.name, &event.game, event.seed);
                writeln!(out, "match `{name}`: {game}, {} games, seed {seed}, {program}", summary.games)?;
            }
        }
        let mut number = 0;
        for_each_record(&self.file, self.event.as_deref(), |record| {
            number += 1;
            if self.json {
                write_record(&mut out, &record)?;
            } else {
                let Record { game, agents, end, moves, .. } = &record;
                writeln!(out, "{number:>5}  {game}  {}  {end}  ({} moves)", agents.join(" - "), moves.len())?;
            }
            Ok(number != self.most)
        })
    }
}

impl Show {
    fn run(&self) -> Result<(), Failure> {
        let record = nth(&self.file, self.game)?;
        let mut out = std::io::stdout().lock();
        if self.json {
            write_record(&mut out, &record)?;
            return Ok(());
        }
        let Record { game, agents, end, moves, opening, .. } = &record;
        writeln!(out, "{game}: {}", agents.join(" - "))?;
        if let (Some(event), Some(number)) = (&record.event, record.number) {
            writeln!(out, "game {number} of `{event}`, seed {}", record.seed.unwrap_or_default())?;
        }
        let mut session = begin(&record)?;
        let mut draw = |session: &dyn Session| {
            let marks = Marks { last: session.last_footprint(), legal: Vec::new() };
            writeln!(out, "\n{}", terminal::draw(&session.view(), &marks, self.color.is_on()))
        };
        for mv in moves {
            if self.moves {
                draw(&*session)?;
            }
            session.play(mv).map_err(|error| Failure::file(&self.file, &error))?;
        }
        draw(&*session)?;
        writeln!(out, "moves: {}", moves.join(" "))?;
        if *opening > 0 {
            writeln!(out, "the first {opening} are the opening")?;
        }
        writeln!(out, "{end}")?;
        Ok(())
    }
}

impl Replay {
    fn run(&self) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        let mut report = ReplayReport { games: 0, wrong: 0 };
        let mut number = 0;
        for_each_record(&self.file, None, |record| {
            number += 1;
            if self.game.is_none_or(|wanted| wanted == number) {
                report.games += 1;
                if let Err(wrong) = replay(&record) {
                    report.wrong += 1;
                    if !self.json {
                        writeln!(out, "game {number}: {wrong}")?;
                    }
                }
            }
            Ok(true)
        })?;
        if let (Some(wanted), 0) = (self.game, report.games) {
            return Err(missing(&self.file, wanted, number));
        }
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            writeln!(out, "{} games replayed, {} differ from their record", report.games, report.wrong)?;
        }
        match report.wrong {
            0 => Ok(()),
            wrong => Err(Failure::file(&self.file, &format!("{wrong} games differ from their record"))),
        }
    }
}

impl History {
    fn run(&self) -> Result<(), Failure> {
        let mut records: Vec<Record> = Vec::new();
        for_each_record(&self.file, None, |record| {
            records.push(record);
            Ok(true)
        })?;
        let Some(first) = records.first() else {
            return Err(Failure::file(&self.file, &"there is no game in it"));
        };
        if let Some(other) = records.iter().find(|record| record.game != first.game) {
            let cause =
                format!("games of {} and of {}; a move history is of one game", first.game, other.game);
            return Err(Failure::file(&self.file, &cause));
        }
        let earlier = match std::fs::read_to_string(&self.out) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        let text = game(&first.game)?.move_history(earlier.as_deref(), &records)?;
        agon_papers::write_atomically(&self.out, &text)?;
        let mut out = std::io::stdout().lock();
        let moves = text.lines().count() - 1;
        writeln!(out, "{} games learned; {} knows {moves} moves", records.len(), self.out.display())?;
        Ok(())
    }
}

/// The game of that place in a file.
fn nth(file: &Path, wanted: usize) -> Result<Record, Failure> {
    let mut found = None;
    let mut number = 0;
    for_each_record(file, None, |record| {
        number += 1;
        found = (number == wanted).then_some(record);
        Ok(found.is_none())
    })?;
    found.ok_or_else(|| missing(file, wanted, number))
}

fn missing(file: &Path, wanted: usize, games: usize) -> Failure {
    Failure::file(file, &format!("there is no game {wanted}; the file has {games}, counted from 1"))
}

/// The game of a record before its first move.
fn begin(record: &Record) -> Result<Box<dyn Session>, Failure> {
    let origin = record.start.as_deref().map_or(Origin::Start, Origin::Position);
    Ok(game(&record.game)?.session(&[], &origin)?)
}

/// Plays a game again; an error says where it differs from its record.
fn replay(record: &Record) -> Result<(), String> {
    let mut session = begin(record).map_err(|failure| failure.to_string())?;
    for (index, mv) in record.moves.iter().enumerate() {
        session.play(mv).map_err(|error| format!("move {}: {error}", index + 1))?;
    }
    match (&record.end, session.status()) {
        (End::Rules { points }, Status::Over(outcome)) if outcome.points.as_slice() == points => Ok(()),
        (End::Rules { points }, Status::Over(outcome)) => {
            Err(format!("the record says {points:?}, the rules {:?}", outcome.points))
        }
        (End::Rules { .. }, Status::ToMove(_)) => Err("the game is not over after the last move".to_owned()),
        (End::Unknown, _) | (_, Status::ToMove(_)) => Ok(()),
        (_, Status::Over(_)) => Err("the game is over by the rules, the record says otherwise".to_owned()),
    }
}
