//! Which games a tournament has: a function of its plan and, in a knockout, of the results so far.

use crate::Results;
use crate::bracket::{self, Pairing};
use crate::plan::{TournamentFormat, TournamentPlan};
use agon_arena::GameJob;
use agon_core::PerPlayer;

/// The games of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentSchedule {
    /// The games known so far, in the order of their numbers.
    pub jobs: Vec<GameJob>,
    /// How many there will be.
    pub expected: u64,
    /// The stages of a knockout that are known, from the first one on; none of other tournaments.
    pub bracket: Vec<Vec<Pairing>>,
}

/// The games of a plan for a game with so many seats.
#[must_use]
pub fn schedule(plan: &TournamentPlan, players: usize, results: &Results) -> TournamentSchedule {
    if plan.format == TournamentFormat::Knockout {
        return bracket::schedule(plan, players, results);
    }
    let tables: Vec<_> = tables(plan.agents.len(), plan.per_game)
        .into_iter()
        .filter(|table| plan.format == TournamentFormat::RoundRobin || is_challenge(plan, table))
        .collect();
    let mut jobs = Vec::new();
    for round in 0..plan.rounds {
        for table in &tables {
            add_round(&mut jobs, table, players, round);
        }
    }
    TournamentSchedule { expected: jobs.len() as u64, jobs, bracket: Vec::new() }
}

/// Adds the games of one table in one round: every agent once on every seat.
pub(crate) fn add_round(jobs: &mut Vec<GameJob>, table: &[usize], players: usize, round: u64) {
    for turn in 0..table.len() {
        let seats = PerPlayer::new(players, |seat| table[(seat.index() + turn) % table.len()]);
        jobs.push(GameJob { number: jobs.len() as u64, round, seats });
    }
}

/// All tables of `size` out of `agents`.
fn tables(agents: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with_last = |last: usize| {
        tables(last, size - 1).into_iter().map(move |mut table| {
            table.push(last);
            table
        })
    };
    let mut found: Vec<_> = (0..agents).flat_map(with_last).collect();
    found.sort_unstable();
    found
}

/// Whether exactly one challenger sits at the table.
fn is_challenge(plan: &TournamentPlan, table: &[usize]) -> bool {
    table.iter().filter(|&&agent| plan.agents[agent].challenger).count() == 1
}
