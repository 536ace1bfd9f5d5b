//! Opening a store: making it, waiting for who makes it, and telling what it is. Original design.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use agon_files::FileError;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use super::insert::KnownRows;
use super::location::StoreLocation;
use super::{Store, StoreError, migrate};

pub(super) const SCHEMA: &str = "
CREATE TABLE matches (
  id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
  plan TEXT NOT NULL, seed INTEGER, program TEXT, created TEXT);
CREATE TABLE players (
  id INTEGER PRIMARY KEY, game TEXT NOT NULL, spec TEXT NOT NULL, UNIQUE (game, spec));
CREATE TABLE games (
  id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, match INTEGER REFERENCES matches, number INTEGER,
  round INTEGER, game TEXT NOT NULL, start TEXT, opening INTEGER NOT NULL, moves TEXT NOT NULL,
  ended TEXT NOT NULL, seed INTEGER, program TEXT, date TEXT);
CREATE INDEX games_of_match ON games (match, number);
CREATE TABLE seats (
  record INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, player INTEGER NOT NULL REFERENCES players,
  twelfths INTEGER, moves INTEGER, nodes INTEGER, micros INTEGER, PRIMARY KEY (record, seat)) WITHOUT ROWID;
";
/// What `PRAGMA user_version` says of files with this schema.
pub(super) const VERSION: i64 = 2;
/// Version, tables, and those of them that are ours: in one question, between whose parts nobody writes.
const FORM: &str = "SELECT (SELECT user_version FROM pragma_user_version), count(*), \
    coalesce(sum(type = 'table' AND name IN ('matches', 'players', 'games', 'seats')), 0) FROM sqlite_master";

/// So many pages are written beside the file before it takes them over: games of many matches lie apart in it, and every
/// time costs as many writes as there are pages, and waits for the disk.
const CHECKPOINT: u32 = 8000;

/// How long to wait for another process that writes.
pub(crate) const BUSY: Duration = Duration::from_secs(60);
/// How long to wait, and how often, where SQLite itself does not: for a store that another process is making.
const PAUSE: Duration = Duration::from_millis(20);
const PAUSES: u32 = 200;

/// What a database is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SchemaForm {
    /// Nothing yet, or not known yet.
    Empty,
    /// The first version: matches were known by their names, games by match and number.
    First,
    /// The version of this program.
    Current,
    /// Something else.
    Foreign,
}

impl SchemaForm {
    fn of(connection: &Connection) -> rusqlite::Result<Self> {
        let found: (i64, i64, i64) =
            connection.query_row(FORM, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(match found {
            (0, 0, _) => Self::Empty,
            (1, _, 4) => Self::First,
            (VERSION, _, 4) => Self::Current,
            _ => Self::Foreign,
        })
    }
}

impl Store {
    /// Opens a store to write into it, making it if it is not there. One of an earlier version becomes one of this.
    ///
    /// # Errors
    /// If the file cannot be used as a store.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        check_name(path)?;
        check_folder(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let store = Self::set_up(path, Connection::open_with_flags(path, flags))?;
        let fail = store.fail();
        let form = SchemaForm::of(&store.connection).map_err(&fail)?;
        let form = match form {
            SchemaForm::Current => form,
            SchemaForm::Foreign => return Err(StoreError::Foreign { path: store.path }),
            SchemaForm::Empty | SchemaForm::First => store.bring_up_to_date()?,
        };
        use_wal(&store.connection).map_err(&fail)?;
        store.check_location()?;
        Ok(Self { form, ..store })
    }

    /// Opens a store that must be there, to read it. One of an earlier version stays as it is; one that is just being
    /// made is waited for.
    ///
    /// # Errors
    /// If there is no store of that name.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        open_to_read(path, |connection| Self::set_up(path, connection)?.ready_to_read())
    }

    /// Only reads from now on, once there is something to read.
    fn ready_to_read(self) -> Result<Self, StoreError> {
        self.connection.pragma_update(None, "query_only", true).map_err(self.fail())?;
        for _ in 0..PAUSES {
            match SchemaForm::of(&self.connection).map_err(self.fail())? {
                SchemaForm::Empty => sleep(PAUSE),
                SchemaForm::Foreign => break,
                form => return Ok(Self { form, ..self }),
            }
        }
        Err(StoreError::Foreign { path: self.path })
    }

    /// A store that is in no file and goes away when it is dropped.
    ///
    /// # Errors
    /// If SQLite cannot make one.
    pub fn in_memory() -> Result<Self, StoreError> {
        let path = "memory".to_owned();
        let made = Connection::open_in_memory().and_then(|connection| {
            connection.execute_batch(&format!("{SCHEMA} PRAGMA user_version = {VERSION};"))?;
            Ok(connection)
        });
        let connection = made.map_err(|source| StoreError::Sqlite { path: path.clone(), source })?;
        let (location, known, held) = (StoreLocation::in_memory(), KnownRows::default(), HashMap::new());
        Ok(Self { connection, path, location, form: SchemaForm::Current, known, held })
    }

    fn set_up(path: &Path, connection: rusqlite::Result<Connection>) -> Result<Self, StoreError> {
        let shown = path.display().to_string();
        let fail = |source| StoreError::Sqlite { path: shown.clone(), source };
        let connection = connection.map_err(fail)?;
        connection.busy_timeout(BUSY).map_err(fail)?;
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(fail)?;
        connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT).map_err(fail)?;
        let location = StoreLocation::of(path).map_err(|_| StoreError::Gone { path: shown.clone() })?;
        let (known, held) = (KnownRows::default(), HashMap::new());
        Ok(Self { connection, path: shown, location, form: SchemaForm::Empty, known, held })
    }

    /// Makes the tables, or those of the first version new. Whoever comes second finds it done.
    fn bring_up_to_date(&self) -> Result<SchemaForm, StoreError> {
        let fail = self.fail();
        // Tables that others refer to are about to be replaced; it cannot be said within a transaction.
        self.connection.pragma_update(None, "foreign_keys", false).map_err(&fail)?;
        let transaction =
            Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate).map_err(&fail)?;
        let form = SchemaForm::of(&transaction).map_err(&fail)?;
        match form {
            SchemaForm::Empty => transaction.execute_batch(SCHEMA).map_err(&fail)?,
            SchemaForm::First => migrate::from_first(self, &transaction)?,
            SchemaForm::Current => {}
            SchemaForm::Foreign => return Err(StoreError::Foreign { path: self.path.clone() }),
        }
        transaction.pragma_update(None, "user_version", VERSION).map_err(&fail)?;
        transaction.commit().map_err(&fail)?;
        self.connection.pragma_update(None, "foreign_keys", true).map_err(&fail)?;
        Ok(SchemaForm::Current)
    }
}

/// Opens a store of whatever kind that must be there, to read it, also where nothing can be written. `ready` makes the
/// store of the connection, and looks into it.
pub(crate) fn open_to_read<S>(
    path: &Path,
    ready: impl Fn(rusqlite::Result<Connection>) -> Result<S, StoreError>,
) -> Result<S, StoreError> {
    check_name(path)?;
    check_there(path)?;
    match ready(Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)) {
        Err(StoreError::Sqlite { source, .. }) if is_protected(&source) => ready(open_unchanging(path)?),
        opened => opened,
    }
}

/// Whether a name stands for a file: SQLite gives some a meaning of their own, under which nothing is kept.
pub(crate) fn check_name(path: &Path) -> Result<(), StoreError> {
    let shown = path.display().to_string();
    let unfit = |cause: &str| Err(StoreError::Unfit { path: shown.clone(), cause: cause.to_owned() });
    if shown.is_empty() {
        return Err(StoreError::Unfit {
            path: "store".to_owned(),
            cause: "the name of the file is empty".to_owned(),
        });
    }
    if shown.starts_with(':') || shown.starts_with("file:") {
        return unfit("this is not the name of a file; a store is a file such as games.db");
    }
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => unfit("this is not a regular file"),
        _ => Ok(()),
    }
}

/// Whether there is such a file. It is not opened: on Unix, to close it would end the locks that SQLite has on it.
fn check_there(path: &Path) -> Result<(), StoreError> {
    let fail = |source| StoreError::File(FileError { path: path.to_owned(), source });
    fs::metadata(path).map(drop).map_err(fail)
}

/// Whether the folder is there: SQLite would say only that it cannot open the file.
pub(crate) fn check_folder(path: &Path) -> Result<(), StoreError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => Err(StoreError::Unfit {
            path: path.display().to_string(),
            cause: format!("there is no folder `{}`", folder.display()),
        }),
        None => Ok(()),
    }
}

/// A file as SQLite names one that nobody writes.
fn unchanging_uri(path: &Path) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(byte);
    let written = |byte: u8| match plain(&byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    let name: String = path.as_os_str().as_encoded_bytes().iter().copied().map(written).collect();
    format!("file:{name}?immutable=1")
}

/// Opens a file that nobody can write: to read one, SQLite makes files beside it, unless it knows that it stays as it is.
/// Then it does not look for what was written last where a killed process left that beside the file.
fn open_unchanging(path: &Path) -> Result<rusqlite::Result<Connection>, StoreError> {
    let [_, wal, _, journal] = Store::files(path);
    let is_filled = |file: &PathBuf| fs::metadata(file).is_ok_and(|file| file.is_file() && file.len() > 0);
    if let Some(unfinished) = [wal, journal].iter().find(|file| is_filled(file)) {
        return Err(StoreError::Unfit {
            path: path.display().to_string(),
            cause: format!(
                "what was written last is still in {}, which cannot be read where nothing can be written; copy both \
                 files to a folder of your own",
                unfinished.display()
            ),
        });
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    Ok(Connection::open_with_flags(unchanging_uri(path), flags))
}

/// Whether SQLite fails because nothing can be written where the store is.
fn is_protected(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
}

/// Lets others read while one writes. SQLite does not wait for its turn to change this.
pub(crate) fn use_wal(connection: &Connection) -> rusqlite::Result<()> {
    let mut pauses = 0;
    loop {
        let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0))?;
        if mode == "wal" {
            return Ok(());
        }
        match connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0)) {
            // Where it answers with another mode the file system knows no other.
            Ok(_) => return Ok(()),
            Err(error) if is_busy(&error) && pauses < PAUSES => pauses += 1,
            Err(error) => return Err(error),
        }
        sleep(PAUSE);
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}
