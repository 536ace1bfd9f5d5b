//! Corner detection ([Cherry2011] section 3.5.2): a corner that can be taken is taken.
//!
//! A corner is never flipped back, and an opponent who is left the choice may take it, or close the line that leads
//! there. Other games have great moves of another kind; the technique is the same.

use agon_abilities::Exploits;

/// The first of the great moves.
pub(super) fn find<G: Exploits>(game: &G, pos: &G::Position) -> Option<G::Move> {
    let mut great = Vec::new();
    game.great_moves(pos, &mut great);
    great.first().copied()
}
