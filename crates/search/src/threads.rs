//! Several threads at one search.
//!
//! * [`split_root`]: threads take root moves one by one and start each with the best value known then, as in
//!   [KInARow2012] section 4.2. What one thread learns below the root helps no other. Differs from the source: a move that
//!   stands before the best one so far has to be as good only, so that the first of the best moves is found, as by one
//!   thread.
//! * [`share_all`]: the mode that the outlook of [KInARow2012] (section 6) asks for: all threads search the whole tree
//!   and meet in the table at every depth, each doing first what no other is doing (see [`WorkInProgress`]).

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use agon_core::shortage::{beside, on_threads};
use agon_core::{Evaluator, Keyed, Score, Stop, Stopped, Think};

use crate::alpha_beta::{Shared, Window, Worker};
use crate::deepening::{Found, RootMove};
use crate::ordering::Memory;
use crate::root::RootSearch;
use crate::work_in_progress::WorkInProgress;

/// Divides the root moves among threads that share the best value found so far.
pub(crate) fn split_root<G: Keyed, E: Evaluator<G>>(
    search: &RootSearch<'_, G, E>,
    window: Window,
    threads: usize,
    think: &mut Think<'_>,
) -> Result<Found<G::Move>, Stopped> {
    let threads = threads.max(1);
    let (next, best) = (AtomicUsize::new(0), BestSoFar::new(window.alpha));
    let (fork, results) = (think.fork(), Mutex::new(Vec::new()));
    on_threads(threads, &|index| {
        let mut think = fork.think(index as u64, threads as u64);
        let mut memory = Memory::default();
        let mut worker = Worker::new(search.shared, index, &mut memory);
        let mut found: Vec<(usize, RootMove<G::Move>)> = Vec::new();
        let result = loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = search.root.moves.get(place) else { break Ok(()) };
            let alpha = best.to_beat(place);
            match search.root_move(&mut worker, mv, place == 0, Window { alpha, ..window }, &mut think) {
                Ok(root_move) => {
                    best.note(root_move.score, place);
                    found.push((place, root_move));
                }
                Err(stopped) => break Err(stopped),
            }
        };
        let result = (result.map(|()| (found, worker.guesses)), think.nodes());
        results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut moves = Vec::new();
    let mut guesses = 0;
    results.iter().for_each(|(_, nodes)| think.add_nodes(*nodes));
    for (result, _) in results {
        let (found, guessed) = result?;
        moves.extend(found);
        guesses += guessed;
    }
    Ok(Found { moves: by_place(moves), proven: guesses == 0 })
}

/// Root moves in the order of the root.
fn by_place<M>(mut moves: Vec<(usize, RootMove<M>)>) -> Vec<RootMove<M>> {
    moves.sort_by_key(|&(place, _)| place);
    moves.into_iter().map(|(_, root_move)| root_move).collect()
}

/// The best value that any thread has found, and the place of the first move that has it.
struct BestSoFar(Mutex<(Score, usize)>);

impl BestSoFar {
    /// Every move has to be better than `alpha`.
    fn new(alpha: Score) -> Self {
        Self(Mutex::new((alpha, 0)))
    }

    /// What the move at a place has to be better than: one before the best so far is preferred if it is as good.
    fn to_beat(&self, place: usize) -> Score {
        let (best, first) = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if place < first { Score(best.0 - 1) } else { best }
    }

    fn note(&self, found: Score, place: usize) {
        let mut best = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if found > best.0 || (found == best.0 && place < best.1) {
            *best = (found, place);
        }
    }
}

/// Lets a thread for each of the memories search the whole tree, all with one table. The calling thread's answer counts;
/// the others run ahead of it and are sent home when it is done. A limit of nodes is divided among them.
pub(crate) fn share_all<G: Keyed, E: Evaluator<G>>(
    search: &RootSearch<'_, G, E>,
    window: Window,
    memories: &mut [Memory<G::Move>],
    think: &mut Think<'_>,
) -> Result<Found<G::Move>, Stopped> {
    let threads = memories.len();
    let in_progress = WorkInProgress::new(threads);
    let done = Stop::default();
    let (own, fork) = (think.fork(), think.fork().stopped_by(done.clone()));
    let search =
        &RootSearch { shared: Shared { in_progress: Some(&in_progress), ..search.shared }, ..*search };
    let Some((memory, others)) = memories.split_first_mut() else { return Err(Stopped) };
    let (others, nodes) = (others.iter_mut().map(Mutex::new).collect::<Vec<_>>(), AtomicU64::new(0));
    let help = |index: usize| {
        let mut memory = others[index].lock().unwrap_or_else(PoisonError::into_inner);
        let mut think = fork.think(index as u64 + 1, threads as u64);
        let _ = search.on_one_thread(window, index + 1, &mut memory, &mut think);
        nodes.fetch_add(think.nodes(), Ordering::Relaxed);
    };
    let mut found = Err(Stopped);
    beside(others.len(), &help, &mut || {
        let _sent_home = SetAtTheEnd(done.clone());
        let mut own = own.think(0, threads as u64);
        found = search.on_one_thread(window, 0, memory, &mut own);
        nodes.fetch_add(own.nodes(), Ordering::Relaxed);
    });
    think.add_nodes(nodes.into_inner());
    found
}

/// Sends the helpers home when the calling thread is done, also by a panic: the scope waits for them.
struct SetAtTheEnd(Stop);

impl Drop for SetAtTheEnd {
    fn drop(&mut self) {
        self.0.set();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Agent, Budget, Game, Player, Seed};
    use agon_reversi::{DiscDifference, Reversi};

    use crate::{AlphaBeta, AlphaBetaParams, Deepening, Threads};

    type Board = Reversi<u64>;

    fn choose(evaluator: impl Evaluator<Board>, threads: Threads, budget: Budget) -> Option<Score> {
        let game = Board::new(Default::default()).unwrap();
        let params = AlphaBetaParams { table: 1 << 20, threads, ..AlphaBetaParams::default() };
        let search = AlphaBeta::for_game(&game, evaluator, params).unwrap();
        let mut agent = Deepening { search, default_depth: 4, endgame: None };
        let mut think = Think::untimed(budget, Seed(1));
        agent.choose(&game, &game.start(), &mut think).unwrap().score
    }

    /// Who stands before the best move so far needs its value only, who stands behind it more.
    #[test]
    fn of_equal_moves_the_first_is_preferred() {
        let best = BestSoFar::new(Score(-7));
        assert_eq!([0, 3].map(|place| best.to_beat(place)), [Score(-7); 2]);
        best.note(Score(40), 3);
        assert_eq!([2, 3, 4].map(|place| best.to_beat(place)), [Score(39), Score(40), Score(40)]);
        best.note(Score(40), 5);
        best.note(Score(40), 1);
        assert_eq!([0, 1, 2].map(|place| best.to_beat(place)), [Score(39), Score(40), Score(40)]);
    }

    /// Shares of no threads were once a division by zero.
    #[test]
    fn no_threads_are_one() {
        let alone = choose(DiscDifference, Threads::One, Budget::depth(4));
        for threads in [Threads::RootSplit(0), Threads::RootSplit(1), Threads::Shared(0)] {
            assert_eq!(choose(DiscDifference, threads, Budget::depth(4)), alone);
            let both = Budget { nodes: Some(1 << 40), ..Budget::depth(4) };
            assert_eq!(choose(DiscDifference, threads, both), alone);
        }
    }

    /// Fails on one of the threads that help, or on the one that asked.
    struct Failing {
        asked: AtomicUsize,
        helper: bool,
        caller: std::thread::ThreadId,
    }

    impl Evaluator<Board> for Failing {
        fn value(&self, game: &Board, pos: &<Board as Game>::Position, pov: Player) -> Score {
            let helping = std::thread::current().id() != self.caller;
            let late = self.asked.fetch_add(1, Ordering::Relaxed) > 50;
            assert!(!late || helping != self.helper, "the evaluator fails");
            // Both threads are to get this far.
            std::thread::sleep(std::time::Duration::from_micros(20));
            DiscDifference.value(game, pos, pov)
        }
    }

    /// A panic in a helper was once a search that was stopped: its last answer counted, and nobody heard of it. One in the
    /// calling thread left the helpers searching.
    #[test]
    fn a_panic_in_any_thread_is_a_panic_of_the_search() {
        for threads in [Threads::RootSplit(2), Threads::Shared(2)] {
            for helper in [true, false] {
                let caller = std::thread::current().id();
                let failing = Failing { asked: AtomicUsize::new(0), helper, caller };
                let search = std::panic::AssertUnwindSafe(|| choose(failing, threads, Budget::depth(7)));
                let panic = std::panic::catch_unwind(search).unwrap_err();
                let message = panic.downcast_ref::<&str>().copied();
                assert_eq!(message, Some("the evaluator fails"), "{threads:?}, helper {helper}");
            }
        }
    }
}
