//! Figures 5.5 to 5.8 of [Cherry2011]: how the time and the nodes of a game and of a move grow with the depth.
//!
//! The source does not say which techniques were on and who the opponent was. Here minimax chooses every move (`M`), and
//! the figures are means over the six games against the agents that leave nothing to chance. The published expected-min
//! values at depth 6 are the author's extrapolation; ours are searched, without cuts. Normal min is searched as in the
//! source, and once more by what Agon has.
//!
//! The four figures show the same games, which are played once for a run.

use std::collections::BTreeMap;
use std::io;

use agon_arena::{AgentTally, Openings, Tally};
use agon_files::Fingerprint;
use agon_plot::{Axis, Chart, Series};
use serde::{Deserialize, Serialize};

use super::{DEPTHS, GAME, Min, OPPONENTS, QUICK_DEPTH, SHIPPED, SIX_GAMES, count_six_games, depths_cut};
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, Figure, ReportTable, Row};
use crate::verdict::Claim;

/// What a figure shows.
struct Measure {
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    digits: usize,
    of: fn(&Used) -> f64,
    /// As published, for normal and for expected min.
    published: [[f64; 6]; 2],
}

/// What a player used in its games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Used {
    /// How often the six games were played.
    times: u64,
    ms_per_game: f64,
    ms_per_move: f64,
    nodes_per_game: f64,
    nodes_per_move: f64,
}

impl Used {
    fn of(agent: &AgentTally, times: u64) -> Self {
        Self {
            times,
            ms_per_game: agent.ms_per_game(),
            ms_per_move: agent.ms_per_move(),
            nodes_per_game: agent.nodes_per_game(),
            nodes_per_move: agent.nodes_per_move(),
        }
    }
}

/// The file of the run that says what each player used.
const MEASURED: &str = "growth.json";

const MINS: [Min; 3] = [Min::Normal, Min::Expected, Min::Deepened];

/// The published seconds are given in milliseconds.
const TOTAL_TIME: Measure = Measure {
    name: "fig-5.5",
    title: "Time for all moves of a game",
    unit: "milliseconds",
    digits: 2,
    of: |used| used.ms_per_game,
    published: [
        [81.0, 254.0, 2032.0, 6325.0, 20_098.0, 67_553.0],
        [80.0, 608.0, 4555.0, 43_278.0, 288_101.0, 798_370.0],
    ],
};

const MEAN_TIME: Measure = Measure {
    name: "fig-5.6",
    title: "Mean time for a move",
    unit: "milliseconds",
    digits: 3,
    of: |used| used.ms_per_move,
    published: [[2.0, 8.0, 63.0, 197.0, 609.0, 2179.0], [2.0, 19.0, 151.0, 1396.0, 9293.0, 25_749.0]],
};

const TOTAL_NODES: Measure = Measure {
    name: "fig-5.7",
    title: "Nodes searched in a game",
    unit: "nodes",
    digits: 0,
    of: |used| used.nodes_per_game,
    published: [
        [215.0, 828.0, 6995.0, 22_851.0, 67_223.0, 233_976.0],
        [215.0, 2049.0, 14_916.0, 139_552.0, 894_735.0, 2_464_762.0],
    ],
};

const MEAN_NODES: Measure = Measure {
    name: "fig-5.8",
    title: "Mean nodes searched for a move",
    unit: "nodes",
    digits: 0,
    of: |used| used.nodes_per_move,
    published: [[7.0, 28.0, 219.0, 714.0, 2037.0, 7548.0], [7.0, 66.0, 497.0, 4502.0, 28_862.0, 79_496.0]],
};

/// Figure 5.5.
pub(super) const FIGURE_5_5: Experiment = Experiment {
    name: TOTAL_TIME.name,
    summary: "time for all moves of a game, by depth",
    needs_data: false,
    run: |lab| run(lab, &TOTAL_TIME),
};

/// Figure 5.6.
pub(super) const FIGURE_5_6: Experiment = Experiment {
    name: MEAN_TIME.name,
    summary: "mean time for a move, by depth",
    needs_data: false,
    run: |lab| run(lab, &MEAN_TIME),
};

/// Figure 5.7.
pub(super) const FIGURE_5_7: Experiment = Experiment {
    name: TOTAL_NODES.name,
    summary: "nodes searched in a game, by depth",
    needs_data: false,
    run: |lab| run(lab, &TOTAL_NODES),
};

/// Figure 5.8.
pub(super) const FIGURE_5_8: Experiment = Experiment {
    name: MEAN_NODES.name,
    summary: "mean nodes searched for a move, by depth",
    needs_data: false,
    run: |lab| run(lab, &MEAN_NODES),
};

fn run(lab: &mut Lab<'_>, measure: &Measure) -> Result<ExperimentReport, ExperimentError> {
    let deepest = lab.either(*DEPTHS.end(), QUICK_DEPTH);
    let title = match measure.unit {
        "nodes" => measure.title.to_owned(),
        unit => format!("{} ({unit})", measure.title),
    };
    let mut table = ReportTable::new(&title, &["depth"]);
    table.columns.extend(MINS.map(|min| min.name().to_owned()));
    for depth in 1..=deepest {
        let mut cells = Vec::new();
        for (column, min) in MINS.into_iter().enumerate() {
            let player = min.player("M", depth, SHIPPED);
            let mins = MINS.len() as u64;
            let done = mins * u64::from(depth - 1) + column as u64;
            lab.step(done, mins * u64::from(deepest), &player)?;
            let ours = (measure.of)(&used(lab, &player)?);
            let published = measure.published.get(column).map(|figures| figures[depth as usize - 1]);
            cells.push(ComparedFigure::ours(ours, measure.digits).beside(published));
        }
        table.push(depth.to_string(), cells);
    }
    let svg = chart(measure, &table).to_svg();
    let remarks = [
        "Means over six games of minimax without techniques, both colours against three agents, repeated where they \
         are quick; the source does not say what it measured.",
        "Normal min is alpha-beta as in a textbook, moves in board order, as in the source. The last column shows what \
         deepening, ordering and a table make of it.",
        "The published figures for expected min at depth 6 are extrapolated; ours are searched, without cuts.",
        if measure.unit == "nodes" {
            "A node is a position that the search looks at."
        } else {
            "Times are those of this machine and moment; that they are those of the source is not claimed."
        },
    ];
    Ok(ExperimentReport {
        claims: claims(measure, &table),
        cut: depths_cut(lab),
        tables: vec![table],
        figures: vec![Figure { name: measure.name.to_owned(), svg }],
        remarks: remarks.map(str::to_owned).to_vec(),
        ..ExperimentReport::default()
    })
}

/// Figures of another program and machine cannot be the same; of nodes one can expect the same size.
const SAME_SIZE: f64 = 2.0;

/// What the source says with its figures. Nothing random decides about nodes, and times differ by far more than they
/// vary.
fn claims(measure: &Measure, table: &ReportTable) -> Vec<Claim> {
    let ours = |row: &Row, column: usize| row.cells[column].ours.unwrap_or(f64::NAN);
    let ratio = |row: &Row| ours(row, 1) / ours(row, 0);
    let ratios: Vec<_> = table.rows.iter().skip(1).map(ratio).collect();
    let evidence = |ratios: &[f64]| {
        let text: Vec<_> = ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
        format!("by depth: {} times as much", text.join(", "))
    };
    let mut claims = vec![Claim::plain(
        "expected min takes more than normal min from depth 2 on",
        ratios.iter().all(|&ratio| ratio > 1.0),
        evidence(&ratios),
    )];
    if measure.unit == "nodes" {
        for (column, min) in MINS.iter().enumerate().take(measure.published.len()) {
            let measured = |row: &Row| Some(ours(row, column) / row.cells[column].published?);
            // The last depth of expected min is extrapolated.
            let searched = table.rows.iter().take(DEPTHS.count() - column);
            let ratios: Vec<_> = searched.filter_map(measured).collect();
            let same = ratios.iter().all(|ratio| (1.0 / SAME_SIZE..=SAME_SIZE).contains(ratio));
            let text = format!("{}: nodes within a factor of two", min.name());
            claims.push(Claim::plain(text, same, evidence(&ratios)));
        }
    }
    claims
}

/// What a player uses, measured unless the run has done so before.
fn used(lab: &mut Lab<'_>, player: &str) -> Result<Used, ExperimentError> {
    let of = Fingerprint::new("growth", 2).with("game", GAME);
    let mut measured: BTreeMap<String, Used> = match lab.notebook.text(MEASURED, &of)? {
        Some(text) => serde_json::from_str(&text).map_err(io::Error::from)?,
        None => BTreeMap::new(),
    };
    if let Some(&used) = measured.get(player) {
        count_six_games(lab, player, used.times)?;
        return Ok(used);
    }
    let played = six_games_timed(lab, player)?;
    let used = Used::of(&played.agents[0], played.games / SIX_GAMES.len() as u64);
    measured.insert(player.to_owned(), used);
    let text = serde_json::to_string_pretty(&measured).map_err(io::Error::from)?;
    lab.notebook.keep(MEASURED, &of, &text)?;
    Ok(used)
}

/// A player's games against the agents that leave nothing to chance, one after the other. Those of quick players are
/// played again: a machine that does something else for a moment would else show in their times.
fn six_games_timed(lab: &mut Lab<'_>, player: &str) -> Result<Tally, ExperimentError> {
    let mut all = Tally::new(2, 2);
    for _ in 0..MOST_TIMES {
        for (_, opponent) in OPPONENTS {
            all.merge(&lab.play_timed(GAME, &[player, opponent], 2, Openings::Start)?);
        }
        if all.agents[0].ms_per_game() * all.games as f64 > ENOUGH_MS {
            break;
        }
    }
    Ok(all)
}

/// The games of a player are repeated until they have taken so long together, in milliseconds, ...
const ENOUGH_MS: f64 = 200.0;
/// ... but not more often than this.
const MOST_TIMES: u32 = 20;

fn chart(measure: &Measure, table: &ReportTable) -> Chart {
    let series = |column: usize, whose: &str, of: fn(&ComparedFigure) -> Option<f64>| {
        let points = (1..)
            .zip(&table.rows)
            .filter_map(|(depth, row)| Some((f64::from(depth), of(row.cells.get(column)?)?)));
        Series::marked(&format!("{}, {whose}", MINS[column].name()), points.collect())
    };
    let ours = |column| series(column, "ours", |cell| cell.ours);
    let published = |column| series(column, "thesis", |cell| cell.published);
    Chart {
        title: measure.title.to_owned(),
        x: Axis::counting("depth"),
        y: Axis::logarithmic(measure.unit),
        series: vec![ours(0), published(0), ours(1), published(1), ours(2)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::{TestFolder, in_lab_until};

    /// Each of the four figures once played the games again, the slow ones too.
    #[test]
    fn a_run_measures_a_player_once() {
        let folder = &TestFolder::new("growth").0;
        // A mark in the file shows that it was read and nothing measured again.
        let mark = |lab: &Lab<'_>| {
            let path = lab.notebook.path(MEASURED);
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(&path, text.replace("\"ms_per_game\": ", "\"ms_per_game\": 7777")).unwrap();
        };
        let player = Min::Normal.player("M", 1, SHIPPED);
        let [first, again] = in_lab_until(u64::MAX, folder, false, |lab| {
            let first = used(lab, &player).unwrap();
            mark(lab);
            [first, used(lab, &player).unwrap()]
        });
        assert!(first.ms_per_game > 0.0 && first.ms_per_game < 7777.0);
        assert!(again.ms_per_game >= 7777.0);
        assert_eq!(in_lab_until(u64::MAX, folder, true, |lab| used(lab, &player).unwrap()), again);
    }

    /// A game has about as many own moves at every depth: transcribed totals and means must agree on that.
    #[test]
    fn totals_and_means_are_of_the_same_games() {
        for (total, mean) in [(TOTAL_TIME, MEAN_TIME), (TOTAL_NODES, MEAN_NODES)] {
            for (total, mean) in total.published.iter().flatten().zip(mean.published.iter().flatten()) {
                let moves = total / mean;
                // A mean time of 2 ms can have been 1.5 or 2.5.
                let tolerance = if *mean < 10.0 { 10.0 } else { 2.5 };
                assert!((moves - 31.0).abs() < tolerance, "{total} / {mean} = {moves}");
            }
        }
    }
}
