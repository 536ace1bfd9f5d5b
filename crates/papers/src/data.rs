//! Data that does not come with Agon: game records in a folder or a file that the user names.

use std::path::{Path, PathBuf};

use agon_catalog::records::{Wanted, for_each_record};
use agon_core::ReadError;
use agon_files::digest_path;
use agon_records::Record;

/// Game records that were read once and found good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    paths: Vec<PathBuf>,
    game: String,
    until: Option<u16>,
    games: u64,
    digest: String,
}

impl Data {
    /// Looks at the records of files and folders, those of later years than `until` left out; `game` is the game of move
    /// lists, which do not say.
    ///
    /// # Errors
    /// If one cannot be read, or there is none.
    pub fn check(paths: &[PathBuf], game: &str, until: Option<u16>) -> Result<Self, ReadError> {
        let mut data =
            Self { paths: paths.to_vec(), game: game.to_owned(), until, games: 0, digest: String::new() };
        let mut games = 0u64;
        data.for_each(|_| {
            games += 1;
            Ok::<_, ReadError>(true)
        })?;
        if games == 0 {
            let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            let until = until.map_or(String::new(), |year| format!(" until {year}"));
            return Err(ReadError::new(format!(
                "{}: there is no recorded game{until} in it",
                names.join(", ")
            )));
        }
        data.games = games;
        let digest = |path: &PathBuf| digest_path(path).map_err(|error| ReadError::new(error.to_string()));
        let digests = paths.iter().map(digest).collect::<Result<Vec<_>, _>>()?;
        data.digest = match &digests[..] {
            [digest] => digest.clone(),
            digests => agon_files::digest(digests.join("\n")),
        };
        if let Some(year) = until {
            data.digest = agon_files::digest(format!("{} until {year}", data.digest));
        }
        Ok(data)
    }

    /// Hands over the records one by one; `each` may answer `false` to see no more. A game without a date was played
    /// early enough.
    ///
    /// # Errors
    /// As [`for_each_record`].
    pub fn for_each<E: From<ReadError>>(
        &self,
        mut each: impl FnMut(Record) -> Result<bool, E>,
    ) -> Result<(), E> {
        let year = |record: &Record| record.date.as_ref()?.get(..4)?.parse::<u16>().ok();
        for_each_record(&self.paths, &Wanted { game: &self.game, ..Wanted::default() }, |record| {
            match self.until.zip(year(&record)) {
                Some((until, year)) if year > until => Ok(true),
                _ => each(record),
            }
        })
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The last year whose games count, if there is one.
    #[must_use]
    pub fn until(&self) -> Option<u16> {
        self.until
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
            Data::check(std::slice::from_ref(&file), "reversi", None)
        };
        let first = check("f5d6c3\n").unwrap();
        assert_eq!(check("f5d6c3\n").unwrap().digest(), first.digest());
        assert_ne!(check("f5d6c4\n").unwrap().digest(), first.digest());
        assert!(check("f5a1\n").unwrap_err().message.contains("games.txt"));
        assert!(check("").is_err());
        assert!(
            Data::check(&[folder.join("gone.jsonl")], "reversi", None)
                .unwrap_err()
                .message
                .contains("gone.jsonl")
        );
        let line = |year| {
            let end = r#"{"by":"rules","points":[1,0]}"#;
            format!(r#"{{"game":"reversi","agents":["a","b"],"moves":["f5"],"end":{end},"date":"{year}"}}"#)
        };
        let dated = folder.join("dated.jsonl");
        std::fs::write(&dated, [line("2014-05-31"), line("2015"), line("2016-01")].join("\n") + "\n")
            .unwrap();
        let check = |until| Data::check(std::slice::from_ref(&dated), "reversi", until);
        let games = |until| check(until).map(|data| data.games());
        assert_eq!((games(None).unwrap(), games(Some(2015)).unwrap(), games(Some(2014)).unwrap()), (3, 2, 1));
        assert_ne!(check(None).unwrap().digest(), check(Some(2015)).unwrap().digest());
        assert!(games(Some(1999)).unwrap_err().message.contains("until 1999"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
