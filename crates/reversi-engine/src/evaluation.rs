//! Pattern tables in the form that is fastest for 8x8: indices that follow the moves, and pages that need no bounds.
//! Original design.
//!
//! Each instance of a shape has a lane; its index is a ternary number over the cells of the instance (0 empty, 1 the
//! side at the root, 2 the other side). A disc that is placed or flipped changes all lanes by a multiple of a vector
//! that its cell has, so that an update is a few additions of vectors. A page holds 65,536 weights, and shapes share a
//! page at different offsets: sixteen bits of a lane address it without a check. Four neighbouring lanes look into the
//! same page. For the other side there is a second set of pages, with the digits exchanged.

use agon_core::{ReadError, Score};
use agon_learn::pattern_tables::{PARTS_OF_A_POINT, PatternTables, PlacedShape};
use agon_reversi::Reversi;

use crate::board::{Board, cells};
use crate::machine::Machine;
use crate::node::Node;

/// The most instances of shapes, all together.
pub(crate) const LANES: usize = 48;
/// So many lanes look into one page.
const TOGETHER: usize = 4;
const PAGE: usize = 1 << 16;
/// The last weight of a page is always zero: lanes without an instance look there.
const NOTHING: u16 = u16::MAX;

/// The largest value that an evaluation gives: only the end of a game is worth all discs.
const MOST: i32 = 63;

/// The index of every instance; sixteen numbers are a register of AVX2.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Indices(pub(crate) [u16; LANES]);

impl Indices {
    const NONE: Self = Self([0; LANES]);
}

/// The weights of one page.
type Page = [i16; PAGE];

/// A fast form of pattern tables.
#[derive(Debug)]
pub struct Evaluation {
    /// By cell: what a digit of that cell counts in every lane.
    powers: Box<[Indices; 64]>,
    /// The indices of an empty board: where the shapes begin in their pages.
    empty: Indices,
    /// Which page four lanes look into.
    places: [usize; LANES / TOGETHER],
    /// How many pages a phase has.
    count: usize,
    /// By side to move, phase and page.
    pages: [Vec<Page>; 2],
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
        let mut powers = Box::new([Indices::NONE; 64]);
        let mut layout = Layout::default();
        for (shape, placed) in tables.shapes.iter().zip(&shapes) {
            let first = layout.begin_shape(shape.indices(), placed.instances.len())?;
            for (lane, cells) in (first..).zip(&placed.instances) {
                let mut power = 1;
                for &cell in cells {
                    powers[usize::from(cell) & 63].0[lane] += power;
                    power = power.wrapping_mul(3);
                }
            }
        }
        let side = |exchanged| {
            tables.phases.iter().flat_map(|phase| layout.pages(&phase.weights, exchanged)).collect::<Vec<_>>()
        };
        Ok(Self {
            powers,
            pages: [side(false), side(true)],
            empty: layout.empty,
            places: layout.places,
            count: layout.count,
            phases: std::array::from_fn(|discs| tables.phase_for(discs as u32) as u8),
            offsets: std::array::from_fn(|discs| i32::from(tables.offset_for(discs as u32))),
        })
    }

    /// Knows nothing: every position is worth nothing.
    #[must_use]
    pub fn blank() -> Self {
        Self {
            powers: Box::new([Indices::NONE; 64]),
            empty: Indices::NONE,
            places: [0; LANES / TOGETHER],
            count: 0,
            pages: [Vec::new(), Vec::new()],
            phases: [0; 65],
            offsets: [0; 65],
        }
    }

    /// Whether it knows something.
    #[inline(always)]
    pub(crate) fn knows(&self) -> bool {
        self.count > 0
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
    pub(crate) fn indices_after<M: Machine>(
        &self,
        machine: M,
        indices: &Indices,
        side: usize,
        cell: u32,
        flips: u64,
    ) -> Indices {
        machine.indices_after(indices, &self.powers, side, cell, flips)
    }

    /// What a position is worth to the side to move, in the parts of a point that the tables count in.
    #[inline(always)]
    pub(crate) fn sum(&self, node: &Node) -> i32 {
        let discs = (64 - node.empties) as usize & 63;
        let phase = usize::from(self.phases[discs]);
        let pages = &self.pages[node.side & 1][phase * self.count..(phase + 1) * self.count];
        let mut sum = self.offsets[discs];
        let together = node.indices.0.as_chunks::<TOGETHER>().0;
        for group in 0..LANES / TOGETHER {
            let (Some(page), Some(lanes)) = (pages.get(self.places[group]), together.get(group)) else {
                continue;
            };
            for &index in lanes {
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

/// Which shape lies where in the pages, and in which lanes.
struct Layout {
    /// How many pages there are.
    count: usize,
    /// By shape: its page and where it begins there.
    begins: Vec<(usize, usize)>,
    /// How many weights of the last page and how many lanes are taken.
    used: usize,
    lanes: usize,
    places: [usize; LANES / TOGETHER],
    /// The indices of an empty board: where the shapes begin in their pages.
    empty: Indices,
}

impl Default for Layout {
    fn default() -> Self {
        let (places, empty) = ([0; LANES / TOGETHER], Indices([NOTHING; LANES]));
        Self { count: 0, begins: Vec::new(), used: 0, lanes: 0, places, empty }
    }
}

impl Layout {
    /// A place for a shape with so many indices and instances; the first of its lanes.
    fn begin_shape(&mut self, size: usize, instances: usize) -> Result<usize, ReadError> {
        if size >= PAGE {
            return Err(ReadError::new("a pattern of more than 10 cells is too large for the engine"));
        }
        if self.count == 0 || self.used + size >= PAGE {
            self.lanes = self.lanes.next_multiple_of(TOGETHER);
            (self.count, self.used) = (self.count + 1, 0);
        }
        let (first, end) = (self.lanes, self.lanes + instances);
        if end > LANES {
            return Err(ReadError::new(format!(
                "the engine can look at {LANES} patterns at a time, these tables have at least {end}"
            )));
        }
        self.begins.push((self.count - 1, self.used));
        self.empty.0[first..end].fill(self.used as u16);
        for lane in first..end {
            self.places[lane / TOGETHER] = self.count - 1;
        }
        (self.used, self.lanes) = (self.used + size, end);
        Ok(first)
    }

    fn pages(&self, weights: &[Vec<i16>], exchanged: bool) -> Vec<Page> {
        let mut pages = vec![[0; PAGE]; self.count];
        for (weights, &(page, begin)) in weights.iter().zip(&self.begins) {
            for (index, &weight) in weights.iter().enumerate() {
                let index = if exchanged { with_sides_exchanged(index) } else { index };
                pages[page][begin + index] = weight;
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
