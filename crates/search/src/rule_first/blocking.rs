//! Blocking ([Cherry2011] section 3.5.4): a move after which the opponent must pass gives a second move for free.
//!
//! This can be repeated as long as there are such moves. The source takes any of them, we the first. Games without
//! passes say what comes nearest to one: see [`Exploits::costs_the_turn`].

use agon_abilities::Exploits;

/// The first move that costs the opponent the turn.
pub(super) fn find<G: Exploits>(game: &G, pos: &G::Position, moves: &[G::Move]) -> Option<G::Move> {
    moves.iter().copied().find(|&mv| game.costs_the_turn(pos, mv))
}
