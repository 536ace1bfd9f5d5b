//! Random games at speed. Original design.
//!
//! A move that has become illegal for a colour stays illegal: cells only fill up and pieces only get used. So each
//! colour keeps one list of candidates that holds every legal move exactly once, and dead moves besides. A candidate
//! drawn at random is played if it is still legal and thrown away if not; among the legal ones each has the same
//! chance. A colour whose list has run empty is out.
//!
//! A piece laid down adds the moves that cover one of its corners and no earlier corner of the same colour: those
//! that cover an earlier one are in the list already, or were illegal then and still are.

use std::cell::RefCell;

use agon_core::Rng;

use crate::board::Blokus;
use crate::closed::Closed;
use crate::field::Field;
use crate::moves::Move;
use crate::position::{MOST_COLORS, Position};
use crate::rules::PieceColor;

/// Room for candidates that most games never exceed.
const USUAL_CANDIDATES: usize = 2048;
/// After that many dead candidates in a row the whole list is sifted: of 4, 12, 40 and never, 12 was fastest.
const PATIENCE: u32 = 12;

/// What a random game knows of one colour.
struct Side {
    /// Cells that are taken, or beside an own one.
    closed: Closed,
    /// Those and the corners whose moves have been listed.
    listed: Field,
    /// All legal moves, and dead ones.
    candidates: Vec<Move>,
}

/// A random game under way.
pub(crate) struct Playout<'g> {
    game: &'g Blokus,
    sides: [Side; MOST_COLORS],
}

thread_local! {
    /// The lists of the last random game of this thread: games are short, and asking for memory is not.
    static LISTS: RefCell<[Vec<Move>; MOST_COLORS]> = const { RefCell::new([const { Vec::new() }; MOST_COLORS]) };
}

impl Drop for Playout<'_> {
    fn drop(&mut self) {
        LISTS.with_borrow_mut(|lists| {
            for (list, side) in lists.iter_mut().zip(&mut self.sides) {
                *list = std::mem::take(&mut side.candidates);
            }
        });
    }
}

impl<'g> Playout<'g> {
    /// Prepares to go on from a position.
    pub fn new(game: &'g Blokus, pos: &Position) -> Self {
        let mut lists = LISTS.take();
        let side = |index: usize| {
            let (color, mut candidates) = (PieceColor(index as u8), std::mem::take(&mut lists[index]));
            candidates.clear();
            if pos.is_out(color) {
                return Side { closed: Closed::NONE, listed: Field::CLOSED, candidates };
            }
            candidates.reserve(USUAL_CANDIDATES);
            game.moves_of(pos, color, &mut candidates);
            let open = game.open_cells(pos, color);
            let listed = Field::around(&(open & !pos.cells(color).corner_neighbours()));
            Side { closed: Closed::around(&open.0, game.rules.side()), listed, candidates }
        };
        Self { game, sides: std::array::from_fn(side) }
    }

    /// Plays until no colour can move.
    pub fn run(&mut self, pos: &mut Position, rng: &mut Rng) {
        while !pos.is_over() {
            match self.draw(pos, rng) {
                Some(mv) => self.play(pos, mv),
                None => pos.out |= 1 << pos.to_move.0,
            }
            pos.pass_turn();
        }
    }

    /// A legal move of the colour to move, each with equal chance.
    fn draw(&mut self, pos: &Position, rng: &mut Rng) -> Option<Move> {
        let (game, left) = (self.game, pos.pieces_left(pos.to_move));
        let Side { closed, candidates, .. } = &mut self.sides[pos.to_move.index()];
        let (needs, bits) = (&game.needs[..], &game.bits[..]);
        let alive = |mv: Move| closed.allows(needs[mv.orientation()], bits[mv.anchor()], left);
        let mut patience = PATIENCE;
        while !candidates.is_empty() {
            let at = rng.below(candidates.len() as u32) as usize;
            let mv = candidates[at];
            if alive(mv) {
                return Some(mv);
            }
            candidates.swap_remove(at);
            patience -= 1;
            if patience == 0 {
                patience = PATIENCE;
                sift(candidates, alive);
            }
        }
        None
    }

    /// Lays a piece down and lists the moves at its corners.
    fn play(&mut self, pos: &mut Position, mv: Move) {
        let game = self.game;
        let (turned, place) = (&game.orientations[mv.orientation()], game.place(mv));
        for color in game.rules.colors() {
            let side = &mut self.sides[color.index()];
            if pos.is_out(color) {
                continue;
            }
            side.closed.close_piece(turned, place);
            side.listed.close_piece(turned, place);
        }
        let side = &mut self.sides[pos.to_move.index()];
        if pos.pieces_left(pos.to_move) == game.rules.pieces() {
            // All first moves cover the start cell: none of them is left.
            side.candidates.clear();
        }
        game.lay_down(pos, mv);
        side.closed.close_edges(turned, place);
        side.listed.close_edges(turned, place);
        let left = pos.pieces_left(pos.to_move);
        for (column, row) in side.listed.open_corners(turned, place) {
            let window = side.listed.window(column, row);
            game.reach.list(game.cell(column, row).0, window, left, &mut side.candidates);
            side.listed.close(column, row);
        }
    }
}

/// Keeps the living candidates. Every one is written and the end moves on if it lives: cheaper than a jump that is
/// hard to foresee.
#[inline]
fn sift(candidates: &mut Vec<Move>, alive: impl Fn(Move) -> bool) {
    let mut kept = 0;
    for at in 0..candidates.len() {
        let mv = candidates[at];
        candidates[kept] = mv;
        kept += usize::from(alive(mv));
    }
    candidates.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Variant};
    use agon_core::{Game, Seed};

    /// Before every move the living candidates are exactly the legal moves, so that a draw is fair.
    #[test]
    fn candidates_hold_every_legal_move_once() {
        for variant in Variant::ALL {
            let game = Blokus::new(Rules { variant });
            for seed in 0..8 {
                let mut rng = Seed(seed).stream("candidates", 0);
                let mut pos = game.start();
                // Half of the games are taken over at a later ply.
                for _ in 0..(seed % 2) * 5 * seed {
                    if let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) {
                        game.play_unchecked(&mut pos, mv);
                    }
                }
                let mut playout = Playout::new(&game, &pos);
                let mut played = pos;
                while let Some(color) = pos.to_move() {
                    let mut legal = Vec::new();
                    game.moves(&pos, &mut legal);
                    legal.sort_unstable();
                    let mut living = playout.sides[color.index()].candidates.clone();
                    living.retain(|&mv| game.is_legal(&pos, mv));
                    living.sort_unstable();
                    assert_eq!(living, legal);
                    played.to_move = color;
                    let mv = playout.draw(&played, &mut rng).expect("a move is left");
                    playout.play(&mut played, mv);
                    game.play(&mut pos, mv).unwrap();
                    assert_eq!(played.own, pos.own);
                }
            }
        }
    }

    #[test]
    fn sifting_keeps_the_living_in_their_order() {
        let mut moves = Vec::new();
        let game = Blokus::new(Rules { variant: Variant::Mini });
        game.moves(&game.start(), &mut moves);
        let living: Vec<Move> = moves.iter().copied().filter(|mv| mv.orientation() % 3 != 0).collect();
        assert!(!living.is_empty() && living.len() < moves.len());
        sift(&mut moves, |mv| mv.orientation() % 3 != 0);
        assert_eq!(moves, living);
    }
}
