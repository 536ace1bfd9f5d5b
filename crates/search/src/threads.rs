//! Several threads at one search.
//!
//! * [`split_root`]: threads take root moves one by one and start each with the best value known then, as in
//!   [KInARow2012] section 4.2. What one thread learns below the root helps no other.
//! * [`share_all`]: the mode that the outlook of [KInARow2012] (section 6) asks for: all threads search the whole tree
//!   and meet in the table at every depth, each doing first what no other is doing (see [`Busy`]).

use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

use agon_core::{Evaluator, Keyed, Score, Stop, Stopped, Think};

use crate::alpha_beta::{Shared, Window, Windows, Worker};
use crate::busy::Busy;
use crate::deepening::{Found, RootMove};
use crate::ordering::Memory;
use crate::root::Job;

/// Divides the root moves among threads that share the best value found so far.
pub(crate) fn split_root<G: Keyed, E: Evaluator<G>, W: Windows>(
    job: &Job<'_, G, E>,
    window: Window,
    threads: usize,
    think: &mut Think<'_>,
) -> Result<Found<G::Move>, Stopped> {
    let (next, best) = (AtomicUsize::new(0), AtomicI32::new(window.alpha.0));
    let fork = think.fork();
    let work = |index: usize| {
        let mut think = fork.think(index as u64, threads as u64);
        let mut memory = Memory::default();
        let mut worker = Worker::<_, _, W>::new(job.shared, index, &mut memory);
        let mut found: Vec<(usize, RootMove<G::Move>)> = Vec::new();
        let result = loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = job.root.moves.get(place) else { break Ok(()) };
            let alpha = Score(best.load(Ordering::Relaxed));
            match job.root_move(&mut worker, mv, place == 0, Window { alpha, ..window }, &mut think) {
                Ok(root_move) => {
                    best.fetch_max(root_move.score.0, Ordering::Relaxed);
                    found.push((place, root_move));
                }
                Err(stopped) => break Err(stopped),
            }
        };
        (result.map(|()| (found, worker.guesses)), think.nodes())
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.max(1)).map(|index| scope.spawn(move || work(index))).collect();
        handles.into_iter().map(|handle| handle.join().unwrap_or((Err(Stopped), 0))).collect()
    });
    let mut moves = Vec::new();
    let mut guesses = 0;
    think.add_nodes(results.iter().map(|(_, nodes)| nodes).sum());
    for (result, _) in results {
        let (found, guessed) = result?;
        moves.extend(found);
        guesses += guessed;
    }
    moves.sort_by_key(|&(place, _)| place);
    Ok(Found { moves: moves.into_iter().map(|(_, root_move)| root_move).collect(), proven: guesses == 0 })
}

/// Lets a thread for each of the memories search the whole tree, all with one table. The calling thread's answer counts;
/// the others run ahead of it and are sent home when it is done. A limit of nodes is divided among them.
pub(crate) fn share_all<G: Keyed, E: Evaluator<G>, W: Windows>(
    job: &Job<'_, G, E>,
    window: Window,
    memories: &mut [Memory<G::Move>],
    think: &mut Think<'_>,
) -> Result<Found<G::Move>, Stopped> {
    let threads = memories.len();
    let busy = Busy::new(threads);
    let done = Stop::default();
    let (own, fork) = (think.fork(), think.fork().stopped_by(done.clone()));
    let job = &Job { shared: Shared { busy: Some(&busy), ..job.shared }, ..*job };
    let help = |thread: usize, memory: &mut Memory<G::Move>| {
        let mut think = fork.think(thread as u64, threads as u64);
        let _ = job.on_one_thread::<W>(window, thread, memory, &mut think);
        think.nodes()
    };
    let Some((memory, others)) = memories.split_first_mut() else { return Err(Stopped) };
    std::thread::scope(|scope| {
        let help = &help;
        let spawn = |(index, memory)| scope.spawn(move || help(index + 1, memory));
        let helpers: Vec<_> = others.iter_mut().enumerate().map(spawn).collect();
        let mut own = own.think(0, threads as u64);
        let found = job.on_one_thread::<W>(window, 0, memory, &mut own);
        done.set();
        think.add_nodes(own.nodes());
        for helper in helpers {
            think.add_nodes(helper.join().unwrap_or(0));
        }
        found
    })
}
