//! Max^n: every player looks after themselves ([Luckhardt1986]; [Hoang2021] section 3.3.1).
//!
//! A leaf has a value for each player, and whoever moves takes the child that is best for them. With a bounded sum
//! some children cannot matter (shallow pruning, [Korf1991]): if the mover of a child has found v there, nobody else
//! gets more than the sum minus v; and if that is no more than what the parent's mover has already, the child is cut.
//!
//! ```text
//!   parent's mover has b   and   sum - v <= b    =>   the rest of the child does not matter
//! ```
//!
//! The sum must be bounded for that. Between two players values are opposite and the sum is zero, so that max^n is
//! minimax. Among more players the values of a leaf are turned into shares of one whole: every value is counted from
//! one point below the smallest and divided by the total. Differs from the source, which leaves open how its sum U is
//! kept; and killer moves are only tried first, as everywhere here.

use agon_core::static_value::{estimated, estimated_for_all, finished};
use agon_core::{Evaluator, Explanation, Game, PerPlayer, Player, Score, Status, Stopped, Think, Unit};

use crate::deepening::{FixedDepth, Found, Root, RootMove};
use crate::ordering::{self, Look, Memory, OrderedMove, OrderingContext};

/// What the shares of all players add up to, at most: a share of 250 points is a quarter.
const WHOLE: Score = Score::points(1000);

/// Max^n search for any number of players.
pub struct MaxN<G: Game, E> {
    evaluator: E,
    memory: Memory<G::Move>,
}

impl<G: Game, E> MaxN<G, E> {
    /// A search with this evaluator.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, memory: Memory::default() }
    }
}

/// A value for each player and the line that leads to it.
type Valued<M> = (PerPlayer<Score>, Vec<M>);

/// What the mover of the parent has already.
#[derive(Clone, Copy)]
struct Claim {
    player: Player,
    value: Score,
}

struct Search<'s, G: Game, E> {
    game: &'s G,
    evaluator: &'s E,
    memory: &'s mut Memory<G::Move>,
    guesses: u64,
    ranked: Vec<OrderedMove<G::Move>>,
}

impl<G: Game, E: Evaluator<G>> Search<'_, G, E> {
    fn node(
        &mut self,
        pos: &G::Position,
        depth: u32,
        ply: usize,
        claim: Option<Claim>,
        think: &mut Think<'_>,
    ) -> Result<Valued<G::Move>, Stopped> {
        think.node()?;
        let player = match self.game.status(pos) {
            Status::ToMove(player) if depth > 0 => player,
            status => return Ok((self.leaf(pos, &status), Vec::new())),
        };
        let first = self.rank(pos, player, ply);
        let mut best: Option<Valued<G::Move>> = None;
        for at in 0..self.ranked.len() - first {
            let mv = ordering::next(&mut self.ranked[first..], at).mv;
            let own = best.as_ref().map(|(values, _)| Claim { player, value: values[player] });
            let (values, line) = self.node(&self.game.after(pos, mv), depth - 1, ply + 1, own, think)?;
            if own.is_none_or(|own| values[player] > own.value) {
                let cut = self.cannot_matter(player, values[player], claim);
                best = Some((values, std::iter::once(mv).chain(line).collect()));
                if cut {
                    self.memory.cut_off(player, ply, mv, depth);
                    break;
                }
            }
        }
        self.ranked.truncate(first);
        Ok(best.unwrap_or_else(|| (PerPlayer::all_default(self.game.players()), Vec::new())))
    }

    /// Ranks the moves on top of the stack and returns where they begin.
    fn rank(&mut self, pos: &G::Position, player: Player, ply: usize) -> usize {
        let first = self.ranked.len();
        let mut moves = Vec::new();
        self.game.moves(pos, &mut moves);
        let context = OrderingContext { game: self.game, pos, player, ply, table: None };
        ordering::rank(&context, &moves, self.memory, &Look::None, &mut self.ranked);
        first
    }

    /// Whether the parent's mover will not come here, now that `player` has `value` here.
    fn cannot_matter(&self, player: Player, value: Score, claim: Option<Claim>) -> bool {
        let sum = if self.game.players() == 2 { Score::ZERO } else { WHOLE };
        claim.is_some_and(|claim| claim.player != player && sum - value <= claim.value)
    }

    fn leaf(&mut self, pos: &G::Position, status: &Status) -> PerPlayer<Score> {
        let (game, players) = (self.game, self.game.players());
        self.guesses += u64::from(status.to_move().is_some());
        if players == 2 {
            let first = match status {
                Status::Over(outcome) => finished(game, pos, outcome, Player::FIRST),
                Status::ToMove(_) => estimated(game, self.evaluator, pos, Player::FIRST),
            };
            return PerPlayer::new(2, |player| if player == Player::FIRST { first } else { -first });
        }
        shares(&match status {
            Status::Over(outcome) => PerPlayer::new(players, |player| game.final_score(pos, outcome, player)),
            Status::ToMove(_) => estimated_for_all(game, self.evaluator, pos),
        })
    }
}

/// Values as shares of [`WHOLE`].
fn shares(values: &PerPlayer<Score>) -> PerPlayer<Score> {
    let smallest = values.as_slice().iter().min().copied().unwrap_or_default();
    let above = |value: Score| i64::from(value.0) - i64::from(smallest.0) + i64::from(Score::POINT);
    let total: i64 = values.as_slice().iter().map(|&value| above(value)).sum();
    let share = |player| Score((above(values[player]) * i64::from(WHOLE.0) / total.max(1)) as i32);
    PerPlayer::new(values.players(), share)
}

impl<G: Game, E: Evaluator<G>> FixedDepth<G> for MaxN<G, E> {
    fn name(&self) -> &str {
        "maxn"
    }

    /// Shares among more than two players count nothing that a game counts.
    fn counts(&self, game: &G) -> Unit {
        if game.players() > 2 { Unit::Rating } else { self.evaluator.counts(game) }
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
        let mut search = Search {
            game,
            evaluator: &self.evaluator,
            memory: &mut self.memory,
            guesses: 0,
            ranked: Vec::new(),
        };
        let mut moves: Vec<RootMove<G::Move>> = Vec::new();
        let mut best: Option<Score> = None;
        for &mv in &root.moves {
            let claim = best.map(|value| Claim { player: root.player, value });
            let (values, line) = search.node(&game.after(&root.pos, mv), depth - 1, 1, claim, think)?;
            let exact = best.is_none_or(|best| values[root.player] > best);
            // A child that was cut is worth at most what the best one is.
            let score = best.filter(|_| !exact).unwrap_or(values[root.player]);
            moves.push(RootMove { mv, score, exact, line });
            best = best.max(Some(score));
        }
        Ok(Found { moves, proven: search.guesses == 0 })
    }

    fn forget(&mut self) {
        self.memory = Memory::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_the_whole() {
        let values = PerPlayer::new(4, |player| Score::points([3, 3, -1, -9][player.index()]));
        let shares = shares(&values);
        let total: i32 = shares.as_slice().iter().map(|share| share.0).sum();
        assert!((WHOLE.0 - 4..=WHOLE.0).contains(&total), "{shares:?}");
        assert_eq!(shares[Player(0)], shares[Player(1)]);
        assert!(shares[Player(1)] > shares[Player(2)] && shares[Player(2)] > shares[Player(3)]);
        assert!(shares[Player(3)] > Score::ZERO);
    }
}
