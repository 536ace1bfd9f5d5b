//! What trees learn from: the cells around the last move of a game, and who won ([KInARow2012] section 3.6, figure 3-4).
//!
//! Differs from the source, which does not say what stands beyond an edge: the window is moved inside the board, so that
//! every cell of it has one of three values, and the last move is as near to its middle as that allows.
//!
//! In the source the last piece is part of the window. As whoever places it nearly always wins, a tree that asks about its
//! cell needs to ask nothing else, and knows nothing of the others. So a [`Window`] may leave it out: trees then learn what
//! the board looks like when somebody is about to win.
//!
//! Trees are asked about every place of a board, whoever moved there. So windows may also lie anywhere ([`Places`]): trees then
//! learn from what they will see. The same game always has the same windows.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use agon_abilities::{Coordinates, Stones};
use agon_core::{Player, ReadError, Seed};

use super::Prediction;

/// No window is wider: the longest side of a board.
pub const WIDEST_WINDOW: u32 = 20;

/// Where the windows of a game lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// Around the last moves, as in the source.
    LastMoves,
    /// Anywhere on the boards after these moves, but not on the last one, where the line is complete. Ours.
    Anywhere,
}

/// What is kept of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its side.
    pub side: u32,
    /// Whether the last piece is left out: its cell counts as empty.
    pub lifted: bool,
    /// How many of the last moves are looked at, each in a window of its own: one in the source. Those before the last
    /// show what leads to a win, and those of the loser what does not.
    pub moves: u32,
    /// Where it lies.
    pub places: Places,
}

impl Window {
    /// That of the source: the last move alone, with its piece.
    #[must_use]
    pub const fn around_the_end(side: u32) -> Self {
        Self { side, lifted: false, moves: 1, places: Places::LastMoves }
    }
}

/// The end of a game as the player of the last move sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EndOfGame {
    /// The cells of the window row by row from the top: 0 empty, 1 of the player of the last move, 2 of the opponent.
    pub cells: Vec<u8>,
    /// What came out for the player of the last move.
    pub result: Prediction,
}

impl EndOfGame {
    /// The windows of a finished game, those of earlier moves first; none if it is not over, the board is smaller than
    /// the window, or has holes in it. Moves that place nothing have no window.
    #[must_use]
    pub fn all_of<G: Stones>(game: &G, start: &G::Position, moves: &[G::Move], window: Window) -> Vec<Self> {
        let (mut pos, mut seen) = (start.clone(), VecDeque::new());
        for &mv in moves {
            let Some(player) = game.status(&pos).to_move() else { break };
            let place = game.placed_on(&pos, mv);
            game.play_unchecked(&mut pos, mv);
            let Some(place) = place else { continue };
            seen.push_back((pos.clone(), place, player));
            if seen.len() > window.moves as usize {
                seen.pop_front();
            }
        }
        let Some(outcome) = game.status(&pos).outcome().copied() else { return Vec::new() };
        if window.places == Places::Anywhere {
            seen.pop_back();
        }
        let number = seen.iter().fold(0u64, |number, (_, (column, row), _)| {
            number.wrapping_mul(31).wrapping_add(u64::from(WIDEST_WINDOW * row + column))
        });
        let mut rng = Seed(number).stream("forest/places", 0);
        let mut around = |(pos, place, player): (G::Position, Coordinates, Player)| {
            let corner = match window.places {
                Places::LastMoves => window.around(game, place)?,
                Places::Anywhere => {
                    let (columns, rows) = window.room(game)?;
                    (rng.below(columns), rng.below(rows))
                }
            };
            let cells = window.cells(game, &pos, corner, place, player)?;
            Some(Self { cells, result: Prediction::of(&outcome, player) })
        };
        seen.into_iter().filter_map(&mut around).collect()
    }

    /// The side of the window.
    #[must_use]
    pub fn side(&self) -> u32 {
        self.cells.len().isqrt() as u32
    }

    /// Both views of the end: as the player of the last move sees it, and as the opponent does.
    pub(super) fn views(&self) -> [(impl Fn(u16) -> u8, Prediction); 2] {
        let view = move |turned: bool| {
            move |cell: u16| match (self.cells[usize::from(cell)], turned) {
                (value @ 1..=2, true) => 3 - value,
                (value, _) => value,
            }
        };
        [(view(false), self.result), (view(true), self.result.turned())]
    }
}

impl Window {
    /// How many columns and rows its top left cell can have; `None` if the board has no room for it.
    fn room<G: Stones>(self, game: &G) -> Option<(u32, u32)> {
        let (columns, rows) = game.extent();
        Some((columns.checked_sub(self.side)? + 1, rows.checked_sub(self.side)? + 1))
    }

    /// The top left cell with which a piece is as near to its middle as the board allows.
    fn around<G: Stones>(self, game: &G, (column, row): Coordinates) -> Option<Coordinates> {
        let (columns, rows) = self.room(game)?;
        let first = |at: u32, room: u32| at.saturating_sub((self.side - 1) / 2).min(room - 1);
        Some((first(column, columns), first(row, rows)))
    }

    /// What stands in it for `player`, who has just placed the last piece; `None` where the board has holes.
    fn cells<G: Stones>(
        self,
        game: &G,
        pos: &G::Position,
        (left, top): Coordinates,
        last: Coordinates,
        player: Player,
    ) -> Option<Vec<u8>> {
        let Self { side, lifted, .. } = self;
        let (own, other) = (game.stones(pos, player), game.stones(pos, player.other()));
        let mut cells = Vec::with_capacity((side * side) as usize);
        for row in top..top + side {
            for column in left..left + side {
                let bit = game.cell_bit((column, row))?;
                let has = |stones: &[u64]| (stones[bit as usize / 64] >> (bit % 64) & 1) as u8;
                let is_left_out = lifted && (column, row) == last;
                cells.push(if is_left_out { 0 } else { has(&own) + 2 * has(&other) });
            }
        }
        Some(cells)
    }
}

impl fmt::Display for EndOfGame {
    /// As in figure 3-4: the cells as digits, and after a slash 1 if the player of the last move won, 2 if the opponent
    /// did, 0 if nobody: `0211202212011110122200201/1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: String = self.cells.iter().map(|cell| char::from(b'0' + cell)).collect();
        let result = match self.result {
            Prediction::Win => 1,
            Prediction::Draw => 0,
            Prediction::Loss => 2,
        };
        write!(f, "{cells}/{result}")
    }
}

impl FromStr for EndOfGame {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let wrong = |cause: &str| ReadError::new(format!("`{text}` is not the end of a game: {cause}"));
        let (cells, result) =
            text.split_once('/').ok_or_else(|| wrong("there is no `/` before the result"))?;
        let digit = |letter: u8| (b'0'..=b'2').contains(&letter).then(|| letter - b'0');
        let cells: Option<Vec<u8>> = cells.bytes().map(digit).collect();
        let cells = cells.ok_or_else(|| wrong("cells are 0, 1 or 2"))?;
        let side = cells.len().isqrt();
        if side * side != cells.len() || !(1..=WIDEST_WINDOW as usize).contains(&side) {
            return Err(wrong(&format!("its cells fill a square of a side from 1 to {WIDEST_WINDOW}")));
        }
        let result = match result {
            "1" => Prediction::Win,
            "0" => Prediction::Draw,
            "2" => Prediction::Loss,
            _ => return Err(wrong("its result is 0, 1 or 2")),
        };
        Ok(Self { cells, result })
    }
}
