//! The rules at work: [`Game`] for Blokus, after appendix A of [Hoang2021].
//!
//! The first piece of a colour covers its start cell; every further one touches an own piece at a corner and none
//! at an edge. A colour that cannot move is out for good and its turns are left out, so that there is no pass. The
//! game is over when all colours are out. Points: minus one for each cell not placed; 15 for placing all pieces, and
//! 5 more if the single cell was the last.

use agon_core::{Game, Outcome, PerPlayer, Player, Rng, Status};

use crate::board::Blokus;
use crate::cells::Cells;
use crate::field::Field;
use crate::moves::Move;
use crate::pieces::{Piece, Pieces};
use crate::playout::Playout;
use crate::position::{ALL_OUT, MOST_COLORS, Position, Witness};
use crate::rules::PieceColor;

/// For placing all pieces.
const ALL_PLACED: i32 = 15;
/// For placing the single cell last.
const SINGLE_LAST: i32 = 5;

impl Blokus {
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
            let known = pos.witnesses[color.index()].0;
            if pos.is_out(color) || known.is_some_and(|mv| self.is_still_legal(pos, color, mv)) {
                continue;
            }
            pos.witnesses[color.index()] = Witness(self.any_move(pos, color));
            if pos.witnesses[color.index()].0.is_none() {
                pos.out |= 1 << color.0;
            }
        }
    }

    /// Whether a move that was legal for a colour once still is: own corners stay, so only its piece and its cells can
    /// have gone.
    #[inline]
    fn is_still_legal(&self, pos: &Position, color: PieceColor, mv: Move) -> bool {
        let turned = &self.orientations[mv.orientation()];
        let (column, row) = self.place(mv);
        let own = &pos.own[color.index()].0;
        let mut covered = 0;
        for (at, cells) in (row as usize..).zip(&turned.rows[..turned.height as usize]) {
            let above_and_below = own[at.saturating_sub(1)] | own.get(at + 1).copied().unwrap_or(0);
            // In the first row, `above` is the row itself: an own cell closes its own cell anyway.
            let beside = own[at] << 1 | own[at] >> 1 | above_and_below;
            let taken = pos.own.iter().fold(beside, |all, own| all | own.0[at]);
            covered |= taken & cells << column;
        }
        covered == 0 && pos.pieces_left(color).has(turned.piece)
    }

    /// What a colour has won or lost so far.
    #[must_use]
    pub fn points(&self, pos: &Position, color: PieceColor) -> i32 {
        let left = pos.pieces_left(color);
        let bonus = if left.is_empty() { ALL_PLACED } else { 0 };
        let last = if pos.ended_with_single(color) { SINGLE_LAST } else { 0 };
        bonus + last - left.cells() as i32
    }

    pub(crate) fn outcome(&self, pos: &Position) -> Outcome {
        Outcome { points: PerPlayer::new(self.rules.players(), |player| self.points_of(pos, player)) }
    }

    #[inline]
    fn points_of(&self, pos: &Position, player: Player) -> i32 {
        self.rules.colors_of(player).map(|color| self.points(pos, color)).sum()
    }

    /// The player whose colours are the only ones that still move.
    #[inline]
    fn last_player(&self, pos: &Position) -> Option<Player> {
        let players = self.rules.players();
        // Colours belong to the players in turn: four are told apart by their bit, two by every second one.
        let still_in = match players {
            2 => (ALL_OUT & !pos.out) | (ALL_OUT & !pos.out) >> 2,
            _ => ALL_OUT & !pos.out,
        } & ((1 << players) - 1);
        still_in.is_power_of_two().then(|| Player(still_in.trailing_zeros() as u8))
    }

    /// The position before anything is placed.
    pub(crate) fn empty_position(&self) -> Position {
        let colors = self.rules.colors().len();
        let left = |color| if color < colors { self.rules.pieces() } else { Pieces::NONE };
        Position {
            own: [Cells::EMPTY; MOST_COLORS],
            left: std::array::from_fn(left),
            to_move: PieceColor(0),
            out: ALL_OUT & !((1 << colors) - 1),
            single_last: 0,
            witnesses: Default::default(),
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

    fn plies_left(&self, pos: &Position) -> u32 {
        let still_in = self.rules.colors().filter(|&color| !pos.is_out(color));
        still_in.map(|color| pos.pieces_left(color).iter().count() as u32).sum()
    }

    fn count_moves(&self, pos: &Position) -> u64 {
        let mut count = 0;
        if !pos.is_over() {
            let open = self.open_cells(pos, pos.to_move);
            self.each_attach_point(pos, pos.to_move, &open, |_, window| {
                count += self.reach.count(window, pos.pieces_left(pos.to_move));
                true
            });
        }
        u64::from(count)
    }

    fn playout(&self, pos: &mut Position, rng: &mut Rng, _: &mut Vec<Move>) -> Outcome {
        Playout::new(self, pos).run(pos, rng, |_| false);
        self.outcome(pos)
    }

    /// Points never fall, and players who are out gain none: the last one who moves wins as soon as he leads.
    #[inline]
    fn sure_winner(&self, pos: &Position) -> Option<Player> {
        let last = self.last_player(pos)?;
        let points = |player| self.points_of(pos, player);
        let mut others = Player::all(self.rules.players()).filter(|&player| player != last);
        others.all(|other| points(other) < points(last)).then_some(last)
    }

    fn random_win(&self, pos: &mut Position, rng: &mut Rng, _: &mut Vec<Move>) -> PerPlayer<u64> {
        Playout::new(self, pos).run(pos, rng, |pos| self.sure_winner(pos).is_some());
        self.outcome(pos).twelfths()
    }
}
