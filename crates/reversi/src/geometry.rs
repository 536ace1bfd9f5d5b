//! Where discs can be placed and what they flip, on any shape.
//!
//! Moves come from a parallel prefix fill ([Kogge1973], known in board games as the Kogge-Stone fill): in each of the
//! eight directions, runs of opposing discs that begin next to an own disc grow by doubling steps; the cell behind
//! a run is a move. Flips look along the eight rays of the placed cell for the first cell that is not the opponent's.
//!
//! ```text
//!   landing(east) on 3x3:   . 1 1     the cells one can reach by a step to the east; a step is a shift of the
//!                           . 1 1     whole set, and this mask removes what wrapped around an edge or fell
//!                           . 1 1     into a hole
//! ```

use agon_grid::{Bits, Cell, CellSet, Shape};

/// The most cells a board can have.
pub(crate) const MOST_CELLS: u32 = 128;
/// The most numbered places a board can have, holes included.
pub(crate) const MOST_NUMBERS: u32 = Wide::CAPACITY;

/// For shapes of up to 128 cells whose surrounding rectangle does not fit 128 bits.
pub type Wide = Bits<4>;

/// East, south, south-west, south-east: the directions in which cell numbers grow, as columns and rows.
const FORWARD: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];

/// One line through the board, in the direction in which cell numbers grow and in the opposite one.
#[derive(Clone, Copy, Debug)]
struct Axis<W> {
    shift: u32,
    /// Doubling steps until the longest run along this axis is filled.
    doublings: u32,
    /// Cells that a forward step can reach.
    forward: W,
    /// Cells that a backward step can reach.
    backward: W,
}

impl<W: CellSet> Axis<W> {
    /// The cells behind the opponent's runs that begin next to an own disc; `shift` moves a set some steps.
    #[inline]
    fn fill(&self, own: W, opponent: W, landing: W, shift: impl Fn(W, u32) -> W) -> W {
        let mut path = opponent & landing;
        let mut runs = path & shift(own, 1);
        let mut steps = 1;
        for _ in 0..self.doublings {
            runs |= path & shift(runs, steps);
            path &= shift(path, steps);
            steps *= 2;
        }
        landing & shift(runs, 1)
    }
}

/// The tables of a shape.
#[derive(Clone, Debug)]
pub struct Geometry<W> {
    pub(crate) cells: W,
    axes: [Axis<W>; 4],
    /// For each cell, the rays in the four forward directions.
    forward_rays: Vec<[W; 4]>,
    /// For each cell, the rays in the four backward directions.
    backward_rays: Vec<[W; 4]>,
    #[cfg(target_arch = "x86_64")]
    pub(crate) avx2: Option<crate::avx2::Tables>,
}

impl<W: CellSet> Geometry<W> {
    pub(crate) fn new(shape: &Shape) -> Self {
        let set = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.fold(W::EMPTY, |set, cell| set | W::single(cell.index()))
        };
        let back = |(columns, rows): (i32, i32)| (-columns, -rows);
        let landing = |step| set(&mut shape.cells().filter_map(|cell| shape.step(cell, step)));
        let ray = |cell: Option<Cell>, step| {
            set(&mut std::iter::successors(cell, |&at| shape.step(at, step)).skip(1))
        };
        let rays = |cell: Option<Cell>, turn: &dyn Fn((i32, i32)) -> (i32, i32)| {
            FORWARD.map(|step| ray(cell, turn(step)))
        };
        let cell = |number| Some(Cell(number as u16)).filter(|&cell| shape.has(cell));
        let doublings = |(columns, rows): (i32, i32)| {
            let side = |step: i32, cells: u32| if step == 0 { u32::MAX } else { cells };
            let line = side(columns, shape.width()).min(side(rows, shape.height()));
            line.saturating_sub(2).next_power_of_two().trailing_zeros()
        };
        let geometry = Self {
            cells: set(&mut shape.cells()),
            axes: FORWARD.map(|step| Axis {
                shift: (shape.stride() as i32 * step.1 + step.0) as u32,
                doublings: doublings(step),
                forward: landing(step),
                backward: landing(back(step)),
            }),
            forward_rays: (0..shape.numbers()).map(|n| rays(cell(n), &|step| step)).collect(),
            backward_rays: (0..shape.numbers()).map(|n| rays(cell(n), &back)).collect(),
            #[cfg(target_arch = "x86_64")]
            avx2: None,
        };
        geometry.with_fast_path()
    }

    #[cfg(target_arch = "x86_64")]
    fn with_fast_path(mut self) -> Self {
        let words = |sets: [W; 4]| sets.map(CellSet::fold);
        if W::CAPACITY == 64 {
            self.avx2 = crate::avx2::Tables::detect(
                self.axes.map(|axis| u64::from(axis.shift)),
                words(self.axes.map(|axis| axis.forward)),
                words(self.axes.map(|axis| axis.backward)),
                self.forward_rays.iter().map(|&rays| words(rays)).collect(),
                self.backward_rays.iter().map(|&rays| words(rays)).collect(),
            );
        }
        self
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn with_fast_path(self) -> Self {
        self
    }

    /// The cells on which `own` can place a disc.
    pub(crate) fn portable_moves(&self, own: W, opponent: W) -> W {
        let mut found = W::EMPTY;
        for axis in &self.axes {
            let shift = axis.shift;
            found |= axis.fill(own, opponent, axis.forward, |set, steps| set << (steps * shift));
            found |= axis.fill(own, opponent, axis.backward, |set, steps| set >> (steps * shift));
        }
        found & !(own | opponent)
    }

    /// The opposing discs that a disc of `own` on `cell` flips.
    #[inline]
    pub(crate) fn portable_flips(&self, own: W, opponent: W, cell: Cell) -> W {
        let index = cell.index() as usize;
        let mut flips = W::EMPTY;
        for ray in self.forward_rays[index] {
            let others = ray & !opponent;
            if !others.is_empty() && own.has(others.first()) {
                flips |= ray & W::below(others.first());
            }
        }
        for ray in self.backward_rays[index] {
            let others = ray & !opponent;
            if !others.is_empty() && own.has(others.last()) {
                flips |= ray & !W::below(others.last());
            }
        }
        flips & opponent
    }

    /// What a disc of `own` on `cell` flips, and where the opponent can place then.
    #[inline]
    fn portable_flips_and_replies(&self, own: W, opponent: W, cell: Cell) -> (W, W) {
        let flips = self.portable_flips(own, opponent, cell);
        let own_after = own | flips | W::single(cell.index());
        (flips, self.portable_moves(opponent ^ flips, own_after))
    }
}

/// A word that Reversi can be played on.
pub trait Word: CellSet {
    /// The cells on which `own` can place a disc.
    #[inline]
    fn moves(geometry: &Geometry<Self>, own: Self, opponent: Self) -> Self {
        geometry.portable_moves(own, opponent)
    }

    /// The opposing discs that a disc of `own` on `cell` flips.
    #[inline]
    fn flips(geometry: &Geometry<Self>, own: Self, opponent: Self, cell: Cell) -> Self {
        geometry.portable_flips(own, opponent, cell)
    }

    /// Both of the above in one go: what a disc flips, and where the opponent can place then.
    #[inline]
    fn flips_and_replies(geometry: &Geometry<Self>, own: Self, opponent: Self, cell: Cell) -> (Self, Self) {
        geometry.portable_flips_and_replies(own, opponent, cell)
    }
}

impl Word for u128 {}
impl Word for Wide {}

#[cfg(not(target_arch = "x86_64"))]
impl Word for u64 {}

#[cfg(target_arch = "x86_64")]
impl Word for u64 {
    #[inline]
    fn moves(geometry: &Geometry<Self>, own: Self, opponent: Self) -> Self {
        match &geometry.avx2 {
            Some(tables) => tables.moves(own, opponent),
            None => geometry.portable_moves(own, opponent),
        }
    }

    #[inline]
    fn flips(geometry: &Geometry<Self>, own: Self, opponent: Self, cell: Cell) -> Self {
        match &geometry.avx2 {
            Some(tables) => tables.flips(own, opponent, cell),
            None => geometry.portable_flips(own, opponent, cell),
        }
    }

    #[inline]
    fn flips_and_replies(geometry: &Geometry<Self>, own: Self, opponent: Self, cell: Cell) -> (Self, Self) {
        match &geometry.avx2 {
            Some(tables) => tables.flips_and_replies(own, opponent, cell),
            None => geometry.portable_flips_and_replies(own, opponent, cell),
        }
    }
}
