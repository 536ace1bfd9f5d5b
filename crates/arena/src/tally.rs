//! Results added up, exactly: whole numbers only, so that the order in which games end does not matter.

use std::hash::Hash;
use std::time::Duration;

use agon_core::{PerPlayer, Player, WHOLE_WIN};
use serde::{Deserialize, Serialize};

use crate::first_games::FirstGames;
use crate::game::{Ended, Forfeit, Played};
use crate::matches::MatchSprt;
use crate::referee::SeatedGame;
use crate::stats::{self, Interval, Moments, RoundSums, ScoreEstimate, SprtState};

/// Games lost by failing to move, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeits {
    /// The clock ran out.
    pub time: u64,
    /// The move was not legal.
    pub illegal: u64,
    /// The agent gave up or went away.
    pub failed: u64,
}

impl Forfeits {
    fn merge(&mut self, other: &Self) {
        self.time += other.time;
        self.illegal += other.illegal;
        self.failed += other.failed;
    }

    /// All of them.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.time + self.illegal + self.failed
    }
}

/// The results of one agent. An agent that sits on several seats of a game has their shares and points together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentTally {
    /// Games won alone.
    pub wins: u64,
    /// Games in which the first place was shared with another agent.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Of the losses, those by failing to move.
    pub forfeits: Forfeits,
    /// Games that were cut short.
    pub adjudicated: u64,
    /// The points of each own seat minus those of the best opponent, in the games that ended by the rules.
    pub margin: Moments,
    /// The shares of wins, round by round.
    rounds: RoundSums,
    /// Own points on all seats, in the games that ended by the rules.
    points: i64,
    /// Twice the sum of the places on all seats.
    doubled_places: u64,
    seats: u64,
    moves: u64,
    nodes: u64,
    time: Duration,
}

/// A game that was lost by failing to move, and what was said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedGame {
    /// The number of the game, counted from 0.
    pub number: u64,
    /// Who failed, as a number among the agents.
    pub agent: usize,
    /// What went wrong, with the last words of an outside program.
    pub cause: String,
}

/// So many failed games are told apart; the others are counted only.
pub const TOLD_FAILURES: usize = 10;

/// The results of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Complete rounds among them: the same opening with every agent on every seat.
    pub rounds: u64,
    /// For each agent in the order in which they were named.
    pub agents: Vec<AgentTally>,
    /// The first games that were lost by failing to move, at most [`TOLD_FAILURES`].
    pub failures: Vec<FailedGame>,
    /// Whether the games differ.
    pub first_games: FirstGames,
    /// How often the first of two agents had so many twelfths in a round.
    pairs: [u64; 25],
    players: usize,
}

impl FailedGame {
    fn of<M>(SeatedGame { job, played }: &SeatedGame<M>) -> Option<Self> {
        let (player, cause) = played.ended.failure()?;
        Some(Self { number: job.number, agent: job.seats[player], cause })
    }
}

impl Tally {
    /// An empty tally.
    #[must_use]
    pub fn new(agents: usize, players: usize) -> Self {
        let agents = vec![AgentTally::default(); agents];
        Self {
            games: 0,
            rounds: 0,
            agents,
            failures: Vec::new(),
            first_games: FirstGames::default(),
            pairs: [0; 25],
            players,
        }
    }

    /// The seats of a game.
    pub(crate) fn players(&self) -> usize {
        self.players
    }

    /// Leaves only what is the same whenever the match is played.
    #[cfg(test)]
    pub(crate) fn forget_times(&mut self) {
        self.agents.iter_mut().for_each(|agent| agent.time = Duration::ZERO);
    }

    /// Adds the games of a round.
    pub fn add_round<M: Hash>(&mut self, games: &[SeatedGame<M>]) {
        let complete = games.len() == self.agents.len();
        self.games += games.len() as u64;
        self.rounds += u64::from(complete);
        self.failures.extend(games.iter().filter_map(FailedGame::of));
        self.failures.truncate(TOLD_FAILURES);
        games.iter().for_each(|game| self.first_games.add(game));
        for (index, agent) in self.agents.iter_mut().enumerate() {
            let add = |SeatedGame { job, played }: &SeatedGame<M>| agent.add(played, index, &job.seats);
            let round: u64 = games.iter().map(add).sum();
            agent.rounds.add(games.len() as u64, round);
            if let (true, 0, Some(count)) = (complete, index, self.pairs.get_mut(round as usize)) {
                *count += 1;
            }
        }
    }

    /// Adds another tally of the same agents.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.rounds += other.rounds;
        self.failures.extend_from_slice(&other.failures);
        self.failures.truncate(TOLD_FAILURES);
        self.first_games.merge(&other.first_games);
        for (own, other) in self.agents.iter_mut().zip(&other.agents) {
            own.merge(other);
        }
        for (own, other) in self.pairs.iter_mut().zip(&other.pairs) {
            *own += other;
        }
    }

    /// What the games say of the score of an agent; everything below is read from it.
    fn estimate(&self, agent: usize) -> ScoreEstimate {
        self.agents[agent].rounds.estimate(self.agents.len())
    }

    /// The mean share of an agent with its 95 percent interval, from the spread between rounds.
    #[must_use]
    pub fn score(&self, agent: usize) -> Interval {
        self.estimate(agent).interval()
    }

    /// The Elo of an agent against the others together; infinite where every game was won or lost.
    #[must_use]
    pub fn elo(&self, agent: usize) -> Interval {
        self.score(agent).map(|score| stats::elo_among(score, self.agents.len()))
    }

    /// The likelihood that an agent deserves more than a fair share: above 97.5 percent exactly when the interval of its
    /// score is above it.
    #[must_use]
    pub fn superiority(&self, agent: usize) -> f64 {
        self.estimate(agent).superiority()
    }

    /// The normalised Elo of an agent, from the spread between rounds.
    #[must_use]
    pub fn normalized_elo(&self, agent: usize) -> f64 {
        let agents = self.agents.len() as f64;
        let estimate = self.estimate(agent);
        stats::normalized_elo(estimate.value(), 1.0 / agents, agents * estimate.round_variance())
    }

    /// For two agents on two seats: how many pairs of games brought the agent 0, 1/2, 1, 3/2 and 2 points.
    #[must_use]
    pub fn pentanomial(&self, agent: usize) -> Option<[u64; 5]> {
        let counts = [0, 6, 12, 18, 24].map(|twelfths| self.pairs[twelfths]);
        let reversed = [counts[4], counts[3], counts[2], counts[1], counts[0]];
        (self.agents.len() == 2 && self.players == 2).then_some(if agent == 0 { counts } else { reversed })
    }

    /// How a sequential test of the first agent stands.
    #[must_use]
    pub fn sprt(&self, sprt: &MatchSprt) -> SprtState {
        if !sprt.rounds {
            let first = &self.agents[0];
            return sprt.test.games(&[first.losses, first.draws, first.wins]);
        }
        // Games for four can bring a pair any number of twelfths; those that never came are left out.
        let seen = (0..25).filter(|&twelfths| twelfths % 6 == 0 || self.pairs[twelfths] > 0);
        let (counts, values): (Vec<_>, Vec<_>) =
            seen.map(|twelfths| (self.pairs[twelfths], twelfths as f64 / 24.0)).unzip();
        sprt.test.rounds(&counts, &values)
    }
}

impl AgentTally {
    fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.forfeits.merge(&other.forfeits);
        self.adjudicated += other.adjudicated;
        self.margin.merge(&other.margin);
        self.rounds.merge(&other.rounds);
        self.points += other.points;
        self.doubled_places += other.doubled_places;
        self.seats += other.seats;
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.time += other.time;
    }

    /// Adds one game and returns the share in twelfths of the agent of that number.
    fn add<M>(&mut self, played: &Played<M>, own: usize, agents: &PerPlayer<usize>) -> u64 {
        let mut share = 0;
        for player in Player::all(agents.players()).filter(|&seat| agents[seat] == own) {
            share += played.ended.twelfths(player, agents);
            self.seats += 1;
            self.doubled_places += played.ended.doubled_place(player, agents);
            match &played.ended {
                Ended::Regular(outcome) => {
                    self.points += i64::from(outcome.points[player]);
                    let margin = outcome.margin_over(player, |other| agents[other] != own);
                    self.margin.add(i64::from(margin));
                }
                Ended::Forfeited { player: loser, cause } if *loser == player => match cause {
                    Forfeit::Time(_) => self.forfeits.time += 1,
                    Forfeit::IllegalMove(_) => self.forfeits.illegal += 1,
                    Forfeit::Failed(_) => self.forfeits.failed += 1,
                    // An ordinary way to lose.
                    Forfeit::Resigned => {}
                },
                Ended::Forfeited { .. } | Ended::Adjudicated { .. } => {}
            }
            let used = &played.seats[player];
            self.moves += used.moves;
            self.nodes += used.nodes;
            self.time += used.time;
        }
        self.adjudicated += u64::from(matches!(played.ended, Ended::Adjudicated { .. }));
        match share {
            0 => self.losses += 1,
            WHOLE_WIN => self.wins += 1,
            _ => self.draws += 1,
        }
        share
    }

    /// Shares of wins, in twelfths.
    #[must_use]
    pub fn twelfths(&self) -> u64 {
        self.rounds.twelfths()
    }

    /// Mean own points of the games that ended by the rules.
    #[must_use]
    pub fn mean_points(&self) -> f64 {
        self.points as f64 / self.margin.count.max(1) as f64
    }

    /// Mean place, the first being 1.
    #[must_use]
    pub fn mean_place(&self) -> f64 {
        self.doubled_places as f64 / (2 * self.seats.max(1)) as f64
    }

    /// Games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Mean thinking time in a whole game, in milliseconds.
    #[must_use]
    pub fn ms_per_game(&self) -> f64 {
        1000.0 * self.time.as_secs_f64() / self.games().max(1) as f64
    }

    /// Mean number of positions visited in a whole game.
    #[must_use]
    pub fn nodes_per_game(&self) -> f64 {
        self.nodes as f64 / self.games().max(1) as f64
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

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{AgentError, Outcome};

    use crate::adjudication::Ruling;
    use crate::game::SeatUse;
    use crate::referee::GameJob;

    /// A game of two agents on four seats: the first has the first and the third.
    fn game_of(ended: Ended, used: SeatUse) -> SeatedGame<()> {
        let seats = PerPlayer::new(4, |seat| seat.index() % 2);
        let played = Played { moves: vec![], opening: 0, ended, seats: PerPlayer::new(4, |_| used) };
        SeatedGame { job: GameJob { number: 0, round: 0, seats }, played }
    }

    fn tally_of(ended: Ended) -> Tally {
        let mut tally = Tally::new(2, 4);
        tally.add_round(&[game_of(ended, SeatUse::default())]);
        tally
    }

    fn points(points: [i32; 4]) -> Ended {
        Ended::Regular(Outcome { points: PerPlayer::new(4, |player| points[player.index()]) })
    }

    /// Rounds in which everything happens that is counted.
    fn eventful_rounds() -> Vec<Vec<SeatedGame<()>>> {
        let used = |number: u64| SeatUse {
            moves: 10 + number,
            nodes: 1000 * number,
            time: Duration::from_millis(30 * number),
        };
        let forfeited = |player, cause| Ended::Forfeited { player: Player(player), cause };
        let ended = [
            points([9, 4, 7, 1]),
            points([5, 5, 2, 1]),
            forfeited(0, Forfeit::Time(Duration::ZERO)),
            forfeited(0, Forfeit::IllegalMove("a1".to_owned())),
            forfeited(2, Forfeit::Failed(AgentError::GameOver)),
            Ended::Adjudicated { winner: Some(Player(1)), ruling: Ruling::Win },
            points([1, 8, 3, 2]),
        ];
        let games: Vec<_> = (1..).zip(ended).map(|(number, ended)| game_of(ended, used(number))).collect();
        games.chunks(2).map(<[_]>::to_vec).collect()
    }

    fn added_up(rounds: &[Vec<SeatedGame<()>>]) -> Tally {
        let mut tally = Tally::new(2, 4);
        rounds.iter().for_each(|round| tally.add_round(round));
        tally
    }

    /// Threads hand over tallies of some rounds each.
    #[test]
    fn tallies_of_parts_merge_into_that_of_the_whole() {
        let rounds = eventful_rounds();
        for cut in 0..=rounds.len() {
            let mut merged = added_up(&rounds[..cut]);
            merged.merge(&added_up(&rounds[cut..]));
            assert_eq!(merged, added_up(&rounds), "cut after {cut} rounds");
        }
    }

    #[test]
    fn everything_that_happens_is_counted() {
        let tally = added_up(&eventful_rounds());
        assert_eq!((tally.games, tally.rounds), (7, 3), "the last round has one game of two");
        let [first, second] = [0, 1].map(|agent| tally.agents[agent]);
        assert_eq!((first.wins, first.draws, first.losses, first.games()), (1, 1, 5, 7));
        assert_eq!((second.wins, second.draws, second.losses, second.games()), (5, 1, 1, 7));
        assert_eq!(first.forfeits, Forfeits { time: 1, illegal: 1, failed: 1 });
        assert_eq!((first.forfeits.total(), second.forfeits.total()), (3, 0));
        assert_eq!((first.adjudicated, second.adjudicated), (1, 1));
        assert_eq!(tally.pentanomial(0), None, "only games for two come in pairs");
        // Two seats in each of three games that ended by the rules.
        assert_eq!((first.mean_points(), second.mean_points()), (27.0 / 6.0, 21.0 / 6.0));
        assert_eq!((first.margin.count, first.margin.sum), (6, 5 + 3 - 3 - 7 - 5));
        // Two seats with 28,000 nodes and 840 ms together in seven games of 77 + 21 moves.
        assert_eq!(first.nodes_per_game(), 8000.0);
        assert_eq!(first.nodes_per_move(), 56_000.0 / 196.0);
        assert!((first.ms_per_game() - 240.0).abs() < 1e-9);
        assert!((first.ms_per_move() - 1680.0 / 196.0).abs() < 1e-9);
    }

    /// Shares of three winners are thirds: a pair of games can bring 20 twelfths.
    #[test]
    fn a_sequential_test_sees_every_share() {
        use crate::stats::{Scale, Sprt};
        let used = SeatUse::default();
        let round = [points([5, 5, 5, 1]), points([9, 1, 2, 3])].map(|ended| game_of(ended, used));
        let tally = added_up(&[round.to_vec(), round.to_vec()]);
        let test = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
        let by_rounds = tally.sprt(&MatchSprt { test, rounds: true });
        assert_eq!(by_rounds, test.rounds(&[0, 0, 0, 0, 2, 0], &[0.0, 0.25, 0.5, 0.75, 20.0 / 24.0, 1.0]));
        let by_games = tally.sprt(&MatchSprt { test, rounds: false });
        assert_eq!(by_games, test.games(&[0, 2, 2]));
    }

    /// Averages of nothing are zero, not a division by it.
    #[test]
    fn an_empty_tally_has_no_averages() {
        let agent = Tally::new(2, 4).agents[0];
        let averages = [
            agent.mean_points(),
            agent.mean_place(),
            agent.ms_per_game(),
            agent.nodes_per_game(),
            agent.ms_per_move(),
            agent.nodes_per_move(),
        ];
        assert_eq!(averages, [0.0; 6]);
    }

    /// The other seat of an agent once counted as its opponent.
    #[test]
    fn an_agent_is_not_its_own_opponent() {
        let tally = tally_of(points([9, 4, 7, 1]));
        assert_eq!((tally.agents[0].margin.mean(), tally.agents[1].margin.mean()), (4.0, -6.5));
    }

    /// The other seat of an agent that failed to move once had a third of the win.
    #[test]
    fn who_fails_to_move_loses_with_every_seat() {
        let tally = tally_of(Ended::Forfeited { player: Player(2), cause: Forfeit::Time(Duration::ZERO) });
        let [first, second] = [0, 1].map(|agent| tally.agents[agent]);
        assert_eq!((first.twelfths(), first.losses, first.forfeits.time), (0, 1, 1));
        assert_eq!((second.twelfths(), second.wins, second.forfeits.total()), (12, 1, 0));
        assert_eq!((first.mean_place(), second.mean_place()), (3.5, 1.5));
    }
}
