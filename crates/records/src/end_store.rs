//! A store for the ends of games, which forests learn from ([KInARow2012] section 3.6): one SQLite file beside that of the
//! games, opened and written in the same way, so that several processes may write at once. Original design.
//!
//! ```text
//! ends  one row for each end: its identity, the game, the side of the window, its cells, the result, where it comes from
//! ```

use std::path::Path;

use agon_files::digest;
use rusqlite::{Connection, OpenFlags, Transaction, params};

use crate::store::open::{BUSY, check_folder, check_name, open_to_read, use_wal};
use crate::store::{StoreError, in_one_transaction};

const SCHEMA: &str = "
CREATE TABLE ends (
  id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, game TEXT NOT NULL, side INTEGER NOT NULL, cells TEXT NOT NULL,
  result INTEGER NOT NULL, source TEXT NOT NULL);
CREATE INDEX ends_of_game ON ends (game, side);
";
/// What tells such files from others: `ends` as a number.
const APPLICATION: i64 = 0x656e_6473;
const VERSION: i64 = 1;
const FORM: &str = "SELECT (SELECT application_id FROM pragma_application_id), \
    (SELECT user_version FROM pragma_user_version), count(*) FROM sqlite_master";
const ADD: &str = "INSERT INTO ends (identity, game, side, cells, result, source) VALUES (?, ?, ?, ?, ?, ?) \
    ON CONFLICT (identity) DO NOTHING";

/// The end of a game, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEnd {
    /// What makes it itself: an end that comes twice is kept once.
    pub identity: String,
    /// The spec of the game.
    pub game: String,
    /// The cells around the last move and the result, as in figure 3-4 of the source: `0211202212011110122200201/1`.
    pub text: String,
    /// Where it comes from: a match, a training.
    pub source: String,
}

impl StoredEnd {
    /// The end number so and so of a source.
    #[must_use]
    pub fn numbered(game: &str, text: String, source: &str, number: u64) -> Self {
        let identity = digest(format!("end 1 {game} {source} {number} {text}"));
        Self { identity, game: game.to_owned(), text, source: source.to_owned() }
    }

    /// The side of the window, its cells and the result, if the text is such an end.
    fn parts(&self) -> Option<(i64, &str, i64)> {
        let (cells, result) = self.text.split_once('/')?;
        let side = cells.len().isqrt();
        let is_digit = |byte: u8| (b'0'..=b'2').contains(&byte);
        let fits = side > 0 && side * side == cells.len() && cells.bytes().all(is_digit);
        let result = result.parse().ok().filter(|result| (0..=2).contains(result) && fits)?;
        Some((side as i64, cells, result))
    }
}

/// How much of one kind there is.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct EndCounts {
    /// The spec of the game.
    pub game: String,
    /// The side of the windows.
    pub side: u64,
    /// All of them.
    pub ends: u64,
    /// Those that differ in a cell or in the result.
    pub different: u64,
    /// Won by the player of the last move.
    pub wins: u64,
    /// Won by nobody.
    pub draws: u64,
    /// Won by the other player.
    pub losses: u64,
    /// How many sources they come from.
    pub sources: u64,
}

/// An open store of ends.
#[derive(Debug)]
pub struct EndStore {
    connection: Connection,
    path: String,
}

impl EndStore {
    /// Opens a store to write into it, making it if it is not there.
    ///
    /// # Errors
    /// If the file cannot be used, or is something else or damaged: it is left as it was.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        check_name(path)?;
        check_folder(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let store = Self::set_up(path, Connection::open_with_flags(path, flags))?;
        if store.is_empty()? {
            store.write(|transaction| {
                // Whoever comes second finds it done.
                if form(transaction)? == (0, 0, 0) {
                    transaction.execute_batch(SCHEMA)?;
                    transaction.pragma_update(None, "application_id", APPLICATION)?;
                    transaction.pragma_update(None, "user_version", VERSION)?;
                }
                Ok(())
            })?;
        }
        store.check()?;
        use_wal(&store.connection).map_err(store.fail())?;
        Ok(store)
    }

    /// Whether a store can be made at a place where there is none: before there is anything to put into it.
    ///
    /// # Errors
    /// If the name or the folder is none for a store.
    pub fn check_new(path: &Path) -> Result<(), StoreError> {
        check_name(path)?;
        check_folder(path)
    }

    /// Opens a store that must be there, to read it.
    ///
    /// # Errors
    /// If there is no such store, or it is damaged.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        open_to_read(path, |connection| Self::set_up(path, connection)?.ready_to_read())
    }

    /// Only reads from now on.
    fn ready_to_read(self) -> Result<Self, StoreError> {
        self.check()?;
        self.connection.pragma_update(None, "query_only", true).map_err(self.fail())?;
        Ok(self)
    }

    fn set_up(path: &Path, connection: rusqlite::Result<Connection>) -> Result<Self, StoreError> {
        let shown = path.display().to_string();
        let fail = |source| StoreError::Sqlite { path: shown.clone(), source };
        let connection = connection.map_err(fail)?;
        connection.busy_timeout(BUSY).map_err(fail)?;
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(fail)?;
        Ok(Self { connection, path: shown })
    }

    fn fail(&self) -> impl Fn(rusqlite::Error) -> StoreError + use<> {
        let path = self.path.clone();
        move |source| StoreError::Sqlite { path: path.clone(), source }
    }

    fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(form(&self.connection).map_err(self.fail())? == (0, 0, 0))
    }

    /// Whether this is a sound store of ends.
    fn check(&self) -> Result<(), StoreError> {
        let (application, version, _) = form(&self.connection).map_err(self.fail())?;
        if (application, version) != (APPLICATION, VERSION) {
            let cause = "this is no store of ends of games that this version can read".to_owned();
            return Err(StoreError::Unfit { path: self.path.clone(), cause });
        }
        let said: String =
            self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(self.fail())?;
        if said == "ok" {
            return Ok(());
        }
        let cause = format!("the file is damaged: {}", said.replace('\n', " "));
        Err(StoreError::Unfit { path: self.path.clone(), cause })
    }

    /// Writes in one transaction that nobody else writes into.
    fn write<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, rusqlite::Error>,
    ) -> Result<T, StoreError> {
        in_one_transaction(&self.connection, work).map_err(self.fail())
    }

    /// Adds ends, all of them or none; how many were not there yet.
    ///
    /// # Errors
    /// If one is not the end of a game, or they cannot be written.
    pub fn add(&self, ends: &[StoredEnd]) -> Result<u64, StoreError> {
        if let Some(wrong) = ends.iter().find(|end| end.parts().is_none()) {
            let cause = format!("`{}` is not the end of a game", wrong.text);
            return Err(StoreError::Unfit { path: self.path.clone(), cause });
        }
        self.write(|transaction| {
            let mut add = transaction.prepare(ADD)?;
            let mut added = 0;
            for end in ends {
                if let Some((side, cells, result)) = end.parts() {
                    added +=
                        add.execute(params![end.identity, end.game, side, cells, result, end.source])? as u64;
                }
            }
            Ok(added)
        })
    }

    /// All ends of a game with windows of this side, or all of them, in the order in which they came.
    ///
    /// # Errors
    /// If the store cannot be read, or a row is damaged.
    pub fn ends(&self, of: Option<(&str, u32)>) -> Result<Vec<StoredEnd>, StoreError> {
        let fail = self.fail();
        let select = "SELECT id, identity, game, cells, result, source FROM ends \
            WHERE ?1 IS NULL OR (game = ?1 AND side = ?2) ORDER BY id";
        let mut statement = self.connection.prepare(select).map_err(&fail)?;
        let (game, side) = of.unzip();
        let mut rows = statement.query(params![game, side]).map_err(&fail)?;
        let mut ends = Vec::new();
        while let Some(row) = rows.next().map_err(&fail)? {
            let number: i64 = row.get(0).map_err(&fail)?;
            let damaged = |cause: String| StoreError::Damaged {
                path: self.path.clone(),
                table: "ends",
                row: number,
                cause,
            };
            let get = |column| row.get::<_, String>(column).map_err(|error| damaged(error.to_string()));
            let result: i64 = row.get(4).map_err(|error| damaged(error.to_string()))?;
            let text = format!("{}/{result}", get(3)?);
            let end = StoredEnd { identity: get(1)?, game: get(2)?, text, source: get(5)? };
            if end.parts().is_none() {
                return Err(damaged(format!("`{}` is not the end of a game", end.text)));
            }
            ends.push(end);
        }
        Ok(ends)
    }

    /// How much there is of each game and side.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn counts(&self) -> Result<Vec<EndCounts>, StoreError> {
        let fail = self.fail();
        let select = "SELECT game, side, count(*), count(DISTINCT cells || '/' || result), sum(result = 1), \
            sum(result = 0), sum(result = 2), count(DISTINCT source) FROM ends GROUP BY game, side ORDER BY game, side";
        let mut statement = self.connection.prepare(select).map_err(&fail)?;
        let read = |row: &rusqlite::Row<'_>| {
            let count = |column| row.get::<_, i64>(column).map(|count| count.max(0) as u64);
            Ok(EndCounts {
                game: row.get(0)?,
                side: count(1)?,
                ends: count(2)?,
                different: count(3)?,
                wins: count(4)?,
                draws: count(5)?,
                losses: count(6)?,
                sources: count(7)?,
            })
        };
        let rows = statement.query_map([], read).map_err(&fail)?;
        rows.collect::<Result<Vec<_>, _>>().map_err(&fail)
    }
}

/// What the file says it is, its version, and how many tables it has.
fn form(connection: &Connection) -> rusqlite::Result<(i64, i64, i64)> {
    connection.query_row(FORM, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

#[cfg(test)]
mod tests;
