//! One game between agents.

use std::time::Duration;

use agon_core::{
    Agent, AgentError, Budget, Clock, Game, Outcome, Player, Seed, Status, Stop, Stopped, Think,
};

/// What one game is played with.
#[derive(Clone)]
pub struct Setting<'a> {
    /// Limits for each move; those of an agent come first.
    pub budget: Budget,
    /// Everything random in the game follows from it.
    pub seed: Seed,
    /// Where time comes from.
    pub clock: &'a dyn Clock,
    /// Ends the game without a result.
    pub stop: Stop,
}

/// A game that was played to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played<M> {
    /// All moves.
    pub moves: Vec<M>,
    /// How it ended.
    pub ended: Ended,
    /// What each seat used.
    pub seats: Vec<SeatUse>,
}

/// What the agent on one seat used during a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatUse {
    /// Moves chosen.
    pub moves: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By the rules.
    Regular(Outcome),
    /// A player lost it by failing to move.
    Forfeited {
        /// Who failed.
        player: Player,
        /// How.
        cause: Forfeit,
    },
}

/// How a player can fail to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forfeit {
    /// The agent gave up or went away.
    Failed(AgentError),
    /// The agent chose a move that is not legal.
    IllegalMove(String),
}

impl Ended {
    /// The share of the win that a player gets, in twelfths: exact for one to four winners.
    #[must_use]
    pub fn twelfths(&self, player: Player, players: usize) -> u64 {
        match self {
            Self::Regular(outcome) if outcome.winners().any(|winner| winner == player) => {
                12 / outcome.winners().count() as u64
            }
            Self::Regular(_) => 0,
            Self::Forfeited { player: loser, .. } if *loser == player => 0,
            Self::Forfeited { .. } => 12 / (players as u64 - 1).max(1),
        }
    }
}

/// Plays one game from `pos` to its end; `agents` are in turn order.
///
/// # Errors
/// If the stop flag was set before the end.
pub fn play_game<G: Game>(
    game: &G,
    mut pos: G::Position,
    agents: &mut [&mut dyn Agent<G>],
    setting: &Setting<'_>,
) -> Result<Played<G::Move>, Stopped> {
    let mut moves = Vec::new();
    let mut seats = vec![SeatUse::default(); agents.len()];
    for agent in agents.iter_mut() {
        agent.new_game();
    }
    let ended = loop {
        let player = match game.status(&pos) {
            Status::Over(outcome) => break Ended::Regular(outcome),
            Status::ToMove(player) => player,
        };
        if setting.stop.is_set() {
            return Err(Stopped);
        }
        let agent = &mut agents[player.index()];
        let seed = setting.seed.child("move", moves.len() as u64);
        let budget = agent.budget().or(setting.budget);
        let mut think = Think::new(budget, seed, setting.clock, setting.stop.clone());
        let chosen = agent.choose(game, &pos, &mut think);
        let used = &mut seats[player.index()];
        used.moves += 1;
        used.nodes += think.nodes();
        used.time += think.elapsed();
        let forfeit = match chosen {
            Ok(choice) => match game.play(&mut pos, choice.mv) {
                Ok(()) => {
                    moves.push(choice.mv);
                    continue;
                }
                Err(illegal) => Forfeit::IllegalMove(illegal.to_string()),
            },
            Err(error) => Forfeit::Failed(error),
        };
        if setting.stop.is_set() {
            return Err(Stopped);
        }
        break Ended::Forfeited { player, cause: forfeit };
    };
    Ok(Played { moves, ended, seats })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Choice, ManualClock};
    use agon_reversi::{Move, Reversi};
    use agon_search::Random;

    /// Always passes, legal or not.
    struct Passer;
    impl<W: agon_reversi::Word> Agent<Reversi<W>> for Passer {
        fn name(&self) -> &str {
            "passer"
        }
        fn choose(
            &mut self,
            _: &Reversi<W>,
            _: &agon_reversi::Position<W>,
            _: &mut Think<'_>,
        ) -> Result<Choice<Move>, AgentError> {
            Ok(Choice::unscored(Move::Pass))
        }
    }

    fn setting(clock: &ManualClock) -> Setting<'_> {
        Setting { budget: Budget::default(), seed: Seed(1), clock, stop: Stop::default() }
    }

    #[test]
    fn an_illegal_move_forfeits() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let clock = ManualClock::new();
        let played =
            play_game(&game, game.start(), &mut [&mut Random, &mut Passer], &setting(&clock)).unwrap();
        let Ended::Forfeited { player, cause: Forfeit::IllegalMove(_) } = &played.ended else {
            panic!("{played:?}")
        };
        assert_eq!(*player, Player::SECOND);
        assert_eq!(played.ended.twelfths(Player::FIRST, 2), 12);
        assert_eq!(played.moves.len(), 1);
    }

    #[test]
    fn a_stopped_game_has_no_result() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let clock = ManualClock::new();
        let setting = setting(&clock);
        setting.stop.set();
        assert_eq!(play_game(&game, game.start(), &mut [&mut Random, &mut Random], &setting), Err(Stopped));
    }
}
