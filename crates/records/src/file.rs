//! Files of records: which format a name stands for, and lines of JSON.

use std::io::{self, BufRead, Write};
use std::ops::Range;
use std::path::Path;

use agon_core::ReadError;
use agon_files::FileKind;

use crate::record::Record;

/// A format that records are kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// A store (`.db`, `.sqlite`).
    Store,
    /// A record to a line, as JSON (`.jsonl`).
    Lines,
    /// A move list to a line (`.txt`): what a file of openings has. Who played is lost.
    Moves,
    /// A WTHOR database of Othello games (`.wtb`).
    Wthor,
    /// Othello games as servers keep them (`.ggf`).
    Ggf,
    /// Gomoku games with variations (`.sgf`), and the Blokus games of Pentobi (`.blksgf`).
    Sgf,
    /// One Gomoku game of Piskvork (`.psq`).
    Psq,
}

impl RecordFormat {
    /// What files of this format begin with, so that an output replaces no other.
    #[must_use]
    pub fn kind(self) -> FileKind {
        match self {
            Self::Store => FileKind { name: "store", begins: |head| head.starts_with(b"SQLite format 3\0") },
            Self::Lines => FileKind::JSON_LINES,
            Self::Moves => FileKind { name: "file of move lists", begins: begins_with_moves },
            Self::Wthor => FileKind { name: "WTHOR database", begins: begins_with_century },
            Self::Ggf => FileKind { name: "GGF file", begins: begins_with_tree },
            Self::Sgf => FileKind { name: "SGF file", begins: begins_with_tree },
            Self::Psq => FileKind { name: "PSQ file", begins: |head| head.starts_with(b"Piskvorky ") },
        }
    }

    /// The formats with the names that files of each have, and what it is.
    pub const ALL: &[(Self, &[&str], &str)] = &[
        (Self::Store, &["db", "sqlite"], "a store of games, matches and players"),
        (Self::Lines, &["jsonl", "json"], "a record to a line, as JSON"),
        (Self::Moves, &["txt"], "a move list to a line"),
        (Self::Wthor, &["wtb"], "a WTHOR database of Othello games"),
        (Self::Ggf, &["ggf"], "Othello games as servers keep them"),
        (Self::Sgf, &["sgf", "blksgf"], "Gomoku games, and the Blokus games of Pentobi, with variations"),
        (Self::Psq, &["psq"], "one Gomoku game of Piskvork"),
    ];

    /// The format that the name of a file stands for.
    ///
    /// # Errors
    /// If it stands for none.
    pub fn of(path: &Path) -> Result<Self, ReadError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let ending = ending.to_ascii_lowercase();
        let format = Self::ALL.iter().find(|(_, endings, _)| endings.contains(&ending.as_str()));
        format.map(|(format, _, _)| *format).ok_or_else(|| {
            let known: Vec<_> = Self::ALL.iter().flat_map(|(_, endings, _)| *endings).collect();
            let known: Vec<_> = known.iter().map(|ending| format!(".{ending}")).collect();
            let path = path.display();
            ReadError::new(format!("{path}: the name should end in one of {}", known.join(", ")))
        })
    }
}

/// Whether the first line with something on it is a list of moves: short words of letters, digits and signs, of which
/// most have a digit.
fn begins_with_moves(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let Some(line) = lines.into_iter().find(|line| !line.is_empty()) else { return text.contains('#') };
    let is_move = |word: &str| {
        word.bytes().any(|byte| byte.is_ascii_digit())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-:,.".contains(&byte))
    };
    let words: Vec<_> = line.split_whitespace().collect();
    2 * words.iter().filter(|word| is_move(word)).count() > words.len()
}

/// The header of a WTHOR file is 16 bytes and begins with the date: century (0 in our files of no year), year, month and
/// day; the size of the board comes later.
fn begins_with_century(head: &[u8]) -> bool {
    let date = matches!(head, [0 | 19..=21, 0..=99, 0..=12, 0..=31, ..]);
    date && head.len() >= 16 && matches!(head[12], 0 | 8 | 10)
}

/// Trees of properties begin with `(;`, perhaps with white space and a few words before it.
fn begins_with_tree(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    text.split('(').skip(1).any(|rest| rest.trim_start().starts_with(';'))
}

/// Reads records line by line; empty lines are passed over.
///
/// # Errors
/// The iterator gives an error for each line that is no record, with its number.
pub fn read_lines(input: impl BufRead) -> impl Iterator<Item = Result<Record, ReadError>> {
    input.lines().enumerate().filter_map(|(index, line)| {
        let place = |ReadError { message, span, .. }| {
            let column =
                span.map_or_else(String::new, |span: Range<usize>| format!(", column {}", span.start + 1));
            ReadError::new(format!("line {}{column}: {message}", index + 1))
        };
        match line {
            Ok(line) if line.trim().is_empty() => None,
            Ok(line) => Some(Record::from_json(&line).map_err(place)),
            Err(error) => Some(Err(place(ReadError::new(error.to_string())))),
        }
    })
}

/// Reads all records of a text.
///
/// # Errors
/// If a line is no record.
pub fn read_records(text: &str) -> Result<Vec<Record>, ReadError> {
    read_lines(text.as_bytes()).collect()
}

/// Writes one record as a line.
///
/// # Errors
/// If it cannot be written.
pub fn write_record(out: &mut dyn Write, record: &Record) -> io::Result<()> {
    writeln!(out, "{}", agon_core::visible_json(&serde_json::to_string(record)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::End;
    use proptest::prelude::*;

    const LINE: &str =
        r#"{"game":"reversi","agents":["a","b"],"moves":["f5","d6"],"end":{"by":"time","seat":1}}"#;

    #[test]
    fn lines_are_read_and_written() {
        let records = read_records(&format!("{LINE}\n\n{LINE}\n")).unwrap();
        assert_eq!(records.len(), 2);
        assert_eq!(records[0].end, End::Time { seat: 1 });
        assert_eq!(records[0].twelfths(), Some(vec![12, 0]));
        let mut out = Vec::new();
        write_record(&mut out, &records[0]).unwrap();
        assert_eq!(read_records(std::str::from_utf8(&out).unwrap()).unwrap(), records[..1]);
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        let message = |line: &str| read_records(line).unwrap_err().message;
        assert_eq!(message("{}"), "line 1, column 2: no record: missing field `game`");
        let third = format!("{LINE}\n\n{}", LINE.replace("\"d6\"", "d6"));
        assert_eq!(message(&third), "line 3, column 52: no record: expected value");
        assert!(message(&LINE.replace("\"seat\":1", "\"seat\":2")).contains("does not fit the 2 seats"));
        assert!(message(&LINE.replace("[\"a\",\"b\"]", "[]")).contains("1 to 4"));
        let points =
            |first: i32| LINE.replace(r#""time","seat":1"#, &format!(r#""rules","points":[{first},0]"#));
        assert!(read_records(&points(64)).is_ok());
        // Such points were added up by whoever asked for the difference.
        assert!(message(&points(i32::MIN)).contains("1000000 are the most"));
        assert!(message(&LINE.replace("\"moves\"", "\"opening\":9,\"moves\"")).contains("9 of 2 moves"));
        assert_eq!(RecordFormat::of(Path::new("OLD.WTB")), Ok(RecordFormat::Wthor));
        assert!(RecordFormat::of(Path::new("games.pdf")).unwrap_err().message.contains(".jsonl"));
    }

    proptest! {
        #[test]
        fn no_line_breaks_the_reader(line in "\\PC*") {
            let _ = read_records(&line);
        }

        #[test]
        fn no_damaged_record_breaks_the_reader(at in 0..LINE.len(), with in "\\PC{0,3}") {
            let damaged = format!("{}{with}{}", &LINE[..at], &LINE[at + 1..]);
            for record in read_records(&damaged).into_iter().flatten() {
                let _ = record.twelfths();
            }
        }
    }
}
