//! Charts F and G of [Cherry2011]: games against the random agent, which nobody was trained against. The thesis played ten
//! of each kind and printed no spread; we play more where that is quick, and give intervals.

use agon_arena::Openings;
use agon_arena::stats::{Interval, Moments};
use agon_core::Player;

use super::{GAME, Min, QUICK_DEPTH, SHIPPED, cuts_at_depth_6, depths_cut, endings};
use crate::othello_thesis::appendix::{self, AppendixEntry};
use crate::othello_thesis::fitness::FinalDiscs;
use crate::othello_thesis::training_games::game;
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, ReportTable};
use crate::verdict::Claim;

/// Charts F and G.
pub(super) const CHARTS_F_AND_G: Experiment = Experiment {
    name: "random",
    summary: "fitness, discs and corners against the random agent (charts F and G)",
    needs_data: false,
    run,
};

/// The games behind each published figure.
const PUBLISHED_GAMES: f64 = 10.0;
/// Fitness is added up in thousandths.
const UNIT: f64 = 1000.0;

fn run(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let mut report = ExperimentReport::default();
    let deepest = lab.either(u32::MAX, QUICK_DEPTH);
    let entries: Vec<_> =
        appendix::random_agent().into_iter().filter(|entry| entry.depth <= deepest).collect();
    for (done, entry) in entries.iter().enumerate() {
        lab.step(done as u64, entries.len() as u64, name(entry))?;
        let title = title(entry);
        if report.tables.last().is_none_or(|table| table.title != title) {
            report.tables.push(ReportTable::new(&title, &COLUMNS));
        }
        let cells = measure(lab, entry)?.cells(entry);
        if let Some(table) = report.tables.last_mut() {
            table.push(name(entry), cells);
        }
    }
    let games = [1, 5].map(|depth| games_at(lab, depth));
    let beyond = if lab.quick { String::new() } else { format!(" up to depth 4 and of {} beyond", games[1]) };
    report.remarks.push(format!(
        "Means of {} games{beyond}; the published ones of ten. `won` is the share of games won, ties as half.",
        games[0]
    ));
    report.remarks.extend(cuts_at_depth_6(lab).map(str::to_owned));
    report.remarks.push("The network of the source is not published; ours is another one.".to_owned());
    report.cut = depths_cut(lab).map(|depths| format!("ten games of each kind instead of 200, {depths}"));
    report.claims = claims(&report.tables);
    Ok(report)
}

/// "These tests were widely successful as every parameter set resulted in an overall win over the ten games."
fn claims(tables: &[ReportTable]) -> Vec<Claim> {
    let won = tables.iter().flat_map(|table| &table.rows).filter_map(|row| {
        let won = row.cells.first()?;
        Some(Interval { value: won.ours?, low: won.interval?[0], high: won.interval?[1] })
    });
    let least = won.min_by(|one, other| one.low.total_cmp(&other.low));
    let worst = least.map(|least| {
        let text = "every set of techniques wins at every depth (the worst one's share of wins - 0.5)";
        Claim::positive(text, &least.map(|share| share - 0.5), 2)
    });
    worst.into_iter().chain(Claim::figures("the figures", tables)).collect()
}

const COLUMNS: [&str; 8] =
    ["depth", "won", "fitness", "opp. fitness", "discs", "opp. discs", "corners", "opp. corners"];

fn title(entry: &AppendixEntry) -> String {
    let colour = if entry.black { "black" } else { "white" };
    format!("{} as {colour} against the random agent", entry.techniques)
}

fn name(entry: &AppendixEntry) -> String {
    format!("{} {}", entry.depth, if entry.expected_min { "expected" } else { "normal" })
}

fn games_at(lab: &Lab<'_>, depth: u32) -> usize {
    if depth <= 4 { lab.either(200, 10) } else { 40 }
}

/// Results of many games, added up: the player's first, then the opponent's.
#[derive(Default)]
struct Sums {
    won: Moments,
    fitness: [Moments; 2],
    discs: [Moments; 2],
    corners: [Moments; 2],
}

fn measure(lab: &mut Lab<'_>, entry: &AppendixEntry) -> Result<Sums, ExperimentError> {
    let min = if entry.expected_min { Min::Expected } else { Min::Normal };
    let player = min.as_published(entry.depth).player(entry.techniques, entry.depth, SHIPPED);
    let (seats, seat) = if entry.black { ([0, 1], Player::FIRST) } else { ([1, 0], Player::SECOND) };
    let seats = vec![seats; games_at(lab, entry.depth)];
    let rules = game()?;
    let mut sums = Sums::default();
    for record in lab.games(GAME, &[&player, "random"], &seats, Openings::Start)? {
        let (agent, opponent) = endings(&rules, &record, seat)?;
        sums.add([agent, opponent]);
    }
    Ok(sums)
}

impl Sums {
    fn add(&mut self, both: [FinalDiscs; 2]) {
        self.won.add((2.0 * both[0].won()) as i64);
        for (side, ending) in both.iter().enumerate() {
            self.fitness[side].add((UNIT * ending.fitness()).round() as i64);
            self.discs[side].add(i64::from(ending.own));
            self.corners[side].add(i64::from(ending.corners));
        }
    }

    /// The means beside the published ones.
    fn cells(&self, entry: &AppendixEntry) -> Vec<ComparedFigure> {
        let endings = [entry.agent, entry.opponent];
        let mut cells = vec![ComparedFigure::share(&self.won, 2.0, 2)];
        let mut compare = |samples: &[Moments; 2], unit: f64, published: [f64; 2]| {
            cells.extend([0, 1].map(|side| {
                // The published mean of ten games is as uncertain as one of ours would be.
                let error = samples[side].variance().sqrt() / unit / PUBLISHED_GAMES.sqrt();
                ComparedFigure::mean(&samples[side], unit, 1)
                    .beside(published[side] / PUBLISHED_GAMES)
                    .with_published_error(error)
            }));
        };
        compare(&self.fitness, UNIT, entry.fitness);
        compare(&self.discs, 1.0, endings.map(|ending| f64::from(ending.own)));
        compare(&self.corners, 1.0, endings.map(|ending| f64::from(ending.corners)));
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_by_hand() {
        let mut sums = Sums::default();
        let ending = |own, opponent, corners| FinalDiscs { own, opponent, corners };
        sums.add([ending(48, 16, 4), ending(16, 48, 0)]);
        sums.add([ending(32, 32, 1), ending(32, 32, 3)]);
        let entry = appendix::random_agent()[0];
        let ours: Vec<_> = sums.cells(&entry).iter().map(|cell| cell.ours.unwrap()).collect();
        // Fitness 3 + 8 and -3, then -1 + 2 and -1 + 6.
        assert_eq!(ours, [0.75, 6.0, 1.0, 40.0, 24.0, 2.5, 1.5]);
        let published: Vec<_> = sums.cells(&entry).iter().map(|cell| cell.published).collect();
        assert!((published[1].unwrap() - 6.53).abs() < 1e-9, "chart F, black, without expected min, depth 1");
        assert_eq!(published[0], None);
    }
}
