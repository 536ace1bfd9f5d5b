//! The tables and figures of [KInARow2012], made again.

mod against_others;
mod competition;
mod growth;
mod trained;

use agon_learn::forests::Competition;

use super::settings::TABLE_3_1;
use crate::paper::{Experiment, ExperimentError, Lab, Paper};
use crate::report::{ComparedFigure, ExperimentReport, ReportTable};
use crate::verdict::Claim;

/// The study and its experiments.
pub const PAPER: Paper = Paper {
    key: "forests",
    title: "Machine Learning for Learning K-in-a-row Games (random forests), University of Tartu, about 2012",
    experiments: &[
        TABLE_3_1_GAMES,
        against_others::TABLE_5_1,
        growth::FIGURE_5_2,
        against_others::TABLE_5_3,
        competition::TABLE_5_4,
        growth::TABLE_5_5,
        growth::FIGURE_5_3,
        against_others::REVERSI,
        against_others::SECTION_6,
    ],
};

const TABLE_3_1_GAMES: Experiment = Experiment {
    name: "3-1",
    summary: "games of a full and of a limited training",
    needs_data: false,
    run: table_3_1,
};

fn table_3_1(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    lab.step(0, 1, "counting games")?;
    let mut table = ReportTable::new("Games of a generation", &["training", "initial", "maximum", "games"]);
    let mut equal = true;
    for ((name, competition), (initial, maximum, games)) in
        [("full", Competition::Full), ("limited", Competition::Limited)].into_iter().zip(TABLE_3_1)
    {
        let ours = competition.pairings(maximum, initial).len() as f64;
        equal &= ours == f64::from(games);
        let plain = |value: f64| ComparedFigure::ours(value, 0);
        table.push(
            name,
            vec![plain(initial as f64), plain(maximum as f64), plain(ours).beside(f64::from(games))],
        );
    }
    Ok(ExperimentReport {
        claims: vec![Claim::plain("a full training has 9,900 games, a limited one 200", equal, "counted")],
        tables: vec![table],
        ..ExperimentReport::default()
    })
}
