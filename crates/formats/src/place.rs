//! Where something stands in a file.

use std::fmt;

/// A line and a column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The letter in that line.
    pub column: usize,
}

impl Place {
    /// The place behind the first `offset` bytes of a text.
    #[must_use]
    pub fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset.min(text.len())).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }

    /// An error at this place.
    pub fn error(self, message: impl Into<String>) -> FormatError {
        FormatError { place: self, message: message.into() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct FormatError {
    /// Where it stands.
    pub place: Place,
    /// What is wrong and what would be right.
    pub message: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_letters() {
        let text = "ab\nçd\n";
        let place = |offset| {
            let Place { line, column } = Place::of(text, offset);
            (line, column)
        };
        assert_eq!(
            [place(0), place(2), place(3), place(5), place(7), place(99)],
            [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1), (3, 1)]
        );
        assert_eq!(Place::of("x", 0).error("no").to_string(), "line 1, column 1: no");
    }
}
