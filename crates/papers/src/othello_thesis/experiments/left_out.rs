//! What [Cherry2011] section 6.2.1 proposes: how a network does against an agent that it has never met.

use crate::othello_thesis::cross_validation::folds;
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::recipe::TrainingRequest;
use crate::report::{ComparedFigure, ExperimentReport, ReportTable};

/// Leave-one-out cross-validation.
pub(super) const SECTION_6_2_1: Experiment = Experiment {
    name: "left-out",
    summary: "networks trained without one of the three agents, against those they know and the one they do not",
    needs_data: false,
    run,
};

fn run(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let generations = lab.either("10000", "100");
    let settings = vec![("generations".to_owned(), generations.to_owned())];
    let request = TrainingRequest {
        catalog: agon_catalog::standard(),
        seed: lab.seed,
        settings,
        executor: lab.executor,
        checkpoint: None,
    };
    let mut table =
        ReportTable::new("Mean fitness at depth one", &["left out", "against the others", "against it"]);
    let mut done = 0;
    let folds = folds(&request, &mut |progress| {
        done += 1;
        Ok(lab.step(done, 3 * progress.of, progress.note.clone()).is_ok())
    })?;
    if lab.stop.is_set() {
        return Err(ExperimentError::Stopped);
    }
    for fold in folds {
        table.push(
            fold.left_out.name(),
            vec![ComparedFigure::ours(fold.trained, 2), ComparedFigure::ours(fold.tested, 2)],
        );
    }
    let remark = format!(
        "{generations} generations for each network. Nothing random decides the games: four against the agents of the \
         training, two against the one left out."
    );
    Ok(ExperimentReport {
        no_claims: Some("the source proposes this and has no figures".to_owned()),
        cut: lab.quick.then(|| "100 generations instead of 10,000.".to_owned()),
        tables: vec![table],
        remarks: vec![remark],
        ..ExperimentReport::default()
    })
}
