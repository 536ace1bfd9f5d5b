//! Keeping a game: it is added to a file of records, and nothing is ever overwritten.

use std::path::{Path, PathBuf};

use agon_core::{Outcome, Player, Status, visible};
use agon_files::FileKind;
use agon_records::{End, PROGRAM, Record, RecordFormat, write_record};

use super::Table;
use crate::command_line;
use crate::failure::Failure;
use crate::notes::note;

/// Where games of people go when no file is named.
const USUAL_FILE: &str = "agon-games.jsonl";

/// How a game ended.
pub(super) enum Ending {
    /// By the rules.
    Over(Outcome),
    /// Somebody gave up.
    Resigned(Player),
    /// The person left, or a signal came.
    Left,
}

/// What is wrong with the file is said before the game, not after it. A file that was named is refused; without the usual
/// one the game can be played.
pub(super) fn check_before(named: Option<&PathBuf>) -> Result<(), Failure> {
    match (file(named), named) {
        (Err(failure), None) => {
            note(&format!(
                "this game will not be kept ({failure}); `save FILE` keeps it elsewhere, as --record FILE does"
            ));
            Ok(())
        }
        (checked, _) => checked.map(drop),
    }
}

/// Where the game will be kept: the file that was named, or the usual one.
fn file(named: Option<&PathBuf>) -> Result<PathBuf, Failure> {
    let path = named.cloned().unwrap_or_else(|| PathBuf::from(USUAL_FILE));
    check(&path).map(|()| path)
}

/// Whether a file can take records.
fn check(path: &Path) -> Result<(), Failure> {
    match RecordFormat::of(path) {
        Ok(RecordFormat::Lines) => Ok(agon_files::check_append(path, FileKind::JSON_LINES)?),
        _ => Err(Failure::file(path, &"games are kept in files of records: name one that ends in .jsonl")),
    }
}

/// The file that somebody types: it may stand in quotes, and `~/` is the home folder.
pub(super) fn typed_path(text: &str, home: Option<PathBuf>) -> Result<PathBuf, String> {
    let quote = |mark: char| text.strip_prefix(mark)?.strip_suffix(mark).filter(|inner| !inner.is_empty());
    let (text, quoted) = match quote('"').or_else(|| quote('\'')) {
        Some(inner) => (inner, true),
        None => (text, false),
    };
    match (text.strip_prefix('~'), quoted) {
        (Some(rest), false) => match (home, rest.strip_prefix('/')) {
            (Some(home), Some(rest)) => Ok(home.join(rest)),
            _ => Err(format!(
                "`{text}`: only `~/` stands for a folder here, that of HOME; quotes take a name as it is"
            )),
        },
        _ => Ok(PathBuf::from(text)),
    }
}

impl Table<'_> {
    /// Keeps the game at its end. Games in which no person moved are kept when a file was named for them.
    pub(super) fn keep(&mut self, ending: &Ending) -> Result<(), Failure> {
        let moves = self.session.played().len();
        let wanted = self.options.record.is_some() || self.touched || matches!(ending, Ending::Resigned(_));
        let is_known = matches!(ending, Ending::Left) && self.saved == Some(moves);
        if !wanted || is_known || moves == self.opening {
            return Ok(());
        }
        self.save(&file(self.options.record.as_ref())?, Some(ending))
    }

    /// Adds the game as it stands to a file, and says as which one.
    pub(super) fn save(&mut self, path: &Path, ending: Option<&Ending>) -> Result<(), Failure> {
        check(path)?;
        let mut line = Vec::new();
        write_record(&mut line, &self.record(ending))?;
        let is_record = |line: &str| Record::from_json(line).is_ok();
        if let Some(torn) = agon_files::append(path, FileKind::JSON_LINES, &line, is_record)? {
            let path = path.display();
            note(&format!(
                "{path}: the last line had no end, as a kill leaves it, and was taken out: {torn}"
            ));
        }
        self.saved = Some(self.session.played().len());
        let games = agon_files::read_text(path).map_or(0, |text| text.lines().count());
        let path = path.display().to_string();
        let look = format!("agon analyze --record {} {games}", command_line::quoted(&path));
        self.say(&visible(&format!("saved as game {games} of {path} ({look})")))
    }

    fn record(&self, ending: Option<&Ending>) -> Record {
        let end = match (ending, self.session.status()) {
            (Some(Ending::Resigned(player)), _) => {
                End::Failed { seat: player.index(), detail: End::RESIGNED.to_owned() }
            }
            (_, Status::Over(outcome)) => End::Rules { points: outcome.points.as_slice().to_vec() },
            _ => End::Unknown,
        };
        let agent = |player| self.session.agent(player).unwrap_or("human").to_owned();
        let agents = Player::all(self.session.players()).map(agent).collect();
        Record {
            start: self.options.from.position().map(str::to_owned),
            opening: self.opening,
            program: Some(PROGRAM.to_owned()),
            ..Record::new(self.game.spec(), agents, self.session.played().to_vec(), end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_path_may_have_quotes_and_a_home() {
        let path =
            |text: &str| typed_path(text, Some("/home/me".into())).map(|path| path.display().to_string());
        assert_eq!(path("a game.jsonl").unwrap(), "a game.jsonl");
        assert_eq!(path("\"a game.jsonl\"").unwrap(), "a game.jsonl");
        assert_eq!(path("'a game.jsonl'").unwrap(), "a game.jsonl");
        assert_eq!(path("~/x.jsonl").unwrap(), "/home/me/x.jsonl");
        assert_eq!(path("'~/x.jsonl'").unwrap(), "~/x.jsonl");
        assert!(path("~you/x.jsonl").unwrap_err().contains("only `~/`"));
        assert!(typed_path("~/x.jsonl", None).is_err());
    }
}
