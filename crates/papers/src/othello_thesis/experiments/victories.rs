//! Figures 5.1 and 5.3 of [Cherry2011]: how many of six games each set of techniques wins at each depth, one as white
//! and one as black against each of the three agents that leave nothing to chance.

use agon_arena::Openings;

use super::{DEPTHS, GAME, Min, OPPONENTS, TECHNIQUES};
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{Cell, Report, Table};

/// Games won for each depth and set of techniques.
type Published = [[f64; 5]; 6];

const NORMAL: Published = [
    [6.0, 6.0, 5.0, 5.0, 5.0],
    [4.0, 4.5, 4.0, 4.0, 3.0],
    [4.0, 4.0, 4.5, 4.0, 4.5],
    [3.0, 4.0, 6.0, 5.0, 6.0],
    [4.0, 4.0, 6.0, 5.0, 6.0],
    [5.0, 5.0, 3.0, 6.0, 4.0],
];

const EXPECTED: Published = [
    [6.0, 6.0, 5.0, 5.0, 5.0],
    [1.5, 2.0, 4.0, 1.0, 4.0],
    [3.0, 3.0, 5.0, 3.0, 5.0],
    [3.0, 5.0, 6.0, 4.0, 5.0],
    [6.0, 5.0, 6.0, 6.0, 6.0],
    [4.0, 5.0, 4.5, 5.0, 4.5],
];

const EXPECTED_PRUNED: Published = [
    [6.0, 6.0, 5.0, 5.0, 5.0],
    [1.0, 1.0, 2.0, 3.0, 1.0],
    [3.0, 0.5, 5.0, 4.0, 5.0],
    [4.0, 3.0, 6.0, 3.0, 6.0],
    [4.0, 5.0, 3.0, 4.0, 3.0],
    [4.0, 5.0, 4.5, 5.0, 4.5],
];

/// Figure 5.1.
pub(super) const FIGURE_5_1: Experiment = Experiment {
    name: "fig-5.1",
    summary: "games won of six, by techniques and depth, with normal and expected min",
    run: |lab| run(lab, &[(Min::Normal, &NORMAL), (Min::Expected, &EXPECTED)]),
};

/// Figure 5.3.
pub(super) const FIGURE_5_3: Experiment = Experiment {
    name: "fig-5.3",
    summary: "the same for expected min with alpha-beta cuts",
    run: |lab| run(lab, &[(Min::ExpectedPruned, &EXPECTED_PRUNED)]),
};

fn run(lab: &mut Lab<'_>, charts: &[(Min, &Published)]) -> Result<Report, ExperimentError> {
    let mut report = Report::default();
    let steps = (charts.len() * NORMAL.len() * TECHNIQUES.len()) as u64;
    let mut done = 0;
    for &(min, published) in charts {
        let mut table = Table::new(&format!("Games won of six: {}", min.name()), &["depth"]);
        table.columns.extend(TECHNIQUES.map(str::to_owned));
        for (depth, published) in DEPTHS.zip(published).take(lab.either(6, 4)) {
            let mut cells = Vec::new();
            for (techniques, &published) in TECHNIQUES.iter().zip(published) {
                let player = min.player(techniques, depth);
                lab.step(done, steps, &player)?;
                cells.push(Cell::ours(won_of_six(lab, &player)?, 1).beside(published));
                done += 1;
            }
            table.push(depth.to_string(), cells);
        }
        report.tables.push(table);
    }
    report.remarks.push("Nothing random decides these games: each is played once.".to_owned());
    if charts.iter().any(|(min, _)| *min == Min::Expected) {
        report.remarks.push(
            "The published figures for expected min at depth 6 were found with alpha-beta cuts; ours without."
                .to_owned(),
        );
    }
    Ok(report)
}

/// Games won against the three agents, draws as half.
fn won_of_six(lab: &Lab<'_>, player: &str) -> Result<f64, ExperimentError> {
    let mut won = 0.0;
    for opponent in OPPONENTS {
        let tally = lab.play(GAME, &[player, opponent], 2, Openings::Start)?;
        won += tally.score(0).value * tally.games as f64;
    }
    Ok(won)
}
