//! Monte Carlo tree search: UCB1 in every node, after [Kocsis2006] and [Hoang2021] section 3.2.2. With a [`Narrowing`]
//! it is GAMCTS, section 3.2.4.
//!
//! * `tree`: nodes that several threads may update at once.
//! * `ucb1`: which child is visited next.
//! * `worker`: one simulation from the root to the end of a game.
//! * `reuse`: what is kept from one move to the next.
//!
//! Rewards are shares of the win in whole twelfths. Each node keeps those of the player who moved there, so one to
//! four players and several moves in a row need nothing special.
//! Differs from the sources: a node gets all its children at once, after a number of visits; the most visited move is
//! played, not the one with the best mean; the tree outlives the move; a simulation ends as soon as the winner is sure
//! ([`Game::sure_winner`]), which changes no reward.
//!
//! With one thread the same seed and node budget give the same choice. With more, threads overtake each other and
//! results differ from run to run.

mod reuse;
mod simulator;
#[cfg(test)]
mod tests;
mod tree;
mod ucb1;

use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::shortage::on_threads;
use agon_core::{Agent, AgentError, Choice, Game, Rated, Think, Unit};

use self::simulator::{Simulator, TreeSearch};
use self::tree::{MOST_VISITS, Tree, TreeNode};
use crate::simulation::{allowance, mean};
use crate::{Narrowing, Rollout, Uniform};

/// The knobs of [`Mcts`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsParams {
    /// How much uncertain moves are favoured; [Auer2002] has the square root of two, less looks deeper.
    pub exploration: f64,
    /// How often a leaf is visited before it gets children; one in [Hoang2021], more saves memory and time.
    pub expand_after: u32,
    /// When there are this many nodes, of about 40 bytes each, no leaf gets children any more; simulations go on.
    pub max_nodes: usize,
    /// How many threads grow the tree. With more than one, results differ from run to run.
    pub threads: usize,
    /// Whether the subtree of the position that is reached is kept from one move to the next.
    pub reuse: bool,
}

impl Default for MctsParams {
    fn default() -> Self {
        Self { exploration: 0.7, expand_after: 4, max_nodes: 2_000_000, threads: 1, reuse: true }
    }
}

/// Grows a tree by simulations and plays the move that was visited most.
///
/// One node of the budget is one simulation, and without any limit there are
/// [`DEFAULT_SIMULATIONS`](crate::DEFAULT_SIMULATIONS). The scores are the mean shares of the win for the player to
/// move: 0 to 1 points. The moves are listed by visits, and the line follows the most visited ones.
///
/// ```
/// use agon_core::{Agent, Budget, Game, Seed, Think};
/// use agon_reversi::Reversi;
/// use agon_search::{Mcts, MctsParams, Uniform};
///
/// let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
/// let mut agent = Mcts::new(MctsParams { expand_after: 1, ..Default::default() }, Uniform, None);
/// let mut think = Think::untimed(Budget::nodes(500), Seed(1));
/// let choice = agent.choose(&game, &game.start(), &mut think).unwrap();
/// assert_eq!(choice.nodes, 500);
/// assert!(choice.line.len() > 2);
/// ```
pub struct Mcts<G: Game, R = Uniform> {
    params: MctsParams,
    rollout: R,
    narrowing: Option<Narrowing<G>>,
    /// The last position and the tree that was grown from it. Trees are cleared away when the next move begins, even
    /// if nothing is reused: at the end it would delay the answer.
    memory: Option<(G::Position, Tree<G::Move>)>,
}

impl<G: Game, R: Rollout<G>> Mcts<G, R> {
    /// An agent that remembers nothing yet. Without a narrowing, all moves are candidates.
    #[must_use]
    pub fn new(params: MctsParams, rollout: R, narrowing: Option<Narrowing<G>>) -> Self {
        Self { params, rollout, narrowing, memory: None }
    }

    /// What is known of a position from the last move, or nothing.
    fn recall(&mut self, game: &G, pos: &G::Position) -> Tree<G::Move> {
        match self.memory.take() {
            Some((old, tree)) if self.params.reuse => reuse::reached(game, tree, &old, pos),
            _ => Tree::new(),
        }
    }
}

impl<G: Game, R: Rollout<G>> Agent<G> for Mcts<G, R> {
    fn name(&self) -> &str {
        "mcts"
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        game.status(pos).to_move().ok_or(AgentError::GameOver)?;
        let tree = self.recall(game, pos);
        let search = TreeSearch {
            game,
            start: pos,
            tree: &tree,
            rollout: &self.rollout,
            narrowing: self.narrowing.as_ref(),
            params: self.params,
        };
        search.grow_root();
        simulate(&search, think);
        let choice = summary(&tree.root, think.nodes()).ok_or(AgentError::GameOver)?;
        if let Some(score) = choice.score {
            think.report(choice.depth, score);
        }
        self.memory = Some((pos.clone(), tree));
        Ok(choice)
    }

    fn new_game(&mut self) {
        self.memory = None;
    }
}

/// Spends the budget, on as many threads as there should be.
fn simulate<G: Game, R: Rollout<G>>(search: &TreeSearch<'_, G, R>, think: &mut Think<'_>) {
    let workers = search.params.threads.max(1) as u64;
    let room = MOST_VISITS - search.tree.root.counts().visits;
    let most = allowance(think.budget()).min(room);
    let (fork, simulated) = (think.fork(), AtomicU64::new(0));
    on_threads(workers as usize, &|index| {
        let index = index as u64;
        let mut think = fork.think(index, workers);
        let share = most / workers + u64::from(index < most % workers);
        Simulator::new(search, think.rng("mcts")).run(share, &mut think);
        simulated.fetch_add(think.nodes(), Ordering::Relaxed);
    });
    think.add_nodes(simulated.into_inner());
}

/// What the root knows; `None` if it has no children.
fn summary<M: Copy>(root: &TreeNode<M>, nodes: u64) -> Option<Choice<M>> {
    let mut children: Vec<_> = root.children()?.iter().map(|child| (child.mv, child.node.counts())).collect();
    let first = children.first()?.0;
    children.retain(|(_, counts)| counts.visits > 0);
    // The sort is stable: of equals, the first in the game's order stays first.
    children.sort_by_key(|&(_, counts)| std::cmp::Reverse(counts));
    let rate = |&(mv, counts): &(M, tree::VisitCounts)| {
        let value = Rated::new(mv, mean(counts.twelfths, counts.visits), Unit::Chance);
        Rated { visits: Some(counts.visits), ..value }
    };
    let moves: Vec<_> = children.iter().map(rate).collect();
    let Some(&Rated { mv, score, .. }) = moves.first() else {
        return Some(Choice { nodes, ..Choice::unscored(first) });
    };
    let line = favourite_line(root);
    let (score, unit) = (Some(score), Unit::Chance);
    Some(Choice { mv, score, unit, exact: false, depth: line.len() as u32, nodes, line, moves })
}

/// The most visited path.
fn favourite_line<M: Copy>(root: &TreeNode<M>) -> Vec<M> {
    let (mut line, mut node) = (Vec::new(), root);
    while let Some(child) = node.favourite().filter(|child| child.node.counts().visits > 0) {
        line.push(child.mv);
        node = &child.node;
    }
    line
}
