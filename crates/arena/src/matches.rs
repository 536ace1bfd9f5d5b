//! A match: rounds in which every agent plays every seat from the same opening, spread over threads.
//!
//! A round is one job: what it gives depends on the seed of the match and its own number only. Rounds are counted in
//! the order of their numbers, so the tally is the same at any thread count (times aside), also when a sequential
//! test ends the match early.

use agon_core::{Agent, Notation, PerPlayer, ReadError};

use crate::game::Played;
use crate::ordered::Ordered;
use crate::referee::{Contest, Crew, Job, Referee};
use crate::stats::{Sprt, Verdict};
use crate::tally::Tally;

/// How a match is played.
#[derive(Clone)]
pub struct Match<'a> {
    /// Games to play; the last round may be cut short.
    pub games: u64,
    /// Ends the match as soon as this test of the first agent against the second has ended.
    pub sprt: Option<SprtOf>,
    /// Whether `on_round` sees the moves: threads have much less to hand over without.
    pub keep_moves: bool,
    /// How each game goes.
    pub contest: Contest<'a>,
}

/// A sequential test and what it looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtOf {
    /// The test.
    pub test: Sprt,
    /// Whether it looks at rounds (pairs of games) or at single games.
    pub rounds: bool,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// The agents do not fill the seats evenly.
    #[error("{agents} agents cannot share the {players} seats of this game evenly")]
    Seats {
        /// Agents named.
        agents: usize,
        /// Seats of the game.
        players: usize,
    },
    /// There are neither no clocks, nor one, nor one for each agent.
    #[error("{clocks} clocks for {agents} agents: give one for all of them or one for each")]
    Clocks {
        /// Clocks given.
        clocks: usize,
        /// Agents named.
        agents: usize,
    },
    /// A sequential test compares two agents.
    #[error("a sequential test compares two agents, not {0}")]
    Sprt(usize),
    /// The openings cannot be read.
    #[error("{0}")]
    Openings(#[from] ReadError),
}

/// A game of a round.
pub struct SeatedGame<M> {
    /// Which game it was.
    pub job: Job,
    /// How it went.
    pub played: Played<M>,
}

impl Match<'_> {
    /// The games of a round, each with every agent one seat further on.
    #[must_use]
    pub fn round(&self, agents: usize, players: usize, round: u64) -> Vec<Job> {
        let first = round * agents as u64;
        let numbers = first..(first + agents as u64).min(self.games);
        let seats = |turn: usize| PerPlayer::new(players, |seat| (seat.index() + turn) % agents);
        numbers.map(|number| Job { number, round, seats: seats((number - first) as usize) }).collect()
    }

    /// Plays the match. `make` makes one of the `agents` agents; `on_round` sees each round with the tally so far
    /// and may answer `false` to end the match.
    ///
    /// # Errors
    /// If the agents cannot be seated or the openings not be read.
    pub fn play<G: Notation>(
        &self,
        game: &G,
        agents: usize,
        make: &(dyn Fn(usize) -> Box<dyn Agent<G>> + Sync),
        mut on_round: impl FnMut(&Referee<'_, G>, &Tally, &[SeatedGame<G::Move>]) -> bool,
    ) -> Result<Tally, MatchError> {
        let players = game.players();
        self.check(agents, players)?;
        let referee = Referee::new(game, make, &self.contest)?;
        let mut tally = Tally::new(agents, players);
        let mut ordered = Ordered::from(0);
        self.contest.executor.run(
            0..self.games.div_ceil(agents as u64),
            Crew::default,
            |crew, round| {
                let play = |job: Job| {
                    let mut played = referee.play(crew, &job)?;
                    if !self.keep_moves {
                        played.moves = Vec::new();
                    }
                    Some(SeatedGame { job, played })
                };
                self.round(agents, players, round).into_iter().map(play).collect::<Option<Vec<_>>>()
            },
            |round, games| {
                ordered.take(round, games, |games| {
                    let Some(games) = games else { return false };
                    tally.add_round(&games);
                    on_round(&referee, &tally, &games) && !self.contest.stop.is_set() && !self.decided(&tally)
                })
            },
        );
        Ok(tally)
    }

    fn check(&self, agents: usize, players: usize) -> Result<(), MatchError> {
        let clocks = self.contest.conditions.clocks.len();
        if agents == 0 || !players.is_multiple_of(agents) {
            return Err(MatchError::Seats { agents, players });
        }
        if clocks > 1 && clocks != agents {
            return Err(MatchError::Clocks { clocks, agents });
        }
        if self.sprt.is_some() && agents != 2 {
            return Err(MatchError::Sprt(agents));
        }
        Ok(())
    }

    fn decided(&self, tally: &Tally) -> bool {
        self.sprt.is_some_and(|sprt| tally.sprt(&sprt).verdict() != Verdict::Open)
    }
}

#[cfg(test)]
mod tests;
