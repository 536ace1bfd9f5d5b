//! What is played: the five numbers of an (m,n,k,p,q) game, gravity, and whether longer lines count.
//!
//! The numbers are those of [KInARow2012] chapter 1; Connect Four adds gravity (section 1.2). That overlines may not
//! win is a rule of tournament Gomoku; the default is freestyle, where k stones or more win.

use std::ops::RangeInclusive;

use agon_core::ReadError;

/// No side of a board is longer: 20 is that of Gomocup's boards.
pub const LONGEST_SIDE: u32 = 20;
/// No turn has more stones.
pub const MOST_STONES: u32 = 9;

/// The rules of one game of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// m: columns of the board.
    pub columns: u32,
    /// n: rows of the board.
    pub rows: u32,
    /// How many stones in a row win.
    pub k: u32,
    /// Stones in a turn.
    pub p: u32,
    /// Stones in the first turn of the game.
    pub q: u32,
    /// Whether a stone falls to the lowest free cell of its column.
    pub gravity: bool,
    /// Whether exactly `k` stones win, so that a longer line is worth nothing.
    pub exact: bool,
}

/// The games with names of their own.
pub(crate) const PRESETS: [(&str, Rules); 4] = [
    ("tictactoe", Rules::TICTACTOE),
    ("connect4", Rules::CONNECT4),
    ("gomoku", Rules::GOMOKU),
    ("connect6", Rules::CONNECT6),
];

impl Rules {
    /// Three in a row on 3x3.
    pub const TICTACTOE: Self = Self { columns: 3, rows: 3, k: 3, p: 1, q: 1, gravity: false, exact: false };
    /// Four in a row on 7x6, with gravity.
    pub const CONNECT4: Self = Self { columns: 7, rows: 6, k: 4, gravity: true, ..Self::TICTACTOE };
    /// Five or more in a row on 15x15.
    pub const GOMOKU: Self = Self { columns: 15, rows: 15, k: 5, ..Self::TICTACTOE };
    /// Six or more in a row on 19x19, two stones a turn, one in the first.
    pub const CONNECT6: Self = Self { columns: 19, rows: 19, k: 6, p: 2, ..Self::TICTACTOE };

    /// How many bits the word of a [`Line`](crate::Line) must have: every column takes its rows and one spare bit
    /// between it and the next.
    ///
    /// A catalog takes the first of `u64`, `u128`, `Bits<4>`, `Bits<6>` and `Bits<7>` whose `CAPACITY` is not below
    /// this.
    #[must_use]
    pub const fn bits_needed(&self) -> u32 {
        (self.columns * (self.rows + 1)).saturating_sub(1)
    }

    /// How many cells the board has.
    #[must_use]
    pub const fn cells(&self) -> u32 {
        self.columns * self.rows
    }

    /// The size as people write it: `7x6`.
    #[must_use]
    pub fn size(&self) -> String {
        format!("{}x{}", self.columns, self.rows)
    }

    /// Whether such a game can be played.
    ///
    /// # Errors
    /// If a number is out of range, or no line fits the board.
    pub fn check(&self) -> Result<(), ReadError> {
        for side in [self.columns, self.rows] {
            in_range(side, 1..=LONGEST_SIDE, "cells on a side of the board")?;
        }
        for stones in [self.p, self.q] {
            in_range(stones, 1..=MOST_STONES, "stones in a turn")?;
        }
        in_range(self.k, 2..=LONGEST_SIDE, "stones in a row")?;
        if self.k > self.columns.max(self.rows) {
            return Err(ReadError::new(format!(
                "no line of {} fits a board of {}: k is at most the longer side",
                self.k,
                self.size()
            )));
        }
        Ok(())
    }

    /// The spec that gives these rules, in its shortest form.
    #[must_use]
    pub fn spec(&self) -> String {
        match PRESETS.into_iter().find(|(name, preset)| self.differs_in_options_only(name, preset)) {
            Some((name, preset)) => {
                let size = (self.size() != preset.size()).then(|| self.size());
                spelled(name, size.into_iter().chain(self.exact.then(|| "exact".to_owned())))
            }
            None => spelled("line", self.numbers().into_iter()),
        }
    }

    /// Whether the options that a preset knows, size and sometimes `exact`, lead from it to these rules.
    fn differs_in_options_only(&self, name: &str, preset: &Self) -> bool {
        let exact = self.exact && knows_exact(name);
        *self == Self { columns: self.columns, rows: self.rows, exact, ..*preset }
    }

    /// The options of `line` that give these rules.
    fn numbers(&self) -> Vec<String> {
        let mut options =
            vec![format!("m={}", self.columns), format!("n={}", self.rows), format!("k={}", self.k)];
        options.extend((self.p != 1).then(|| format!("p={}", self.p)));
        options.extend((self.q != 1).then(|| format!("q={}", self.q)));
        options.extend(self.gravity.then(|| "gravity".to_owned()));
        options.extend(self.exact.then(|| "exact".to_owned()));
        options
    }
}

/// Whether overlines are a matter of choice in the game of this name.
pub(crate) fn knows_exact(name: &str) -> bool {
    matches!(name, "gomoku" | "line")
}

/// Whether a number lies where it may.
pub(crate) fn in_range(number: u32, range: RangeInclusive<u32>, what: &str) -> Result<(), ReadError> {
    if range.contains(&number) {
        return Ok(());
    }
    Err(ReadError::new(format!("{number} {what} are not possible: {} to {} are", range.start(), range.end())))
}

fn spelled(name: &str, options: impl Iterator<Item = String>) -> String {
    let options: Vec<_> = options.collect();
    if options.is_empty() { name.to_owned() } else { format!("{name}:{}", options.join(",")) }
}
