//! The last empty cells, by null windows and without any table or list of moves.
//!
//! Parity first ([Buro1997] among many): of the quarters of the board, those with an odd number of empty cells are played
//! in first, since whoever plays there last also plays last in the others. The last disc is not placed: only its flips
//! are counted. Values are fail-soft: a result at most alpha bounds the true value from above, a larger one from below.

use crate::board::{Board, CORNERS, NEIGHBOURS, QUARTERS, cells, first, quarter};
use crate::machine::Machine;
use crate::stability::stable_count;

/// From so many empty cells on, a search belongs to [`crate::null_endgame`].
pub(crate) const FEW: u32 = 7;

/// Below every value.
const NONE: i32 = -100;

/// The value of a position with at most [`FEW`] empty cells, as far as it matters whether it is above alpha. `odd` are
/// the quarters with an odd number of empty cells.
#[inline(always)]
pub(crate) fn search<M: Machine>(machine: M, board: Board, alpha: i32, odd: u32, nodes: &mut u64) -> i32 {
    let empties = board.empties();
    match empties.count_ones() {
        0 => board.final_value(),
        1 => {
            *nodes += 1;
            last_one(machine, board.own, first(empties))
        }
        2 => {
            let (one, other) = (first(empties), first(empties & (empties - 1)));
            last_two(machine, board, alpha, one, other, nodes)
        }
        3 => last_three(machine, board, alpha, odd, nodes),
        4 => last_four(machine, board, alpha, odd, nodes),
        count => more(machine, board, alpha, odd, count, nodes),
    }
}

/// Five empty cells and more.
#[inline(always)]
fn more<M: Machine>(machine: M, board: Board, alpha: i32, odd: u32, count: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if let Some(bound) = stability_bound(board, alpha, count) {
        return bound;
    }
    let moves = machine.moves(board);
    if moves == 0 {
        let passed = board.passed();
        return match machine.moves(passed) {
            0 => board.final_value(),
            _ => -machine.few_empties(passed, -alpha - 1, odd, nodes),
        };
    }
    let in_odd = QUARTERS[odd as usize & 15];
    let mut best = NONE;
    for group in [moves & in_odd & CORNERS, moves & in_odd & !CORNERS, moves & !in_odd] {
        for cell in cells(group) {
            let next = board.after(cell, machine.flips(board, cell));
            let odd = odd ^ quarter(cell);
            let value = match count {
                5 => -last_four(machine, next, -alpha - 1, odd, nodes),
                _ => -machine.few_empties(next, -alpha - 1, odd, nodes),
            };
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
    }
    best
}

/// The value is at most all discs but twice those of the opponent that are stable; asked for only where that may be
/// alpha or less.
#[inline(always)]
pub(crate) fn stability_bound(board: Board, alpha: i32, empties: u32) -> Option<i32> {
    if alpha < STABILITY_ASKED[empties as usize & 63] {
        return None;
    }
    let bound = 64 - 2 * stable_count(board.opponent, board.own) as i32;
    (bound <= alpha).then_some(bound)
}

/// By empty cells: below this alpha a bound by stable discs hardly ever helps.
static STABILITY_ASKED: [i32; 64] = {
    let mut asked = [64; 64];
    let mut empties = 4;
    while empties < 64 {
        let wanted = -10 + 3 * empties as i32 / 2 * 2;
        asked[empties] = if wanted > 62 { 62 } else { wanted };
        empties += 1;
    }
    asked
};

#[inline(always)]
fn last_four<M: Machine>(machine: M, board: Board, alpha: i32, odd: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = four::<M>(machine, board, alpha, odd, nodes);
    if best != NONE {
        return best;
    }
    match four::<M>(machine, board.passed(), -alpha - 1, odd, nodes) {
        NONE => board.final_value(),
        value => -value,
    }
}

/// The best of the moves, or [`NONE`] if there is none.
#[inline(always)]
fn four<M: Machine>(machine: M, board: Board, alpha: i32, odd: u32, nodes: &mut u64) -> i32 {
    let in_odd = QUARTERS[odd as usize & 15];
    let empties = board.empties();
    let mut best = NONE;
    for group in [empties & in_odd, empties & !in_odd] {
        for cell in cells(group) {
            if NEIGHBOURS[cell as usize & 63] & board.opponent == 0 {
                continue;
            }
            let flips = machine.flips(board, cell);
            if flips == 0 {
                continue;
            }
            let next = board.after(cell, flips);
            let value = -last_three(machine, next, -alpha - 1, odd ^ quarter(cell), nodes);
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
    }
    best
}

#[inline(always)]
fn last_three<M: Machine>(machine: M, board: Board, alpha: i32, odd: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let empties = board.empties();
    // Three cells lie in one odd quarter or in three: a lone one is first.
    let one = first(empties & QUARTERS[odd as usize & 15]);
    let rest = empties & !(1 << one);
    let order = [one, first(rest), first(rest & (rest - 1))];
    match three(machine, board, alpha, order, nodes) {
        NONE => match three(machine, board.passed(), -alpha - 1, order, nodes) {
            NONE => board.final_value(),
            value => -value,
        },
        best => best,
    }
}

#[inline(always)]
fn three<M: Machine>(machine: M, board: Board, alpha: i32, order: [u32; 3], nodes: &mut u64) -> i32 {
    let mut best = NONE;
    let [a, b, c] = order;
    for (cell, one, other) in [(a, b, c), (b, a, c), (c, a, b)] {
        if NEIGHBOURS[cell as usize & 63] & board.opponent == 0 {
            continue;
        }
        let flips = machine.flips(board, cell);
        if flips == 0 {
            continue;
        }
        let value = -last_two(machine, board.after(cell, flips), -alpha - 1, one, other, nodes);
        if value > alpha {
            return value;
        }
        best = best.max(value);
    }
    best
}

#[inline(always)]
fn last_two<M: Machine>(machine: M, board: Board, alpha: i32, one: u32, other: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    match two(machine, board, alpha, one, other, nodes) {
        NONE => match two(machine, board.passed(), -alpha - 1, one, other, nodes) {
            NONE => board.final_value(),
            value => -value,
        },
        best => best,
    }
}

#[inline(always)]
fn two<M: Machine>(machine: M, board: Board, alpha: i32, one: u32, other: u32, nodes: &mut u64) -> i32 {
    let mut best = NONE;
    for (cell, last) in [(one, other), (other, one)] {
        if NEIGHBOURS[cell as usize & 63] & board.opponent == 0 {
            continue;
        }
        let flips = machine.flips(board, cell);
        if flips == 0 {
            continue;
        }
        *nodes += 1;
        let value = -last_one(machine, board.opponent ^ flips, last);
        if value > alpha {
            return value;
        }
        best = best.max(value);
    }
    best
}

/// One empty cell: the value for the side with the discs `own`, whose turn it is.
#[inline(always)]
fn last_one<M: Machine>(machine: M, own: u64, cell: u32) -> i32 {
    let discs = 2 * own.count_ones() as i32;
    let flips = machine.last_flips(own, cell) as i32;
    if flips != 0 {
        return discs - 62 + 2 * flips;
    }
    let opponent = !(own | 1 << (cell & 63));
    match machine.last_flips(opponent, cell) as i32 {
        // 63 discs are never shared equally: the empty cell goes to the winner.
        0 if discs > 63 => discs - 62,
        flips => discs - 64 - 2 * flips,
    }
}
