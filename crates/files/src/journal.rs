//! A file of lines that only grows: what was added is there after a kill of the process, line by line.
//!
//! Differs from [`append`](crate::append): nothing is synchronised to the disk, so that a line costs microseconds. A
//! machine that loses power may lose the last lines, a process that is killed none.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::{FileError, read_text};

/// A journal, open for more lines. Between lines it holds no handle of the system: there may be thousands of them.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
}

impl Journal {
    /// Begins a journal with its first line; where that cannot be written, there is no file either.
    ///
    /// # Errors
    /// If there is such a file already, or it cannot be written.
    pub fn create(path: &Path, first: &str) -> Result<Self, FileError> {
        let fail = |error| FileError::new(path, error);
        let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(fail)?;
        if let Err(error) = file.write_all(whole(first).as_bytes()) {
            drop(file);
            let _ = fs::remove_file(path);
            return Err(fail(error));
        }
        Ok(Self { path: path.to_owned() })
    }

    /// Opens a journal and gives its lines. A last line without an end, which a kill cut off, is taken out.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(path: &Path) -> Result<(Self, Vec<String>), FileError> {
        let text = read_text(path)?;
        let kept = text.rfind('\n').map_or(0, |end| end + 1);
        if kept < text.len() {
            let fail = |error| FileError::new(path, error);
            let file = OpenOptions::new().write(true).open(path).map_err(fail)?;
            file.set_len(kept as u64).map_err(fail)?;
        }
        let lines = text[..kept].lines().map(str::to_owned).collect();
        Ok((Self { path: path.to_owned() }, lines))
    }

    /// Adds a line; line breaks in it are refused, since they would make two of it. Where a full disk takes only the
    /// beginning of it, that is taken out again, so that the next line does not follow in the middle of this one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&self, line: &str) -> Result<(), FileError> {
        let fail = |error| FileError::new(&self.path, error);
        if line.contains('\n') {
            return Err(FileError::refused(&self.path, "a line of a journal has no line break"));
        }
        let mut file = OpenOptions::new().append(true).open(&self.path).map_err(fail)?;
        let before = file.metadata().map_err(fail)?.len();
        file.write_all(whole(line).as_bytes()).map_err(|error| {
            let _ = file.set_len(before);
            fail(error)
        })
    }

    /// Takes the file away.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(self) -> Result<(), FileError> {
        fs::remove_file(&self.path).map_err(|error| FileError::new(&self.path, error))
    }
}

/// With its end in the same write: a line is there as a whole or not at all.
fn whole(line: &str) -> String {
    format!("{line}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back_and_a_torn_one_is_cut_off() {
        let path = std::env::temp_dir().join(format!("agon-journal-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let journal = Journal::create(&path, "first").unwrap();
        journal.add("second").unwrap();
        assert!(Journal::create(&path, "other").is_err(), "a journal is never begun twice");
        assert!(journal.add("two\nlines").is_err());
        fs::write(&path, "first\nsecond\nthi").unwrap();
        let (journal, lines) = Journal::open(&path).unwrap();
        assert_eq!(lines, ["first", "second"]);
        journal.add("third").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "first\nsecond\nthird\n");
        journal.remove().unwrap();
        assert!(Journal::open(&path).unwrap_err().is_not_found());
    }

    /// Runs the test below where no file grows beyond a block of 512 bytes, as on a disk that is nearly full.
    #[cfg(unix)]
    #[test]
    fn a_line_for_which_there_is_no_room_leaves_nothing_behind() {
        let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" --exact --ignored journal::tests::without_room";
        let tests = std::env::current_exe().unwrap();
        let done = std::process::Command::new("sh").args(["-c", script]).arg(tests).output().unwrap();
        let said = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success() && said.contains("1 passed"), "{said}");
    }

    #[cfg(unix)]
    #[test]
    #[ignore = "needs a limit on the size of files, which the test above sets"]
    fn without_room() {
        let path = std::env::temp_dir().join(format!("agon-journal-full-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let journal = Journal::create(&path, "first").unwrap();
        assert!(journal.add(&"x".repeat(600)).is_err());
        journal.add("second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "first\nsecond\n");
        journal.remove().unwrap();
        assert!(Journal::create(&path, &"x".repeat(600)).is_err());
        assert!(!path.exists(), "a journal without its first line is none");
    }
}
