//! Games of some agents on given seats, kept with the run, and what their points say.

use std::collections::BTreeMap;
use std::io;

use agon_arena::Openings;
use agon_arena::stats::{Interval, Moments};
use agon_core::{PerPlayer, WHOLE_WIN, split_win};
use agon_files::Fingerprint;
use agon_records::End;

use crate::paper::{ExperimentError, Lab};
use crate::report::ComparedFigure;

/// Points of each agent in each game; an agent that sits twice has the points of each seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Contest {
    /// By game, by seat: the agent and its points.
    games: Vec<Vec<(usize, i32)>>,
}

/// The file of the run that holds the points of all games.
const FILE: &str = "blokus-games.json";

type Kept = BTreeMap<String, Vec<Vec<i32>>>;

impl Contest {
    /// Plays games in which `seats` names the agents by number, unless the run has played them before.
    pub(super) fn play(
        lab: &mut Lab<'_>,
        game: &str,
        agents: &[String],
        seats: &[Vec<usize>],
        openings: Openings,
    ) -> Result<Self, ExperimentError> {
        let names: Vec<&str> = agents.iter().map(String::as_str).collect();
        let key = format!("{game}: {} after {openings:?}, seats {seats:?}", names.join(" / "));
        let of = Fingerprint::new("blokus-games", 1);
        let mut kept: Kept = match lab.notebook.text(FILE, &of)? {
            Some(text) => serde_json::from_str(&text).map_err(io::Error::from)?,
            None => Kept::new(),
        };
        let points = match kept.get(&key) {
            Some(points) => {
                lab.count_games(game, &names, points.len() as u64)?;
                points.clone()
            }
            None => {
                let records = lab.games(game, &names, seats, openings)?;
                let points: Vec<Vec<i32>> = records.iter().map(|record| points_of(&record.end)).collect();
                if let Some(record) = records.first().filter(|_| points.iter().all(Vec::is_empty)) {
                    return Err(ExperimentError::Forfeited(record.end.to_string()));
                }
                // What failed is played again by a run that goes on.
                if points.iter().all(|points| !points.is_empty()) {
                    kept.insert(key, points.clone());
                    let text = serde_json::to_string(&kept).map_err(io::Error::from)?;
                    lab.notebook.keep(FILE, &of, &text)?;
                }
                points
            }
        };
        // A game that an agent forfeited has no points, and counts for nobody.
        let seated = |(seats, points): (&Vec<usize>, Vec<i32>)| seats.iter().copied().zip(points).collect();
        let games: Vec<Vec<(usize, i32)>> = seats.iter().zip(points).map(seated).collect();
        Ok(Self { games: games.into_iter().filter(|game| !game.is_empty()).collect() })
    }

    /// The games of both.
    pub(super) fn with(mut self, other: Self) -> Self {
        self.games.extend(other.games);
        self
    }

    /// The games in which an agent sat.
    pub(super) fn of(&self, agent: usize) -> Self {
        let games = self.games.iter().filter(|game| game.iter().any(|(one, _)| *one == agent));
        Self { games: games.cloned().collect() }
    }

    /// The same games of two with the agent `first` under number 0.
    pub(super) fn renamed(mut self, first: usize) -> Self {
        for (agent, _) in self.games.iter_mut().flatten() {
            *agent = usize::from(*agent != first);
        }
        self
    }

    /// How many games were played to their end.
    pub(super) fn games(&self) -> usize {
        self.games.len()
    }

    /// An agent's twelfths of wins in each game; all of its seats together.
    fn wins(&self, agent: usize) -> Moments {
        let mut wins = Moments::default();
        for game in &self.games {
            let best = game.iter().map(|&(_, points)| points).max();
            let split: PerPlayer<u64> = split_win(game.len(), |player| Some(game[player.index()].1) == best);
            let own = game.iter().zip(split.as_slice()).filter(|((one, _), _)| *one == agent);
            wins.add(own.map(|(_, &twelfths)| twelfths as i64).sum());
        }
        wins
    }

    /// The share of all wins that an agent has, ties split.
    pub(super) fn share(&self, agent: usize) -> ComparedFigure {
        ComparedFigure::share(&self.wins(agent), WHOLE_WIN as f64, 3)
    }

    /// Wins of an agent, ties split, as a number of games.
    pub(super) fn won(&self, agent: usize) -> f64 {
        self.wins(agent).mean() * self.games() as f64 / WHOLE_WIN as f64
    }

    /// The mean points of an agent.
    pub(super) fn points(&self, agent: usize) -> ComparedFigure {
        let mut points = Moments::default();
        for &(_, own) in self.games.iter().flatten().filter(|(one, _)| *one == agent) {
            points.add(i64::from(own));
        }
        ComparedFigure::mean(&points, 1.0, 1)
    }

    /// The mean place of an agent: one plus the others that were better, and half of those that were equal. A place is a
    /// share of the others who were left behind, with the interval of shares.
    pub(super) fn place(&self, agent: usize) -> ComparedFigure {
        let mut before = Moments::default();
        let others = self.games.first().map_or(1, |game| game.len().max(2) - 1);
        for game in &self.games {
            for &(_, own) in game.iter().filter(|(one, _)| *one == agent) {
                let better = game.iter().filter(|(_, points)| *points > own).count();
                let equal = game.iter().filter(|(_, points)| *points == own).count() - 1;
                before.add((2 * better + equal) as i64);
            }
        }
        let share = ComparedFigure::share(&before, 2.0 * others as f64, 2);
        let place = |share: f64| 1.0 + share * others as f64;
        ComparedFigure {
            ours: share.ours.map(place),
            interval: share.interval.map(|ends| ends.map(place)),
            ..share
        }
    }

    /// By how much the share of wins of one agent is above a number, with its interval.
    pub(super) fn above(&self, agent: usize, even: f64) -> Interval {
        let share = self.share(agent);
        let value = share.ours.unwrap_or_default();
        let [low, high] = share.interval.unwrap_or([value, value]);
        Interval { value: value - even, low: low - even, high: high - even }
    }
}

fn points_of(end: &End) -> Vec<i32> {
    match end {
        End::Rules { points } => points.clone(),
        _ => Vec::new(),
    }
}

/// A share that was published for so many games: its error is that of as many coins.
pub(super) fn published_share(figure: ComparedFigure, won: f64, games: f64) -> ComparedFigure {
    let share = won / games;
    let spread = (share * (1.0 - share)).max(1.0 / (4.0 * games)) / games;
    figure.beside(share).with_published_error(spread.sqrt())
}

/// Mean points that were published for so many games. Single games of appendix C spread by about six points.
pub(super) fn published_points(
    figure: ComparedFigure,
    mean: impl Into<Option<f64>>,
    games: f64,
) -> ComparedFigure {
    const SPREAD: f64 = 6.0;
    match mean.into() {
        Some(mean) => figure.beside(mean).with_published_error(SPREAD / games.sqrt()),
        None => figure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of two equal games once had intervals of width zero.
    #[test]
    fn equal_games_leave_room() {
        let game = vec![(0, -10), (1, -14), (2, -20), (3, -20)];
        let contest = Contest { games: vec![game.clone(), game] };
        for figure in [contest.share(0), contest.points(0), contest.place(0), contest.place(3)] {
            let [low, high] = figure.interval.unwrap();
            assert!(high - low > 0.5, "{figure:?}");
        }
        assert_eq!([0, 1, 2, 3].map(|agent| contest.place(agent).ours.unwrap()), [1.0, 2.0, 3.5, 3.5]);
        assert!(contest.place(0).interval.unwrap()[1] > 2.0 && contest.place(3).interval.unwrap()[1] <= 4.0);
    }
}
