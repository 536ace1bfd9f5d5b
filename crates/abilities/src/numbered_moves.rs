//! Moves as numbers: what a table, an array or a network's output has a place for. Original design.

use agon_core::Game;

/// Games whose moves have numbers that mean the same in every position.
///
/// Where a move is a single cell its number is that of the tile it names, row by row from the top as pictures have them
/// ([`agon_core::View::tiles`]), so that what is learned of moves can be laid over what is seen of the board.
pub trait NumberedMoves: Game {
    /// Every number is below this; not every one below it need be that of a move.
    fn move_numbers(&self) -> u32;

    /// The number of a move of this game.
    fn number_of(&self, mv: Self::Move) -> u32;

    /// Appends the numbers of moves, in their order: one call for all of them where the type of the game is gone.
    fn numbers_of(&self, moves: &[Self::Move], out: &mut Vec<u32>) {
        out.extend(moves.iter().map(|&mv| self.number_of(mv)));
    }

    /// A word from which the legal moves follow, where there are few: who has listed them for it once need not do so again.
    fn moves_word(&self, _pos: &Self::Position) -> Option<u64> {
        None
    }

    /// The move of a number, legal or not.
    fn numbered(&self, number: u32) -> Option<Self::Move>;
}

/// The same for one type of game, whatever it is.
pub type Numbering<'g, G> = &'g dyn NumberedMoves<Position = <G as Game>::Position, Move = <G as Game>::Move>;
