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
use agon_core::{Agent, AgentError, CellMap, Choice, Explanation, Notation, Think};

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

    /// The move that a technique knows, if one does, and which.
    fn known<G: Exploits + Occupied>(
        &self,
        game: &G,
        pos: &G::Position,
        moves: &[G::Move],
    ) -> Option<(G::Move, Rule<'_>)> {
        let on = &self.techniques;
        let by = |rule: Rule<'static>| move |mv| (mv, rule);
        let killer = || on.killer.then(|| killer::find(game, pos, moves)).flatten().map(by(Rule::Killer));
        let corner = || on.corner.then(|| corner::find(game, pos)).flatten().map(by(Rule::Corner));
        let blocking =
            || on.blocking.then(|| blocking::find(game, pos, moves)).flatten().map(by(Rule::Blocking));
        let pattern =
            || pattern::find(game, pos, &self.patterns).map(|(mv, found)| (mv, Rule::Pattern(found)));
        killer().or_else(corner).or_else(blocking).or_else(pattern)
    }
}

/// A technique that knows a move.
#[derive(Clone, Copy)]
enum Rule<'p> {
    Killer,
    Corner,
    Blocking,
    Pattern(&'p Pattern),
}

impl Rule<'_> {
    /// Why a move is played.
    fn explain(self, mv: &str) -> Explanation {
        let (technique, why) = match self {
            Self::Killer => ("killer move, K", "it wins at once".to_owned()),
            Self::Corner => ("corner, C", "no move is better than one of this kind".to_owned()),
            Self::Blocking => ("blocking, Bo", "it costs the opponent the turn".to_owned()),
            Self::Pattern(pattern) => ("pattern, P", format!("the pattern {} fits here", pattern.name)),
        };
        let said = Explanation::saying(format!("A rule plays {mv} without search ({technique}): {why}."));
        match self {
            Self::Pattern(pattern) => said.and(Explanation::showing(map_of(pattern))),
            _ => said,
        }
    }
}

/// Where a pattern lies: 1 for a cell that it looks at, 2 for one that should be taken.
fn map_of(pattern: &Pattern) -> CellMap {
    let value = |place| if pattern.targets.contains(place) { 2.0 } else { 1.0 };
    let cells = pattern.cells.iter().map(|(place, _)| place);
    let targets = pattern.targets.iter().filter(|target| !cells.clone().any(|place| place == *target));
    CellMap {
        name: format!("pattern {}", pattern.name),
        meaning: "1: looked at, 2: to be taken".to_owned(),
        cells: cells.clone().chain(targets).map(|place| (*place, value(place))).collect(),
    }
}

impl<G: Exploits + Occupied + Notation, A: ChooseAmong<G>> Agent<G> for RuleFirst<A> {
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
        if let Some((mv, _)) = self.known(game, pos, &moves) {
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

    fn explain(&self, game: &G, pos: &G::Position) -> Explanation {
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        if let Some((mv, rule)) = self.known(game, pos, &moves) {
            return rule.explain(&game.write_move(mv));
        }
        let mut said = Explanation::saying("No rule knows a move here: the search chooses.");
        if self.techniques.blacklist {
            let spared = blacklist::spared(game, pos, moves.clone());
            let struck: Vec<_> = moves.into_iter().filter(|mv| !spared.contains(mv)).collect();
            if !struck.is_empty() {
                let names: Vec<_> = struck.into_iter().map(|mv| game.write_move(mv)).collect();
                said.sentences.push(format!(
                    "Not looked at, as they offer the opponent a great move (blacklist, Ba): {}.",
                    names.join(", ")
                ));
            }
        }
        said.and(self.fallback.explain(game, pos))
    }

    fn new_game(&mut self) {
        self.fallback.new_game();
    }
}
