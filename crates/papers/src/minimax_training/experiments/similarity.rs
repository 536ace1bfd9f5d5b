//! Figure 4 of [Engel2015]: how similar the weights of two sets are in each stage of the game.

use agon_arena::stats::Interval;
use agon_learn::models::{Between, ModelSet};
use agon_plot::{Axis, Chart, Series};

use super::sets::{Source, TrainedSet};
use super::{QUICK_TRAININGS, TRAININGS, cut, usual};
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, Figure, ReportTable};
use crate::verdict::Claim;

/// Figure 4.
pub(super) const FIGURE_4: Experiment = Experiment {
    name: "fig-4",
    summary: "similarity of weights by stage: trained backwards and from game data (needs --data)",
    needs_data: true,
    run,
};

fn run(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let trainings = lab.either(TRAININGS, QUICK_TRAININGS);
    let mut sets = Vec::new();
    for number in 0..trainings {
        let mut set = |gap, source| TrainedSet { number, ..usual(gap, source) }.set(lab);
        sets.push([set(4, Source::Minimax)?, set(10, Source::Minimax)?, set(4, Source::GameData)?]);
    }
    let mut stages: Vec<_> = sets[0][0].models.iter().map(|model| model.stones).chain([EARLY]).collect();
    stages.sort_unstable();
    stages.dedup();
    let cosines = |other: usize, stones: u32| -> Vec<f64> {
        sets.iter().filter_map(|sets| similarity(&sets[0], &sets[other], stones)).collect()
    };
    let mut table = ReportTable::new("Cosine of the angle between the weights", &["stones"]);
    table.columns.extend(PAIRS.map(|(name, _)| name.to_owned()));
    for &stones in &stages {
        let cells = PAIRS.map(|(_, other)| ComparedFigure::over_trainings(&cosines(other, stones), 3));
        table.push(stones.to_string(), cells.to_vec());
    }
    let svg = chart(&stages, &table).to_svg();
    let remarks = [
        format!(
            "Means over {trainings} trainings of each set; the boards of different sets have nothing in common."
        ),
        "The source has this as a picture only: close to 1 for the two minimax sets everywhere; for game data close at \
         the end and nearly orthogonal at 16 stones."
            .to_owned(),
    ];
    Ok(ExperimentReport {
        claims: claims(&stages, &cosines),
        cut: cut(lab, "so the models fit worse"),
        tables: vec![table],
        figures: vec![Figure { name: "fig-4".to_owned(), svg }],
        remarks: remarks.to_vec(),
        ..ExperimentReport::default()
    })
}

/// Where the source finds the weights of game data nearly orthogonal.
const EARLY: u32 = 16;

/// Whose weights are compared with those of 4(M).
const PAIRS: [(&str, usize); 2] = [("4(M) and 10(M)", 1), ("4(M) and 4(G)", 2)];

/// What section VII says of the figure, in numbers that a reader of the picture would take.
fn claims(stages: &[u32], cosines: &dyn Fn(usize, u32) -> Vec<f64>) -> Vec<Claim> {
    const VERY_SIMILAR: f64 = 0.9;
    const NEARLY_ORTHOGONAL: f64 = 0.3;
    let above = |text: String, figures: Vec<f64>, limit: f64| {
        let above: Vec<_> = figures.iter().map(|cosine| cosine - limit).collect();
        Interval::of_few(&above).map(|interval| Claim::positive(text, &interval, 3))
    };
    let mut all: Vec<_> = stages
        .iter()
        .filter_map(|&stones| {
            let text =
                format!("the minimax sets are very similar at {stones} stones (cosine - {VERY_SIMILAR})");
            above(text, cosines(1, stones), VERY_SIMILAR)
        })
        .collect();
    if let Some(&last) = stages.last() {
        let text = format!("game data gives similar weights at {last} stones (cosine - {VERY_SIMILAR})");
        all.extend(above(text, cosines(2, last), VERY_SIMILAR));
    }
    let distance: Vec<_> = cosines(2, EARLY).iter().map(|cosine| cosine.abs() - NEARLY_ORTHOGONAL).collect();
    if let Some(interval) = Interval::of_few(&distance) {
        let text = format!(
            "those of game data are nearly orthogonal at {EARLY} stones (|cosine| - {NEARLY_ORTHOGONAL})"
        );
        all.push(Claim::negative(text, &interval, 3));
    }
    all
}

fn chart(stages: &[u32], table: &ReportTable) -> Chart {
    let series = |(column, (name, _)): (usize, (&str, usize))| {
        let cells =
            || stages.iter().zip(&table.rows).map(move |(&at, row)| (f64::from(at), &row.cells[column]));
        let points = cells().filter_map(|(at, cell)| Some((at, cell.ours?))).collect();
        let intervals = cells().filter_map(|(at, cell)| Some((at, cell.interval?))).collect();
        Series::marked(name, points).with_intervals(intervals)
    };
    Chart {
        title: "Similarity of weights".to_owned(),
        x: Axis::counting("stones"),
        y: Axis::linear("cosine"),
        series: PAIRS.into_iter().enumerate().map(series).collect(),
    }
}

/// The cosine between the weights of two sets; none where one of them has learned nothing.
fn similarity(one: &ModelSet, other: &ModelSet, stones: u32) -> Option<f64> {
    let [one, other] = [one, other].map(|set| set.model_for(stones, Between::Interpolate));
    let cosine = one?.similarity(&other?);
    (cosine != 0.0 && cosine.is_finite()).then_some(cosine)
}
