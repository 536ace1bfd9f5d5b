//! Is the value above alpha? Searches with an evaluation: the middle game, and endgames with many empty cells.
//!
//! In the order of what they save: the table, stable discs, the table behind every move (enhanced transposition
//! cutoffs), multi-ProbCut, and then the moves, ordered by shallow searches. Values are fail-soft and whole discs.

use agon_core::Stopped;

use crate::board::{Board, CORNERS, QUARTERS, cells, odd_quarters};
use crate::few_empties::stability_bound;
use crate::machine::Machine;
use crate::node::{Candidate, Candidates, Node};
use crate::null_endgame;
use crate::probcut::{deviation, shallow_depth};
use crate::stability::corner_stability;
use crate::table::{Entry, Level, NO_MOVE};
use crate::worker::Worker;

/// No position has more moves.
pub(crate) const MOST_MOVES: usize = 34;

/// Up to this depth the table is not asked.
const WITHOUT_TABLE: u32 = 2;
/// From this depth on the table is asked about every move before the first is searched.
const ENHANCED: u32 = 4;
/// From this depth on it is tried to do without a deep search.
const LEAST_PROBCUT: u32 = 2;
/// From this depth on threads take care not to do the same.
pub(crate) const SHARED_FROM: u32 = 9;

/// Below every value.
const NONE: i32 = -100;

/// The value of a node `depth` discs ahead, as far as it matters whether it is above alpha.
#[inline(always)]
pub(crate) fn search<M: Machine>(
    worker: &mut Worker<'_, '_, M>,
    node: &Node,
    alpha: i32,
    depth: u32,
) -> Result<i32, Stopped> {
    let depth = depth.min(node.empties);
    if depth == node.empties && depth <= null_endgame::MOST_EMPTIES {
        return M::null_endgame(worker, node.board, alpha);
    }
    if depth == 0 {
        worker.nodes += 1;
        return Ok(worker.evaluation.discs(node));
    }
    worker.enter()?;
    if let Some(bound) = stability_bound(node.board, alpha, node.empties) {
        return Ok(bound);
    }
    let moves = worker.machine.moves(node.board);
    if moves == 0 {
        let passed = node.passed();
        return match worker.machine.moves(passed.board) {
            0 => Ok(node.board.final_value()),
            _ => Ok(-M::null_window(worker, &passed, -alpha - 1, depth)?),
        };
    }
    if depth <= WITHOUT_TABLE {
        return match probcut(worker, node, alpha, depth)? {
            Some(value) => Ok(value),
            None => few_plies(worker, node, moves, alpha, depth),
        };
    }
    let level = Level { depth: depth as u8, selectivity: worker.selectivity.level() };
    let entry = worker.table.load(node.board);
    if let Some(value) = entry.and_then(|entry| entry.answer(level, alpha)) {
        return Ok(value);
    }
    let mut candidates = Candidates::<MOST_MOVES>::of(worker.machine, node.board, moves);
    worker.prefetch(node.board, candidates.all());
    if depth >= ENHANCED
        && let Some((value, cell)) = enhanced(worker, node.board, candidates.all(), level, alpha)
    {
        worker.table.store(node.board, level, (value, 64), cell);
        return Ok(value);
    }
    if let Some(value) = probcut(worker, node, alpha, depth)? {
        let bounds = if value > alpha { (value, 64) } else { (-64, value) };
        worker.table.store(node.board, level, bounds, NO_MOVE);
        return Ok(value);
    }
    let known = entry.map_or([NO_MOVE; 2], |entry| entry.moves);
    rank(worker, node, known, candidates.all(), depth, alpha, false)?;
    let (best, cell) = best_of(worker, node, &mut candidates, alpha, depth)?;
    let bounds = if best > alpha { (best, 64) } else { (-64, best) };
    worker.table.store(node.board, level, bounds, cell);
    Ok(best)
}

/// Searches the moves in the order of their ranks until one is above alpha. With several threads, what another one is
/// searching waits until the rest is done.
#[inline(always)]
fn best_of<M: Machine>(
    worker: &mut Worker<'_, '_, M>,
    node: &Node,
    candidates: &mut Candidates<MOST_MOVES>,
    alpha: i32,
    depth: u32,
) -> Result<(i32, u8), Stopped> {
    let (mut best, mut best_cell) = (NONE, NO_MOVE);
    let shared = worker.in_progress.filter(|_| depth >= SHARED_FROM);
    let (mut waiting, mut place) = (0u64, 0);
    while let Some(candidate) = candidates.pick(place) {
        place += 1;
        let next = worker.after(node, candidate.cell, candidate.flips);
        if let Some(shared) = shared {
            let key = next.board.key();
            if place > 1 && shared.has(key) {
                waiting |= 1 << candidate.cell;
                continue;
            }
            shared.begin(key);
        }
        let value = M::null_window(worker, &next, -alpha - 1, depth - 1);
        if let Some(shared) = shared {
            shared.end(next.board.key());
        }
        let value = -value?;
        if value > best {
            (best, best_cell) = (value, candidate.cell as u8);
            if best > alpha {
                return Ok((best, best_cell));
            }
        }
    }
    for cell in cells(waiting) {
        let next = worker.after(node, cell, worker.machine.flips(node.board, cell));
        let value = -M::null_window(worker, &next, -alpha - 1, depth - 1)?;
        if value > best {
            (best, best_cell) = (value, cell as u8);
            if best > alpha {
                break;
            }
        }
    }
    Ok((best, best_cell))
}

impl Entry {
    /// The value, if the entry is thorough enough and tells whether it is above alpha.
    #[inline(always)]
    pub(crate) fn answer(self, wanted: Level, alpha: i32) -> Option<i32> {
        if !self.level.serves(wanted) {
            return None;
        }
        if i32::from(self.upper) <= alpha {
            return Some(i32::from(self.upper));
        }
        (i32::from(self.lower) > alpha).then_some(i32::from(self.lower))
    }
}

impl Level {
    /// One disc less deep.
    #[inline(always)]
    pub(crate) const fn below(self) -> Self {
        Self { depth: self.depth - 1, ..self }
    }
}

/// A move after which the opponent is known to have so little that the value is above alpha, and that value.
#[inline(always)]
pub(crate) fn enhanced<M: Machine>(
    worker: &Worker<'_, '_, M>,
    board: Board,
    candidates: &[Candidate],
    level: Level,
    alpha: i32,
) -> Option<(i32, u8)> {
    candidates.iter().find_map(|candidate| {
        let entry = worker.table.load(board.after(candidate.cell, candidate.flips))?;
        let value = -i32::from(entry.upper);
        (entry.level.serves(level.below()) && value > alpha).then_some((value, candidate.cell as u8))
    })
}

/// One or two discs ahead, without any order and table.
#[inline(always)]
fn few_plies<M: Machine>(
    worker: &mut Worker<'_, '_, M>,
    node: &Node,
    moves: u64,
    alpha: i32,
    depth: u32,
) -> Result<i32, Stopped> {
    let mut best = NONE;
    for group in [moves & CORNERS, moves & !CORNERS] {
        for cell in cells(group) {
            let next = worker.after(node, cell, worker.machine.flips(node.board, cell));
            let value = match depth {
                1 => {
                    worker.nodes += 1;
                    -worker.evaluation.discs(&next)
                }
                _ => -M::null_window(worker, &next, -alpha - 1, depth - 1)?,
            };
            if value > alpha {
                return Ok(value);
            }
            best = best.max(value);
        }
    }
    Ok(best)
}

/// What a shallow search says, if that is far enough from alpha.
#[inline(always)]
fn probcut<M: Machine>(
    worker: &mut Worker<'_, '_, M>,
    node: &Node,
    alpha: i32,
    depth: u32,
) -> Result<Option<i32>, Stopped> {
    let Some(deviations) = worker.selectivity.deviations() else { return Ok(None) };
    if depth < LEAST_PROBCUT || !worker.evaluation.knows() {
        return Ok(None);
    }
    let shallow = shallow_depth(depth);
    let margin = (deviations * deviation(node.empties, depth)).ceil() as i32;
    let glance = worker.evaluation.discs(node);
    let foretold = |worker: &mut Worker<'_, '_, M>, alpha| match shallow {
        0 => Ok(glance),
        _ => M::null_window(worker, node, alpha, shallow),
    };
    let (low, high) = (alpha - margin, alpha + 1 + margin);
    if high <= 64 && glance > alpha && foretold(worker, high - 1)? >= high {
        return Ok(Some(alpha + 1));
    }
    if low >= -64 && glance <= alpha && foretold(worker, low)? <= low {
        return Ok(Some(alpha));
    }
    Ok(None)
}

/// Better moves get larger ranks: those of the table first, then by a look or a shallow search ahead, the number of
/// replies, corners and parity.
#[inline(always)]
pub(crate) fn rank<M: Machine>(
    worker: &mut Worker<'_, '_, M>,
    node: &Node,
    known: [u8; 2],
    candidates: &mut [Candidate],
    depth: u32,
    alpha: i32,
    principal: bool,
) -> Result<(), Stopped> {
    let machine = worker.machine;
    let in_odd = QUARTERS[odd_quarters(node.board.empties()) as usize & 15];
    let look =
        if worker.evaluation.knows() { looks_ahead(depth, depth == node.empties, principal) } else { None };
    for candidate in candidates {
        let cell = candidate.cell as u8;
        if cell == known[0] || cell == known[1] {
            candidate.rank = if cell == known[0] { 1 << 24 } else { 1 << 23 };
            continue;
        }
        let next = node.board.after(candidate.cell, candidate.flips);
        let replies = machine.moves(next);
        let odd = (in_odd >> candidate.cell & 1) as i32;
        let replies = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
        let mut rank = -32 * replies + 4 * odd + 8 * corner_stability(next.opponent) as i32;
        if let Some(plies) = look {
            let next = worker.after(node, candidate.cell, candidate.flips);
            rank -= 32 * shallow_value(worker, &next, -alpha, plies)?;
        }
        candidate.rank = rank;
    }
    Ok(())
}

/// How many plies ahead moves are looked at to order them before a search of some depth.
#[inline(always)]
const fn looks_ahead(depth: u32, to_the_end: bool, principal: bool) -> Option<u32> {
    let from = if principal {
        5
    } else if to_the_end {
        9
    } else {
        4
    };
    if depth < from { None } else { Some((depth - from) / 6) }
}

/// The value of a node by a search of so few plies that nothing is left out.
#[inline(always)]
fn shallow_value<M: Machine>(
    worker: &mut Worker<'_, '_, M>,
    node: &Node,
    around: i32,
    plies: u32,
) -> Result<i32, Stopped> {
    if plies == 0 {
        worker.nodes += 1;
        return Ok(worker.evaluation.discs(node));
    }
    let window = ((around - 12).max(-65), (around + 12).min(65));
    M::principal(worker, node, window, plies)
}
