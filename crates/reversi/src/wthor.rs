//! WTHOR: the format of the French federation's database of Othello games [FFO2025].
//!
//! ```text
//! header   day of making (century, year, month, day), u32 games, u16 names, u16 year, board, kind, depth, 0
//! game     u16 tournament, u16 black, u16 white, discs of black, best discs of black, 60 moves     68 bytes
//! move     10 * row + column, so that a1 is 11, b1 is 12 and h8 is 88; 0 after the last one
//! ```
//!
//! Numbers have their low byte first. Passes are left out, and the winner gets the empty cells: what black does not
//! have, white has. *Best* is what black would get by perfect play from `depth` empty cells on.
//!
//! The score that is written down is kept even where a replay says otherwise. Of the 137,548 games from 1977 to 2025
//! all are legal; 137,135 are played to their end, and every one of these scores as the rules do. The other 413 stop
//! before their end, given up or out of time, and only the file knows their score.

mod names;
#[cfg(test)]
mod tests;

use agon_core::{Game, Notation, Outcome, Player, ReadError, Status};

pub use names::{NameList, Names};

use crate::game::{Move, Reversi};
use crate::rules::Rules;

/// The bytes before the games of a file, or before its names.
const HEADER: usize = 16;
/// The bytes of a game.
const GAME: usize = 68;
/// The moves of a game; there are no more empty cells.
const MOST_MOVES: usize = 60;
/// The cells of the board.
const CELLS: u8 = 64;

/// A file of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Database {
    /// The year in which the games were played; 0 if in several.
    pub year: u16,
    /// From how many empty cells on the best score is known; 0 if it was never computed.
    pub depth: u8,
    /// In the order of the file.
    pub games: Vec<StoredGame>,
}

/// A game as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The number of its tournament.
    pub tournament: u16,
    /// The number of the player with the black discs, who moves first.
    pub black: u16,
    /// The number of the player with the white discs.
    pub white: u16,
    /// What black scored; white scored the rest of 64.
    pub black_discs: u8,
    /// What black would have scored by perfect play of both sides.
    pub best_black_discs: u8,
    places: [u8; MOST_MOVES],
}

/// A game played again: its moves, passes included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorReplay {
    /// All moves.
    pub moves: Vec<Move>,
    /// How it ends by the rules; `None` if it stops before.
    pub outcome: Option<Outcome>,
}

/// The game that the files hold: Othello on 8x8.
#[must_use]
pub fn othello() -> Reversi<u64> {
    Reversi::new(Rules::default()).expect("the usual rules are rules")
}

impl Database {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is none of games on 8x8, or shorter or longer than its header says. Moves are not looked at: that is for
    /// [`StoredGame::replay`].
    pub fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        let header = read_header(bytes)?;
        let games = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
        let [year, board, kind, depth] = [
            u16::from_le_bytes([header[10], header[11]]),
            header[12].into(),
            header[13].into(),
            header[14].into(),
        ];
        if ![0, 8].contains(&board) {
            return Err(ReadError::new(format!(
                "the games are on a board of {board}x{board}; only 8x8 can be read"
            )));
        }
        if kind != 0 {
            return Err(ReadError::new(format!(
                "the file is of kind {kind} (problems to solve); only kind 0, games, can be read"
            )));
        }
        let records = records(bytes, u64::from(games), GAME, "games")?;
        Ok(Self { year, depth: depth as u8, games: records.map(StoredGame::read).collect() })
    }

    /// The file. Its day of making is the first of the year of its games: the same games give the same file.
    ///
    /// # Errors
    /// If there are more games than the format can count.
    pub fn write(&self) -> Result<Vec<u8>, ReadError> {
        let games = u32::try_from(self.games.len())
            .map_err(|_| ReadError::new(format!("{} games are too many for one file", self.games.len())))?;
        let mut bytes = vec![(self.year / 100) as u8, (self.year % 100) as u8, 1, 1];
        bytes.extend(games.to_le_bytes());
        bytes.extend([0, 0]);
        bytes.extend(self.year.to_le_bytes());
        bytes.extend([8, 0, self.depth, 0]);
        self.games.iter().for_each(|game| game.write(&mut bytes));
        Ok(bytes)
    }

    /// The games played again one by one, each with the discs of black less those of white that the file gives it:
    /// what a learner wants.
    ///
    /// # Errors
    /// The iterator gives an error for a game with a move that cannot be, with its number.
    pub fn replays(&self) -> impl Iterator<Item = Result<(WthorReplay, i32), ReadError>> {
        let game = othello();
        self.games.iter().enumerate().map(move |(index, stored)| {
            let replay = stored.replay(&game).map_err(|error| in_game(index + 1, &error))?;
            Ok((replay, stored.difference()))
        })
    }
}

impl StoredGame {
    /// The game of these moves; passes are left out.
    ///
    /// # Errors
    /// If a move is not legal, there are more than 60, or the discs are more than 64.
    pub fn new(game: &Reversi<u64>, moves: &[Move], black_discs: u8) -> Result<Self, ReadError> {
        let placed = moves.iter().enumerate().filter_map(|(index, mv)| match mv {
            Move::Place(cell) => Some((index, game.rules.shape.place(*cell))),
            Move::Pass => None,
        });
        let mut places = [0; MOST_MOVES];
        for (count, (index, (column, row))) in placed.enumerate() {
            let place = places.get_mut(count).ok_or_else(|| {
                ReadError::new(format!("move {}: there is room for {MOST_MOVES} discs only", index + 1))
            })?;
            *place = 10 * (row as u8 + 1) + column as u8 + 1;
        }
        let stored =
            Self { tournament: 0, black: 0, white: 0, black_discs, best_black_discs: black_discs, places };
        stored.replay(game)?;
        Ok(stored)
    }

    /// The discs of black less those of white, the winner having got the empty cells.
    #[must_use]
    pub fn difference(&self) -> i32 {
        2 * i32::from(self.black_discs) - i32::from(CELLS)
    }

    /// The points of black and white as they were written down.
    #[must_use]
    pub fn points(&self) -> [i32; 2] {
        [self.black_discs.into(), i32::from(CELLS) - i32::from(self.black_discs)]
    }

    /// Plays the game again by the rules.
    ///
    /// # Errors
    /// If a byte names no cell, a move is not legal where it stands, or the score is more than 64.
    pub fn replay(&self, game: &Reversi<u64>) -> Result<WthorReplay, ReadError> {
        if self.black_discs > CELLS {
            return Err(ReadError::new(format!(
                "black has {} discs; the board has {CELLS} cells",
                self.black_discs
            )));
        }
        let mut pos = game.start();
        let mut moves = Vec::with_capacity(MOST_MOVES + 4);
        let length = self.places.iter().rposition(|&place| place != 0).map_or(0, |last| last + 1);
        for (index, &place) in self.places[..length].iter().enumerate() {
            let wrong = |what: String| ReadError::new(format!("move {}: {what}", index + 1));
            let mv = read_place(game, place).map_err(&wrong)?;
            if game.play_past_passes(&mut pos, mv, &mut moves).is_err() {
                return Err(wrong(format!("`{}` is not legal here", game.write_move(mv))));
            }
        }
        let outcome = match game.status(&pos) {
            Status::Over(outcome) => Some(outcome),
            Status::ToMove(_) => None,
        };
        Ok(WthorReplay { moves, outcome })
    }

    /// Whether the score that was written down is the one of the rules.
    #[must_use]
    pub fn agrees(&self, replay: &WthorReplay) -> bool {
        let of_rules = replay.outcome.as_ref().map(|outcome| outcome.points[Player::FIRST]);
        of_rules == Some(self.black_discs.into())
    }

    fn read(bytes: &[u8]) -> Self {
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let mut places = [0; MOST_MOVES];
        places.copy_from_slice(&bytes[8..GAME]);
        Self {
            tournament: number(0),
            black: number(2),
            white: number(4),
            black_discs: bytes[6],
            best_black_discs: bytes[7],
            places,
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        for number in [self.tournament, self.black, self.white] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([self.black_discs, self.best_black_discs]);
        bytes.extend(self.places);
    }
}

/// The move of a byte.
fn read_place(game: &Reversi<u64>, place: u8) -> Result<Move, String> {
    let (row, column) = (u32::from(place / 10).wrapping_sub(1), u32::from(place % 10).wrapping_sub(1));
    match (place, game.rules.shape.cell(column, row)) {
        (_, Some(cell)) => Ok(Move::Place(cell)),
        (0, None) => Err("there is none, but there are moves after it".to_owned()),
        (_, None) => Err(format!("{place} is not a cell; 11 is a1, 18 is h1 and 88 is h8")),
    }
}

/// The error, with the number of the game in which it is.
#[must_use]
pub fn in_game(number: usize, error: &ReadError) -> ReadError {
    ReadError::new(format!("game {number}: {}", error.message))
}

fn read_header(bytes: &[u8]) -> Result<[u8; HEADER], ReadError> {
    bytes.first_chunk().copied().ok_or_else(|| {
        ReadError::new(format!(
            "the file has {} bytes, its header alone should have {HEADER}; fetch it again",
            bytes.len()
        ))
    })
}

/// The records behind the header, which must be as many as it says.
fn records<'b>(
    bytes: &'b [u8],
    count: u64,
    size: usize,
    what: &str,
) -> Result<impl Iterator<Item = &'b [u8]> + use<'b>, ReadError> {
    let body = &bytes[HEADER..];
    if body.len() as u64 != count * size as u64 {
        let (whole, rest) = (body.len() / size, body.len() % size);
        let odd = if rest == 0 { String::new() } else { format!(" and {rest} bytes") };
        return Err(ReadError::new(format!(
            "the header says {count} {what}, the file has {whole}{odd}; fetch it again, or correct the header"
        )));
    }
    Ok(body.chunks_exact(size))
}
