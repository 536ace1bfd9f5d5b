//! What experiments have found so far, kept in the folder of the run: several tables use the same match or the same
//! training, and a run that was interrupted goes on where it was. Ours.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use agon_arena::Tally;
use agon_arena::stats::Interval;
use agon_files::{FileKind, Replace, read_text_if_there};
use serde::{Deserialize, Serialize};

/// How a match between two ended, for the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Encounter {
    /// Games played.
    pub games: u64,
    /// The win ratio, draws as half.
    pub score: Interval,
    /// The mean difference of points.
    pub margin: Interval,
}

impl Encounter {
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
    folder: PathBuf,
    encounters: BTreeMap<String, Encounter>,
    /// Files that may be taken as they are.
    trusted: BTreeSet<PathBuf>,
    resumed: bool,
}

impl Notebook {
    /// The notebook in a folder: the old one to go on with, or a new one.
    ///
    /// # Errors
    /// If the old one cannot be read.
    pub fn open(folder: &Path, resume: bool) -> io::Result<Self> {
        // Without a slash at the end, so that all paths of files are written alike.
        let folder: PathBuf = folder.components().collect();
        let mut notebook =
            Self { folder, encounters: BTreeMap::new(), trusted: BTreeSet::new(), resumed: resume };
        if resume {
            let text = read_text_if_there(&notebook.path(FILE))?.unwrap_or_else(|| "{}".to_owned());
            let noted: BTreeMap<String, Encounter> = serde_json::from_str(&text)?;
            for (description, encounter) in noted {
                notebook.encounters.insert(notebook.wherever_it_is(&description), encounter);
            }
        }
        Ok(notebook)
    }

    /// The match of this description, if it was played.
    #[must_use]
    pub fn encounter(&self, description: &str) -> Option<Encounter> {
        self.encounters.get(&self.wherever_it_is(description)).copied()
    }

    /// The description without the place of the folder, which may be moved or named differently.
    fn wherever_it_is(&self, description: &str) -> String {
        description.replace(&format!("={}/", self.folder.display()), "=./")
    }

    /// Notes a match.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn note(&mut self, description: &str, encounter: Encounter) -> io::Result<()> {
        self.encounters.insert(self.wherever_it_is(description), encounter);
        let text = serde_json::to_string_pretty(&self.encounters)?;
        Ok(agon_files::write(&self.folder.join(FILE), FileKind::OWN, Replace::SameKind, text)?)
    }

    /// Where a file of the run is.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The text of a file that this run made, or the one it goes on from.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        let path = self.path(name);
        let mine = self.resumed || self.trusted.contains(&path);
        if mine { agon_files::read_text(&path).ok() } else { None }
    }

    /// Writes a file of the run.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, name: &str, text: &str) -> io::Result<()> {
        let path = self.path(name);
        agon_files::write(&path, FileKind::OWN, Replace::SameKind, text)?;
        self.trusted.insert(path);
        Ok(())
    }
}

const FILE: &str = "matches.json";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_resumed_run_trusts_what_it_finds() {
        let folder = std::env::temp_dir().join(format!("agon-notebook-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let level = Interval { value: 0.5, low: 0.110_585_074_999_999_99, high: 0.75 };
        let encounter = Encounter { games: 4, score: level, margin: level };
        let mut first = Notebook::open(&folder, false).unwrap();
        assert_eq!(first.text("set.txt"), None);
        first.keep("set.txt", "made").unwrap();
        let with_file = |folder: &Path| format!("models(set={}/set.txt) vs random", folder.display());
        first.note("a match", encounter).unwrap();
        first.note(&with_file(&folder), encounter).unwrap();
        assert_eq!(first.text("set.txt").as_deref(), Some("made"));
        assert_eq!(first.encounter("a match"), Some(encounter));
        let anew = Notebook::open(&folder, false).unwrap();
        assert_eq!((anew.text("set.txt"), anew.encounter("a match")), (None, None));
        let resumed = Notebook::open(&folder, true).unwrap();
        assert_eq!(resumed.text("set.txt").as_deref(), Some("made"));
        assert_eq!(resumed.encounter("a match"), Some(encounter));
        let moved = folder.with_extension("moved");
        std::fs::rename(&folder, &moved).unwrap();
        let resumed = Notebook::open(&moved.join(""), true).unwrap();
        assert_eq!(resumed.path("set.txt"), moved.join("set.txt"));
        assert_eq!(resumed.encounter(&with_file(&moved)), Some(encounter));
        std::fs::rename(&moved, &folder).unwrap();
        std::fs::write(folder.join(FILE), "{").unwrap();
        assert!(Notebook::open(&folder, true).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
