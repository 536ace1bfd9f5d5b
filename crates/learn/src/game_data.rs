//! Models fitted to games that were played: the usual method, which [Engel2015] section VI.D compares its own with.
//!
//! Every board of a game is scored by how that game ended. For each stage a fixed number of boards is drawn from all games
//! at random, each with the same chance, in one pass and without keeping the others (reservoir sampling, [Vitter1985]).

use agon_abilities::BoardFeatures;
use agon_core::{Game, Player, Rng, Seed};

use crate::backwards::skip_pass;
use crate::models::{Examples, ModelKind, StageModel};

/// Boards drawn from games, by stage.
#[derive(Clone, Debug)]
pub struct GameBoards {
    features: usize,
    count: usize,
    stages: Vec<Stage>,
}

#[derive(Clone, Debug)]
struct Stage {
    stones: u32,
    seen: u64,
    rng: Rng,
    drawn: Vec<(Vec<f64>, f64)>,
}

impl GameBoards {
    /// No board yet, for stages with these numbers of stones.
    #[must_use]
    pub fn new(features: usize, stones: &[u32], count: usize, seed: Seed) -> Self {
        let stage = |&stones: &u32| Stage {
            stones,
            seen: 0,
            rng: seed.stream("game-data/stage", u64::from(stones)),
            drawn: Vec::new(),
        };
        Self { features, count, stages: stones.iter().map(stage).collect() }
    }

    /// Offers the boards of a game, given by its moves and what it was worth to the second player. Boards before a
    /// pass count as those after it.
    pub fn offer<G: Game>(
        &mut self,
        game: &G,
        features: &dyn BoardFeatures<G>,
        start: &G::Position,
        moves: &[G::Move],
        score: f64,
    ) {
        let mut pos = start.clone();
        for &mv in moves {
            let before = features.stones(game, &pos);
            game.play_unchecked(&mut pos, mv);
            let stones = features.stones(game, &pos);
            if stones == before || game.status(&pos).to_move().is_none() {
                continue;
            }
            let Some(stage) = self.stages.iter_mut().find(|stage| stage.stones == stones) else { continue };
            let Some(place) = stage.place(self.count) else { continue };
            let mut seen = pos.clone();
            skip_pass(game, &mut seen);
            let mut row = vec![0.0; self.features];
            features.write(game, &seen, Player::SECOND, &mut row);
            stage.put(place, (row, score));
        }
    }

    /// The boards of each stage, by stones.
    pub fn examples(&self) -> impl Iterator<Item = (u32, Examples)> {
        self.stages.iter().map(|stage| {
            let mut examples = Examples::new(self.features);
            stage.drawn.iter().for_each(|(row, score)| examples.push(row, *score));
            (stage.stones, examples)
        })
    }

    /// A model for each stage that any game reached.
    #[must_use]
    pub fn fit(&self, kind: ModelKind) -> Vec<StageModel> {
        let reached = self.examples().filter(|(_, examples)| !examples.is_empty());
        let mut models: Vec<_> =
            reached.map(|(stones, examples)| StageModel::fitted(kind, stones, &examples)).collect();
        models.sort_by_key(|model| model.stones);
        models
    }
}

impl Stage {
    /// Where the next board goes, if it is drawn.
    fn place(&mut self, count: usize) -> Option<usize> {
        self.seen += 1;
        if self.drawn.len() < count {
            return Some(self.drawn.len());
        }
        let place = (self.rng.unit() * self.seen as f64) as usize;
        (place < count).then_some(place)
    }

    fn put(&mut self, place: usize, board: (Vec<f64>, f64)) {
        match self.drawn.get_mut(place) {
            Some(slot) => *slot = board,
            None => self.drawn.push(board),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Status;
    use agon_reversi::{CellKindFeatures, Reversi};

    /// Random games, offered in order.
    fn drawn(games: u64, count: usize) -> GameBoards {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let features = CellKindFeatures::new(&game);
        let mut boards = GameBoards::new(20, &[10, 30, 63], count, Seed(1));
        for index in 0..games {
            let mut rng = Seed(2).stream("game", index);
            let (mut pos, mut moves) = (game.start(), Vec::new());
            while let Status::ToMove(_) = game.status(&pos) {
                let mv = game.random_move(&pos, &mut rng, &mut Vec::new()).unwrap();
                game.play_unchecked(&mut pos, mv);
                moves.push(mv);
            }
            boards.offer(&game, &features, &game.start(), &moves, index as f64 - 100.0);
        }
        boards
    }

    #[test]
    fn every_game_has_the_same_chance() {
        let few: Vec<_> = drawn(40, 50).examples().map(|(stones, boards)| (stones, boards.len())).collect();
        assert_eq!(few[..2], [(10, 40), (30, 40)]);
        assert!(few[2].1 <= 40, "not every game reaches the last stone");
        let (_, many) = drawn(2000, 50).examples().next().unwrap();
        assert_eq!(many.len(), 50);
        let late = many.iter().filter(|(_, score)| *score >= 900.0).count();
        assert!((15..35).contains(&late), "{late} of 50 boards are from the second half of the games");
    }

    #[test]
    fn stages_are_fitted() {
        let models = drawn(200, 100).fit(ModelKind::Linear);
        assert_eq!(models.iter().map(|model| model.stones).collect::<Vec<_>>(), [10, 30, 63]);
    }
}
