//! Matches and tournament games between agents named by specs.

use agon_arena::records::Record;
use agon_arena::{Contest, Job, Match, MatchError, Referee, Tally};
use agon_core::{Agent, AgentError, Choice, ReadError, Think};

use crate::agents;
use crate::any_game::{MatchRefused, OnRound};
use crate::playable::Playable;

/// Whether a match could be played.
pub(crate) fn check_match<G: Playable>(
    game: &G,
    agents: &[String],
    settings: &Match<'_>,
) -> Result<(), MatchRefused> {
    check(game, agents)?;
    Ok(settings.check(game, agents.len())?)
}

/// Plays a match.
pub(crate) fn play_match<G: Playable>(
    game: &G,
    agents: &[String],
    settings: &Match<'_>,
    on_round: &mut OnRound<'_>,
) -> Result<Tally, MatchRefused> {
    check(game, agents)?;
    let spec = game.spec();
    let tally =
        settings.play(game, agents.len(), &|agent| build(game, &agents[agent]), |referee, tally, games| {
            let record = |game: &agon_arena::SeatedGame<G::Move>| {
                referee.record(&spec, agents, &game.job, &game.played)
            };
            on_round(tally, &|| games.iter().filter(|_| settings.keep_moves).map(record).collect())
        });
    Ok(tally?)
}

/// Plays games of a tournament.
pub(crate) fn play_jobs<G: Playable>(
    game: &G,
    agents: &[String],
    contest: &Contest<'_>,
    jobs: &[Job],
    on_game: &mut dyn FnMut(Record) -> bool,
) -> Result<(), MatchRefused> {
    check(game, agents)?;
    let spec = game.spec();
    let make = |agent: usize| build(game, &agents[agent]);
    let referee = Referee::new(game, &make, contest).map_err(MatchError::from)?;
    referee.play_all(jobs, |job, played| on_game(referee.record(&spec, agents, job, &played)));
    Ok(())
}

fn check<G: Playable>(game: &G, agents: &[String]) -> Result<(), ReadError> {
    agents.iter().try_for_each(|agent| agents::build(game, agent).map(|_| ()))
}

/// The agent of a spec. Specs are checked before games begin; one that can no longer be built (its file is gone, say)
/// forfeits its games.
fn build<G: Playable>(game: &G, spec: &str) -> Box<dyn Agent<G>> {
    agents::build(game, spec).unwrap_or_else(|error| Box::new(Absent { name: spec.to_owned(), error }))
}

/// An agent that could not be made.
struct Absent {
    name: String,
    error: ReadError,
}

impl<G: Playable> Agent<G> for Absent {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(&mut self, _: &G, _: &G::Position, _: &mut Think<'_>) -> Result<Choice<G::Move>, AgentError> {
        Err(AgentError::Failed { agent: self.name.clone(), cause: self.error.to_string() })
    }
}
