//! A game that is played: the position, who sits where, and what may be done now. What happened is in its journal before
//! anybody is told of it.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_catalog::{AnyGame, Origin, Registry};
use agon_core::{Player, Session, Status, Stop, SystemClock, View};
use agon_files::Journal;
use agon_records::{End, PROGRAM, Record};
use tokio::sync::watch;

use crate::clients::Client;
use crate::data_folder::DataFolder;
use crate::journal::{Beginning, Event, Seat};
use crate::picture::Thought;
use crate::policy;
use crate::refusal::Refusal;

/// The one move of who cannot move.
const PASS: &str = "pass";

/// A game that is played.
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) game: Arc<dyn AnyGame>,
    play: Mutex<Play>,
    /// Told whenever there is something new to see.
    pub(crate) news: watch::Sender<News>,
    /// The agents, kept between moves; taken out while one of them thinks.
    pub(crate) agents: Mutex<Option<Box<dyn Session>>>,
}

/// What is new at a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct News {
    /// Grows with everything that happens.
    pub(crate) version: u64,
    /// How far an agent has come that is thinking.
    pub(crate) thinking: Option<agon_core::Progress>,
}

/// The state of a game.
pub(crate) struct Play {
    pub(crate) board: Box<dyn Session>,
    pub(crate) beginning: Beginning,
    pub(crate) seats: Vec<Seat>,
    /// Who made each move.
    pub(crate) movers: Vec<Player>,
    /// Moves that were taken back, the next one last.
    pub(crate) taken_back: Vec<String>,
    pub(crate) resigned: Option<Player>,
    pub(crate) version: u64,
    pub(crate) thinking: Option<Thinking>,
    /// What the last agent to move thought, and who it was.
    pub(crate) thought: Option<(Player, Thought)>,
    /// Why an agent will not move any more.
    pub(crate) failed: Option<String>,
    journal: Journal,
}

/// An agent that is thinking.
#[derive(Clone, Debug)]
pub(crate) struct Thinking {
    pub(crate) player: Player,
    /// Started with it.
    pub(crate) clock: SystemClock,
    /// For which version of the game.
    pub(crate) version: u64,
    pub(crate) stop: Stop,
}

impl Table {
    /// Begins a game.
    pub(crate) fn begin(
        id: String,
        game: Arc<dyn AnyGame>,
        beginning: Beginning,
        moves: &[String],
        path: &Path,
    ) -> Result<Self, Refusal> {
        let origin = beginning.position.as_deref().map_or(Origin::Start, Origin::Position);
        let board = game.clone().session(&[], &origin)?;
        let line = serde_json::to_string(&beginning).map_err(|error| Refusal::failed(error.to_string()))?;
        let journal = Journal::create(path, &line)?;
        let table = Self::new(id, game, board, beginning, journal);
        let mut play = table.play();
        for mv in moves {
            play.make(mv)?;
        }
        play.pass_if_need_be()?;
        drop(play);
        Ok(table)
    }

    /// Takes up a game where its journal ends.
    pub(crate) fn take_up(id: String, catalog: &Registry, path: &Path) -> Result<Self, Refusal> {
        let damaged = |what: &str| Refusal::failed(format!("The game cannot be read any more: {what}."));
        let (journal, lines) = Journal::open(path)?;
        let mut lines = lines.iter();
        let first = lines.next().ok_or_else(|| damaged("it is empty"))?;
        let beginning: Beginning =
            serde_json::from_str(first).map_err(|error| damaged(&error.to_string()))?;
        let game = catalog.game(&beginning.game)?;
        let origin = beginning.position.as_deref().map_or(Origin::Start, Origin::Position);
        let board = game.clone().session(&[], &origin)?;
        let table = Self::new(id, game, board, beginning, journal);
        let mut play = table.play();
        for line in lines {
            let event = serde_json::from_str(line).map_err(|error| damaged(&error.to_string()))?;
            play.happen(&event)?;
        }
        // A kill may have come between a move and the pass that follows it.
        let _ = play.pass_if_need_be();
        drop(play);
        Ok(table)
    }

    fn new(
        id: String,
        game: Arc<dyn AnyGame>,
        board: Box<dyn Session>,
        beginning: Beginning,
        journal: Journal,
    ) -> Self {
        let play = Play {
            board,
            seats: beginning.seats.clone(),
            beginning,
            movers: Vec::new(),
            taken_back: Vec::new(),
            resigned: None,
            version: 1,
            thinking: None,
            thought: None,
            failed: None,
            journal,
        };
        let news = watch::Sender::new(News { version: 1, thinking: None });
        Self { id, game, play: Mutex::new(play), news, agents: Mutex::new(None) }
    }

    /// The state, for a moment.
    pub(crate) fn play(&self) -> MutexGuard<'_, Play> {
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and tells everybody who watches; also of the part that happened before something was refused.
    pub(crate) fn change<T>(&self, what: impl FnOnce(&mut Play) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let mut play = self.play();
        let before = play.version;
        let result = what(&mut play);
        if result.is_ok() {
            play.version += 1;
        }
        let version = play.version;
        drop(play);
        if version != before {
            self.news.send_modify(|news| *news = News { version, thinking: None });
        }
        result
    }

    /// Agents that were kept are made anew: they sit elsewhere now.
    pub(crate) fn forget_agents(&self) {
        *self.agents.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// A session with all agents on their seats, at the start of the game.
    pub(crate) fn seat_agents(&self, data: &DataFolder) -> Result<Box<dyn Session>, Refusal> {
        let (seats, position) = {
            let play = self.play();
            (play.seats.clone(), play.beginning.position.clone())
        };
        let agent = |seat: &Seat| match seat {
            Seat::Agent(spec) => policy::agent(&*self.game, spec, data).map(Some),
            _ => Ok(None),
        };
        let agents = seats.iter().map(agent).collect::<Result<Vec<_>, _>>()?;
        let origin = position.as_deref().map_or(Origin::Start, Origin::Position);
        Ok(self.game.clone().session(&agents, &origin)?)
    }
}

impl Play {
    /// Whose turn it is, unless the game is over in any way.
    pub(crate) fn to_move(&self) -> Option<Player> {
        if self.resigned.is_some() { None } else { self.board.status().to_move() }
    }

    pub(crate) fn seat(&self, player: Player) -> &Seat {
        &self.seats[player.index()]
    }

    /// Does what a line of the journal says.
    fn happen(&mut self, event: &Event) -> Result<(), Refusal> {
        match event {
            Event::Move(mv) => {
                let mover = self.board.status().to_move();
                self.board.play(mv)?;
                self.movers.extend(mover);
                let redone = self.taken_back.last().is_some_and(|next| next == mv);
                if redone {
                    self.taken_back.pop();
                } else {
                    self.taken_back.clear();
                }
            }
            Event::Back(plies) => {
                while self.board.played().len() > *plies {
                    self.taken_back.extend(self.board.played().last().cloned());
                    self.board.undo();
                    self.movers.pop();
                }
                self.resigned = None;
                self.thought = None;
            }
            Event::Sat { seat, person } => {
                if let Some(seat) = self.seats.get_mut(*seat) {
                    *seat = Seat::Person(person.clone());
                }
            }
            Event::Resigned(seat) => self.resigned = Some(Player(*seat as u8)),
            Event::Swapped => self.seats.rotate_left(1),
        }
        Ok(())
    }

    /// Lets something happen: first it is tried, then written down, and only then it is so; what cannot be kept has not
    /// happened. What an agent thinks about is then another game.
    fn write_down(&mut self, event: &Event) -> Result<(), Refusal> {
        if let Event::Move(mv) = event {
            self.board.play(mv)?;
            self.board.undo();
        }
        self.journal.add(&event.line())?;
        self.happen(event)?;
        self.version += 1;
        self.failed = None;
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.set();
        }
        Ok(())
    }

    /// Plays a move.
    fn make(&mut self, mv: &str) -> Result<(), Refusal> {
        if self.resigned.is_some() {
            return Err(Refusal::conflict("The game is over."));
        }
        self.write_down(&Event::Move(mv.to_owned()))
    }

    /// Plays the move of whoever is to move, and passes for those who cannot.
    pub(crate) fn make_move(&mut self, mv: &str) -> Result<(), Refusal> {
        self.make(mv)?;
        self.pass_if_need_be()
    }

    fn pass_if_need_be(&mut self) -> Result<(), Refusal> {
        while self.to_move().is_some() && self.board.legal() == [PASS] {
            self.make(PASS)?;
        }
        Ok(())
    }

    /// Refuses a move of somebody who is not to move.
    pub(crate) fn check_mover(&self, client: &Client, ply: Option<usize>) -> Result<(), Refusal> {
        let Some(player) = self.to_move() else { return Err(Refusal::conflict("The game is over.")) };
        if ply.is_some_and(|ply| ply != self.board.played().len()) {
            return Err(Refusal::conflict("The game has gone on since; look at it again."));
        }
        match self.seat(player) {
            seat if seat.is_of(client) => Ok(()),
            Seat::Agent(spec) => Err(Refusal::conflict(format!("It is the move of {spec}."))),
            Seat::Open => Err(Refusal::conflict("Nobody has taken this seat yet.")),
            Seat::Person(_) => Err(Refusal::forbidden("This seat belongs to somebody else.")),
        }
    }

    /// Refuses who has no seat.
    pub(crate) fn check_seated(&self, client: &Client) -> Result<(), Refusal> {
        match self.seats.iter().any(|seat| seat.is_of(client)) {
            true => Ok(()),
            false => Err(Refusal::forbidden("You only watch this game.")),
        }
    }

    /// Whether moves can be taken back: only where nobody else would lose them.
    pub(crate) fn can_take_back(&self, client: &Client) -> bool {
        let own = |seat: &Seat| seat.is_of(client) || matches!(seat, Seat::Agent(_));
        self.seats.iter().all(own) && self.before_last_own().is_some()
    }

    /// How many moves are left when the last move of a person is taken back.
    fn before_last_own(&self) -> Option<usize> {
        let of_person = |(ply, mover): &(usize, &Player)| {
            matches!(self.seat(**mover), Seat::Person(_)) && self.board.played()[*ply] != PASS
        };
        self.movers.iter().enumerate().rev().find(of_person).map(|(ply, _)| ply)
    }

    /// Takes back the last move of a person, and what followed it.
    pub(crate) fn take_back(&mut self, client: &Client) -> Result<(), Refusal> {
        self.check_seated(client)?;
        match self.before_last_own().filter(|_| self.can_take_back(client)) {
            Some(plies) => self.write_down(&Event::Back(plies)),
            None => Err(Refusal::conflict("There is no move to take back.")),
        }
    }

    /// Plays what was taken back, until it is a person's turn again.
    pub(crate) fn redo(&mut self, client: &Client) -> Result<(), Refusal> {
        self.check_seated(client)?;
        let Some(first) = self.taken_back.last().cloned() else {
            return Err(Refusal::conflict("There is no move to play again."));
        };
        self.make(&first)?;
        while let (Some(player), Some(next)) = (self.to_move(), self.taken_back.last().cloned()) {
            if matches!(self.seat(player), Seat::Person(_)) && self.board.legal() != [PASS] {
                break;
            }
            self.make(&next)?;
        }
        Ok(())
    }

    /// Gives the game up.
    pub(crate) fn resign(&mut self, client: &Client) -> Result<(), Refusal> {
        self.check_seated(client)?;
        let Some(to_move) = self.to_move() else { return Err(Refusal::conflict("The game is over.")) };
        let own = |player: &Player| self.seat(*player).is_of(client);
        let players = Player::all(self.seats.len());
        let player = Some(to_move).filter(own).or_else(|| players.clone().find(own));
        player.map_or(Ok(()), |player| self.write_down(&Event::Resigned(player.index())))
    }

    /// Lets everybody move to the seat before theirs; only who plays agents alone may.
    pub(crate) fn swap(&mut self, client: &Client) -> Result<(), Refusal> {
        self.check_seated(client)?;
        let own = |seat: &Seat| seat.is_of(client) || matches!(seat, Seat::Agent(_));
        match self.seats.iter().all(own) {
            true => self.write_down(&Event::Swapped),
            false => Err(Refusal::conflict("Somebody else sits at this board.")),
        }
    }

    /// Gives an open seat to a client.
    pub(crate) fn sit_down(&mut self, client: &Client) -> Result<(), Refusal> {
        if self.check_seated(client).is_ok() {
            return Ok(());
        }
        let open = self.seats.iter().position(|seat| *seat == Seat::Open);
        let seat = open.ok_or_else(|| Refusal::conflict("Every seat is taken; you can watch."))?;
        self.write_down(&Event::Sat { seat, person: client.0.clone() })
    }

    /// The picture before the last move.
    pub(crate) fn view_before(&mut self) -> Option<View> {
        let last = self.board.played().last().cloned()?;
        self.board.undo();
        let view = self.board.view();
        // It was legal before.
        let _ = self.board.play(&last);
        Some(view)
    }

    /// The game as a record.
    pub(crate) fn record(&self) -> Record {
        let name = |seat: &Seat| match seat {
            Seat::Agent(spec) => spec.clone(),
            _ => "human".to_owned(),
        };
        let end = match (self.resigned, self.board.status()) {
            (Some(player), _) => End::Failed { seat: player.index(), detail: "resigned".to_owned() },
            (None, Status::Over(outcome)) => End::Rules { points: outcome.points.as_slice().to_vec() },
            (None, Status::ToMove(_)) => End::Unknown,
        };
        let agents = self.seats.iter().map(name).collect();
        let moves = self.board.played().to_vec();
        Record {
            start: self.beginning.position.clone(),
            program: Some(PROGRAM.to_owned()),
            ..Record::new(self.board.game().to_owned(), agents, moves, end)
        }
    }
}
