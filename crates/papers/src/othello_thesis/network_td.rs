//! The network learned by temporal differences, as proposed in [Cherry2011] section 6.2.4: the same network of 8 inputs,
//! but it plays itself instead of the training agents, and gradients change its weights instead of chance.
//!
//! A round of games counts as a generation; its fitness is that of section 4.2.1.2 in the six games that the genetic
//! algorithm uses. It is only shown: nothing is selected by it, and the network of the last round is the result.

use std::num::NonZeroU64;

use agon_learn::td::{TdLearner, TdRun};
use agon_reversi::FeatureSet;

use super::network::{EIGHT, LearnNetwork};
use super::settings::{TD, TD_ROUNDS, network_shape};
use crate::recipe::{
    Gain, Order, Progress, Recipe, TrainError, Trained, TrainingStep, Watch, refuse_shorter,
};

/// `agon train othello-thesis/network-td`.
pub const RECIPE: Recipe = Recipe {
    name: "othello-thesis/network-td",
    summary: "the network of 8 inputs by temporal differences: self-play, no opponents",
    settings: &["generations"],
    describe: |order, fingerprint| rounds(order).map(|_| fingerprint),
    start,
    ..EIGHT
};

fn start(recipe: &Recipe, order: &Order, watch: &mut Watch<'_>) -> Result<Trained, TrainError> {
    let measure = LearnNetwork::new(FeatureSet::Eight)?;
    let learner = TdLearner {
        game: &measure.game,
        features: &measure.features,
        shape: network_shape(FeatureSet::Eight),
        params: TD,
        seed: order.seed,
    };
    let (label, checkpoint_label) = (recipe.label(order), recipe.checkpoint_label(order)?);
    let mut run = match &order.checkpoint {
        Some(text) => learner.resume(text, &checkpoint_label)?,
        None => learner.start()?,
    };
    let rounds = rounds(order)?;
    refuse_shorter(run.rounds, rounds)?;
    while run.rounds < rounds {
        learner.round(&mut run, order.executor)?;
        let fitness = measure.fitness_of(run.network.clone())?;
        let checkpoint = || learner.checkpoint(&run, &checkpoint_label);
        if !watch(&progress(&run, rounds, fitness, &checkpoint))? {
            break;
        }
    }
    let fitness = measure.fitness_of(run.network.clone())?;
    Ok(Trained {
        artefact: format!("# agon train {label} --generations {rounds}: fitness {fitness}\n{}", run.network),
        gain: Gain::Evolved { fitness: vec![fitness], generations: run.rounds, games: run.rounds * TD.games },
    })
}

/// How many rounds of games there are.
fn rounds(order: &Order) -> Result<u64, TrainError> {
    let given = order.setting("generations", "a whole number of generations from 1 on")?;
    Ok(given.map_or(TD_ROUNDS, NonZeroU64::get))
}

fn progress<'p>(run: &TdRun, of: u64, fitness: f64, checkpoint: &'p dyn Fn() -> String) -> Progress<'p> {
    Progress {
        done: run.rounds,
        part: 0.0,
        of,
        note: format!("round {}, fitness {fitness:.2}", run.rounds),
        step: Some(TrainingStep {
            last: run.rounds == of,
            row: vec![0.0, (run.rounds - 1) as f64, fitness, fitness, fitness],
        }),
        checkpoint,
    }
}
