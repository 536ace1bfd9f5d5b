//! A match: rounds in which every agent plays every seat from the same opening, spread over threads.
//!
//! A round is one job: what it gives depends on the seed of the match and its own number only. Rounds are counted in
//! the order of their numbers, so the tally is the same at any thread count (times aside), also when a sequential
//! test ends the match early.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use agon_core::{Budget, Executor, Game, PerPlayer, ReadError, Seed, SentJobs};

use crate::contest::Contest;
use crate::game::{Ended, Played, SeatUse};
use crate::openings::{Book, Openings};
use crate::ordered::Ordered;
use crate::referee::{AgentMaker, GameJob, Referee, SeatedGame, ThreadAgents};
use crate::remote::{Rounds, Wanted, ask_rounds};
use crate::stats::{Sprt, Verdict};
use crate::tally::Tally;

/// How a match is played: settings that stand for any game. [`Match::play`] plays it between agents.
#[derive(Clone)]
#[non_exhaustive]
pub struct Match<'a> {
    /// Games to play, >= 1; the last round may be incomplete.
    pub games: u64,
    /// Ends the match as soon as this test of the first agent against the second is decided.
    pub sprt: Option<MatchSprt>,
    /// Whether `on_round` sees the games. Without them threads hand over much less.
    pub keep_moves: bool,
    /// Games that were played before, in order from game 0. Complete rounds of them count, and the match continues after
    /// them.
    pub kept: &'a [KeptGame],
    /// Seed, conditions, threads and clock.
    pub contest: Contest<'a>,
}

/// What the tally needs of a game that was played before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// How it ended.
    pub ended: Ended,
    /// What each seat used.
    pub seats: PerPlayer<SeatUse>,
}

/// A sequential test that ends a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchSprt {
    /// Its two hypotheses and error rates.
    pub test: Sprt,
    /// Whether a sample is a round (a pair of games) or a single game.
    pub rounds: bool,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The number of seats is not a multiple of the number of agents.
    #[error(
        "{agents} agents cannot share the {players} seats of this game evenly: name {}",
        match *agents {
            0 => "at least two",
            agents if agents < *players => "some of them twice",
            _ => "fewer",
        }
    )]
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
    /// There must be no clock, one clock, or one for each agent.
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

/// What a thread hands over: the sum of some rounds, and their games if they are wanted.
struct Block<M> {
    tally: Tally,
    games: Vec<SeatedGame<M>>,
}

/// From this many rounds on it pays to measure how quick they are.
const LONG_MATCH: u64 = 1000;
/// About how long a block of quick rounds takes, and the most rounds it has.
const BLOCK: Duration = Duration::from_millis(1);
const LONGEST_BLOCK: u64 = 100;

impl<'a> Match<'a> {
    /// A match of `games` games from the start of the game, on one thread, with seed 1.
    #[must_use]
    pub fn new(games: u64) -> Self {
        Self { games, sprt: None, keep_moves: false, kept: &[], contest: Contest::default() }
    }

    /// Everything random follows from `seed`.
    #[must_use]
    pub fn seed(mut self, seed: Seed) -> Self {
        self.contest.seed = seed;
        self
    }

    /// Played on `threads` threads; 0 uses every core. The result does not depend on them.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.contest.executor = Executor::new(threads);
        self
    }

    /// Limits for each move of agents that bring none.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.contest.conditions.budget = budget;
        self
    }

    /// Each round begins with `plies` random plies of its own.
    #[must_use]
    pub fn random_openings(mut self, plies: u32) -> Self {
        self.contest.conditions.openings = Openings::Random(plies);
        self
    }

    /// Ends the match as soon as a sequential test of the first agent against the second is decided.
    #[must_use]
    pub fn sprt(self, sprt: Option<MatchSprt>) -> Self {
        Self { sprt, ..self }
    }

    /// Whether `on_round` of [`Match::play_from`] sees the games.
    #[must_use]
    pub fn keep_moves(self, keep_moves: bool) -> Self {
        Self { keep_moves, ..self }
    }

    /// Continues after games that were played before.
    #[must_use]
    pub fn kept(self, kept: &'a [KeptGame]) -> Self {
        Self { kept, ..self }
    }

    /// Replaces seed, conditions, threads and clock.
    #[must_use]
    pub fn contest(self, contest: Contest<'a>) -> Self {
        Self { contest, ..self }
    }
}

impl Match<'_> {
    /// The games of a round, each with every agent one seat further on.
    #[must_use]
    pub fn round(&self, agents: usize, players: usize, round: u64) -> Vec<GameJob> {
        let first = round * agents as u64;
        let numbers = first..first.saturating_add(agents as u64).min(self.games);
        let seats = |turn: usize| PerPlayer::new(players, |seat| (seat.index() + turn) % agents);
        numbers.map(|number| GameJob { number, round, seats: seats((number - first) as usize) }).collect()
    }

    /// Plays the match.
    ///
    /// # Errors
    /// If the agents cannot be seated, or the openings leave nothing to play or are listed as text: for those see
    /// [`Match::play_from`].
    pub fn play<G: Game>(&self, game: &G, agents: &[&dyn AgentMaker<G>]) -> Result<Tally, MatchError> {
        self.check(game, agents.len())?;
        let book = Book::unlisted(game, &self.contest.conditions.openings)?;
        self.play_from(game, &book, agents, |_, _, _| true)
    }

    /// Plays the match with the openings of a book. `on_round` sees the tally grow, with the games since the last time
    /// if moves are kept, and may answer `false` to end the match.
    ///
    /// # Errors
    /// If the agents cannot be seated.
    pub fn play_from<G: Game>(
        &self,
        game: &G,
        book: &Book<G>,
        agents: &[&dyn AgentMaker<G>],
        mut on_round: impl FnMut(&Referee<'_, G>, &Tally, &[SeatedGame<G::Move>]) -> bool,
    ) -> Result<Tally, MatchError> {
        self.check(game, agents.len())?;
        let referee = Referee::new(game, agents, &self.contest, book);
        let (agents, players) = (agents.len(), game.players());
        let rounds = self.games.div_ceil(agents as u64);
        let play = |thread: &mut ThreadAgents<'_, G>, rounds: Range<u64>| {
            let mut block = Block { tally: Tally::new(agents, players), games: Vec::new() };
            for round in rounds {
                let jobs = self.round(agents, players, round).into_iter();
                let seated = jobs.map(|job| Some(SeatedGame { played: referee.play(thread, &job)?, job }));
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
        let mut on_block = |block: &Block<G::Move>| {
            tally.merge(&block.tally);
            let wanted = on_round(&referee, &tally, &block.games);
            wanted && !self.contest.stop.is_set() && !self.decided(&tally)
        };
        if self.play_elsewhere(&referee, first..rounds, &mut on_block) {
            return Ok(tally);
        }
        let rounds_left = rounds - first;
        let mut ordered = Ordered::from(0);
        let length =
            self.block_length(rounds_left, |round| play(&mut referee.thread_agents(), round..round + 1));
        self.contest.executor.run(
            0..rounds_left.div_ceil(length),
            || referee.thread_agents(),
            |thread, block| play(thread, first + block * length..(first + (block + 1) * length).min(rounds)),
            |block, played| {
                ordered.take(block, played, |played: Option<Block<G::Move>>| {
                    played.as_ref().is_some_and(&mut on_block)
                })
            },
        );
        Ok(tally)
    }

    /// Lets a cluster play the rounds, if there is one; they are counted in the order of their numbers all the same.
    fn play_elsewhere<G: Game>(
        &self,
        referee: &Referee<'_, G>,
        rounds: Range<u64>,
        on_block: &mut dyn FnMut(&Block<G::Move>) -> bool,
    ) -> bool {
        let wanted = match (self.keep_moves, self.sprt) {
            (true, _) => Wanted::Moves,
            (false, Some(_)) => Wanted::Ends,
            (false, None) => Wanted::Sum,
        };
        let sent = SentJobs {
            input: &|rounds| ask_rounds(rounds, self.games, wanted),
            read: &|rounds, answer| self.blocks(referee, rounds, answer),
        };
        let (mut next, mut waiting) = (rounds.start, BTreeMap::new());
        self.contest.executor.send(rounds, &sent, |rounds, blocks| {
            waiting.insert(rounds.start, (rounds.end, blocks));
            while let Some((end, blocks)) = waiting.remove(&next) {
                next = end;
                if !blocks.iter().all(&mut *on_block) {
                    return false;
                }
            }
            true
        })
    }

    /// What a worker answered: a sum, or a block for each round.
    fn blocks<G: Game>(
        &self,
        referee: &Referee<'_, G>,
        rounds: Range<u64>,
        answer: &str,
    ) -> Result<Vec<Block<G::Move>>, ReadError> {
        let of_round = |games: Vec<SeatedGame<G::Move>>| {
            let mut tally = Tally::new(referee.agents(), referee.game().players());
            tally.add_round(&games);
            Block { tally, games: if self.keep_moves { games } else { Vec::new() } }
        };
        Ok(match referee.read_rounds(self, rounds, answer)? {
            Rounds::Sum(tally) => vec![Block { tally: *tally, games: Vec::new() }],
            Rounds::Games(rounds) => rounds.into_iter().map(of_round).collect(),
        })
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

    /// Whether so many agents could play the match under its conditions, whatever its openings are.
    ///
    /// # Errors
    /// If the agents cannot be seated, or a condition leaves nothing to play.
    pub fn check<G: Game>(&self, game: &G, agents: usize) -> Result<(), MatchError> {
        let players = game.players();
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
