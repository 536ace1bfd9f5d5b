//! `agon convert`: game records from one format to another, and several files into one.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use agon_catalog::Registry;
use agon_catalog::records::{Wanted, WthorWriter, for_each_record, foreign_text, record_files};
use agon_files::{Output, Replace};
use agon_records::{CopyCounter, Record, RecordFormat, RecordUnion, RenamedEvent, Store, write_record};
use clap::Args;

use crate::failure::Failure;
use crate::known_games::KnownGames;
use crate::notes::note;
use crate::record_filter::no_such_match;

/// Convert game records from one format to another; the names of the files say which. Games of several files are
/// merged: each is written once, and matches of the same name stay apart.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  agon convert games.db games.jsonl
  agon convert games.jsonl games.db
  agon convert games.db games.jsonl all.db
  agon convert games.db openings.txt --plies 8
  agon convert WTH_2001.wtb games.jsonl      names from WTH.JOU and WTH.TRN beside it
  agon convert wthor/ othello.db             every file of records in the folder
  agon convert games.jsonl games.wtb
  agon convert transcripts.txt games.wtb
  agon convert games.ggf games.jsonl         Othello games of a server
  agon convert games.blksgf games.jsonl      Pentobi: every variation becomes a game
  agon convert game.psq game.sgf             Gomoku: from Piskvork to any SGF editor

Formats:
  .db, .sqlite  a store; games are added to those that it has, none of them twice
  .jsonl        a record to a line; a file that is there is replaced, as are those of the next two
  .txt          a move list to a line: `f5d6c3d3...`; `#` begins a comment. Who played is lost.
                Of Reversi, passes may be left out and a score may follow: `+12` or `38-26`.
                Of Connect Four it is digits: `4453`
  .wtb          a WTHOR database: games of `reversi` that are over or have a score. New players
                and tournaments go into WTH.JOU and WTH.TRN beside it, cut to 19 and 25 letters
                of Latin-1. The best scores of such a file are not kept, nor are years when
                games of several go into one file
  .ggf          Othello games as servers keep them, on square boards
  .sgf          Gomoku; each variation is read as a game, a set-up as the position it starts from
  .blksgf       the same for Blokus, as the program Pentobi writes it
  .psq          one Gomoku game of Piskvork

Moves that break the rules are refused, before anything is written: `agon records replay` lists all such games.

A game is the same in two files if its moves, end and players are equal and it has the same number in the same match.
Without number and seed, as in .wtb and .txt files, equal games of one file are different games.")]
pub struct Convert {
    /// The files to read; a folder stands for its files of records, all but .txt
    #[arg(required = true)]
    from: Vec<PathBuf>,
    /// The file to write
    to: PathBuf,
    /// Only games of this match
    #[arg(long = "match", value_name = "NAME")]
    event: Option<String>,
    /// The game that move lists (.txt) are of; reversi if not said
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// To .txt: only the first plies of each game
    #[arg(long)]
    plies: Option<usize>,
    /// To .txt: the score after each game, where it is known
    #[arg(long, conflicts_with = "plies")]
    scores: bool,
    /// Replace a file that is not a file of records
    #[arg(long)]
    force: bool,
}

/// So many games go into a store at once.
const BATCH: usize = 1000;

impl Convert {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let format = RecordFormat::of(&self.to)?;
        let sources = self.sources()?;
        self.refuse_unused(format, &sources)?;
        self.check(catalog, &sources)?;
        let was_there = fs::metadata(&self.to).is_ok_and(|found| found.is_file());
        let mut out = std::io::stdout().lock();
        if format == RecordFormat::Store {
            let (read, added) = self.to_store(catalog, &sources)?;
            writeln!(out, "games read: {read}, added: {added}, already there: {}", read - added)?;
            return Ok(());
        }
        let (read, written) = match format {
            RecordFormat::Store | RecordFormat::Lines => {
                self.to_text(catalog, &sources, format, |record, out| Ok(write_record(out, record)?))?
            }
            RecordFormat::Moves => {
                self.to_text(catalog, &sources, format, |record, out| self.write_moves(record, out))?
            }
            RecordFormat::Wthor => self.to_wthor(catalog, &sources)?,
            RecordFormat::Ggf | RecordFormat::Sgf | RecordFormat::Psq => {
                self.to_foreign(catalog, &sources, format)?
            }
        };
        let replaced = if was_there { " in the place of the old file" } else { "" };
        writeln!(out, "games read: {read}, written{replaced}: {written}, read before: {}", read - written)?;
        Ok(())
    }

    /// Options that would change nothing: who gives them expects something else.
    fn refuse_unused(&self, format: RecordFormat, sources: &[PathBuf]) -> Result<(), Failure> {
        let of_lists = [(self.plies.is_some(), "--plies"), (self.scores, "--scores")];
        if let Some((_, option)) = of_lists.iter().find(|(given, _)| *given && format != RecordFormat::Moves)
        {
            let why = format!("{option} is for move lists: it needs an output that ends in .txt");
            return Err(Failure::file(&self.to, &why));
        }
        let is_list = |path: &PathBuf| RecordFormat::of(path) == Ok(RecordFormat::Moves);
        match &self.game {
            Some(game) if !sources.iter().any(is_list) => Err(Failure::File(format!(
                "--game {game} is for move lists (.txt), and none is read: other files say what game they are of"
            ))),
            _ => Ok(()),
        }
    }

    /// The game that move lists are of.
    fn game_of_lists(&self) -> &str {
        self.game.as_deref().unwrap_or(Wanted::default().game)
    }

    /// The files to read. The output is not read with the folder that it lies in.
    fn sources(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut sources = Vec::new();
        for path in &self.from {
            for file in record_files(path)? {
                if !is_same(&file, &self.to) {
                    sources.push(file);
                } else if !path.is_dir() {
                    return Err(Failure::file(&file, &"the same file cannot be read and written"));
                }
            }
        }
        Ok(sources)
    }

    /// Hands over the games one by one, and says when a file begins; how many there were.
    fn for_each(
        &self,
        catalog: &Registry,
        sources: &[PathBuf],
        mut each: impl FnMut(Next) -> Result<(), Failure>,
    ) -> Result<u64, Failure> {
        let wanted = Wanted { event: self.event.as_deref(), game: self.game_of_lists(), registry: catalog };
        let mut games = 0;
        for source in sources {
            each(Next::Source(source.clone()))?;
            for_each_record(std::slice::from_ref(source), &wanted, |record| {
                games += 1;
                each(Next::Game(Box::new(record))).map(|()| true)
            })?;
        }
        if games == 0 { Err(self.nothing(catalog, sources)) } else { Ok(games) }
    }

    /// Plays all games again before anything is written: what breaks the rules goes into no file. Games of which this
    /// program does not know the rules may be those of another version, and are passed on.
    fn check(&self, catalog: &Registry, sources: &[PathBuf]) -> Result<(), Failure> {
        let (mut games, mut unknown) = (KnownGames::of(catalog), BTreeMap::<String, u64>::new());
        let (mut file, mut number) = (PathBuf::new(), 0_u64);
        self.for_each(catalog, sources, |next| {
            let record = match next {
                Next::Game(record) => record,
                Next::Source(source) => {
                    (file, number) = (source, 0);
                    return Ok(());
                }
            };
            number += 1;
            let is_known = games.check_moves(&record).map_err(|error| {
                let of = self.event.as_ref().map_or_else(String::new, |event| format!(" of `{event}`"));
                Failure::file(&file, &format!("game {number}{of}: {}", error.message))
            })?;
            if !is_known {
                *unknown.entry(record.game).or_default() += 1;
            }
            Ok(())
        })?;
        for (game, games) in unknown {
            note(&format!("this version does not know `{game}`: the moves of {games} games are not checked"));
        }
        Ok(())
    }

    /// Why no game was found.
    fn nothing(&self, catalog: &Registry, sources: &[PathBuf]) -> Failure {
        let named: Vec<_> = self.from.iter().map(|path| path.display().to_string()).collect();
        let Some(event) = &self.event else {
            return Failure::File(format!("{}: there is no game", named.join(", ")));
        };
        let mut names = BTreeSet::new();
        let all = Wanted { event: None, game: self.game_of_lists(), registry: catalog };
        // Only a hint: what cannot be read was said before.
        let _ = for_each_record::<Failure>(sources, &all, |record| {
            names.extend(record.event);
            Ok(true)
        });
        no_such_match(&named.join(", "), event, &names)
    }

    /// Says which matches have another name from now on.
    fn tell_names(&self, renamed: &[RenamedEvent]) {
        for RenamedEvent { from, to } in renamed {
            let here = self.to.display();
            note(&format!("{here}: there is another match `{from}`; the one that came is called `{to}`"));
        }
    }

    fn to_store(&self, catalog: &Registry, sources: &[PathBuf]) -> Result<(u64, u64), Failure> {
        let mut store = Store::open(&self.to)?;
        let (mut batch, mut copies, mut added) = (Vec::with_capacity(BATCH), CopyCounter::default(), 0);
        let read = self.for_each(catalog, sources, |next| {
            if batch.len() == BATCH || matches!(next, Next::Source(_)) {
                added += store.import(&batch, &mut copies)?;
                batch.clear();
            }
            match next {
                Next::Game(record) => batch.push(*record),
                Next::Source(path) => {
                    copies = CopyCounter::default();
                    self.adopt(&mut store, &path)?;
                }
            }
            Ok(())
        })?;
        added += store.import(&batch, &mut copies)?;
        self.tell_names(store.renamed());
        Ok((read, added))
    }

    /// Takes over the plans of the matches of another store, so that they can be gone on with.
    fn adopt(&self, store: &mut Store, source: &Path) -> Result<(), Failure> {
        if RecordFormat::of(source)? != RecordFormat::Store {
            return Ok(());
        }
        let mut events = Store::open_existing(source)?.events()?;
        events.retain(|event| self.event.as_ref().is_none_or(|wanted| *wanted == event.name));
        Ok(store.adopt(&events)?)
    }

    fn to_text(
        &self,
        catalog: &Registry,
        sources: &[PathBuf],
        format: RecordFormat,
        write: impl Fn(&Record, &mut Output) -> Result<(), Failure>,
    ) -> Result<(u64, u64), Failure> {
        let mut file = Output::create(&self.to, format.kind(), Replace::forced(self.force))?;
        let counts = self.merge(catalog, sources, |record| write(record, &mut file))?;
        file.finish()?;
        Ok(counts)
    }

    /// A file of another program. One of Piskvork has room for one game.
    fn to_foreign(
        &self,
        catalog: &Registry,
        sources: &[PathBuf],
        format: RecordFormat,
    ) -> Result<(u64, u64), Failure> {
        let written = Cell::new(0_u64);
        self.to_text(catalog, sources, format, |record, out| {
            written.set(written.get() + 1);
            if format == RecordFormat::Psq && written.get() > 1 {
                return Err(Failure::file(
                    &self.to,
                    &"a .psq file holds one game; `agon records show FILE N --json` picks one of several",
                ));
            }
            let text = foreign_text(format, record, catalog);
            let text =
                text.map_err(|error| Failure::file(&self.to, &format!("game {}: {error}", written.get())))?;
            Ok(write!(out, "{}", text.unwrap_or_default())?)
        })
    }

    fn to_wthor(&self, catalog: &Registry, sources: &[PathBuf]) -> Result<(u64, u64), Failure> {
        let mut writer = WthorWriter::new(&self.to, Replace::forced(self.force));
        let counts = self.merge(catalog, sources, |record| Ok(writer.add(record)?))?;
        writer.finish()?;
        Ok(counts)
    }

    /// Hands over each game once; how many there were, and how many of them were not there before.
    fn merge(
        &self,
        catalog: &Registry,
        sources: &[PathBuf],
        mut each: impl FnMut(&Record) -> Result<(), Failure>,
    ) -> Result<(u64, u64), Failure> {
        let (mut union, mut new) = (RecordUnion::default(), 0);
        let read = self.for_each(catalog, sources, |next| {
            match next {
                Next::Source(_) => union.begin_source(),
                Next::Game(record) => {
                    if let Some(record) = union.add(*record) {
                        new += 1;
                        each(&record)?;
                    }
                }
            }
            Ok(())
        })?;
        self.tell_names(union.renamed());
        Ok((read, new))
    }

    fn write_moves(&self, record: &Record, out: &mut Output) -> Result<(), Failure> {
        let plies = self.plies.unwrap_or(usize::MAX).min(record.moves.len());
        write!(out, "{}", move_list(&record.moves[..plies]))?;
        if let Some(difference) = record.difference().filter(|_| self.scores) {
            write!(out, " {difference:+}")?;
        }
        Ok(writeln!(out)?)
    }
}

/// Moves as other programs read them: those of one letter or digit need no spaces.
fn move_list(moves: &[String]) -> String {
    let dense = moves.iter().all(|mv| mv.len() == 1);
    moves.join(if dense { "" } else { " " })
}

/// What comes next out of the files that are read.
enum Next {
    Source(PathBuf),
    Game(Box<Record>),
}

/// Whether two names stand for one file that is there.
fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
