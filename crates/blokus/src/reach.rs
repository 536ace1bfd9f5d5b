//! The ways to cover a cell, sorted by what is closed around it.
//!
//! Every cell of every orientation may lie on the cell: 414 ways with all 21 pieces, the same for every cell. Each is
//! one word: the bits of the [window](crate::field) it covers and, above them, the bit of its piece. One `&` with the
//! closed cells and the used pieces then tells whether it is possible. Those that cover a closed one of the eight
//! cells around are not even looked at: the ways are listed apart for each of the 256 states of these cells. The
//! idea of lists by neighbourhood is that of the program Pentobi; the window is ours.

use crate::field::{WINDOW_BITS, window_bit};
use crate::moves::Move;
use crate::pieces::{Orientation, Pieces};

/// States of the cell and the eight around it; those in which the cell itself is closed have no ways.
const STATES: usize = 512;

/// All ways to cover a cell.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// Where the ways of each state begin in the two lists.
    first: Vec<u32>,
    /// What each way needs: cells of the window and its piece.
    needs: Vec<u64>,
    /// The move, but for the number of the cell, which is added.
    moves: Vec<u16>,
}

impl Reach {
    /// The ways with these pieces on a board of that width.
    pub fn new(orientations: &[Orientation], pieces: Pieces, width: u32) -> Self {
        let ways: Vec<_> = (0..)
            .zip(orientations)
            .filter(|(_, turned)| pieces.has(turned.piece))
            .flat_map(|(number, turned)| turned.cells().map(move |at| way(number, turned, at, width)))
            .collect();
        let mut reach = Self { first: vec![0], needs: Vec::new(), moves: Vec::new() };
        for closed in 0..STATES {
            let open = ways.iter().filter(|(needs, _)| state(*needs) & closed == 0);
            for &(needs, mv) in open {
                reach.needs.push(needs);
                reach.moves.push(mv);
            }
            reach.first.push(reach.needs.len() as u32);
        }
        reach
    }

    /// What the ways to cover a cell need that are left by the state of the cells next to it, with their moves.
    #[inline]
    fn ways(&self, window: u64) -> (&[u64], &[u16]) {
        let state = state(window);
        let range = self.first[state] as usize..self.first[state + 1] as usize;
        (&self.needs[range.clone()], &self.moves[range])
    }

    /// Appends the moves that cover the cell of that number and nothing that is closed.
    ///
    /// Never inlined: alone, its loop keeps everything in registers, and random games measure faster.
    #[inline(never)]
    pub fn list(&self, cell: u16, window: u64, left: Pieces, out: &mut Vec<Move>) {
        let closed = window | used(left);
        let (needs, moves) = self.ways(window);
        let start = out.len();
        out.resize(start + needs.len(), Move::default());
        let free = &mut out[start..];
        let mut found = 0;
        for (needs, base) in needs.iter().zip(moves) {
            // Written always and kept if possible: cheaper than a jump that is hard to foresee.
            free[found] = Move::from_base(*base, cell);
            found += usize::from(needs & closed == 0);
        }
        out.truncate(start + found);
    }

    /// How many moves [`list`](Self::list) would append.
    #[inline]
    pub fn count(&self, window: u64, left: Pieces) -> u32 {
        let closed = window | used(left);
        self.ways(window).0.iter().map(|needs| u32::from(needs & closed == 0)).sum()
    }

    /// One of the moves that [`list`](Self::list) would append.
    #[inline]
    pub fn any(&self, cell: u16, window: u64, left: Pieces) -> Option<Move> {
        let closed = window | used(left);
        let (needs, moves) = self.ways(window);
        let at = needs.iter().position(|needs| needs & closed == 0)?;
        Some(Move::from_base(moves[at], cell))
    }
}

/// The pieces that are not left, above the bits of the window.
#[inline]
fn used(left: Pieces) -> u64 {
    u64::from(!left.0 & Pieces::ALL.0) << WINDOW_BITS
}

/// The three by three cells in the middle of a window.
#[inline]
fn state(window: u64) -> usize {
    (window >> 11 & 7 | (window >> 19 & 7) << 3 | (window >> 27 & 7) << 6) as usize
}

/// The way in which the cell at a column and a row of an orientation lies on the cell to cover.
fn way(number: u16, turned: &Orientation, (column, row): (u32, u32), width: u32) -> (u64, u16) {
    let seen = |(x, y): (u32, u32)| window_bit(x as i32 - column as i32, y as i32 - row as i32);
    let cells = turned.cells().map(seen).fold(0, |all, bit| all | bit);
    let piece = 1 << (WINDOW_BITS as usize + turned.piece.index());
    (cells | piece, Move::base(number, row * width + column))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;

    #[test]
    fn the_first_move_of_duo_can_be_made_in_414_ways() {
        let reach = Reach::new(&Orientation::all(), Pieces::ALL, 14);
        assert_eq!(reach.count(0, Pieces::ALL), 414);
        assert_eq!(reach.count(0, Pieces::first(1)), 1);
        assert_eq!(reach.count(0, Pieces::ALL.without(Piece::SINGLE)), 413);
        let alone = window_bit(0, 1) | window_bit(0, -1) | window_bit(1, 0) | window_bit(-1, 0);
        assert_eq!(reach.count(alone, Pieces::ALL), 1);
    }

    /// Each of the nine cells in the middle has a bit of its own, all others have none: lists are as short as they can be.
    #[test]
    fn the_middle_of_a_window_is_told_apart() {
        let middle = (-1..=1).flat_map(|row| (-1..=1).map(move |column| state(window_bit(column, row))));
        assert_eq!(middle.collect::<Vec<_>>(), (0..9).map(|bit| 1 << bit).collect::<Vec<_>>());
        let outside = [(0, 2), (2, 0), (-2, 1), (1, -2), (0, -4), (4, 0)];
        assert!(outside.iter().all(|&(column, row)| state(window_bit(column, row)) == 0));
    }
}
