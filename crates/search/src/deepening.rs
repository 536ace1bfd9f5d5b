//! Iterative deepening: search one ply, then two, then three, until the budget is used up ([Slate1977]).
//!
//! A search that is stopped in the middle leaves nothing behind but its last finished depth, so an answer is always
//! there; and what the shallow searches learn makes the deep ones faster. Methods that learn nothing from shallower
//! depths go to the wanted depth at once when depth is the only limit.
//!
//! Where the end of the game is within reach the search goes all the way ([Cherry2011] section 6.2.3). A value is
//! reported as exact when no evaluator was asked on the way to it.

use agon_core::static_value::{is_decided, reported};
use agon_core::{Agent, AgentError, Budget, Choice, Explanation, Game, Player, Rated, Score, Think, Unit};

/// The position to find a move in.
#[derive(Clone, Debug)]
pub struct Root<G: Game> {
    /// Not the end of a game: somebody has a move.
    pub pos: G::Position,
    /// Who moves.
    pub player: Player,
    /// The moves to look at, best first as far as is known and the search cares.
    pub moves: Vec<G::Move>,
    /// The value that the last depth found.
    pub expected: Option<Score>,
}

/// What a search says of one move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// One of [`Root::moves`].
    pub mv: M,
    /// Its value for the player at the root.
    pub score: Score,
    /// Whether the value is the true one of this depth; if not, the true one is at most this.
    pub exact: bool,
    /// The expected line after the move.
    pub line: Vec<M>,
}

impl<M> RootMove<M> {
    /// A move whose value is the true one of its depth.
    pub(crate) fn exact(mv: M, score: Score, line: Vec<M>) -> Self {
        Self { mv, score, exact: true, line }
    }
}

/// What a search of one depth found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// Every root move, in the order in which they were searched.
    pub moves: Vec<RootMove<M>>,
    /// Whether no evaluator was asked.
    pub proven: bool,
}

/// A search to a fixed depth: what deepening repeats.
pub trait FixedDepth<G: Game>: Send {
    /// The name shown to people.
    fn name(&self) -> &str;

    /// What the values of unfinished leaves count.
    fn counts(&self, game: &G) -> Unit;

    /// Whether a search profits from shallower ones before it. One that does gets the root moves in the order of what the
    /// last depth found, the others as the game lists them.
    fn learns(&self) -> bool;

    /// Appends the moves to look at in the root position: all of them, unless the search narrows on purpose.
    fn root_moves(&self, game: &G, pos: &G::Position, out: &mut Vec<G::Move>) {
        game.moves(pos, out);
    }

    /// Whether the search looks at all moves everywhere; only then can it prove anything.
    fn is_complete(&self) -> bool {
        true
    }

    /// Whether every root move gets a value of its own. The end of a game then takes proofs of all of them, not of the
    /// best alone.
    fn values_every_move(&self) -> bool {
        false
    }

    /// Searches `depth` plies (at least one) below the root.
    ///
    /// # Errors
    /// If the search was stopped before it was done.
    fn search(
        &mut self,
        game: &G,
        root: &Root<G>,
        depth: u32,
        think: &mut Think<'_>,
    ) -> Result<Found<G::Move>, agon_core::Stopped>;

    /// What the evaluator of unfinished leaves says of a position.
    fn explain(&self, _: &G, _: &G::Position, _: Player) -> Explanation {
        Explanation::default()
    }

    /// Forgets what was learned of the last game.
    fn forget(&mut self) {}
}

/// An agent that can be told which of the legal moves come into question.
pub trait ChooseAmong<G: Game>: Agent<G> {
    /// Chooses one of some legal moves; a value called exact is that of the best of them.
    ///
    /// # Errors
    /// As [`Agent::choose`], or if there is no move to choose from.
    fn choose_among(
        &mut self,
        game: &G,
        pos: &G::Position,
        moves: Vec<G::Move>,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError>;
}

impl<G: Game, A: ChooseAmong<G> + ?Sized> ChooseAmong<G> for Box<A> {
    fn choose_among(
        &mut self,
        game: &G,
        pos: &G::Position,
        moves: Vec<G::Move>,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        (**self).choose_among(game, pos, moves, think)
    }
}

/// An agent that deepens a search.
#[derive(Clone, Debug)]
pub struct Deepening<S> {
    /// Called with a depth of 1 ply, then 2, and so on.
    pub search: S,
    /// How deep to go when the budget of a move names no limit at all.
    pub default_depth: u32,
    /// Search to the end of the game once no more than this many plies are left, whatever the budget says of depth.
    /// Without: [`USUAL_ENDGAME`] plies, and only where the budget names no depth.
    pub endgame: Option<u32>,
}

/// From so many plies before the end on, going all the way costs next to nothing.
pub const USUAL_ENDGAME: u32 = 8;
/// No search is deeper.
const DEEPEST: u32 = 1000;
/// Before a search to the end of the game there are searches of at least this depth if the end is not nearer, as a
/// fallback and to learn which moves to begin with.
const PREPARATION: u32 = 4;

impl<G: Game, S: FixedDepth<G>> Agent<G> for Deepening<S> {
    fn name(&self) -> &str {
        self.search.name()
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let mut moves = Vec::new();
        self.search.root_moves(game, pos, &mut moves);
        self.choose_among(game, pos, moves, think)
    }

    fn explain(&self, game: &G, pos: &G::Position) -> Explanation {
        let player = game.status(pos).to_move();
        player.map(|player| self.search.explain(game, pos, player)).unwrap_or_default()
    }

    fn new_game(&mut self) {
        self.search.forget();
    }
}

impl<G: Game, S: FixedDepth<G>> ChooseAmong<G> for Deepening<S> {
    fn choose_among(
        &mut self,
        game: &G,
        pos: &G::Position,
        moves: Vec<G::Move>,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let Self { search, default_depth, endgame } = self;
        Repeated { search, default_depth: *default_depth, endgame: *endgame }
            .choose_among(game, pos, moves, think)
    }
}

/// A [`Deepening`] of a search that is not known, so that this is compiled once for all searches of a game.
struct Repeated<'s, G> {
    search: &'s mut dyn FixedDepth<G>,
    default_depth: u32,
    endgame: Option<u32>,
}

impl<G: Game> Repeated<'_, G> {
    fn choose_among(
        &mut self,
        game: &G,
        pos: &G::Position,
        moves: Vec<G::Move>,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let player = game.status(pos).to_move().ok_or(AgentError::GameOver)?;
        let first = *moves.first().ok_or(AgentError::GameOver)?;
        // Of more than two players nobody can be sure what the others do, and what was left out may be better.
        let all_moves = self.search.is_complete() && moves.len() as u64 == game.count_moves(pos);
        let can_prove = all_moves && game.players() <= 2;
        // Nothing to choose: the time is saved, unless the value is what is asked for.
        let is_forced = game.count_moves(pos) == 1
            && think.budget().time.is_some()
            && self.endgame.is_none()
            && !self.search.values_every_move();
        let mut root = Root::<G> { pos: pos.clone(), player, moves, expected: None };
        let mut choice = Choice::unscored(first);
        let mut all_final = false;
        for depth in self.depths(game, pos, think.budget()) {
            let Ok(found) = self.search.search(game, &root, depth, think) else { break };
            let proven = found.proven;
            all_final = proven;
            let best = take_up(&mut choice, found);
            choice.depth = depth.min(game.plies_left(pos).max(choice.line.len() as u32));
            choice.exact = can_prove && (proven || (game.sooner_is_better() && is_decided(best)));
            if self.search.learns() {
                root.moves = choice.moves.iter().map(|rated| rated.mv).collect();
            }
            root.expected = Some(best);
            think.report(depth, reported(best));
            let settled =
                !self.search.values_every_move() || choice.moves.iter().all(|rated| is_decided(rated.score));
            if proven || is_forced || (choice.exact && settled) {
                break;
            }
        }
        let unit = |score| {
            if all_final || is_decided(score) { game.final_unit() } else { self.search.counts(game) }
        };
        as_reported(&mut choice, unit);
        choice.nodes = think.nodes();
        Ok(choice)
    }

    /// The depths to search, one after the other.
    fn depths(&self, game: &G, pos: &G::Position, budget: Budget) -> Vec<u32> {
        let left = game.plies_left(pos);
        // A pass costs a ply too, and there may be one after each move.
        let to_the_end = left.saturating_mul(2).saturating_add(2).min(DEEPEST);
        let limited = budget.nodes.is_some() || budget.time.is_some();
        let usual = if budget.depth.is_none() && limited { USUAL_ENDGAME } else { 0 };
        let all_the_way = left <= self.endgame.unwrap_or(usual);
        // Where sooner is better, every depth may bring the proof: no reason to jump.
        if all_the_way && !game.sooner_is_better() {
            let preparation = match (self.search.learns(), limited) {
                (false, _) => 0,
                (true, false) => (left / 3).max(PREPARATION),
                (true, true) => (left / 2).max(PREPARATION),
            };
            return (1..=preparation.min(left.saturating_sub(1))).chain([to_the_end]).collect();
        }
        let wanted = match budget.depth {
            _ if all_the_way => DEEPEST,
            Some(depth) => depth,
            None if limited => DEEPEST,
            None => self.default_depth,
        };
        let deepest = wanted.clamp(1, to_the_end);
        let at_once = !self.search.learns() && !limited;
        (if at_once { deepest } else { 1 }..=deepest).collect()
    }
}

/// Gives all values of a choice the form that reports have, each with what it counts.
pub(crate) fn as_reported<M>(choice: &mut Choice<M>, unit: impl Fn(Score) -> Unit) {
    choice.unit = choice.score.map_or_else(Unit::default, &unit);
    choice.score = choice.score.map(reported);
    for rated in &mut choice.moves {
        rated.unit = unit(rated.score);
        rated.score = reported(rated.score);
    }
}

/// Stable, and a true value before an equal bound: the move that was found best stays first.
pub(crate) fn best_found_first<M>(moves: &mut [RootMove<M>]) {
    moves.sort_by_key(|root_move| (std::cmp::Reverse(root_move.score), !root_move.exact));
}

/// Makes what a depth found the current answer, and returns its value.
pub(crate) fn take_up<M: Copy>(choice: &mut Choice<M>, found: Found<M>) -> Score {
    let mut moves = found.moves;
    best_found_first(&mut moves);
    let best = &moves[0];
    choice.mv = best.mv;
    choice.score = Some(best.score);
    choice.line = std::iter::once(best.mv).chain(best.line.iter().copied()).collect();
    let rate = |found: &RootMove<M>| Rated {
        at_most: !found.exact,
        ..Rated::new(found.mv, found.score, Unit::default())
    };
    choice.moves = moves.iter().map(rate).collect();
    best.score
}

#[cfg(test)]
mod tests;
