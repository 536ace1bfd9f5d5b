//! A game that is followed move by move, to make a record of a file or a file of a record. Original design.

use std::sync::Arc;

use agon_core::{ReadError, Session, Status};
use agon_records::{End, Record};

use super::NOBODY;
use crate::any_game::{AnyGame, Origin};
use crate::registry::Registry;

/// A game in progress whose type is gone.
pub(super) struct GameLine {
    game: Arc<dyn AnyGame>,
    session: Box<dyn Session>,
    start: Option<String>,
}

/// What a file says of the end of a game that the rules do not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SaidEnd {
    /// Nothing, or nothing that is understood.
    Nothing,
    /// The first player had so many points more, at most [`End::MOST_POINTS`].
    Difference(i32),
    /// That player lost by giving up.
    Resigned(usize),
    /// That player lost on time.
    Time(usize),
    /// That player won, nobody knows how; `None` is a draw.
    Won(Option<usize>),
}

impl SaidEnd {
    /// Points that the first player had more, unless no game can end so.
    pub(super) fn of_difference(points: f64) -> Self {
        let possible = points.abs() <= f64::from(End::MOST_POINTS);
        if possible { Self::Difference(points.round() as i32) } else { Self::Nothing }
    }

    /// Reads a result of SGF: `B+3.5`, `W+R`, `B+T`, `W+`, `0` or `Draw`.
    pub(super) fn of_sgf(text: &str) -> Self {
        let text = text.trim();
        if text == "0" || text.eq_ignore_ascii_case("draw") {
            return Self::Won(None);
        }
        let Some((winner, how)) = text.split_once('+') else { return Self::Nothing };
        let winner = match winner.to_ascii_uppercase().as_str() {
            "B" => 0,
            "W" => 1,
            _ => return Self::Nothing,
        };
        match how.to_ascii_uppercase().as_str() {
            "R" | "RESIGN" => Self::Resigned(1 - winner),
            "T" | "TIME" => Self::Time(1 - winner),
            how => match how.parse::<f64>() {
                Ok(points) => Self::of_difference(if winner == 0 { points } else { -points }),
                Err(_) => Self::Won(Some(winner)),
            },
        }
    }
}

impl GameLine {
    /// A game at its start.
    pub(super) fn new(registry: &Registry, spec: &str) -> Result<Self, ReadError> {
        let game = registry.game(spec)?;
        let session = game.clone().session(&[], &Origin::Start)?;
        Ok(Self { game, session, start: None })
    }

    /// The game of a record, before its first move.
    pub(super) fn of_record(registry: &Registry, record: &Record) -> Result<Self, ReadError> {
        let mut line = Self::new(registry, &record.game)?;
        if let Some(start) = &record.start {
            line.set_up(start)?;
        }
        Ok(line)
    }

    pub(super) fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Goes on from a position; what was played before is forgotten.
    pub(super) fn set_up(&mut self, position: &str) -> Result<(), ReadError> {
        self.session = self.game.clone().session(&[], &Origin::Position(position))?;
        self.start = Some(self.session.position());
        Ok(())
    }

    /// The number of the colour to move.
    pub(super) fn turn(&self) -> Option<u8> {
        self.session.view().to_move
    }

    /// Plays a move of a colour. Passes that must be may be left out of files.
    pub(super) fn play(&mut self, color: u8, text: &str) -> Result<(), String> {
        if text != "pass" && self.session.legal() == ["pass"] {
            self.session.play("pass").map_err(|error| error.to_string())?;
        }
        match self.turn() {
            Some(turn) if turn == color => {}
            Some(turn) => {
                let name = |color: u8| {
                    self.session.view().colors.get(usize::from(color)).map_or("nobody", |color| color.name)
                };
                return Err(format!("`{text}` is a move of {}, but {} is to move", name(color), name(turn)));
            }
            None => return Err(format!("`{text}` comes after the end of the game")),
        }
        self.session.play(text).map_err(|error| match error {
            agon_core::PlayError::Illegal { mv, .. } => format!("`{mv}` is not legal here"),
            error => error.to_string(),
        })
    }

    /// The record of what was played.
    pub(super) fn record(&self, players: &[Option<String>], said: SaidEnd) -> Record {
        let seats = self.session.players();
        let name = |seat: usize| players.get(seat).cloned().flatten().unwrap_or_else(|| NOBODY.to_owned());
        let record = Record::new(
            self.game.spec(),
            (0..seats).map(name).collect(),
            self.session.played().to_vec(),
            self.end(said),
        );
        Record { start: self.start.clone(), ..record }
    }

    fn end(&self, said: SaidEnd) -> End {
        if let Status::Over(outcome) = self.session.status() {
            return End::Rules { points: outcome.points.as_slice().to_vec() };
        }
        if self.session.players() != 2 {
            return End::Unknown;
        }
        match said {
            SaidEnd::Nothing => End::Unknown,
            SaidEnd::Difference(difference) => End::Scored { points: self.points(difference) },
            SaidEnd::Resigned(seat) => End::Failed { seat, detail: End::RESIGNED.to_owned() },
            SaidEnd::Time(seat) => End::Time { seat },
            SaidEnd::Won(Some(0)) => End::Scored { points: vec![1, -1] },
            SaidEnd::Won(Some(_)) => End::Scored { points: vec![-1, 1] },
            SaidEnd::Won(None) => End::Scored { points: vec![0, 0] },
        }
    }

    /// Points that differ by so much: in Reversi they add up to the cells of the board.
    fn points(&self, difference: i32) -> Vec<i32> {
        let is_cell = |tile: &&agon_core::Tile| **tile != agon_core::Tile::Hole;
        let cells = self.session.view().tiles.iter().filter(is_cell).count() as i32;
        let shared = self.session.game().starts_with("reversi") && (cells + difference) % 2 == 0;
        if shared { vec![(cells + difference) / 2, (cells - difference) / 2] } else { vec![difference, 0] }
    }
}

/// What SGF says of an end; `None` if nobody knows.
pub(super) fn sgf_result(record: &Record) -> Option<String> {
    let sides = ["B", "W"];
    let lost = |seat: usize, how: &str| sides.get(1 - seat.min(1)).map(|winner| format!("{winner}+{how}"));
    match &record.end {
        End::Rules { points } | End::Scored { points } => match points.as_slice() {
            [first, second] => Some(match (first - second, points_count(record)) {
                (0, _) => "0".to_owned(),
                (difference, counts) => {
                    let winner = sides[usize::from(difference < 0)];
                    if counts { format!("{winner}+{}", difference.abs()) } else { format!("{winner}+") }
                }
            }),
            _ => None,
        },
        End::Time { seat } => lost(*seat, "T"),
        End::Failed { seat, detail } if detail == End::RESIGNED => lost(*seat, "R"),
        End::Failed { seat, .. } | End::Illegal { seat, .. } => lost(*seat, "F"),
        End::Adjudicated { winner: Some(seat), .. } => sides.get(*seat).map(|winner| format!("{winner}+")),
        End::Adjudicated { winner: None, .. } => Some("0".to_owned()),
        End::Unknown => None,
    }
}

/// Whether the points of a game say more than who won.
fn points_count(record: &Record) -> bool {
    record.game.starts_with("blokus") || record.game.starts_with("reversi")
}

/// A name in a file, unless nobody was named.
pub(super) fn named(record: &Record, seat: usize) -> Option<String> {
    record.agents.get(seat).filter(|name| *name != NOBODY).cloned()
}

/// The day with which a text begins, such as `2003.12.15 13:24`, `2000-4-16` or `2003-12`; `None` if it begins with none.
pub(super) fn date(text: &str) -> Option<String> {
    let word = text.split([' ', ',', 'T', '_']).next()?;
    let parts: Vec<_> = word.split(['.', '/', '-']).collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let year_first = parts[0].len() == 4 && parts[1..].iter().all(|part| part.len() <= 2);
    let padded: Vec<_> = parts.iter().map(|part| format!("{part:0>2}")).collect();
    (parts.len() <= 3 && year_first && parts.iter().all(is_number)).then(|| padded.join("-"))
}
