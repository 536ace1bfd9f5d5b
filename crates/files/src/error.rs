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

    /// Whether the folder is there in which the file should lie.
    fn has_folder(&self) -> bool {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.is_none_or(Path::is_dir)
    }

    /// Whether there is no such file.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.source.kind() == io::ErrorKind::NotFound
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        // What the system says is said in words where people meet it; a refusal of our own stands as it is.
        match (self.source.raw_os_error(), self.source.kind()) {
            (Some(_), io::ErrorKind::NotFound) if self.has_folder() => f.write_str("there is no such file"),
            (Some(_), io::ErrorKind::NotFound) => f.write_str("there is no such folder"),
            (Some(_), io::ErrorKind::NotADirectory) => {
                f.write_str("a part of this path is a file, not a folder")
            }
            (Some(_), io::ErrorKind::PermissionDenied) => f.write_str("permission denied for this user"),
            (Some(_), io::ErrorKind::StorageFull) => f.write_str("the disk is full"),
            (Some(_), io::ErrorKind::FileTooLarge) => {
                f.write_str("the limit for the size of files is reached (see ulimit -f)")
            }
            (Some(_), io::ErrorKind::QuotaExceeded) => {
                f.write_str("the room that this user may take is used up (see quota)")
            }
            (Some(_), io::ErrorKind::AlreadyExists) => {
                f.write_str("something of this name is there already; choose another name")
            }
            (Some(_), io::ErrorKind::IsADirectory) => f.write_str("this is a folder; name a file"),
            (Some(_), io::ErrorKind::ReadOnlyFilesystem) => {
                f.write_str("nothing can be written to this disk; name a file elsewhere")
            }
            _ => f.write_str(&without_number(&self.source)),
        }
    }
}

/// What the system says, without the number that it has for it.
fn without_number(error: &io::Error) -> String {
    let said = error.to_string();
    match (error.raw_os_error(), said.rfind(" (os error ")) {
        (Some(_), Some(end)) => said[..end].to_owned(),
        _ => said,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// `No such file or directory (os error 2)` left open which of the two was meant.
    #[test]
    fn what_the_system_says_is_said_in_words() {
        let told = |path: &str| FileError::new(Path::new(path), fs_error(path)).to_string();
        assert_eq!(told("gone.txt"), "gone.txt: there is no such file");
        assert_eq!(told("no-such-folder/gone.txt"), "no-such-folder/gone.txt: there is no such folder");
        let system =
            |number| FileError::new(Path::new("x"), io::Error::from_raw_os_error(number)).to_string();
        for number in 1..=40 {
            assert!(!system(number).contains("os error"), "{}", system(number));
        }
        assert_eq!(FileError::refused(Path::new("x"), "it is not ours").to_string(), "x: it is not ours");
    }

    fn fs_error(path: &str) -> io::Error {
        std::fs::read(path).expect_err("there is no such file")
    }
}
