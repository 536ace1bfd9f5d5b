//! Discs that can never be flipped again, and the bound that they give.
//!
//! A disc is stable if along each of the four axes its line is full, or it has a stable disc of its own colour or the
//! border beside it. Discs on the border are looked up: whatever is placed on the empty cells of that edge, by whom
//! and in whatever order, they stay. Well known among programs of the game; this form is ours.

use std::sync::LazyLock;

use crate::board::{CORNERS, FILE_A, FILE_H};

/// A lower bound for the number of discs of `own` that the other side can never flip.
#[inline(always)]
pub(crate) fn stable_count(own: u64, opponent: u64) -> u32 {
    stable(own, opponent).count_ones()
}

#[inline(always)]
fn stable(own: u64, opponent: u64) -> u64 {
    let full = full_lines(own | opponent);
    let mut stable = stable_on_border(own, opponent) | (own & full[0] & full[1] & full[2] & full[3]);
    if stable == 0 {
        return 0;
    }
    let inner = own & INNER;
    loop {
        let safe = |shift: u32, full: u64| stable << shift | stable >> shift | full;
        let more = safe(1, full[0]) & safe(8, full[1]) & safe(7, full[2]) & safe(9, full[3]) & inner;
        if more & !stable == 0 {
            return stable;
        }
        stable |= more;
    }
}

/// The cells that are not on the border; a neighbour of theirs is never beyond an edge.
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;
const _: () = assert!(INNER & (FILE_A | FILE_H | CORNERS) == 0);

/// The cells whose line along each axis has no empty cell.
#[inline(always)]
fn full_lines(discs: u64) -> [u64; 4] {
    [full_rows(discs), full_columns(discs), full_diagonals(discs, 7), full_diagonals(discs, 9)]
}

#[inline(always)]
fn full_rows(discs: u64) -> u64 {
    let halves = discs & discs >> 4;
    let quarters = halves & halves >> 2;
    ((quarters & quarters >> 1) & FILE_A) * 0xff
}

#[inline(always)]
fn full_columns(discs: u64) -> u64 {
    let halves = discs & discs.rotate_right(32);
    let quarters = halves & halves.rotate_right(16);
    quarters & quarters.rotate_right(8)
}

/// Runs both ways by doubling steps; what would come from beyond the board counts as full.
#[inline(always)]
fn full_diagonals(discs: u64, shift: u32) -> u64 {
    let beyond = &BEYOND[usize::from(shift == 9)];
    let (mut after, mut before) = (discs, discs);
    let mut step = 0;
    while step < 3 {
        after &= after >> (shift << step) | beyond.after[step];
        before &= before << (shift << step) | beyond.before[step];
        step += 1;
    }
    after & before
}

/// For steps of one, two and four cells along a diagonal: the cells from which such a step leaves the board.
struct Beyond {
    after: [u64; 3],
    before: [u64; 3],
}

static BEYOND: [Beyond; 2] = [beyond(-1), beyond(1)];

const fn beyond(columns: i32) -> Beyond {
    let mut sets = Beyond { after: [0; 3], before: [0; 3] };
    let mut cell = 0;
    while cell < 64 {
        let mut step = 0;
        while step < 3 {
            let far = 1 << step;
            if leaves(cell, columns * far, far) {
                sets.after[step] |= 1 << cell;
            }
            if leaves(cell, -columns * far, -far) {
                sets.before[step] |= 1 << cell;
            }
            step += 1;
        }
        cell += 1;
    }
    sets
}

const fn leaves(cell: i32, columns: i32, rows: i32) -> bool {
    let (column, row) = (cell % 8 + columns, cell / 8 + rows);
    column < 0 || column > 7 || row < 0 || row > 7
}

#[inline(always)]
fn stable_on_border(own: u64, opponent: u64) -> u64 {
    let table = &**EDGES;
    let edge = |own: u64, opponent: u64| u64::from(table[(own << 8 | opponent) as usize & 0xffff]);
    let top = edge(own & 0xff, opponent & 0xff);
    let bottom = edge(own >> 56, opponent >> 56) << 56;
    let left = spread(edge(gathered(own), gathered(opponent)));
    let right = spread(edge(gathered(own >> 7), gathered(opponent >> 7))) << 7;
    top | bottom | left | right
}

/// The eight bits of the first column, brought together.
#[inline(always)]
fn gathered(set: u64) -> u64 {
    (set & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Eight bits, spread over the first column. The last stands apart: multiplied with the others it would meet the first.
#[inline(always)]
fn spread(bits: u64) -> u64 {
    (((bits & 0x7f) * 0x0002_0408_1020_4081) & FILE_A) | bits >> 7 << 56
}

/// For the own and the opposing discs of an edge, eight bits each: the own discs that are stable.
static EDGES: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(|| {
    let mut table = Box::new([0; 1 << 16]);
    // Fuller edges first: every edge looks at those with one disc more.
    let mut edges: Vec<(u8, u8)> = (0..=255u8)
        .flat_map(|own| (0..=255u8).map(move |opponent| (own, opponent)))
        .filter(|(own, opponent)| own & opponent == 0)
        .collect();
    edges.sort_by_key(|(own, opponent)| (own | opponent).count_zeros());
    for (own, opponent) in edges {
        table[index(own, opponent)] = stable_on_edge(&table, own, opponent);
    }
    table
});

fn index(own: u8, opponent: u8) -> usize {
    usize::from(own) << 8 | usize::from(opponent)
}

fn stable_on_edge(table: &[u8; 1 << 16], own: u8, opponent: u8) -> u8 {
    let empty = (0..8).filter(|place| (own | opponent) >> place & 1 == 0);
    empty.fold(own, |stable, place| {
        let by_own = flips_on_edge(own, opponent, place);
        let by_opponent = flips_on_edge(opponent, own, place);
        stable
            & table[index(own | by_own | 1 << place, opponent ^ by_own)]
            & table[index(own ^ by_opponent, opponent | by_opponent | 1 << place)]
    })
}

fn flips_on_edge(own: u8, opponent: u8, place: u32) -> u8 {
    let has = |set: u8, place: i32| (0..8).contains(&place) && set >> place & 1 == 1;
    let run = |step: i32| {
        let path = (1..8).map(|far| place as i32 + step * far).take_while(|&at| has(opponent, at));
        let run: Vec<i32> = path.collect();
        let end = place as i32 + step * (run.len() as i32 + 1);
        if has(own, end) { run.iter().fold(0, |flips, at| flips | 1 << at) } else { 0u8 }
    };
    run(1) | run(-1)
}

/// A bound on what the corners and what lies beside them are worth to `own` in ordering: its discs that are stable for
/// the simple reason of a corner.
#[inline(always)]
pub(crate) fn corner_stability(own: u64) -> u32 {
    let corners = own & CORNERS;
    let beside = ((corners << 1 | corners >> 1) & ROWS_OF_BORDER) | corners << 8 | corners >> 8;
    (corners | (beside & own)).count_ones()
}

/// The first and the last row: beside a corner, along its row.
const ROWS_OF_BORDER: u64 = 0xff00_0000_0000_00ff;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, NEIGHBOURS, bit, cells};
    use crate::machine::{Machine, Portable};
    use agon_core::Seed;

    /// Discs that are called stable stay through random games in which any side may move at any time.
    #[test]
    fn stable_discs_are_never_flipped() {
        let mut rng = Seed(5).stream("stability", 0);
        let mut seen = 0;
        for _ in 0..2000 {
            let mut board = Board { own: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000 };
            let (mut kept_own, mut kept_opponent) = (0, 0);
            loop {
                assert_eq!((kept_own & !board.own, kept_opponent & !board.opponent), (0, 0), "{board:?}");
                kept_own |= stable(board.own, board.opponent);
                kept_opponent |= stable(board.opponent, board.own);
                seen += stable_count(board.own, board.opponent);
                let moves: Vec<u32> = cells(Portable.moves(board)).collect();
                board = match moves.as_slice() {
                    [] if Portable.moves(board.passed()) == 0 => break,
                    [] => board.passed(),
                    _ => {
                        let cell = moves[rng.below(moves.len() as u32) as usize];
                        board.after(cell, Portable.flips(board, cell))
                    }
                };
                (kept_own, kept_opponent) = (kept_opponent, kept_own);
            }
        }
        assert!(seen > 100_000, "{seen}");
    }

    #[test]
    fn full_lines_are_those_without_an_empty_cell() {
        let mut rng = Seed(6).stream("lines", 0);
        for _ in 0..1000 {
            let holes = (0..6).fold(0, |holes, _| holes | bit(rng.below(64)));
            let discs = !holes;
            let full = full_lines(discs);
            for cell in 0..64 {
                let rays = &crate::board::RAYS[cell as usize];
                for (axis, full) in full.iter().enumerate() {
                    let line = rays.forward[axis] | rays.backward[axis] | bit(cell);
                    assert_eq!(full & bit(cell) != 0, line & holes == 0, "cell {cell}, axis {axis}");
                }
            }
        }
    }

    #[test]
    fn a_whole_edge_is_stable_and_a_lone_disc_is_not() {
        assert_eq!(stable(0xff, 0), 0xff);
        assert_eq!(stable(0x10, 0), 0);
        assert_eq!(stable(0x01, 0), 0x01);
        assert_eq!(stable(0x07, 0x08), 0x07);
        assert_eq!(corner_stability(0x0103), 3);
        assert!(NEIGHBOURS[0] & stable(0x0103, 0) != 0);
    }
}
