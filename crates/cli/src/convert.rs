//! `agon convert`: game records from one format to another.

use std::io::Write;
use std::path::PathBuf;

use agon_arena::records::{AtomicFile, RecordFormat, Store, write_record};
use clap::Args;

use crate::failure::Failure;
use crate::record_files::for_each_record;

/// Convert game records from one format to another; the names of the files say which.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon convert games.db games.jsonl\n  agon convert games.jsonl games.db\n  \
    agon convert games.db openings.txt --plies 8\n\n\
    Formats: .db or .sqlite (a store), .jsonl (a record to a line), .txt (a move list to a line; only to write).\n\
    Games that a store has already are not added twice."
)]
pub struct Convert {
    /// The file to read
    from: PathBuf,
    /// The file to write
    to: PathBuf,
    /// Only games of this match
    #[arg(long = "match", value_name = "NAME")]
    event: Option<String>,
    /// With .txt: only the first plies of each game
    #[arg(long)]
    plies: Option<usize>,
}

/// So many games go into a store at once.
const BATCH: usize = 1000;

impl Convert {
    pub fn run(&self) -> Result<(), Failure> {
        let format = RecordFormat::of(&self.to)?;
        let mut games = 0u64;
        if format == RecordFormat::Store {
            // A missing or unreadable input must not leave an empty store behind.
            for_each_record(&self.from, self.event.as_deref(), |_| Ok(true))?;
            let mut store = Store::open(&self.to)?;
            let mut batch = Vec::with_capacity(BATCH);
            for_each_record(&self.from, self.event.as_deref(), |record| {
                games += 1;
                batch.push(record);
                if batch.len() == BATCH {
                    store.add(&batch)?;
                    batch.clear();
                }
                Ok(true)
            })?;
            store.add(&batch)?;
        } else {
            let mut file = None;
            for_each_record(&self.from, self.event.as_deref(), |record| {
                games += 1;
                if file.is_none() {
                    file =
                        Some(AtomicFile::create(&self.to).map_err(|error| Failure::file(&self.to, &error))?);
                }
                let Some(out) = &mut file else { return Ok(false) };
                match format {
                    RecordFormat::Moves => {
                        let plies = self.plies.unwrap_or(usize::MAX).min(record.moves.len());
                        writeln!(out, "{}", record.moves[..plies].join(" "))?;
                    }
                    RecordFormat::Lines | RecordFormat::Store => write_record(out, &record)?,
                }
                Ok(true)
            })?;
            match file {
                Some(file) => file.finish()?,
                None => AtomicFile::write(&self.to, "")?,
            }
        }
        writeln!(std::io::stdout().lock(), "{games} games")?;
        Ok(())
    }
}
