//! Killer move detection ([Cherry2011] section 3.5.3): who can win at once does.
//!
//! In Reversi a killer leaves the opponent no disc; in a line game it completes a line. No other benefit counts against
//! that, so this technique comes first.

use agon_abilities::Exploits;

/// The first move that wins on the spot.
pub(super) fn find<G: Exploits>(game: &G, pos: &G::Position, moves: &[G::Move]) -> Option<G::Move> {
    moves.iter().copied().find(|&mv| game.is_killer(pos, mv))
}
