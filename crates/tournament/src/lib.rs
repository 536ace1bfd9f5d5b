//! Tournaments: a plan in a file, games that stream into a store as they end, and tables.
//!
//! Which games a tournament has follows from its plan and, in a knockout, from the results so far. Whoever starts it
//! again, after a stop or a crash, plays the games that the store does not have; as every game depends on its number
//! only, the end is the same. Original design; the customs are those of engine tournaments.

mod bracket;
mod plan;
mod schedule;
mod standings;
mod tables;

use std::collections::BTreeMap;

pub use bracket::Pairing;
pub use plan::{EXAMPLE, Entrant, TournamentFormat, TournamentPlan};
pub use schedule::{TournamentSchedule, schedule};
pub use standings::{Failure, PairScore, Standing, Standings};

use agon_arena::GameJob;
use agon_arena::MatchError;
use agon_records::{BeginOrResume, Event, Record, Store, StoreError};

/// Why a tournament did not come to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TournamentError<E> {
    /// Its agents cannot be seated.
    #[error("{0}")]
    Seats(#[from] MatchError),
    /// The store failed.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The games cannot be played.
    #[error("{0}")]
    Games(E),
    /// It was stopped; what was played is in the store.
    #[error("the tournament was stopped; start it again to go on")]
    Stopped,
}

/// Results of games by their number.
pub type Results = BTreeMap<u64, Record>;

/// Plays the games of a tournament that the store does not have yet.
///
/// `play` plays jobs and hands over each record as it ends; `on_game` sees how many games are done and how many there
/// will be.
///
/// # Errors
/// If the tournament cannot be played; what was played until then is in the store.
pub fn run<E>(
    plan: &TournamentPlan,
    game: &str,
    players: usize,
    store: &mut Store,
    mut play: impl FnMut(&[GameJob], &mut dyn FnMut(Record) -> bool) -> Result<(), E>,
    mut on_game: impl FnMut(u64, u64),
) -> Result<Standings, TournamentError<E>> {
    plan.check(players)?;
    let (name, plan_text) = (Some(plan.name.clone()), plan.fingerprint(game).to_string());
    let event = Event { name, game: game.to_owned(), plan: plan_text, seed: plan.seed };
    let begun = store.begin(&event, BeginOrResume::Any)?;
    let mut results = read(plan, store)?;
    loop {
        let schedule = schedule(plan, players, &results);
        let missing: Vec<GameJob> =
            schedule.jobs.iter().filter(|job| !results.contains_key(&job.number)).copied().collect();
        let expected = schedule.expected;
        on_game(expected - missing.len() as u64, expected);
        if missing.is_empty() {
            return Ok(Standings::new(plan, schedule, &results));
        }
        let mut failure = None;
        let mut left = missing.len() as u64;
        let played = play(&missing, &mut |record| {
            let record = begun.game(record);
            failure = store.add(std::slice::from_ref(&record)).err();
            if let Some(number) = record.number {
                results.insert(number, record);
            }
            left -= 1;
            on_game(expected - left, expected);
            failure.is_none()
        });
        if let Some(failure) = failure {
            return Err(failure.into());
        }
        played.map_err(TournamentError::Games)?;
        if left > 0 {
            return Err(TournamentError::Stopped);
        }
    }
}

/// The standings of what is in the store, finished or not.
///
/// # Errors
/// If the store cannot be read.
pub fn standings(plan: &TournamentPlan, players: usize, store: &Store) -> Result<Standings, StoreError> {
    let results = read(plan, store)?;
    Ok(Standings::new(plan, schedule(plan, players, &results), &results))
}

fn read(plan: &TournamentPlan, store: &Store) -> Result<Results, StoreError> {
    let mut results = Results::new();
    store.for_each(Some(&plan.name), |record| {
        if let Some(number) = record.number {
            results.insert(number, record);
        }
        true
    })?;
    Ok(results)
}

#[cfg(test)]
mod tests;
