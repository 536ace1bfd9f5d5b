//! Tables II and V of [Engel2015] with several trainings of each set. Original design.
//!
//! The source trains each set once. Which 2,000 boards its models happen to be fitted to moves the play of a set by a stone
//! or two, several times the standard error of a match: what one match shows may be the boards, not the kind of model or
//! the gap. Here every set is trained with several seeds and each of them plays its match, with openings of its own;
//! figures are means over the seeds with the interval that follows from their spread.

use agon_arena::stats::{Interval, standard_deviation};

use super::matches::{Pairing, table_2, table_9};
use crate::notebook::MatchSummary;
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, ReportTable};

/// Table II over seeds.
pub(super) const TABLE_II: Experiment = Experiment {
    name: "II-seeds",
    summary: "table II, every set trained with several seeds: means over them, two plies ahead",
    needs_data: false,
    run: |lab| over_seeds(lab, "Kinds of models", &table_2()),
};

/// Table V over seeds.
pub(super) const TABLE_V: Experiment = Experiment {
    name: "V-seeds",
    summary: "table V, every set trained with several seeds: means over them, two plies ahead",
    needs_data: false,
    run: |lab| over_seeds(lab, "Gaps between models", &table_9()),
};

/// Quick to play; the published figures depend little on the ply.
const PLY: u32 = 2;

fn over_seeds(
    lab: &mut Lab<'_>,
    title: &str,
    pairings: &[Pairing],
) -> Result<ExperimentReport, ExperimentError> {
    let (seeds, games) = (lab.either(8, 3), lab.either(2000, 100));
    let of = seeds * pairings.len() as u64;
    let mut played: Vec<Vec<MatchSummary>> = pairings.iter().map(|_| Vec::new()).collect();
    for number in 0..seeds {
        for (place, pairing) in pairings.iter().enumerate() {
            let pairing = pairing.numbered(number);
            pairing.train(lab)?;
            let done = number * pairings.len() as u64 + place as u64;
            lab.step(done, of, format!("{}, seed {} of {seeds}", pairing.name, number + 1))?;
            played[place].push(pairing.play(lab, PLY, games)?);
        }
    }
    let columns = ["", "win ratio", "stone difference", "its spread between seeds"];
    let mut table =
        ReportTable::new(&format!("{title}: means over {seeds} seeds, {PLY} plies ahead"), &columns);
    for (pairing, encounters) in pairings.iter().zip(&played) {
        let figures = |figure: fn(&MatchSummary) -> f64| encounters.iter().map(figure).collect::<Vec<_>>();
        let (ratios, stones) =
            (figures(|encounter| encounter.score.value), figures(|encounter| encounter.margin.value));
        table.push(
            pairing.name,
            vec![
                mean(&ratios, 3).beside(pairing.published_median(|pair| pair.0)),
                mean(&stones, 1).beside(pairing.published_median(|pair| pair.1)),
                ComparedFigure::ours(standard_deviation(&stones), 1),
            ],
        );
    }
    let remark = format!(
        "{games} games with each seed, every opening with both colours. Published are the medians over the plies of the one \
         set that the source trained; the standard error of its games is 0.4 stones."
    );
    Ok(ExperimentReport { tables: vec![table], figures: Vec::new(), remarks: vec![remark] })
}

fn mean(figures: &[f64], digits: usize) -> ComparedFigure {
    Interval::of_few(figures)
        .map_or_else(ComparedFigure::default, |interval| ComparedFigure::measured(&interval, digits))
}
