//! Leave-one-out cross-validation over the training agents, as proposed in [Cherry2011] section 6.2.1: a network is
//! trained against two of the three agents and tested against the third, which it has never met.
//!
//! `agon train othello-thesis/network-without-greedy` and its two siblings train one network each; [`folds`] trains all
//! three and tests them.

use agon_core::ReadError;
use agon_learn::models::Mlp;
use agon_reversi::FeatureSet;

use super::network::{EIGHT, LearnNetwork, start};
use super::training_games::TrainingAgent;
use crate::recipe::{Recipe, TrainError, TrainingObserver, TrainingRequest};

/// Trained against greedy and greedy-influence.
pub const WITHOUT_INFLUENCE: Recipe = Recipe {
    name: "othello-thesis/network-without-influence",
    summary: "cross-validation: the network of 8 inputs, the influence agent left out",
    start: |recipe, request, watch| start(&without(TrainingAgent::Influence)?, recipe, request, watch),
    ..EIGHT
};

/// Trained against influence and greedy-influence.
pub const WITHOUT_GREEDY: Recipe = Recipe {
    name: "othello-thesis/network-without-greedy",
    summary: "cross-validation: the network of 8 inputs, the greedy agent left out",
    start: |recipe, request, watch| start(&without(TrainingAgent::Greedy)?, recipe, request, watch),
    ..EIGHT
};

/// Trained against influence and greedy.
pub const WITHOUT_GREEDY_INFLUENCE: Recipe = Recipe {
    name: "othello-thesis/network-without-greedy-influence",
    summary: "cross-validation: the network of 8 inputs, the greedy-influence agent left out",
    start: |recipe, request, watch| start(&without(TrainingAgent::GreedyInfluence)?, recipe, request, watch),
    ..EIGHT
};

/// How a network does against those it was trained against, and against the one that was left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Fold {
    /// Whom the network has never met.
    pub left_out: TrainingAgent,
    /// Its mean fitness in the four games of the training.
    pub trained: f64,
    /// Its mean fitness in two games against the one left out.
    pub tested: f64,
}

/// Trains a network for each agent that can be left out, and tests it against that agent. `watch` sees every generation
/// of the three trainings.
///
/// # Errors
/// If an artefact that comes with Agon cannot be read.
pub fn folds(
    request: &TrainingRequest<'_>,
    watch: &mut TrainingObserver<'_>,
) -> Result<Vec<Fold>, TrainError> {
    let recipes = [
        (TrainingAgent::Influence, WITHOUT_INFLUENCE),
        (TrainingAgent::Greedy, WITHOUT_GREEDY),
        (TrainingAgent::GreedyInfluence, WITHOUT_GREEDY_INFLUENCE),
    ];
    let mut fold = |(left_out, recipe): (TrainingAgent, Recipe)| {
        let trained = recipe.train(&TrainingRequest { checkpoint: None, ..request.clone() }, watch)?;
        let network: Mlp = trained.artefact.parse()?;
        let task = without(left_out)?;
        Ok(Fold {
            left_out,
            trained: task.fitness_of(network.clone())?,
            tested: task.fitness_against(network, &[left_out])?,
        })
    };
    recipes.into_iter().map(&mut fold).collect()
}

/// The training without one of the agents.
fn without(left_out: TrainingAgent) -> Result<LearnNetwork, ReadError> {
    let others = TrainingAgent::ALL.into_iter().filter(|&agent| agent != left_out);
    LearnNetwork::against(FeatureSet::Eight, &others.collect::<Vec<_>>())
}
