//! Is the exact value above alpha? Endgames with up to [`MOST_EMPTIES`] empty cells, with the table but without an
//! evaluation.
//!
//! Moves are tried fastest first: those that leave the opponent the fewest replies, corners counted twice, then those in
//! odd quarters. Before any is searched, the table is asked about the positions behind all of them (enhanced
//! transposition cutoffs, [Plaat1996]).

use agon_core::Stopped;

use crate::board::{Board, CORNERS, QUARTERS, odd_quarters, quarter};
use crate::few_empties::{self, stability_bound};
use crate::machine::Machine;
use crate::node::Candidates;
use crate::probcut::Selectivity;
use crate::stability::corner_stability;
use crate::table::{Level, NO_MOVE};
use crate::worker::Worker;

/// With more empty cells an evaluation orders the moves.
pub(crate) const MOST_EMPTIES: u32 = 14;
const CAPACITY: usize = 16;

/// With so many empty cells the table is asked about every move before the first is searched.
const ENHANCED: u32 = 10;

/// As [`few_empties::search`], for any number of empty cells up to [`MOST_EMPTIES`].
#[inline(always)]
pub(crate) fn search<M: Machine>(
    worker: &mut Worker<'_, '_, M>,
    board: Board,
    alpha: i32,
) -> Result<i32, Stopped> {
    let empties = board.empty_count();
    let machine = worker.machine;
    if empties <= few_empties::FEW {
        let odd = odd_quarters(board.empties());
        return Ok(machine.few_empties(board, alpha, odd, &mut worker.nodes));
    }
    worker.enter()?;
    if let Some(bound) = stability_bound(board, alpha, empties) {
        return Ok(bound);
    }
    let moves = machine.moves(board);
    if moves == 0 {
        return match machine.moves(board.passed()) {
            0 => Ok(board.final_value()),
            _ => Ok(-M::null_endgame(worker, board.passed(), -alpha - 1)?),
        };
    }
    let level = Level { depth: empties as u8, selectivity: Selectivity::NONE.level() };
    let mut known = [NO_MOVE; 2];
    if let Some(entry) = worker.table.load(board) {
        if entry.level.serves(level) {
            if i32::from(entry.upper) <= alpha {
                return Ok(i32::from(entry.upper));
            }
            if i32::from(entry.lower) > alpha {
                return Ok(i32::from(entry.lower));
            }
        }
        known = entry.moves;
    }
    let mut candidates = Candidates::<CAPACITY>::of(machine, board, moves);
    if empties >= ENHANCED {
        for candidate in candidates.all() {
            let next = board.after(candidate.cell, candidate.flips);
            let entry = worker.table.load(next).filter(|entry| entry.level.serves(level.below()));
            if let Some(entry) = entry
                && -i32::from(entry.upper) > alpha
            {
                let value = -i32::from(entry.upper);
                worker.table.store(board, level, (value, 64), candidate.cell as u8);
                return Ok(value);
            }
        }
    }
    rank(machine, board, known, candidates.all());
    let (mut best, mut best_cell) = (-100, NO_MOVE);
    let odd = odd_quarters(board.empties());
    let mut place = 0;
    while let Some(candidate) = candidates.pick(place) {
        let next = board.after(candidate.cell, candidate.flips);
        let value = if empties - 1 <= few_empties::FEW {
            -machine.few_empties(next, -alpha - 1, odd ^ quarter(candidate.cell), &mut worker.nodes)
        } else {
            -M::null_endgame(worker, next, -alpha - 1)?
        };
        if value > best {
            (best, best_cell) = (value, candidate.cell as u8);
            if best > alpha {
                break;
            }
        }
        place += 1;
    }
    let bounds = if best > alpha { (best, 64) } else { (-64, best) };
    worker.table.store(board, level, bounds, best_cell);
    Ok(best)
}

/// Better moves get larger ranks.
#[inline(always)]
fn rank<M: Machine>(machine: M, board: Board, known: [u8; 2], candidates: &mut [crate::node::Candidate]) {
    let in_odd = QUARTERS[odd_quarters(board.empties()) as usize & 15];
    for candidate in candidates {
        let next = board.after(candidate.cell, candidate.flips);
        let cell = candidate.cell as u8;
        candidate.rank = if cell == known[0] {
            1 << 20
        } else if cell == known[1] {
            1 << 19
        } else {
            let replies = machine.moves(next);
            let odd = (in_odd >> candidate.cell & 1) as i32;
            let replies = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
            -16 * replies + 4 * odd + corner_stability(next.opponent) as i32
        };
    }
}
