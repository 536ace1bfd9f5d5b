//! A match: rounds in which every agent plays every seat from the same opening, spread over threads.
//!
//! A round is one job: what it gives depends on the seed of the match and its own number only. Rounds are counted in
//! the order of their numbers, so the tally is the same at any thread count (times aside), also when a sequential
//! test ends the match early.

use std::ops::Range;
use std::time::Duration;

use agon_core::{Agent, Notation, PerPlayer, ReadError};

use crate::game::{Ended, Played, SeatUse};
use crate::openings::Book;
use crate::ordered::Ordered;
use crate::records::{Record, SeatRecord};
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
    /// Whether `on_round` sees the games: threads have much less to hand over without.
    pub keep_moves: bool,
    /// Games that were played before, from the first on, of which whole rounds count: the match goes on after them.
    pub kept: &'a [KeptGame],
    /// How each game goes.
    pub contest: Contest<'a>,
}

/// What the tally wants of a game that was played before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    ended: Ended,
    seats: PerPlayer<SeatUse>,
}

impl KeptGame {
    /// The game of a record; `None` if nobody knows how it ended, or what its seats used.
    #[must_use]
    pub fn of(record: &Record) -> Option<Self> {
        let used = |seat: &SeatRecord| {
            let SeatRecord { moves, nodes, micros } = *seat;
            SeatUse { moves, nodes, time: Duration::from_micros(micros) }
        };
        (record.seats.len() == record.agents.len()).then_some(())?;
        let seats = PerPlayer::new(record.seats.len(), |seat| used(&record.seats[seat.index()]));
        Some(Self { ended: record.ended()?, seats })
    }
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
    /// A single agent would only play itself.
    #[error("a match is between at least two agents, and one was named; name it twice to let it play itself")]
    Alone,
    /// There is nothing to play.
    #[error("a match has at least one game")]
    NoGames,
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
    /// The openings cannot be read, or a condition makes no sense.
    #[error("{0}")]
    Conditions(#[from] ReadError),
}

/// A game of a round.
pub struct SeatedGame<M> {
    /// Which game it was.
    pub job: Job,
    /// How it went.
    pub played: Played<M>,
}

/// What a thread hands over: the sum of some rounds, and their games if they are wanted.
struct Block<M> {
    tally: Tally,
    games: Vec<SeatedGame<M>>,
}

/// Rounds from which it pays to find out how quick they are.
const LONG_MATCH: u64 = 1000;
/// How long a block of quick rounds takes, about, and how many it has at most.
const BLOCK: Duration = Duration::from_millis(1);
const LONGEST_BLOCK: u64 = 100;

impl Match<'_> {
    /// The games of a round, each with every agent one seat further on.
    #[must_use]
    pub fn round(&self, agents: usize, players: usize, round: u64) -> Vec<Job> {
        let first = round * agents as u64;
        let numbers = first..first.saturating_add(agents as u64).min(self.games);
        let seats = |turn: usize| PerPlayer::new(players, |seat| (seat.index() + turn) % agents);
        numbers.map(|number| Job { number, round, seats: seats((number - first) as usize) }).collect()
    }

    /// Plays the match. `make` makes one of the `agents` agents; `on_round` sees the tally grow, with the games
    /// since the last time if moves are kept, and may answer `false` to end the match.
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
        self.check_seats(agents, players)?;
        let referee = Referee::new(game, make, &self.contest)?;
        let rounds = self.games.div_ceil(agents as u64);
        let play = |crew: &mut Crew<'_, G>, rounds: Range<u64>| {
            let mut block = Block { tally: Tally::new(agents, players), games: Vec::new() };
            for round in rounds {
                let jobs = self.round(agents, players, round).into_iter();
                let seated = jobs.map(|job| Some(SeatedGame { played: referee.play(crew, &job)?, job }));
                let games = seated.collect::<Option<Vec<_>>>()?;
                block.tally.add_round(&games);
                if self.keep_moves {
                    block.games.extend(games);
                }
            }
            Some(block)
        };
        let mut tally = Tally::new(agents, players);
        let first = self.add_kept(&mut tally);
        if first > 0 && (!on_round(&referee, &tally, &[]) || self.decided(&tally)) {
            return Ok(tally);
        }
        let rounds_left = rounds - first;
        let mut ordered = Ordered::from(0);
        let length = self.block_length(rounds_left, |round| play(&mut referee.crew(), round..round + 1));
        self.contest.executor.run(
            0..rounds_left.div_ceil(length),
            || referee.crew(),
            |crew, block| play(crew, first + block * length..(first + (block + 1) * length).min(rounds)),
            |block, played| {
                ordered.take(block, played, |played: Option<Block<G::Move>>| {
                    let Some(played) = played else { return false };
                    tally.merge(&played.tally);
                    let wanted = on_round(&referee, &tally, &played.games);
                    wanted && !self.contest.stop.is_set() && !self.decided(&tally)
                })
            },
        );
        Ok(tally)
    }

    /// Adds the rounds that were played before, as many as are whole and belong to the match; how many these are.
    fn add_kept(&self, tally: &mut Tally) -> u64 {
        let (agents, players) = (tally.agents.len(), tally.players());
        let mut round = 0;
        let mut kept = self.kept;
        loop {
            let jobs = self.round(agents, players, round);
            let fit = |game: &KeptGame| game.seats.players() == players;
            if jobs.is_empty() || kept.len() < jobs.len() || !kept[..jobs.len()].iter().all(fit) {
                return round;
            }
            let (now, later) = kept.split_at(jobs.len());
            let seated = jobs.into_iter().zip(now).map(|(job, game)| {
                let KeptGame { ended, seats } = game.clone();
                SeatedGame { job, played: Played { moves: Vec::<()>::new(), opening: 0, ended, seats } }
            });
            tally.add_round(&seated.collect::<Vec<_>>());
            (kept, round) = (later, round + 1);
        }
    }

    /// How many rounds a thread plays before it hands over what it has. One, unless rounds are quick, many and
    /// wanted only as a sum: then handing over would take longer than playing. Tallies are sums of whole numbers, so
    /// the length changes nothing but the time.
    fn block_length<T>(&self, rounds: u64, play: impl FnOnce(u64) -> T) -> u64 {
        if self.sprt.is_some() || self.keep_moves || rounds < LONG_MATCH {
            return 1;
        }
        let before = self.contest.clock.now();
        play(0);
        let round = (self.contest.clock.now() - before).max(Duration::from_nanos(1));
        (BLOCK.as_nanos() / round.as_nanos()).clamp(1, u128::from(LONGEST_BLOCK)) as u64
    }

    /// Whether the match could be played, before anything is written about it.
    ///
    /// # Errors
    /// If the agents cannot be seated or the openings not be read.
    pub fn check<G: Notation>(&self, game: &G, agents: usize) -> Result<(), MatchError> {
        self.check_seats(agents, game.players())?;
        Book::new(game, &self.contest.conditions.openings)?;
        Ok(())
    }

    fn check_seats(&self, agents: usize, players: usize) -> Result<(), MatchError> {
        let clocks = self.contest.conditions.clocks.len();
        if agents == 0 || !players.is_multiple_of(agents) {
            return Err(MatchError::Seats { agents, players });
        }
        if agents == 1 && players > 1 {
            return Err(MatchError::Alone);
        }
        if self.games == 0 {
            return Err(MatchError::NoGames);
        }
        if clocks > 1 && clocks != agents {
            return Err(MatchError::Clocks { clocks, agents });
        }
        if self.sprt.is_some() && agents != 2 {
            return Err(MatchError::Sprt(agents));
        }
        Ok(self.contest.conditions.check()?)
    }

    /// Whether nothing is left to play.
    #[must_use]
    pub fn is_over(&self, tally: &Tally) -> bool {
        tally.games >= self.games || self.decided(tally)
    }

    fn decided(&self, tally: &Tally) -> bool {
        self.sprt.is_some_and(|sprt| tally.sprt(&sprt).verdict() != Verdict::Open)
    }
}

#[cfg(test)]
mod tests;
