//! The union of sources of games, for files that are written as a whole. Stores are their own union. Ours.

use std::collections::{HashMap, HashSet};

use super::identity::Copies;
use super::record::Record;

/// Lets each game through once.
#[derive(Debug, Default)]
pub struct Union {
    seen: HashSet<String>,
    copies: Copies,
    /// The names under which matches are shown, by their ids.
    shown: HashMap<String, String>,
    taken: HashSet<String>,
}

impl Union {
    /// Says that another file begins.
    pub fn begin_source(&mut self) {
        self.copies = Copies::default();
    }

    /// The game, if it is not there yet. Two matches of one name are told apart by the name that the second is given.
    pub fn add(&mut self, mut record: Record) -> Option<Record> {
        if !self.seen.insert(self.copies.identity(&record)) {
            return None;
        }
        if let (Some(id), Some(name)) = (record.origin(), record.event.clone()) {
            let taken = &mut self.taken;
            let shown = self.shown.entry(id.clone()).or_insert_with(|| {
                let free = free_name(&name, |name| taken.contains(name));
                taken.insert(free.clone());
                free
            });
            record.set_origin(&id, shown);
        }
        Some(record)
    }
}

/// `name`, or if that is taken `name (2)` and so on.
pub(super) fn free_name(name: &str, mut taken: impl FnMut(&str) -> bool) -> String {
    let mut free = name.to_owned();
    let mut count = 1;
    while taken(&free) {
        count += 1;
        free = format!("{name} ({count})");
    }
    free
}
