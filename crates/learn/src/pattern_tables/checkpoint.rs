//! A training on its way, as text: what it belongs to, the games that were solved, and the phases that are fitted.
//!
//! ```text
//! agon pattern training 1
//! pattern-tables --seed 1 0123...            the training
//! solved 0:12 3:-4 ...                       games by number, with what they were worth
//! # agon train ...                           the tables, as in their file
//! ```

use std::collections::BTreeMap;

use agon_core::ReadError;

use super::trainer::PatternTraining;

const HEADER: &str = "agon pattern training 1";

impl PatternTraining {
    /// The text from which the training named by `label` can go on.
    #[must_use]
    pub fn checkpoint(&self, label: &str) -> String {
        let solved: String = self.solved.iter().map(|(game, value)| format!(" {game}:{value}")).collect();
        format!("{HEADER}\n{label}\nsolved{solved}\n{}", self.tables)
    }

    /// Reads such a text.
    ///
    /// # Errors
    /// If it belongs to another training, or is not such a text.
    pub fn resume(text: &str, label: &str) -> Result<Self, ReadError> {
        let wrong = |line: u32, why: &str| ReadError::new(format!("checkpoint, line {line}: {why}"));
        let mut parts = text.splitn(4, '\n');
        let mut next = || parts.next().unwrap_or_default();
        if next() != HEADER {
            return Err(wrong(1, "this is not a checkpoint of a pattern training"));
        }
        let of = next();
        if of != label {
            return Err(wrong(2, &format!("the checkpoint belongs to another run: `{of}`")));
        }
        let solved =
            next().strip_prefix("solved").ok_or_else(|| wrong(3, "`solved ...` is expected here"))?;
        let pair = |word: &str| {
            let (game, value) = word.split_once(':')?;
            Some((game.parse().ok()?, value.parse().ok()?))
        };
        let solved: Option<BTreeMap<u32, i32>> = solved.split_whitespace().map(pair).collect();
        let solved = solved.ok_or_else(|| wrong(3, "GAME:VALUE is expected"))?;
        Ok(Self { tables: next().parse()?, solved })
    }
}
