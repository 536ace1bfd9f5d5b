//! Moves and flips of boards of up to 8x8, four directions at a time in one AVX2 register. Original design.
//!
//! The same method as the portable form: the lanes hold east, south, south-west and south-east, shifted left for the
//! forward directions and right for the backward ones. The tables exist only where the processor has AVX2.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extract_epi64, _mm256_or_si256,
    _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_setzero_si256,
    _mm256_shuffle_epi32, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_xor_si256,
};

use agon_grid::Cell;

use crate::geometry::{FastPath, Geometry, Prospects};

/// The fill reaches 1 + 1 + 2 + 2 discs, and the smear along a backward ray 8: enough for sides of up to 8 cells.
const LONGEST_RUN: u32 = 6;

/// One word for each of the four axes, aligned as a register.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Lanes([u64; 4]);

/// The rays of one cell.
#[derive(Clone, Copy, Debug)]
struct LaneRays {
    forward: Lanes,
    backward: Lanes,
}

/// The tables of a shape, and the proof that the processor can use them.
#[derive(Clone, Debug)]
pub struct FourDirections {
    shifts: Lanes,
    forward: Lanes,
    backward: Lanes,
    rays: Box<[LaneRays; 64]>,
}

impl FastPath<u64> for FourDirections {
    fn detect(portable: &Geometry<u64>) -> Option<Self> {
        if !std::arch::is_x86_feature_detected!("avx2")
            || !std::arch::is_x86_feature_detected!("bmi1")
            || !std::arch::is_x86_feature_detected!("popcnt")
            || portable.axes.iter().any(|axis| axis.longest_run > LONGEST_RUN)
        {
            return None;
        }
        let mut rays = Box::new([LaneRays { forward: Lanes([0; 4]), backward: Lanes([0; 4]) }; 64]);
        for (slot, of_cell) in rays.iter_mut().zip(&portable.rays) {
            *slot = LaneRays { forward: Lanes(of_cell.forward), backward: Lanes(of_cell.backward) };
        }
        Some(Self {
            shifts: Lanes(portable.axes.map(|axis| u64::from(axis.shift))),
            forward: Lanes(portable.axes.map(|axis| axis.forward)),
            backward: Lanes(portable.axes.map(|axis| axis.backward)),
            rays,
        })
    }

    #[inline]
    #[allow(unsafe_code)]
    fn moves(&self, own: u64, opponent: u64) -> u64 {
        // SAFETY: `detect` makes tables only after it has found AVX2.
        unsafe { self.moves_avx2(own, opponent) }
    }

    #[inline]
    #[allow(unsafe_code)]
    fn flips(&self, own: u64, opponent: u64, cell: Cell) -> u64 {
        // SAFETY: `detect` makes tables only after it has found AVX2.
        unsafe { self.flips_avx2(own, opponent, cell) }
    }

    #[inline]
    #[allow(unsafe_code)]
    fn flips_and_replies(&self, own: u64, opponent: u64, cell: Cell) -> (u64, u64) {
        // SAFETY: `detect` makes tables only after it has found AVX2.
        unsafe { self.flips_and_replies_avx2(own, opponent, cell) }
    }

    #[inline]
    #[allow(unsafe_code)]
    fn flippable(&self, portable: &Geometry<u64>, own: u64, opponent: u64) -> u64 {
        let empty = portable.cells & !(own | opponent);
        // SAFETY: `detect` makes tables only after it has found AVX2.
        unsafe { self.flippable_avx2(own, opponent, empty) }
    }

    #[inline]
    #[allow(unsafe_code)]
    fn prospects(&self, portable: &Geometry<u64>, own: u64, opponent: u64) -> Prospects {
        let empty = portable.cells & !(own | opponent);
        // SAFETY: `detect` makes tables only after it has found AVX2 and POPCNT.
        unsafe { self.prospects_avx2(own, opponent, empty) }
    }

    #[allow(unsafe_code)]
    fn leaves(&self, own: u64, opponent: u64, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        // SAFETY: `detect` makes tables only after it has found AVX2, BMI1 and POPCNT.
        Some(unsafe { self.leaves_avx2(own, opponent, self.moves_avx2(own, opponent), depth) })
    }
}

impl FourDirections {
    #[target_feature(enable = "avx2")]
    fn moves_avx2(&self, own: u64, opponent: u64) -> u64 {
        lowest(self.placements(broadcast(own), broadcast(opponent))) & !(own | opponent)
    }

    #[target_feature(enable = "avx2")]
    fn flips_avx2(&self, own: u64, opponent: u64, cell: Cell) -> u64 {
        lowest(self.flipped(broadcast(own), broadcast(opponent), cell))
    }

    /// The flips stay in the register for the second half: the way through a general register would cost more than
    /// either half.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn flips_and_replies_avx2(&self, own: u64, opponent: u64, cell: Cell) -> (u64, u64) {
        let placed = own | 1 << (cell.0 & 63);
        let flipped = self.flipped(broadcast(own), broadcast(opponent), cell);
        let own_after = _mm256_or_si256(broadcast(placed), flipped);
        let opponent_after = _mm256_xor_si256(broadcast(opponent), flipped);
        let replies = self.placements(opponent_after, own_after);
        (lowest(flipped), lowest(replies) & !(placed | opponent))
    }

    /// The leaves at least one ply below a position whose moves are known. The last two plies are one loop: a position
    /// without moves, ended or passed, is a single leaf there.
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    fn leaves_avx2(&self, own: u64, opponent: u64, legal: u64, depth: u32) -> u64 {
        if depth == 1 {
            return u64::from(legal.count_ones().max(1));
        }
        if legal == 0 {
            let replies = self.moves_avx2(opponent, own);
            return if replies == 0 { 1 } else { self.leaves_avx2(opponent, own, replies, depth - 1) };
        }
        let (mut left, mut leaves) = (legal, 0);
        while left != 0 {
            let cell = left.trailing_zeros();
            left &= left - 1;
            let (flips, replies) = self.flips_and_replies_avx2(own, opponent, Cell(cell as u16));
            leaves += match depth {
                2 => u64::from(replies.count_ones().max(1)),
                _ => self.leaves_avx2(opponent ^ flips, own | flips | 1 << cell, replies, depth - 1),
            };
        }
        leaves
    }

    /// In every lane, the cells behind runs of the opponent that begin next to an own disc.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn placements(&self, own: __m256i, opponent: __m256i) -> __m256i {
        let shift = load(&self.shifts);
        let two = _mm256_add_epi64(shift, shift);
        let (landing_forward, landing_backward) = (load(&self.forward), load(&self.backward));

        let path = _mm256_and_si256(opponent, landing_forward);
        let mut runs = _mm256_and_si256(path, _mm256_sllv_epi64(own, shift));
        runs = grow(runs, path, _mm256_sllv_epi64(runs, shift));
        let pairs = _mm256_and_si256(path, _mm256_sllv_epi64(path, shift));
        runs = grow(runs, pairs, _mm256_sllv_epi64(runs, two));
        runs = grow(runs, pairs, _mm256_sllv_epi64(runs, two));
        let forward = _mm256_and_si256(landing_forward, _mm256_sllv_epi64(runs, shift));

        let path = _mm256_and_si256(opponent, landing_backward);
        let mut runs = _mm256_and_si256(path, _mm256_srlv_epi64(own, shift));
        runs = grow(runs, path, _mm256_srlv_epi64(runs, shift));
        let pairs = _mm256_and_si256(path, _mm256_srlv_epi64(path, shift));
        runs = grow(runs, pairs, _mm256_srlv_epi64(runs, two));
        runs = grow(runs, pairs, _mm256_srlv_epi64(runs, two));
        let backward = _mm256_and_si256(landing_backward, _mm256_srlv_epi64(runs, shift));

        union(_mm256_or_si256(forward, backward))
    }

    #[target_feature(enable = "avx2")]
    fn flippable_avx2(&self, own: u64, opponent: u64, empty: u64) -> u64 {
        lowest(union(self.bracketed(own, opponent, empty).flippable))
    }

    #[target_feature(enable = "avx2,popcnt")]
    fn prospects_avx2(&self, own: u64, opponent: u64, empty: u64) -> Prospects {
        let Bracketed { flippable, behind, around } = self.bracketed(own, opponent, empty);
        Prospects {
            moves: (lowest(union(behind)) & empty).count_ones(),
            flips: words(flippable).map(u64::count_ones).iter().sum(),
            frontier: (lowest(union(around)) & empty).count_ones(),
        }
    }

    /// In every lane, the runs of one axis that have an own disc at one end and an empty cell at the other, the cells
    /// behind the runs that begin next to an own disc, and the cells next to own discs.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn bracketed(&self, own: u64, opponent: u64, empty: u64) -> Bracketed {
        let (own, empty, opponent) = (broadcast(own), broadcast(empty), broadcast(opponent));
        let shift = load(&self.shifts);
        let two = _mm256_add_epi64(shift, shift);
        let (landing_forward, landing_backward) = (load(&self.forward), load(&self.backward));

        let path = _mm256_and_si256(opponent, landing_forward);
        let pairs = _mm256_and_si256(path, _mm256_sllv_epi64(path, shift));
        let forward = |from| {
            let mut runs = _mm256_and_si256(path, _mm256_sllv_epi64(from, shift));
            runs = grow(runs, path, _mm256_sllv_epi64(runs, shift));
            runs = grow(runs, pairs, _mm256_sllv_epi64(runs, two));
            grow(runs, pairs, _mm256_sllv_epi64(runs, two))
        };
        let (own_before, empty_before) = (forward(own), forward(empty));

        let path = _mm256_and_si256(opponent, landing_backward);
        let pairs = _mm256_and_si256(path, _mm256_srlv_epi64(path, shift));
        let backward = |from| {
            let mut runs = _mm256_and_si256(path, _mm256_srlv_epi64(from, shift));
            runs = grow(runs, path, _mm256_srlv_epi64(runs, shift));
            runs = grow(runs, pairs, _mm256_srlv_epi64(runs, two));
            grow(runs, pairs, _mm256_srlv_epi64(runs, two))
        };
        let (own_behind, empty_behind) = (backward(own), backward(empty));

        let one_way = _mm256_and_si256(own_before, empty_behind);
        let other_way = _mm256_and_si256(empty_before, own_behind);
        let after = _mm256_and_si256(landing_forward, _mm256_sllv_epi64(own_before, shift));
        let before = _mm256_and_si256(landing_backward, _mm256_srlv_epi64(own_behind, shift));
        let next = _mm256_and_si256(landing_forward, _mm256_sllv_epi64(own, shift));
        let previous = _mm256_and_si256(landing_backward, _mm256_srlv_epi64(own, shift));
        Bracketed {
            flippable: _mm256_or_si256(one_way, other_way),
            behind: _mm256_or_si256(after, before),
            around: _mm256_or_si256(next, previous),
        }
    }

    /// In every lane, the opposing discs that a disc on `cell` flips.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn flipped(&self, own: __m256i, opponent: __m256i, cell: Cell) -> __m256i {
        let rays = &self.rays[usize::from(cell.0 & 63)];
        let none = _mm256_setzero_si256();

        // Forward, the nearest cell is the lowest bit; all below it on the ray are the opponent's.
        let ray = load(&rays.forward);
        let others = _mm256_andnot_si256(opponent, ray);
        let nearest = _mm256_and_si256(others, _mm256_sub_epi64(none, others));
        let no_end = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, own), none);
        let between = _mm256_and_si256(ray, _mm256_sub_epi64(nearest, _mm256_set1_epi64x(1)));
        let forward = _mm256_andnot_si256(no_end, between);

        // Backward, the nearest cell is the highest bit: smear every bit down the ray, and what stays free is nearer.
        let ray = load(&rays.backward);
        let others = _mm256_andnot_si256(opponent, ray);
        let shift = load(&self.shifts);
        let two = _mm256_add_epi64(shift, shift);
        let behind = _mm256_or_si256(_mm256_srlv_epi64(others, shift), _mm256_srlv_epi64(others, two));
        let behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, two));
        let behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, _mm256_add_epi64(two, two)));
        let nearest = _mm256_andnot_si256(behind, others);
        let no_end = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, own), none);
        let between = _mm256_andnot_si256(_mm256_or_si256(behind, others), ray);
        let backward = _mm256_andnot_si256(no_end, between);

        union(_mm256_or_si256(forward, backward))
    }
}

/// What [`FourDirections::bracketed`] finds.
struct Bracketed {
    flippable: __m256i,
    behind: __m256i,
    around: __m256i,
}

/// The four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn words(lanes: __m256i) -> [u64; 4] {
    [
        _mm256_extract_epi64(lanes, 0) as u64,
        _mm256_extract_epi64(lanes, 1) as u64,
        _mm256_extract_epi64(lanes, 2) as u64,
        _mm256_extract_epi64(lanes, 3) as u64,
    ]
}

/// The runs, and those of the shifted runs that stay on the path.
#[inline]
#[target_feature(enable = "avx2")]
fn grow(runs: __m256i, path: __m256i, shifted: __m256i) -> __m256i {
    _mm256_or_si256(runs, _mm256_and_si256(path, shifted))
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(lanes: &Lanes) -> __m256i {
    let [a, b, c, d] = lanes.0;
    _mm256_setr_epi64x(a as i64, b as i64, c as i64, d as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
fn broadcast(word: u64) -> __m256i {
    _mm256_set1_epi64x(word as i64)
}

/// The union of the four lanes, in each of them.
#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> __m256i {
    let halves = _mm256_or_si256(lanes, _mm256_permute4x64_epi64(lanes, 0b01_00_11_10));
    _mm256_or_si256(halves, _mm256_shuffle_epi32(halves, 0b01_00_11_10))
}

#[inline]
#[target_feature(enable = "avx2")]
fn lowest(lanes: __m256i) -> u64 {
    _mm_cvtsi128_si64(_mm256_castsi256_si128(lanes)) as u64
}
