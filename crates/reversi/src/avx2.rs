//! Moves and flips of boards of up to 8x8, four directions at a time in one AVX2 register. Ours.
//!
//! The same method as the portable form: the lanes hold east, south, south-west and south-east, shifted left for the
//! forward directions and right for the backward ones. The tables exist only where the processor has AVX2.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256, _mm256_or_si256,
    _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64,
    _mm256_sub_epi64,
};

use agon_grid::Cell;

/// One word for each of the four axes, aligned as a register.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Lanes([u64; 4]);

/// The rays of one cell in the four forward and the four backward directions.
#[derive(Clone, Copy, Debug)]
struct Rays {
    forward: Lanes,
    backward: Lanes,
}

/// The tables of a shape, and the proof that the processor can use them.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    shifts: Lanes,
    forward: Lanes,
    backward: Lanes,
    rays: Box<[Rays; 64]>,
}

impl Tables {
    /// The tables, if this processor has AVX2.
    pub(crate) fn detect(
        shifts: [u64; 4],
        forward: [u64; 4],
        backward: [u64; 4],
        forward_rays: Vec<[u64; 4]>,
        backward_rays: Vec<[u64; 4]>,
    ) -> Option<Self> {
        if !std::arch::is_x86_feature_detected!("avx2") {
            return None;
        }
        let none = Rays { forward: Lanes([0; 4]), backward: Lanes([0; 4]) };
        let mut rays = Box::new([none; 64]);
        for (slot, (forward, backward)) in rays.iter_mut().zip(forward_rays.into_iter().zip(backward_rays)) {
            *slot = Rays { forward: Lanes(forward), backward: Lanes(backward) };
        }
        Some(Self { shifts: Lanes(shifts), forward: Lanes(forward), backward: Lanes(backward), rays })
    }

    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn moves(&self, own: u64, opponent: u64) -> u64 {
        // SAFETY: `detect` makes tables only after it has found AVX2.
        unsafe { self.moves_avx2(own, opponent) }
    }

    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn flips(&self, own: u64, opponent: u64, cell: Cell) -> u64 {
        // SAFETY: `detect` makes tables only after it has found AVX2.
        unsafe { self.flips_avx2(own, opponent, cell) }
    }

    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn flips_and_replies(&self, own: u64, opponent: u64, cell: Cell) -> (u64, u64) {
        // SAFETY: `detect` makes tables only after it has found AVX2.
        unsafe { self.flips_and_replies_avx2(own, opponent, cell) }
    }

    #[target_feature(enable = "avx2")]
    fn flips_and_replies_avx2(&self, own: u64, opponent: u64, cell: Cell) -> (u64, u64) {
        let flips = self.flips_avx2(own, opponent, cell);
        let own_after = own | flips | 1 << (cell.0 & 63);
        (flips, self.moves_avx2(opponent ^ flips, own_after))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn moves_avx2(&self, own: u64, opponent: u64) -> u64 {
        let (one, shift) = (_mm256_set1_epi64x(own as i64), load(&self.shifts));
        let two = _mm256_sllv_epi64(shift, _mm256_set1_epi64x(1));
        let opponent4 = _mm256_set1_epi64x(opponent as i64);
        let (landing_forward, landing_backward) = (load(&self.forward), load(&self.backward));

        let path = _mm256_and_si256(opponent4, landing_forward);
        let mut runs = _mm256_and_si256(path, _mm256_sllv_epi64(one, shift));
        runs = grow(runs, path, _mm256_sllv_epi64(runs, shift));
        let pairs = _mm256_and_si256(path, _mm256_sllv_epi64(path, shift));
        runs = grow(runs, pairs, _mm256_sllv_epi64(runs, two));
        runs = grow(runs, pairs, _mm256_sllv_epi64(runs, two));
        let forward = _mm256_and_si256(landing_forward, _mm256_sllv_epi64(runs, shift));

        let path = _mm256_and_si256(opponent4, landing_backward);
        let mut runs = _mm256_and_si256(path, _mm256_srlv_epi64(one, shift));
        runs = grow(runs, path, _mm256_srlv_epi64(runs, shift));
        let pairs = _mm256_and_si256(path, _mm256_srlv_epi64(path, shift));
        runs = grow(runs, pairs, _mm256_srlv_epi64(runs, two));
        runs = grow(runs, pairs, _mm256_srlv_epi64(runs, two));
        let backward = _mm256_and_si256(landing_backward, _mm256_srlv_epi64(runs, shift));

        union(_mm256_or_si256(forward, backward)) & !(own | opponent)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn flips_avx2(&self, own: u64, opponent: u64, cell: Cell) -> u64 {
        let rays = &self.rays[usize::from(cell.0 & 63)];
        let (own4, opponent4) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(opponent as i64));
        let none = _mm256_setzero_si256();

        // Forward, the nearest cell is the lowest bit; all below it on the ray are the opponent's.
        let ray = load(&rays.forward);
        let others = _mm256_andnot_si256(opponent4, ray);
        let nearest = _mm256_and_si256(others, _mm256_sub_epi64(none, others));
        let no_end = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, own4), none);
        let between = _mm256_and_si256(ray, _mm256_sub_epi64(nearest, _mm256_set1_epi64x(1)));
        let forward = _mm256_andnot_si256(no_end, between);

        // Backward, the nearest cell is the highest bit: smear every bit down the ray, and what stays free is nearer.
        let ray = load(&rays.backward);
        let others = _mm256_andnot_si256(opponent4, ray);
        let shift = load(&self.shifts);
        let two = _mm256_sllv_epi64(shift, _mm256_set1_epi64x(1));
        let four = _mm256_sllv_epi64(shift, _mm256_set1_epi64x(2));
        let behind = _mm256_srlv_epi64(others, shift);
        let behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, shift));
        let behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, two));
        let behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, four));
        let nearest = _mm256_andnot_si256(behind, others);
        let no_end = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, own4), none);
        let between = _mm256_andnot_si256(_mm256_or_si256(behind, others), ray);
        let backward = _mm256_andnot_si256(no_end, between);

        union(_mm256_or_si256(forward, backward))
    }
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

/// The union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}
