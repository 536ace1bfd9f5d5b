//! One game between agents.

use std::time::Duration;

use agon_core::{
    Agent, AgentError, Budget, Choice, Game, Outcome, PerPlayer, Player, Seed, Status, Stopped, Think,
    split_win,
};

use crate::adjudication::{Adjudication, Ruling, ScoreWatch};
use crate::openings::OpeningOf;
use crate::time_control::TimeControl;
use crate::timekeeper::Timekeeper;

/// What one game is played with.
#[derive(Clone)]
pub struct GameSettings {
    /// Limits for each move; those of an agent come first.
    pub budget: Budget,
    /// The clock of each player who has one.
    pub clocks: PerPlayer<Option<TimeControl>>,
    /// A player loses on time when late by more than this, by the clock or by the limit for a move.
    pub time_margin: Duration,
    /// When the game is cut short.
    pub adjudication: Adjudication,
    /// Everything random in the game follows from it.
    pub seed: Seed,
}

/// A game that was played to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played<M> {
    /// Including those of the opening.
    pub moves: Vec<M>,
    /// The first `opening` moves were chosen by no agent.
    pub opening: usize,
    /// How it ended.
    pub ended: Ended,
    /// What each seat used.
    pub seats: PerPlayer<SeatUse>,
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

impl SeatUse {
    fn add(&mut self, time: Duration, nodes: u64) {
        self.moves += 1;
        self.nodes += nodes;
        self.time += time;
    }
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
        /// What went wrong.
        cause: Forfeit,
    },
    /// It was cut short.
    Adjudicated {
        /// Who won; nobody in a draw.
        winner: Option<Player>,
        /// By which rule.
        ruling: Ruling,
    },
}

/// How a player can fail to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forfeit {
    /// The agent gave up or went away.
    Failed(AgentError),
    /// The agent chose a move that is not legal.
    IllegalMove(String),
    /// The clock or the time for the move ran out, by this much.
    Time(Duration),
    /// The agent gave the game up of its own will.
    Resigned,
}

impl Ended {
    /// Who failed to move, and how; `None` for every other end, also for a game that was given up.
    #[must_use]
    pub fn failure(&self) -> Option<(Player, String)> {
        let Self::Forfeited { player, cause } = self else { return None };
        let told = match cause {
            Forfeit::Failed(error) => error.to_string(),
            Forfeit::IllegalMove(detail) => detail.clone(),
            // Records do not tell by how much.
            Forfeit::Time(Duration::ZERO) => "late".to_owned(),
            Forfeit::Time(late) => format!("late by {late:.0?}"),
            Forfeit::Resigned => return None,
        };
        Some((*player, told))
    }

    /// The share of the win that a player gets, in twelfths: exact for one to four winners. `agents` says who sits
    /// where: who fails to move loses with every seat.
    #[must_use]
    pub fn twelfths(&self, player: Player, agents: &PerPlayer<usize>) -> u64 {
        let shares = match self {
            Self::Regular(outcome) => outcome.twelfths(),
            Self::Forfeited { player: loser, .. } => {
                split_win(agents.players(), |player| agents[player] != agents[*loser])
            }
            Self::Adjudicated { winner, .. } => {
                split_win(agents.players(), |player| winner.is_none_or(|winner| winner == player))
            }
        };
        shares[player]
    }

    /// Twice the place of a player, the first being 1: those who are level share their places.
    #[must_use]
    pub fn doubled_place(&self, player: Player, agents: &PerPlayer<usize>) -> u64 {
        let worth = |player: Player| match self {
            Self::Regular(outcome) => i64::from(outcome.points[player]),
            Self::Forfeited { player: loser, .. } => -i64::from(agents[*loser] == agents[player]),
            Self::Adjudicated { winner, .. } => i64::from(*winner == Some(player)),
        };
        let others = Player::all(agents.players()).filter(|&other| other != player);
        others.fold(2, |place, other| match worth(other).cmp(&worth(player)) {
            std::cmp::Ordering::Greater => place + 2,
            std::cmp::Ordering::Equal => place + 1,
            std::cmp::Ordering::Less => place,
        })
    }
}

/// Room for the moves of a game; longer ones make more.
const USUAL_MOVES: usize = 64;

/// Plays one game from an opening to its end; `agents` are in turn order. `think` brings the clock and the stop flag.
///
/// # Errors
/// If the stop flag was set before the end.
pub fn play_game<G: Game>(
    game: &G,
    opening: OpeningOf<G>,
    agents: &mut [&mut dyn Agent<G>],
    setting: &GameSettings,
    think: &mut Think<'_>,
) -> Result<Played<G::Move>, Stopped> {
    let mut pos = opening.reached;
    let mut moves = opening.moves;
    let opening = moves.len();
    moves.reserve(USUAL_MOVES.min(game.plies_left(&pos) as usize));
    let mut seats = PerPlayer::<SeatUse>::all_default(agents.len());
    let mut watch = ScoreWatch::default();
    for agent in agents.iter_mut() {
        agent.new_game();
    }
    let limits = PerPlayer::new(agents.len(), |player| agents[player.index()].limits(setting.budget));
    let mut time = Timekeeper::start(setting, agents.len(), think.now());
    let ended = loop {
        let player = match game.status(&pos) {
            Status::Over(outcome) => break Ended::Regular(outcome),
            Status::ToMove(player) => player,
        };
        if think.is_stopped() {
            return Err(Stopped);
        }
        let budget = time
            .budget(player, limits[player], |left| agents[player.index()].moves_to_time(game, &pos, left));
        think.restart(time.pressed(), budget, setting.seed.child("move", moves.len() as u64));
        if let Some(clock) = time.clock(player) {
            think.set_game_clock(clock);
        }
        let chosen = agents[player.index()].choose(game, &pos, think);
        let (taken, late) = time.press(player, limits[player].time, think.now());
        seats[player].add(taken, think.nodes());
        let result = match late {
            Some(late) => Err(Forfeit::Time(late)),
            None => play_chosen(game, &mut pos, chosen),
        };
        let choice = match result {
            Ok(choice) => choice,
            Err(_) if think.is_stopped() => return Err(Stopped),
            Err(cause) => break Ended::Forfeited { player, cause },
        };
        moves.push(choice.mv);
        let heard = watch.hear(&setting.adjudication, agents.len(), player, choice.score, moves.len() as u32);
        if let Some((winner, ruling)) = heard
            && game.status(&pos).to_move().is_some()
        {
            break Ended::Adjudicated { winner, ruling };
        }
    };
    Ok(Played { moves, opening, ended, seats })
}

fn play_chosen<G: Game>(
    game: &G,
    pos: &mut G::Position,
    chosen: Result<Choice<G::Move>, AgentError>,
) -> Result<Choice<G::Move>, Forfeit> {
    let choice = chosen.map_err(|error| match error {
        AgentError::Illegal { .. } => Forfeit::IllegalMove(error.to_string()),
        AgentError::Resigned => Forfeit::Resigned,
        error => Forfeit::Failed(error),
    })?;
    game.play(pos, choice.mv).map_err(|illegal| Forfeit::IllegalMove(illegal.to_string()))?;
    Ok(choice)
}

#[cfg(test)]
mod tests;
