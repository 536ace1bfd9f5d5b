//! A small file whose lock says that somebody is at work on something beside it. The operating system holds the lock, so
//! that it ends with the process; the file goes away with whoever made it, or with the next one who comes.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::FileError;

/// The right to work on something, held until it is dropped.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    _file: File,
}

/// Who only looks whether a file was left behind holds its lock for a moment: so often, and so long, it is waited for.
const LOOKS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(20);

impl FileLock {
    /// Locks a part of a file that several processes write, by a hidden file beside it; `None` if somebody else holds
    /// it. What killed processes held is tidied away.
    ///
    /// # Errors
    /// If nothing can be written beside the file.
    pub fn beside(path: &Path, part: &str) -> Result<Option<Self>, FileError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let (before, after) = (format!(".{name}."), ".lock");
        remove_abandoned(path.parent().unwrap_or(Path::new("")), |found| {
            let found = found.to_string_lossy();
            found.starts_with(&before) && found.ends_with(after)
        });
        Self::take(&path.with_file_name(format!("{before}{part}{after}")))
    }

    /// Makes the file and locks it.
    fn take(path: &Path) -> Result<Option<Self>, FileError> {
        let fail = |error| FileError::new(path, error);
        let mut looks = 0;
        while looks < LOOKS {
            let file =
                OpenOptions::new().create(true).truncate(false).write(true).open(path).map_err(fail)?;
            match hold(&file, path).map_err(fail)? {
                Held::Here => return Ok(Some(Self { path: path.to_owned(), _file: file })),
                // Whoever had it took it away just now.
                Held::Gone => {}
                Held::Elsewhere => {
                    looks += 1;
                    sleep(PAUSE);
                }
            }
        }
        Ok(None)
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // There is nobody left to tell; who comes next removes it.
        let _ = fs::remove_file(&self.path);
    }
}

/// What became of the attempt to lock a file.
pub(crate) enum Held {
    /// It is locked from now on.
    Here,
    /// Somebody else has it.
    Elsewhere,
    /// It is no longer where it was.
    Gone,
}

/// Locks a file that was opened under this name. Where the file system knows no locks, nobody is kept out.
pub(crate) fn hold(file: &File, path: &Path) -> io::Result<Held> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(Held::Elsewhere),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(if is_at(file, path)? { Held::Here } else { Held::Gone }),
    }
}

/// Removes the files of a folder that processes left behind which were killed: of those so named, the ones that nobody
/// holds. What cannot be removed stays.
pub(crate) fn remove_abandoned(folder: &Path, is_meant: impl Fn(&OsStr) -> bool) {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_file = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|found| found.is_file());
    for entry in entries.filter(|entry| is_meant(&entry.file_name()) && is_file(entry)) {
        let path = entry.path();
        if File::open(&path).is_ok_and(|file| file.try_lock().is_ok() && is_at(&file, &path).unwrap_or(false))
        {
            let _ = fs::remove_file(path);
        }
    }
}

/// Whether a name still stands for the file that was opened under it.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let opened = file.metadata()?;
    match fs::metadata(path) {
        Ok(found) => Ok((found.dev(), found.ino()) == (opened.dev(), opened.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn is_at(_file: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_and_nothing_stays() {
        let folder = std::env::temp_dir().join(format!("agon-file-lock-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let take = |part| FileLock::beside(&folder.join("games.db"), part).unwrap();
        let names = || fs::read_dir(&folder).unwrap().count();
        fs::write(folder.join(".games.db.old.lock"), "left by a kill").unwrap();
        let (first, other) = (take("one").unwrap(), take("two").unwrap());
        assert_eq!(names(), 2, "what is held stays, the rest goes");
        assert!(take("one").is_none());
        drop((first, other));
        assert_eq!(names(), 0);
        fs::write(folder.join(".games.db.one.lock"), "left by a kill").unwrap();
        assert!(take("one").is_some());
        fs::remove_dir_all(&folder).unwrap();
    }
}
