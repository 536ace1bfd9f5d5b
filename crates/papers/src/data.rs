//! Data that does not come with Agon: game records in a folder or a file that the user names.

use std::path::{Path, PathBuf};

use agon_catalog::records::{Wanted, for_each_record};
use agon_core::ReadError;
use agon_files::digest_path;

/// Game records that were read once and found good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    paths: Vec<PathBuf>,
    digest: String,
}

impl Data {
    /// Looks at the records of files and folders; `game` is the game of move lists, which do not say.
    ///
    /// # Errors
    /// If one cannot be read, or there is none.
    pub fn check(paths: &[PathBuf], game: &str) -> Result<Self, ReadError> {
        let mut games = 0u64;
        for_each_record(paths, &Wanted { game, ..Wanted::default() }, |_| {
            games += 1;
            Ok::<_, ReadError>(true)
        })?;
        if games == 0 {
            let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            return Err(ReadError::new(format!("{}: there is no recorded game in it", names.join(", "))));
        }
        let digest = |path: &PathBuf| digest_path(path).map_err(|error| ReadError::new(error.to_string()));
        let digests = paths.iter().map(digest).collect::<Result<Vec<_>, _>>()?;
        let digest = match &digests[..] {
            [digest] => digest.clone(),
            digests => agon_files::digest(digests.join("\n")),
        };
        Ok(Self { paths: paths.to_vec(), digest })
    }

    /// The files and folders.
    #[must_use]
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// What is in them, in a few letters.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The first of them, for people.
    pub(crate) fn name(&self) -> std::path::Display<'_> {
        self.paths.first().map_or(Path::new(""), PathBuf::as_path).display()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_known_by_what_is_in_it() {
        let folder = std::env::temp_dir().join(format!("agon-data-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("games.txt");
        let check = |text: &str| {
            std::fs::write(&file, text).unwrap();
            Data::check(std::slice::from_ref(&file), "reversi")
        };
        let first = check("f5d6c3\n").unwrap();
        assert_eq!(check("f5d6c3\n").unwrap().digest(), first.digest());
        assert_ne!(check("f5d6c4\n").unwrap().digest(), first.digest());
        assert!(check("f5a1\n").unwrap_err().message.contains("games.txt"));
        assert!(check("").is_err());
        assert!(
            Data::check(&[folder.join("gone.jsonl")], "reversi").unwrap_err().message.contains("gone.jsonl")
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
