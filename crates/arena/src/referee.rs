//! Plays numbered games. A game is a job: what it gives depends on the seed, the conditions and its own number only,
//! so games can be played in any order, on any thread, or once more after a crash. Ours.

use std::time::Duration;

use agon_core::{
    Agent, Budget, Clock, Executor, Game, Notation, PerPlayer, ReadError, Score, Seed, Stop, Think,
};

use crate::adjudication::Adjudication;
use crate::game::{Played, Setting, play_game};
use crate::openings::{Book, OpeningOf, Openings};
use crate::records::Record;
use crate::time_control::{TIME_MARGIN, TimeControl};

/// What all games of a match or tournament have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// Limits for each move; those of an agent come first.
    pub budget: Budget,
    /// Clocks: none, one for all agents, or one for each.
    pub clocks: Vec<TimeControl>,
    /// What an agent may be late without losing on time.
    pub time_margin: Duration,
    /// When games are cut short.
    pub adjudication: Adjudication,
    /// How games begin.
    pub openings: Openings,
}

impl Default for Conditions {
    fn default() -> Self {
        Self {
            budget: Budget::default(),
            clocks: Vec::new(),
            time_margin: TIME_MARGIN,
            adjudication: Adjudication::default(),
            openings: Openings::default(),
        }
    }
}

impl Conditions {
    /// Whether games can be played under these conditions at all.
    ///
    /// # Errors
    /// If a limit leaves nothing to play, or a ruling would end every game at once.
    pub fn check(&self) -> Result<(), ReadError> {
        let Budget { depth, nodes, time } = self.budget;
        let opening = match self.openings {
            Openings::Random(plies) | Openings::Every(plies) => plies,
            Openings::Start | Openings::Listed(_) => 0,
        };
        let wrong = if depth == Some(0) {
            "a depth of 0 plies: an agent looks at least 1 ply ahead".to_owned()
        } else if nodes == Some(0) {
            "a limit of 0 nodes: an agent visits at least 1".to_owned()
        } else if time.is_some_and(|time| time.is_zero()) {
            "no time for a move: give some, such as 1ms".to_owned()
        } else if self.clocks.iter().any(|clock| clock.start().is_zero()) {
            "a clock without time: give some, such as 1s".to_owned()
        } else if let Some(most) = self.adjudication.max_plies.filter(|&most| most <= opening) {
            format!("games that end after {most} plies, with {opening} of the opening, leave nothing to play")
        } else if self.adjudication.win.is_some_and(|win| win.score <= Score::ZERO) {
            "a win by 0 points would end every game: ask for more".to_owned()
        } else {
            return Ok(());
        };
        Err(ReadError::new(wrong))
    }

    /// The clock of an agent, if it has one.
    fn clock(&self, agent: usize) -> Option<TimeControl> {
        self.clocks.get(agent).or(self.clocks.first()).copied()
    }
}

/// All that decides how numbered games go, and who runs them.
#[derive(Clone)]
pub struct Contest<'a> {
    /// Everything random follows from it.
    pub seed: Seed,
    /// Limits, clocks, openings.
    pub conditions: Conditions,
    /// Who runs the games.
    pub executor: Executor,
    /// Where time comes from.
    pub clock: &'a dyn Clock,
    /// Ends everything early.
    pub stop: Stop,
}

/// One game to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its number, from which everything random in it follows.
    pub number: u64,
    /// The round it belongs to: games of one round have the same opening.
    pub round: u64,
    /// Which agent sits on each seat.
    pub seats: PerPlayer<usize>,
}

/// Who plays the games: a game, its agents and the conditions.
pub struct Referee<'a, G: Game> {
    game: &'a G,
    make: &'a (dyn Fn(usize) -> Box<dyn Agent<G>> + Sync),
    contest: &'a Contest<'a>,
    book: Book<G>,
}

/// What one thread keeps between its games.
pub struct Crew<'a, G: Game> {
    /// The agents it has made, by number: as many copies of each as ever sat at one table.
    agents: Vec<Vec<Box<dyn Agent<G>>>>,
    /// The means of every move: threads that made new ones would wait for each other.
    think: Think<'a>,
}

impl<'a, G: Notation> Referee<'a, G> {
    /// A referee for `game`; `make` makes the agent of a number.
    ///
    /// # Errors
    /// If the openings cannot be read.
    pub fn new(
        game: &'a G,
        make: &'a (dyn Fn(usize) -> Box<dyn Agent<G>> + Sync),
        contest: &'a Contest<'a>,
    ) -> Result<Self, ReadError> {
        let book = Book::new(game, &contest.conditions.openings)?;
        Ok(Self { game, make, contest, book })
    }

    /// A game as a record; `names` are all agents.
    #[must_use]
    pub fn record(&self, spec: &str, names: &[String], job: &Job, played: &Played<G::Move>) -> Record {
        let agents = job.seats.as_slice().iter().map(|&agent| names[agent].clone()).collect();
        let record = Record::of(self.game, spec, agents, &self.opening(job.round), played);
        Record { number: Some(job.number), round: Some(job.round), seed: Some(self.contest.seed.0), ..record }
    }
}

impl<'a, G: Game> Referee<'a, G> {
    /// A crew for one thread.
    #[must_use]
    pub fn crew(&self) -> Crew<'a, G> {
        let Contest { seed, conditions, clock, stop, .. } = self.contest;
        Crew { agents: Vec::new(), think: Think::new(conditions.budget, *seed, *clock, stop.clone()) }
    }

    /// The opening of a round.
    #[must_use]
    pub fn opening(&self, round: u64) -> OpeningOf<G> {
        self.book.opening(self.game, self.contest.seed, round)
    }

    /// Plays one game, or none if it was stopped.
    pub fn play(&self, crew: &mut Crew<'_, G>, job: &Job) -> Option<Played<G::Move>> {
        let Contest { seed, conditions, .. } = self.contest;
        let clocks = PerPlayer::new(job.seats.players(), |player| conditions.clock(job.seats[player]));
        let setting = Setting {
            budget: conditions.budget,
            clocks,
            time_margin: conditions.time_margin,
            adjudication: conditions.adjudication,
            seed: seed.child("game", job.number),
        };
        let Crew { agents, think } = crew;
        let mut seats = seat(agents, job.seats.as_slice(), self.make);
        play_game(self.game, self.opening(job.round), &mut seats, &setting, think).ok()
    }

    /// Plays jobs on threads and hands over each game as it ends, in whatever order; `on_game` may answer `false` to
    /// start no further one.
    pub fn play_all(&self, jobs: &[Job], mut on_game: impl FnMut(&Job, Played<G::Move>) -> bool) {
        self.contest.executor.run(
            0..jobs.len() as u64,
            || self.crew(),
            |crew, index| self.play(crew, &jobs[index as usize]),
            |index, played| match played {
                Some(played) => on_game(&jobs[index as usize], played),
                None => false,
            },
        );
    }
}

/// The agents of a game in the order of its seats, out of those made so far and new ones where these do not suffice.
fn seat<'c, G: Game>(
    made: &'c mut Vec<Vec<Box<dyn Agent<G>>>>,
    seats: &[usize],
    make: &dyn Fn(usize) -> Box<dyn Agent<G>>,
) -> Vec<&'c mut dyn Agent<G>> {
    for (place, &agent) in seats.iter().enumerate() {
        if made.len() <= agent {
            made.resize_with(agent + 1, Vec::new);
        }
        let earlier = seats[..place].iter().filter(|&&other| other == agent).count();
        if made[agent].len() <= earlier {
            made[agent].push(make(agent));
        }
    }
    let mut copies: Vec<_> = made.iter_mut().map(|copies| copies.iter_mut()).collect();
    seats.iter().filter_map(|&agent| copies[agent].next()).map(|agent| &mut **agent as _).collect()
}
