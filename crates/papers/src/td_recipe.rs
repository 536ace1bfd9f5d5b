//! Recipes that learn by temporal differences: a round of games counts as a generation. Original design.
//!
//! The fitness of a round is only shown: nothing is selected by it, and the network of the last round is the result.

use std::num::NonZeroU64;

use agon_abilities::Features;
use agon_core::{Game, ReadError};
use agon_learn::models::Mlp;
use agon_learn::td::{TdLearner, TdRun};

use crate::recipe::{
    Recipe, TrainError, Trained, TrainingObserver, TrainingProgress, TrainingRequest, TrainingResult,
    TrainingStep, refuse_shorter,
};

impl Recipe {
    /// Learns by temporal differences for as many rounds as the request says, or else as usual; `fitness` measures networks,
    /// and `about` is what a reader of the result must know besides.
    pub(crate) fn learn_td<G: Game, F: Features<G>>(
        &self,
        learner: &TdLearner<'_, G, F>,
        (usual_rounds, about): (u64, &str),
        request: &TrainingRequest<'_>,
        watch: &mut TrainingObserver<'_>,
        fitness: impl Fn(&Mlp) -> Result<f64, ReadError>,
    ) -> Result<Trained, TrainError> {
        if let Some(desk) = request.executor.desk() {
            learner.serve(desk);
            return Err(TrainError::Stopped);
        }
        let (label, checkpoint_label) = (self.label(request), self.checkpoint_label(request)?);
        let mut run = match &request.checkpoint {
            Some(text) => learner.resume(text, &checkpoint_label)?,
            None => learner.start()?,
        };
        let rounds = td_rounds(usual_rounds, request)?;
        refuse_shorter(run.rounds, rounds)?;
        while run.rounds < rounds {
            learner.round(&mut run, request.executor)?;
            let fitness = fitness(&run.network)?;
            let checkpoint = || learner.checkpoint(&run, &checkpoint_label);
            let best = || Some(format!("# agon train {label}{about}, before its end\n{}", run.network));
            let so_far = progress(&run, rounds, fitness, &checkpoint);
            if !watch(&TrainingProgress { best: &best, ..so_far })? {
                break;
            }
        }
        let fitness = fitness(&run.network)?;
        let network = &run.network;
        Ok(Trained {
            artefact: format!(
                "# agon train {label}{about} --generations {rounds}: fitness {fitness}\n{network}"
            ),
            result: TrainingResult::Evolved {
                fitness: vec![fitness],
                generations: run.rounds,
                games: run.rounds * learner.params.games,
            },
        })
    }
}

/// How many rounds of games there are.
pub(crate) fn td_rounds(usual: u64, request: &TrainingRequest<'_>) -> Result<u64, TrainError> {
    let given = request.setting("generations", "a whole number of generations >= 1")?;
    Ok(given.map_or(usual, NonZeroU64::get))
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
        best: &|| None,
    }
}
