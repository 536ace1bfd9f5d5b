//! The rules at work: [`Game`] and [`Keyed`] for the whole family.

use std::ops::RangeInclusive;

use agon_core::{Game, Keyed, Outcome, PerPlayer, Player, ReadError, Rng, Score, Status, keys, least_key};
use agon_grid::{Cell, CellSet};

use crate::geometry::Geometry;
use crate::playout::Tables;
use crate::position::Position;
use crate::rules::Rules;

/// A stone: dropped into a column where there is gravity, else placed on a cell.
///
/// A dropped stone is named by its column alone, as players do, so that `4` can be read without a position;
/// [`Line::landing`] says where it comes to rest. There are no passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Places a stone.
    Place(Cell),
    /// Drops a stone into this column, from zero on the left.
    Drop(u8),
}

/// A game by some [`Rules`], over a word of at least [`Rules::bits_needed`] bits.
///
/// Cells are numbered column by column from the bottom, with one spare number above each column; [`Line::cell`]
/// and [`Line::place`] convert.
#[derive(Clone, Debug)]
pub struct Line<W> {
    pub(crate) rules: Rules,
    pub(crate) geometry: Geometry<W>,
    pub(crate) tables: Tables,
}

impl<W: CellSet> Line<W> {
    /// Prepares the tables.
    ///
    /// # Errors
    /// If the rules are not possible or the board does not fit the word.
    pub fn new(rules: Rules) -> Result<Self, ReadError> {
        rules.check()?;
        if rules.bits_needed() > W::CAPACITY {
            return Err(ReadError::new(format!(
                "a board of {} needs {} bits and does not fit {}",
                rules.size(),
                rules.bits_needed(),
                W::CAPACITY
            )));
        }
        let geometry = Geometry::new(&rules);
        let tables = Tables::new(&rules, &geometry);
        Ok(Self { rules, geometry, tables })
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// All cells of the board.
    #[must_use]
    pub fn board(&self) -> W {
        self.geometry.board
    }

    /// The cell in a column and a row, both from zero at the bottom left, if the board has it.
    #[must_use]
    pub fn cell(&self, column: u32, row: u32) -> Option<Cell> {
        self.geometry.cell(column, row)
    }

    /// The column and the row of a cell, both from zero at the bottom left.
    #[must_use]
    pub fn place(&self, cell: Cell) -> (u32, u32) {
        self.geometry.place(cell)
    }

    /// The cells on which the next stone can come to rest; none when the game is over.
    #[must_use]
    #[inline]
    pub fn open(&self, pos: &Position<W>) -> W {
        if pos.winner.is_some() {
            return W::EMPTY;
        }
        let occupied = pos.occupied();
        let free = self.geometry.board & !occupied;
        if self.rules.gravity { free & (occupied << 1 | self.geometry.bottom) } else { free }
    }

    /// Who places the stone so many plies from here, counted from 1.
    fn mover_of(&self, pos: &Position<W>, ply: u32) -> Player {
        let later_turns = ply.saturating_sub(pos.left()).div_ceil(self.rules.p);
        if later_turns.is_multiple_of(2) { pos.to_move } else { pos.to_move.other() }
    }

    /// Where the stone of a legal move comes to rest.
    #[must_use]
    #[inline]
    pub fn landing(&self, pos: &Position<W>, mv: Move) -> Cell {
        match mv {
            Move::Place(cell) => cell,
            Move::Drop(column) => {
                let free = self.geometry.column(u32::from(column)) & !pos.occupied();
                Cell(free.first().min(W::CAPACITY - 1) as u16)
            }
        }
    }

    /// The move whose stone comes to rest on one of the [`open`](Self::open) cells.
    #[must_use]
    #[inline]
    pub fn move_to(&self, cell: Cell) -> Move {
        if self.rules.gravity { Move::Drop(self.geometry.place(cell).0 as u8) } else { Move::Place(cell) }
    }

    /// The position with these stones, in which `to_move` has `left` stones left; at most one side has a line.
    pub(crate) fn position(&self, stones: [W; 2], to_move: Player, left: u8) -> Position<W> {
        let winner = Player::all(2).find(|player| self.geometry.has_line(stones[player.index()]));
        Position { stones, placed: (stones[0] | stones[1]).count() as u16, to_move, left, winner }
    }

    #[inline]
    pub(crate) fn is_full(&self, pos: &Position<W>) -> bool {
        pos.placed() == self.rules.cells()
    }

    /// The result when `winner` has a line, or nobody has one.
    pub(crate) fn outcome(winner: Option<Player>) -> Outcome {
        let points = |player| match winner {
            None => 0,
            Some(winner) if winner == player => 1,
            Some(_) => -1,
        };
        Outcome { points: PerPlayer::new(2, points) }
    }
}

impl<W: CellSet> Game for Line<W> {
    type Position = Position<W>;
    type Move = Move;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position<W> {
        Position {
            stones: [W::EMPTY; 2],
            placed: 0,
            to_move: Player::FIRST,
            left: self.rules.q as u8,
            winner: None,
        }
    }

    #[inline]
    fn status(&self, pos: &Position<W>) -> Status {
        match pos.winner {
            None if !self.is_full(pos) => Status::ToMove(pos.to_move),
            winner => Status::Over(Self::outcome(winner)),
        }
    }

    #[inline]
    fn moves(&self, pos: &Position<W>, out: &mut Vec<Move>) {
        out.extend(self.open(pos).indices().map(|index| self.move_to(Cell(index as u16))));
    }

    #[inline]
    fn is_legal(&self, pos: &Position<W>, mv: Move) -> bool {
        match mv {
            Move::Place(cell) => {
                !self.rules.gravity && cell.index() < W::CAPACITY && self.open(pos).has(cell.index())
            }
            Move::Drop(column) => {
                let column = u32::from(column);
                self.rules.gravity
                    && column < self.rules.columns
                    && !(self.open(pos) & self.geometry.column(column)).is_empty()
            }
        }
    }

    #[inline]
    fn play_unchecked(&self, pos: &mut Position<W>, mv: Move) {
        let (player, cell) = (pos.to_move, self.landing(pos, mv).index());
        pos.add(cell, self.rules.p as u8);
        if self.geometry.has_line_through(pos.stones(player), cell) {
            pos.winner = Some(player);
        }
    }

    /// The distance score of solvers: half the stones that are left when the line is made, the winning one
    /// included, so that sooner wins count more and a win on the last stone counts one.
    fn final_score(&self, pos: &Position<W>, outcome: &Outcome, player: Player) -> Score {
        let sooner = (self.rules.cells() + 2 - pos.placed()) as i32 / 2;
        Score::points(outcome.points[player] * sooner)
    }

    fn sooner_is_better(&self) -> bool {
        true
    }

    fn plies_to(&self, pos: &Position<W>, score: Score) -> Option<RangeInclusive<u32>> {
        if score == Score::ZERO {
            return None;
        }
        let left = score.0.unsigned_abs() / Score::POINT as u32 * 2;
        let winner = if score > Score::ZERO { pos.to_move } else { pos.to_move.other() };
        // The last stone is one of two, and the winner places it.
        let mut plies = [self.rules.cells() + 1, self.rules.cells() + 2]
            .into_iter()
            .filter_map(|stones| stones.checked_sub(left)?.checked_sub(pos.placed()))
            .filter(|&plies| plies > 0 && self.mover_of(pos, plies) == winner);
        let fewest = plies.next()?;
        Some(fewest..=plies.next().unwrap_or(fewest))
    }

    #[inline]
    fn plies_left(&self, pos: &Position<W>) -> u32 {
        self.rules.cells() - pos.placed()
    }

    #[inline]
    fn count_moves(&self, pos: &Position<W>) -> u64 {
        match (pos.winner, self.rules.gravity) {
            (Some(_), _) => 0,
            (None, true) => u64::from(self.open(pos).count()),
            (None, false) => u64::from(self.rules.cells() - pos.placed()),
        }
    }

    #[inline]
    fn random_move(&self, pos: &Position<W>, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        match self.count_moves(pos) as u32 {
            0 => None,
            count => Some(self.move_to(Cell(self.open(pos).nth(rng.below(count)) as u16))),
        }
    }

    #[inline]
    fn playout(&self, pos: &mut Position<W>, rng: &mut Rng, scratch: &mut Vec<Move>) -> Outcome {
        self.play_out(pos, rng, scratch);
        Self::outcome(pos.winner)
    }
}

impl<W: CellSet> Keyed for Line<W> {
    #[inline]
    fn key(&self, pos: &Position<W>) -> u64 {
        let turn = u64::from(pos.to_move.0) | u64::from(pos.left) << 1;
        keys::of_two_sides(turn, pos.stones[0].fold(), pos.stones[1].fold())
    }

    fn canonical_key(&self, pos: &Position<W>) -> u64 {
        least_key(self, pos)
    }
}
