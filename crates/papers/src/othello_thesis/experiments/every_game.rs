//! Charts A to E of the appendix of [Cherry2011]: every game against the agents that leave nothing to chance, once more
//! with our player. All of them stand in a file; means by techniques and by depth are shown.

use agon_core::Player;

use super::{
    DEPTHS, Min, OPPONENTS, QUICK_DEPTH, SHIPPED, SIX_GAMES, TECHNIQUES, cuts_at_depth_6, depths_cut,
    endings, six_games,
};
use crate::othello_thesis::appendix::{self, AppendixEntry};
use crate::othello_thesis::fitness::FinalDiscs;
use crate::othello_thesis::training_games::game;
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, ReportTable};

/// Charts A to E.
pub(super) const APPENDIX: Experiment = Experiment {
    name: "appendix",
    summary: "discs, corners and fitness of all 360 games of charts A to E",
    needs_data: false,
    run,
};

fn run(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let deepest = lab.either(*DEPTHS.end(), QUICK_DEPTH);
    let games = play(lab, deepest)?;
    let mut by_techniques = ReportTable::new("By techniques", &SUMMARY);
    for expected in [false, true] {
        for techniques in TECHNIQUES {
            let chosen =
                |entry: &AppendixEntry| (entry.expected_min, entry.techniques) == (expected, techniques);
            by_techniques.push(format!("{techniques} {}", min_name(expected)), summary(&games, chosen));
        }
    }
    let mut by_depth = ReportTable::new("By depth", &SUMMARY);
    for expected in [false, true] {
        for depth in 1..=deepest {
            let chosen = |entry: &AppendixEntry| (entry.expected_min, entry.depth) == (expected, depth);
            by_depth.push(format!("{depth} {}", min_name(expected)), summary(&games, chosen));
        }
    }
    let played = "Nothing random decides these games: each is played once. A tie counts as half a game won.";
    let remarks = std::iter::once(played).chain(cuts_at_depth_6(lab)).map(str::to_owned).collect();
    Ok(ExperimentReport {
        no_claims: Some("these are the games that figure 5.1 sums up, which is judged".to_owned()),
        cut: depths_cut(lab),
        tables: vec![by_techniques, by_depth, every_game(&games)],
        remarks,
        ..ExperimentReport::default()
    })
}

fn min_name(expected: bool) -> &'static str {
    if expected { "expected" } else { "normal" }
}

/// A published game with ours.
struct Replayed {
    published: AppendixEntry,
    agent: FinalDiscs,
    opponent: FinalDiscs,
}

/// Our games with the published ones, in the order of the charts.
fn play(lab: &mut Lab<'_>, deepest: u32) -> Result<Vec<Replayed>, ExperimentError> {
    let published = appendix::single_games();
    let rules = game()?;
    let mut games = Vec::new();
    let steps = 2 * TECHNIQUES.len() as u64 * u64::from(deepest);
    for techniques in TECHNIQUES {
        for (expected, depth) in
            [false, true].into_iter().flat_map(|min| (1..=deepest).map(move |d| (min, d)))
        {
            let min = if expected { Min::Expected } else { Min::Normal };
            let player = min.as_published(depth).player(techniques, depth, SHIPPED);
            lab.step(games.len() as u64 / 6, steps, &player)?;
            for (record, seats) in six_games(lab, &player)?.iter().zip(SIX_GAMES) {
                let seat = if seats[0] == 0 { Player::FIRST } else { Player::SECOND };
                let (against, _) = OPPONENTS[seats[0].max(seats[1]) - 1];
                let wanted = (techniques, seat == Player::FIRST, against, expected, depth);
                let is_it = |entry: &&AppendixEntry| {
                    (entry.techniques, entry.black, entry.against, entry.expected_min, entry.depth) == wanted
                };
                if let Some(&published) = published.iter().find(is_it) {
                    let (agent, opponent) = endings(&rules, record, seat)?;
                    games.push(Replayed { published, agent, opponent });
                }
            }
        }
    }
    Ok(games)
}

const SUMMARY: [&str; 5] = ["", "games won", "discs", "corners", "fitness"];

/// Games won, and means of the rest, over the games that are chosen.
fn summary(games: &[Replayed], chosen: impl Fn(&AppendixEntry) -> bool) -> Vec<ComparedFigure> {
    let chosen: Vec<_> = games.iter().filter(|game| chosen(&game.published)).collect();
    let sum = |of: &dyn Fn(FinalDiscs) -> f64| -> (f64, f64) {
        let ours = chosen.iter().map(|game| of(game.agent)).sum();
        let published = chosen.iter().map(|game| of(game.published.agent)).sum();
        (ours, published)
    };
    let count = chosen.len().max(1) as f64;
    let mean = |of: &dyn Fn(FinalDiscs) -> f64, digits: usize| {
        let (ours, published) = sum(of);
        ComparedFigure::ours(ours / count, digits).beside(published / count)
    };
    let (won, published) = sum(&FinalDiscs::won);
    vec![
        ComparedFigure::ours(won, 1).beside(published),
        mean(&|ending| f64::from(ending.own), 1),
        mean(&|ending| f64::from(ending.corners), 2),
        mean(&FinalDiscs::fitness, 2),
    ]
}

fn every_game(games: &[Replayed]) -> ReportTable {
    let columns = ["game", "discs", "opp. discs", "corners", "opp. corners", "fitness", "opp. fitness"];
    let mut table = ReportTable::new("All games", &columns);
    for Replayed { published, agent, opponent } in games {
        let colour = if published.black { "black" } else { "white" };
        let AppendixEntry { techniques, against, depth, expected_min, .. } = published;
        let name = format!("{techniques} {} {depth} {colour} {against}", min_name(*expected_min));
        let sides = [(agent, &published.agent), (opponent, &published.opponent)];
        let counts = |of: fn(&FinalDiscs) -> u32| {
            sides.map(|(ours, theirs)| {
                ComparedFigure::ours(f64::from(of(ours)), 0).beside(f64::from(of(theirs)))
            })
        };
        let fitness = [(agent, published.fitness[0]), (opponent, published.fitness[1])];
        let fitness = fitness.map(|(ours, theirs)| ComparedFigure::ours(ours.fitness(), 2).beside(theirs));
        let cells = [counts(|ending| ending.own), counts(|ending| ending.corners), fitness];
        table.push(name, cells.into_iter().flatten().collect());
    }
    table.file = Some("appendix".to_owned());
    table
}

#[cfg(test)]
mod tests {
    use agon_catalog::artefacts::OTHELLO_THESIS_NETWORK;

    use super::*;
    use crate::paper::in_quick_lab;

    /// Training plays the same six games with a loop of its own, and wrote down the fitness it found.
    #[test]
    fn games_at_depth_one_are_those_of_the_training() {
        let player = Min::Expected.player("M", 1, SHIPPED);
        let mut total = 0.0;
        for (record, seats) in
            in_quick_lab("every-game", |lab| six_games(lab, &player)).unwrap().iter().zip(SIX_GAMES)
        {
            let seat = if seats[0] == 0 { Player::FIRST } else { Player::SECOND };
            total += endings(&game().unwrap(), record, seat).unwrap().0.fitness();
        }
        let (origin, _) = OTHELLO_THESIS_NETWORK.split_once('\n').unwrap();
        let (_, fitness) = origin.rsplit_once(' ').unwrap();
        assert!((total / 6.0 - fitness.parse::<f64>().unwrap()).abs() < 1e-9, "{total} in six games");
    }
}
