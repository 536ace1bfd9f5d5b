//! The forms for x86-64 processors with AVX2 and, beyond that, AVX-512. Original design.
//!
//! The lanes of a register hold the four axes: the rays east, south, south-west and south-east, and the opposite ones.
//! The nearest cell of a ray that is not the opponent's is its lowest bit forward. Backward it is the highest, which
//! AVX-512 counts to; AVX2 smears every bit down its ray, and what stays free is nearer.

use std::arch::x86_64::{
    __m256i, _MM_HINT_T0, _mm_cvtsi128_si64, _mm_or_si128, _mm_prefetch, _mm_unpackhi_epi64,
    _mm256_add_epi16, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128,
    _mm256_cmpeq_epi64, _mm256_extracti128_si256, _mm256_lzcnt_epi64, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi16,
    _mm256_sub_epi64, _pext_u64,
};

use agon_core::Stopped;

use crate::board::{Board, RAYS, cells};
use crate::evaluation::{Indices, LANES};
use crate::few_empties;
use crate::machine::Machine;
use crate::node::Node;
use crate::null_endgame;
use crate::null_window;
use crate::principal;
use crate::worker::Worker;

/// A processor with AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The proof that this processor is one, if it is.
    #[must_use]
    pub fn detect() -> Option<Self> {
        let has = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

/// A processor that also has AVX-512 F, CD and VL.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// The proof that this processor is one, if it is.
    #[must_use]
    pub fn detect() -> Option<Self> {
        let has = Avx2::detect().is_some()
            && std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512cd")
            && std::arch::is_x86_feature_detected!("avx512vl");
        has.then_some(Self(()))
    }
}

/// The methods that differ between the machines in their name and their instructions only.
macro_rules! machine {
    ($name:ident, $features:literal, $nearest_backward:ident) => {
        #[allow(unsafe_code)]
        impl Machine for $name {
            #[inline(always)]
            fn flips(self, board: Board, cell: u32) -> u64 {
                // SAFETY: `detect` has found AVX2, and what the form of the backward rays needs.
                unsafe {
                    let rays = &RAYS[cell as usize & 63];
                    let (own, opponent) = (broadcast(board.own), broadcast(board.opponent));
                    let forward = flips_forward(load(&rays.forward), own, opponent);
                    union(_mm256_or_si256(forward, $nearest_backward(load(&rays.backward), own, opponent)))
                }
            }

            #[inline(always)]
            fn moves(self, board: Board) -> u64 {
                // SAFETY: `detect` has found AVX2.
                unsafe { moves(board) }
            }

            #[inline(always)]
            fn last_flips(self, own: u64, cell: u32) -> u32 {
                // SAFETY: `detect` has found BMI2.
                unsafe { last_flips(own, cell) }
            }

            #[inline(always)]
            fn indices_after(
                self,
                indices: &Indices,
                powers: &[Indices; 64],
                side: usize,
                cell: u32,
                flips: u64,
            ) -> Indices {
                // SAFETY: `detect` has found AVX2.
                unsafe { indices_after(indices, powers, side, cell, flips) }
            }

            #[inline(always)]
            fn prefetch<T>(self, place: &T) {
                // SAFETY: every x86-64 processor has SSE, and fetching ahead reads nothing.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
            }

            fn few_empties(self, board: Board, alpha: i32, odd: u32, nodes: &mut u64) -> i32 {
                #[target_feature(enable = $features)]
                fn compiled(machine: $name, board: Board, alpha: i32, odd: u32, nodes: &mut u64) -> i32 {
                    few_empties::search(machine, board, alpha, odd, nodes)
                }
                // SAFETY: `detect` has found these features.
                unsafe { compiled(self, board, alpha, odd, nodes) }
            }

            fn null_endgame(
                worker: &mut Worker<'_, '_, Self>,
                board: Board,
                alpha: i32,
            ) -> Result<i32, Stopped> {
                #[target_feature(enable = $features)]
                fn compiled(
                    worker: &mut Worker<'_, '_, $name>,
                    board: Board,
                    alpha: i32,
                ) -> Result<i32, Stopped> {
                    null_endgame::search(worker, board, alpha)
                }
                // SAFETY: a worker has its machine from `detect`, which has found these features.
                unsafe { compiled(worker, board, alpha) }
            }

            fn null_window(
                worker: &mut Worker<'_, '_, Self>,
                node: &Node,
                alpha: i32,
                depth: u32,
            ) -> Result<i32, Stopped> {
                #[target_feature(enable = $features)]
                fn compiled(
                    worker: &mut Worker<'_, '_, $name>,
                    node: &Node,
                    alpha: i32,
                    depth: u32,
                ) -> Result<i32, Stopped> {
                    null_window::search(worker, node, alpha, depth)
                }
                // SAFETY: a worker has its machine from `detect`, which has found these features.
                unsafe { compiled(worker, node, alpha, depth) }
            }

            fn principal(
                worker: &mut Worker<'_, '_, Self>,
                node: &Node,
                window: (i32, i32),
                depth: u32,
            ) -> Result<i32, Stopped> {
                #[target_feature(enable = $features)]
                fn compiled(
                    worker: &mut Worker<'_, '_, $name>,
                    node: &Node,
                    window: (i32, i32),
                    depth: u32,
                ) -> Result<i32, Stopped> {
                    principal::search(worker, node, window, depth)
                }
                // SAFETY: a worker has its machine from `detect`, which has found these features.
                unsafe { compiled(worker, node, window, depth) }
            }
        }
    };
}

machine!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt", flips_backward_by_smearing);
machine!(Avx512, "avx512f,avx512cd,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt", flips_backward_by_counting);

#[inline]
#[target_feature(enable = "avx2")]
fn flips_forward(ray: __m256i, own: __m256i, opponent: __m256i) -> __m256i {
    let others = _mm256_andnot_si256(opponent, ray);
    let nearest = _mm256_and_si256(others, _mm256_sub_epi64(_mm256_setzero_si256(), others));
    let end = _mm256_and_si256(nearest, own);
    // One less where there is an end, and zero where there is none.
    let none = _mm256_cmpeq_epi64(end, _mm256_setzero_si256());
    let between = _mm256_sub_epi64(end, _mm256_add_epi64(none, _mm256_set1_epi64x(1)));
    _mm256_and_si256(ray, between)
}

#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl,avx2")]
fn flips_backward_by_counting(ray: __m256i, own: __m256i, opponent: __m256i) -> __m256i {
    let others = _mm256_andnot_si256(opponent, ray);
    let nearest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(others));
    let end = _mm256_and_si256(nearest, own);
    // All bits above the end: minus twice the end, and zero where there is none.
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));
    _mm256_and_si256(ray, above)
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips_backward_by_smearing(ray: __m256i, own: __m256i, opponent: __m256i) -> __m256i {
    let others = _mm256_andnot_si256(opponent, ray);
    let shift = _mm256_setr_epi64x(1, 8, 7, 9);
    let two = _mm256_add_epi64(shift, shift);
    let near = _mm256_or_si256(_mm256_srlv_epi64(others, shift), _mm256_srlv_epi64(others, two));
    let near = _mm256_or_si256(near, _mm256_srlv_epi64(near, two));
    let behind = _mm256_or_si256(near, _mm256_srlv_epi64(near, _mm256_add_epi64(two, two)));
    let nearest = _mm256_andnot_si256(behind, others);
    let end = _mm256_and_si256(nearest, own);
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));
    _mm256_and_si256(ray, above)
}

/// In every lane, the cells behind runs of the opponent that begin next to an own disc, both ways.
#[inline]
#[target_feature(enable = "avx2")]
fn moves(board: Board) -> u64 {
    const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    let own = broadcast(board.own);
    let path = _mm256_and_si256(broadcast(board.opponent), _mm256_setr_epi64x(INNER, -1, INNER, INNER));
    let shift = _mm256_setr_epi64x(1, 8, 7, 9);
    let two = _mm256_add_epi64(shift, shift);

    let mut forward = _mm256_and_si256(path, _mm256_sllv_epi64(own, shift));
    let mut backward = _mm256_and_si256(path, _mm256_srlv_epi64(own, shift));
    forward = grow(forward, path, _mm256_sllv_epi64(forward, shift));
    backward = grow(backward, path, _mm256_srlv_epi64(backward, shift));
    let pairs = _mm256_and_si256(path, _mm256_sllv_epi64(path, shift));
    let pairs_back = _mm256_srlv_epi64(pairs, shift);
    forward = grow(forward, pairs, _mm256_sllv_epi64(forward, two));
    backward = grow(backward, pairs_back, _mm256_srlv_epi64(backward, two));
    forward = grow(forward, pairs, _mm256_sllv_epi64(forward, two));
    backward = grow(backward, pairs_back, _mm256_srlv_epi64(backward, two));

    let behind = _mm256_or_si256(_mm256_sllv_epi64(forward, shift), _mm256_srlv_epi64(backward, shift));
    union(behind) & board.empties()
}

/// The runs, and those of the shifted runs that stay on the path.
#[inline]
#[target_feature(enable = "avx2")]
fn grow(runs: __m256i, path: __m256i, shifted: __m256i) -> __m256i {
    _mm256_or_si256(runs, _mm256_and_si256(path, shifted))
}

/// Sixteen lanes at a time, in registers from the first flipped disc to the last.
#[inline]
#[target_feature(enable = "avx2")]
fn indices_after(indices: &Indices, powers: &[Indices; 64], side: usize, cell: u32, flips: u64) -> Indices {
    let of = |cell: u32| powers[cell as usize & 63].registers();
    let mut flipped = [_mm256_setzero_si256(); REGISTERS];
    for cell in cells(flips) {
        let power = of(cell);
        for register in 0..REGISTERS {
            flipped[register] = _mm256_add_epi16(flipped[register], power[register]);
        }
    }
    let (mut after, placed) = (indices.registers(), of(cell));
    for register in 0..REGISTERS {
        let with = _mm256_add_epi16(after[register], placed[register]);
        after[register] = match side {
            0 => _mm256_sub_epi16(with, flipped[register]),
            _ => _mm256_add_epi16(_mm256_add_epi16(with, placed[register]), flipped[register]),
        };
    }
    Indices::of_registers(after)
}

/// So many registers of AVX2 hold all indices.
const REGISTERS: usize = LANES / 16;

impl Indices {
    #[inline(always)]
    fn registers(&self) -> [__m256i; REGISTERS] {
        bytemuck::cast(self.0)
    }

    #[inline(always)]
    fn of_registers(registers: [__m256i; REGISTERS]) -> Self {
        Self(bytemuck::cast(registers))
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(lanes: &[u64; 4]) -> __m256i {
    let [a, b, c, d] = *lanes;
    _mm256_setr_epi64x(a as i64, b as i64, c as i64, d as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
fn broadcast(word: u64) -> __m256i {
    _mm256_set1_epi64x(word as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64
}

/// Along each line through the cell the own discs are brought together, and a table knows how many are flipped.
#[inline]
#[target_feature(enable = "bmi2")]
fn last_flips(own: u64, cell: u32) -> u32 {
    let lines = &LINES[cell as usize & 63];
    let flips = |axis: usize| {
        let line = &lines[axis];
        u32::from(FLIPS_IN_LINE[line.place as usize & 7][_pext_u64(own, line.cells) as usize & 255])
    };
    flips(0) + flips(1) + flips(2) + flips(3)
}

/// A line through a cell, and how many of its cells stand before that cell.
#[derive(Clone, Copy, Debug)]
struct LineThrough {
    cells: u64,
    place: u64,
}

/// By cell and axis.
static LINES: [[LineThrough; 4]; 64] = {
    let mut lines = [[LineThrough { cells: 0, place: 0 }; 4]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (before, after) = (RAYS[cell].backward[axis], RAYS[cell].forward[axis]);
            let place = before.count_ones() as u64;
            lines[cell][axis] = LineThrough { cells: before | after | 1 << cell, place };
            axis += 1;
        }
        cell += 1;
    }
    lines
};

/// How many discs are flipped along a line that has one empty place, by place and own discs. Beyond the end of a shorter
/// line there is no own disc, so nothing is flipped towards it.
static FLIPS_IN_LINE: [[u8; 256]; 8] = {
    let mut flips = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let (mut forward, mut backward) = (place + 1, place);
            while forward < 8 && own >> forward & 1 == 0 {
                forward += 1;
            }
            while backward > 0 && own >> (backward - 1) & 1 == 0 {
                backward -= 1;
            }
            let after = if forward < 8 { forward - place - 1 } else { 0 };
            let before = if backward > 0 { place - backward } else { 0 };
            flips[place][own] = (after + before) as u8;
            own += 1;
        }
        place += 1;
    }
    flips
};
