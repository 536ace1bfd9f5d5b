//! Trainings of forests for experiments, kept in the folder of the run.

use std::io;

use agon_core::Seed;
use agon_files::Fingerprint;
use serde::{Deserialize, Serialize};

use crate::paper::{ExperimentError, Lab};
use crate::recipe::{TrainError, TrainingRequest, recipe};

/// What a training gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ForestRun {
    /// The text of the forest.
    pub(super) forest: String,
    /// The mean score of each generation.
    pub(super) means: Vec<f64>,
    /// How long each generation took.
    pub(super) seconds: Vec<f64>,
}

/// Trains a forest as a recipe says, unless the run has done so before; its generations are parts of the current step.
pub(super) fn train(
    lab: &mut Lab<'_>,
    name: &str,
    settings: &[(&str, String)],
    seed: u64,
) -> Result<ForestRun, ExperimentError> {
    let recipe = recipe(name)?;
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let told: Vec<String> = settings.iter().map(|(name, value)| format!("{name}-{value}")).collect();
    let file = format!("{}-{}-{seed}.json", name.replace('/', "-"), told.join("-"));
    let of = Fingerprint::new("forest run", 1)
        .with("recipe", name)
        .with("settings", told.join(" "))
        .with("seed", seed);
    *lab.provenance.trainings.entry(format!("{name} {}", told.join(" "))).or_default() += 1;
    if let Some(text) = lab.notebook.text(&file, &of)? {
        return Ok(serde_json::from_str(&text).map_err(io::Error::from)?);
    }
    let (clock, executor) = (lab.clock, lab.executor);
    let request = TrainingRequest {
        catalog: agon_catalog::standard(),
        seed: Seed(seed),
        settings,
        executor,
        checkpoint: None,
    };
    let (mut means, mut seconds, mut last) = (Vec::new(), Vec::new(), clock.now());
    let trained = recipe.train(&request, &mut |progress| {
        if let Some(&[_, _, _, _, mean]) = progress.step.as_ref().map(|step| &step.row[..]) {
            means.push(mean);
            let now = clock.now();
            seconds.push((now - last).as_secs_f64());
            last = now;
        }
        Ok(lab.part(progress.done as f64 / progress.of.max(1) as f64).is_ok())
    });
    let trained = trained.and_then(|trained| match lab.stop.is_set() {
        true => Err(TrainError::Stopped),
        false => Ok(trained),
    })?;
    let run = ForestRun { forest: trained.artefact, means, seconds };
    lab.notebook.keep(&file, &of, &serde_json::to_string(&run).map_err(io::Error::from)?)?;
    Ok(run)
}

/// Writes a forest into the folder of the run, for specs to name; its path.
pub(super) fn keep_forest(lab: &mut Lab<'_>, name: &str, text: &str) -> Result<String, ExperimentError> {
    let of = Fingerprint::new("forest", 1).with("digest", agon_files::digest(text));
    if lab.notebook.text(name, &of)?.is_none() {
        lab.notebook.keep(name, &of, text)?;
    }
    Ok(lab.notebook.path(name).display().to_string())
}

/// The spec of a player with a forest.
pub(super) fn player(file: &str, depth: u32) -> String {
    agon_core::spec::Spec::new("forest").with("file", file).with("depth", depth.to_string()).to_string()
}
