//! Principal variation search ([Marsland1983] calls it so): the first move with the whole window, the others with null
//! windows and again if they are better.

use agon_core::Stopped;

use crate::machine::Machine;
use crate::node::{Candidates, Node};
use crate::null_window::{MOST_MOVES, enhanced, rank};
use crate::table::{Level, NO_MOVE};
use crate::worker::Worker;

/// Below every value.
const NONE: i32 = -100;

/// The value of a node `depth` discs ahead: exact inside the window, a bound outside.
#[inline(always)]
pub(crate) fn search<M: Machine>(
    worker: &mut Worker<'_, '_, M>,
    node: &Node,
    (alpha, beta): (i32, i32),
    depth: u32,
) -> Result<i32, Stopped> {
    let depth = depth.min(node.empties);
    if beta - alpha <= 1 {
        return M::null_window(worker, node, alpha, depth);
    }
    worker.enter()?;
    if depth == 0 {
        return Ok(if node.empties == 0 { node.board.final_value() } else { worker.evaluation.discs(node) });
    }
    let moves = worker.machine.moves(node.board);
    if moves == 0 {
        let passed = node.passed();
        return match worker.machine.moves(passed.board) {
            0 => Ok(node.board.final_value()),
            _ => Ok(-M::principal(worker, &passed, (-beta, -alpha), depth)?),
        };
    }
    let level = Level { depth: depth as u8, selectivity: worker.selectivity.level() };
    let entry = worker.table.load(node.board);
    if let Some(entry) = entry.filter(|entry| entry.level.serves(level)) {
        let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
        if lower >= beta || lower == upper {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
    }
    let mut candidates = Candidates::<MOST_MOVES>::of(worker.machine, node.board, moves);
    if let Some((value, cell)) = enhanced(worker, node.board, candidates.all(), level, beta - 1) {
        worker.table.store(node.board, level, (value, 64), cell);
        return Ok(value);
    }
    let known = entry.map_or([NO_MOVE; 2], |entry| entry.moves);
    rank(worker, node, known, candidates.all(), depth, alpha, true)?;
    let (mut best, mut best_cell, mut place) = (NONE, NO_MOVE, 0);
    while let Some(candidate) = candidates.pick(place) {
        let next = worker.after(node, candidate.cell, candidate.flips);
        let lower = alpha.max(best);
        let mut value = NONE;
        if place > 0 {
            value = -M::null_window(worker, &next, -lower - 1, depth - 1)?;
        }
        if place == 0 || (value > lower && value < beta) {
            value = -M::principal(worker, &next, (-beta, -lower), depth - 1)?;
        }
        if value > best {
            (best, best_cell) = (value, candidate.cell as u8);
            if best >= beta {
                break;
            }
        }
        place += 1;
    }
    let bounds = (if best > alpha { best } else { -64 }, if best < beta { best } else { 64 });
    worker.table.store(node.board, level, bounds, best_cell);
    Ok(best)
}
