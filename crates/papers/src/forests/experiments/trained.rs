//! Trainings of forests for experiments, kept in the folder of the run.

use std::io;
use std::path::Path;

use agon_core::Seed;
use agon_files::{FileError, Fingerprint};
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
    let told: Vec<String> = settings.iter().map(told).collect();
    let file = format!("{}-{}-{seed}.json", name.replace('/', "-"), told.join("-"));
    let of = Fingerprint::new("forest run", 1)
        .with("recipe", name)
        .with("settings", told.join(" "))
        .with("seed", seed)
        .with_some("forest", digest_of_forest(&settings)?);
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

/// A setting in the name of a file: of a forest that was kept before, only what it is called.
fn told((name, value): &(String, String)) -> String {
    let value = if name == FOREST { value.rsplit(['/', '\\']).next().unwrap_or(value) } else { value };
    format!("{name}-{value}")
}

/// The forest that a training begins with, where it is told one.
fn digest_of_forest(settings: &[(String, String)]) -> Result<Option<String>, FileError> {
    let file = settings.iter().find(|(name, _)| name == FOREST).map(|(_, file)| file);
    file.map(|file| agon_files::digest_path(Path::new(file))).transpose()
}

/// The setting that names a forest to begin with.
const FOREST: &str = "forest";

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::in_quick_lab;

    /// The path of a forest was part of the name of a file, which then lay in a folder that did not exist: table section-6
    /// ended with that after an hour.
    #[test]
    fn a_training_that_begins_with_a_forest_is_kept() {
        let forest = ("forest".to_owned(), "runs/my run/forest-original.xml".to_owned());
        assert_eq!(told(&forest), "forest-forest-original.xml");
        assert_eq!(told(&("draw-weight".to_owned(), "1.5".to_owned())), "draw-weight-1.5");
        in_quick_lab("forest-to-begin-with", |lab| {
            let small = [("generations", "1"), ("depth", "0"), ("first-games", "20"), ("trees", "2")];
            let small: Vec<_> = small.map(|(name, value)| (name, value.to_owned())).to_vec();
            let first = train(lab, "forests/tictactoe", &small, 1).unwrap();
            let path = keep_forest(lab, "forest-first.xml", &first.forest).unwrap();
            let more = [("evolve", "weights".to_owned()), ("forest", path)];
            let weighted: Vec<_> = small.iter().cloned().chain(more).collect();
            let trained = train(lab, "forests/tictactoe", &weighted, 1).unwrap();
            assert_eq!(train(lab, "forests/tictactoe", &weighted, 1).unwrap(), trained, "from the notebook");
            assert!(lab.provenance.trainings.keys().any(|told| told.ends_with("forest-forest-first.xml")));
        });
    }
}
