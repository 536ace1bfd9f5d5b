//! A player who errs as people do: what is hard to see is overlooked. Original design.
//!
//! Every move is searched one ply deep, two plies deep and so on. The player looks at each move on its own, and after each
//! ply goes on to the next with a certain chance only, so that a move is taken for what it seems at the depth at which
//! the look ended. A move whose value is plain at once is judged rightly by everybody; one that loses its value only deep
//! in the tree fools those who look less far, and the more often the deeper that is. What is seen is also slightly
//! blurred, so that moves of nearly equal value are all played.
//!
//! Unlike a search of small depth, the player sometimes sees far, and unlike random moves among good ones, its mistakes
//! are those that a look at the board suggests.

use agon_core::static_value::reported;
use agon_core::{Agent, AgentError, Choice, Game, Rated, Score, Think};

use crate::deepening::{FixedDepth, Root};

/// How well a player sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// No look goes deeper, in plies, where the limits of a move name no depth; at least one.
    pub depth: u32,
    /// The chance that a look at a move goes on to the next ply, from 0 to 1.
    pub insight: f64,
    /// Values are blurred by up to so many points, small errors being likelier than large ones.
    pub blur: f64,
}

/// Chooses the move that seems best; the search must give every move its value.
#[derive(Clone, Debug)]
pub struct Overlooking<S> {
    /// What finds the values.
    pub search: S,
    /// How well it is looked at.
    pub sight: Sight,
}

impl<G: Game, S: FixedDepth<G>> Agent<G> for Overlooking<S> {
    fn name(&self) -> &str {
        "overlooking"
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let player = game.status(pos).to_move().ok_or(AgentError::GameOver)?;
        let mut moves = Vec::new();
        self.search.root_moves(game, pos, &mut moves);
        let first = *moves.first().ok_or(AgentError::GameOver)?;
        let mut rng = think.rng("overlooking");
        let depth = think.budget().depth.unwrap_or(self.sight.depth);
        let looks: Vec<u32> = moves
            .iter()
            .map(|_| 1 + (1..depth).take_while(|_| rng.chance(self.sight.insight)).count() as u32)
            .collect();
        let blurs: Vec<f64> =
            moves.iter().map(|_| self.sight.blur * (rng.unit() + rng.unit() - 1.0)).collect();
        let mut root = Root::<G> { pos: pos.clone(), player, moves, expected: None };
        let mut seen: Vec<Option<Score>> = vec![None; root.moves.len()];
        let mut choice = Choice::unscored(first);
        // Alone in its list, a move is still played without a look.
        let deepest = if seen.len() == 1 { 0 } else { looks.iter().copied().max().unwrap_or(0) };
        let order = root.moves.clone();
        for depth in 1..=deepest {
            let Ok(found) = self.search.search(game, &root, depth, think) else { break };
            for found in &found.moves {
                if let Some(index) = order.iter().position(|&mv| mv == found.mv)
                    && looks[index] >= depth
                {
                    seen[index] = Some(reported(found.score));
                }
            }
            choice.depth = depth;
            // What is not looked at any more costs nothing.
            root.moves =
                order.iter().zip(&looks).filter(|(_, look)| **look > depth).map(|(&mv, _)| mv).collect();
            if root.moves.is_empty() {
                break;
            }
        }
        let unit = self.search.counts(game);
        let blurred = |(index, value): (usize, &Option<Score>)| {
            let value = (*value)?;
            Some(Rated::new(order[index], value + Score::from_f64(blurs[index]), unit))
        };
        choice.moves = seen.iter().enumerate().filter_map(blurred).collect();
        Rated::best_first(&mut choice.moves);
        choice.nodes = think.nodes();
        if let Some(best) = choice.moves.first() {
            (choice.mv, choice.score, choice.unit, choice.line) =
                (best.mv, Some(best.score), unit, vec![best.mv]);
        }
        Ok(choice)
    }

    fn new_game(&mut self) {
        self.search.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Deepening, Minimax};
    use agon_core::{Budget, Evaluator, Notation, Player, Seed};
    use agon_line::Line;

    struct Level;

    impl<G: Game> Evaluator<G> for Level {
        fn value(&self, _: &G, _: &G::Position, _: Player) -> Score {
            Score::ZERO
        }
    }

    fn chosen(sight: Sight, moves: &str, seed: u64) -> String {
        let rules = agon_line::Rules::from_spec(&"connect4".parse().unwrap()).unwrap();
        let game: Line<u64> = Line::new(rules).unwrap();
        let mut pos = game.start();
        game.play_moves(&mut pos, moves).unwrap();
        let search = Minimax { evaluator: Level, pruned: false };
        let mut agent = Overlooking { search, sight };
        let mut think = Think::untimed(Budget::default(), Seed(seed));
        let choice = agent.choose(&game, &pos, &mut think).unwrap();
        assert!(game.is_legal(&pos, choice.mv));
        game.write_move(choice.mv)
    }

    /// With full insight and no blur it plays as a search of that depth; an open three is seen three plies ahead.
    #[test]
    fn who_sees_everything_does_not_err() {
        let all = Sight { depth: 3, insight: 1.0, blur: 0.0 };
        for seed in 0..10 {
            assert_eq!(chosen(all, "414142", seed), "4", "wins at once");
            assert_eq!(chosen(all, "41424", seed), "4", "must be stopped");
        }
        let rules = agon_line::Rules::from_spec(&"connect4".parse().unwrap()).unwrap();
        let game: Line<u64> = Line::new(rules).unwrap();
        let pos = game.start();
        let mut think = Think::untimed(Budget { depth: Some(3), ..Budget::default() }, Seed(0));
        let search = Minimax { evaluator: Level, pruned: false };
        let mut plain = Deepening { search, default_depth: 3, endgame: None };
        let plain = plain.choose(&game, &pos, &mut think).unwrap();
        assert_eq!(chosen(all, "", 1), game.write_move(plain.mv));
    }

    /// A win at hand is always seen, a threat of the opponent's only by who looks two plies deep: the harder, the rarer.
    #[test]
    fn what_is_harder_to_see_is_missed_more_often() {
        let weak = Sight { depth: 3, insight: 0.4, blur: 0.5 };
        let right =
            |moves: &str, wanted: &str| (0..200).filter(|&seed| chosen(weak, moves, seed) == wanted).count();
        assert_eq!(right("414142", "4"), 200);
        let stopped = right("41424", "4");
        assert!((20..180).contains(&stopped), "stopped in {stopped} of 200 games");
    }
}
