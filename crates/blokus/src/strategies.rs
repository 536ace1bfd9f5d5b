//! The strategies of [Hoang2021] section 2.1.1 as numbers of a move, and the one that its conclusion proposes.
//!
//! The source names its strategies and does not say how they are counted. Here each number is divided by the most that
//! one move can reach, so that a weight means the same for all of them:
//!
//! | number | counts | divided by |
//! |---|---|---|
//! | corners | own attach points afterwards minus those before | 8, the corners of a piece |
//! | blocked | attach points of opponents that the piece covers, those of each opponent by themselves | 5 |
//! | middle | closeness of its cells to the middle of the board, by steps along rows and columns, in the mean | the way from a corner |
//! | size | cells of the piece | 5 |
//! | distance | steps of its cells from the own start cell, in the mean | the way to the farthest cell |
//! | contested | cells of the piece that some opponent could cover now | the cells of the piece |
//!
//! Nothing is played: a [`Prospect`] looks at a position once, and then at each move through the rows around its piece.

use agon_core::Player;

use crate::board::Blokus;
use crate::cells::{Cells, MOST_ROWS};
use crate::moves::Move;
use crate::pieces::{LONGEST, Orientation};
use crate::position::{MOST_COLORS, Position};
use crate::rules::PieceColor;

/// What the strategies say of a move, in the order of [`Strategy::ALL`].
pub type StrategyNumbers = [f64; Strategy::COUNT];

/// A way to prefer moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Most compatible corners.
    Corners,
    /// Blocks most corners.
    Blocked,
    /// Closest to the middle.
    Middle,
    /// Placing the largest piece.
    Size,
    /// Farthest away from the starting point.
    Distance,
    /// Where others can place a piece too.
    Contested,
}

impl Strategy {
    /// How many there are.
    pub const COUNT: usize = 6;
    /// All of them: the five of the source in its order, then that of its conclusion.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Corners, Self::Blocked, Self::Middle, Self::Size, Self::Distance, Self::Contested];

    /// Its name in files and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Corners => "corners",
            Self::Blocked => "blocked",
            Self::Middle => "middle",
            Self::Size => "size",
            Self::Distance => "distance",
            Self::Contested => "contested",
        }
    }
}

/// New corners that a piece has at most.
const MOST_CORNERS: f64 = 8.0;
/// Cells of the largest piece.
const MOST_CELLS: f64 = LONGEST as f64;
/// Rows with one above, and room for what surrounds the longest piece in the last one.
const ROWS: usize = MOST_ROWS + LONGEST + 2;

/// Rows one lower and one column further right, so that the surroundings of a piece never leave them.
type Shifted = [u32; ROWS];

fn shifted(cells: &Cells) -> Shifted {
    let mut rows = [0; ROWS];
    for (row, cells) in rows[1..].iter_mut().zip(cells.0) {
        *row = cells << 1;
    }
    rows
}

/// What strategies ask of a position, found once for all moves of a colour.
pub(crate) struct Prospect<'g> {
    game: &'g Blokus,
    open: Shifted,
    attach: Shifted,
    /// By cell: opponents who could attach there.
    blocked: [u8; MOST_ROWS * MOST_ROWS],
    /// By cell: steps from the middle and from the own start, both doubled, so that they are whole numbers.
    ways: &'g [[u16; 2]],
    /// The longest of both.
    longest: [f64; 2],
    contested: Option<Cells>,
}

impl<'g> Prospect<'g> {
    /// Looks at a position as a colour sees it; the cells that opponents could cover are found only if `contested`.
    pub(crate) fn new(game: &'g Blokus, pos: &Position, color: PieceColor, contested: bool) -> Self {
        let open = game.open_cells(pos, color);
        let attach = game.attach_among(pos, color, &open);
        let me = game.rules.player_of(color);
        let mut blocked = [0; MOST_ROWS * MOST_ROWS];
        for opponent in opponents(game, pos, me) {
            for (column, row) in game.attach_points(pos, opponent).iter() {
                blocked[game.cell(column, row).index() as usize] += 1;
            }
        }
        let last = game.rules.side() - 1;
        let (column, row) = game.rules.starts()[color.index()];
        let to_the_farthest = column.max(last - column) + row.max(last - row);
        let longest = [last, to_the_farthest].map(|steps| f64::from(2 * steps));
        let contested = contested.then(|| coverable(game, pos, opponents(game, pos, me)));
        Self {
            game,
            open: shifted(&open),
            attach: shifted(&attach),
            blocked,
            ways: game.ways(color),
            longest,
            contested,
        }
    }

    /// What the strategies say of a legal move.
    #[inline]
    pub(crate) fn numbers(&self, mv: Move) -> StrategyNumbers {
        let turned = &self.game.orientations[mv.orientation()];
        let place = self.game.place(mv);
        let (mut cells, mut blocked, mut ways) = (0u32, 0u32, [0u32; 2]);
        for &offset in self.game.offsets(mv.orientation()) {
            let cell = mv.anchor() + usize::from(offset);
            cells += 1;
            blocked += u32::from(self.blocked[cell]);
            ways[0] += u32::from(self.ways[cell][0]);
            ways[1] += u32::from(self.ways[cell][1]);
        }
        let size = f64::from(cells);
        let [from_middle, from_start] = [0, 1].map(|way| f64::from(ways[way]) / (size * self.longest[way]));
        [
            f64::from(self.corners_gained(turned, place)) / MOST_CORNERS,
            f64::from(blocked) / MOST_CELLS,
            1.0 - from_middle,
            size / MOST_CELLS,
            from_start,
            self.contested.as_ref().map_or(0.0, |cells| f64::from(covered(cells, turned, place)) / size),
        ]
    }

    /// Attach points that the piece gives minus those that it closes, by covering them or lying beside them.
    #[inline]
    fn corners_gained(&self, turned: &Orientation, (column, row): (u32, u32)) -> i32 {
        let (open, attach) = (&self.open[row as usize..], &self.attach[row as usize..]);
        let (mut gained, mut lost) = ([0u32; LONGEST + 3], [0u32; LONGEST + 3]);
        for at in 0..LONGEST + 2 {
            let body = at.checked_sub(1).and_then(|row| turned.rows.get(row)).map_or(0, |cells| cells << 1);
            lost[at] = attach[at] & (body | turned.edges[at]) << column;
            gained[at] = open[at] & !attach[at] & turned.corners[at] << column;
        }
        bits(&gained) - bits(&lost)
    }
}

/// How many bits are set, two rows at a time.
#[inline]
fn bits(rows: &[u32; LONGEST + 3]) -> i32 {
    rows.chunks_exact(2).map(|pair| (u64::from(pair[0]) << 32 | u64::from(pair[1])).count_ones() as i32).sum()
}

/// The cells of a piece that belong to a set.
fn covered(cells: &Cells, turned: &Orientation, (column, row): (u32, u32)) -> u32 {
    let rows = cells.0[row as usize..].iter().zip(turned.rows);
    rows.map(|(cells, piece)| (cells & piece << column).count_ones()).sum()
}

/// The colours of others that can still move.
fn opponents(game: &Blokus, pos: &Position, me: Player) -> impl Iterator<Item = PieceColor> + use<> {
    let (rules, pos) = (game.rules, *pos);
    rules.colors().filter(move |&color| rules.player_of(color) != me && !pos.is_out(color))
}

/// The cells that some legal move of these colours covers.
fn coverable(game: &Blokus, pos: &Position, colors: impl Iterator<Item = PieceColor>) -> Cells {
    let (mut all, mut moves) = (Cells::EMPTY, Vec::new());
    for color in colors {
        moves.clear();
        game.moves_of(pos, color, &mut moves);
        for &mv in &moves {
            let (turned, (column, row)) = (&game.orientations[mv.orientation()], game.place(mv));
            for (cells, piece) in all.0[row as usize..].iter_mut().zip(turned.rows) {
                *cells |= piece << column;
            }
        }
    }
    all
}

/// By colour and cell: steps from the middle and from the start, doubled.
pub(crate) type Ways = [Vec<[u16; 2]>; MOST_COLORS];

/// The ways of every cell of a board with these start cells.
pub(crate) fn ways(side: u32, starts: &[(u32, u32)]) -> Ways {
    let doubled = |cell: (u32, u32), (column, row): (u32, u32)| {
        ((2 * cell.0).abs_diff(column) + (2 * cell.1).abs_diff(row)) as u16
    };
    std::array::from_fn(|color| {
        let Some(&(column, row)) = starts.get(color) else { return Vec::new() };
        let cells = (0..side * side).map(|cell| (cell % side, cell / side));
        cells
            .map(|cell| [doubled(cell, (side - 1, side - 1)), doubled(cell, (2 * column, 2 * row))])
            .collect()
    })
}

impl Blokus {
    /// What the strategies say of a legal move.
    #[must_use]
    pub fn strategies(&self, pos: &Position, mv: Move) -> StrategyNumbers {
        Prospect::new(self, pos, pos.to_move, true).numbers(mv)
    }
}

#[cfg(test)]
mod tests;
