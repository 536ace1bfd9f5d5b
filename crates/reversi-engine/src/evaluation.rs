//! Pattern tables in the form that is fastest for 8x8: indices that follow the moves, and pages that need no bounds.
//! Original design.
//!
//! Each instance of a shape has a lane; its index is a ternary number over the cells of the instance (0 empty, 1 the
//! side at the root, 2 the other side). A disc that is placed or flipped changes all lanes by a multiple of a vector
//! that its cell has, so that an update is a few additions of vectors. A page holds 65,536 weights, and shapes share a
//! page at different offsets: sixteen bits of a lane address it without a check. For the other side there is a second
//! set of pages, with the digits exchanged.

use std::ops::Range;

use agon_core::{ReadError, Score};
use agon_learn::pattern_tables::{PARTS_OF_A_POINT, PatternTables, PlacedShape};
use agon_reversi::Reversi;

use crate::board::{Board, cells};
use crate::node::Node;

/// The most instances of shapes, all together.
pub(crate) const LANES: usize = 48;
const PAGE: usize = 1 << 16;

/// The largest value that an evaluation gives: only the end of a game is worth all discs.
const MOST: i32 = 63;

/// The index of every instance.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Indices([u16; LANES]);

/// The weights of one page.
type Page = [i16; PAGE];

/// A fast form of pattern tables.
#[derive(Debug)]
pub struct Evaluation {
    /// By cell: what a digit of that cell counts in every lane.
    powers: Box<[Indices; 64]>,
    /// The indices of an empty board: where the shapes begin in their pages.
    empty: Indices,
    /// The lanes of each page.
    lanes: Vec<Range<usize>>,
    /// By side to move, phase and page.
    pages: [Vec<Box<Page>>; 2],
    /// By number of discs.
    phases: [u8; 65],
    /// By number of discs: what is added to the weights.
    offsets: [i32; 65],
}

impl Evaluation {
    /// The fast form of tables for 8x8.
    ///
    /// # Errors
    /// If they were made for another board, or are larger than this form allows.
    pub fn new(tables: &PatternTables, game: &Reversi<u64>) -> Result<Self, ReadError> {
        tables.check()?;
        let place = |shape| PlacedShape::new(shape, game);
        let shapes = tables.shapes.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        let count: usize = shapes.iter().map(|shape| shape.instances.len()).sum();
        if count > LANES {
            return Err(ReadError::new(format!(
                "the engine can look at {LANES} patterns at a time, these tables have {count}"
            )));
        }
        let mut powers = Box::new([const { Indices([0; LANES]) }; 64]);
        let mut empty = Indices([0; LANES]);
        let mut layout = Layout::default();
        let instances = tables.shapes.iter().zip(&shapes).flat_map(|(shape, placed)| {
            placed
                .instances
                .iter()
                .enumerate()
                .map(move |(number, cells)| (number == 0, shape.indices(), cells))
        });
        for (lane, (is_first, size, cells)) in instances.enumerate() {
            if size > PAGE {
                return Err(ReadError::new("a pattern of more than 10 cells is too large for the engine"));
            }
            if is_first {
                layout.begin_shape(size, lane);
            }
            layout.add_lane(lane);
            empty.0[lane] = layout.offset() as u16;
            let mut power = 1;
            for &cell in cells {
                powers[usize::from(cell) & 63].0[lane] += power;
                power = power.wrapping_mul(3);
            }
        }
        let side = |exchanged| {
            tables.phases.iter().flat_map(|phase| layout.pages(&phase.weights, exchanged)).collect::<Vec<_>>()
        };
        Ok(Self {
            powers,
            empty,
            pages: [side(false), side(true)],
            lanes: layout.lanes,
            phases: std::array::from_fn(|discs| tables.phase_for(discs as u32) as u8),
            offsets: std::array::from_fn(|discs| i32::from(tables.offset_for(discs as u32))),
        })
    }

    /// Knows nothing: every position is worth nothing.
    #[must_use]
    pub fn blank() -> Self {
        Self {
            powers: Box::new([const { Indices([0; LANES]) }; 64]),
            empty: Indices([0; LANES]),
            lanes: Vec::new(),
            pages: [Vec::new(), Vec::new()],
            phases: [0; 65],
            offsets: [0; 65],
        }
    }

    /// Whether it knows something.
    #[inline(always)]
    pub(crate) fn knows(&self) -> bool {
        !self.lanes.is_empty()
    }

    /// The value of a board for the side to move, if that has more to do than to pass.
    #[must_use]
    pub fn value(&self, board: Board) -> Score {
        PatternTables::score(self.sum(&Node::new(board, self)))
    }

    pub(crate) fn indices(&self, board: Board) -> Indices {
        let add = |to: &mut Indices, set: u64, times: u16| {
            for cell in cells(set) {
                for (index, power) in to.0.iter_mut().zip(&self.powers[cell as usize & 63].0) {
                    *index += times * power;
                }
            }
        };
        let mut indices = self.empty.clone();
        add(&mut indices, board.own, 1);
        add(&mut indices, board.opponent, 2);
        indices
    }

    /// The indices after a move of `side`.
    #[inline(always)]
    pub(crate) fn indices_after(&self, indices: &Indices, side: usize, cell: u32, flips: u64) -> Indices {
        let placed = &self.powers[cell as usize & 63].0;
        let mut flipped = [0u16; LANES];
        for cell in cells(flips) {
            let powers = &self.powers[cell as usize & 63].0;
            for lane in 0..LANES {
                flipped[lane] = flipped[lane].wrapping_add(powers[lane]);
            }
        }
        let mut after = indices.clone();
        match side {
            0 => {
                for lane in 0..LANES {
                    after.0[lane] = after.0[lane].wrapping_add(placed[lane]).wrapping_sub(flipped[lane]);
                }
            }
            _ => {
                for lane in 0..LANES {
                    let twice = placed[lane].wrapping_add(placed[lane]);
                    after.0[lane] = after.0[lane].wrapping_add(twice).wrapping_add(flipped[lane]);
                }
            }
        }
        after
    }

    /// What a position is worth to the side to move, in the parts of a point that the tables count in.
    #[inline(always)]
    pub(crate) fn sum(&self, node: &Node) -> i32 {
        let discs = (64 - node.empties) as usize & 63;
        let (phase, count) = (usize::from(self.phases[discs]), self.lanes.len());
        let pages = &self.pages[node.side & 1][phase * count..(phase + 1) * count];
        let mut sum = self.offsets[discs];
        for (page, lanes) in pages.iter().zip(&self.lanes) {
            for &index in &node.indices.0[lanes.clone()] {
                sum += i32::from(page[usize::from(index)]);
            }
        }
        sum
    }

    /// What a position is worth to the side to move, in whole discs.
    #[inline(always)]
    pub(crate) fn discs(&self, node: &Node) -> i32 {
        const HALF: i32 = PARTS_OF_A_POINT / 2;
        let sum = self.sum(node);
        let rounded = (if sum >= 0 { sum + HALF } else { sum - HALF }) / PARTS_OF_A_POINT;
        rounded.clamp(-MOST, MOST)
    }
}

/// Which shape lies where in the pages.
#[derive(Default)]
struct Layout {
    lanes: Vec<Range<usize>>,
    /// By shape: its page and where it begins there.
    places: Vec<(usize, usize)>,
    used: usize,
}

impl Layout {
    fn begin_shape(&mut self, size: usize, lane: usize) {
        if self.lanes.is_empty() || self.used + size > PAGE {
            self.lanes.push(lane..lane);
            self.used = 0;
        }
        self.places.push((self.lanes.len() - 1, self.used));
        self.used += size;
    }

    fn add_lane(&mut self, lane: usize) {
        if let Some(lanes) = self.lanes.last_mut() {
            lanes.end = lane + 1;
        }
    }

    /// Where the current shape begins in its page.
    fn offset(&self) -> usize {
        self.places.last().map_or(0, |place| place.1)
    }

    fn pages(&self, weights: &[Vec<i16>], exchanged: bool) -> Vec<Box<Page>> {
        let mut pages: Vec<Box<Page>> = self.lanes.iter().map(|_| Box::new([0; PAGE])).collect();
        for (weights, &(page, offset)) in weights.iter().zip(&self.places) {
            for (index, &weight) in weights.iter().enumerate() {
                let index = if exchanged { with_sides_exchanged(index) } else { index };
                pages[page][offset + index] = weight;
            }
        }
        pages
    }
}

/// The same ternary number with the digits 1 and 2 exchanged.
fn with_sides_exchanged(mut index: usize) -> usize {
    let (mut result, mut power) = (0, 1);
    while index > 0 {
        result += power * ((3 - index % 3) % 3);
        power *= 3;
        index /= 3;
    }
    result
}
