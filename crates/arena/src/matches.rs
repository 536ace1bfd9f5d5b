//! A match: rounds in which every agent plays every seat, spread over threads.
//!
//! A round is one job: what it gives depends on the seed of the match and its own number only, so the tally is the
//! same at any thread count (times aside).

use agon_core::{Agent, Budget, Clock, Executor, Game, Seed, Stop};

use crate::game::{Setting, play_game};
use crate::tally::{SeatedGame, Tally};

/// How a match is played.
#[derive(Clone)]
pub struct Match<'a> {
    /// Games to play; the last round may be cut short.
    pub games: u64,
    /// Everything random in the match follows from it.
    pub seed: Seed,
    /// Limits for each move; those of an agent come first.
    pub budget: Budget,
    /// Who runs the rounds.
    pub executor: Executor,
    /// Where time comes from.
    pub clock: &'a dyn Clock,
    /// Ends the match early.
    pub stop: Stop,
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
}

impl Match<'_> {
    /// Plays the match. `agents` makes a fresh set of them for each thread; `on_round` sees the tally grow and may
    /// answer `false` to end the match.
    ///
    /// # Errors
    /// If the agents cannot be seated.
    pub fn play<G: Game>(
        &self,
        game: &G,
        agents: impl Fn() -> Vec<Box<dyn Agent<G>>> + Sync,
        mut on_round: impl FnMut(&Tally) -> bool,
    ) -> Result<Tally, MatchError> {
        let count = agents().len();
        let players = game.players();
        if count == 0 || !players.is_multiple_of(count) {
            return Err(MatchError::Seats { agents: count, players });
        }
        let rounds = self.games.div_ceil(count as u64);
        let mut tally = Tally::new(count);
        self.executor.run(
            0..rounds,
            || (0..players / count).flat_map(|_| agents()).collect::<Vec<_>>(),
            |agents, round| self.round(game, agents, count as u64, round),
            |_, games| {
                if let Some(games) = games {
                    tally.add_round(&games);
                }
                on_round(&tally) && !self.stop.is_set()
            },
        );
        Ok(tally)
    }

    /// One round, or nothing if it was stopped. `agents` has one for each seat: all of them in the order in which
    /// they were named, then all again until the seats are filled.
    fn round<G: Game>(
        &self,
        game: &G,
        agents: &mut [Box<dyn Agent<G>>],
        count: u64,
        round: u64,
    ) -> Option<Vec<SeatedGame<G::Move>>> {
        let first = round * count;
        let games = first..(first + count).min(self.games);
        let play = |index: u64| {
            let turn = (index % count) as usize;
            for set in agents.chunks_mut(count as usize) {
                set.rotate_left(turn);
            }
            let setting = Setting {
                budget: self.budget,
                seed: self.seed.child("game", index),
                clock: self.clock,
                stop: self.stop.clone(),
            };
            let mut seats: Vec<&mut dyn Agent<G>> =
                agents.iter_mut().map(|agent| &mut **agent as _).collect();
            let played = play_game(game, game.start(), &mut seats, &setting);
            for set in agents.chunks_mut(count as usize) {
                set.rotate_right(turn);
            }
            let seated = (0..agents.len()).map(|seat| (seat + turn) % count as usize).collect();
            Some((played.ok()?, seated))
        };
        games.map(play).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::ManualClock;
    use agon_reversi::{DiscDifference, Reversi};
    use agon_search::{Greedy, Random};

    fn random_against_greedy(games: u64, threads: usize) -> Tally {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let clock = ManualClock::new();
        let settings = Match {
            games,
            seed: Seed(1),
            budget: Budget::default(),
            executor: Executor::new(threads),
            clock: &clock,
            stop: Stop::default(),
        };
        let agents = || -> Vec<Box<dyn Agent<Reversi<u64>>>> {
            vec![Box::new(Random), Box::new(Greedy { evaluator: DiscDifference, reply: false })]
        };
        settings.play(&game, agents, |_| true).unwrap()
    }

    #[test]
    fn the_tally_does_not_depend_on_the_threads() {
        let one = random_against_greedy(101, 1);
        assert_eq!(one, random_against_greedy(101, 3));
        assert_eq!(one.games, 101);
        assert_eq!(one.agents[0].wins, one.agents[1].losses);
        assert_eq!(one.agents[0].twelfths + one.agents[1].twelfths, 12 * 101);
        assert!(one.score(1).value > 0.5, "greedy beats random");
    }

    #[test]
    fn three_agents_cannot_share_two_seats() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let clock = ManualClock::new();
        let settings = Match {
            games: 1,
            seed: Seed(1),
            budget: Budget::default(),
            executor: Executor::new(1),
            clock: &clock,
            stop: Stop::default(),
        };
        let agents =
            || -> Vec<Box<dyn Agent<Reversi<u64>>>> { (0..3).map(|_| Box::new(Random) as _).collect() };
        let error = settings.play(&game, agents, |_| true).unwrap_err();
        assert_eq!(error.to_string(), "3 agents cannot share the 2 seats of this game evenly");
    }
}
