//! The tables of a game and what can be asked about its board: cells of a move, open cells, attach points, and the
//! moves there. The attach points are the compatible corners of [Hoang2021] section 2.1.1.

use agon_grid::{Cell, Shape, Symmetry};

use crate::cells::Cells;
use crate::closed::{self, Edges};
use crate::field::Field;
use crate::moves::Move;
use crate::pieces::{LONGEST, Orientation, Piece};
use crate::position::Position;
use crate::reach::Reach;
use crate::rules::{PieceColor, Rules};
use crate::strategies::{self, Ways};

/// Blokus by some [`Rules`].
#[derive(Clone, Debug)]
pub struct Blokus {
    pub(crate) rules: Rules,
    pub(crate) shape: Shape,
    pub(crate) symmetries: Vec<Symmetry>,
    pub(crate) orientations: Vec<Orientation>,
    pub(crate) reach: Reach,
    /// Column and row by cell number.
    places: Vec<(u32, u32)>,
    /// By orientation: how far its cells lie behind the anchor.
    offsets: Vec<Vec<u16>>,
    /// By orientation: what it needs of [`Closed`](crate::closed::Closed).
    pub(crate) needs: Vec<u128>,
    /// By orientation: what it closes there beside itself.
    pub(crate) edges: Vec<Edges>,
    /// By cell number: its bit there.
    pub(crate) bits: Vec<u16>,
    ways: Ways,
    board: Cells,
}

impl Blokus {
    /// Prepares the tables.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let shape = Shape::rectangle(rules.side(), rules.side()).expect("all boards are possible");
        let orientations = Orientation::all();
        Self {
            symmetries: crate::symmetry::of(&rules, &shape),
            reach: Reach::new(&orientations, rules.pieces(), rules.side()),
            places: shape.cells().map(|cell| shape.place(cell)).collect(),
            offsets: orientations.iter().map(|turned| turned.offsets(rules.side())).collect(),
            needs: orientations.iter().map(closed::needs).collect(),
            edges: orientations.iter().map(Edges::of).collect(),
            bits: shape.cells().map(|cell| shape.place(cell)).map(|(x, y)| closed::bit_of(x, y)).collect(),
            ways: strategies::ways(rules.side(), rules.starts()),
            board: Cells::square(rules.side()),
            orientations,
            shape,
            rules,
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The cell that the first piece of a colour covers.
    #[must_use]
    pub fn start_cell(&self, color: PieceColor) -> Cell {
        let (column, row) = self.rules.starts()[color.index()];
        self.cell(column, row)
    }

    /// The cell in a column and a row from the top left.
    pub(crate) fn cell(&self, column: u32, row: u32) -> Cell {
        Cell((row * self.rules.side() + column) as u16)
    }

    /// The piece that a move places.
    #[must_use]
    #[inline]
    pub fn piece_of(&self, mv: Move) -> Piece {
        self.orientations[mv.orientation()].piece
    }

    /// The cells that a move covers, row by row from the top left.
    pub fn cells_of(&self, mv: Move) -> impl Iterator<Item = Cell> {
        let (column, row) = self.place(mv);
        self.orientations[mv.orientation()].cells().map(move |(x, y)| self.cell(column + x, row + y))
    }

    /// Column and row of the anchor.
    #[inline]
    pub(crate) fn place(&self, mv: Move) -> (u32, u32) {
        self.places[mv.anchor()]
    }

    /// How far the cells of an orientation lie behind the anchor, by number.
    #[inline]
    pub(crate) fn offsets(&self, orientation: usize) -> &[u16] {
        &self.offsets[orientation]
    }

    /// By cell: steps from the middle and from the start of a colour, doubled.
    pub(crate) fn ways(&self, color: PieceColor) -> &[[u16; 2]] {
        &self.ways[color.index()]
    }

    /// The move that covers exactly these cells, if they have the form of a piece.
    pub(crate) fn placement(&self, cells: &[Cell]) -> Option<Move> {
        let places = || cells.iter().map(|&cell| self.shape.place(cell));
        let left = places().map(|(column, _)| column).min()?;
        let top = places().map(|(_, row)| row).min()?;
        let mut rows = [0; LONGEST];
        for (column, row) in places() {
            let width = column - left;
            *rows.get_mut((row - top) as usize).filter(|_| (width as usize) < LONGEST)? |= 1 << width;
        }
        let number = self.orientations.iter().position(|turned| turned.rows == rows)?;
        Some(Move::new(number as u16, self.cell(left, top).0))
    }

    /// Every piece of the game in every place of the empty board.
    pub fn placements(&self) -> impl Iterator<Item = Move> {
        let moves = (0..self.orientations.len() as u16)
            .flat_map(|number| self.shape.cells().map(move |anchor| Move::new(number, anchor.0)));
        moves.filter(|&mv| self.is_placement(mv))
    }

    /// Whether the move is one of this game and stays on the board.
    pub(crate) fn is_placement(&self, mv: Move) -> bool {
        let (Some(turned), Some(&(column, row))) =
            (self.orientations.get(mv.orientation()), self.places.get(mv.anchor()))
        else {
            return false;
        };
        let side = self.rules.side();
        self.rules.pieces().has(turned.piece) && column + turned.width <= side && row + turned.height <= side
    }

    /// The cells on which a colour may put a part of a piece: empty, and beside no own one.
    #[must_use]
    #[inline]
    pub fn open_cells(&self, pos: &Position, color: PieceColor) -> Cells {
        self.board & !(pos.occupied() | pos.cells(color).edge_neighbours())
    }

    /// The open cells of which the next piece of a colour must cover one: those at its corners, or its start cell.
    #[must_use]
    #[inline]
    pub fn attach_points(&self, pos: &Position, color: PieceColor) -> Cells {
        self.attach_among(pos, color, &self.open_cells(pos, color))
    }

    #[inline]
    pub(crate) fn attach_among(&self, pos: &Position, color: PieceColor, open: &Cells) -> Cells {
        let own = pos.cells(color);
        if own.is_empty() {
            let (column, row) = self.rules.starts()[color.index()];
            return *open & Cells::single(column, row);
        }
        *open & own.corner_neighbours()
    }

    /// Calls `visit` with the number and the window of each attach point of a colour until it answers `false`.
    ///
    /// A point is closed once it was visited, so that a move that covers two of them is seen once. Returns what is closed
    /// then: all that was, and the points that were visited.
    #[inline]
    pub(crate) fn each_attach_point(
        &self,
        pos: &Position,
        color: PieceColor,
        open: &Cells,
        mut visit: impl FnMut(u16, u64) -> bool,
    ) -> Field {
        let mut closed = Field::around(open);
        for (column, row) in self.attach_among(pos, color, open).iter() {
            if !visit(self.cell(column, row).0, closed.window(column, row)) {
                break;
            }
            closed.close(column, row);
        }
        closed
    }

    /// Appends the moves of a colour, as if it were its turn.
    pub fn moves_of(&self, pos: &Position, color: PieceColor, out: &mut Vec<Move>) {
        self.moves_among(pos, color, &self.open_cells(pos, color), out);
    }

    /// Appends the moves of a colour that has these open cells; returns the closed ones, attach points included.
    #[inline]
    pub(crate) fn moves_among(
        &self,
        pos: &Position,
        color: PieceColor,
        open: &Cells,
        out: &mut Vec<Move>,
    ) -> Field {
        self.each_attach_point(pos, color, open, |cell, window| {
            self.reach.list(cell, window, pos.pieces_left(color), out);
            true
        })
    }

    /// Some move of a colour, as if it were its turn.
    pub(crate) fn any_move(&self, pos: &Position, color: PieceColor) -> Option<Move> {
        let mut found = None;
        self.each_attach_point(pos, color, &self.open_cells(pos, color), |cell, window| {
            found = self.reach.any(cell, window, pos.pieces_left(color));
            found.is_none()
        });
        found
    }
}
