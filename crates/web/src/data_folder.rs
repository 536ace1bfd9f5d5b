//! The folder of the server: all that it keeps, and the only files that a request may name.

use std::fs;
use std::path::{Component, Path, PathBuf};

use agon_files::{FileError, FolderLock};

use crate::refusal::Refusal;

/// The data folder, held until the server ends.
#[derive(Debug)]
pub(crate) struct DataFolder {
    path: PathBuf,
    _lock: FolderLock,
}

/// The letters of ids: none that is taken for another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Fifty bits: nobody guesses the address of a game.
const ID_LENGTH: usize = 10;

/// Recorded games that do not come with Agon.
const RECORDS: &str = "records";

impl DataFolder {
    /// Makes the folder if it is not there, and takes it.
    pub(crate) fn open(path: &Path) -> Result<Self, FileError> {
        let lock = FolderLock::take(path)?;
        for part in ["games", "analyses", "jobs", "papers"] {
            let part = path.join(part);
            fs::create_dir_all(&part).map_err(|source| FileError { path: part.clone(), source })?;
        }
        let path = fs::canonicalize(path).map_err(|source| FileError { path: path.to_owned(), source })?;
        Ok(Self { path, _lock: lock })
    }

    /// Where a part of it is.
    pub(crate) fn at(&self, part: &str) -> PathBuf {
        self.path.join(part)
    }

    /// The folder for recorded games of people, if there is one: tables that learn from such need it.
    pub(crate) fn records(&self) -> Option<PathBuf> {
        Some(self.at(RECORDS)).filter(|path| path.is_dir())
    }

    /// The file that a request names, if it lies in the folder: no way leads out of it, not by links either.
    pub(crate) fn inside(&self, name: &str) -> Option<PathBuf> {
        let named = Path::new(name);
        let plain = named.components().all(|part| matches!(part, Component::Normal(_)));
        let found = fs::canonicalize(self.path.join(named)).ok().filter(|_| plain)?;
        found.starts_with(&self.path).then_some(found)
    }
}

/// A new id.
pub(crate) fn new_id() -> Result<String, Refusal> {
    let mut bytes = [0_u8; ID_LENGTH];
    getrandom::fill(&mut bytes).map_err(|_| Refusal::failed("The system has no random numbers."))?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// Whether a text can be an id: only then it becomes part of a path.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_way_leads_out_of_the_folder() {
        let path = std::env::temp_dir().join(format!("agon-web-data-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        let data = DataFolder::open(&path).unwrap();
        fs::write(data.at("jobs/result.txt"), "x").unwrap();
        assert!(data.inside("jobs/result.txt").is_some());
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/hostname", data.at("games/link")).unwrap();
        for outside in ["../x", "/etc/passwd", "games/../../x", "games/link", "jobs/none.txt", "."] {
            assert_eq!(data.inside(outside), None, "{outside}");
        }
        assert!(DataFolder::open(&path).is_err(), "one server at a time");
        drop(data);
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn ids_are_told_from_paths() {
        let id = new_id().unwrap();
        assert!(is_id(&id), "{id}");
        assert!(!is_id("../../etc/") && !is_id("abc") && !is_id("ABCDEFGHIJ"));
        assert_ne!(id, new_id().unwrap());
    }
}
