//! The folder of one run: its file `run.txt` says what made everything else in it, and one process works in it at a time.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::{FileError, FileKind, Fingerprint, FolderLock, Replace, read_text_if_there, write};

/// The folder of a run, held until it is dropped.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    _lock: FolderLock,
}

/// The file with the fingerprint of the run.
const RUN: &str = "run.txt";

impl RunFolder {
    /// Takes a folder for a run: a new or empty one, or, to `resume`, the one in which the same run was begun.
    ///
    /// # Errors
    /// If there is nothing to resume, or something else is in the folder; then nothing has changed. If another
    /// process works in it, or it cannot be made.
    pub fn take(folder: &Path, run: &Fingerprint, resume: bool) -> Result<Self, FileError> {
        check(folder, run, resume).map_err(|refusal| FolderLock::held(folder).unwrap_or(refusal))?;
        let lock = FolderLock::take(folder)?;
        // Somebody may have been quicker.
        check(folder, run, resume)?;
        // Without a slash at the end, so that all paths of files are written alike.
        let taken = Self { path: folder.components().collect(), _lock: lock };
        taken.sweep()?;
        if !resume {
            taken.write(RUN, run.to_string())?;
        }
        Ok(taken)
    }

    /// Whether the same run was begun in a folder.
    ///
    /// # Errors
    /// If what is there cannot be read.
    pub fn holds(folder: &Path, run: &Fingerprint) -> Result<bool, FileError> {
        Ok(begun(folder)?.is_some_and(|kept| kept == *run))
    }

    /// Where a file of the run is.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The text of a file of the run, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn text(&self, name: &str) -> Result<Option<String>, FileError> {
        read_text_if_there(&self.path(name))
    }

    /// Writes a file of the run.
    ///
    /// # Errors
    /// If it cannot be written; what was there before then stays.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Result<(), FileError> {
        write(&self.path(name), FileKind::OWN, Replace::SameKind, content)
    }

    /// Lets another run have the folder, if this one has failed before it left anything there.
    pub fn release_unused(&self) {
        let is_unused = |name: &String| name.starts_with('.') || name == RUN;
        if names(&self.path).is_ok_and(|names| names.iter().all(is_unused)) {
            // If it stays, the next run is told which one was begun.
            let _ = fs::remove_file(self.path(RUN));
        }
    }

    /// Removes what killed processes were writing.
    fn sweep(&self) -> Result<(), FileError> {
        for name in names(&self.path)? {
            if name.starts_with('.') && name.ends_with(".part") {
                let path = self.path(&name);
                fs::remove_file(&path).map_err(|error| FileError::new(&path, error))?;
            }
        }
        Ok(())
    }
}

/// What made the files in a folder, if a run did.
fn begun(folder: &Path) -> Result<Option<Fingerprint>, FileError> {
    let path = folder.join(RUN);
    let parse = |text: String| text.parse();
    let run = read_text_if_there(&path)?.map(parse).transpose();
    run.map_err(|error| FileError::refused(&path, format!("not the file of a run: {error}")))
}

/// Whether a run may work in a folder.
fn check(folder: &Path, run: &Fingerprint, resume: bool) -> Result<(), FileError> {
    let Some(kept) = begun(folder)? else {
        return match (resume, names(folder)?.iter().all(|name| name.starts_with('.'))) {
            (true, _) => Err(FileError::refused(folder, "there is no run to resume; leave out --resume")),
            (false, true) => Ok(()),
            (false, false) => Err(FileError::refused(
                folder,
                "the folder is not empty and holds no run; --out names another folder",
            )),
        };
    };
    match (run.difference(&kept, "the folder"), resume) {
        (None, true) => Ok(()),
        (None, false) => Err(FileError::refused(
            folder,
            "the folder holds this run already; --resume goes on with it, --out names another folder",
        )),
        (Some(difference), _) => Err(FileError::refused(
            folder,
            format!("the folder holds another run ({difference}); --out names another folder"),
        )),
    }
}

/// The names of what is in a folder; none if it is not there.
fn names(folder: &Path) -> Result<Vec<String>, FileError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.and_then(Iterator::collect::<io::Result<Vec<_>>>),
    };
    let entries = entries.map_err(|error| FileError::new(folder, error))?;
    Ok(entries.into_iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(seed: u64) -> Fingerprint {
        Fingerprint::new("training", 1).with("seed", seed)
    }

    #[test]
    fn a_folder_belongs_to_one_run() {
        let folder = std::env::temp_dir().join(format!("agon-run-folder-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let take = |seed, resume| RunFolder::take(&folder, &run(seed), resume);
        let refused = |seed, resume| take(seed, resume).unwrap_err().to_string();
        assert!(refused(1, true).contains("there is no run to resume"));
        assert!(!folder.exists(), "a refusal leaves nothing behind");

        // A run that failed at once kept the folder from the next one.
        take(9, false).unwrap().release_unused();
        let first = take(1, false).unwrap();
        first.write("result.txt", "made").unwrap();
        first.release_unused();
        assert!(refused(1, true).contains("another process works in this folder"));
        assert!(refused(1, false).contains("another process works in this folder"));
        let holds = |seed| RunFolder::holds(&folder, &run(seed)).unwrap();
        assert!(holds(1) && !holds(2));
        drop(first);
        assert!(refused(1, false).contains("--resume goes on with it"));
        assert!(refused(2, true).contains("(seed: this run has 2, the folder 1)"));
        fs::write(folder.join(".result.txt.1-0.part"), "half of i").unwrap();
        let resumed = take(1, true).unwrap();
        assert_eq!(resumed.text("result.txt").unwrap().as_deref(), Some("made"));
        assert_eq!(resumed.text("other.txt").unwrap(), None);
        assert!(!folder.join(".result.txt.1-0.part").exists(), "what a kill left is swept up");
        drop(resumed);

        fs::remove_file(folder.join(RUN)).unwrap();
        assert!(refused(1, false).contains("not empty"));
        fs::write(folder.join(RUN), "{}").unwrap();
        assert!(refused(1, true).contains("run.txt: not the file of a run"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
