//! Plays numbered games. A game is a job: what it gives depends on the seed, the conditions and its own number only,
//! so games can be played in any order, on any thread, or once more after a crash. Original design.

use std::ops::Range;

use agon_core::{Agent, Game, PerPlayer, Seed, SentJobs, Think};

use crate::contest::Contest;
use crate::game::{GameSettings, Played, play_game};
use crate::openings::{Book, OpeningOf};
use crate::remote::ask_games;

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

    /// How many agents there are.
    #[must_use]
    pub fn agents(&self) -> usize {
        self.agents.len()
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

    /// Plays jobs where the executor runs them and hands over each game as it ends, in whatever order; `on_game` may
    /// answer `false` to start no further one.
    pub fn play_all(&self, jobs: &[GameJob], mut on_game: impl FnMut(&SeatedGame<G::Move>) -> bool) {
        let of = |range: Range<u64>| &jobs[range.start as usize..range.end as usize];
        let sent = SentJobs {
            input: &|range| ask_games(of(range)),
            read: &|range, text| self.read_games(of(range), text),
        };
        let range = 0..jobs.len() as u64;
        if self.contest.executor.send(range, &sent, |_, games| games.iter().all(&mut on_game)) {
            return;
        }
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::contest::Conditions;
    use agon_core::{AgentError, Choice, Executor, ManualClock, Stop};
    use agon_search::Random;
    use agon_testkit::Toy;

    const TOY: Toy = Toy { seed: 1, players: 4, branching: 4, depth: 12, zero_sum: false };

    fn job(number: u64, seats: [usize; 4]) -> GameJob {
        GameJob { number, round: number / 2, seats: PerPlayer::new(4, |seat| seats[seat.index()]) }
    }

    #[test]
    fn jobs_are_played_once_each_at_any_thread_count() {
        let jobs: Vec<_> = (0..10).map(|number| job(number, [0, 1, 0, 1])).collect();
        let played = |threads, wanted: usize| {
            let clock = ManualClock::new();
            let contest = Contest::new(Seed(3), Conditions::default()).clock(&clock);
            let contest = contest.executor(Executor::new(threads));
            let book = Book::random(&TOY, 2).unwrap();
            let referee = Referee::new(&TOY, &[&|| Random, &|| Random], &contest, &book);
            assert_eq!((referee.seed(), referee.game().depth), (Seed(3), 12));
            let mut games = Vec::new();
            referee.play_all(&jobs, |game| {
                assert_eq!(game.played.moves[..2], referee.opening(game.job.round).moves);
                games.push(game.clone());
                games.len() < wanted
            });
            games.sort_by_key(|game| game.job.number);
            games
        };
        let all = played(1, 100);
        assert_eq!(all.iter().map(|game| game.job).collect::<Vec<_>>(), jobs);
        assert_eq!(all, played(3, 100));
        assert_eq!(played(1, 4), all[..4], "nobody wants more");
        assert_ne!(all[0].played.moves, all[1].played.moves, "games of a round have luck of their own");
    }

    #[test]
    fn a_stopped_game_ends_the_rest() {
        let stop = Stop::default();
        let contest = Contest::default().stop(stop.clone());
        let book = Book::start(&TOY);
        let referee = Referee::new(&TOY, &[&|| Random, &|| Random], &contest, &book);
        let jobs: Vec<_> = (0..10).map(|number| job(number, [0, 1, 0, 1])).collect();
        let mut games = 0;
        referee.play_all(&jobs, |_| {
            games += 1;
            if games == 3 {
                stop.set();
            }
            true
        });
        assert_eq!(games, 3);
    }

    /// Names itself by the order in which it was made.
    struct Numbered(String);

    impl Agent<Toy> for Numbered {
        fn name(&self) -> &str {
            &self.0
        }

        fn choose(
            &mut self,
            _: &Toy,
            _: &<Toy as Game>::Position,
            _: &mut Think<'_>,
        ) -> Result<Choice<u8>, AgentError> {
            Err(AgentError::GameOver)
        }
    }

    /// An agent that remembers things must not meet itself on another seat.
    #[test]
    fn every_seat_has_an_agent_of_its_own_and_keeps_it() {
        let made = AtomicUsize::new(0);
        let make = |agent: usize| {
            let number = made.fetch_add(1, Ordering::Relaxed);
            Box::new(Numbered(format!("{agent}.{number}"))) as Box<dyn Agent<Toy>>
        };
        let mut agents = Vec::new();
        let mut names = |seats: &[usize]| {
            let seated = seat(&mut agents, seats, make);
            seated.iter().map(|agent| agent.name().to_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(&[1, 0]), "1.0 0.1");
        assert_eq!(names(&[0, 1]), "0.1 1.0");
        assert_eq!(names(&[0, 1, 0, 1]), "0.1 1.0 0.2 1.3");
        assert_eq!(names(&[3, 3]), "3.4 3.5");
        assert_eq!(names(&[1, 1, 1]), "1.0 1.3 1.6");
    }
}
