//! The game that an engine plays, whatever the protocol: board, limits, seeds and clocks.

use std::time::Duration;

use agon_core::{Budget, PlayError, Player, ReadError, Seed, Session};

use crate::engine_side::Wish;

/// Opens games: the catalog, with the agent on every seat.
pub trait GameOpener: Send {
    /// The game of that spec, at its start or at a position.
    ///
    /// # Errors
    /// If there is no such game or position, or the agent cannot play it.
    fn open(&self, spec: &str, position: Option<&str>) -> Result<Box<dyn Session>, ReadError>;
}

/// One game in progress, with what is needed to think about it.
pub struct Desk {
    opener: Box<dyn GameOpener>,
    session: Box<dyn Session>,
    /// What was played before the turn of another colour was taken.
    before: Vec<Box<dyn Session>>,
    /// The position before the first move, where it is not the usual one.
    start: Option<String>,
    /// Limits that hold where the protocol sets none.
    limits: Budget,
    seed: u64,
    /// How many games were played before this one.
    games: u64,
    used: Duration,
}

/// A move takes so long when nothing limits it.
const USUAL_TIME: Duration = Duration::from_secs(1);

impl Desk {
    /// A desk with a game at its start. `limits` hold where the protocol sets none.
    ///
    /// # Errors
    /// If the game cannot be opened.
    pub fn new(
        opener: Box<dyn GameOpener>,
        spec: &str,
        seed: u64,
        limits: Budget,
    ) -> Result<Self, ReadError> {
        let session = opener.open(spec, None)?;
        Ok(Self {
            opener,
            session,
            before: Vec::new(),
            start: None,
            limits,
            seed,
            games: 0,
            used: Duration::ZERO,
        })
    }

    /// The game.
    #[must_use]
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The game, to think about it.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        &mut *self.session
    }

    /// The spec of the game.
    #[must_use]
    pub fn spec(&self) -> &str {
        self.session.game()
    }

    /// Begins a game of that spec.
    ///
    /// # Errors
    /// If it cannot be opened; everything is then as it was.
    pub fn open(&mut self, spec: &str, position: Option<&str>) -> Result<(), ReadError> {
        let session = self.opener.open(spec, position)?;
        self.games += u64::from(!self.session.played().is_empty());
        self.session = session;
        self.before.clear();
        self.start = position.map(str::to_owned);
        Ok(())
    }

    /// Goes on from a position in which that colour is to move; `false` if it is not. Moves before it can still be taken
    /// back.
    pub(crate) fn go_on_from(&mut self, position: &str, color: u8) -> bool {
        let opened = self.opener.open(self.session.game(), Some(position));
        match opened.ok().filter(|session| session.view().to_move == Some(color)) {
            Some(session) => {
                self.before.push(std::mem::replace(&mut self.session, session));
                true
            }
            None => false,
        }
    }

    /// Begins the same game anew.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn clear(&mut self) -> Result<(), ReadError> {
        let spec = self.spec().to_owned();
        self.open(&spec, None)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not a legal one.
    pub fn play(&mut self, mv: &str) -> Result<(), PlayError> {
        self.session.play(mv)
    }

    /// Takes a move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        while !self.session.undo() {
            match self.before.pop() {
                Some(session) => self.session = session,
                None => return false,
            }
        }
        true
    }

    /// Brings the board to where these moves lead from a start; only what differs is played or taken back.
    ///
    /// # Errors
    /// If a move is not legal where it stands; the board is then somewhere on the way.
    pub fn follow(&mut self, spec: &str, start: Option<&str>, moves: &[String]) -> Result<(), PlayError> {
        let played = self.session.played();
        let same = played.iter().zip(moves).take_while(|(one, other)| one == other).count();
        let back = played.len() - same;
        if self.spec() != spec || self.start.as_deref() != start || (same == 0 && back > 0) {
            self.open(spec, start)?;
        }
        let same = same.min(self.session.played().len());
        while self.session.played().len() > same {
            self.session.undo();
        }
        moves[same..].iter().try_for_each(|mv| self.session.play(mv))
    }

    /// Who is to move.
    #[must_use]
    pub fn to_move(&self) -> Option<Player> {
        self.session.status().to_move()
    }

    /// Whether nothing can be done but to pass.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.session.legal() == ["pass"]
    }

    /// Sets the seed of this game and those that follow.
    pub fn set_seed(&mut self, seed: u64) {
        (self.seed, self.games) = (seed, 0);
    }

    /// What the next search is done with. `given` is what the protocol sets: nobody thinks longer than its time, and
    /// its other limits come before those of the command line, though not before those of the agent itself.
    #[must_use]
    pub fn wish(&self, given: Budget) -> Wish {
        let player = self.to_move().unwrap_or(Player(0));
        let asked = given.or(self.limits);
        let mut budget = self.session.limits(player, asked);
        if let Some(time) = given.time {
            budget.time = Some(budget.time.map_or(time, |own| own.min(time)));
        } else if budget == Budget::default() {
            budget = Budget::time(USUAL_TIME);
        }
        Wish { budget, seed: self.move_seed() }
    }

    /// The first game has the seed itself, so that it is the game of `agon play` with the same seed.
    fn move_seed(&self) -> Seed {
        let seed = Seed(self.seed);
        let seed = if self.games == 0 { seed } else { seed.child("game", self.games) };
        seed.child("move", self.session.played().len() as u64)
    }

    /// Counts time that was spent thinking.
    pub fn spend(&mut self, time: Duration) {
        self.used += time;
    }

    /// The time that was spent thinking since the engine began.
    #[must_use]
    pub fn spent(&self) -> Duration {
        self.used
    }
}

/// How long to think when a move may take `limit`: what happens between the end of a search and the clock of the other
/// side is not counted on.
#[must_use]
pub(crate) fn within_turn(limit: Duration) -> Duration {
    const RESERVE: Duration = Duration::from_millis(40);
    limit - (limit / 20).max(RESERVE.min(limit / 4))
}

#[cfg(test)]
pub(crate) mod tests;
