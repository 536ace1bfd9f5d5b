//! The tables of [Hoang2021] sections 5.1 to 5.6 and its appendices B and C.
//!
//! The source limits agents by time, on a machine that it does not name. A run does the same, or gives every agent as many
//! simulations for each second (`--simulations`), which nothing but the seed decides. Seats are rotated as in the source,
//! shared wins are split, and the points of its appendix C stand beside ours where the time limit is the same.
//!
//! Differs from the source: its MC and MCTS look at moves that strategies prefer, in a way that it does not tell; here they
//! look at all. GAMC and GAMCTS take the weights of its table 8.

mod contests;
mod four_players;
mod outside_engine;
mod two_players;
mod weight_matches;

use crate::paper::{Lab, Paper};

/// The study and its experiments.
pub const PAPER: Paper = Paper {
    key: "blokus-study",
    title: "Hoang, Soto, Michaux, Hilt, Göritzer, Oh: Search Algorithms for a Blokus AI, 2021",
    experiments: &[
        two_players::TABLE_1,
        two_players::TABLE_2,
        four_players::TABLE_3,
        four_players::TABLE_4,
        two_players::TABLE_5,
        four_players::TABLE_6,
        outside_engine::TABLE_7,
        weight_matches::TABLE_8,
    ],
};

/// The board of two players.
const TWO: &str = "blokus:two";
/// The board of four.
const FOUR: &str = "blokus";

/// An agent of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Mc,
    Mcts,
    Ga,
    Gamc,
    Gamcts,
    MaxN,
    Paranoid,
}

/// Simulations in the place of a second where a quick run is not told otherwise.
const QUICK_SIMULATIONS: u64 = 200;

impl Method {
    fn name(self) -> &'static str {
        match self {
            Self::Mc => "MC",
            Self::Mcts => "MCTS",
            Self::Ga => "GA",
            Self::Gamc => "GAMC",
            Self::Gamcts => "GAMCTS",
            Self::MaxN => "Max^n",
            Self::Paranoid => "Paranoid",
        }
    }

    /// The agent on a board, with so many seconds for a move or what stands for them.
    fn spec(self, lab: &Lab<'_>, players: usize, seconds: u64) -> String {
        let weights = format!("weights(study-{players}p)");
        let limit = match simulations(lab) {
            Some(simulations) => format!("nodes={}", simulations * seconds),
            None => format!("time={seconds}s"),
        };
        match self {
            Self::Ga => format!("ga({weights})"),
            Self::Mc => format!("mc({limit})"),
            Self::Mcts => format!("mcts({limit})"),
            Self::Gamc => format!("gamc({limit}, eval={weights})"),
            Self::Gamcts => format!("gamcts({limit}, eval={weights})"),
            Self::MaxN => format!("maxn({limit}, eval={weights})"),
            Self::Paranoid => format!("paranoid({limit}, eval={weights})"),
        }
    }
}

/// What stands for a second: nothing in a full run that is not told otherwise.
fn simulations(lab: &Lab<'_>) -> Option<u64> {
    lab.simulations.or(lab.quick.then_some(QUICK_SIMULATIONS))
}

/// What a reader must know of the limits.
fn about_limits(lab: &Lab<'_>) -> String {
    match simulations(lab) {
        Some(simulations) => format!(
            "For each second of the source every agent has {simulations} simulations or nodes: the same on every machine."
        ),
        None => "Agents have the seconds of the source for each move, on another machine than the source's."
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::{ExperimentError, in_quick_lab};
    use crate::report::ExperimentReport;

    fn made(table: &str, engine: Option<&str>) -> Result<ExperimentReport, ExperimentError> {
        // Each test has a folder of its own: they run side by side.
        let test = std::thread::current().name().unwrap_or_default().replace("::", "-");
        in_quick_lab(&format!("{test}-{table}"), |lab| {
            lab.simulations = Some(20);
            lab.engine = engine.map(|agent| agent.parse().unwrap());
            PAPER.experiment(table).unwrap().run(lab)
        })
    }

    /// Every table has a row for everything, figures with intervals, and claims.
    #[test]
    fn quick_tables_are_whole() {
        for (table, rows) in [("1", 2), ("2", 2), ("3", 4), ("4", 2), ("5", 16), ("6", 4), ("8", 13)] {
            let report = made(table, None).unwrap();
            assert_eq!(report.tables.iter().map(|table| table.rows.len()).sum::<usize>(), rows, "{table}");
            assert!(report.cut.is_some() && !report.claims.is_empty(), "{table}");
            let cell = &report.tables[0].rows[0].cells[0];
            let (share, [low, high]) = (cell.ours.unwrap(), cell.interval.unwrap());
            assert!((0.0..=1.0).contains(&share) && low <= share && share <= high, "{table}: {cell:?}");
        }
    }

    #[test]
    fn equal_simulations_give_equal_tables() {
        assert_eq!(made("1", None).unwrap(), made("1", None).unwrap());
    }

    #[test]
    fn the_engine_of_table_7_is_any_agent() {
        let error = made("7", None).unwrap_err().to_string();
        assert!(error.contains("--engine \"pentobi-gtp --nobook --level 7\""), "{error}");
        let report = made("7", Some("ga(weights(study-4p))")).unwrap();
        assert_eq!(report.tables.iter().map(|table| table.rows.len()).collect::<Vec<_>>(), [4, 4]);
        let shares: f64 = report.tables[0].rows.iter().filter_map(|row| row.cells[0].ours).sum();
        assert!((shares - 1.0).abs() < 1e-9, "shared wins are split: {shares}");
    }

    /// An engine that never answered once gave a table of halves and zeros, and a verdict.
    #[test]
    fn an_engine_that_fails_in_every_game_is_an_error() {
        let error = made("7", Some("external(gtp, \"false\")")).unwrap_err().to_string();
        assert!(
            error.starts_with("no game was played to its end: P4 lost by a failure (external"),
            "{error}"
        );
    }

    #[test]
    fn limits_are_seconds_or_what_stands_for_them() {
        in_quick_lab("blokus-study-limits", |lab| {
            assert_eq!(Method::Mc.spec(lab, 2, 3), "mc(nodes=600)");
            lab.simulations = Some(7);
            assert_eq!(Method::Gamcts.spec(lab, 4, 10), "gamcts(nodes=70, eval=weights(study-4p))");
            (lab.quick, lab.simulations) = (false, None);
            assert_eq!(Method::Gamc.spec(lab, 2, 1), "gamc(time=1s, eval=weights(study-2p))");
            assert_eq!(Method::Ga.spec(lab, 2, 1), "ga(weights(study-2p))");
        });
    }
}
