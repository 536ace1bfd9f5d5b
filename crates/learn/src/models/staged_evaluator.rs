//! A model set as an evaluator. Original design.
//!
//! Weights become whole numbers once, in [`FINE`] parts of a thousandth of a point: a search over them gives the same
//! answer everywhere, and games may add them up in the order that suits them best.

use std::sync::Arc;

use agon_abilities::{BoardFeatures, Weighing};
use agon_core::{CellMap, Evaluator, Explanation, Game, Place, Player, ReadError, Score, Unit};

use super::linear::LinearModel;
use super::model_set::{Between, ModelSet};

/// Parts of a thousandth of a point.
const FINE: i64 = 1 << 10;

/// A model that is ready to value positions.
pub struct ReadyModel<G: Game> {
    weighing: Box<dyn Weighing<G>>,
    offset: i64,
    /// As it was learned.
    model: LinearModel,
}

impl<G: Game + 'static> ReadyModel<G> {
    /// Prepares a model whose weights belong to these features.
    #[must_use]
    pub fn new(features: &Arc<dyn BoardFeatures<G>>, model: &LinearModel) -> Self {
        let fine = |weight: f64| (weight * (f64::from(Score::POINT) * FINE as f64)).round();
        let weights: Vec<i32> = model.weights.iter().map(|&weight| fine(weight) as i32).collect();
        let (weighing, offset) = (features.clone().weighing(&weights), fine(model.offset) as i64);
        Self { weighing, offset, model: model.clone() }
    }
}

impl<G: Game> Evaluator<G> for ReadyModel<G> {
    #[inline]
    fn value(&self, game: &G, pos: &G::Position, pov: Player) -> Score {
        let limit = i64::from(Score::INFINITE.0 - 1);
        let sum = self.weighing.weigh(game, pos).saturating_add(self.offset);
        let value = Score(((sum + FINE / 2) >> FINE.ilog2()).clamp(-limit, limit) as i32);
        if pov == Player::SECOND { value } else { -value }
    }
}

/// Values positions by the model for their number of stones.
pub struct StagedEvaluator<G: Game> {
    features: Arc<dyn BoardFeatures<G>>,
    models: Vec<ReadyModel<G>>,
    /// Which model is for how many stones.
    by_stones: Vec<usize>,
}

impl<G: Game + 'static> StagedEvaluator<G> {
    /// Prepares a set for a game with these features.
    ///
    /// # Errors
    /// If the set was made for other features.
    pub fn new(
        features: Arc<dyn BoardFeatures<G>>,
        set: &ModelSet,
        between: Between,
    ) -> Result<Self, ReadError> {
        if set.features != features.names() || set.models.is_empty() {
            return Err(ReadError::new(format!(
                "the model set was made for `{}` and looks at other things than this game has",
                set.game
            )));
        }
        let mut models: Vec<ReadyModel<G>> = Vec::new();
        let mut by_stones = Vec::new();
        let mut last = None;
        for stones in 0..=features.cells() {
            let model = set.model_for(stones, between);
            if let Some(model) = model.as_ref().filter(|_| model != last) {
                models.push(ReadyModel::new(&features, model));
            }
            by_stones.push(models.len() - 1);
            last = model;
        }
        Ok(Self { features, models, by_stones })
    }
}

impl<G: Game> StagedEvaluator<G> {
    /// The model for a position.
    fn model(&self, game: &G, pos: &G::Position) -> &ReadyModel<G> {
        let stones = (self.features.stones(game, pos) as usize).min(self.by_stones.len() - 1);
        &self.models[self.by_stones[stones]]
    }
}

/// What holding a cell is worth to a model that counts cells.
fn cell_weights(counted: &[Vec<Place>], model: &LinearModel) -> Option<CellMap> {
    let weighed = counted.iter().zip(&model.weights);
    let cells: Vec<_> =
        weighed.flat_map(|(cells, weight)| cells.iter().map(|&place| (place, *weight))).collect();
    let (name, meaning) = ("cell weights", "what holding a cell is worth, in points, at this stage");
    (!cells.is_empty()).then(|| CellMap { name: name.to_owned(), meaning: meaning.to_owned(), cells })
}

impl<G: Game> Evaluator<G> for StagedEvaluator<G>
where
    G: 'static,
{
    fn value(&self, game: &G, pos: &G::Position, pov: Player) -> Score {
        self.model(game, pos).value(game, pos, pov)
    }

    fn explain(&self, game: &G, pos: &G::Position, pov: Player) -> Explanation {
        let (model, names) = (&self.model(game, pos).model, self.features.names());
        let mut numbers = vec![0.0; names.len()];
        self.features.write(game, pos, pov, &mut numbers);
        let turned = if pov == Player::SECOND { model.offset } else { -model.offset };
        let counted = self.features.counted_cells(game);
        let parts = names.into_iter().zip(&counted).zip(numbers.iter().zip(&model.weights));
        let parts = parts.map(|((name, cells), (number, weight))| {
            let name = if cells.is_empty() { name } else { format!("cells like {name}") };
            (name, *number, number * weight)
        });
        let offset = std::iter::once(("offset of the model".to_owned(), 1.0, turned));
        let made_of = Explanation::made_of(parts.chain(offset), Evaluator::<G>::counts(self, game));
        made_of.and(cell_weights(&counted, model).map(Explanation::showing).unwrap_or_default())
    }

    /// Models learn final scores: points are foretold, but distances only ordered.
    fn counts(&self, game: &G) -> Unit {
        match game.final_unit() {
            Unit::Points => Unit::Points,
            _ => Unit::Rating,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::{Accuracy, ModelKind, StageModel};
    use agon_abilities::Features;
    use agon_core::{Notation, Seed, Status, Symmetric};
    use agon_reversi::{CellKindFeatures, Position, Reversi};

    #[test]
    fn a_position_is_worth_what_the_interpolated_model_predicts() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let features = Arc::new(CellKindFeatures::new(&game));
        let mut rng = Seed(1).stream("weights", 0);
        let mut model = |stones| StageModel {
            stones,
            model: LinearModel {
                offset: rng.unit(),
                weights: (0..features.count()).map(|_| 2.0 * rng.unit() - 1.0).collect(),
            },
            accuracy: Accuracy { sigma: 0.0, right: 0.0 },
        };
        let models = vec![model(10), model(20), model(50)];
        let set = ModelSet {
            origin: String::new(),
            game: "reversi".to_owned(),
            kind: ModelKind::Linear,
            features: features.names(),
            models,
        };
        let erased: Arc<dyn BoardFeatures<Reversi<u64>>> = features.clone();
        for between in [Between::Interpolate, Between::Larger] {
            let evaluator = StagedEvaluator::new(erased.clone(), &set, between).unwrap();
            let mut pos = game.start();
            while let Status::ToMove(_) = game.status(&pos) {
                let mut row = vec![0.0; features.count()];
                features.write(&game, &pos, Player::SECOND, &mut row);
                let model = set.model_for(features.stones(&game, &pos), between).unwrap();
                let value = evaluator.value(&game, &pos, Player::SECOND);
                assert!((value.to_f64() - model.predict(&row)).abs() < 0.002, "{value}");
                assert_eq!(evaluator.value(&game, &pos, Player::FIRST), -value);
                for pov in [Player::FIRST, Player::SECOND] {
                    let said = evaluator.explain(&game, &pos, pov);
                    let sum: f64 = said.contributions.iter().map(|part| part.worth).sum();
                    assert!((sum - evaluator.value(&game, &pos, pov).to_f64()).abs() < 0.002, "{sum}");
                    assert_eq!(
                        (said.maps.len(), said.maps[0].cells.len()),
                        (1, 64),
                        "every cell has a weight"
                    );
                }
                let mv = game.random_move(&pos, &mut rng, &mut Vec::new()).unwrap();
                game.play_unchecked(&mut pos, mv);
            }
        }
        // Symmetric positions differ, and have the mean of their values where the set is made symmetric.
        let value = |set: &ModelSet, pos: &Position<u64>| {
            let evaluator = StagedEvaluator::new(erased.clone(), set, Between::Interpolate).unwrap();
            evaluator.value(&game, pos, Player::SECOND)
        };
        let mut pos = game.start();
        game.play_moves(&mut pos, "f5d6c3d3").unwrap();
        let images: Vec<_> = (0..game.symmetries()).map(|index| game.map_position(index, &pos)).collect();
        let values: Vec<_> = images.iter().map(|image| value(&set, image)).collect();
        assert_ne!(values.iter().min(), values.iter().max());
        let mean = values.iter().map(|value| value.to_f64()).sum::<f64>() / values.len() as f64;
        let symmetric = set.symmetric(&*erased);
        for image in &images {
            assert_eq!(value(&symmetric, image), value(&symmetric, &pos));
            assert!((value(&symmetric, image).to_f64() - mean).abs() < 0.002, "{mean}");
        }
        let other = ModelSet { features: vec!["a1".to_owned()], ..set };
        assert!(StagedEvaluator::new(erased, &other, Between::Larger).is_err());
    }
}
