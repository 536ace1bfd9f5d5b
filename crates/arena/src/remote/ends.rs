//! How a game ended, on its way.

use std::time::Duration;

use agon_core::{AgentError, Outcome, PerPlayer, Player, ReadError};
use serde::{Deserialize, Serialize};

use super::wrong;
use crate::adjudication::Ruling;
use crate::game::{Ended, Forfeit};

/// [`Ended`] as text; players by their numbers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SentEnd {
    Points(Vec<i32>),
    Forfeited(u8, SentForfeit),
    Adjudicated(Option<u8>, Ruling),
}

/// [`Forfeit`] as text.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SentForfeit {
    GameOver,
    NoAgent(u8),
    Failed { agent: String, cause: String },
    Illegal { agent: String, cause: String },
    GaveUp,
    IllegalMove(String),
    Time(Duration),
    Resigned,
}

impl SentEnd {
    pub(super) fn of(ended: &Ended) -> Self {
        match ended {
            Ended::Regular(outcome) => Self::Points(outcome.points.as_slice().to_vec()),
            Ended::Forfeited { player, cause } => Self::Forfeited(player.0, SentForfeit::of(cause)),
            Ended::Adjudicated { winner, ruling } => {
                Self::Adjudicated(winner.map(|player| player.0), *ruling)
            }
        }
    }

    pub(super) fn read(self, players: usize) -> Result<Ended, ReadError> {
        let player = |number: u8| {
            let is_one = usize::from(number) < players;
            is_one.then_some(Player(number)).ok_or_else(|| wrong("there is no such player"))
        };
        Ok(match self {
            Self::Points(points) if points.len() == players => {
                Ended::Regular(Outcome { points: PerPlayer::new(players, |player| points[player.index()]) })
            }
            Self::Points(_) => return Err(wrong("points of another number of players")),
            Self::Forfeited(number, cause) => {
                Ended::Forfeited { player: player(number)?, cause: cause.read() }
            }
            Self::Adjudicated(winner, ruling) => {
                Ended::Adjudicated { winner: winner.map(player).transpose()?, ruling }
            }
        })
    }
}

impl SentForfeit {
    fn of(cause: &Forfeit) -> Self {
        match cause {
            Forfeit::Failed(error) => Self::of_agent(error),
            Forfeit::IllegalMove(told) => Self::IllegalMove(told.clone()),
            Forfeit::Time(late) => Self::Time(*late),
            Forfeit::Resigned => Self::Resigned,
        }
    }

    fn of_agent(error: &AgentError) -> Self {
        match error {
            AgentError::GameOver => Self::GameOver,
            AgentError::NoAgent(player) => Self::NoAgent(player.0),
            AgentError::Illegal { agent, cause } => {
                Self::Illegal { agent: agent.clone(), cause: cause.clone() }
            }
            AgentError::Resigned => Self::GaveUp,
            AgentError::Failed { agent, cause } => {
                Self::Failed { agent: agent.clone(), cause: cause.clone() }
            }
            other => Self::Failed { agent: "agent".to_owned(), cause: other.to_string() },
        }
    }

    fn read(self) -> Forfeit {
        Forfeit::Failed(match self {
            Self::IllegalMove(told) => return Forfeit::IllegalMove(told),
            Self::Time(late) => return Forfeit::Time(late),
            Self::Resigned => return Forfeit::Resigned,
            Self::GameOver => AgentError::GameOver,
            Self::NoAgent(player) => AgentError::NoAgent(Player(player)),
            Self::Failed { agent, cause } => AgentError::Failed { agent, cause },
            Self::Illegal { agent, cause } => AgentError::Illegal { agent, cause },
            Self::GaveUp => AgentError::Resigned,
        })
    }
}
