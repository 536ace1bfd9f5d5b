//! `agon book`: opening books that the program makes for itself.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use agon_catalog::records::{Wanted, for_each_record};
use agon_catalog::{Analysis, AnyBook, BookLine, BookPlan, Registry};
use agon_core::spec::Spec;
use agon_core::{Clock, SystemClock, Unit, counted, visible};
use agon_files::{FileKind, FileLock, Replace};
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::command_line;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress;

/// Make and look at opening books, for agents with `book=FILE`
#[derive(Debug, Args)]
pub struct BookCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Add positions to a book, or begin one: a search values every move of them
    Learn(Learn),
    /// Show the lines of a book with their values
    Show(Show),
}

#[derive(Debug, Args)]
#[command(
    after_help = "The book grows where play is likely to go; Ctrl-C keeps what was added, and the same command goes on.\n\n\
    Examples:\n  agon book learn reversi openings.book --positions 20 --nodes 2000\n  \
    agon book learn connect4 c4.book --positions 10 --nodes 2000\n  \
    agon book learn reversi openings.book --records games.db --least-games 50\n  \
    agon play reversi human \"best(book=openings.book)\""
)]
struct Learn {
    /// The game, for two players
    game: String,
    /// The book; one that is there grows
    book: PathBuf,
    /// Positions to add
    #[arg(long, default_value_t = 100)]
    positions: u64,
    /// No position further from the start, in plies
    #[arg(long, default_value_t = 30)]
    plies: u32,
    /// Positions that a search visits for each position of the book
    #[arg(long, default_value_t = 50_000, conflicts_with = "agent")]
    nodes: u64,
    /// Who values moves, such as "negascout(eval=models, depth=8, every-move)"; the strongest agent if not given
    // By name: clap prefers `From<String>`, which takes any text for a single word.
    #[arg(long, value_parser = str::parse::<Spec>)]
    agent: Option<Spec>,
    /// Files or folders of recorded games: positions that many of them come to are added first
    #[arg(long, value_name = "FILE", num_args = 1..)]
    records: Vec<PathBuf>,
    /// How many games must come to such a position
    #[arg(long, value_name = "N", default_value_t = 100)]
    least_games: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon book show openings.book\n  agon book show openings.book --moves \"f5 d6\" --plies 2 --json"
)]
struct Show {
    /// The book
    book: PathBuf,
    /// Begin after these moves
    #[arg(long, default_value = "")]
    moves: String,
    /// Plies further to show
    #[arg(long, default_value_t = 2)]
    plies: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// As `agon_search::OpeningBook` begins a file.
const OPENING_BOOK: FileKind =
    FileKind { name: "opening book", begins: |head| head.starts_with(b"agon opening book") };
/// A book that grows for hours is written now and then.
const BETWEEN_WRITES: u64 = 60;

#[derive(Serialize)]
struct LearnReport {
    game: String,
    book: String,
    added: u64,
    positions: usize,
    seconds: f64,
}

#[derive(Serialize)]
struct ShowReport {
    game: String,
    by: String,
    /// What the values count.
    unit: Option<&'static str>,
    positions: usize,
    lines: Vec<LineReport>,
}

#[derive(Serialize)]
struct LineReport {
    line: Vec<String>,
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
struct MoveReport {
    r#move: String,
    value: f64,
    goes_on: bool,
}

impl BookCommand {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        match &self.action {
            Action::Learn(learn) => learn.run(catalog),
            Action::Show(show) => show.run(catalog),
        }
    }
}

impl Learn {
    fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let game = catalog.game(&self.game)?;
        let _lock = self.lock()?;
        let text = agon_files::read_text_if_there(&self.book)?;
        let mut book = game
            .opening_book(text.as_deref().filter(|text| !text.is_empty()))
            .map_err(|error| Failure::file(&self.book, &error))?;
        let stop = interrupt::stop();
        let usual = game.analyst(Analysis { exact: false, every_move: true, threads: 1 });
        let agent = self.agent.clone().unwrap_or_else(|| usual.with("nodes", self.nodes.to_string()));
        game.check_agent(&agent)?;
        // Whatever is wrong with the file is said before the work.
        self.write(&*book)?;
        let spec = game.spec();
        let wanted = Wanted { game: &spec, registry: catalog, ..Wanted::default() };
        for_each_record(&self.records, &wanted, |record| {
            book.offer(&record)?;
            Ok::<_, Failure>(!stop.is_set())
        })?;
        let (clock, bar) = (SystemClock::start(), progress::bar(self.positions));
        let plan = BookPlan {
            agent,
            positions: self.positions,
            plies: self.plies,
            least_games: self.least_games,
            stop: stop.clone(),
        };
        let mut added = 0;
        // In parts, so that a kill loses at most a minute.
        while added < plan.positions && !stop.is_set() {
            let begun = clock.now();
            let part = BookPlan { positions: plan.positions - added, ..plan.clone() };
            let before = added;
            added += book.grow(&part, &mut |new, line| {
                progress::show(&bar, before + new, || line.line.join(" "));
                (clock.now() - begun).as_secs() < BETWEEN_WRITES
            })?;
            self.write(&*book)?;
            if added == before {
                break;
            }
        }
        bar.finish_and_clear();
        let report = LearnReport {
            game: spec,
            book: self.book.display().to_string(),
            added,
            positions: book.len(),
            seconds: clock.now().as_secs_f64(),
        };
        if stop.is_set() && added < self.positions {
            let again = command_line::again(None);
            let said = format!(
                "stopped after {}, which are kept\nto go on: {again}",
                counted(added, "position", "positions")
            );
            return Err(Failure::Interrupted(said));
        }
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", agon_core::visible_json(&serde_json::to_string(&report)?))?;
        } else {
            let added = counted(added, "position", "positions");
            writeln!(out, "{added} added; {} has {}", visible(&report.book), report.positions)?;
        }
        Ok(())
    }

    /// Two who add to a book would each write what the other had not. Where nothing can be locked nothing can be
    /// written either, which is told then.
    fn lock(&self) -> Result<Option<FileLock>, Failure> {
        match FileLock::beside(&self.book, "learn") {
            Ok(None) => {
                let said =
                    "another `agon book learn` adds to this book: wait for its end, or name another file";
                Err(Failure::file(&self.book, &said))
            }
            lock => Ok(lock.ok().flatten()),
        }
    }

    fn write(&self, book: &dyn AnyBook) -> Result<(), Failure> {
        Ok(agon_files::write(&self.book, OPENING_BOOK, Replace::forced(false), book.text())?)
    }
}

impl Show {
    fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let text = agon_files::read_text(&self.book)?;
        let game = catalog.game(&game_of(&text, &self.book)?)?;
        let book = game.opening_book(Some(&text)).map_err(|error| Failure::file(&self.book, &error))?;
        let lines = book.lines(&self.moves, self.plies)?;
        if lines.is_empty() {
            return Err(Failure::file(&self.book, &"the book does not know this position"));
        }
        let mut out = io::stdout().lock();
        if self.json {
            let report = ShowReport {
                game: game.spec(),
                by: book.by(),
                unit: book.unit().map(Unit::name),
                positions: book.len(),
                lines: lines.into_iter().map(report).collect(),
            };
            writeln!(out, "{}", agon_core::visible_json(&serde_json::to_string(&report)?))?;
            return Ok(());
        }
        let positions = counted(book.len() as u64, "position", "positions");
        writeln!(out, "{}, {positions}, by {}", visible(&game.spec()), visible(&book.by()))?;
        if let Some(unit) = book.unit() {
            writeln!(out, "{}", meaning(unit))?;
        }
        lines.iter().try_for_each(|line| writeln!(out, "{}", shown(line)))?;
        Ok(())
    }
}

/// What the values of a book say.
fn meaning(unit: Unit) -> &'static str {
    match unit {
        Unit::Points => "values: points for the mover, * where the book goes on",
        Unit::Chance => "values: the mover's chance to win, from 0 to 1, * where the book goes on",
        Unit::Distance | Unit::Rating => {
            "values: ratings, more is better for the mover, * where the book goes on"
        }
    }
}

/// The game that a book says it is of.
fn game_of(text: &str, path: &Path) -> Result<String, Failure> {
    let mut lines = text.lines();
    let header = lines.next().is_some_and(|line| line.starts_with("agon opening book"));
    let game = lines.next().and_then(|line| line.strip_prefix("game ")).filter(|_| header);
    game.map(str::to_owned).ok_or_else(|| Failure::file(path, &"this is not an opening book"))
}

fn report(line: BookLine) -> LineReport {
    let moves = line.moves.into_iter();
    let moves = moves.map(|(mv, value, goes_on)| MoveReport { r#move: mv, value: value.to_f64(), goes_on });
    LineReport { line: line.line, moves: moves.collect() }
}

/// `f5 d6: c5 +0.5*, c4 -1.2`: a star where the book goes on.
fn shown(line: &BookLine) -> String {
    let moves: Vec<_> = line
        .moves
        .iter()
        .map(|(mv, value, goes_on)| format!("{mv} {value}{}", if *goes_on { "*" } else { "" }))
        .collect();
    let at = if line.line.is_empty() { "start".to_owned() } else { line.line.join(" ") };
    format!("{}: {}", visible(&at), moves.join(", "))
}
