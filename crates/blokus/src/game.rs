//! The rules at work: [`Game`] for Blokus, after appendix A of [Hoang2021].
//!
//! The first piece of a colour covers its start cell; every further one touches an own piece at a corner and none
//! at an edge. A colour that cannot move is out for good and its turns are left out, so that there is no pass. The
//! game is over when all colours are out. Points: minus one for each cell not placed; 15 for placing all pieces, and
//! 5 more if the single cell was the last.

use agon_core::{Game, Outcome, PerPlayer, Rng, Status};
use agon_grid::{Cell, Shape, Symmetry};

use crate::cells::Cells;
use crate::field::Field;
use crate::pieces::{Orientation, Piece, Pieces};
use crate::playout::Playout;
use crate::position::{ALL_OUT, MOST_COLORS, Position};
use crate::reach::Reach;
use crate::rules::{Color, Rules};

/// For placing all pieces.
const ALL_PLACED: i32 = 15;
/// For placing the single cell last.
const SINGLE_LAST: i32 = 5;
/// Bits of a move that hold the anchor.
const ANCHOR_BITS: u32 = 9;

/// A piece laid down: seven bits of orientation, nine bits of anchor, which is the cell number of the top left
/// corner of the rectangle around the piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    pub(crate) fn new(orientation: u16, anchor: u16) -> Self {
        Self(orientation << ANCHOR_BITS | anchor)
    }

    /// A move that lacks the number of a cell it covers, which lies `offset` behind the anchor.
    pub(crate) fn base(orientation: u16, offset: u32) -> u16 {
        Self::new(orientation, 0).0.wrapping_sub(offset as u16)
    }

    /// Completes a move that lacks the number of a cell.
    #[inline]
    pub(crate) fn from_base(base: u16, cell: u16) -> Self {
        Self(base.wrapping_add(cell))
    }

    #[inline]
    pub(crate) fn orientation(self) -> usize {
        (self.0 >> ANCHOR_BITS) as usize
    }

    #[inline]
    pub(crate) fn anchor(self) -> usize {
        (self.0 & ((1 << ANCHOR_BITS) - 1)) as usize
    }
}

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
    pub fn start_cell(&self, color: Color) -> Cell {
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

    /// Every piece of the game in every place of the empty board.
    pub fn placements(&self) -> impl Iterator<Item = Move> {
        let moves = (0..self.orientations.len() as u16)
            .flat_map(|number| self.shape.cells().map(move |anchor| Move::new(number, anchor.0)));
        moves.filter(|&mv| self.is_placement(mv))
    }

    /// Whether the move is one of this game and stays on the board.
    fn is_placement(&self, mv: Move) -> bool {
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
    pub fn open_cells(&self, pos: &Position, color: Color) -> Cells {
        self.board & !(pos.occupied() | pos.cells(color).edge_neighbours())
    }

    /// The open cells of which the next piece of a colour must cover one: those at its corners, or its start cell.
    #[must_use]
    #[inline]
    pub fn attach_points(&self, pos: &Position, color: Color) -> Cells {
        self.attach_among(pos, color, &self.open_cells(pos, color))
    }

    #[inline]
    fn attach_among(&self, pos: &Position, color: Color, open: &Cells) -> Cells {
        let own = pos.cells(color);
        if own.is_empty() {
            let (column, row) = self.rules.starts()[color.index()];
            return *open & Cells::single(column, row);
        }
        *open & own.corner_neighbours()
    }

    /// Calls `visit` with the number and the window of each attach point of a colour until it answers `false`.
    ///
    /// A point is closed once it was visited, so that a move that covers two of them is seen once.
    #[inline]
    pub(crate) fn each_attach_point(
        &self,
        pos: &Position,
        color: Color,
        mut visit: impl FnMut(u16, u64) -> bool,
    ) {
        let open = self.open_cells(pos, color);
        let mut closed = Field::around(&open);
        for (column, row) in self.attach_among(pos, color, &open).iter() {
            if !visit(self.cell(column, row).0, closed.window(column, row)) {
                return;
            }
            closed.close(column, row);
        }
    }

    /// Appends the moves of a colour, as if it were its turn.
    pub fn moves_of(&self, pos: &Position, color: Color, out: &mut Vec<Move>) {
        self.each_attach_point(pos, color, |cell, window| {
            self.reach.list(cell, window, pos.pieces_left(color), out);
            true
        });
    }

    fn can_move(&self, pos: &Position, color: Color) -> bool {
        let mut found = false;
        self.each_attach_point(pos, color, |_, window| {
            found = self.reach.any(window, pos.pieces_left(color));
            !found
        });
        found
    }

    /// Lays the piece down, but leaves the turn where it is.
    #[inline]
    pub(crate) fn lay_down(&self, pos: &mut Position, mv: Move) {
        let color = pos.to_move;
        let turned = &self.orientations[mv.orientation()];
        let (column, row) = self.place(mv);
        for (own, cells) in pos.own[color.index()].0[row as usize..].iter_mut().zip(turned.rows) {
            *own |= cells << column;
        }
        let left = &mut pos.left[color.index()];
        *left = left.without(turned.piece);
        if left.is_empty() && turned.piece == Piece::SINGLE {
            pos.single_last |= 1 << color.0;
        }
    }

    /// Finds out which colours cannot move any more.
    pub(crate) fn mark_out(&self, pos: &mut Position) {
        for color in self.rules.colors() {
            if !pos.is_out(color) && !self.can_move(pos, color) {
                pos.out |= 1 << color.0;
            }
        }
    }

    /// What a colour has won or lost so far.
    #[must_use]
    pub fn points(&self, pos: &Position, color: Color) -> i32 {
        let left = pos.pieces_left(color);
        let bonus = if left.is_empty() { ALL_PLACED } else { 0 };
        let last = if pos.ended_with_single(color) { SINGLE_LAST } else { 0 };
        bonus + last - left.cells() as i32
    }

    pub(crate) fn outcome(&self, pos: &Position) -> Outcome {
        let of_player = |player| self.rules.colors_of(player).map(|color| self.points(pos, color)).sum();
        Outcome { points: PerPlayer::new(self.rules.players(), of_player) }
    }

    /// The position before anything is placed.
    pub(crate) fn empty_position(&self) -> Position {
        let colors = self.rules.colors().len();
        let left = |color| if color < colors { self.rules.pieces() } else { Pieces::NONE };
        Position {
            own: [Cells::EMPTY; MOST_COLORS],
            left: std::array::from_fn(left),
            to_move: Color(0),
            out: ALL_OUT & !((1 << colors) - 1),
            single_last: 0,
        }
    }
}

impl Game for Blokus {
    type Position = Position;
    type Move = Move;

    fn players(&self) -> usize {
        self.rules.players()
    }

    fn start(&self) -> Position {
        self.empty_position()
    }

    #[inline]
    fn status(&self, pos: &Position) -> Status {
        match pos.to_move() {
            Some(color) => Status::ToMove(self.rules.player_of(color)),
            None => Status::Over(self.outcome(pos)),
        }
    }

    #[inline]
    fn moves(&self, pos: &Position, out: &mut Vec<Move>) {
        if !pos.is_over() {
            self.moves_of(pos, pos.to_move, out);
        }
    }

    fn is_legal(&self, pos: &Position, mv: Move) -> bool {
        if pos.is_over() || !self.is_placement(mv) || !pos.pieces_left(pos.to_move).has(self.piece_of(mv)) {
            return false;
        }
        let open = self.open_cells(pos, pos.to_move);
        let attach = self.attach_among(pos, pos.to_move, &open);
        let (turned, place) = (&self.orientations[mv.orientation()], self.place(mv));
        Field::around(&open).fits(turned, place) && !Field::around(&!attach).fits(turned, place)
    }

    fn play_unchecked(&self, pos: &mut Position, mv: Move) {
        self.lay_down(pos, mv);
        self.mark_out(pos);
        pos.pass_turn();
    }

    fn count_moves(&self, pos: &Position) -> u64 {
        let mut count = 0;
        if !pos.is_over() {
            self.each_attach_point(pos, pos.to_move, |_, window| {
                count += self.reach.count(window, pos.pieces_left(pos.to_move));
                true
            });
        }
        u64::from(count)
    }

    fn playout(&self, pos: &mut Position, rng: &mut Rng, _: &mut Vec<Move>) -> Outcome {
        Playout::new(self, pos).run(pos, rng);
        self.outcome(pos)
    }
}
