//! The store: games, matches and players in one SQLite file.
//!
//! The file is in WAL mode, and every batch of games is one transaction that reserves its right to write before it
//! reads: a killed process leaves whole games only, several processes may write, and others read meanwhile. Original design.
//!
//! ```text
//! matches  one row for each match or tournament: its identity, its name here, its plan, seed and program
//! players  one row for each agent spec of a game
//! games    one row for each game, told apart by its identity
//! seats    who sat where in a game, what it brought and what it cost
//! ```

mod events;
mod insert;
mod location;
mod migrate;
pub(crate) mod open;
mod read;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use agon_files::{FileError, FileLock};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};

use crate::identity::CopyCounter;
use crate::record::Record;
use crate::union::RenamedEvent;
pub use events::{BeginOrResume, BegunEvent, Event, EventSummary};
use insert::KnownRows;
use location::StoreLocation;
use open::SchemaForm;

/// What can go wrong with a store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields stand in the message")]
pub enum StoreError {
    /// SQLite failed.
    #[error("{path}: {}", said(source, path))]
    Sqlite { path: String, source: rusqlite::Error },
    /// The name does not stand for a file that a store could be.
    #[error("{path}: {cause}")]
    Unfit { path: String, cause: String },
    /// There is no such file, or it cannot be read.
    #[error("{0}")]
    File(FileError),
    /// The file is a database of something else, or of a later version.
    #[error("{path}: this is no store of games that this version can read")]
    Foreign { path: String },
    /// A row that cannot have been written like this.
    #[error("{path}: row {row} of table `{table}` is damaged: {cause}")]
    Damaged { path: String, table: &'static str, row: i64, cause: String },
    /// The file was deleted or replaced.
    #[error("{path}: the store was deleted or replaced while it was in use; games added to it are lost")]
    Gone { path: String },
    /// A match of that name was played with another plan.
    #[error(
        "{path}: `{name}` was begun with other settings ({difference}); choose another name or another file"
    )]
    OtherPlan { path: String, name: String, difference: String },
    /// A match of that name is there, and a new one was wanted.
    #[error("{path}: there is a match `{name}` already; go on with it by --resume, or choose another name")]
    Taken { path: String, name: String },
    /// Somebody plays that match just now.
    #[error("{path}: another process plays `{name}` just now; wait for it, or choose another name")]
    InUse { path: String, name: String },
    /// There is no match of that name to go on with.
    #[error("{path}: there is no match `{name}` to resume")]
    Missing { path: String, name: String },
}

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: String,
    location: StoreLocation,
    form: SchemaForm,
    known: KnownRows,
    /// The matches that are played through this store, by their ids: nobody else plays them meanwhile.
    held: HashMap<String, FileLock>,
}

/// What SQLite says, without the file that it may have put at the end, and what it means where that is not obvious.
fn said(error: &rusqlite::Error, path: &str) -> String {
    let said = error.to_string();
    let said = said.strip_suffix(path).and_then(|said| said.strip_suffix(": ")).unwrap_or(&said);
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full, a limit for files is reached".to_owned(),
        Some(ErrorCode::SystemIoFailure) => {
            format!("{said}; the disk is full, a limit for files is reached, or the disk fails")
        }
        Some(ErrorCode::DatabaseCorrupt) => format!(
            "the store is damaged ({said}); it was left as it is: take a copy that you have, or read what is left of it by \
             `.recover` of the program sqlite3"
        ),
        Some(ErrorCode::NotADatabase) => format!("{said}, and so not a store; name another file"),
        _ => said.to_owned(),
    }
}

impl Store {
    /// The files that a store consists of while it is open: SQLite keeps three beside the first.
    #[must_use]
    pub fn files(path: &Path) -> [PathBuf; 4] {
        ["", "-wal", "-shm", "-journal"].map(|ending| {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        })
    }

    /// The matches that were given another name when they came, because theirs was taken.
    #[must_use]
    pub fn renamed(&self) -> &[RenamedEvent] {
        &self.known.renamed
    }

    fn fail(&self) -> impl Fn(rusqlite::Error) -> StoreError + use<> {
        let path = self.path.clone();
        move |source| StoreError::Sqlite { path: path.clone(), source }
    }

    /// Adds games, all of them or none, as a source of their own; how many were not there yet.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, records: &[Record]) -> Result<u64, StoreError> {
        self.import(records, &mut CopyCounter::default())
    }

    /// Adds some games of a source, all of them or none; how many were not there yet. `copies` counts equal games of
    /// the source.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn import(&mut self, records: &[Record], copies: &mut CopyCounter) -> Result<u64, StoreError> {
        let mut known = std::mem::take(&mut self.known);
        let added = self.write(|transaction| insert::all(transaction, &mut known, copies, records))?;
        // What a failed transaction knew was never written.
        self.known = known;
        Ok(added)
    }

    /// Writes in one transaction that nobody else writes into.
    fn write<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, rusqlite::Error>,
    ) -> Result<T, StoreError> {
        let done = in_one_transaction(&self.connection, work).map_err(self.fail());
        self.check_location()?;
        done
    }

    /// Whether what was written can still be found under the name of the store.
    ///
    /// # Errors
    /// If the file was deleted or replaced.
    pub fn check_location(&self) -> Result<(), StoreError> {
        if self.location.is_unchanged() { Ok(()) } else { Err(StoreError::Gone { path: self.path.clone() }) }
    }
}

/// Does work in one transaction that nobody else writes into.
pub(crate) fn in_one_transaction<T>(
    connection: &Connection,
    work: impl FnOnce(&Transaction<'_>) -> Result<T, rusqlite::Error>,
) -> Result<T, rusqlite::Error> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let done = work(&transaction)?;
    transaction.commit()?;
    Ok(done)
}

#[cfg(test)]
mod tests;
