//! Options that several commands share.

use std::time::Duration;

use agon_catalog::Origin;
use agon_core::spec::{Spec, Word, duration};
use agon_core::{Budget, Executor, MOST_THREADS, Player, ReadError, Session};
use clap::Args;

use crate::notes::note;

/// Limits for each move.
#[derive(Debug, Args)]
pub struct Limits {
    /// Plies to look ahead, for agents whose spec sets no limit; this and the next two come before those of a level
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Positions to visit for each move (simulations, for Monte Carlo methods)
    #[arg(long, value_name = "N", visible_alias = "simulations", value_parser = at_least_one)]
    nodes: Option<u64>,
    /// Time for each move, such as 100ms or 2s
    #[arg(long, value_parser = read_some_time)]
    time: Option<Duration>,
}

impl Limits {
    /// The limits for the agent on a seat: its own, then those of these options, then those of a level; `usual` if
    /// nobody set any.
    pub fn for_agent(&self, session: &dyn Session, player: Player, usual: Budget) -> Budget {
        let limits = session.limits(player, self.given());
        if limits == Budget::default() { usual } else { limits }
    }

    /// The limits for an agent that was chosen here, not by who typed the command: those of these options, or `usual`
    /// instead of the few plies that its kind looks ahead when nothing limits it.
    pub fn for_own_choice(&self, session: &dyn Session, player: Player, usual: Budget) -> Budget {
        let given = self.given();
        session.limits(player, if given == Budget::default() { usual } else { given })
    }

    /// Says for whom of the agents the depth does not hold.
    pub fn note_unlimited<'s>(&self, mut agents: impl Iterator<Item = &'s Spec>) {
        let Some(depth) = self.depth else { return };
        if agents.any(|spec| spec.name.text == "solve") {
            note(&format!("`solve` always searches to the end: --depth {depth} does not hold for it"));
        }
    }

    /// The limits that these options set.
    pub fn given(&self) -> Budget {
        Budget { depth: self.depth, nodes: self.nodes, time: self.time }
    }
}

/// Reads a number that is not 0.
pub fn at_least_one(text: &str) -> Result<u64, ReadError> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| ReadError::new("a whole number is wanted, at least 1"))
}

/// Threads for jobs that can be done at once; 0 asks for as many as there are cores.
pub fn executor(asked: usize) -> Executor {
    Executor::new(threads(asked, MOST_THREADS))
}

/// How many threads are used of those asked for; 0 asks for as many as there are cores.
pub fn threads(asked: usize, most: usize) -> usize {
    if asked > most {
        note(&format!("--threads {asked}: {most} are used, more would only get into each other's way"));
    }
    Executor::new(asked).threads().min(most)
}

/// Reads a duration such as `250ms`.
pub fn read_duration(text: &str) -> Result<Duration, ReadError> {
    duration(&Word::new(text))
}

/// Reads a duration that is not zero.
fn read_some_time(text: &str) -> Result<Duration, ReadError> {
    match read_duration(text)? {
        Duration::ZERO => Err(ReadError::new("no time for a move: give some, such as 1ms")),
        time => Ok(time),
    }
}

/// The position with which a command begins.
#[derive(Debug, Args)]
pub struct StartArgs {
    /// A position as text (8x8 Reversi: 64 of `X O -` from a1, a space, the side to move)
    #[arg(long, value_name = "TEXT", conflicts_with = "moves", allow_hyphen_values = true)]
    position: Option<String>,
    /// A list of moves from the start, such as f5d6c3
    #[arg(long, value_name = "LIST")]
    moves: Option<String>,
}

impl StartArgs {
    /// The position to begin with, if there is one.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// The same for the catalog.
    pub fn origin(&self) -> Origin<'_> {
        match (&self.position, &self.moves) {
            (Some(text), _) => Origin::Position(text),
            (None, Some(text)) => Origin::Moves(text),
            (None, None) => Origin::Start,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `agon analyze connect4` looked four plies ahead, for a millisecond: the limits that a kind of search has for itself
    /// came before the usual time.
    #[test]
    fn an_agent_that_nobody_named_has_the_usual_time() {
        let usual = Budget::time(Duration::from_secs(1));
        let none = Limits { depth: None, nodes: None, time: None };
        let shallow = Limits { depth: Some(2), ..none };
        for game in ["connect4", "gomoku", "reversi", "reversi:6x6", "blokus:duo", "tictactoe"] {
            let game = agon_catalog::game(game).unwrap();
            let seats = vec![Some(game.strongest()); game.players()];
            let session = game.clone().session(&seats, &Origin::Start).unwrap();
            assert_eq!(none.for_own_choice(&*session, Player::FIRST, usual), usual, "{}", game.spec());
            let two_plies = Budget { depth: Some(2), ..Budget::default() };
            assert_eq!(shallow.for_own_choice(&*session, Player::FIRST, usual), two_plies);
        }
    }
}
