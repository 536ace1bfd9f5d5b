//! Questions to workers elsewhere and their answers: lines of a key and values, which read back to the same bits. Original
//! design.

use std::fmt::{Display, Write as _};
use std::str::FromStr;

use agon_core::ReadError;

/// Lines that are being written.
#[derive(Default)]
pub(crate) struct SentLines(pub(crate) String);

impl SentLines {
    /// One more line.
    pub(crate) fn row<V: Display>(mut self, key: &str, values: impl IntoIterator<Item = V>) -> Self {
        self.0.push_str(key);
        for value in values {
            let _ = write!(self.0, " {value}");
        }
        self.0.push('\n');
        self
    }
}

/// Lines that are being read, one after the other.
pub(crate) struct ReadLines<'t>(pub(crate) &'t str);

impl<'t> ReadLines<'t> {
    /// The values of the next line, if it has this key.
    pub(crate) fn next_row<V: FromStr>(&mut self, key: &str) -> Result<Option<Vec<V>>, ReadError> {
        let (line, rest) = self.0.split_once('\n').unwrap_or((self.0, ""));
        let mut words = line.split(' ');
        if line.is_empty() || words.next() != Some(key) {
            return Ok(None);
        }
        self.0 = rest;
        let wrong = |word: &str| {
            ReadError::new(format!("a worker and its driver disagree: `{word}` is not a value of `{key}`"))
        };
        words.map(|word| word.parse().map_err(|_| wrong(word))).collect::<Result<_, _>>().map(Some)
    }

    /// The values of the next line, which has this key.
    pub(crate) fn row<V: FromStr>(&mut self, key: &str) -> Result<Vec<V>, ReadError> {
        self.next_row(key)?.ok_or_else(|| disagree(key))
    }

    /// The values of all lines with this key that come next.
    pub(crate) fn rows<V: FromStr>(&mut self, key: &str) -> Result<Vec<Vec<V>>, ReadError> {
        let mut rows = Vec::new();
        while let Some(row) = self.next_row(key)? {
            rows.push(row);
        }
        Ok(rows)
    }

    /// The only value of the next line.
    pub(crate) fn value<V: FromStr>(&mut self, key: &str) -> Result<V, ReadError> {
        self.row(key)?.pop().ok_or_else(|| disagree(key))
    }
}

/// The error for lines that are not what was asked for.
pub(crate) fn disagree(key: &str) -> ReadError {
    ReadError::new(format!("a worker and its driver disagree: `{key}` is expected"))
}

/// As many as were wanted.
pub(crate) fn counted<T>(found: Vec<T>, wanted: u64, key: &str) -> Result<Vec<T>, ReadError> {
    if found.len() as u64 == wanted { Ok(found) } else { Err(disagree(key)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_to_the_last_bit() {
        let values = [0.1, -0.0, f64::MAX, f64::NEG_INFINITY, 1.0 / 3.0];
        let SentLines(text) = SentLines::default().row("seed", [7]).row("a", values).row("a", [1.5]);
        let mut lines = ReadLines(&text);
        assert_eq!(lines.value::<u64>("seed"), Ok(7));
        let rows = lines.rows::<f64>("a").unwrap();
        assert_eq!(rows[0].iter().map(|value| value.to_bits()).collect::<Vec<_>>(), values.map(f64::to_bits));
        assert_eq!(rows[1], [1.5]);
        assert!(lines.row::<f64>("a").is_err());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert!(ReadLines("a x\n").row::<f64>("a").is_err());
        assert!(ReadLines("b 1\n").row::<f64>("a").is_err());
        assert!(ReadLines("a\n").value::<f64>("a").is_err());
        assert!(counted(vec![1], 2, "a").is_err());
    }
}
