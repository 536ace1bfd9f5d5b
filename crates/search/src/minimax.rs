//! Plain minimax: the reference for every other method. The idea is as old as [Shannon1950]; here as in [Cherry2011]
//! section 2.2 and [KInARow2012] section 2.1.
//!
//! Everybody but the player at the root works against that player. With two players this is the usual minimax; a
//! player who moves twice in a row simply takes the maximum twice.
//!
//! With [`Minimax::pruned`] it is alpha-beta as in a textbook ([Cherry2011] section 4.2.2.7.1): moves in the order of the
//! board, no table, no deepening. It finds the same value and the same move, the first in board order of those that are
//! equally good, and visits far fewer positions; [`AlphaBeta`](crate::AlphaBeta) visits fewer still, and chooses among
//! equals by what it learned before.

use agon_core::static_value::{estimated, finished};
use agon_core::{Evaluator, Explanation, Game, Player, Score, Status, Stopped, Think, Unit};

use crate::deepening::{FixedDepth, Found, Root, RootMove};

/// Minimax, with alpha-beta cuts or without.
#[derive(Clone, Copy, Debug)]
pub struct Minimax<E> {
    /// What an unfinished leaf is worth.
    pub evaluator: E,
    /// Leave out what cannot change the choice.
    pub pruned: bool,
}

/// What the players can have elsewhere: a position that is worse for one of them is not looked at any further.
#[derive(Clone, Copy)]
struct Elsewhere {
    /// The player at the root has at least this.
    root: Score,
    /// The opponents can hold it down to this.
    others: Score,
}

/// One search: what does not change during it.
struct Search<'s, G, E> {
    game: &'s G,
    evaluator: &'s E,
    pruned: bool,
    root: Player,
    /// Leaves at which the evaluator was asked.
    guesses: u64,
}

impl<G: Game, E: Evaluator<G>> Search<'_, G, E> {
    /// The value of a position for the player at the root, `depth` plies deep, and the line that leads there; or a value
    /// that is not between what the players can have elsewhere, if the true one is not either.
    fn value(
        &mut self,
        pos: &G::Position,
        depth: u32,
        mut elsewhere: Elsewhere,
        think: &mut Think<'_>,
    ) -> Result<(Score, Vec<G::Move>), Stopped> {
        think.node()?;
        let player = match self.game.status(pos) {
            Status::Over(outcome) => return Ok((finished(self.game, pos, &outcome, self.root), Vec::new())),
            Status::ToMove(player) => player,
        };
        if depth == 0 {
            self.guesses += 1;
            return Ok((estimated(self.game, self.evaluator, pos, self.root), Vec::new()));
        }
        let mut moves = Vec::new();
        self.game.moves(pos, &mut moves);
        let mut best: Option<(Score, Vec<G::Move>)> = None;
        for mv in moves {
            let (value, line) = self.value(&self.game.after(pos, mv), depth - 1, elsewhere, think)?;
            let better = best.as_ref().is_none_or(|(known, _)| match player == self.root {
                true => value > *known,
                false => value < *known,
            });
            if better {
                best = Some((value, std::iter::once(mv).chain(line).collect()));
            }
            match player == self.root {
                true => elsewhere.root = elsewhere.root.max(value),
                false => elsewhere.others = elsewhere.others.min(value),
            }
            if self.pruned && elsewhere.root >= elsewhere.others {
                break;
            }
        }
        Ok(best.unwrap_or((Score::ZERO, Vec::new())))
    }
}

impl<G: Game, E: Evaluator<G>> FixedDepth<G> for Minimax<E> {
    fn name(&self) -> &str {
        "minimax"
    }

    fn counts(&self, game: &G) -> Unit {
        self.evaluator.counts(game)
    }

    fn explain(&self, game: &G, pos: &G::Position, pov: Player) -> Explanation {
        self.evaluator.explain(game, pos, pov)
    }

    fn learns(&self) -> bool {
        false
    }

    fn search(
        &mut self,
        game: &G,
        root: &Root<G>,
        depth: u32,
        think: &mut Think<'_>,
    ) -> Result<Found<G::Move>, Stopped> {
        let &mut Self { ref evaluator, pruned } = self;
        let mut search = Search { game, evaluator, pruned, root: root.player, guesses: 0 };
        let mut elsewhere = Elsewhere { root: -Score::INFINITE, others: Score::INFINITE };
        let mut moves = Vec::new();
        for &mv in &root.moves {
            let child = game.after(&root.pos, mv);
            let (score, line) = search.value(&child, depth.saturating_sub(1), elsewhere, think)?;
            let exact = !pruned || score > elsewhere.root;
            moves.push(RootMove { mv, score, exact, line });
            elsewhere.root = elsewhere.root.max(score);
        }
        Ok(Found { moves, proven: search.guesses == 0 })
    }
}
