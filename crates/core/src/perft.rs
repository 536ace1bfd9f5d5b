//! Counting the leaves of the game tree: the classic check of move generation. Ours.
//!
//! Convention: a pass costs a ply, and a game that ends early is one leaf at whatever depth it ends.

use crate::{Game, Status};

/// How many leaves the tree of `depth` plies below `pos` has.
///
/// The last ply is counted, not played.
pub fn perft<G: Game>(game: &G, pos: &G::Position, depth: u32) -> u64 {
    match game.status(pos) {
        Status::Over(_) => 1,
        Status::ToMove(_) if depth == 0 => 1,
        Status::ToMove(_) => leaves(game, pos, depth, &mut Vec::new()),
    }
}

/// Counts below a position in which somebody is to move. All plies share one stack of moves.
fn leaves<G: Game>(game: &G, pos: &G::Position, depth: u32, stack: &mut Vec<G::Move>) -> u64 {
    if depth == 1 {
        return game.count_moves(pos);
    }
    let first = stack.len();
    game.moves(pos, stack);
    let mut total = 0;
    for index in first..stack.len() {
        let child = game.after(pos, stack[index]);
        total += match game.status(&child) {
            Status::Over(_) => 1,
            Status::ToMove(_) => leaves(game, &child, depth - 1, stack),
        };
    }
    stack.truncate(first);
    total
}
