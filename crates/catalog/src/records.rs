//! Files of records, whatever their format. Original design.
//!
//! Formats that only one game has are read and written beside that game; here they become [`Record`]s.
//!
//! ```no_run
//! use agon_catalog::records::{Wanted, for_each_record};
//! use agon_core::{Game, ReadError};
//! use agon_reversi::wthor::othello;
//!
//! // What a learner asks for: every game of a folder as moves and final difference.
//! let game = othello();
//! for_each_record(&["wthor".into()], &Wanted::default(), |record| {
//!     let (replay, difference) = (record.replay(&game)?, record.difference());
//!     let mut pos = replay.start;
//!     for mv in replay.moves {
//!         // Learn that `pos` led to `difference`.
//!         game.play_unchecked(&mut pos, mv);
//!     }
//!     Ok::<_, ReadError>(true)
//! })?;
//! # Ok::<_, ReadError>(())
//! ```

mod game_line;
mod ggf;
mod psq;
mod sgf;
mod wthor;

use std::io::BufRead;
use std::path::{Path, PathBuf};

use agon_core::ReadError;
use agon_files::FileError;
use agon_records::{Record, RecordFormat, Store, StoreError, read_lines};

pub use wthor::WthorWriter;

use crate::registry::{Registry, standard};

/// Who sits where nobody was named.
pub(crate) const NOBODY: &str = "???";

/// What to read, and how.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Only games of this match.
    pub event: Option<&'a str>,
    /// The game that move lists (`.txt`) are of: they do not say.
    pub game: &'a str,
    /// The games that are known.
    pub registry: &'a Registry,
}

impl Default for Wanted<'_> {
    fn default() -> Self {
        Self { event: None, game: "reversi", registry: standard() }
    }
}

/// Hands over the records of files one by one; `each` may answer `false` to see no more. A folder stands for the
/// files of records in it, in the order of their names; text files are read only when they are named.
///
/// # Errors
/// If a file cannot be read, which the error says with the place, or by what `each` answers.
pub fn for_each_record<E: From<ReadError>>(
    paths: &[PathBuf],
    wanted: &Wanted<'_>,
    mut each: impl FnMut(Record) -> Result<bool, E>,
) -> Result<(), E> {
    for path in paths {
        for file in record_files(path)? {
            if !read_file(&file, wanted, &mut each)? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// An error of a file.
fn in_file(path: &Path, error: &dyn std::fmt::Display) -> ReadError {
    ReadError::new(format!("{}: {error}", path.display()))
}

/// An error of a file that says which.
#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn unreadable(error: FileError) -> ReadError {
    ReadError::new(error.to_string())
}

/// The files that a path stands for: itself, or the files of records in a folder.
///
/// # Errors
/// If a folder cannot be read, or has no such file.
pub fn record_files(path: &Path) -> Result<Vec<PathBuf>, ReadError> {
    if !path.exists() {
        return Err(in_file(path, &"there is no such file or folder"));
    }
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = agon_files::list_folder(path).map_err(|error| ReadError::new(error.to_string()))?;
    let is_read = |path: &PathBuf| {
        path.is_file() && RecordFormat::of(path).is_ok_and(|format| format != RecordFormat::Moves)
    };
    let files: Vec<_> = entries.into_iter().filter(is_read).collect();
    if files.is_empty() {
        return Err(in_file(
            path,
            &"there are no files of records in this folder (.wtb, .ggf, .sgf, .psq, .jsonl, .db)",
        ));
    }
    Ok(files)
}

/// Reads a file; the answer says whether to go on.
fn read_file<E: From<ReadError>>(
    path: &Path,
    wanted: &Wanted<'_>,
    each: &mut impl FnMut(Record) -> Result<bool, E>,
) -> Result<bool, E> {
    let is_wanted = |record: &Record| wanted.event.is_none_or(|event| record.event.as_deref() == Some(event));
    let mut each = |record: Result<Record, ReadError>| {
        let record =
            record.map_err(|error| ReadError { message: in_file(path, &error.message).message, ..error })?;
        if is_wanted(&record) { each(record) } else { Ok(true) }
    };
    let open = || agon_files::open_text(path).map_err(unreadable);
    match RecordFormat::of(path)? {
        RecordFormat::Store => {
            let mut ended = Ok(true);
            let fail = |error: StoreError| ReadError::new(error.to_string());
            let store = Store::open_existing(path).map_err(fail)?;
            let read = store.for_each(wanted.event, |record| {
                ended = each(Ok(record));
                matches!(ended, Ok(true))
            });
            read.map_err(fail)?;
            ended
        }
        RecordFormat::Lines => try_each(read_lines(open()?), &mut each),
        RecordFormat::Moves => try_each(read_move_lists(open()?, wanted)?, &mut each),
        RecordFormat::Wthor => try_each(wthor::read(path)?, &mut each),
        format @ (RecordFormat::Ggf | RecordFormat::Sgf | RecordFormat::Psq) => {
            let text = agon_files::read_bytes(path).map_err(unreadable)?;
            let records = foreign_records(format, &agon_formats::decoded(&text), wanted.registry);
            let records = records.map_err(|error| in_file(path, &error.message))?;
            try_each(records.into_iter().map(Ok), &mut each)
        }
    }
}

/// What files that are written here say of the program that wrote them.
pub(crate) const WRITER: &str = concat!("Agon:", env!("CARGO_PKG_VERSION"));

/// The records of a text in a format of other programs; none for formats that are read otherwise.
///
/// # Errors
/// If it is damaged or breaks the rules; the error says the line and the column.
pub fn foreign_records(
    format: RecordFormat,
    text: &str,
    registry: &Registry,
) -> Result<Vec<Record>, ReadError> {
    match format {
        RecordFormat::Ggf => ggf::records(text, registry),
        RecordFormat::Sgf => sgf::records(text, registry),
        RecordFormat::Psq => psq::records(text, registry),
        RecordFormat::Store | RecordFormat::Lines | RecordFormat::Moves | RecordFormat::Wthor => {
            Ok(Vec::new())
        }
    }
}

/// A record as a game in a text format of other programs; `None` for formats that are written otherwise.
///
/// # Errors
/// If the format has no place for it.
pub fn foreign_text(
    format: RecordFormat,
    record: &Record,
    registry: &Registry,
) -> Result<Option<String>, ReadError> {
    match format {
        RecordFormat::Ggf => ggf::write(record, registry).map(Some),
        RecordFormat::Sgf => sgf::write(record, registry).map(Some),
        RecordFormat::Psq => psq::write(record, registry).map(Some),
        RecordFormat::Store | RecordFormat::Lines | RecordFormat::Moves | RecordFormat::Wthor => Ok(None),
    }
}

/// Goes on while the answer is `true`.
fn try_each<T, E>(
    items: impl Iterator<Item = T>,
    each: &mut impl FnMut(T) -> Result<bool, E>,
) -> Result<bool, E> {
    for item in items {
        if !each(item)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reads games from move lists, one to a line; `#` begins a comment.
fn read_move_lists(
    input: impl BufRead,
    wanted: &Wanted<'_>,
) -> Result<impl Iterator<Item = Result<Record, ReadError>>, ReadError> {
    let game = wanted.registry.game(wanted.game)?;
    Ok(input.lines().enumerate().filter_map(move |(index, line)| {
        let read = |line: String| {
            let moves = line.split('#').next().unwrap_or_default().trim();
            (!moves.is_empty()).then(|| game.read_line(moves)).transpose()
        };
        let record = line.map_err(|error| ReadError::new(error.to_string())).and_then(read);
        let placed = |error: ReadError| {
            let message = format!("line {}: {}", index + 1, error.message);
            ReadError { message, ..error }
        };
        record.map_err(placed).transpose()
    }))
}
