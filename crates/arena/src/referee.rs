//! Plays numbered games. A game is a job: what it gives depends on the seed, the conditions and its own number only,
//! so games can be played in any order, on any thread, or once more after a crash. Original design.

use agon_core::{Agent, Game, PerPlayer, Seed, Think};

use crate::contest::Contest;
use crate::game::{GameSettings, Played, play_game};
use crate::openings::{Book, OpeningOf};

/// One numbered game to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameJob {
    /// Everything random in the game follows from the seed of the contest and this number.
    pub number: u64,
    /// Games of one round have the same opening.
    pub round: u64,
    /// The number of the agent on each seat.
    pub seats: PerPlayer<usize>,
}

/// A numbered game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatedGame<M> {
    /// Which game it was, and who sat where.
    pub job: GameJob,
    /// How it went.
    pub played: Played<M>,
}

/// Makes the agents of one competitor: every thread has its own, and one for each seat that the competitor fills.
///
/// A closure that gives an agent is a maker, such as `|| Random`.
pub trait AgentMaker<G: Game>: Sync {
    /// A new agent for `game`.
    fn make(&self, game: &G) -> Box<dyn Agent<G>>;
}

impl<G: Game, A: Agent<G> + 'static, F: Fn() -> A + Sync> AgentMaker<G> for F {
    fn make(&self, _: &G) -> Box<dyn Agent<G>> {
        Box::new(self())
    }
}

/// Plays the games of a contest: knows the game, its competitors, the openings and the conditions.
pub struct Referee<'a, G: Game> {
    game: &'a G,
    agents: &'a [&'a dyn AgentMaker<G>],
    contest: &'a Contest<'a>,
    book: &'a Book<G>,
}

/// What one thread keeps between its games.
pub struct ThreadAgents<'a, G: Game> {
    /// By the number of the agent: one copy for each seat that it ever had in one game.
    agents: Vec<Vec<Box<dyn Agent<G>>>>,
    /// Restarted for each move: making a new one would let threads wait for each other.
    think: Think<'a>,
}

impl<'a, G: Game> Referee<'a, G> {
    /// A referee for `game`. Rounds begin as `book` says; the openings that the conditions name are not looked at.
    #[must_use]
    pub fn new(
        game: &'a G,
        agents: &'a [&'a dyn AgentMaker<G>],
        contest: &'a Contest<'a>,
        book: &'a Book<G>,
    ) -> Self {
        Self { game, agents, contest, book }
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The seed from which everything random in the games follows.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.contest.seed
    }

    /// Agents for one thread, none of them made yet.
    #[must_use]
    pub fn thread_agents(&self) -> ThreadAgents<'a, G> {
        let Contest { seed, conditions, clock, stop, .. } = self.contest;
        ThreadAgents { agents: Vec::new(), think: Think::new(conditions.budget, *seed, *clock, stop.clone()) }
    }

    /// The opening of a round.
    #[must_use]
    pub fn opening(&self, round: u64) -> OpeningOf<G> {
        self.book.opening(self.game, self.contest.seed, round)
    }

    /// Plays one game, or none if it was stopped.
    pub fn play(&self, thread: &mut ThreadAgents<'_, G>, job: &GameJob) -> Option<Played<G::Move>> {
        let Contest { seed, conditions, .. } = self.contest;
        let clocks = PerPlayer::new(job.seats.players(), |player| conditions.clock(job.seats[player]));
        let setting = GameSettings {
            budget: conditions.budget,
            clocks,
            time_margin: conditions.time_margin,
            adjudication: conditions.adjudication,
            seed: seed.child("game", job.number),
        };
        let ThreadAgents { agents, think } = thread;
        let mut seats = seat(agents, job.seats.as_slice(), |agent| self.agents[agent].make(self.game));
        play_game(self.game, self.opening(job.round), &mut seats, &setting, think).ok()
    }

    /// Plays jobs on threads and hands over each game as it ends, in whatever order; `on_game` may answer `false` to
    /// start no further one.
    pub fn play_all(&self, jobs: &[GameJob], mut on_game: impl FnMut(&SeatedGame<G::Move>) -> bool) {
        self.contest.executor.run(
            0..jobs.len() as u64,
            || self.thread_agents(),
            |thread, index| self.play(thread, &jobs[index as usize]),
            |index, played| match played {
                Some(played) => on_game(&SeatedGame { job: jobs[index as usize], played }),
                None => false,
            },
        );
    }
}

/// The agents of a game in the order of its seats, out of those made so far and new ones where these do not suffice.
fn seat<'c, G: Game>(
    made: &'c mut Vec<Vec<Box<dyn Agent<G>>>>,
    seats: &[usize],
    make: impl Fn(usize) -> Box<dyn Agent<G>>,
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
