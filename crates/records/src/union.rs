//! The union of sources of games, for files that are written as a whole. Stores are their own union. Original design.

use std::collections::{HashMap, HashSet};

use crate::identity::CopyCounter;
use crate::record::Record;

/// Lets each game through once.
#[derive(Debug, Default)]
pub struct RecordUnion {
    seen: HashSet<String>,
    copies: CopyCounter,
    /// The names under which matches are shown, by their ids.
    shown: HashMap<String, String>,
    taken: HashSet<String>,
    renamed: Vec<RenamedEvent>,
}

/// A match that has another name than where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenamedEvent {
    /// Its name there.
    pub from: String,
    /// Its name here.
    pub to: String,
}

impl RenamedEvent {
    pub(super) fn unless_equal(from: &str, to: &str) -> Option<Self> {
        (from != to).then(|| Self { from: from.to_owned(), to: to.to_owned() })
    }
}

impl RecordUnion {
    /// The matches that were given another name, because theirs was taken.
    #[must_use]
    pub fn renamed(&self) -> &[RenamedEvent] {
        &self.renamed
    }

    /// Says that another file begins.
    pub fn begin_source(&mut self) {
        self.copies = CopyCounter::default();
    }

    /// The game, if it is not there yet. Two matches of one name are told apart by the name that the second is given.
    pub fn add(&mut self, mut record: Record) -> Option<Record> {
        if !self.seen.insert(self.copies.identity(&record)) {
            return None;
        }
        if let (Some(id), Some(name)) = (record.origin(), record.event.clone()) {
            let (taken, renamed) = (&mut self.taken, &mut self.renamed);
            let shown = self.shown.entry(id.clone()).or_insert_with(|| {
                let free = free_name(&name, |name| taken.contains(name));
                taken.insert(free.clone());
                renamed.extend(RenamedEvent::unless_equal(&name, &free));
                free
            });
            record.set_origin(&id, shown);
        }
        Some(record)
    }
}

/// `name`, or if that is taken `name (2)` and so on; after `name (2)` comes `name (3)`.
pub(super) fn free_name(name: &str, mut taken: impl FnMut(&str) -> bool) -> String {
    let (stem, mut count) = counted(name).unwrap_or((name, 1));
    let mut free = name.to_owned();
    while taken(&free) {
        count += 1;
        free = format!("{stem} ({count})");
    }
    free
}

/// A name that [`free_name`] may have made, without its count. Larger numbers are years.
fn counted(name: &str) -> Option<(&str, u32)> {
    let (stem, count) = name.strip_suffix(')')?.rsplit_once(" (")?;
    let count = count.parse().ok().filter(|number: &u32| number.to_string() == count)?;
    (2..1000).contains(&count).then_some((stem, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Merged again and again, names once grew to `n (2) (2)`.
    #[test]
    fn a_name_is_counted_once() {
        let free = |name: &str, taken: &[&str]| free_name(name, |name| taken.contains(&name));
        assert_eq!(free("n", &[]), "n");
        assert_eq!(free("n", &["n"]), "n (2)");
        assert_eq!(free("n (2)", &["n"]), "n (2)");
        assert_eq!(free("n (2)", &["n", "n (2)"]), "n (3)");
        assert_eq!(free("Paris (1999)", &["Paris (1999)"]), "Paris (1999) (2)");
        assert_eq!(free("n (x)", &["n (x)"]), "n (x) (2)");
    }
}
