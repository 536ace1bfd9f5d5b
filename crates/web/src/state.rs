//! A game as a client sees it, as JSON.

use agon_core::{Clock, Player, Session, Status};
use serde::Serialize;

use crate::clients::Client;
use crate::journal::Seat;
use crate::picture::{LegalMove, Picture, Thought, legal_moves, turned};
use crate::table::{Play, Table};

/// The state of a game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameState {
    id: String,
    game: String,
    version: u64,
    ply: usize,
    seats: Vec<SeatState>,
    board: Picture,
    moves: Vec<String>,
    /// The seat that made each move.
    movers: Vec<usize>,
    last: Option<LastMove>,
    /// The seat to move.
    to_move: Option<usize>,
    legal: Vec<LegalMove>,
    over: Option<Over>,
    /// The seat of an agent that is thinking.
    thinking: Option<usize>,
    /// For how long already, in milliseconds.
    thinking_for: Option<u64>,
    thought: Option<SeatThought>,
    failed: Option<String>,
    can_take_back: bool,
    can_redo: bool,
    can_join: bool,
}

/// A seat.
#[derive(Clone, Debug, Serialize)]
struct SeatState {
    /// What players call it, such as `Black`.
    name: String,
    /// `you`, `person`, `open` or `agent`.
    who: &'static str,
    agent: Option<String>,
    /// What a level stands for.
    means: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct LastMove {
    #[serde(rename = "move")]
    text: String,
    mover: usize,
    cells: Vec<usize>,
    turned: Vec<usize>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
struct Over {
    /// The points of each seat; none when somebody gave up.
    points: Vec<i32>,
    winners: Vec<usize>,
    resigned: Option<usize>,
}

#[derive(Clone, Debug, Serialize)]
struct SeatThought {
    seat: usize,
    #[serde(flatten)]
    thought: Thought,
}

impl Table {
    /// The game as a client sees it.
    pub(crate) fn state(&self, client: &Client) -> GameState {
        let play = &mut *self.play();
        let last = self.last_move(play);
        let to_move = play.to_move();
        let legal = if to_move.is_some() { legal_moves(&mut *play.board) } else { Vec::new() };
        let seated = play.check_seated(client).is_ok();
        GameState {
            id: self.id.clone(),
            game: play.board.game().to_owned(),
            version: play.version,
            ply: play.board.played().len(),
            seats: self.seats(play, client),
            board: play.board.view().into(),
            moves: play.board.played().to_vec(),
            movers: play.movers.iter().map(|mover| mover.index()).collect(),
            last,
            to_move: to_move.map(Player::index),
            legal,
            over: over(play),
            thinking: play.thinking.as_ref().map(|thinking| thinking.player.index()),
            thinking_for: play.thinking.as_ref().map(|thinking| thinking.clock.now().as_millis() as u64),
            thought: play.thought.as_ref().map(|(player, thought)| SeatThought {
                seat: player.index(),
                thought: Thought { moves: Vec::new(), ..thought.clone() },
            }),
            failed: play.failed.clone(),
            can_take_back: play.can_take_back(client),
            can_redo: seated && !play.taken_back.is_empty() && play.resigned.is_none(),
            can_join: !seated && play.seats.contains(&Seat::Open),
        }
    }

    fn seats(&self, play: &Play, client: &Client) -> Vec<SeatState> {
        let seat = |player: Player| {
            let (who, agent) = match play.seat(player) {
                seat if seat.is_of(client) => ("you", None),
                Seat::Person(_) => ("person", None),
                Seat::Open => ("open", None),
                Seat::Agent(spec) => ("agent", Some(spec.clone())),
            };
            let spec = agent.as_ref().and_then(|agent| agent.parse().ok());
            let means = spec.and_then(|spec| self.game.stands_for(&spec, agon_core::Budget::default()));
            SeatState {
                name: play.board.player_name(player),
                who,
                agent,
                means: means.map(|spec| spec.to_string()),
            }
        };
        Player::all(play.seats.len()).map(seat).collect()
    }

    fn last_move(&self, play: &mut Play) -> Option<LastMove> {
        let (text, mover) = (play.board.played().last().cloned()?, play.movers.last()?.index());
        let cells = play.board.last_footprint();
        let turned = play.view_before().map(|before| turned(&before, &play.board.view()));
        Some(LastMove { text, mover, cells, turned: turned.unwrap_or_default() })
    }
}

fn over(play: &Play) -> Option<Over> {
    if let Some(player) = play.resigned {
        let others = Player::all(play.seats.len()).filter(|other| *other != player);
        let winners = if play.seats.len() == 2 { others.map(Player::index).collect() } else { Vec::new() };
        return Some(Over { points: Vec::new(), winners, resigned: Some(player.index()) });
    }
    match play.board.status() {
        Status::ToMove(_) => None,
        Status::Over(outcome) => Some(Over {
            points: outcome.points.as_slice().to_vec(),
            winners: outcome.winners().map(Player::index).collect(),
            resigned: None,
        }),
    }
}

/// A position of a game that was left behind: what a page needs to show it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Position {
    pub(crate) ply: usize,
    pub(crate) board: Picture,
    /// The position as text.
    pub(crate) text: String,
    pub(crate) last: Vec<usize>,
    pub(crate) turned: Vec<usize>,
    pub(crate) to_move: Option<usize>,
    pub(crate) legal: Vec<LegalMove>,
}

impl Position {
    /// Where a session stands.
    pub(crate) fn of(session: &mut dyn Session) -> Self {
        let now = session.view();
        let turned = match session.played().last().cloned() {
            None => Vec::new(),
            Some(last) => {
                session.undo();
                let before = session.view();
                // It was legal before.
                let _ = session.play(&last);
                turned(&before, &now)
            }
        };
        Self {
            ply: session.played().len(),
            text: session.position(),
            last: session.last_footprint(),
            turned,
            to_move: session.status().to_move().map(Player::index),
            legal: legal_moves(session),
            board: now.into(),
        }
    }
}
