//! Where a store is, and whether its file is still the one that was opened. Original design.
//!
//! SQLite keeps writing into a file that was deleted, and nobody would ever see it again.

use std::fs;
use std::path::{Path, PathBuf};

/// The file of a store by its path and its identity in the file system; none for a store in memory.
#[derive(Debug)]
pub(super) struct StoreLocation(Option<(PathBuf, FileId)>);

impl StoreLocation {
    /// The location of a file that is open.
    pub(super) fn of(path: &Path) -> std::io::Result<Self> {
        Ok(Self(Some((path.to_owned(), file_id(path)?))))
    }

    /// The location of a store in memory.
    pub(super) fn in_memory() -> Self {
        Self(None)
    }

    /// The name of the file.
    pub(super) fn path(&self) -> Option<&Path> {
        self.0.as_ref().map(|(path, _)| path.as_path())
    }

    pub(super) fn is_unchanged(&self) -> bool {
        self.0.as_ref().is_none_or(|(path, id)| file_id(path).is_ok_and(|now| now == *id))
    }
}

#[cfg(unix)]
type FileId = (u64, u64);

/// Device and node: no other file gets them while this one is open.
#[cfg(unix)]
fn file_id(path: &Path) -> std::io::Result<FileId> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(path)?;
    Ok((found.dev(), found.ino()))
}

#[cfg(not(unix))]
type FileId = ();

/// Elsewhere an open file cannot be deleted: that it is there suffices.
#[cfg(not(unix))]
fn file_id(path: &Path) -> std::io::Result<FileId> {
    fs::metadata(path).map(|_| ())
}
