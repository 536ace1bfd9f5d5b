//! The trainings of [Cherry2011] with many seeds: what one of them reaches is luck to a good part, so a result without the
//! spread of its trainings says little. Original design.
//!
//! Run N of the command trains with the seeds from N on, one thread each. What was trained is kept in the folder of the run.

use std::collections::BTreeMap;
use std::io;

use agon_arena::stats::Interval;
use agon_core::{Executor, Seed};
use agon_files::Fingerprint;
use serde::{Deserialize, Serialize};

use crate::paper::{ExperimentError, Lab};
use crate::recipe::{Recipe, TrainError, TrainingRequest, TrainingResult};
use crate::report::ComparedFigure;

/// How many trainings there are of everything that is learned.
pub(super) const TRAININGS: u64 = 40;
/// The same for a first impression.
pub(super) const QUICK_TRAININGS: u64 = 4;

/// What a training with one seed gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SeedResult {
    /// The text of the file that was learned.
    pub(super) artefact: String,
    /// The best fitness of each stage, or of each population.
    pub(super) fitness: Vec<f64>,
    /// The highest fitness of each generation of the first stage or population.
    pub(super) highest: Vec<f64>,
}

impl SeedResult {
    /// The best fitness of all populations.
    pub(super) fn best(&self) -> f64 {
        self.fitness.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Trains with the seeds from that of the run on, as far as the run has not done so before.
pub(super) fn over_seeds(
    lab: &mut Lab<'_>,
    recipe: &Recipe,
    generations: u64,
    count: u64,
) -> Result<Vec<SeedResult>, ExperimentError> {
    let file = format!("{}-{generations}.json", recipe.name.replace('/', "-"));
    let of = Fingerprint::new("trainings", 1).with("recipe", recipe.name).with("generations", generations);
    let of = of.with("first seed", lab.seed.0);
    let mut known: BTreeMap<u64, SeedResult> = match lab.notebook.text(&file, &of)? {
        Some(text) => serde_json::from_str(&text).map_err(io::Error::from)?,
        None => BTreeMap::new(),
    };
    let first = lab.seed.0;
    let missing: Vec<u64> = (0..count)
        .map(|number| first.wrapping_add(number))
        .filter(|seed| !known.contains_key(seed))
        .collect();
    let stop = lab.stop.clone();
    let train = |seed: u64| {
        let mut highest = Vec::new();
        let request = TrainingRequest {
            catalog: agon_catalog::standard(),
            seed: Seed(seed),
            settings: vec![("generations".to_owned(), generations.to_string())],
            executor: Executor::new(1),
            checkpoint: None,
        };
        let trained = recipe.train(&request, &mut |progress| {
            if let Some(&[0.0, _, _, best_of_generation, _]) =
                progress.step.as_ref().map(|step| &step.row[..])
            {
                highest.push(best_of_generation);
            }
            Ok(!stop.is_set())
        })?;
        match trained.result {
            TrainingResult::Evolved { fitness, .. } if !stop.is_set() => {
                Ok(SeedResult { artefact: trained.artefact, fitness, highest })
            }
            _ => Err(TrainError::Stopped),
        }
    };
    let mut failure = None;
    let what = format!("{}, {generations} generations", recipe.name);
    lab.step(count - missing.len() as u64, count, &what)?;
    lab.executor.here("training with many seeds runs").run(
        0..missing.len() as u64,
        || (),
        |(), index| train(missing[index as usize]),
        |index, result| {
            let kept = result.map_err(ExperimentError::from).and_then(|result| {
                known.insert(missing[index as usize], result);
                let text = serde_json::to_string(&known).map_err(io::Error::from)?;
                lab.notebook.keep(&file, &of, &text)?;
                lab.step(known.len() as u64, count, &what)
            });
            failure = failure.take().or(kept.err());
            failure.is_none()
        },
    );
    lab.provenance.trainings.insert(what, count);
    match failure {
        Some(failure) => Err(failure),
        None => Ok((0..count).filter_map(|number| known.get(&first.wrapping_add(number)).cloned()).collect()),
    }
}

/// Where the quartiles of some figures lie: lowest, lower quartile, median, upper quartile, highest.
pub(super) fn quartiles(figures: &[f64]) -> [f64; 5] {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |quarter: usize| {
        let place = quarter as f64 * (sorted.len().max(1) - 1) as f64 / 4.0;
        let (low, part) = (place.floor() as usize, place.fract());
        let of = |index: usize| sorted.get(index).copied().unwrap_or(f64::NAN);
        if part == 0.0 { of(low) } else { of(low) + part * (of(low + 1) - of(low)) }
    };
    [0, 1, 2, 3, 4].map(at)
}

/// The columns of [`spread`].
pub(super) const SPREAD: [&str; 8] =
    ["", "trainings", "mean", "lowest", "lower quartile", "median", "upper quartile", "highest"];

/// How what trainings reached is spread: how many there were, their mean, and their quartiles.
pub(super) fn spread(figures: &[f64], digits: usize) -> Vec<ComparedFigure> {
    let mut cells =
        vec![ComparedFigure::ours(figures.len() as f64, 0), ComparedFigure::over_trainings(figures, digits)];
    cells.extend(quartiles(figures).map(|figure| ComparedFigure::ours(figure, digits)));
    cells
}

/// The difference of two means of independent trainings; nothing with fewer than two of each.
pub(super) fn difference(more: &[f64], less: &[f64]) -> Option<Interval> {
    let (more, less) = (Interval::of_few(more)?, Interval::of_few(less)?);
    let value = more.value - less.value;
    let half = (more.high - more.value).hypot(less.high - less.value);
    Some(Interval { value, low: value - half, high: value + half })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello_thesis::influence::RECIPE;
    use crate::paper::{TestFolder, in_lab_until};

    #[test]
    fn quartiles_by_hand() {
        assert_eq!(quartiles(&[5.0, 1.0, 3.0, 2.0, 4.0]), [1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(quartiles(&[4.0, 1.0]), [1.0, 1.75, 2.5, 3.25, 4.0]);
        assert_eq!(quartiles(&[7.0]), [7.0; 5]);
    }

    #[test]
    fn trainings_are_made_once_and_go_on() {
        let [stopped, whole] = ["trainings-stopped", "trainings-whole"].map(TestFolder::new);
        let train = |steps: u64, folder: &TestFolder, resume: bool, count: u64| {
            in_lab_until(steps, &folder.0, resume, |lab| over_seeds(lab, &RECIPE, 3, count))
        };
        assert!(matches!(train(2, &stopped, false, 4), Err(ExperimentError::Stopped)));
        let resumed = train(u64::MAX, &stopped, true, 4).unwrap();
        assert_eq!(resumed, train(u64::MAX, &whole, false, 4).unwrap());
        assert_eq!(resumed.len(), 4);
        assert_ne!(resumed[0].artefact, resumed[1].artefact);
        assert_eq!((resumed[0].fitness.len(), resumed[0].highest.len()), (7, 3));
        assert_eq!(train(u64::MAX, &whole, true, 2).unwrap(), resumed[..2]);
    }
}
