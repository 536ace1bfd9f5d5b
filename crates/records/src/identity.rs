//! What makes a game itself, wherever it is kept: what was played, and where it comes from. Original design.
//!
//! A match or tournament has an id from the moment it is begun, and its games carry it. One that came without an id
//! (from a WTHOR file, from lines written by somebody else) is known by its name.
//!
//! A game that a match played is told from its twins by its seed and number. A game that was collected has neither
//! that is its own: the second of two equal games of one source is its second copy. So the union of sources is the
//! same in whatever order they come, and a source that comes twice adds nothing.

use std::collections::HashMap;

use agon_files::digest;

use crate::record::Record;

/// What ids of matches begin with that are known by their names only.
const NAMED: &str = "name:";

/// An id for a match or tournament that is about to begin: unlike any other, on any machine. It comes from the
/// randomness of the system; no move depends on it.
///
/// # Errors
/// If the system has no randomness to give.
pub fn fresh_event_id() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// The id of a match of which nothing is known but its name.
pub(super) fn id_of_name(name: &str) -> String {
    format!("{NAMED}{name}")
}

impl Record {
    /// The id of the match or tournament that the game belongs to.
    #[must_use]
    pub fn origin(&self) -> Option<String> {
        let name = self.event.as_ref()?;
        Some(self.event_id.clone().unwrap_or_else(|| id_of_name(name)))
    }

    /// Puts the game into a match of that id under a name that may be another one elsewhere. The id of a match that
    /// is known by this very name goes without saying.
    pub(super) fn set_origin(&mut self, id: &str, name: &str) {
        self.event = Some(name.to_owned());
        self.event_id = (id != id_of_name(name)).then(|| id.to_owned());
    }

    /// The digest of what was played, by whom and where; equal for copies of a game that has no number.
    fn content(&self) -> String {
        let Self { game, start, moves, end, agents, seed, number, .. } = self;
        let job = seed.zip(*number);
        let content = ("game 1", game, start, moves, end, agents, self.origin(), job);
        digest(serde_json::to_string(&content).expect("texts and numbers can be written"))
    }
}

/// Counts equal games of one source. A new source needs a new count.
#[derive(Debug, Default)]
pub struct CopyCounter(HashMap<String, u64>);

impl CopyCounter {
    /// The identity of the next game of the source.
    pub fn identity(&mut self, record: &Record) -> String {
        let content = record.content();
        if record.seed.is_some() && record.number.is_some() {
            return content;
        }
        let earlier = self.0.entry(content.clone()).or_default();
        *earlier += 1;
        if *earlier == 1 { content } else { digest(format!("{content} copy {earlier}")) }
    }
}
