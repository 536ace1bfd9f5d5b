//! One process at a time in a folder. The operating system holds the lock, so that it ends with the process, however
//! that ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::Path;

use crate::FileError;

/// The right to write in a folder, held until it is dropped. The empty file `.lock` stays there: taking it away would
/// let a third process lock a new one while a second still waits for the old.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Makes the folder if it is not there, and locks it.
    ///
    /// # Errors
    /// If it cannot be made, or another process works in it.
    pub fn take(folder: &Path) -> Result<Self, FileError> {
        let fail = |error| FileError::new(folder, error);
        fs::create_dir_all(folder).map_err(fail)?;
        let mut options = OpenOptions::new();
        let file =
            options.create(true).truncate(false).write(true).open(folder.join(".lock")).map_err(fail)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(in_use(folder)),
            Err(TryLockError::Error(error)) => Err(fail(error)),
        }
    }

    /// The refusal of a folder in which another process works now; the folder stays as it is.
    pub(crate) fn held(folder: &Path) -> Option<FileError> {
        let file = OpenOptions::new().write(true).open(folder.join(".lock")).ok()?;
        matches!(file.try_lock(), Err(TryLockError::WouldBlock)).then(|| in_use(folder))
    }
}

fn in_use(folder: &Path) -> FileError {
    FileError::refused(folder, "another process works in this folder; wait for it, or name another folder")
}
