//! Figures 1 and 2 of [OReilly2016]: final discs of the four heuristics and of a positional opponent, by plies of the
//! search. The source prints one game for each depth, as pictures without numbers, and no weights of the opponent; it says
//! that both "performed somewhat similarly". Here the opponent has weights of ours, and besides the one game from the
//! start there are many from random openings, the same in both figures.

use agon_arena::Openings;
use agon_arena::stats::Moments;
use agon_core::WHOLE_WIN;
use agon_plot::{Axis, Chart, Series};
use agon_records::{End, Record};

use crate::paper::{Experiment, ExperimentError, Lab, Paper};
use crate::report::{ComparedFigure, ExperimentReport, Figure, ReportTable};

/// The report and its experiments.
pub const PAPER: Paper = Paper {
    key: "reversi-report",
    title: "O'Reilly Regueiro: Comp 6721 Artificial Intelligence, Project 2, 2016",
    experiments: &[FIGURE_1, FIGURE_2],
};

const FIGURE_1: Experiment = Experiment {
    name: "fig-1",
    summary: "positional (black) against the four heuristics (white), by plies",
    needs_data: false,
    run: |lab| run(lab, "fig-1", [POSITIONAL, FOUR]),
};

const FIGURE_2: Experiment = Experiment {
    name: "fig-2",
    summary: "the four heuristics (black) against positional (white), by plies",
    needs_data: false,
    run: |lab| run(lab, "fig-2", [FOUR, POSITIONAL]),
};

/// The game, with the discs as they lie for its score.
const GAME: &str = "reversi:discs";
/// The source ran out of memory at 6 or 7 plies.
const DEEPEST: u32 = 6;
/// So many plies of an opening are random.
const RANDOM_PLIES: u32 = 6;
/// Numbers of the agents.
const POSITIONAL: usize = 0;
const FOUR: usize = 1;
const NAMES: [&str; 2] = ["positional", "four heuristics"];

fn run(lab: &mut Lab<'_>, name: &str, seats: [usize; 2]) -> Result<ExperimentReport, ExperimentError> {
    let deepest = lab.either(DEEPEST, 3);
    let games = lab.either(400, 40);
    let [black, white] = seats.map(|agent| NAMES[agent]);
    let (black_column, white_column) = (format!("{black} (black)"), format!("{white} (white)"));
    let columns: [&str; 4] = ["ply", &black_column, &white_column, "share of wins"];
    let mut single = ReportTable::new("Discs at the end of the game from the start", &columns[..3]);
    let title = format!("Mean discs of {games} games after {RANDOM_PLIES} random plies");
    let mut many = ReportTable::new(&title, &columns);
    for ply in 1..=deepest {
        lab.step(u64::from(ply - 1), u64::from(deepest), format!("{black} against {white}, {ply} plies"))?;
        let agents = [
            format!("alphabeta(depth={ply}, endgame=0, eval=positional)"),
            format!("alphabeta(depth={ply}, endgame=0, eval=four-heuristics(ply={ply}))"),
        ];
        let agents = agents.each_ref().map(String::as_str);
        let alone = lab.games(GAME, &agents, &[seats], Openings::Start)?;
        single.push(
            ply.to_string(),
            Sums::of(&alone).discs.map(|sum| ComparedFigure::ours(sum.mean(), 0)).to_vec(),
        );
        let sums =
            Sums::of(&lab.games(GAME, &agents, &vec![seats; games], Openings::Random(RANDOM_PLIES))?);
        let mut cells: Vec<_> = sums.discs.iter().map(|sum| ComparedFigure::mean(sum, 1.0, 1)).collect();
        cells.push(ComparedFigure::share(&sums.twelfths, WHOLE_WIN as f64, 3));
        many.push(ply.to_string(), cells);
    }
    let svg = chart(&columns, &many).to_svg();
    let remarks = [
        format!("The share of wins is that of {black}, which is black; draws count as half."),
        "The opponent's weights are not published; those used here are ours. The source plays one game for each depth and \
         says that both did about equally well."
            .to_owned(),
        "Where the source differs: it divides whole numbers (8 * corners / ply loses its remainder) and evaluates for the \
         side to move at the leaf; here numbers are not rounded, and the value is that of the player who searches."
            .to_owned(),
    ];
    let cut =
        lab.quick.then(|| "40 games instead of 400 for each depth, plies 1 to 3 instead of 6.".to_owned());
    Ok(ExperimentReport {
        no_claims: Some(
            "the figures are pictures without numbers, against an opponent whose weights are not published"
                .to_owned(),
        ),
        cut,
        tables: vec![single, many],
        figures: vec![Figure { name: name.to_owned(), svg }],
        remarks: remarks.to_vec(),
        ..ExperimentReport::default()
    })
}

/// Results of games: discs of black and white, black's share of wins.
#[derive(Default)]
struct Sums {
    discs: [Moments; 2],
    twelfths: Moments,
}

impl Sums {
    fn of(records: &[Record]) -> Self {
        let mut sums = Self::default();
        for record in records {
            if let (End::Rules { points }, Some(twelfths)) = (&record.end, record.twelfths()) {
                for (sum, &discs) in sums.discs.iter_mut().zip(points) {
                    sum.add(i64::from(discs));
                }
                twelfths.first().iter().for_each(|&&share| sums.twelfths.add(share as i64));
            }
        }
        sums
    }
}

fn chart(columns: &[&str], table: &ReportTable) -> Chart {
    let series = |column: usize| {
        let points = (1..)
            .zip(&table.rows)
            .filter_map(|(ply, row)| Some((f64::from(ply), row.cells.get(column)?.ours?)));
        let intervals = (1..)
            .zip(&table.rows)
            .filter_map(|(ply, row)| Some((f64::from(ply), row.cells.get(column)?.interval?)));
        Series::marked(columns[column + 1], points.collect()).with_intervals(intervals.collect())
    };
    Chart {
        title: table.title.clone(),
        x: Axis::counting("plies"),
        y: Axis::linear("discs"),
        series: vec![series(0), series(1)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_summed_up_by_colour() {
        let record = |points: [i32; 2]| {
            let text = format!(
                r#"{{"game":"{GAME}","agents":["a","b"],"moves":[],"end":{{"by":"rules","points":{points:?}}}}}"#
            );
            Record::from_json(&text).unwrap()
        };
        let sums = Sums::of(&[record([40, 24]), record([32, 32])]);
        assert_eq!(sums.discs.map(|sum| sum.mean()), [36.0, 28.0]);
        assert_eq!(ComparedFigure::share(&sums.twelfths, WHOLE_WIN as f64, 3).ours, Some(0.75));
    }
}
