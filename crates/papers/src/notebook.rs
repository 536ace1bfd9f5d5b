//! What experiments have found so far, kept in the folder of the run: several tables use the same match or the same
//! training, and a run that was interrupted goes on where it was. Original design.
//!
//! Everything is kept together with its fingerprint, and found again by that alone.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use agon_arena::Tally;
use agon_arena::stats::Interval;
use agon_files::{FileError, Fingerprint, RunFolder};
use serde::{Deserialize, Serialize};

/// How a match between two ended, for the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSummary {
    /// Games played.
    pub games: u64,
    /// The win ratio, draws as half.
    pub score: Interval,
    /// The mean difference of points.
    pub margin: Interval,
}

impl MatchSummary {
    /// What a tally says of its first agent.
    #[must_use]
    pub fn of(tally: &Tally) -> Self {
        let margin = &tally.agents[0].margin;
        let mean = margin.mean();
        // A single game has no spread.
        let margin = margin.interval().unwrap_or(Interval { value: mean, low: mean, high: mean });
        Self { games: tally.games, score: tally.score(0), margin }
    }
}

/// The notes of a run.
#[derive(Debug)]
pub struct Notebook {
    folder: RunFolder,
    noted: Noted,
}

/// What the file of a notebook holds.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Noted {
    /// Matches by their fingerprint.
    matches: BTreeMap<String, MatchSummary>,
    /// For each file, the fingerprint of what is in it.
    files: BTreeMap<String, String>,
}

const FILE: &str = "notebook.json";

impl Notebook {
    /// The notebook of a run: a new one, or the old one to go on with.
    ///
    /// # Errors
    /// As [`RunFolder::take`], or if the old one cannot be read.
    pub fn open(folder: &Path, run: &Fingerprint, resume: bool) -> Result<Self, FileError> {
        let folder = RunFolder::take(folder, run, resume)?;
        let noted = match folder.text(FILE)? {
            Some(text) => {
                serde_json::from_str(&text).map_err(|error| unreadable(folder.path(FILE), error))?
            }
            None => Noted::default(),
        };
        Ok(Self { folder, noted })
    }

    /// The match of this fingerprint, if it was played.
    #[must_use]
    pub fn encounter(&self, of: &Fingerprint) -> Option<MatchSummary> {
        self.noted.matches.get(&of.to_string()).copied()
    }

    /// Notes a match.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn note(&mut self, of: &Fingerprint, encounter: MatchSummary) -> Result<(), FileError> {
        self.noted.matches.insert(of.to_string(), encounter);
        self.save()
    }

    /// Where a file of the run is.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path(name)
    }

    /// The text of a file of the run, if it is what this fingerprint stands for.
    ///
    /// # Errors
    /// If it is and cannot be read.
    pub fn text(&self, name: &str, of: &Fingerprint) -> Result<Option<String>, FileError> {
        if self.noted.files.get(name) == Some(&of.to_string()) { self.folder.text(name) } else { Ok(None) }
    }

    /// How a file of the run differs from what this fingerprint stands for, if both are of the same kind and version:
    /// whoever would write it again would lose what is there.
    #[must_use]
    pub fn difference(&self, name: &str, of: &Fingerprint) -> Option<String> {
        let kept: Fingerprint = self.noted.files.get(name)?.parse().ok()?;
        let title = |one: &Fingerprint| one.to_string().lines().next().map(str::to_owned);
        if title(&kept) == title(of) { of.difference(&kept, "the folder") } else { None }
    }

    /// Writes a file of the run.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, name: &str, of: &Fingerprint, text: &str) -> Result<(), FileError> {
        // In between, the file is nobody's: a kill must not leave new text under an old fingerprint.
        let of = of.to_string();
        if self.noted.files.get(name).is_some_and(|noted| *noted != of) {
            self.noted.files.remove(name);
            self.save()?;
        }
        self.folder.write(name, text)?;
        if self.noted.files.insert(name.to_owned(), of).is_none() { self.save() } else { Ok(()) }
    }

    fn save(&self) -> Result<(), FileError> {
        let text = serde_json::to_string_pretty(&self.noted);
        self.folder.write(FILE, text.map_err(|error| unreadable(self.folder.path(FILE), error))?)
    }
}

fn unreadable(path: PathBuf, error: serde_json::Error) -> FileError {
    FileError { path, source: io::Error::from(error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_found_by_its_fingerprint_alone() {
        let folder = std::env::temp_dir().join(format!("agon-notebook-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let run = Fingerprint::new("paper", 1).with("seed", 1);
        let [one, other] = [1, 2].map(|seed| Fingerprint::new("set", 1).with("seed", seed));
        let level = Interval { value: 0.5, low: 0.110_585_074_999_999_99, high: 0.75 };
        let encounter = MatchSummary { games: 4, score: level, margin: level };
        let mut first = Notebook::open(&folder, &run, false).unwrap();
        assert_eq!(first.text("set.txt", &one).unwrap(), None);
        first.keep("set.txt", &one, "made").unwrap();
        first.note(&one, encounter).unwrap();
        let known = |notebook: &Notebook, of: &Fingerprint| {
            (notebook.text("set.txt", of).unwrap(), notebook.encounter(of))
        };
        let both = (Some("made".to_owned()), Some(encounter));
        assert_eq!((known(&first, &one), known(&first, &other)), (both.clone(), (None, None)));
        drop(first);

        let moved = folder.with_extension("moved");
        std::fs::rename(&folder, &moved).unwrap();
        let mut resumed = Notebook::open(&moved.join(""), &run, true).unwrap();
        assert_eq!(resumed.path("set.txt"), moved.join("set.txt"));
        assert_eq!((known(&resumed, &one), known(&resumed, &other)), (both, (None, None)));
        let said = resumed.difference("set.txt", &other).unwrap();
        assert_eq!(said, "seed: this run has 2, the folder 1");
        assert_eq!(resumed.difference("set.txt", &one), None);
        assert_eq!(
            resumed.difference("set.txt", &Fingerprint::new("set", 2)),
            None,
            "an older version is made again"
        );
        resumed.keep("set.txt", &other, "made again").unwrap();
        assert_eq!(resumed.text("set.txt", &one).unwrap(), None, "it was written over");
        assert_eq!(resumed.text("set.txt", &other).unwrap().as_deref(), Some("made again"));
        drop(resumed);

        std::fs::write(moved.join(FILE), "{").unwrap();
        let damaged = Notebook::open(&moved, &run, true).unwrap_err().to_string();
        assert!(damaged.contains(FILE), "{damaged}");
        std::fs::remove_dir_all(&moved).unwrap();
    }
}
