//! Figures 5-2 and 5-3 and table 5-5 of [KInARow2012]: how the mean score grows, and how long iterations take.

use agon_arena::stats::Interval;
use agon_plot::{Axis, Chart, Series};

use super::trained::{ForestRun, train};
use crate::forests::settings;
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, Figure, ReportTable};
use crate::verdict::Claim;

/// The mean score of tic-tac-toe forests.
pub(super) const FIGURE_5_2: Experiment = Experiment {
    name: "fig-5-2",
    summary: "the mean score of tic-tac-toe forests, by iteration",
    needs_data: false,
    run: figure_5_2,
};

/// Settings and times of the Gomoku trainings.
pub(super) const TABLE_5_5: Experiment = Experiment {
    name: "5-5",
    summary: "Gomoku trainings with 25 to 100 trees: how many iterations a day allows",
    needs_data: false,
    run: |lab| by_trees(lab, false),
};

/// How long an iteration takes.
pub(super) const FIGURE_5_3: Experiment = Experiment {
    name: "fig-5-3",
    summary: "how long each iteration of the Gomoku trainings takes",
    needs_data: false,
    run: |lab| by_trees(lab, true),
};

/// "A rapid growth can be seen already within first 10 iterations."
const GROWN: usize = 10;

fn figure_5_2(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let (trainings, generations) = (lab.either(5, 2), lab.either(102, 12));
    let mut runs = Vec::new();
    for number in 0..trainings {
        lab.step(number, trainings, format!("training {} of {trainings}", number + 1))?;
        let mut told = vec![("generations", generations.to_string())];
        if lab.quick {
            told.extend([("first-games", "200".to_owned()), ("trees", "10".to_owned())]);
        }
        runs.push(train(lab, "forests/tictactoe", &told, lab.seed.0.wrapping_add(number))?);
    }
    let gains: Vec<f64> = runs.iter().map(|run| mean(&run.means[GROWN..]) - run.means[0]).collect();
    let text = "the mean score grows within the first 10 iterations (mean of those after, less the first)";
    let claims = Interval::of_few(&gains).map(|gain| Claim::positive(text, &gain, 2));
    let mut table = ReportTable::new("Mean score of a generation", &["iteration", "mean of the trainings"]);
    for generation in (0..generations).step_by(lab.either(10, 2)) {
        let figures: Vec<f64> = runs.iter().map(|run| run.means[generation]).collect();
        table.push(generation.to_string(), vec![ComparedFigure::over_trainings(&figures, 2)]);
    }
    let series = runs.iter().enumerate().map(|(number, run)| {
        let points = run.means.iter().enumerate().map(|(at, mean)| (at as f64, *mean)).collect();
        Series::line(&format!("training {}", number + 1), points)
    });
    let chart = Chart {
        title: "Mean score of a generation".to_owned(),
        x: Axis::counting("iteration"),
        y: Axis::linear("score"),
        series: series.collect(),
    };
    Ok(ExperimentReport {
        claims: claims.into_iter().collect(),
        cut: lab.quick.then(|| "2 trainings of 12 iterations instead of 5 of 102, with 10 trees.".to_owned()),
        tables: vec![table],
        figures: vec![Figure { name: "fig-5-2".to_owned(), svg: chart.to_svg() }],
        remarks: vec![
            "The scores of the source lie near 1,000; it does not say how many games they add up. A score of ours adds up the \
             games of a limited competition: 20 for each forest, a draw counts 1, a decided game 2 and -3. \
             So the mean of a generation tells only how many games are drawn: without draws it is -10, however well forests play."
                .to_owned(),
        ],
        ..ExperimentReport::default()
    })
}

fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len().max(1) as f64
}

/// The trainings of table 5-5, as far as it takes to see how long an iteration is.
fn by_trees(lab: &mut Lab<'_>, figure: bool) -> Result<ExperimentReport, ExperimentError> {
    let mut runs: Vec<(u32, ForestRun)> = Vec::new();
    for (number, (test, trees, iterations)) in settings::TABLE_5_5.into_iter().enumerate() {
        lab.step(number as u64, 4, format!("test {test}: {trees} trees"))?;
        let iterations = lab.either(iterations, 2);
        let trees = if lab.quick { trees / 5 } else { trees };
        let mut told = vec![("trees", trees.to_string()), ("generations", iterations.to_string())];
        if lab.quick {
            told.extend([("first-games", "200".to_owned()), ("depth", "2".to_owned())]);
        }
        // The forests of table 5-4: each is trained once in a run of both.
        let place = settings::TABLE_5_4.iter().position(|row| row.0 == test).unwrap_or(number);
        runs.push((trees, train(lab, "forests/gomoku", &told, lab.seed.0.wrapping_add(place as u64))?));
    }
    let columns = ["trees", "seconds per iteration", "iterations in 13 days"];
    let mut table = ReportTable::new("How long an iteration of 50 games takes", &columns);
    for ((trees, run), (_, _, published)) in runs.iter().zip(settings::TABLE_5_5) {
        let seconds = mean(&run.seconds);
        let in_days = settings::DAYS_5_5 * 86_400.0 / seconds.max(1e-9);
        let cells = vec![
            ComparedFigure::ours(seconds, 2),
            ComparedFigure::ours(in_days, 0).beside(f64::from(published)),
        ];
        table.push(trees.to_string(), cells);
    }
    let times: Vec<f64> = runs.iter().map(|(_, run)| mean(&run.seconds)).collect();
    let longer = times.last() > times.first();
    let evidence =
        format!("{:.2} s with the fewest trees, {:.2} s with the most", times[0], times[times.len() - 1]);
    let series = runs.iter().map(|(trees, run)| {
        let points =
            run.seconds.iter().enumerate().map(|(at, seconds)| (at as f64 + 1.0, *seconds)).collect();
        Series::line(&format!("{trees} trees"), points)
    });
    let chart = Chart {
        title: "Time of each iteration".to_owned(),
        x: Axis::counting("iteration"),
        y: Axis::linear("seconds"),
        series: series.collect(),
    };
    let figures =
        if figure { vec![Figure { name: "fig-5-3".to_owned(), svg: chart.to_svg() }] } else { Vec::new() };
    Ok(ExperimentReport {
        claims: vec![Claim::plain("more trees make an iteration longer", longer, evidence)],
        cut: lab.quick.then(|| "a fifth of the trees, 2 iterations at depth 2.".to_owned()),
        tables: vec![table],
        figures,
        remarks: vec![
            "The source does not say how deep its trainings searched; ours look 2 plies beyond the own move. It used seven cores for each \
             training, this run the threads that it was given."
                .to_owned(),
        ],
        ..ExperimentReport::default()
    })
}
