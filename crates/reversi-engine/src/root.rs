//! One step of the deepening: every move of the root position, to one depth and one selectivity. Original design.

use agon_core::Stopped;

use crate::machine::Machine;
use crate::node::Node;
use crate::worker::Worker;

/// A move of the root position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// Where a disc is placed.
    pub cell: u32,
    /// Its value in discs for the side to move.
    pub value: i32,
    /// Whether the true value is at most that: nobody looked closer.
    pub at_most: bool,
}

/// Between these all values lie.
const ALL: (i32, i32) = (-65, 65);

/// How close to the expected value the first window ends.
const ASPIRATION: i32 = 2;

/// A window around the expected value that grows on the side on which it was missed, three times as far each time. It
/// never shrinks: where a selective search contradicts itself, it still ends.
struct Aspiration {
    window: (i32, i32),
    reach: i32,
}

impl Aspiration {
    fn everything() -> Self {
        Self { window: ALL, reach: ASPIRATION }
    }

    fn around(value: i32) -> Self {
        let window = ((value - ASPIRATION).max(ALL.0), (value + ASPIRATION).min(ALL.1));
        Self { window, reach: ASPIRATION }
    }

    /// Whether the value is inside; if not, the window is made larger.
    fn holds(&mut self, value: i32) -> bool {
        let (low, high) = self.window;
        self.reach = (self.reach * 3).min(ALL.1 - ALL.0);
        if value <= low && low > ALL.0 {
            self.window.0 = (value - self.reach).max(ALL.0);
        } else if value >= high && high < ALL.1 {
            self.window.1 = (value + self.reach).min(ALL.1);
        } else {
            return true;
        }
        false
    }
}

/// Searches all moves, in the order in which they stand, and sorts them by value, best first. If it is stopped, the best
/// of the moves that were searched already comes first.
pub(crate) fn search<M: Machine>(
    worker: &mut Worker<'_, '_, M>,
    node: &Node,
    moves: &mut [RootMove],
    depth: u32,
    expected: Option<i32>,
) -> Result<i32, Stopped> {
    let mut aspiration = expected.map_or(Aspiration::everything(), Aspiration::around);
    loop {
        let best = within(worker, node, moves, depth, aspiration.window)?;
        // Stable: of equal moves the one that was searched first stays first, and a true value before a bound.
        moves.sort_by_key(|root_move| (std::cmp::Reverse(root_move.value), root_move.at_most));
        if aspiration.holds(best) {
            return Ok(best);
        }
    }
}

/// Every move gets its true value.
pub(crate) fn search_each<M: Machine>(
    worker: &mut Worker<'_, '_, M>,
    node: &Node,
    moves: &mut [RootMove],
    depth: u32,
) -> Result<i32, Stopped> {
    for root_move in moves.iter_mut() {
        let next = after(worker, node, root_move.cell);
        let mut aspiration = Aspiration::around(-root_move.value);
        let expected = loop {
            let found = M::principal(worker, &next, aspiration.window, depth - 1)?;
            if aspiration.holds(found) {
                break found;
            }
        };
        (root_move.value, root_move.at_most) = (-expected, false);
    }
    moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.value));
    Ok(moves.first().map_or(0, |root_move| root_move.value))
}

fn within<M: Machine>(
    worker: &mut Worker<'_, '_, M>,
    node: &Node,
    moves: &mut [RootMove],
    depth: u32,
    window: (i32, i32),
) -> Result<i32, Stopped> {
    let mut best = -100;
    let mut best_place = 0;
    let mut waiting = Vec::new();
    let mut found = moves.to_vec();
    let shared = worker.in_progress;
    let mut note = |found: &mut [RootMove], place: usize, value: i32, best: &mut i32| {
        let alpha = window.0.max(*best);
        (found[place].value, found[place].at_most) = (value, value <= alpha);
        if value > *best {
            (*best, best_place) = (value, place);
        }
    };
    let mut places = 0..moves.len();
    let result = loop {
        let (place, is_waiting) = match places.next() {
            _ if best >= window.1 => break Ok(best),
            Some(place) => (place, false),
            None => match waiting.pop() {
                Some(place) => (place, true),
                None => break Ok(best),
            },
        };
        let next = after(worker, node, found[place].cell);
        let key = next.board.key();
        if place > 0 && !is_waiting && shared.is_some_and(|shared| shared.has(key)) {
            waiting.insert(0, place);
            continue;
        }
        shared.inspect(|shared| shared.begin(key));
        let value = one(worker, &next, (window.0.max(best), window.1), depth, place == 0);
        shared.inspect(|shared| shared.end(key));
        match value {
            Ok(value) => note(&mut found, place, value, &mut best),
            Err(stopped) => break Err(stopped),
        }
    };
    match result {
        Ok(_) => moves.copy_from_slice(&found),
        Err(_) => {
            moves[..=best_place].rotate_right(1);
            if best > window.0 {
                moves[0].value = best;
            }
        }
    }
    result
}

/// The value of one root move, by a null window first unless it is the first move.
fn one<M: Machine>(
    worker: &mut Worker<'_, '_, M>,
    next: &Node,
    (alpha, beta): (i32, i32),
    depth: u32,
    is_first: bool,
) -> Result<i32, Stopped> {
    if !is_first {
        let value = -M::null_window(worker, next, -alpha - 1, depth - 1)?;
        if value <= alpha || value >= beta {
            return Ok(value);
        }
    }
    Ok(-M::principal(worker, next, (-beta, -alpha), depth - 1)?)
}

fn after<M: Machine>(worker: &Worker<'_, '_, M>, node: &Node, cell: u32) -> Node {
    worker.after(node, cell, worker.machine.flips(node.board, cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that failed low and high in turn went on for ever.
    #[test]
    fn a_search_that_contradicts_itself_ends() {
        let mut aspiration = Aspiration::around(0);
        let answers = [-60, 60].into_iter().cycle().take(20);
        let asked = answers.take_while(|&value| !aspiration.holds(value)).count();
        assert!(asked < 10, "{asked}");
        assert!(Aspiration::around(3).holds(4));
    }
}
