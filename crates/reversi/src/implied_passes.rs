//! Move lists without their passes: most records of Reversi leave them out, since a pass is never a choice. Original design.

use agon_core::{Game, IllegalMove};

use crate::game::{Move, Reversi};
use crate::geometry::BoardWord;
use crate::position::{Position, Stage};

impl<W: BoardWord> Reversi<W> {
    /// Plays a move, after the pass that it implies if the side to move has nothing else; `played` gets both.
    ///
    /// # Errors
    /// If the move is not legal even so; nothing is changed then.
    #[inline]
    pub fn play_past_passes(
        &self,
        pos: &mut Position<W>,
        mv: Move,
        played: &mut Vec<Move>,
    ) -> Result<(), IllegalMove<Move>> {
        let mut next = *pos;
        let passes = pos.stage == Stage::Pass && mv != Move::Pass;
        if passes {
            self.play_unchecked(&mut next, Move::Pass);
        }
        self.play(&mut next, mv)?;
        if passes {
            played.push(Move::Pass);
        }
        played.push(mv);
        *pos = next;
        Ok(())
    }
}
