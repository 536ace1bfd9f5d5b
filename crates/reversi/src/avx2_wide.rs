//! Moves and flips of boards of up to 128 cells with sides of up to 10, two directions at a time in one AVX2 register. Original design.
//!
//! The same method as the portable form. Each half of a register holds one 128-bit set; a shift of such a set is
//! a shift of its two words and of what crosses from one to the other.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_bslli_epi128, _mm256_bsrli_epi128, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extract_epi64, _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi32, _mm256_sllv_epi64, _mm256_srli_epi64, _mm256_srlv_epi64,
    _mm256_sub_epi64, _mm256_xor_si256,
};

use agon_grid::Cell;

use crate::geometry::{BoardAxis, FastPath, Geometry, Prospects};

/// The fill reaches 1 + 1 + 2 + 4 discs.
const LONGEST_RUN: u32 = 8;
/// Shifts of a whole word or more are not possible here: the longest is four steps along an axis.
const LONGEST_SHIFT: u32 = 63;

/// Two 128-bit sets, aligned as a register.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Pair([u128; 2]);

/// The first two axes and the last two.
type Axes = [Pair; 2];

/// The tables of a shape, and the proof that the processor can use them.
#[derive(Clone, Debug)]
pub struct TwoDirections {
    shifts: [[u32; 2]; 2],
    forward: Axes,
    backward: Axes,
    rays: Vec<PairRays>,
}

/// The rays of one cell.
#[derive(Clone, Copy, Debug)]
struct PairRays {
    forward: Axes,
    backward: Axes,
}

fn pairs([a, b, c, d]: [u128; 4]) -> Axes {
    [Pair([a, b]), Pair([c, d])]
}

impl FastPath<u128> for TwoDirections {
    fn detect(portable: &Geometry<u128>) -> Option<Self> {
        let fits =
            |axis: &BoardAxis<u128>| axis.longest_run <= LONGEST_RUN && 4 * axis.shift <= LONGEST_SHIFT;
        if !std::arch::is_x86_feature_detected!("avx2")
            || !std::arch::is_x86_feature_detected!("popcnt")
            || !portable.axes.iter().all(fits)
        {
            return None;
        }
        let [a, b, c, d] = portable.axes.map(|axis| axis.shift);
        let rays = |rays: &crate::geometry::Rays<u128>| PairRays {
            forward: pairs(rays.forward),
            backward: pairs(rays.backward),
        };
        Some(Self {
            shifts: [[a, b], [c, d]],
            forward: pairs(portable.axes.map(|axis| axis.forward)),
            backward: pairs(portable.axes.map(|axis| axis.backward)),
            rays: portable.rays.iter().map(rays).collect(),
        })
    }

    #[inline]
    #[allow(unsafe_code)]
    fn moves(&self, own: u128, opponent: u128) -> u128 {
        // SAFETY: `detect` makes tables only after it has found AVX2.
        unsafe { self.moves_avx2(own, opponent) }
    }

    #[inline]
    #[allow(unsafe_code)]
    fn flips(&self, own: u128, opponent: u128, cell: Cell) -> u128 {
        // SAFETY: `detect` makes tables only after it has found AVX2.
        unsafe { self.flips_avx2(own, opponent, cell) }
    }

    #[inline]
    #[allow(unsafe_code)]
    fn flips_and_replies(&self, own: u128, opponent: u128, cell: Cell) -> (u128, u128) {
        // SAFETY: `detect` makes tables only after it has found AVX2.
        unsafe { self.flips_and_replies_avx2(own, opponent, cell) }
    }

    #[inline]
    #[allow(unsafe_code)]
    fn prospects(&self, portable: &Geometry<u128>, own: u128, opponent: u128) -> Prospects {
        let empty = portable.cells & !(own | opponent);
        // SAFETY: `detect` makes tables only after it has found AVX2 and POPCNT.
        unsafe { self.prospects_avx2(own, opponent, empty) }
    }
}

impl TwoDirections {
    #[target_feature(enable = "avx2")]
    fn moves_avx2(&self, own: u128, opponent: u128) -> u128 {
        lowest(self.placements(broadcast(own), broadcast(opponent))) & !(own | opponent)
    }

    #[target_feature(enable = "avx2")]
    fn flips_avx2(&self, own: u128, opponent: u128, cell: Cell) -> u128 {
        lowest(self.flipped(broadcast(own), broadcast(opponent), cell))
    }

    #[target_feature(enable = "avx2")]
    fn flips_and_replies_avx2(&self, own: u128, opponent: u128, cell: Cell) -> (u128, u128) {
        let placed = own | 1 << (cell.0 & 127);
        let flipped = self.flipped(broadcast(own), broadcast(opponent), cell);
        let own_after = _mm256_or_si256(broadcast(placed), flipped);
        let opponent_after = _mm256_xor_si256(broadcast(opponent), flipped);
        let replies = self.placements(opponent_after, own_after);
        (lowest(flipped), lowest(replies) & !(placed | opponent))
    }

    /// In both halves, the cells behind runs of the opponent that begin next to an own disc.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn placements(&self, own: __m256i, opponent: __m256i) -> __m256i {
        let mut found = _mm256_setzero_si256();
        for axes in 0..2 {
            let shift = Shift::new(self.shifts[axes]);
            let two = shift.doubled();
            let four = two.doubled();

            let landing = load(&self.forward[axes]);
            let path = _mm256_and_si256(opponent, landing);
            let runs = _mm256_and_si256(path, shift.up(own));
            let runs = grow(runs, path, shift.up(runs));
            let path = _mm256_and_si256(path, shift.up(path));
            let runs = grow(runs, path, two.up(runs));
            let path = _mm256_and_si256(path, two.up(path));
            let runs = grow(runs, path, four.up(runs));
            found = _mm256_or_si256(found, _mm256_and_si256(landing, shift.up(runs)));

            let landing = load(&self.backward[axes]);
            let path = _mm256_and_si256(opponent, landing);
            let runs = _mm256_and_si256(path, shift.down(own));
            let runs = grow(runs, path, shift.down(runs));
            let path = _mm256_and_si256(path, shift.down(path));
            let runs = grow(runs, path, two.down(runs));
            let path = _mm256_and_si256(path, two.down(path));
            let runs = grow(runs, path, four.down(runs));
            found = _mm256_or_si256(found, _mm256_and_si256(landing, shift.down(runs)));
        }
        union(found)
    }

    /// Flips are the runs that have an own disc at one end and an empty cell at the other.
    #[target_feature(enable = "avx2,popcnt")]
    fn prospects_avx2(&self, own: u128, opponent: u128, empty: u128) -> Prospects {
        let (own, opponent, vacant) = (broadcast(own), broadcast(opponent), broadcast(empty));
        let (mut moves, mut around) = (_mm256_setzero_si256(), _mm256_setzero_si256());
        let mut flips = 0;
        for axes in 0..2 {
            let shift = Shift::new(self.shifts[axes]);
            let two = shift.doubled();
            let four = two.doubled();

            let landing = load(&self.forward[axes]);
            let path = _mm256_and_si256(opponent, landing);
            let pairs = _mm256_and_si256(path, shift.up(path));
            let fours = _mm256_and_si256(pairs, two.up(pairs));
            let forward = |next| {
                let runs = _mm256_and_si256(path, next);
                let runs = grow(runs, path, shift.up(runs));
                let runs = grow(runs, pairs, two.up(runs));
                grow(runs, fours, four.up(runs))
            };
            let next = shift.up(own);
            around = grow(around, landing, next);
            let (own_before, empty_before) = (forward(next), forward(shift.up(vacant)));
            moves = _mm256_or_si256(moves, _mm256_and_si256(landing, shift.up(own_before)));

            let landing = load(&self.backward[axes]);
            let path = _mm256_and_si256(opponent, landing);
            let pairs = _mm256_and_si256(path, shift.down(path));
            let fours = _mm256_and_si256(pairs, two.down(pairs));
            let backward = |next| {
                let runs = _mm256_and_si256(path, next);
                let runs = grow(runs, path, shift.down(runs));
                let runs = grow(runs, pairs, two.down(runs));
                grow(runs, fours, four.down(runs))
            };
            let next = shift.down(own);
            around = grow(around, landing, next);
            let (own_behind, empty_behind) = (backward(next), backward(shift.down(vacant)));
            moves = _mm256_or_si256(moves, _mm256_and_si256(landing, shift.down(own_behind)));

            let one_way = _mm256_and_si256(own_before, empty_behind);
            let other_way = _mm256_and_si256(empty_before, own_behind);
            flips += count(_mm256_or_si256(one_way, other_way));
        }
        Prospects {
            moves: (lowest(union(moves)) & empty).count_ones(),
            flips,
            frontier: (lowest(union(around)) & empty).count_ones(),
        }
    }

    /// In both halves, the opposing discs that a disc on `cell` flips.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn flipped(&self, own: __m256i, opponent: __m256i, cell: Cell) -> __m256i {
        let rays = &self.rays[usize::from(cell.0)];
        let mut flips = _mm256_setzero_si256();
        for axes in 0..2 {
            let forward = between_upwards(load(&rays.forward[axes]), own, opponent);
            let backward = between_downwards(load(&rays.backward[axes]), own, opponent);
            flips = _mm256_or_si256(flips, _mm256_or_si256(forward, backward));
        }
        union(flips)
    }
}

/// The part of an upward ray that lies before its first cell not held by the opponent, if that cell is own.
#[inline]
#[target_feature(enable = "avx2")]
fn between_upwards(ray: __m256i, own: __m256i, opponent: __m256i) -> __m256i {
    let (none, one) = (_mm256_setzero_si256(), _mm256_set1_epi64x(1));
    let others = _mm256_andnot_si256(opponent, ray);
    // The upper word counts only where the lower one is empty.
    let reached = _mm256_or_si256(
        _mm256_bslli_epi128(_mm256_cmpeq_epi64(others, none), 8),
        _mm256_setr_epi64x(-1, 0, -1, 0),
    );
    let lowest = _mm256_and_si256(others, _mm256_sub_epi64(none, others));
    let nearest = _mm256_and_si256(reached, lowest);
    let before = _mm256_and_si256(reached, _mm256_and_si256(ray, _mm256_sub_epi64(lowest, one)));
    _mm256_and_si256(before, holds(nearest, own))
}

/// The part of a downward ray that lies before its first cell not held by the opponent, if that cell is own.
#[inline]
#[target_feature(enable = "avx2")]
fn between_downwards(ray: __m256i, own: __m256i, opponent: __m256i) -> __m256i {
    let none = _mm256_setzero_si256();
    let others = _mm256_andnot_si256(opponent, ray);
    // The lower word counts only where the upper one is empty.
    let reached = _mm256_or_si256(
        _mm256_bsrli_epi128(_mm256_cmpeq_epi64(others, none), 8),
        _mm256_setr_epi64x(0, -1, 0, -1),
    );
    // Smear every bit down its word: what stays free is nearer than all others.
    let behind = _mm256_srli_epi64(others, 1);
    let behind = _mm256_or_si256(behind, _mm256_srli_epi64(behind, 1));
    let behind = _mm256_or_si256(behind, _mm256_srli_epi64(behind, 2));
    let behind = _mm256_or_si256(behind, _mm256_srli_epi64(behind, 4));
    let behind = _mm256_or_si256(behind, _mm256_srli_epi64(behind, 8));
    let behind = _mm256_or_si256(behind, _mm256_srli_epi64(behind, 16));
    let behind = _mm256_or_si256(behind, _mm256_srli_epi64(behind, 32));
    let nearest = _mm256_and_si256(reached, _mm256_andnot_si256(behind, others));
    let before = _mm256_andnot_si256(_mm256_or_si256(behind, others), ray);
    _mm256_and_si256(_mm256_and_si256(reached, before), holds(nearest, own))
}

/// All ones in each half whose 128-bit sets have a common cell.
#[inline]
#[target_feature(enable = "avx2")]
fn holds(cell: __m256i, set: __m256i) -> __m256i {
    let none = _mm256_setzero_si256();
    let common = _mm256_and_si256(cell, set);
    let either = _mm256_or_si256(common, _mm256_shuffle_epi32(common, 0b01_00_11_10));
    _mm256_xor_si256(_mm256_cmpeq_epi64(either, none), _mm256_set1_epi64x(-1))
}

/// By how much the two sets of a register are shifted.
#[derive(Clone, Copy)]
struct Shift {
    by: __m256i,
    /// 64 minus that: what crosses between the words.
    crossing: __m256i,
}

impl Shift {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new([a, b]: [u32; 2]) -> Self {
        let (a, b) = (i64::from(a), i64::from(b));
        Self::by(_mm256_setr_epi64x(a, a, b, b))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn by(by: __m256i) -> Self {
        Self { by, crossing: _mm256_sub_epi64(_mm256_set1_epi64x(64), by) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn doubled(self) -> Self {
        Self::by(_mm256_add_epi64(self.by, self.by))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn up(self, sets: __m256i) -> __m256i {
        let crossing = _mm256_srlv_epi64(_mm256_bslli_epi128(sets, 8), self.crossing);
        _mm256_or_si256(_mm256_sllv_epi64(sets, self.by), crossing)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn down(self, sets: __m256i) -> __m256i {
        let crossing = _mm256_sllv_epi64(_mm256_bsrli_epi128(sets, 8), self.crossing);
        _mm256_or_si256(_mm256_srlv_epi64(sets, self.by), crossing)
    }
}

/// How many cells both sets of a register have together.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn count(sets: __m256i) -> u32 {
    let words = [
        _mm256_extract_epi64(sets, 0),
        _mm256_extract_epi64(sets, 1),
        _mm256_extract_epi64(sets, 2),
        _mm256_extract_epi64(sets, 3),
    ];
    words.iter().map(|word| word.count_ones()).sum()
}

/// The runs, and those of the shifted runs that stay on the path.
#[inline]
#[target_feature(enable = "avx2")]
fn grow(runs: __m256i, path: __m256i, shifted: __m256i) -> __m256i {
    _mm256_or_si256(runs, _mm256_and_si256(path, shifted))
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(pair: &Pair) -> __m256i {
    let [a, b] = pair.0;
    _mm256_setr_epi64x(a as i64, (a >> 64) as i64, b as i64, (b >> 64) as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
fn broadcast(set: u128) -> __m256i {
    load(&Pair([set, set]))
}

/// The union of the two halves, in each of them.
#[inline]
#[target_feature(enable = "avx2")]
fn union(halves: __m256i) -> __m256i {
    _mm256_or_si256(halves, _mm256_permute4x64_epi64(halves, 0b01_00_11_10))
}

#[inline]
#[target_feature(enable = "avx2")]
fn lowest(halves: __m256i) -> u128 {
    let half = _mm256_castsi256_si128(halves);
    let (low, high) = (_mm_cvtsi128_si64(half) as u64, _mm_extract_epi64(half, 1) as u64);
    u128::from(low) | u128::from(high) << 64
}
