//! `agon data`: the ends of games that forests learn from ([KInARow2012] section 3.6, and its program `dbimport`).

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agon_catalog::records::{Wanted, for_each_record, record_files};
use agon_catalog::{AnyGame, Origin, Registry, WIDEST_WINDOW, Window};
use agon_core::{ReadError, counted};
use agon_records::{CopyCounter, EndCounts, EndStore, Record, StoreError, StoredEnd};
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::failure::Failure;
use crate::known_games::KnownGames;
use crate::notes::note;
use crate::terminal;

/// Collect the ends of games that forests learn from: the cells around the last move, and who won.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon data import games.db ends.db --window 3\n  \
    agon data import games.db more.db --window 3\n  agon data merge ends.db more.db all.db\n  \
    agon data stats ends.db\n\n\
    A training keeps the ends of its games in data.db of its folder, and begins with those of --set data=FILE.")]
pub struct Data {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Take the ends of recorded games into a store of ends
    Import(Import),
    /// Take the ends of stores into one, none of them twice
    Merge(Merge),
    /// Say what a store holds
    Stats(Stats),
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon data import games.db ends.db --window 3\n  \
    agon data import games.db wide.db --window 5 --lifted --json")]
struct Import {
    /// Files of recorded games, or folders of them
    #[arg(required = true)]
    from: Vec<PathBuf>,
    /// The store of ends; made if it is not there
    to: PathBuf,
    /// The side of the window around the last move: the pattern radius
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=i64::from(WIDEST_WINDOW)))]
    window: u32,
    /// Leave the last piece itself out, so that trees learn what comes before it
    #[arg(long)]
    lifted: bool,
    /// How many of the last moves to look at, each in a window of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    moves: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon data import games.db ends.db --window 3\n  \
    agon data import games.db more.db --window 3\n  agon data merge ends.db more.db all.db")]
struct Merge {
    /// The stores to read
    #[arg(required = true)]
    from: Vec<PathBuf>,
    /// The store to write; made if it is not there
    to: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon data import games.db ends.db --window 3\n  agon data stats ends.db"
)]
struct Stats {
    /// The store
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What came into a store.
#[derive(Default, Serialize)]
struct Taken {
    read: u64,
    /// What could be learned from them.
    ends: u64,
    added: u64,
    /// Games that did not end by the rules, or whose board is smaller than the window.
    without_end: u64,
}

/// So many ends go into a store at once.
const BATCH: usize = 1000;

impl Data {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        match &self.what {
            What::Import(import) => import.run(catalog),
            What::Merge(merge) => merge.run(),
            What::Stats(stats) => stats.run(),
        }
    }
}

impl Import {
    fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        for path in &self.from {
            record_files(path)?;
        }
        let mut store = Target::new(&self.to)?;
        let (mut games, mut copies) = (KnownGames::of(catalog), CopyCounter::default());
        let (mut taken, mut batch) = (Taken::default(), Vec::new());
        let mut too_small = BTreeMap::new();
        let window = Window { lifted: self.lifted, moves: self.moves, ..Window::around_the_end(self.window) };
        let wanted = Wanted { registry: catalog, ..Wanted::default() };
        for_each_record(&self.from, &wanted, |record| {
            taken.read += 1;
            let game = games.find(&record)?;
            let ends = game.ends_of_game(&record, window)?;
            if ends.is_empty() {
                taken.without_end += 1;
                if let Entry::Vacant(new) = too_small.entry(game.spec()) {
                    new.insert(self.too_small(&game)?);
                }
            }
            let source = source_of(&record);
            let lifted = if self.lifted { " lifted" } else { "" };
            let identity = copies.identity(&record);
            taken.ends += ends.len() as u64;
            for (before, end) in ends.iter().rev().enumerate() {
                let earlier = if before > 0 { format!(" {before} before") } else { String::new() };
                let identity =
                    agon_files::digest(format!("end 1 {identity} {}{lifted}{earlier}", self.window));
                let (text, source) = (end.to_string(), source.clone());
                batch.push(StoredEnd { identity, game: game.spec(), text, source });
            }
            if batch.len() >= BATCH {
                taken.added += store.add(&std::mem::take(&mut batch))?;
            }
            Ok::<_, Failure>(true)
        })?;
        taken.added += store.add(&batch)?;
        taken.say(self.json, "game", "games")?;
        too_small.values().flatten().for_each(|said| note(said));
        Ok(())
    }

    /// What is to be said of a game whose board has no room for the window.
    fn too_small(&self, game: &Arc<dyn AnyGame>) -> Result<Option<String>, ReadError> {
        let view = game.clone().session(&[], &Origin::Start)?.view();
        let (side, width, height) = (self.window, view.width, view.height());
        let room = width.min(height);
        Ok((room < side as usize).then(|| {
            format!(
                "the window of {side}x{side} is larger than the board of {}, {width}x{height}: its games have no ends \
                 to learn from; --window {room} or less fits",
                game.spec()
            )
        }))
    }
}

/// Where ends go. A store that was not there is made for the first of them: an import that is refused leaves none behind.
struct Target<'p> {
    path: &'p Path,
    store: Option<EndStore>,
}

impl<'p> Target<'p> {
    fn new(path: &'p Path) -> Result<Self, StoreError> {
        let store = match path.exists() {
            true => Some(EndStore::open(path)?),
            false => EndStore::check_new(path).map(|()| None)?,
        };
        Ok(Self { path, store })
    }

    fn add(&mut self, ends: &[StoredEnd]) -> Result<u64, StoreError> {
        let store = match self.store.take() {
            Some(store) => store,
            None => EndStore::open(self.path)?,
        };
        self.store.insert(store).add(ends)
    }
}

/// What tells the matches of records apart: many have the same name.
fn source_of(record: &Record) -> String {
    match (&record.event, &record.event_id) {
        (Some(event), Some(id)) => format!("{event} ({id})"),
        (Some(event), None) => event.clone(),
        (None, _) => "records".to_owned(),
    }
}

impl Merge {
    fn run(&self) -> Result<(), Failure> {
        let sources =
            self.from.iter().map(|path| EndStore::open_existing(path)).collect::<Result<Vec<_>, _>>()?;
        let store = EndStore::open(&self.to)?;
        let mut taken = Taken::default();
        for source in sources {
            let ends = source.ends(None)?;
            taken.read += ends.len() as u64;
            taken.ends += ends.len() as u64;
            for batch in ends.chunks(BATCH) {
                taken.added += store.add(batch)?;
            }
        }
        taken.say(self.json, "end", "ends")
    }
}

impl Taken {
    fn say(&self, json: bool, one: &str, many: &str) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        if json {
            writeln!(out, "{}", serde_json::to_string(self)?)?;
            return Ok(());
        }
        let Self { read, ends, added, without_end } = self;
        write!(
            out,
            "{} read, ends added: {added}, already there: {}",
            counted(*read, one, many),
            ends - added
        )?;
        match without_end {
            0 => writeln!(out)?,
            count => writeln!(out, ", without an end to learn from: {count}")?,
        }
        Ok(())
    }
}

impl Stats {
    fn run(&self) -> Result<(), Failure> {
        let counts = EndStore::open_existing(&self.file)?.counts()?;
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", agon_core::visible_json(&serde_json::to_string(&counts)?))?;
            return Ok(());
        }
        if counts.is_empty() {
            writeln!(out, "no ends of games")?;
        }
        for EndCounts { game, side, ends, different, wins, draws, losses, sources } in counts {
            let game = agon_core::visible(&game);
            let ends = counted(ends, "end", "ends");
            let line = format!(
                "{game}, window {side}: {ends} ({different} different) from {}; the last to move won {wins}, lost \
                 {losses}, drew {draws}",
                counted(sources, "source", "sources")
            );
            writeln!(out, "{}", terminal::fitted(&line, terminal::columns()))?;
        }
        Ok(())
    }
}
