//! The network learned by temporal differences, as proposed in [Cherry2011] section 6.2.4: the same network of 8 inputs,
//! but it plays itself instead of the training agents, and gradients change its weights instead of chance.
//!
//! The fitness that is shown is that of section 4.2.1.2 in the six games that the genetic algorithm uses.

use agon_learn::td::TdLearner;
use agon_reversi::FeatureSet;

use super::network::{EIGHT, LearnNetwork};
use super::settings::{TD, TD_ROUNDS, network_shape};
use crate::recipe::{Recipe, Spread, TrainError, Trained, TrainingObserver, TrainingRequest};
use crate::td_recipe::td_rounds;

/// `agon train othello-thesis/network-td`.
pub const RECIPE: Recipe = Recipe {
    name: "othello-thesis/network-td",
    summary: "the network of 8 inputs by temporal differences: self-play, no opponents",
    settings: &[crate::recipe::GENERATIONS],
    result: "result.txt",
    named_settings: false,
    spreads: Spread::TRAINING,
    describe: |request, fingerprint| td_rounds(TD_ROUNDS, request).map(|_| fingerprint),
    start,
    ..EIGHT
};

fn start(
    recipe: &Recipe,
    request: &TrainingRequest<'_>,
    watch: &mut TrainingObserver<'_>,
) -> Result<Trained, TrainError> {
    let measure = LearnNetwork::new(FeatureSet::Eight)?;
    let learner = TdLearner {
        game: &measure.game,
        features: &measure.features,
        shape: network_shape(FeatureSet::Eight),
        params: TD,
        seed: request.seed,
    };
    recipe.learn_td(&learner, (TD_ROUNDS, ""), request, watch, |network| measure.fitness_of(network.clone()))
}
