//! What Agon tells Agon beyond what protocols have words for: all limits of the next search, and its seed. A match between
//! processes then plays the games that it would play inside one.

use std::time::Duration;

use agon_core::{Budget, Seed};

use crate::controller::Question;

/// Limits and seed of the next search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ToldThink {
    pub(crate) limits: Budget,
    pub(crate) seed: Seed,
}

/// Engines with such a name understand it.
pub(crate) const NAME: &str = "Agon";

impl ToldThink {
    /// Depth, nodes, microseconds and seed; `-` for no limit.
    pub(crate) fn write(question: &Question<'_>) -> String {
        let Budget { depth, nodes, time } = question.limits;
        let word = |limit: Option<u64>| limit.map_or("-".to_owned(), |limit| limit.to_string());
        let micros = time.map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        format!("{} {} {} {}", word(depth.map(u64::from)), word(nodes), word(micros), question.seed)
    }

    pub(crate) fn read(words: &[&str]) -> Result<Self, String> {
        let [depth, nodes, micros, seed] = words else { return Err("four words are wanted".to_owned()) };
        let limit = |word: &str| match word {
            "-" => Ok(None),
            word => word.parse::<u64>().map(Some).map_err(|_| format!("`{word}` is not a number")),
        };
        let limits = Budget {
            depth: limit(depth)?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            nodes: limit(nodes)?,
            time: limit(micros)?.map(Duration::from_micros),
        };
        Ok(Self { limits, seed: Seed(seed.parse().map_err(|_| format!("`{seed}` is not a seed"))?) })
    }
}
