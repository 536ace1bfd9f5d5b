//! Figures 5.1 and 5.3 of [Cherry2011]: how many of six games each set of techniques wins at each depth, one as white
//! and one as black against each of the three agents that leave nothing to chance.

use agon_core::WHOLE_WIN;

use super::{DEPTHS, Min, QUICK_DEPTH, SIX_GAMES, TECHNIQUES, six_games};
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, ReportTable};

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
    needs_data: false,
    run: |lab| run(lab, &[(Min::Normal, &NORMAL), (Min::Expected, &EXPECTED)]),
};

/// Figure 5.3.
pub(super) const FIGURE_5_3: Experiment = Experiment {
    name: "fig-5.3",
    summary: "the same for expected min with alpha-beta cuts",
    needs_data: false,
    run: |lab| run(lab, &[(Min::ExpectedPruned, &EXPECTED_PRUNED)]),
};

fn run(lab: &mut Lab<'_>, charts: &[(Min, &Published)]) -> Result<ExperimentReport, ExperimentError> {
    let mut report = ExperimentReport::default();
    let deepest = lab.either(*DEPTHS.end(), QUICK_DEPTH);
    let steps = u64::from(deepest) * (charts.len() * TECHNIQUES.len()) as u64;
    let mut done = 0;
    for &(min, published) in charts {
        let mut table = ReportTable::new(&format!("Games won of six: {}", min.name()), &["depth"]);
        table.columns.extend(TECHNIQUES.map(str::to_owned));
        for (depth, published) in (1..=deepest).zip(published) {
            let mut cells = Vec::new();
            for (techniques, &published) in TECHNIQUES.iter().zip(published) {
                let player = min.player(techniques, depth);
                lab.step(done, steps, &player)?;
                cells.push(ComparedFigure::ours(won_of_six(lab, &player)?, 1).beside(published));
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
    let records = six_games(lab, player)?;
    let twelfths = records.iter().zip(SIX_GAMES).filter_map(|(record, seats)| {
        let seat = seats.iter().position(|&agent| agent == 0)?;
        record.twelfths()?.get(seat).copied()
    });
    Ok(twelfths.sum::<u64>() as f64 / WHOLE_WIN as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello_thesis::appendix;

    /// Two transcriptions of the source that agree: the figure, and the games it sums up.
    #[test]
    fn figure_5_1_follows_from_the_appendix() {
        for (expected, published) in [(false, NORMAL), (true, EXPECTED)] {
            for (depth, row) in DEPTHS.zip(published) {
                for (techniques, cell) in TECHNIQUES.into_iter().zip(row) {
                    let games = appendix::single_games().into_iter().filter(|game| {
                        (game.expected_min, game.depth, game.techniques) == (expected, depth, techniques)
                    });
                    assert_eq!(
                        games.map(|game| game.agent.won()).sum::<f64>(),
                        cell,
                        "{techniques} at depth {depth}, {expected}"
                    );
                }
            }
        }
    }
}
