//! One thread of a search: what it counts, and when it must stop. Original design.

use agon_core::{Stopped, Think};

use crate::board::Board;
use crate::evaluation::Evaluation;
use crate::in_progress::InProgress;
use crate::machine::Machine;
use crate::node::{Candidate, Node};
use crate::probcut::Selectivity;
use crate::table::Table;

/// So many nodes lie between two looks at the clock.
const INTERVAL: u64 = 1 << 13;

/// One thread of a search.
pub struct Worker<'s, 't, M> {
    pub(crate) machine: M,
    pub(crate) table: &'s Table,
    pub(crate) evaluation: &'s Evaluation,
    pub(crate) selectivity: Selectivity,
    /// What other threads are doing, if there are any.
    pub(crate) in_progress: Option<&'s InProgress>,
    think: &'s mut Think<'t>,
    pub(crate) nodes: u64,
    next_look: u64,
}

impl<'s, 't, M: Machine> Worker<'s, 't, M> {
    pub(crate) fn new(
        machine: M,
        table: &'s Table,
        evaluation: &'s Evaluation,
        in_progress: Option<&'s InProgress>,
        think: &'s mut Think<'t>,
    ) -> Self {
        let selectivity = Selectivity::NONE;
        Self { machine, table, evaluation, selectivity, in_progress, think, nodes: 0, next_look: 0 }
    }

    /// Counts a node.
    #[inline(always)]
    pub(crate) fn enter(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// The node behind a move.
    #[inline(always)]
    pub(crate) fn after(&self, node: &Node, cell: u32, flips: u64) -> Node {
        node.after(self.machine, self.evaluation, cell, flips)
    }

    /// Fetches what the table holds of the positions behind some moves.
    #[inline(always)]
    pub(crate) fn prefetch(&self, board: Board, candidates: &[Candidate]) {
        for candidate in candidates {
            let next = board.after(candidate.cell, candidate.flips);
            self.machine.prefetch(self.table.bucket(next.key()));
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        let limit = self.think.budget().nodes.unwrap_or(u64::MAX);
        if self.nodes >= limit || self.think.is_over() {
            return Err(Stopped);
        }
        self.next_look = (self.nodes + INTERVAL).min(limit);
        Ok(())
    }
}
