//! Random games at speed. Original design.
//!
//! A move that has become illegal for a colour stays illegal: cells only fill up and pieces only get used. So each
//! colour keeps one list of candidates that holds every legal move exactly once, and dead moves besides. A candidate
//! drawn at random is played if it is still legal and thrown away if not; among the legal ones each has the same
//! chance. A colour whose list has run empty is out.
//!
//! A piece laid down adds the moves that cover one of its corners and no earlier corner of the same colour: those
//! that cover an earlier one are in the list already, or were illegal then and still are.
//!
//! Where only the winner counts, a game ends as soon as he is sure ([`agon_core::Game::sure_winner`]); ending there is the
//! idea of the program Pentobi.

use std::cell::Cell;

use agon_core::Rng;

use crate::board::Blokus;
use crate::closed::Closed;
use crate::field::Field;
use crate::moves::Move;
use crate::position::{MOST_COLORS, Position};

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
    /// Those of colours that were out at the beginning mean nothing.
    sides: Sides,
}

type Sides = Box<[Side; MOST_COLORS]>;

thread_local! {
    /// The sides of the last random game of this thread: games are short, and asking for memory is not.
    static LAST_SIDES: Cell<Option<Sides>> = const { Cell::new(None) };
}

impl Side {
    const EMPTY: Self = Self { closed: Closed::NONE, listed: Field::CLOSED, candidates: Vec::new() };
}

impl<'g> Playout<'g> {
    /// Prepares to go on from a position.
    pub fn new(game: &'g Blokus, pos: &Position) -> Self {
        let mut sides = LAST_SIDES.take().unwrap_or_else(|| Box::new([Side::EMPTY; MOST_COLORS]));
        for color in game.rules.colors().filter(|&color| !pos.is_out(color)) {
            let side = &mut sides[color.index()];
            side.candidates.clear();
            side.candidates.reserve(USUAL_CANDIDATES);
            let open = game.open_cells(pos, color);
            side.listed = game.moves_among(pos, color, &open, &mut side.candidates);
            side.closed = Closed::around(&open.0, game.rules.side());
        }
        Self { game, sides }
    }

    /// Plays until no colour can move, or until it is enough.
    #[inline]
    pub fn run(mut self, pos: &mut Position, rng: &mut Rng, is_enough: impl Fn(&Position) -> bool) {
        while !pos.is_over() && !is_enough(pos) {
            match self.draw(pos, rng) {
                Some(mv) => self.play(pos, mv),
                None => pos.out |= 1 << pos.to_move.0,
            }
            pos.pass_turn();
        }
        LAST_SIDES.set(Some(self.sides));
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
        let (needs, edges, bit) =
            (game.needs[mv.orientation()], &game.edges[mv.orientation()], game.bits[mv.anchor()]);
        for color in game.rules.colors() {
            let side = &mut self.sides[color.index()];
            if pos.is_out(color) {
                continue;
            }
            side.closed.close_piece(needs, bit);
            side.listed.close_piece(turned, place);
        }
        let side = &mut self.sides[pos.to_move.index()];
        if pos.pieces_left(pos.to_move) == game.rules.pieces() {
            // All first moves cover the start cell: none of them is left.
            side.candidates.clear();
        }
        game.lay_down(pos, mv);
        side.closed.close_edges(edges, bit);
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
                    let Side { closed, candidates, .. } = &playout.sides[color.index()];
                    let mut living = candidates.clone();
                    living.retain(|&mv| {
                        let (needs, bit) = (game.needs[mv.orientation()], game.bits[mv.anchor()]);
                        closed.allows(needs, bit, pos.pieces_left(color))
                    });
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

    /// Games end early only when the winner is sure, and then with the same winner as if they went on.
    #[test]
    fn a_sure_winner_wins() {
        for variant in Variant::ALL {
            let game = Blokus::new(Rules { variant });
            let mut early = 0;
            for seed in 0..200 {
                let rng = || Seed(seed).stream("winner", 0);
                let (mut whole, mut part) = (game.start(), game.start());
                let outcome = game.playout(&mut whole, &mut rng(), &mut Vec::new());
                assert_eq!(game.random_win(&mut part, &mut rng(), &mut Vec::new()), outcome.twelfths());
                if let Some(winner) = game.sure_winner(&part).filter(|_| part != whole) {
                    assert_eq!(outcome.winners().collect::<Vec<_>>(), [winner]);
                    early += 1;
                }
                assert!(part == whole || game.sure_winner(&part).is_some());
            }
            assert!(early > 20, "{variant:?}: {early}");
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
