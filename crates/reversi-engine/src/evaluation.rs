//! Pattern tables in the form that is fastest for 8x8: indices that follow the moves, and pages that need no bounds.
//! Original design.
//!
//! Each instance of a shape has a lane; its index is a ternary number over the cells of the instance (0 empty, 1 the
//! side at the root, 2 the other side). A disc that is placed or flipped changes all lanes by a multiple of a vector
//! that its cell has, so that an update is a few additions of vectors. A page holds 65,536 weights, and shapes share a
//! page at different offsets: sixteen bits of a lane address it without a check. For the other side there is a second
//! set of pages, with the digits exchanged.

use crate::board::{Board, cells};
use crate::node::Node;

/// The most instances of shapes, all together.
pub(crate) const LANES: usize = 64;
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
pub struct Evaluation {
    /// By cell: what a digit of that cell counts in every lane.
    powers: Box<[Indices; 64]>,
    /// The indices of an empty board: the offsets of the shapes in their pages.
    offsets: Indices,
    /// The lanes of each page.
    lanes: Vec<std::ops::Range<usize>>,
    /// By side to move, phase and page.
    pages: [Vec<Box<Page>>; 2],
    /// By number of discs.
    phases: [u8; 65],
    /// By side to move nothing differs: what every position of a phase is worth.
    bias: Vec<i32>,
    /// What a disc is worth in the numbers of the tables.
    disc: i32,
}

/// A shape: its instances, all of equally many cells, and its weights by phase.
#[derive(Clone, Debug)]
pub struct ShapeWeights {
    /// The cells of each instance; the first is the lowest digit.
    pub instances: Vec<Vec<u32>>,
    /// By phase and index: digits are 0 for an empty cell, 1 for an own disc, 2 for one of the opponent.
    pub weights: Vec<Vec<i16>>,
}

/// The tables that an [`Evaluation`] is made from.
#[derive(Clone, Debug)]
pub struct PhaseTables {
    /// The shapes.
    pub shapes: Vec<ShapeWeights>,
    /// By number of discs.
    pub phase_of_discs: [u8; 65],
    /// By phase.
    pub bias: Vec<i32>,
    /// What a disc is worth in the numbers of the tables.
    pub disc: i32,
}

impl Evaluation {
    /// The fast form of tables.
    ///
    /// # Errors
    /// If a shape is too large or there are too many instances; with what is wrong.
    pub fn new(tables: &PhaseTables) -> Result<Self, String> {
        let count: usize = tables.shapes.iter().map(|shape| shape.instances.len()).sum();
        if count > LANES {
            return Err(format!("{count} instances of patterns: at most {LANES} are possible"));
        }
        let (mut offsets, mut powers) = ([0; LANES], vec![[0u16; LANES]; 64]);
        let mut layout = Layout::default();
        let mut lane = 0;
        for shape in &tables.shapes {
            let size = shape.instances.first().map_or(0, Vec::len);
            if size > 10 || shape.instances.iter().any(|cells| cells.len() != size) {
                return Err(format!("a pattern of {size} cells: at most 10, equally many in each instance"));
            }
            let offset = layout.place(3usize.pow(size as u32));
            for instance in &shape.instances {
                offsets[lane] = offset as u16;
                for (place, &cell) in instance.iter().enumerate() {
                    powers[cell as usize & 63][lane] += 3u16.pow(place as u32);
                }
                layout.lanes.last_mut().expect("a page was placed").end = lane + 1;
                lane += 1;
            }
        }
        let phases = tables.bias.len();
        let side = |exchanged| {
            let pages = (0..phases).flat_map(|phase| layout.pages(tables, phase, exchanged));
            pages.collect::<Vec<_>>()
        };
        let mut boxed = Box::new([const { Indices([0; LANES]) }; 64]);
        for (slot, powers) in boxed.iter_mut().zip(powers) {
            *slot = Indices(powers);
        }
        Ok(Self {
            powers: boxed,
            offsets: Indices(offsets),
            pages: [side(false), side(true)],
            lanes: layout.lanes,
            phases: tables.phase_of_discs,
            bias: tables.bias.clone(),
            disc: tables.disc.max(1),
        })
    }

    pub(crate) fn indices(&self, board: Board) -> Indices {
        let add = |to: &mut Indices, set: u64, times: u16| {
            for cell in cells(set) {
                for (index, power) in to.0.iter_mut().zip(&self.powers[cell as usize & 63].0) {
                    *index += times * power;
                }
            }
        };
        let mut indices = self.offsets.clone();
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

    /// What a position is worth to the side to move, in the numbers of the tables.
    #[inline(always)]
    pub(crate) fn sum(&self, node: &Node) -> i32 {
        let phase = usize::from(self.phases[64 - node.empties as usize & 63]);
        let count = self.lanes.len();
        let pages = &self.pages[node.side & 1][phase * count..(phase + 1) * count];
        let mut sum = self.bias[phase];
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
        let sum = self.sum(node);
        let half = self.disc / 2;
        let rounded = if sum >= 0 { sum + half } else { sum - half } / self.disc;
        rounded.clamp(-MOST, MOST)
    }
}

/// Which shape lies where in the pages.
#[derive(Default)]
struct Layout {
    lanes: Vec<std::ops::Range<usize>>,
    /// By shape: its page and its offset there.
    places: Vec<(usize, usize)>,
    used: usize,
}

impl Layout {
    /// The offset of the next shape in its page.
    fn place(&mut self, size: usize) -> usize {
        if self.lanes.is_empty() || self.used + size > PAGE {
            let start = self.lanes.last().map_or(0, |lanes| lanes.end);
            self.lanes.push(start..start);
            self.used = 0;
        }
        let offset = self.used;
        self.places.push((self.lanes.len() - 1, offset));
        self.used += size;
        offset
    }

    fn pages(&self, tables: &PhaseTables, phase: usize, exchanged: bool) -> Vec<Box<Page>> {
        let blank = || vec![0i16; PAGE].into_boxed_slice().try_into().expect("a page has this size");
        let mut pages: Vec<Box<Page>> = self.lanes.iter().map(|_| blank()).collect();
        for (shape, &(page, offset)) in tables.shapes.iter().zip(&self.places) {
            for (index, &weight) in shape.weights[phase].iter().enumerate() {
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

impl Evaluation {
    /// Knows nothing: every position is worth nothing.
    #[must_use]
    pub fn blank() -> Self {
        let tables = PhaseTables { shapes: Vec::new(), phase_of_discs: [0; 65], bias: vec![0], disc: 1 };
        Self::new(&tables).expect("no shapes fit")
    }

    /// Whether it knows something.
    #[inline(always)]
    pub(crate) fn knows(&self) -> bool {
        !self.lanes.is_empty()
    }

    /// The value of a board for the side to move, in thousandths of a disc.
    #[must_use]
    pub fn thousandths(&self, board: Board) -> i32 {
        self.sum(&Node::new(board, self)) * 1000 / self.disc
    }
}
