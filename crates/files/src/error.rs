//! What went wrong with which file.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file could not be read or written.
#[derive(Debug)]
pub struct FileError {
    /// As the user named it.
    pub path: PathBuf,
    /// What is wrong.
    pub source: io::Error,
}

impl FileError {
    /// An error of the operating system.
    pub(crate) fn new(path: &Path, source: io::Error) -> Self {
        Self { path: path.to_owned(), source }
    }

    /// A refusal of our own.
    pub(crate) fn refused(path: &Path, why: impl Into<String>) -> Self {
        Self::new(path, io::Error::new(io::ErrorKind::InvalidInput, why.into()))
    }

    /// Whether there is no such file.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.source.kind() == io::ErrorKind::NotFound
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.source)
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

impl From<FileError> for io::Error {
    fn from(error: FileError) -> Self {
        Self::new(error.source.kind(), error.to_string())
    }
}
