//! Random games, fast: stones are drawn from a shrinking list, and only the lines of the last stone are looked at.
//! Original design.
//!
//! Drawing: without gravity the free cells stand in a list, and a drawn one is replaced by the last; with gravity the
//! list holds the open columns. Both give every legal move the same chance at every ply.
//!
//! Lines: a board of one machine word is shifted as a whole. On larger ones every row, column and diagonal has a word
//! of its own during the playout, and a stone changes four of them:
//!
//! ```text
//!   3x3:   . X .     rows 010 110 000 from the bottom, columns 010 011 000 from the left, diagonals likewise;
//!          X X .     three in a row are three neighbouring bits in one of these words
//!          . . .
//! ```

use agon_core::{Player, Rng};
use agon_grid::{Cell, CellSet};

use crate::game::{Line, Move};
use crate::geometry::{Geometry, has_winning_run};
use crate::position::Position;
use crate::rules::{LONGEST_SIDE, Rules};

/// Rows, columns and two kinds of diagonals of the largest board.
const MOST_LINES: usize = (6 * LONGEST_SIDE - 2) as usize;

/// The four lines through a cell, and which bit of their words it is.
#[derive(Clone, Copy, Debug, Default)]
struct Crossing {
    line: [u8; 4],
    bit: [u8; 4],
}

/// What playouts look up.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    /// All moves of an empty board without gravity, by cell number.
    all: Vec<Move>,
    /// By cell number: where the cell stands in `all`.
    slots: Vec<u16>,
    /// By cell number.
    crossings: Vec<Crossing>,
}

impl Tables {
    pub(crate) fn new<W: CellSet>(rules: &Rules, geometry: &Geometry<W>) -> Self {
        let numbers = (rules.columns * geometry.stride()) as usize;
        let mut tables =
            Self { all: Vec::new(), slots: vec![0; numbers], crossings: vec![Crossing::default(); numbers] };
        for index in geometry.board.indices() {
            let (column, row) = geometry.place(Cell(index as u16));
            tables.slots[index as usize] = tables.all.len() as u16;
            tables.all.push(Move::Place(Cell(index as u16)));
            let side = LONGEST_SIDE;
            let lines = [row, side + column, 2 * side + row + column, 5 * side - 2 + column - row];
            let bits = [column, row, column, column];
            tables.crossings[index as usize] =
                Crossing { line: lines.map(|line| line as u8), bit: bits.map(|bit| bit as u8) };
        }
        tables
    }
}

/// Finds out whether a stone makes a line.
trait Finder<W> {
    /// Notes a stone.
    fn add(&mut self, player: Player, cell: u32);
    /// Whether the stone, the last one noted, is part of a line that wins.
    fn wins(&self, pos: &Position<W>, player: Player, cell: u32) -> bool;
}

/// Shifts the whole board.
struct Shifts<'g, W>(&'g Geometry<W>);

impl<W: CellSet> Finder<W> for Shifts<'_, W> {
    #[inline]
    fn add(&mut self, _: Player, _: u32) {}

    #[inline]
    fn wins(&self, pos: &Position<W>, player: Player, _: u32) -> bool {
        self.0.has_line(pos.stones(player))
    }
}

/// Keeps a word for every line.
struct LineWords<'g> {
    words: [[u64; MOST_LINES]; 2],
    crossings: &'g [Crossing],
    k: u32,
    exact: bool,
}

impl<W> Finder<W> for LineWords<'_> {
    #[inline]
    fn add(&mut self, player: Player, cell: u32) {
        let crossing = self.crossings[cell as usize];
        for (line, bit) in crossing.line.into_iter().zip(crossing.bit) {
            self.words[player.index()][line as usize] |= 1 << bit;
        }
    }

    #[inline]
    fn wins(&self, _: &Position<W>, player: Player, cell: u32) -> bool {
        let lines = self.crossings[cell as usize].line;
        let words = lines.map(|line| self.words[player.index()][line as usize]);
        has_winning_run(words, [1; 4], self.k, self.exact)
    }
}

/// The moves still possible: free cells, or columns with room.
struct Urn<'s> {
    moves: &'s mut Vec<Move>,
    /// By column: where the next stone falls.
    next: [u16; LONGEST_SIDE as usize],
    stride: u32,
}

impl Urn<'_> {
    /// The cell on which the next stone comes to rest; the board is not full.
    #[inline]
    fn draw(&mut self, rng: &mut Rng) -> u32 {
        let index = rng.below(self.moves.len() as u32) as usize;
        match self.moves[index] {
            Move::Place(cell) => {
                self.moves.swap_remove(index);
                cell.index()
            }
            Move::Drop(column) => {
                let cell = u32::from(self.next[column as usize]);
                self.next[column as usize] += 1;
                if cell + 2 == (u32::from(column) + 1) * self.stride {
                    self.moves.swap_remove(index);
                }
                cell
            }
        }
    }
}

impl<W: CellSet> Line<W> {
    /// Plays random moves until the game is over.
    #[inline]
    pub(crate) fn play_out(&self, pos: &mut Position<W>, rng: &mut Rng, scratch: &mut Vec<Move>) {
        if pos.winner.is_some() {
            return;
        }
        let urn = self.fill_urn(pos, scratch);
        if W::CAPACITY <= 64 {
            self.finish(pos, rng, urn, Shifts(&self.geometry));
        } else {
            self.finish(pos, rng, urn, self.line_words(pos));
        }
    }

    #[inline]
    fn finish(&self, pos: &mut Position<W>, rng: &mut Rng, mut urn: Urn<'_>, mut finder: impl Finder<W>) {
        let p = self.rules.p as u8;
        while !self.is_full(pos) {
            let (player, cell) = (pos.to_move, urn.draw(rng));
            pos.add(cell, p);
            finder.add(player, cell);
            if finder.wins(pos, player, cell) {
                pos.winner = Some(player);
                return;
            }
        }
    }

    #[inline]
    fn fill_urn<'s>(&self, pos: &Position<W>, moves: &'s mut Vec<Move>) -> Urn<'s> {
        moves.clear();
        let mut next = [0; LONGEST_SIDE as usize];
        if self.rules.gravity {
            for cell in self.open(pos).indices() {
                let (column, _) = self.geometry.place(Cell(cell as u16));
                next[column as usize] = cell as u16;
                moves.push(Move::Drop(column as u8));
            }
        } else {
            self.list_free_cells(pos, moves);
        }
        Urn { moves, next, stride: self.geometry.stride() }
    }

    /// Copies the list of all cells and takes the stones out. They come in rising order, so what stands first and
    /// fills the gap of a stone is never a later stone, and slots need no update.
    #[inline]
    fn list_free_cells(&self, pos: &Position<W>, moves: &mut Vec<Move>) {
        moves.extend_from_slice(&self.tables.all);
        for (first, stone) in pos.occupied().indices().enumerate() {
            let slot = self.tables.slots[stone as usize] as usize;
            moves.swap(first, slot);
        }
        moves.drain(..pos.placed as usize);
    }

    fn line_words(&self, pos: &Position<W>) -> LineWords<'_> {
        let mut lines = LineWords {
            words: [[0; MOST_LINES]; 2],
            crossings: &self.tables.crossings,
            k: self.rules.k,
            exact: self.rules.exact,
        };
        for player in Player::all(2) {
            for cell in pos.stones(player).indices() {
                Finder::<W>::add(&mut lines, player, cell);
            }
        }
        lines
    }
}
