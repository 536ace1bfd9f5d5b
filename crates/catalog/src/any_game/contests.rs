//! Matches and tournament games between agents named by specs.

use agon_arena::{AgentMaker, Book, Contest, GameJob, Match, MatchError, Referee, SeatedGame, Tally};
use agon_core::spec::Spec;
use agon_core::{Budget, Desk, ReadError};
use agon_records::Record;

use super::TypedGame;
use crate::agent_factory::AgentFactory;
use crate::contest_order::{GAMES, contest_order};
use crate::playable::Playable;
use crate::watched::WatchedMaker;

/// A game as contests see it: agents play it against each other.
pub trait ContestGame: Send + Sync {
    /// Whether a match could be played, before anything is written about it; what people should know all the same.
    ///
    /// # Errors
    /// If an agent or an opening cannot be read, the agents cannot be seated, or one of them cannot be told an opening.
    fn check_match(&self, agents: &[Spec], settings: &Match<'_>) -> Result<Vec<String>, MatchRefused>;

    /// Plays a match between agents. `on_round` sees the tally grow and can ask for the records of the latest
    /// games (none unless the match keeps moves); it may answer `false` to end the match.
    ///
    /// # Errors
    /// If an agent cannot be read or the agents cannot be seated.
    fn play_match(
        &self,
        agents: &[Spec],
        settings: &Match<'_>,
        on_round: &mut OnRound<'_>,
    ) -> Result<Tally, MatchRefused>;

    /// Whether the games of a tournament could be played, as [`check_match`](Self::check_match).
    ///
    /// # Errors
    /// If an agent or an opening cannot be read, or an agent cannot be told an opening.
    fn check_jobs(&self, agents: &[Spec], contest: &Contest<'_>) -> Result<Vec<String>, MatchRefused>;

    /// Plays single games of a tournament and hands over each as it ends; `on_game` may answer `false` to end.
    ///
    /// # Errors
    /// If an agent or an opening cannot be read.
    fn play_jobs(
        &self,
        agents: &[Spec],
        contest: &Contest<'_>,
        jobs: &[GameJob],
        on_game: &mut dyn FnMut(Record) -> bool,
    ) -> Result<(), MatchRefused>;

    /// Plays the games of a contest that a driver elsewhere asks for.
    ///
    /// # Errors
    /// If an agent or an opening cannot be read.
    fn serve_games(
        &self,
        agents: &[Spec],
        contest: &Contest<'_>,
        desk: &dyn Desk,
    ) -> Result<(), MatchRefused>;
}

/// Sees the tally after each round of a match, can ask for the records of the round, and says whether to go on.
pub type OnRound<'a> = dyn FnMut(&Tally, &dyn Fn() -> Vec<Record>) -> bool + 'a;

/// Why a match was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchRefused {
    /// An agent's spec is wrong.
    #[error("{0}")]
    Agent(#[from] ReadError),
    /// The agents cannot be seated.
    #[error("{0}")]
    Seats(#[from] MatchError),
}

impl<G: Playable> TypedGame<G> {
    /// Every agent read and checked once; threads then make their own.
    fn factories(&self, agents: &[Spec]) -> Result<Vec<AgentFactory<G>>, ReadError> {
        agents.iter().map(|spec| self.methods.agent(&self.game, spec)).collect()
    }

    /// The contest with its games known to the cluster, if it is played on one.
    fn announced<'c>(&self, agents: &[Spec], contest: &Contest<'c>) -> Result<Contest<'c>, ReadError> {
        let order = || contest_order(self.game.spec(), agents, contest);
        Ok(contest.clone().executor(contest.executor.for_work(GAMES, order)?))
    }

    /// What agents have to say about the openings and the limits.
    fn remarks(
        &self,
        factories: &[AgentFactory<G>],
        book: &Book<G>,
        budget: Budget,
    ) -> Result<Vec<String>, ReadError> {
        let mut remarks = Vec::new();
        for factory in factories {
            let mut agent = factory.make(&self.game);
            let limits = factory.limits.with(budget);
            let start = [self.game.start()];
            let listed = book.listed().iter().map(|opening| &opening.reached);
            let positions: Vec<_> =
                if book.listed().is_empty() { start.iter().collect() } else { listed.collect() };
            for (number, pos) in (1..).zip(positions) {
                let name = &factory.name;
                let remark = agent.accept(&self.game, pos, limits).map_err(|cause| {
                    let place =
                        if book.listed().len() > 1 { format!(" (opening {number})") } else { String::new() };
                    ReadError::new(format!("`{name}`{place}: {cause}"))
                })?;
                let remark = remark.map(|remark| format!("`{name}`: {remark}"));
                remarks.extend(remark.filter(|remark| !remarks.contains(remark)));
            }
        }
        Ok(remarks)
    }

    /// The openings of a contest, read.
    fn book(&self, contest: &Contest<'_>) -> Result<Book<G>, MatchError> {
        Ok(Book::read(&self.game, &contest.conditions.openings)?)
    }
}

/// The same as those who play a contest, before the eyes of its spectator.
fn watched<'f, G: Playable>(
    factories: &'f [AgentFactory<G>],
    contest: &Contest<'_>,
) -> Vec<WatchedMaker<'f, G>> {
    let watched = |(number, factory)| WatchedMaker { factory, number, spectator: contest.spectator.clone() };
    factories.iter().enumerate().map(watched).collect()
}

fn makers<'m, G: Playable>(watched: &'m [WatchedMaker<'_, G>]) -> Vec<&'m dyn AgentMaker<G>> {
    watched.iter().map(|maker| maker as _).collect()
}

/// What agents are called in records.
fn names<G: Playable>(factories: &[AgentFactory<G>]) -> Vec<String> {
    factories.iter().map(|factory| factory.name.clone()).collect()
}

impl<G: Playable> ContestGame for TypedGame<G> {
    fn check_match(&self, agents: &[Spec], settings: &Match<'_>) -> Result<Vec<String>, MatchRefused> {
        let factories = self.factories(agents)?;
        settings.check(&self.game, agents.len())?;
        let book = self.book(&settings.contest)?;
        self.announced(agents, &settings.contest)?;
        Ok(self.remarks(&factories, &book, settings.contest.conditions.budget)?)
    }

    fn play_match(
        &self,
        agents: &[Spec],
        settings: &Match<'_>,
        on_round: &mut OnRound<'_>,
    ) -> Result<Tally, MatchRefused> {
        let (game, factories) = (&self.game, self.factories(agents)?);
        let (spec, names) = (game.spec(), names(&factories));
        settings.check(game, agents.len())?;
        let book = self.book(&settings.contest)?;
        let settings = settings.clone().contest(self.announced(agents, &settings.contest)?);
        let watched = watched(&factories, &settings.contest);
        let tally = settings.play_from(game, &book, &makers(&watched), |referee, tally, games| {
            let record = |game: &SeatedGame<G::Move>| Record::of_seated(referee, &spec, &names, game);
            on_round(tally, &|| games.iter().filter(|_| settings.keep_moves).map(record).collect())
        });
        Ok(tally?)
    }

    fn check_jobs(&self, agents: &[Spec], contest: &Contest<'_>) -> Result<Vec<String>, MatchRefused> {
        let (factories, book) = (self.factories(agents)?, self.book(contest)?);
        Ok(self.remarks(&factories, &book, contest.conditions.budget)?)
    }

    fn play_jobs(
        &self,
        agents: &[Spec],
        contest: &Contest<'_>,
        jobs: &[GameJob],
        on_game: &mut dyn FnMut(Record) -> bool,
    ) -> Result<(), MatchRefused> {
        let (game, factories) = (&self.game, self.factories(agents)?);
        let (spec, names) = (game.spec(), names(&factories));
        let (watched, book) = (watched(&factories, contest), self.book(contest)?);
        let (makers, contest) = (makers(&watched), self.announced(agents, contest)?);
        let referee = Referee::new(game, &makers, &contest, &book);
        referee.play_all(jobs, |game| on_game(Record::of_seated(&referee, &spec, &names, game)));
        Ok(())
    }

    fn serve_games(
        &self,
        agents: &[Spec],
        contest: &Contest<'_>,
        desk: &dyn Desk,
    ) -> Result<(), MatchRefused> {
        let factories = self.factories(agents)?;
        let (watched, book) = (watched(&factories, contest), self.book(contest)?);
        let makers = makers(&watched);
        let referee = Referee::new(&self.game, &makers, contest, &book);
        let mut thread = referee.thread_agents();
        desk.serve(&mut |question| referee.answer(&mut thread, question));
        Ok(())
    }
}
