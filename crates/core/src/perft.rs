//! Counting the leaves of the game tree: the classic check of move generation. Ours.
//!
//! Convention: a pass costs a ply, and a game that ends early is one leaf at whatever depth it ends.

use crate::{Game, Status};

/// How many leaves the tree of `depth` plies below `pos` has.
///
/// The last ply is counted, not played.
pub fn perft<G: Game>(game: &G, pos: &G::Position, depth: u32) -> u64 {
    below(game, pos, depth, &mut Vec::new())
}

/// Counts below a position. All plies share one stack of moves.
#[inline]
fn below<G: Game>(game: &G, pos: &G::Position, depth: u32, stack: &mut Vec<G::Move>) -> u64 {
    match (game.status(pos), depth) {
        (Status::Over(_), _) | (_, 0) => 1,
        (Status::ToMove(_), 1) => game.count_moves(pos),
        (Status::ToMove(_), _) => sum_over_moves(game, pos, depth, stack),
    }
}

fn sum_over_moves<G: Game>(game: &G, pos: &G::Position, depth: u32, stack: &mut Vec<G::Move>) -> u64 {
    let first = stack.len();
    game.moves(pos, stack);
    let mut total = 0;
    for index in first..stack.len() {
        let child = game.after(pos, stack[index]);
        total += below(game, &child, depth - 1, stack);
    }
    stack.truncate(first);
    total
}
