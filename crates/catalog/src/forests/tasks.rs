//! Tasks instead of competitions ([KInARow2012] section 6): find a win in three plies, block one of the opponent, attack,
//! force the reply, win against a random player and against one from outside.
//!
//! Positions come from games between a simple and a random player; what is right in them a search of a few plies says.
//! A forest is asked by itself, without a search: it is the forest that is measured. All generations have the same tasks,
//! which are looked for once: searching for them takes longer than solving them.

use std::sync::{Arc, Mutex, PoisonError};

use agon_abilities::Stones;
use agon_core::static_value::is_decided;
use agon_core::{Budget, Executor, Game, Keyed, ReadError, Score, Seed, Think};
use agon_learn::models::forest::{Forest, Prediction};
use agon_search::{AlphaBeta, AlphaBetaParams, FixedDepth, Found, FreeThreads, Look, Root};

use super::{Chance, FIRST_OPENING, Ground, ready};

/// Tasks of each kind, and games against each opponent.
const OF_EACH: usize = 20;
/// No longer search for positions that make a task.
const MOST_TRIES: u64 = 400;

/// A position and the moves that solve it.
struct Task<G: Game> {
    pos: G::Position,
    good: Vec<G::Move>,
}

/// The tasks that follow from a seed.
struct TaskSet<G: Game> {
    seed: Seed,
    tasks: Vec<Task<G>>,
}

/// The tasks of a seed, as long as the same ones are wanted.
pub(crate) struct KeptTasks<G: Game>(Mutex<Option<Arc<TaskSet<G>>>>);

impl<G: Game> Default for KeptTasks<G> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<G: Game> KeptTasks<G> {
    fn of(&self, seed: Seed, find: impl FnOnce() -> Vec<Task<G>>) -> Arc<TaskSet<G>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.as_ref().filter(|kept| kept.seed == seed) {
            Some(kept) => kept.clone(),
            None => kept.insert(Arc::new(TaskSet { seed, tasks: find() })).clone(),
        }
    }
}

/// What makes a move good.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It wins in three plies.
    Win,
    /// It does not lose in the next one.
    Block,
    /// It wins in five plies.
    Attack,
    /// It leaves the opponent one reply that does not lose at once.
    Force,
}

const KINDS: [Kind; 4] = [Kind::Win, Kind::Block, Kind::Attack, Kind::Force];

impl<G: Stones + Keyed + 'static> Ground<'_, G> {
    pub(super) fn tasks_solved(
        &self,
        forests: &[Forest],
        seed: Seed,
        executor: Executor,
    ) -> Result<(Vec<u32>, u32), ReadError> {
        let forests = forests.iter().map(|forest| ready(forest, self.game)).collect::<Result<Vec<_>, _>>()?;
        let kept = self.tasks.of(seed, || {
            let kinds =
                executor.map(KINDS.len() as u64, |kind| self.tasks_of_kind(KINDS[kind as usize], seed));
            kinds.into_iter().flatten().collect()
        });
        let tasks = &kept.tasks;
        let threads = Arc::new(FreeThreads::new(1));
        let solved = executor.map(forests.len() as u64, |index| {
            let forest = &forests[index as usize];
            let Some(mut advisor) = self.advisor(forest.clone(), 0, &threads) else { return 0 };
            let solves = |task: &&Task<G>| {
                let mut think = Think::untimed(Budget::default(), seed);
                advisor
                    .choose(self.game, &task.pos, &mut think)
                    .is_ok_and(|choice| task.good.contains(&choice.mv))
            };
            let solved = tasks.iter().filter(solves).count();
            let won = (0..2 * OF_EACH).filter(|&number| {
                let opponent = self.simple(number >= OF_EACH);
                let Some(advisor) = self.advisor(forest.clone(), 0, &threads) else { return false };
                let is_first = number % 2 == 0;
                let players = if is_first { [advisor, opponent] } else { [opponent, advisor] };
                let played = self.game(
                    players,
                    Chance::opening(FIRST_OPENING),
                    seed.child("forests/tasks", number as u64),
                );
                let wanted = if is_first { Prediction::Win } else { Prediction::Loss };
                played.is_some_and(|played| played.result == wanted)
            });
            (solved + won.count()) as u32
        });
        Ok((solved, (tasks.len() + 2 * OF_EACH) as u32))
    }

    /// Tasks of one kind, found by playing.
    fn tasks_of_kind(&self, kind: Kind, seed: Seed) -> Vec<Task<G>> {
        let mut tasks = Vec::new();
        for number in 0..MOST_TRIES {
            if tasks.len() >= OF_EACH {
                break;
            }
            let mut rng = seed.stream("forests/task", number);
            let (mut pos, mut scratch) = (self.game.start(), Vec::new());
            let plies = 4 + rng.below(self.game.plies_left(&pos).clamp(5, 30) - 4);
            for ply in 0..plies {
                let mv = match ply < FIRST_OPENING || ply % 3 == 0 {
                    true => self.game.random_move(&pos, &mut rng, &mut scratch),
                    false => {
                        let mut think = Think::untimed(Budget::default(), seed);
                        self.simple(true).choose(self.game, &pos, &mut think).ok().map(|choice| choice.mv)
                    }
                };
                let Some(mv) = mv else { break };
                self.game.play_unchecked(&mut pos, mv);
            }
            tasks.extend(self.task(kind, &pos));
        }
        tasks
    }

    /// The task of a position, if some moves are good and most are not.
    fn task(&self, kind: Kind, pos: &G::Position) -> Option<Task<G>> {
        self.game.status(pos).to_move()?;
        if self.is_winning(pos, 1)? {
            return None;
        }
        let good: Vec<G::Move> = match kind {
            Kind::Win => self.winning(pos, 3)?,
            Kind::Attack if self.is_winning(pos, 3)? => return None,
            Kind::Attack => self.winning(pos, 5)?,
            Kind::Block => self.holding(pos)?,
            Kind::Force => {
                let forces = |mv: &G::Move| {
                    self.holding(&self.game.after(pos, *mv)).is_some_and(|replies| replies.len() == 1)
                };
                let mut moves = Vec::new();
                self.source.moves(self.game, pos, &mut moves);
                moves.into_iter().filter(forces).collect()
            }
        };
        let all = self.game.count_moves(pos) as usize;
        (!good.is_empty() && 3 * good.len() <= all).then(|| Task { pos: pos.clone(), good })
    }

    /// The moves that win within so many plies. Few positions have one, so that is asked first: it takes a fraction of the
    /// time that the values of all moves take.
    fn winning(&self, pos: &G::Position, plies: u32) -> Option<Vec<G::Move>> {
        if !self.is_winning(pos, plies)? {
            return Some(Vec::new());
        }
        let found = self.searched(pos, plies, true)?;
        Some(found.moves.into_iter().filter(|found| is_won(found.score)).map(|found| found.mv).collect())
    }

    /// The moves after which the opponent does not win at once.
    fn holding(&self, pos: &G::Position) -> Option<Vec<G::Move>> {
        let found = self.searched(pos, 2, true)?;
        Some(found.moves.into_iter().filter(|found| !is_won(-found.score)).map(|found| found.mv).collect())
    }

    fn is_winning(&self, pos: &G::Position, plies: u32) -> Option<bool> {
        Some(self.searched(pos, plies, false)?.moves.iter().any(|found| found.exact && is_won(found.score)))
    }

    /// What a search says of the moves of whoever is on the move: of all of them, or of the best one.
    fn searched(&self, pos: &G::Position, depth: u32, every_move: bool) -> Option<Found<G::Move>> {
        let player = self.game.status(pos).to_move()?;
        let params = AlphaBetaParams {
            every_move,
            table: super::TABLE,
            look: Look::Evaluator(self.order.clone()),
            source: self.source.clone(),
            ..AlphaBetaParams::default()
        };
        let mut search = AlphaBeta::for_game(self.game, self.order.clone(), params).ok()?;
        let mut moves = Vec::new();
        self.source.moves(self.game, pos, &mut moves);
        let root = Root { pos: pos.clone(), player, moves, expected: None };
        search.search(self.game, &root, depth, &mut Think::untimed(Budget::default(), Seed(0))).ok()
    }
}

fn is_won(value: Score) -> bool {
    is_decided(value) && value > Score::ZERO
}
