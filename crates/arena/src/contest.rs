//! What decides how the games of a match or tournament go: conditions, seed, threads, clock. Original design.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use agon_core::{Budget, Clock, Executor, ReadError, Score, Seed, Stop, SystemClock};

use crate::adjudication::Adjudication;
use crate::openings::Openings;
use crate::spectator::Spectator;
use crate::time_control::{TIME_MARGIN, TimeControl};

/// What all games of a match or tournament have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conditions {
    /// Limits for each move; those of an agent come first.
    pub budget: Budget,
    /// None, one for all agents, or one for each.
    pub clocks: Vec<TimeControl>,
    /// An agent loses on time when it is late by more than this.
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

    /// Sets the limits for each move.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Sets the clocks: none, one for all agents, or one for each.
    #[must_use]
    pub fn clocks(self, clocks: Vec<TimeControl>) -> Self {
        Self { clocks, ..self }
    }

    /// Sets how late an agent may be without losing on time.
    #[must_use]
    pub fn time_margin(self, time_margin: Duration) -> Self {
        Self { time_margin, ..self }
    }

    /// Sets the rules that cut games short.
    #[must_use]
    pub fn adjudication(self, adjudication: Adjudication) -> Self {
        Self { adjudication, ..self }
    }

    /// Sets how rounds begin.
    #[must_use]
    pub fn openings(self, openings: Openings) -> Self {
        Self { openings, ..self }
    }

    /// The clock of an agent, if it has one.
    pub(crate) fn clock(&self, agent: usize) -> Option<TimeControl> {
        self.clocks.get(agent).or(self.clocks.first()).copied()
    }
}

/// Everything that decides how numbered games go, and what runs them.
#[derive(Clone)]
#[non_exhaustive]
pub struct Contest<'a> {
    /// Everything random follows from it.
    pub seed: Seed,
    /// Limits, clocks, openings, adjudication.
    pub conditions: Conditions,
    /// The threads; the result does not depend on them.
    pub executor: Executor,
    /// Where time comes from.
    pub clock: &'a dyn Clock,
    /// Set it to end everything early.
    pub stop: Stop,
    /// Who watches; games whose moves have no text are not shown.
    pub spectator: Option<Arc<dyn Spectator>>,
}

/// The default clock.
static SYSTEM: LazyLock<SystemClock> = LazyLock::new(SystemClock::start);

impl Default for Contest<'_> {
    /// Seed 1, no limits, one thread, the system clock.
    fn default() -> Self {
        Self {
            seed: Seed(1),
            conditions: Conditions::default(),
            executor: Executor::new(1),
            clock: &*SYSTEM,
            stop: Stop::default(),
            spectator: None,
        }
    }
}

impl<'a> Contest<'a> {
    /// Games under these conditions, on one thread, timed by the system clock.
    #[must_use]
    pub fn new(seed: Seed, conditions: Conditions) -> Self {
        Self { seed, conditions, ..Self::default() }
    }

    /// Plays on the threads of `executor`; the result does not depend on them.
    #[must_use]
    pub fn executor(self, executor: Executor) -> Self {
        Self { executor, ..self }
    }

    /// Reads the time from `clock`.
    #[must_use]
    pub fn clock(self, clock: &'a dyn Clock) -> Self {
        Self { clock, ..self }
    }

    /// Ends early when `stop` is set.
    #[must_use]
    pub fn stop(self, stop: Stop) -> Self {
        Self { stop, ..self }
    }

    /// Shows the games to somebody while they are played.
    #[must_use]
    pub fn spectator(self, spectator: Arc<dyn Spectator>) -> Self {
        Self { spectator: Some(spectator), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::ManualClock;

    #[test]
    fn each_condition_is_set_by_its_name_alone() {
        let usual = Conditions::default();
        let clocks: Vec<TimeControl> = vec!["5s".parse().unwrap()];
        let margin = Duration::from_millis(7);
        let adjudication = Adjudication { max_plies: Some(9), ..Adjudication::default() };
        let set = usual.clone().budget(Budget::nodes(5)).clocks(clocks.clone()).time_margin(margin);
        let set = set.adjudication(adjudication).openings(Openings::Every(2));
        let openings = Openings::Every(2);
        assert_eq!(
            set,
            Conditions { budget: Budget::nodes(5), clocks, time_margin: margin, adjudication, openings }
        );
        assert_eq!(usual.time_margin, TIME_MARGIN);
    }

    #[test]
    fn a_contest_keeps_what_it_is_told() {
        let clock = ManualClock::new();
        clock.advance(Duration::from_secs(1_000_000));
        let stop = Stop::default();
        let conditions = Conditions::default().budget(Budget::nodes(5));
        let contest = Contest::new(Seed(9), conditions.clone()).executor(Executor::new(3)).clock(&clock);
        let contest = contest.stop(stop.clone());
        stop.set();
        assert_eq!((contest.seed, contest.conditions), (Seed(9), conditions));
        assert_eq!((contest.executor.threads(), contest.stop.is_set()), (3, true));
        assert_eq!(contest.clock.now(), clock.now());
        let usual = Contest::default();
        assert_eq!((usual.seed, usual.executor.threads(), usual.stop.is_set()), (Seed(1), 1, false));
    }

    #[test]
    fn what_leaves_nothing_to_play_is_said() {
        let said = |change: fn(Conditions) -> Conditions| {
            change(Conditions::default()).check().map_err(|error| error.message)
        };
        assert_eq!(said(|conditions| conditions), Ok(()));
        assert_eq!(said(|conditions| conditions.budget(Budget::depth(1))), Ok(()));
        let longer = |most, openings| {
            let adjudication = Adjudication { max_plies: Some(most), ..Adjudication::default() };
            Conditions::default().adjudication(adjudication).openings(openings).check()
        };
        assert!(longer(1, Openings::Start).is_ok() && longer(0, Openings::Start).is_err());
        assert!(longer(7, Openings::Every(6)).is_ok() && longer(6, Openings::Every(6)).is_err());
        assert!(longer(1, Openings::Listed(vec!["f5".into()])).is_ok());
        let wrong = longer(6, Openings::Random(6)).unwrap_err().message;
        assert_eq!(wrong, "games that end after 6 plies, with 6 of the opening, leave nothing to play");
    }
}
