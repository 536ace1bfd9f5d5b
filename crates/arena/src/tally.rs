//! Results added up, exactly: whole numbers only, so that the order in which games end does not matter.

use std::time::Duration;

use agon_core::Player;

use crate::game::{Ended, Played};
use crate::stats::{self, Interval};

/// The results of one agent. An agent that sits on several seats of a game has their shares and points together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AgentTally {
    /// Games won alone.
    pub wins: u64,
    /// Games in which the first place was shared with another agent.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Of the losses, those by failing to move.
    pub forfeits: u64,
    /// Shares of wins, in twelfths.
    pub twelfths: u64,
    /// The squares of the shares of complete rounds.
    round_squares: u64,
    /// Own points on all seats, in the games that ended by the rules.
    points: i64,
    /// Own points minus those of the best opponent, likewise.
    margin: i64,
    /// Seats in games that ended by the rules.
    scored_seats: u64,
    moves: u64,
    nodes: u64,
    time: Duration,
}

/// A game with the agents in the order of the seats.
pub type SeatedGame<M> = (Played<M>, Vec<usize>);

/// The results of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Complete rounds among them: the same opening with every agent on every seat.
    pub rounds: u64,
    /// For each agent in the order in which they were named.
    pub agents: Vec<AgentTally>,
}

impl Tally {
    /// An empty tally.
    #[must_use]
    pub fn new(agents: usize) -> Self {
        Self { games: 0, rounds: 0, agents: vec![AgentTally::default(); agents] }
    }

    /// Adds the games of a round.
    pub fn add_round<M>(&mut self, games: &[SeatedGame<M>]) {
        let complete = games.len() == self.agents.len();
        self.games += games.len() as u64;
        self.rounds += u64::from(complete);
        for (index, agent) in self.agents.iter_mut().enumerate() {
            let add = |(played, seated): &SeatedGame<M>| {
                let seats = (0..seated.len()).filter(|&seat| seated[seat] == index);
                agent.add(played, seats.map(|seat| Player(seat as u8)))
            };
            let round: u64 = games.iter().map(add).sum();
            if complete {
                agent.round_squares += round * round;
            }
        }
    }

    /// The mean share of an agent with its 95 percent interval, from the spread between rounds.
    #[must_use]
    pub fn score(&self, agent: usize) -> Interval {
        let own = &self.agents[agent];
        let full_round = 12.0 * self.agents.len() as f64;
        let mean = own.twelfths as f64 / (12.0 * self.games.max(1) as f64);
        let mean_square = own.round_squares as f64 / (full_round * full_round * self.rounds.max(1) as f64);
        stats::mean_interval(self.rounds, mean, mean_square)
    }
}

impl AgentTally {
    /// Adds one game and returns the agent's share in twelfths.
    fn add<M>(&mut self, played: &Played<M>, seats: impl Iterator<Item = Player>) -> u64 {
        let mut share = 0;
        for player in seats {
            share += played.ended.twelfths(player, played.seats.len());
            match &played.ended {
                Ended::Regular(outcome) => {
                    self.scored_seats += 1;
                    self.points += i64::from(outcome.points[player]);
                    self.margin += i64::from(outcome.margin(player));
                }
                Ended::Forfeited { player: loser, .. } => self.forfeits += u64::from(*loser == player),
            }
            let used = &played.seats[player.index()];
            self.moves += used.moves;
            self.nodes += used.nodes;
            self.time += used.time;
        }
        self.twelfths += share;
        match share {
            0 => self.losses += 1,
            12 => self.wins += 1,
            _ => self.draws += 1,
        }
        share
    }

    /// Mean own points of the games that ended by the rules.
    #[must_use]
    pub fn mean_points(&self) -> f64 {
        self.points as f64 / self.scored_seats.max(1) as f64
    }

    /// Mean points minus those of the best opponent.
    #[must_use]
    pub fn mean_margin(&self) -> f64 {
        self.margin as f64 / self.scored_seats.max(1) as f64
    }

    /// Mean thinking time in milliseconds.
    #[must_use]
    pub fn ms_per_move(&self) -> f64 {
        1000.0 * self.time.as_secs_f64() / self.moves.max(1) as f64
    }

    /// Mean number of positions visited.
    #[must_use]
    pub fn nodes_per_move(&self) -> f64 {
        self.nodes as f64 / self.moves.max(1) as f64
    }
}
