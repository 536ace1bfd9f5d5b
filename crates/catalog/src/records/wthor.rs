//! WTHOR databases ([`agon_reversi::wthor`]) as records.
//!
//! The names of players and tournaments stand in `WTH.JOU` and `WTH.TRN` beside the games; without them a player is
//! `player 123`. A tournament takes place every year, so that the match of a record is its name and the year.
//!
//! What a record cannot say is lost: the score by perfect play. What the format cannot say is refused, except that
//! names are cut to 19 bytes, those of tournaments to 25, and that a file has one year: where matches are of several,
//! none is kept.

use std::path::{Path, PathBuf};

use agon_core::spec::GameSpec;
use agon_core::{Game, Notation, ReadError};
use agon_files::{FileKind, Replace};
use agon_records::{End, Record, RecordFormat};
use agon_reversi::wthor::{Database, NameList, Names, StoredGame, in_game, othello};
use agon_reversi::{Reversi, Rules};

use super::{NOBODY, in_file, unreadable};

/// The cells that two players share out.
const CELLS: i32 = 64;

/// Reads a file.
pub(super) fn read(path: &Path) -> Result<impl Iterator<Item = Result<Record, ReadError>>, ReadError> {
    let bytes = agon_files::read_bytes(path).map_err(unreadable)?;
    let database = Database::read(&bytes).map_err(|error| in_file(path, &error))?;
    let (_, players) = names_beside(path, NameList::Players)?;
    let (_, tournaments) = names_beside(path, NameList::Tournaments)?;
    let game = othello();
    let year = database.year;
    Ok(database.games.into_iter().enumerate().map(move |(index, stored)| {
        let replay = stored.replay(&game).map_err(|error| in_game(index + 1, &error))?;
        let points = stored.points().to_vec();
        let end = if stored.agrees(&replay) { End::Rules { points } } else { End::Scored { points } };
        let agents = [stored.black, stored.white].map(|number| players.name(number));
        let moves = replay.moves.into_iter().map(|mv| game.write_move(mv)).collect();
        let tournament = tournaments.name(stored.tournament);
        Ok(Record {
            event: Some(if year == 0 { tournament } else { format!("{tournament} {year}") }),
            number: Some(index as u64 + 1),
            date: (year != 0).then(|| format!("{year:04}")),
            ..Record::new("reversi".to_owned(), agents.into(), moves, end)
        })
    }))
}

/// The file of names beside a file of games, and what it says: nothing if it is not there.
fn names_beside(path: &Path, list: NameList) -> Result<(PathBuf, Names), ReadError> {
    let usual = path.with_file_name(list.file_name());
    let small = path.with_file_name(list.file_name().to_ascii_lowercase());
    let file = if small.exists() && !usual.exists() { small } else { usual };
    match agon_files::read_bytes(&file) {
        Ok(bytes) => {
            let names = Names::read(list, &bytes).map_err(|error| in_file(&file, &error))?;
            Ok((file, names))
        }
        Err(error) if error.is_not_found() => Ok((file, Names::new(list))),
        Err(error) => Err(unreadable(error)),
    }
}

/// Writes records as a WTHOR database. Nothing is written before [`finish`](Self::finish).
#[derive(Debug)]
pub struct WthorWriter {
    path: PathBuf,
    replace: Replace,
    game: Reversi<u64>,
    games: Vec<NamedGame>,
}

/// A game whose players have no numbers yet.
#[derive(Debug)]
struct NamedGame {
    stored: StoredGame,
    players: [String; 2],
    event: Option<String>,
}

impl WthorWriter {
    /// Begins a file.
    #[must_use]
    pub fn new(path: &Path, replace: Replace) -> Self {
        Self { path: path.to_owned(), replace, game: othello(), games: Vec::new() }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the format has no place for it: another game or start, a game that is not over or was forfeited.
    pub fn add(&mut self, record: &Record) -> Result<(), ReadError> {
        let number = self.games.len() + 1;
        let game = self.named_game(record).map_err(|error| in_game(number, &error));
        self.games.push(game.map_err(|error| in_file(&self.path, &error))?);
        Ok(())
    }

    fn named_game(&self, record: &Record) -> Result<NamedGame, ReadError> {
        if !is_othello(&record.game)? || record.start.is_some() {
            let what = if record.start.is_some() { "a start of its own" } else { &record.game };
            return Err(ReadError::new(format!("WTHOR files have no place for {what}, only for reversi")));
        }
        let [black, white] = record.agents.as_slice() else {
            return Err(ReadError::new(format!("reversi has 2 seats, the record {}", record.agents.len())));
        };
        let replay = record.replay(&self.game)?;
        let status = self.game.status(&replay.reached);
        let ruled = status.outcome().map(|outcome| &outcome.points);
        let black_discs = match (&record.end, ruled) {
            (End::Rules { points } | End::Scored { points }, _) => shared_out(points)?,
            (End::Unknown, Some(points)) => shared_out(points.as_slice())?,
            (End::Unknown, None) => {
                return Err(ReadError::new("it is not over and has no score, which a WTHOR file needs"));
            }
            (end, _) => return Err(ReadError::new(format!("{end}: WTHOR files have scores only"))),
        };
        Ok(NamedGame {
            stored: StoredGame::new(&self.game, &replay.moves, black_discs)?,
            players: [black.clone(), white.clone()],
            event: record.event.clone(),
        })
    }

    /// Writes the files of names, where there are new ones, and then the games.
    ///
    /// # Errors
    /// If names do not fit or a file cannot be written; every file is then there as a whole or as it was.
    pub fn finish(self) -> Result<(), ReadError> {
        let (players_file, mut players) = names_beside(&self.path, NameList::Players)?;
        let (tournaments_file, mut tournaments) = names_beside(&self.path, NameList::Tournaments)?;
        let before = [players.count(), tournaments.count()];
        let year = self.common_year();
        let mut games = Vec::with_capacity(self.games.len());
        for NamedGame { mut stored, players: [black, white], event } in self.games {
            stored.black = players.number(&black)?;
            stored.white = players.number(&white)?;
            let (tournament, _) = without_year(event.as_deref().unwrap_or(NOBODY));
            stored.tournament = tournaments.number(tournament)?;
            games.push(stored);
        }
        let database = Database { year, depth: 0, games }.write()?;
        let named = [(players_file, players), (tournaments_file, tournaments)];
        for ((file, names), before) in named.into_iter().zip(before) {
            if names.count() > before || !file.exists() {
                // What is there was read as a list of names.
                agon_files::write(&file, FileKind::OWN, Replace::SameKind, names.write())
                    .map_err(unreadable)?;
            }
        }
        agon_files::write(&self.path, RecordFormat::Wthor.kind(), self.replace, database).map_err(unreadable)
    }

    /// The year with which all matches end; 0 if there is none.
    fn common_year(&self) -> u16 {
        let mut years =
            self.games.iter().map(|game| without_year(game.event.as_deref().unwrap_or_default()).1);
        let Some(Some(first)) = years.next() else { return 0 };
        if years.all(|year| year == Some(first)) { first } else { 0 }
    }
}

/// Whether a spec names the game of the format.
fn is_othello(spec: &str) -> Result<bool, ReadError> {
    if spec == "reversi" {
        return Ok(true);
    }
    let spec: GameSpec = spec.parse()?;
    Ok(spec.name.text == "reversi" && Rules::from_spec(&spec)? == Rules::default())
}

/// What black has, if the two have all cells.
fn shared_out(points: &[i32]) -> Result<u8, ReadError> {
    let black = points.first().and_then(|&black| u8::try_from(black).ok());
    match black.filter(|&black| points == [i32::from(black), CELLS - i32::from(black)]) {
        Some(black) if i32::from(black) <= CELLS => Ok(black),
        _ => Err(ReadError::new(format!(
            "the points {points:?} do not add up to {CELLS}: in WTHOR files the winner gets the empty cells"
        ))),
    }
}

/// A name and the year after it.
fn without_year(event: &str) -> (&str, Option<u16>) {
    let year = |text: &str| text.parse().ok().filter(|year| (1000..10_000).contains(year) && text.len() == 4);
    match event.rsplit_once(' ') {
        Some((name, text)) if year(text).is_some() => (name, year(text)),
        _ => (event, None),
    }
}
