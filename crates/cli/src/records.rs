//! `agon records`: look into files of games and play them again.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agon_catalog::records::{Wanted, for_each_record};
use agon_catalog::{AnyGame, Origin, Registry};
use agon_core::{Session, counted, visible, visible_lines};
use agon_files::{FileKind, Replace};
use agon_records::{EventSummary, Record, RecordFormat, Store, write_record};
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::failure::Failure;
use crate::known_games::KnownGames;
use crate::record_filter::{RecordFilter, no_such_match};
use crate::terminal::{self, ColorChoice, Marks};

/// List, show and replay recorded games, from a store (.db), a record to a line (.jsonl), a WTHOR database (.wtb), files of
/// other programs (.ggf, .sgf, .blksgf, .psq), a move list to a line (.txt), or a folder of such files.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon records list games.db\n  agon records list games.db --match \"match 1\" --json\n  \
    agon records show games.db 3\n  agon records replay games.jsonl        every game, checked against the rules\n  \
    agon records list WTH_2001.wtb         names from WTH.JOU and WTH.TRN beside it\n  \
    agon records replay wthor/             all games of a folder\n  \
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
#[command(after_help = "Examples:\n  agon records list games.db\n  \
    agon records list games.db --match \"match 1\" --result draw --limit 10\n  \
    agon records list WTH_2001.wtb --player Tamenori")]
struct List {
    /// The file, or a folder of them
    file: PathBuf,
    #[command(flatten)]
    filter: RecordFilter,
    /// Games to list (0: all); 50 if not said, and all with --json
    #[arg(long, alias = "most", value_name = "GAMES")]
    limit: Option<u64>,
    /// Print the records as lines of JSON
    #[arg(long)]
    json: bool,
}

/// More games than this are only counted, unless somebody asks for them.
const USUAL_LIMIT: u64 = 50;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  agon records show games.db 3")]
struct Show {
    /// The file, or a folder of them
    file: PathBuf,
    #[command(flatten)]
    lists: MoveLists,
    /// Which game, counted from 1 as `list` does
    game: usize,
    /// Show every position
    #[arg(long)]
    moves: bool,
    /// Whether to use colour
    #[arg(long, value_enum, default_value_t)]
    color: ColorChoice,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  agon records replay games.db")]
struct Replay {
    /// The file, or a folder of them
    file: PathBuf,
    #[command(flatten)]
    lists: MoveLists,
    /// Only this game, counted from 1
    game: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What a file of move lists does not say.
#[derive(Debug, Args)]
pub struct MoveLists {
    /// The game that move lists (.txt) are of
    #[arg(long = "game", value_name = "SPEC", default_value = "reversi")]
    pub spec: String,
}

impl Default for MoveLists {
    fn default() -> Self {
        Self { spec: Wanted::default().game.to_owned() }
    }
}

impl MoveLists {
    /// Hands over the records of a file; `each` may answer `false` to see no more.
    fn for_each(
        &self,
        catalog: &Registry,
        file: &Path,
        each: impl FnMut(Record) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        for_each_record(
            &[file.to_owned()],
            &Wanted { event: None, game: &self.spec, registry: catalog },
            each,
        )
    }

    /// The game of that place in a file.
    pub fn nth(&self, catalog: &Registry, file: &Path, wanted: usize) -> Result<Record, Failure> {
        let mut found = None;
        let mut number = 0;
        self.for_each(catalog, file, |record| {
            number += 1;
            found = (number == wanted).then_some(record);
            Ok(found.is_none())
        })?;
        found.ok_or_else(|| missing(file, wanted, number))
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  agon records history games.jsonl --out history.txt\n  \
    agon play reversi human \"thesis(history=history.txt)\"")]
struct History {
    /// The file; all games must be of one kind
    file: PathBuf,
    /// The move history to write; one that is there is replaced
    #[arg(long)]
    out: PathBuf,
    /// Add to the move history that is there; games that are added twice count twice
    #[arg(long)]
    add: bool,
    /// Replace a file that is not a move history
    #[arg(long, conflicts_with = "add")]
    force: bool,
    #[command(flatten)]
    lists: MoveLists,
}

#[derive(Serialize)]
struct ReplayReport {
    games: u64,
    wrong: u64,
}

impl Records {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        match &self.action {
            Action::List(list) => list.run(catalog),
            Action::Show(show) => show.run(catalog),
            Action::Replay(replay) => replay.run(catalog),
            Action::History(history) => history.run(catalog),
        }
    }
}

impl List {
    fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let wants = self.filter.wants(catalog)?;
        let limit = match self.limit {
            Some(0) => u64::MAX,
            None if self.json => u64::MAX,
            limit => limit.unwrap_or(USUAL_LIMIT),
        };
        let mut out = std::io::stdout().lock();
        if !self.json && self.filter.is_empty() && RecordFormat::of(&self.file) == Ok(RecordFormat::Store) {
            let store = Store::open_existing(&self.file)?;
            let events = store.events()?;
            let shown = usize::try_from(limit).unwrap_or(usize::MAX).min(events.len());
            events[..shown].iter().try_for_each(|event| writeln!(out, "{}", about(event)))?;
            more(&mut out, (events.len() - shown) as u64, "matches")?;
            let alone = store.games_of_no_match()?;
            if alone > 0 && !events.is_empty() {
                writeln!(out, "of no match: {}", counted(alone, "game", "games"))?;
            }
        }
        let (mut number, mut found, mut events) = (0, 0, BTreeSet::new());
        let lists = Wanted { event: None, game: self.filter.game_of_lists(), registry: catalog };
        for_each_record::<Failure>(std::slice::from_ref(&self.file), &lists, |record| {
            number += 1;
            if let (Some(name), Some(_)) = (&record.event, self.filter.event()) {
                events.insert(name.clone());
            }
            if !wants(&record) {
                return Ok(true);
            }
            found += 1;
            if found > limit {
                // The others are still counted.
            } else if self.json {
                write_record(&mut out, &record)?;
            } else {
                let Record { game, agents, end, moves, date, .. } = &record;
                let date = date.as_ref().map_or_else(String::new, |date| format!("{date}  "));
                let agents = agents.join(" - ");
                let moves = counted(moves.len() as u64, "move", "moves");
                let line = format!("{date}{game}  {agents}  {end}  ({moves})");
                writeln!(out, "{number:>5}  {}", visible(&line))?;
            }
            Ok(!self.json || found < limit)
        })?;
        if let Some(wanted) = self.filter.event().filter(|wanted| found == 0 && !events.contains(*wanted)) {
            return Err(no_such_match(&self.file.display().to_string(), wanted, &events));
        }
        if found == 0 && !self.json {
            match number {
                0 => writeln!(out, "there is no game in it")?,
                number => writeln!(out, "no such game among {number}")?,
            }
        }
        if !self.json {
            more(&mut out, u64::saturating_sub(found, limit), "games")?;
        }
        Ok(())
    }
}

/// A line about a match.
fn about(event: &EventSummary) -> String {
    let EventSummary { name, game, games, seed, program, created, .. } = event;
    let seed = seed.map(|seed| format!("seed {seed}"));
    let more = [seed, program.clone(), created.clone()].into_iter().flatten();
    let text = format!("match `{name}`: {game}, {games} games");
    visible(&more.fold(text, |text, part| text + ", " + &part)).into_owned()
}

/// Says how many are not listed.
fn more(out: &mut impl Write, count: u64, what: &str) -> io::Result<()> {
    if count == 0 { Ok(()) } else { writeln!(out, "and {count} more {what}; --limit 0 lists all") }
}

impl Show {
    fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let record = self.lists.nth(catalog, &self.file, self.game)?;
        let mut out = std::io::stdout().lock();
        if self.json {
            write_record(&mut out, &record)?;
            return Ok(());
        }
        let Record { game, agents, end, moves, opening, .. } = &record;
        writeln!(out, "{}", visible(&format!("{game}: {}", agents.join(" - "))))?;
        if let (Some(event), Some(number)) = (&record.event, record.number) {
            let seed = record.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
            let date = record.date.as_ref().map_or_else(String::new, |date| format!(", {date}"));
            writeln!(out, "game {} of `{}`{seed}{date}", number + 1, visible(event))?;
        }
        let mut session = begin(&catalog.game(&record.game)?, &record)?;
        let mut draw = |session: &dyn Session| {
            let marks = Marks { last: session.last_footprint(), ..Marks::default() };
            writeln!(out, "\n{}", terminal::draw(&session.view(), &marks, self.color.screen()))
        };
        for (index, mv) in moves.iter().enumerate() {
            if self.moves {
                draw(&*session)?;
            }
            let wrong = |error| {
                Failure::file(&self.file, &format!("game {}, move {}: {error}", self.game, index + 1))
            };
            session.play(mv).map_err(wrong)?;
        }
        draw(&*session)?;
        writeln!(out, "moves: {}", moves.join(" "))?;
        if *opening > 0 {
            writeln!(out, "the first {opening} are the opening")?;
        }
        writeln!(out, "{}", visible(&end.to_string()))?;
        Ok(())
    }
}

impl Replay {
    fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        let mut report = ReplayReport { games: 0, wrong: 0 };
        let mut games = KnownGames::of(catalog);
        let mut number = 0;
        self.lists.for_each(catalog, &self.file, |record| {
            number += 1;
            if self.game.is_none_or(|wanted| wanted == number) {
                report.games += 1;
                if let Err(wrong) = games.verify(&record) {
                    report.wrong += 1;
                    if !self.json {
                        writeln!(out, "game {number}: {}", visible_lines(&wrong.to_string()))?;
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
            let games = counted(report.games, "game", "games");
            writeln!(out, "{games} replayed, {}", differing(report.wrong))?;
        }
        match report.wrong {
            0 => Ok(()),
            wrong => Err(Failure::file(&self.file, &differing(wrong))),
        }
    }
}

impl History {
    fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let mut records: Vec<Record> = Vec::new();
        self.lists.for_each(catalog, &self.file, |record| {
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
        let earlier = if self.add { agon_files::read_text_if_there(&self.out)? } else { None };
        let game = catalog.game(&first.game)?;
        game.move_history(earlier.as_deref(), &[]).map_err(|error| Failure::file(&self.out, &error))?;
        let text = game.move_history(earlier.as_deref(), &records);
        let text = text.map_err(|error| Failure::file(&self.file, &error))?;
        agon_files::write(&self.out, MOVE_HISTORY, Replace::forced(self.force), &text)?;
        let mut out = std::io::stdout().lock();
        // Besides the first line and the last.
        let moves = text.lines().count() - 2;
        let file = self.out.display().to_string();
        writeln!(out, "{} games learned; {} knows {moves} moves", records.len(), visible(&file))?;
        Ok(())
    }
}

/// As `agon_search::MoveHistory` begins a file.
const MOVE_HISTORY: FileKind =
    FileKind { name: "move history", begins: |head| head.starts_with(b"agon move history") };

fn missing(file: &Path, wanted: usize, games: usize) -> Failure {
    Failure::file(file, &format!("there is no game {wanted}; the file has {games}, counted from 1"))
}

/// The game of a record before its first move.
pub fn begin(game: &Arc<dyn AnyGame>, record: &Record) -> Result<Box<dyn Session>, Failure> {
    let origin = record.start.as_deref().map_or(Origin::Start, Origin::Position);
    Ok(game.clone().session(&[], &origin)?)
}

/// `1 differs from its record`.
fn differing(games: u64) -> String {
    if games == 1 {
        "1 differs from its record".to_owned()
    } else {
        format!("{games} differ from their record")
    }
}
