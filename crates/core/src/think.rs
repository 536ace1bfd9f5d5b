//! All that a search may know of the outside: budget, clock, stop flag, randomness, listener. Original design.
//!
//! The caller builds one [`Think`] for each move. Every search function opens with [`Think::node`], which counts
//! the node and returns `Err(Stopped)` when it is time to go; the root then keeps its last finished answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Clock, ManualClock, Rng, Score, Seed};

/// How much a search may use; the first limit reached wins, and an absent limit does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit (playouts, for Monte Carlo methods).
    pub nodes: Option<u64>,
    /// Time to think.
    pub time: Option<Duration>,
}

impl Budget {
    /// Only a number of nodes: the budget that gives the same result everywhere.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { depth: None, nodes: Some(nodes), time: None }
    }

    /// Only a depth.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), nodes: None, time: None }
    }

    /// Only a time.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self { depth: None, nodes: None, time: Some(time) }
    }

    /// The limits of `self` where it has them, those of `other` elsewhere.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            depth: self.depth.or(other.depth),
            nodes: self.nodes.or(other.nodes),
            time: self.time.or(other.time),
        }
    }
}

/// The clock of the player who is to move, where a game has clocks. A search keeps to the time of its [`Budget`], which is
/// a share of it; outside programs that plan for themselves are told the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// Time at the start of the game.
    pub base: Duration,
    /// Time added for each move.
    pub increment: Duration,
    /// What is left, the increment of this move included.
    pub left: Duration,
}

/// A flag that tells a running search to end; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Tells every search that carries this flag to end.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was told to end.
    #[must_use]
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl From<Arc<AtomicBool>> for Stop {
    /// A flag that others set too, such as a handler of signals.
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}

/// The search ran out of its budget or was told to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the search was stopped")
    }
}

impl std::error::Error for Stopped {}

/// What a search has reached so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Plies searched completely.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// The best value so far, for the player to move.
    pub score: Score,
}

/// A clock for those who set no time limit.
static NO_CLOCK: ManualClock = ManualClock::new();

/// Between two looks at the clock there are at most this many nodes.
const LONGEST_INTERVAL: u64 = 1024;
/// Looks at the clock come closer together until they are less than this apart.
const WISHED_INTERVAL: Duration = Duration::from_micros(250);

/// The limits and the means of one search.
///
/// ```
/// use agon_core::{Budget, Seed, Think};
///
/// let mut think = Think::untimed(Budget::nodes(3), Seed(1));
/// let visited = (0..).take_while(|_| think.node().is_ok()).count();
/// assert_eq!(visited, 3);
/// ```
pub struct Think<'a> {
    budget: Budget,
    clock: &'a dyn Clock,
    stop: Stop,
    seed: Seed,
    listener: Option<&'a mut dyn FnMut(&Progress)>,
    game_clock: Option<GameClock>,
    started: Duration,
    nodes: u64,
    next_look: u64,
    interval: u64,
    last_look: Duration,
}

impl<'a> Think<'a> {
    /// A search that begins now.
    #[must_use]
    pub fn new(budget: Budget, seed: Seed, clock: &'a dyn Clock, stop: Stop) -> Self {
        let started = clock.now();
        let mut think = Self {
            budget,
            clock,
            stop,
            seed,
            listener: None,
            game_clock: None,
            started,
            nodes: 0,
            next_look: 0,
            interval: 1,
            last_look: started,
        };
        think.plan_next_look();
        think
    }

    /// Begins the next search with the same clock, stop flag and listener, at the time `started` of that clock.
    /// Cheaper than a new one: where games are short and threads many, counting the owners of a shared flag is what
    /// everybody waits for, and reading the clock takes longer than choosing a move.
    pub fn restart(&mut self, started: Duration, budget: Budget, seed: Seed) {
        (self.budget, self.seed, self.game_clock) = (budget, seed, None);
        (self.nodes, self.interval) = (0, 1);
        (self.started, self.last_look) = (started, started);
        self.plan_next_look();
    }

    /// Says what the clock of the game shows, for this search only.
    pub fn set_game_clock(&mut self, clock: GameClock) {
        self.game_clock = Some(clock);
    }

    /// What the clock of the game shows, where it has one.
    #[must_use]
    pub fn game_clock(&self) -> Option<GameClock> {
        self.game_clock
    }

    /// A search without a clock: a time limit would never be reached. For tests and experiments.
    #[must_use]
    pub fn untimed(budget: Budget, seed: Seed) -> Self {
        Self::new(budget, seed, &NO_CLOCK, Stop::default())
    }

    /// Sends reports to `listener`.
    #[must_use]
    pub fn on_progress(mut self, listener: &'a mut dyn FnMut(&Progress)) -> Self {
        self.listener = Some(listener);
        self
    }

    /// Counts one node.
    ///
    /// # Errors
    /// If the budget is used up or the stop flag is set; the node then does not count.
    #[inline]
    pub fn node(&mut self) -> Result<(), Stopped> {
        if self.stop.is_set() {
            return Err(Stopped);
        }
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes = self.nodes.saturating_add(1);
        Ok(())
    }

    /// The rare part of [`node`](Self::node): asks for the node limit and the time.
    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        if self.budget.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Stopped);
        }
        if let Some(limit) = self.budget.time {
            let now = self.clock.now();
            if now.saturating_sub(self.started) >= limit {
                return Err(Stopped);
            }
            let dense = now.saturating_sub(self.last_look) < WISHED_INTERVAL;
            self.interval =
                if dense { self.interval * 2 } else { self.interval / 2 }.clamp(1, LONGEST_INTERVAL);
            self.last_look = now;
        }
        self.plan_next_look();
        Ok(())
    }

    fn plan_next_look(&mut self) {
        let by_clock = match self.budget.time {
            Some(_) => self.nodes.saturating_add(self.interval),
            None => u64::MAX,
        };
        self.next_look = by_clock.min(self.budget.nodes.unwrap_or(u64::MAX));
    }

    /// Whether the search was told to end or its time is over, for work that takes long between two nodes.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stop.is_set() || self.budget.time.is_some_and(|limit| self.elapsed() >= limit)
    }

    /// The limits of this search.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Positions visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the search was told to end, by the stop flag and not by its limits.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// What the clock reads.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.clock.now()
    }

    /// Time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// The seed of this search, for those who need several streams.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The generator of this search for the named use.
    #[must_use]
    pub fn rng(&self, name: &str) -> Rng {
        self.seed.stream(name, 0)
    }

    /// What threads that help with this search need to make a [`Think`] of their own.
    #[must_use]
    pub fn fork(&self) -> Fork<'a> {
        Fork {
            budget: self.budget,
            clock: self.clock,
            stop: self.stop.clone(),
            seed: self.seed,
            started: self.started,
            used: self.nodes,
        }
    }

    /// Adds the nodes that helping threads have visited.
    pub fn add_nodes(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes);
        self.plan_next_look();
    }

    /// Reports what has been reached.
    pub fn report(&mut self, depth: u32, score: Score) {
        let progress = Progress { depth, nodes: self.nodes, elapsed: self.elapsed(), score };
        if let Some(listener) = &mut self.listener {
            listener(&progress);
        }
    }
}

/// The limits of a search that several threads share. Node limits are divided among them.
#[derive(Clone)]
pub struct Fork<'a> {
    budget: Budget,
    clock: &'a dyn Clock,
    stop: Stop,
    seed: Seed,
    started: Duration,
    used: u64,
}

impl<'a> Fork<'a> {
    /// The same with another stop flag, for threads that end before the whole search does.
    #[must_use]
    pub fn stopped_by(self, stop: Stop) -> Self {
        Self { stop, ..self }
    }

    /// The limits of one of `workers` threads; the first one has the seed of the whole search.
    #[must_use]
    pub fn think(&self, worker: u64, workers: u64) -> Think<'a> {
        let workers = workers.max(1);
        let share = |limit: u64| {
            let left = limit.saturating_sub(self.used);
            left / workers + u64::from(worker < left % workers)
        };
        let budget = Budget { nodes: self.budget.nodes.map(share), ..self.budget };
        let seed = if worker == 0 { self.seed } else { self.seed.child("worker", worker) };
        let mut think = Think::new(budget, seed, self.clock, self.stop.clone());
        think.started = self.started;
        think
    }
}

#[cfg(test)]
mod tests;
