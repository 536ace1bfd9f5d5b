//! Keeping what was learned while the game goes on: the subtree of the position that was reached. Original design.
//!
//! An agent sees positions, not the moves between them. So the moves of the old tree are replayed, one ply deeper each
//! time, until a position equals the one at hand. Only visited nodes are worth finding. Everything is counted, nothing
//! timed: the same games keep the same trees.

use agon_core::Game;

use super::tree::{Tree, TreeNode};

/// Four players move once each, or two players twice.
const FARTHEST: u32 = 4;
/// Positions looked at before giving up: a few milliseconds.
const MOST_LOOKS: u32 = 50_000;

/// The part of `tree`, which was grown from `old`, that lies behind `new`; a fresh tree if there is none.
pub(super) fn reached<G: Game>(
    game: &G,
    tree: Tree<G::Move>,
    old: &G::Position,
    new: &G::Position,
) -> Tree<G::Move> {
    let mut search =
        Search { game, goal: new, least: game.plies_left(new), looks: MOST_LOOKS, way: Vec::new() };
    if (0..=FARTHEST).any(|plies| search.finds(&tree.root, old, plies)) {
        tree.keep(&search.way)
    } else {
        Tree::new()
    }
}

struct Search<'a, G: Game> {
    game: &'a G,
    goal: &'a G::Position,
    /// Positions with fewer plies left than the goal lie behind it.
    least: u32,
    looks: u32,
    /// The children that lead to where the search is, root first.
    way: Vec<usize>,
}

impl<G: Game> Search<'_, G> {
    /// Whether the goal lies exactly this many plies below a node; `way` then leads there.
    fn finds(&mut self, node: &TreeNode<G::Move>, pos: &G::Position, plies: u32) -> bool {
        if plies == 0 {
            return pos == self.goal;
        }
        for (index, child) in node.children().unwrap_or_default().iter().enumerate() {
            if child.node.counts().visits == 0 || self.looks == 0 {
                continue;
            }
            self.looks -= 1;
            let after = self.game.after(pos, child.mv);
            if self.game.plies_left(&after) < self.least {
                continue;
            }
            self.way.push(index);
            if self.finds(&child.node, &after, plies - 1) {
                return true;
            }
            self.way.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Agent, Budget, Game, Notation, Seed, Think};
    use agon_line::{Line, Rules};
    use agon_testkit::Toy;

    use super::Search;
    use crate::{Mcts, MctsParams, Uniform};

    fn connect4() -> Line<u64> {
        Line::new(Rules::from_spec(&"connect4".parse().unwrap()).unwrap()).unwrap()
    }

    fn budget(simulations: u64) -> Think<'static> {
        Think::untimed(Budget::nodes(simulations), Seed(1))
    }

    #[test]
    fn the_subtree_that_is_reached_is_kept() {
        let game = connect4();
        let mut agent = Mcts::new(MctsParams::default(), Uniform, None);
        let mut pos = game.start();
        agent.choose(&game, &pos, &mut budget(3000)).unwrap();
        game.play_moves(&mut pos, "4 3").unwrap();
        let known = {
            let (_, tree) = agent.memory.as_ref().unwrap();
            tree.root.children().unwrap()[3].node.children().unwrap()[2].node.counts().visits
        };
        assert!(known > 20);
        let choice = agent.choose(&game, &pos, &mut budget(100)).unwrap();
        assert!(game.is_legal(&pos, choice.mv));
        assert_eq!(choice.nodes, 100);
        assert_eq!(agent.memory.as_ref().unwrap().1.root.counts().visits, known + 100);
        // A position that does not follow from the last one starts afresh, and so does a new game.
        agent.choose(&game, &game.start(), &mut budget(10)).unwrap();
        assert_eq!(agent.memory.as_ref().unwrap().1.root.counts().visits, 10);
        agent.new_game();
        assert!(agent.memory.is_none());
    }

    #[test]
    fn only_so_many_positions_are_looked_at() {
        let game = connect4();
        let mut agent = Mcts::new(MctsParams::default(), Uniform, None);
        agent.choose(&game, &game.start(), &mut budget(3000)).unwrap();
        let (old, tree) = agent.memory.take().unwrap();
        let mut goal = old;
        game.play_moves(&mut goal, "7").unwrap();
        let finds = |looks: u32| {
            let least = game.plies_left(&goal);
            let mut search = Search { game: &game, goal: &goal, least, looks, way: Vec::new() };
            search.finds(&tree.root, &old, 1)
        };
        assert!(finds(7) && !finds(6), "the last of seven children");
    }

    #[test]
    fn several_players_may_have_moved() {
        let toy = Toy { seed: 3, players: 4, branching: 3, depth: 9, zero_sum: false };
        let mut agent = Mcts::new(MctsParams::default(), Uniform, None);
        let way = agent.choose(&toy, &toy.start(), &mut budget(4000)).unwrap().line;
        let visits = |plies: usize| {
            let pos = way[..plies].iter().fold(toy.start(), |pos, &mv| toy.after(&pos, mv));
            let mut agent = Mcts::new(MctsParams::default(), Uniform, None);
            agent.choose(&toy, &toy.start(), &mut budget(4000)).unwrap();
            agent.recall(&toy, &pos).root.counts().visits
        };
        assert!(way.len() > 4, "{way:?}");
        assert_eq!(visits(0), 4000);
        assert!(visits(1) > visits(3) && visits(3) > 0 && visits(4) > 0);
        assert_eq!(visits(5), 0);
    }

    #[test]
    fn whole_games_repeat_when_trees_are_kept() {
        let game = connect4();
        let record = || {
            let mut agent = Mcts::new(MctsParams::default(), Uniform, None);
            let mut pos = game.start();
            let mut record = Vec::new();
            while game.status(&pos).to_move().is_some() {
                let choice = agent.choose(&game, &pos, &mut budget(300)).unwrap();
                game.play(&mut pos, choice.mv).unwrap();
                record.push(choice);
            }
            record
        };
        assert_eq!(record(), record());
    }
}
