//! What the search asks of the processor, in one form for each kind of processor. Original design.
//!
//! A value of a machine proves that the processor has what its form needs, so its methods are safe. The functions that
//! call themselves ([`Machine::few_empties`] and its companions) are entered through the machine as well: each form
//! compiles the same text of the search once more, with the instructions of its processor throughout.

use agon_core::Stopped;

use crate::board::{Board, NEIGHBOURS, RAYS, cells};
use crate::evaluation::{Indices, LANES};
use crate::few_empties;
use crate::node::Node;
use crate::null_endgame;
use crate::null_window;
use crate::principal;
use crate::worker::Worker;

/// A kind of processor.
pub trait Machine: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// The opposing discs that a disc of `own` on the empty cell `cell` flips.
    fn flips(self, board: Board, cell: u32) -> u64;

    /// The cells on which `own` can place a disc.
    fn moves(self, board: Board) -> u64;

    /// How many discs are flipped by a disc on the only empty cell of a board, by the side with the discs `own`.
    fn last_flips(self, own: u64, cell: u32) -> u32;

    /// The indices after a move of `side`, by what a digit of each cell counts.
    #[doc(hidden)]
    fn indices_after(
        self,
        indices: &Indices,
        powers: &[Indices; 64],
        side: usize,
        cell: u32,
        flips: u64,
    ) -> Indices;

    /// Tells the processor that a place in memory will be read soon.
    fn prefetch<T>(self, place: &T);

    /// [`few_empties::search`] compiled for this machine.
    #[doc(hidden)]
    fn few_empties(self, board: Board, alpha: i32, odd: u32, nodes: &mut u64) -> i32;

    /// [`null_endgame::search`] compiled for this machine.
    #[doc(hidden)]
    fn null_endgame(worker: &mut Worker<'_, '_, Self>, board: Board, alpha: i32) -> Result<i32, Stopped>;

    /// [`null_window::search`] compiled for this machine.
    #[doc(hidden)]
    fn null_window(
        worker: &mut Worker<'_, '_, Self>,
        node: &Node,
        alpha: i32,
        depth: u32,
    ) -> Result<i32, Stopped>;

    /// [`principal::search`] compiled for this machine.
    #[doc(hidden)]
    fn principal(
        worker: &mut Worker<'_, '_, Self>,
        node: &Node,
        window: (i32, i32),
        depth: u32,
    ) -> Result<i32, Stopped>;
}

/// Any processor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable;

impl Machine for Portable {
    #[inline(always)]
    fn flips(self, board: Board, cell: u32) -> u64 {
        let rays = &RAYS[cell as usize & 63];
        let mut flips = 0;
        for ray in rays.forward {
            let others = ray & !board.opponent;
            let nearest = others & others.wrapping_neg();
            if nearest & board.own != 0 {
                flips |= ray & (nearest - 1);
            }
        }
        for ray in rays.backward {
            let others = ray & !board.opponent;
            let nearest = 1u64.wrapping_shl(63 - (others | 1).leading_zeros());
            if nearest & others & board.own != 0 {
                flips |= ray & !(nearest | (nearest - 1));
            }
        }
        flips
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        /// The opponent's discs that have a cell on both sides of their row.
        const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;
        let inner = board.opponent & INNER_FILES;
        let axes = [(1, inner), (7, inner), (9, inner), (8, board.opponent)];
        let found = axes.map(|(shift, path)| behind_runs(board.own, path, shift));
        (found[0] | found[1] | found[2] | found[3]) & board.empties()
    }

    #[inline(always)]
    fn last_flips(self, own: u64, cell: u32) -> u32 {
        let opponent = !(own | 1 << (cell & 63));
        match NEIGHBOURS[cell as usize & 63] & opponent {
            0 => 0,
            _ => self.flips(Board { own, opponent }, cell).count_ones(),
        }
    }

    #[inline(always)]
    fn indices_after(
        self,
        indices: &Indices,
        powers: &[Indices; 64],
        side: usize,
        cell: u32,
        flips: u64,
    ) -> Indices {
        let placed = &powers[cell as usize & 63].0;
        let mut flipped = [0u16; LANES];
        for cell in cells(flips) {
            for (sum, power) in flipped.iter_mut().zip(&powers[cell as usize & 63].0) {
                *sum = sum.wrapping_add(*power);
            }
        }
        Indices(std::array::from_fn(|lane| match side {
            0 => indices.0[lane].wrapping_add(placed[lane]).wrapping_sub(flipped[lane]),
            _ => indices.0[lane].wrapping_add(2 * placed[lane]).wrapping_add(flipped[lane]),
        }))
    }

    #[inline(always)]
    fn prefetch<T>(self, _: &T) {}

    fn few_empties(self, board: Board, alpha: i32, odd: u32, nodes: &mut u64) -> i32 {
        few_empties::search(self, board, alpha, odd, nodes)
    }

    fn null_endgame(worker: &mut Worker<'_, '_, Self>, board: Board, alpha: i32) -> Result<i32, Stopped> {
        null_endgame::search(worker, board, alpha)
    }

    fn null_window(
        worker: &mut Worker<'_, '_, Self>,
        node: &Node,
        alpha: i32,
        depth: u32,
    ) -> Result<i32, Stopped> {
        null_window::search(worker, node, alpha, depth)
    }

    fn principal(
        worker: &mut Worker<'_, '_, Self>,
        node: &Node,
        window: (i32, i32),
        depth: u32,
    ) -> Result<i32, Stopped> {
        principal::search(worker, node, window, depth)
    }
}

/// The cells behind runs of `path` that begin next to an own disc, both ways along one axis: a parallel prefix fill.
#[inline(always)]
fn behind_runs(own: u64, path: u64, shift: u32) -> u64 {
    let mut forward = path & (own << shift);
    let mut backward = path & (own >> shift);
    forward |= path & (forward << shift);
    backward |= path & (backward >> shift);
    let (forward_pairs, backward_pairs) = (path & (path << shift), path & (path >> shift));
    for _ in 0..2 {
        forward |= forward_pairs & (forward << (2 * shift));
        backward |= backward_pairs & (backward >> (2 * shift));
    }
    forward << shift | backward >> shift
}
