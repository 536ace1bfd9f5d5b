//! `agon convert`: game records from one format to another.

use std::io::Write;
use std::path::PathBuf;

use agon_arena::records::{Record, RecordFormat, Store, write_record};
use agon_catalog::records::{Wanted, WthorWriter, for_each_record};
use agon_files::{Output, Replace};
use clap::Args;

use crate::failure::Failure;

/// Convert game records from one format to another; the names of the files say which.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  agon convert games.db games.jsonl
  agon convert games.jsonl games.db
  agon convert games.db openings.txt --plies 8
  agon convert WTH_2001.wtb games.jsonl      names from WTH.JOU and WTH.TRN beside it
  agon convert wthor/ othello.db             every file of records in the folder
  agon convert games.jsonl games.wtb
  agon convert transcripts.txt games.wtb

Formats:
  .db, .sqlite  a store; games that it has already are not added twice
  .jsonl        a record to a line
  .txt          a move list to a line: `f5d6c3d3...`; `#` begins a comment. Who played is lost.
                Of Reversi, passes may be left out and a score may follow: `+12` or `38-26`
  .wtb          a WTHOR database: games of `reversi` that are over or have a score. New players
                and tournaments go into WTH.JOU and WTH.TRN beside it, cut to 19 and 25 letters
                of Latin-1. The best scores of such a file are not kept, nor are years when
                games of several go into one file")]
pub struct Convert {
    /// The files to read; a folder stands for its .wtb, .jsonl and .db files
    #[arg(required = true)]
    from: Vec<PathBuf>,
    /// The file to write
    to: PathBuf,
    /// Only games of this match
    #[arg(long = "match", value_name = "NAME")]
    event: Option<String>,
    /// The game that move lists (.txt) are of
    #[arg(long, value_name = "GAME", default_value = "reversi")]
    game: String,
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
    pub fn run(&self) -> Result<(), Failure> {
        let format = RecordFormat::of(&self.to)?;
        let games = match format {
            RecordFormat::Store => self.to_store()?,
            RecordFormat::Lines => self.to_text(format, |record, out| Ok(write_record(out, record)?))?,
            RecordFormat::Moves => self.to_text(format, |record, out| self.write_moves(record, out))?,
            RecordFormat::Wthor => self.to_wthor()?,
        };
        writeln!(std::io::stdout().lock(), "{games} games")?;
        Ok(())
    }

    /// Hands over the games one by one; how many there were.
    fn for_each(&self, mut each: impl FnMut(Record) -> Result<(), Failure>) -> Result<u64, Failure> {
        let wanted = Wanted { event: self.event.as_deref(), game: &self.game };
        let mut games = 0;
        for_each_record(&self.from, &wanted, |record| {
            games += 1;
            each(record).map(|()| true)
        })?;
        Ok(games)
    }

    fn to_store(&self) -> Result<u64, Failure> {
        // A missing or unreadable input must not leave an empty store behind.
        self.for_each(|_| Ok(()))?;
        let mut store = Store::open(&self.to)?;
        let mut batch = Vec::with_capacity(BATCH);
        let games = self.for_each(|record| {
            batch.push(record);
            if batch.len() == BATCH {
                store.add(&batch)?;
                batch.clear();
            }
            Ok(())
        })?;
        store.add(&batch)?;
        Ok(games)
    }

    fn to_text(
        &self,
        format: RecordFormat,
        write: impl Fn(&Record, &mut Output) -> Result<(), Failure>,
    ) -> Result<u64, Failure> {
        let create = || Output::create(&self.to, format.kind(), Replace::forced(self.force));
        let mut file = None;
        let games = self.for_each(|record| {
            if file.is_none() {
                file = Some(create()?);
            }
            file.as_mut().map_or(Ok(()), |out| write(&record, out))
        })?;
        match file {
            Some(file) => file.finish()?,
            None => create()?.finish()?,
        }
        Ok(games)
    }

    fn to_wthor(&self) -> Result<u64, Failure> {
        let mut writer = WthorWriter::new(&self.to, Replace::forced(self.force));
        let games = self.for_each(|record| Ok(writer.add(&record)?))?;
        writer.finish()?;
        Ok(games)
    }

    fn write_moves(&self, record: &Record, out: &mut Output) -> Result<(), Failure> {
        let plies = self.plies.unwrap_or(usize::MAX).min(record.moves.len());
        write!(out, "{}", record.moves[..plies].join(" "))?;
        if let Some(difference) = record.difference().filter(|_| self.scores) {
            write!(out, " {difference:+}")?;
        }
        Ok(writeln!(out)?)
    }
}
