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

use std::fmt;

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
pub(crate) struct BoardAxis<W> {
    pub(crate) shift: u32,
    /// The most discs that can lie between two cells of this axis: a fast form must reach as far.
    #[cfg(all(target_arch = "x86_64", not(agon_portable)))]
    pub(crate) longest_run: u32,
    /// Doubling steps until the longest run is filled.
    doublings: u32,
    /// Cells that a forward step can reach.
    pub(crate) forward: W,
    /// Cells that a backward step can reach.
    pub(crate) backward: W,
}

impl<W: CellSet> BoardAxis<W> {
    /// The cells behind the opponent's runs that begin next to an own disc; `shift` moves a set some steps.
    #[inline]
    fn fill(&self, own: W, opponent: W, landing: W, shift: impl Fn(W, u32) -> W) -> W {
        landing & shift(self.runs(own, opponent, landing, &shift), 1)
    }

    /// The runs of the opponent that begin next to a cell of `from`.
    #[inline]
    fn runs(&self, from: W, opponent: W, landing: W, shift: impl Fn(W, u32) -> W) -> W {
        let mut path = opponent & landing;
        let mut runs = path & shift(from, 1);
        let mut steps = 1;
        for _ in 0..self.doublings {
            runs |= path & shift(runs, steps);
            path &= shift(path, steps);
            steps *= 2;
        }
        runs
    }
}

/// What a position holds for one side, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospects {
    /// Cells on which it can place a disc.
    pub moves: u32,
    /// Discs that these moves flip, all added up: a disc that several moves flip counts several times.
    pub flips: u32,
    /// Empty cells next to its discs.
    pub frontier: u32,
}

/// The tables of a shape.
#[derive(Clone, Debug)]
pub struct Geometry<W: BoardWord> {
    pub(crate) cells: W,
    pub(crate) axes: [BoardAxis<W>; 4],
    /// By cell number.
    pub(crate) rays: Vec<Rays<W>>,
    fast: Option<W::Fast>,
}

/// The rays of one cell: in the four forward directions, and in the four opposite ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rays<W> {
    pub(crate) forward: [W; 4],
    pub(crate) backward: [W; 4],
}

impl<W: BoardWord> Geometry<W> {
    pub(crate) fn new(shape: &Shape) -> Self {
        let mut geometry = Self {
            cells: set_of(shape.cells()),
            axes: FORWARD.map(|step| axis(shape, step)),
            rays: (0..shape.numbers()).map(|number| rays(shape, Cell(number as u16))).collect(),
            fast: None,
        };
        geometry.fast = W::Fast::detect(&geometry);
        geometry
    }

    /// Leaves the fast path, as on a processor that has none.
    pub(crate) fn without_fast_path(self) -> Self {
        Self { fast: None, ..self }
    }

    /// The cells on which `own` can place a disc.
    #[inline]
    pub fn moves(&self, own: W, opponent: W) -> W {
        match &self.fast {
            Some(fast) => fast.moves(own, opponent),
            None => self.portable_moves(own, opponent),
        }
    }

    /// The opposing discs that a disc of `own` on `cell` flips.
    #[inline]
    pub fn flips(&self, own: W, opponent: W, cell: Cell) -> W {
        match &self.fast {
            Some(fast) => fast.flips(own, opponent, cell),
            None => self.portable_flips(own, opponent, cell),
        }
    }

    /// Both in one go: what a disc flips, and where the opponent can place then.
    #[inline]
    pub fn flips_and_replies(&self, own: W, opponent: W, cell: Cell) -> (W, W) {
        if let Some(fast) = &self.fast {
            return fast.flips_and_replies(own, opponent, cell);
        }
        let flips = self.portable_flips(own, opponent, cell);
        let own_after = own | flips | W::single(cell.index());
        (flips, self.portable_moves(opponent ^ flips, own_after))
    }

    /// The opposing discs that at least one move of `own` flips, each counted once.
    ///
    /// A disc is flipped along an axis if its run has an own disc at one end and an empty cell at the other.
    #[inline]
    pub fn flippable(&self, own: W, opponent: W) -> W {
        match &self.fast {
            Some(fast) => fast.flippable(self, own, opponent),
            None => self.portable_flippable(own, opponent),
        }
    }

    /// What the position holds for `own`, in numbers.
    ///
    /// Along one axis a disc is flipped by one move at most, so the flips along the axes add up to those of the moves.
    #[inline]
    pub fn prospects(&self, own: W, opponent: W) -> Prospects {
        match &self.fast {
            Some(fast) => fast.prospects(self, own, opponent),
            None => self.portable_prospects(own, opponent),
        }
    }

    /// The leaves of the tree of `depth` plies, where there is a faster way than move by move. A pass costs a ply, and an
    /// ended game is a leaf.
    pub(crate) fn leaves(&self, own: W, opponent: W, depth: u32) -> Option<u64> {
        self.fast.as_ref()?.leaves(own, opponent, depth)
    }

    /// The cells next to a cell of the set, orthogonally or diagonally; some may belong to the set themselves.
    fn neighbours(&self, set: W) -> W {
        let steps = self.axes.iter();
        steps.fold(W::EMPTY, |found, axis| {
            found | ((set << axis.shift) & axis.forward) | ((set >> axis.shift) & axis.backward)
        })
    }

    fn portable_flippable(&self, own: W, opponent: W) -> W {
        self.axes.iter().fold(W::EMPTY, |found, axis| found | self.flippable_along(axis, own, opponent))
    }

    pub(crate) fn portable_prospects(&self, own: W, opponent: W) -> Prospects {
        let empty = self.cells & !(own | opponent);
        Prospects {
            moves: self.portable_moves(own, opponent).count(),
            flips: self.axes.iter().map(|axis| self.flippable_along(axis, own, opponent).count()).sum(),
            frontier: (self.neighbours(own) & empty).count(),
        }
    }

    fn flippable_along(&self, axis: &BoardAxis<W>, own: W, opponent: W) -> W {
        let empty = self.cells & !(own | opponent);
        let shift = axis.shift;
        let forward = |from| axis.runs(from, opponent, axis.forward, |set, steps| set << (steps * shift));
        let backward = |from| axis.runs(from, opponent, axis.backward, |set, steps| set >> (steps * shift));
        (forward(own) & backward(empty)) | (forward(empty) & backward(own))
    }

    /// The cells on which `own` can place a disc.
    fn portable_moves(&self, own: W, opponent: W) -> W {
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
    fn portable_flips(&self, own: W, opponent: W, cell: Cell) -> W {
        let rays = &self.rays[cell.index() as usize];
        let mut flips = W::EMPTY;
        for ray in rays.forward {
            let others = ray & !opponent;
            if !others.is_empty() && own.has(others.first()) {
                flips |= ray & W::below(others.first());
            }
        }
        for ray in rays.backward {
            let others = ray & !opponent;
            if !others.is_empty() && own.has(others.last()) {
                flips |= ray & !W::below(others.last());
            }
        }
        flips & opponent
    }
}

fn set_of<W: CellSet>(cells: impl Iterator<Item = Cell>) -> W {
    cells.fold(W::EMPTY, |set, cell| set | W::single(cell.index()))
}

fn back((columns, rows): (i32, i32)) -> (i32, i32) {
    (-columns, -rows)
}

fn axis<W: CellSet>(shape: &Shape, step: (i32, i32)) -> BoardAxis<W> {
    let landing = |step| set_of(shape.cells().filter_map(|cell| shape.step(cell, step)));
    let side = |step: i32, cells: u32| if step == 0 { u32::MAX } else { cells };
    let longest_run = side(step.0, shape.width()).min(side(step.1, shape.height())).saturating_sub(2);
    BoardAxis {
        shift: (shape.stride() as i32 * step.1 + step.0) as u32,
        #[cfg(all(target_arch = "x86_64", not(agon_portable)))]
        longest_run,
        doublings: longest_run.next_power_of_two().trailing_zeros(),
        forward: landing(step),
        backward: landing(back(step)),
    }
}

/// The rays of a cell; those of a hole are empty.
fn rays<W: CellSet>(shape: &Shape, cell: Cell) -> Rays<W> {
    let from = Some(cell).filter(|&cell| shape.has(cell));
    let ray = |step| set_of(std::iter::successors(from, |&at| shape.step(at, step)).skip(1));
    Rays { forward: FORWARD.map(ray), backward: FORWARD.map(|step| ray(back(step))) }
}

/// A word that Reversi can be played on.
pub trait BoardWord: CellSet {
    /// The fast path for this word on this kind of processor.
    type Fast: FastPath<Self>;
}

/// Moves and flips by the means of a particular processor.
pub trait FastPath<W>: Clone + fmt::Debug + Send + Sync {
    /// The fast path for a board, if this processor has what it takes and the runs of the board are not too long.
    fn detect(portable: &Geometry<W>) -> Option<Self>
    where
        W: BoardWord;
    /// As [`Geometry::moves`].
    fn moves(&self, own: W, opponent: W) -> W;
    /// As [`Geometry::flips`].
    fn flips(&self, own: W, opponent: W, cell: Cell) -> W;
    /// As [`Geometry::flips_and_replies`].
    fn flips_and_replies(&self, own: W, opponent: W, cell: Cell) -> (W, W);
    /// As [`Geometry::flippable`]. A speed hook.
    fn flippable(&self, portable: &Geometry<W>, own: W, opponent: W) -> W
    where
        W: BoardWord,
    {
        portable.portable_flippable(own, opponent)
    }
    /// As [`Geometry::prospects`]. A speed hook.
    fn prospects(&self, portable: &Geometry<W>, own: W, opponent: W) -> Prospects
    where
        W: BoardWord,
    {
        portable.portable_prospects(own, opponent)
    }
    /// As `Geometry::leaves`. A speed hook.
    fn leaves(&self, _own: W, _opponent: W, _depth: u32) -> Option<u64> {
        None
    }
}

/// For words that have no fast path.
#[derive(Clone, Copy, Debug)]
pub enum NoFastPath {}

impl<W> FastPath<W> for NoFastPath {
    fn detect(_: &Geometry<W>) -> Option<Self>
    where
        W: BoardWord,
    {
        None
    }
    fn moves(&self, _: W, _: W) -> W {
        match *self {}
    }
    fn flips(&self, _: W, _: W, _: Cell) -> W {
        match *self {}
    }
    fn flips_and_replies(&self, _: W, _: W, _: Cell) -> (W, W) {
        match *self {}
    }
}

impl BoardWord for Wide {
    type Fast = NoFastPath;
}

#[cfg(any(not(target_arch = "x86_64"), agon_portable))]
impl BoardWord for u64 {
    type Fast = NoFastPath;
}

#[cfg(any(not(target_arch = "x86_64"), agon_portable))]
impl BoardWord for u128 {
    type Fast = NoFastPath;
}

#[cfg(all(target_arch = "x86_64", not(agon_portable)))]
impl BoardWord for u64 {
    type Fast = crate::avx2::FourDirections;
}

#[cfg(all(target_arch = "x86_64", not(agon_portable)))]
impl BoardWord for u128 {
    type Fast = crate::avx2_wide::TwoDirections;
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Seed;

    /// Where no fast path is taken, comparing it with the portable form says nothing.
    #[cfg(all(target_arch = "x86_64", not(agon_portable)))]
    #[test]
    fn the_fast_path_is_taken_wherever_it_can_be() {
        use std::arch::is_x86_feature_detected;
        fn taken<W: BoardWord>(sides: &[(u32, u32)]) -> Vec<bool> {
            let of = |&(width, height)| Geometry::<W>::new(&Shape::rectangle(width, height).unwrap());
            sides.iter().map(|sides| of(sides).fast.is_some()).collect()
        }
        let [avx2, bmi1, popcnt] = [
            is_x86_feature_detected!("avx2"),
            is_x86_feature_detected!("bmi1"),
            is_x86_feature_detected!("popcnt"),
        ];
        let narrow = avx2 && bmi1 && popcnt;
        assert_eq!(taken::<u64>(&[(8, 8), (4, 6), (20, 2)]), [narrow, narrow, false]);
        let wide = avx2 && popcnt;
        assert_eq!(taken::<u128>(&[(10, 10), (9, 6), (12, 4)]), [wide, wide, false]);
    }

    /// Random discs on a shape, legal or not, from mixed ones to long runs of the opponent: the fast path must give
    /// what the portable form gives, where there is one.
    fn paths_agree<W: BoardWord>(shape: &Shape, positions: u32) {
        if shape.numbers() > W::CAPACITY {
            return; // `Reversi::new` refuses a board that the word cannot hold.
        }
        let geometry = Geometry::<W>::new(shape);
        let mut rng = Seed(1).stream("geometry", u64::from(shape.numbers()));
        for number in 0..positions {
            let opponents = [2, 4, 10, 20][number as usize % 4];
            let (mut own, mut opponent) = (W::EMPTY, W::EMPTY);
            for cell in shape.cells() {
                match rng.below(opponents + 3) {
                    0 => {}
                    1 | 2 => own |= W::single(cell.index()),
                    _ => opponent |= W::single(cell.index()),
                }
            }
            assert_eq!(geometry.moves(own, opponent), geometry.portable_moves(own, opponent));
            let every_flip = geometry
                .portable_moves(own, opponent)
                .indices()
                .fold(W::EMPTY, |all, cell| all | geometry.portable_flips(own, opponent, Cell(cell as u16)));
            assert_eq!(geometry.portable_flippable(own, opponent), every_flip);
            assert_eq!(geometry.flippable(own, opponent), every_flip);
            let flips = |cell| geometry.portable_flips(own, opponent, Cell(cell as u16)).count();
            let moves = geometry.portable_moves(own, opponent);
            let touches = |cell: &Cell| {
                let around = FORWARD.into_iter().chain(FORWARD.map(back));
                around.filter_map(|step| shape.step(*cell, step)).any(|near| own.has(near.index()))
            };
            let empty = shape.cells().filter(|cell| !(own | opponent).has(cell.index()));
            let prospects = Prospects {
                moves: moves.count(),
                flips: moves.indices().map(flips).sum(),
                frontier: empty.filter(touches).count() as u32,
            };
            assert_eq!(geometry.portable_prospects(own, opponent), prospects);
            assert_eq!(geometry.prospects(own, opponent), prospects);
            for cell in shape.cells().filter(|cell| !(own | opponent).has(cell.index())) {
                let flips = geometry.portable_flips(own, opponent, cell);
                let own_after = own | flips | W::single(cell.index());
                let replies = geometry.portable_moves(opponent ^ flips, own_after);
                assert_eq!(geometry.flips(own, opponent, cell), flips);
                assert_eq!(geometry.flips_and_replies(own, opponent, cell), (flips, replies));
            }
        }
    }

    #[test]
    fn fast_paths_agree_with_the_portable_form() {
        let with_holes = |width, height| {
            Shape::from_fn(width, height, |column, row| (column * 7 + row * 5) % 11 != 3).unwrap()
        };
        let every_word = |shape: &Shape, positions| {
            paths_agree::<u64>(shape, positions);
            paths_agree::<u128>(shape, positions);
            paths_agree::<Wide>(shape, positions);
        };
        every_word(&Shape::rectangle(8, 8).unwrap(), 2000);
        every_word(&Shape::rectangle(10, 10).unwrap(), 2000);
        for (width, height) in (1..=26).flat_map(|width| (1..=26).map(move |height| (width, height))) {
            if width * height <= MOST_CELLS {
                every_word(&Shape::rectangle(width, height).unwrap(), 20);
            }
            // Where the holes are, there are no more than 128 cells.
            if width * height <= 140 {
                every_word(&with_holes(width, height), 20);
            }
        }
    }
}
