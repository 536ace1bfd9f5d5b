//! The store: games, matches and players in one SQLite file.
//!
//! The file is in WAL mode, and every batch of games is one transaction: a killed process leaves whole games only,
//! and another process may read while one writes. Ours.
//!
//! ```text
//! matches  one row for each match or tournament: its plan, seed and program
//! players  one row for each agent spec of a game
//! games    one row for each game; a match has each number once
//! seats    who sat where in a game, what it brought and what it cost
//! ```

mod insert;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Row, params};

use super::record::{End, PROGRAM, Record, SeatRecord};

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS matches (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, plan TEXT NOT NULL,
  seed INTEGER NOT NULL, program TEXT NOT NULL, created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE IF NOT EXISTS players (
  id INTEGER PRIMARY KEY, game TEXT NOT NULL, spec TEXT NOT NULL, UNIQUE (game, spec));
CREATE TABLE IF NOT EXISTS games (
  id INTEGER PRIMARY KEY, match INTEGER REFERENCES matches, number INTEGER, round INTEGER,
  game TEXT NOT NULL, start TEXT, opening INTEGER NOT NULL, moves TEXT NOT NULL, ended TEXT NOT NULL,
  seed INTEGER, program TEXT, UNIQUE (match, number));
CREATE TABLE IF NOT EXISTS seats (
  record INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, player INTEGER NOT NULL REFERENCES players,
  twelfths INTEGER, moves INTEGER, nodes INTEGER, micros INTEGER, PRIMARY KEY (record, seat)) WITHOUT ROWID;
";
/// What `PRAGMA user_version` says of files with this schema.
const VERSION: i64 = 1;

/// What can go wrong with a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite complains.
    #[error("{path}: {source}")]
    Sqlite {
        /// The file.
        path: String,
        /// What it says.
        source: rusqlite::Error,
    },
    /// The file is a database, but not of ours or of a later version.
    #[error("{path}: this is no store of games that this version can read")]
    Foreign {
        /// The file.
        path: String,
    },
    /// A match of that name was played with another plan.
    #[error("{path}: `{name}` was begun with other settings; choose another name or another file")]
    OtherPlan {
        /// The file.
        path: String,
        /// The match.
        name: String,
    },
}

/// A match or tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name, unique in a store.
    pub name: String,
    /// The spec of its game.
    pub game: String,
    /// All that decides which games are played, as text; another plan under the same name is refused.
    pub plan: String,
    /// Its seed.
    pub seed: u64,
}

/// A match or tournament with the number of its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventSummary {
    /// The match.
    pub event: Event,
    /// The program that began it.
    pub program: String,
    /// Games in the store.
    pub games: u64,
}

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: String,
}

impl Store {
    /// Opens a store, making it if it is not there.
    ///
    /// # Errors
    /// If the file cannot be used as a store.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a store that must be there.
    ///
    /// # Errors
    /// If there is no store of that name.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        let path = path.display().to_string();
        let fail = |source| StoreError::Sqlite { path: path.clone(), source };
        let connection = Connection::open_with_flags(&path, flags).map_err(fail)?;
        connection.busy_timeout(Duration::from_secs(10)).map_err(fail)?;
        let version: i64 =
            connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(fail)?;
        let tables: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0)).map_err(fail)?;
        if version != VERSION && (version != 0 || tables != 0) {
            return Err(StoreError::Foreign { path });
        }
        if version == 0 {
            connection.pragma_update(None, "journal_mode", "WAL").map_err(fail)?;
            let create = format!("BEGIN IMMEDIATE; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;");
            connection.execute_batch(&create).map_err(fail)?;
        }
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(fail)?;
        Ok(Self { connection, path })
    }

    fn fail(&self) -> impl Fn(rusqlite::Error) -> StoreError + use<> {
        let path = self.path.clone();
        move |source| StoreError::Sqlite { path: path.clone(), source }
    }

    /// Begins a match, or goes on with one of the same name, game, seed and plan.
    ///
    /// # Errors
    /// If the name is taken by a match with another plan.
    pub fn begin(&self, event: &Event) -> Result<(), StoreError> {
        let Event { name, game, plan, seed } = event;
        let insert = "INSERT OR IGNORE INTO matches (name, game, plan, seed, program) VALUES (?, ?, ?, ?, ?)";
        let values = params![name, game, plan, *seed as i64, PROGRAM];
        self.connection.execute(insert, values).map_err(self.fail())?;
        let select = "SELECT count(*) FROM matches WHERE name = ? AND game = ? AND plan = ? AND seed = ?";
        let same: i64 = self
            .connection
            .query_row(select, params![name, game, plan, *seed as i64], |row| row.get(0))
            .map_err(self.fail())?;
        if same == 0 {
            return Err(StoreError::OtherPlan { path: self.path.clone(), name: name.clone() });
        }
        Ok(())
    }

    /// A name for a match that is not taken yet.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn fresh_name(&self) -> Result<String, StoreError> {
        let next = "SELECT coalesce(max(id), 0) + 1 FROM matches";
        let next: i64 = self.connection.query_row(next, [], |row| row.get(0)).map_err(self.fail())?;
        Ok(format!("match {next}"))
    }

    /// Adds games, all of them or none. A game whose match has one of the same number already is passed over.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, records: &[Record]) -> Result<(), StoreError> {
        let fail = self.fail();
        let transaction = self.connection.transaction().map_err(&fail)?;
        insert::all(&transaction, records).map_err(&fail)?;
        transaction.commit().map_err(&fail)
    }

    /// The numbers of the games of a match.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn numbers(&self, event: &str) -> Result<BTreeSet<u64>, StoreError> {
        let select =
            "SELECT number FROM games JOIN matches ON match = matches.id WHERE name = ? AND number NOT NULL";
        let read = || {
            let mut statement = self.connection.prepare(select)?;
            let numbers = statement.query_map([event], |row| row.get::<_, i64>(0))?;
            numbers.map(|number| number.map(|number| number as u64)).collect::<Result<_, _>>()
        };
        read().map_err(self.fail())
    }

    /// The matches, in the order in which they were begun.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn events(&self) -> Result<Vec<EventSummary>, StoreError> {
        let select = "SELECT name, game, plan, seed, program, \
             (SELECT count(*) FROM games WHERE match = matches.id) FROM matches ORDER BY id";
        let summary = |row: &Row<'_>| {
            let seed: i64 = row.get(3)?;
            let event = Event { name: row.get(0)?, game: row.get(1)?, plan: row.get(2)?, seed: seed as u64 };
            Ok(EventSummary { event, program: row.get(4)?, games: row.get::<_, i64>(5)? as u64 })
        };
        let read = || {
            let mut statement = self.connection.prepare(select)?;
            let events = statement.query_map([], summary)?;
            events.collect::<Result<_, _>>()
        };
        read().map_err(self.fail())
    }

    /// Hands over the games one by one, those of a match in the order of their numbers; `each` may answer `false` to
    /// see no more.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn for_each(
        &self,
        event: Option<&str>,
        mut each: impl FnMut(Record) -> bool,
    ) -> Result<(), StoreError> {
        let select = "SELECT games.id, games.game, start, opening, moves, ended, name, number, round, games.seed, \
             games.program FROM games LEFT JOIN matches ON match = matches.id \
             WHERE ?1 IS NULL OR name = ?1 ORDER BY match, number, games.id";
        let mut read = || {
            let mut statement = self.connection.prepare(select)?;
            let mut seats = self.connection.prepare(
                "SELECT spec, moves, nodes, micros FROM seats JOIN players ON player = players.id \
                 WHERE record = ? ORDER BY seat",
            )?;
            let mut rows = statement.query([event])?;
            while let Some(row) = rows.next()? {
                let mut record = from_row(row)?;
                let mut used = seats.query([row.get::<_, i64>(0)?])?;
                while let Some(seat) = used.next()? {
                    record.agents.push(seat.get(0)?);
                    if let (Some(moves), Some(nodes), Some(micros)) =
                        (whole(seat, 1)?, whole(seat, 2)?, whole(seat, 3)?)
                    {
                        record.seats.push(SeatRecord { moves, nodes, micros });
                    }
                }
                if record.check().is_err() {
                    record.end = End::Unknown;
                    record.seats.clear();
                }
                if !each(record) {
                    break;
                }
            }
            Ok(())
        };
        read().map_err(self.fail())
    }
}

fn whole(row: &Row<'_>, index: usize) -> rusqlite::Result<Option<u64>> {
    Ok(row.get::<_, Option<i64>>(index)?.map(|number| number as u64))
}

/// A game without its seats.
fn from_row(row: &Row<'_>) -> rusqlite::Result<Record> {
    let moves: String = row.get(4)?;
    let ended: String = row.get(5)?;
    Ok(Record {
        game: row.get(1)?,
        agents: Vec::new(),
        start: row.get(2)?,
        opening: row.get::<_, i64>(3)? as usize,
        moves: serde_json::from_str(&moves).unwrap_or_default(),
        end: serde_json::from_str(&ended).unwrap_or(End::Unknown),
        seats: Vec::new(),
        event: row.get(6)?,
        number: whole(row, 7)?,
        round: whole(row, 8)?,
        seed: whole(row, 9)?,
        program: row.get(10)?,
    })
}

#[cfg(test)]
mod tests;
