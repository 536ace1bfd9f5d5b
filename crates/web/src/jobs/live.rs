//! Games of a contest while they are played: one for each thread that plays.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use agon_arena::Spectator;
use agon_catalog::{AnyGame, Origin};
use agon_core::{Clock, Player, SystemClock};
use serde::Serialize;

use crate::picture::Picture;

/// Positions are written down at most so often: games of random moves end a thousand times between two looks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(150);

/// Who watches the games of a job.
pub(crate) struct LiveGames {
    clock: SystemClock,
    boards: Mutex<HashMap<ThreadId, LiveBoard>>,
}

#[derive(Clone, Debug)]
struct LiveBoard {
    /// The agent on each seat, as far as it was seen.
    seats: Vec<Option<usize>>,
    position: String,
    seen: Duration,
}

/// A game as it stands.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LiveGame {
    /// Who sits where, as far as it is known.
    agents: Vec<Option<String>>,
    board: Picture,
}

impl LiveGames {
    pub(crate) fn new() -> Self {
        Self { clock: SystemClock::start(), boards: Mutex::default() }
    }

    /// The games as they stand.
    pub(crate) fn shown(&self, game: &std::sync::Arc<dyn AnyGame>, agents: &[String]) -> Vec<LiveGame> {
        let boards: Vec<_> =
            self.boards.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        let mut shown: Vec<_> = boards
            .into_iter()
            .filter_map(|board| {
                let session = game.clone().session(&[], &Origin::Position(&board.position)).ok()?;
                let name = |seat: &Option<usize>| seat.and_then(|agent| agents.get(agent).cloned());
                let names = board.seats.iter().map(name).collect();
                Some((board.seats, LiveGame { agents: names, board: session.view().into() }))
            })
            .collect();
        // In one order, so that games stay where they are.
        shown.sort_by(|(one, _), (other, _)| one.cmp(other));
        shown.into_iter().map(|(_, game)| game).collect()
    }
}

impl Spectator for LiveGames {
    fn sees(&self, agent: usize, player: Player, position: &dyn Fn() -> String) {
        let now = self.clock.now();
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        let board = boards.entry(thread::current().id()).or_insert_with(|| LiveBoard {
            seats: Vec::new(),
            position: String::new(),
            seen: Duration::ZERO,
        });
        let seat = player.index();
        if board.seats.len() <= seat {
            board.seats.resize(seat + 1, None);
        }
        board.seats[seat] = Some(agent);
        if board.position.is_empty() || now >= board.seen + BETWEEN_LOOKS {
            (board.position, board.seen) = (position(), now);
        }
    }
}
