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
    Recipe, TrainError, Trained, TrainingObserver, TrainingProgress, TrainingRequest, TrainingResult,
    TrainingStep, refuse_shorter,
};

/// `agon train othello-thesis/network-td`.
pub const RECIPE: Recipe = Recipe {
    name: "othello-thesis/network-td",
    summary: "the network of 8 inputs by temporal differences: self-play, no opponents",
    settings: &[crate::recipe::GENERATIONS],
    result: "result.txt",
    named_settings: false,
    describe: |request, fingerprint| rounds(request).map(|_| fingerprint),
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
    let (label, checkpoint_label) = (recipe.label(request), recipe.checkpoint_label(request)?);
    let mut run = match &request.checkpoint {
        Some(text) => learner.resume(text, &checkpoint_label)?,
        None => learner.start()?,
    };
    let rounds = rounds(request)?;
    refuse_shorter(run.rounds, rounds)?;
    while run.rounds < rounds {
        learner.round(&mut run, request.executor)?;
        let fitness = measure.fitness_of(run.network.clone())?;
        let checkpoint = || learner.checkpoint(&run, &checkpoint_label);
        if !watch(&progress(&run, rounds, fitness, &checkpoint))? {
            break;
        }
    }
    let fitness = measure.fitness_of(run.network.clone())?;
    Ok(Trained {
        artefact: format!("# agon train {label} --generations {rounds}: fitness {fitness}\n{}", run.network),
        result: TrainingResult::Evolved {
            fitness: vec![fitness],
            generations: run.rounds,
            games: run.rounds * TD.games,
        },
    })
}

/// How many rounds of games there are.
fn rounds(request: &TrainingRequest<'_>) -> Result<u64, TrainError> {
    let given = request.setting("generations", "a whole number of generations >= 1")?;
    Ok(given.map_or(TD_ROUNDS, NonZeroU64::get))
}

fn progress<'p>(
    run: &TdRun,
    of: u64,
    fitness: f64,
    checkpoint: &'p dyn Fn() -> String,
) -> TrainingProgress<'p> {
    TrainingProgress {
        done: run.rounds,
        part: 0.0,
        of,
        note: format!("round {}, fitness {fitness:.2}", run.rounds),
        step: Some(TrainingStep {
            last: run.rounds == of,
            row: vec![0.0, (run.rounds - 1) as f64, fitness, fitness, fitness],
            ..TrainingStep::default()
        }),
        checkpoint,
    }
}
