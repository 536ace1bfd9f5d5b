//! The rule-first player: what is known of the game decides, and only where it is silent a search
//! ([Cherry2011] sections 3.5 and 3.6).
//!
//! ```text
//!   killer -> corner -> blocking -> pattern      the first that knows a move plays it
//!                                      |
//!                                  blacklist     strikes moves out
//!                                      |
//!                                   minimax      chooses among those that are left
//! ```
//!
//! Each technique is a file of its own and can be switched off; a set of them has a name such as `MCKBoBa`. Which moves
//! are killers, corners and so on is for the game to say: [`Exploits`] and [`Occupied`].
//!
//! Differs from the source: where several moves would do, the first in the game's order is played, so that games repeat.

mod blacklist;
mod blocking;
mod corner;
mod killer;
mod pattern;
mod techniques;
#[cfg(test)]
mod tests;

use agon_abilities::{Exploits, Occupied, Pattern};
use agon_core::{Agent, AgentError, Choice, Think};

use crate::deepening::ChooseAmong;
use pattern::OrientedPattern;
pub use techniques::{Techniques, UnknownTechnique};

/// Plays by rules first and lets another agent choose where they are silent.
#[derive(Clone, Debug)]
pub struct RuleFirst<A> {
    techniques: Techniques,
    patterns: Vec<OrientedPattern>,
    fallback: A,
}

impl<A> RuleFirst<A> {
    /// A player with these techniques. The patterns are turned and mirrored into every orientation that the board allows.
    pub fn new<G: Occupied>(game: &G, techniques: Techniques, patterns: &[Pattern], fallback: A) -> Self {
        let patterns = if techniques.pattern { OrientedPattern::all(game, patterns) } else { Vec::new() };
        Self { techniques, patterns, fallback }
    }

    /// The move that a technique knows, if one does.
    fn known<G: Exploits + Occupied>(
        &self,
        game: &G,
        pos: &G::Position,
        moves: &[G::Move],
    ) -> Option<G::Move> {
        let on = &self.techniques;
        let killer = || on.killer.then(|| killer::find(game, pos, moves)).flatten();
        let corner = || on.corner.then(|| corner::find(game, pos)).flatten();
        let blocking = || on.blocking.then(|| blocking::find(game, pos, moves)).flatten();
        let pattern = || pattern::find(game, pos, &self.patterns);
        killer().or_else(corner).or_else(blocking).or_else(pattern)
    }
}

impl<G: Exploits + Occupied, A: ChooseAmong<G>> Agent<G> for RuleFirst<A> {
    fn name(&self) -> &str {
        "thesis"
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        if let Some(mv) = self.known(game, pos, &moves) {
            return Ok(Choice::unscored(mv));
        }
        let all = moves.len();
        if self.techniques.blacklist {
            moves = blacklist::spared(game, pos, moves);
        }
        let complete = moves.len() == all;
        let mut choice = self.fallback.choose_among(game, pos, moves, think)?;
        // The best of some moves proves nothing about the position.
        choice.exact &= complete;
        Ok(choice)
    }

    fn new_game(&mut self) {
        self.fallback.new_game();
    }
}
