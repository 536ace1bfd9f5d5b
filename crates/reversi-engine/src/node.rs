//! A position in the middle game: the board, and the indices of its patterns, which follow every move. Original design.

use crate::board::{Board, cells};
use crate::evaluation::{Evaluation, Indices};
use crate::machine::Machine;

/// A board with what the evaluation knows of it.
#[derive(Clone, Debug)]
pub struct Node {
    pub(crate) board: Board,
    /// Which side is to move: the one that was at the root (0) or the other (1).
    pub(crate) side: usize,
    pub(crate) empties: u32,
    pub(crate) indices: Indices,
}

impl Node {
    pub(crate) fn new(board: Board, evaluation: &Evaluation) -> Self {
        Self { board, side: 0, empties: board.empty_count(), indices: evaluation.indices(board) }
    }

    #[inline(always)]
    pub(crate) fn after<M: Machine>(
        &self,
        machine: M,
        evaluation: &Evaluation,
        cell: u32,
        flips: u64,
    ) -> Self {
        Self {
            board: self.board.after(cell, flips),
            side: 1 - self.side,
            empties: self.empties - 1,
            indices: evaluation.indices_after(machine, &self.indices, self.side, cell, flips),
        }
    }

    #[inline(always)]
    pub(crate) fn passed(&self) -> Self {
        Self { board: self.board.passed(), side: 1 - self.side, ..self.clone() }
    }
}

/// A move that a search considers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Candidate {
    pub(crate) flips: u64,
    /// The better, the larger.
    pub(crate) rank: i32,
    pub(crate) cell: u32,
}

/// The moves of a position, at most `N`.
pub(crate) struct Candidates<const N: usize> {
    list: [Candidate; N],
    count: usize,
}

impl<const N: usize> Candidates<N> {
    /// All moves, not yet ranked.
    #[inline(always)]
    pub(crate) fn of<M: Machine>(machine: M, board: Board, moves: u64) -> Self {
        let mut candidates = Self { list: [Candidate::default(); N], count: 0 };
        for (slot, cell) in candidates.list.iter_mut().zip(cells(moves)) {
            *slot = Candidate { flips: machine.flips(board, cell), rank: 0, cell };
            candidates.count += 1;
        }
        candidates
    }

    #[inline(always)]
    pub(crate) fn all(&mut self) -> &mut [Candidate] {
        let count = self.count.min(N);
        &mut self.list[..count]
    }

    /// Brings the best of the moves from `place` on to that place.
    #[inline(always)]
    pub(crate) fn pick(&mut self, place: usize) -> Option<Candidate> {
        let rest = self.all().get_mut(place..)?;
        let (mut best, mut rank) = (0, rest.first()?.rank);
        for (index, candidate) in rest.iter().enumerate().skip(1) {
            if candidate.rank > rank {
                (best, rank) = (index, candidate.rank);
            }
        }
        rest.swap(0, best);
        rest.first().copied()
    }
}
