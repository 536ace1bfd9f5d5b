//! Blacklisting ([Cherry2011] section 3.5.5): a move that offers the opponent a great one is not played.
//!
//! In Reversi the great moves are those into a corner. A struck move is not looked at by the search that follows, so a
//! sacrifice that it would find sound is lost: the source warns of this, and blames the technique for the drop at depth
//! six (section 5.4.1). Where every move is struck the evil cannot be avoided, and the list is cleared.

use agon_abilities::Exploits;

/// The moves that are not struck out; all of them if none would be left.
pub(super) fn spared<G: Exploits>(game: &G, pos: &G::Position, moves: Vec<G::Move>) -> Vec<G::Move> {
    let spared: Vec<_> = moves.iter().copied().filter(|&mv| !offers_a_great_move(game, pos, mv)).collect();
    if spared.is_empty() { moves } else { spared }
}

/// Whether somebody else moves next and has a great move then.
fn offers_a_great_move<G: Exploits>(game: &G, pos: &G::Position, mv: G::Move) -> bool {
    let me = game.status(pos).to_move();
    let child = game.after(pos, mv);
    let next = game.status(&child).to_move();
    let mut great = Vec::new();
    if next.is_some() && next != me {
        game.great_moves(&child, &mut great);
    }
    !great.is_empty()
}
