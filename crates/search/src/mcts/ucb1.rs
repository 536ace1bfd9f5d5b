//! UCB1 child selection: the policy of Theorem 1 in [Auer2002], applied to trees as in [Kocsis2006].
//!
//! ```text
//!   mean share of the win + exploration x sqrt(ln visits of the parent / visits of the child)
//! ```
//!
//! Differs from the sources: children that were never visited come first, in their order, and ties go to the lower
//! index, so that runs repeat. The logarithm is computed here with additions, products and quotients only, whose
//! results are the same on every machine; those of a mathematical library need not be.

use std::f64::consts::LN_2;
use std::sync::LazyLock;

use agon_core::WHOLE_WIN;

use super::tree::{MOST_VISITS, TreeChild};

/// What depends on visits alone, which costs more than all the rest where few visits are usual.
static LISTS: LazyLock<VisitLists> = LazyLock::new(VisitLists::new);
/// Fewer visits than that are listed one by one; a power of two.
const LISTED: u64 = 2048;
/// Beyond them every doubling is parted into so many steps, as a power of two.
const STEP_BITS: u32 = 6;
const FRACTION_BITS: u32 = 32;

/// By visits.
struct VisitLists {
    /// Their inverse and its square root.
    inverses: Box<[[f64; 2]]>,
    /// The square root of their logarithm.
    root_logs: Box<[f64]>,
    /// The same at each step from [`LISTED`] visits to the most there are.
    steps: Box<[f64]>,
}

impl VisitLists {
    fn new() -> Self {
        let root_log = |visits: u64| ln(visits.max(1)).sqrt();
        let step_size = |exponent: u32| 1u64 << (exponent - STEP_BITS);
        let powers = LISTED.ilog2()..=MOST_VISITS.ilog2();
        let steps = powers.flat_map(|exponent| {
            (0..1 << STEP_BITS).map(move |step| (1u64 << exponent) + step * step_size(exponent))
        });
        Self {
            inverses: (0..LISTED).map(inverses).collect(),
            root_logs: (0..LISTED).map(root_log).collect(),
            steps: steps.chain([MOST_VISITS + 1]).map(root_log).collect(),
        }
    }

    /// The square root of the logarithm; between two steps on a straight line, which is as near as [`ln`] itself.
    ///
    /// Late in a game most nodes on the way have thousands of visits, and computing it there took as long as all the rest.
    #[inline]
    fn root_log(&self, visits: u64) -> f64 {
        if let Some(&listed) = self.root_logs.get(visits as usize) {
            return listed;
        }
        let exponent = visits.ilog2();
        // Without its leading one, at the upper end of the word: first the step, then how far it is to the next one.
        let rest = visits << (u64::BITS - 1 - exponent) << 1;
        let step = rest >> (u64::BITS - STEP_BITS);
        let fraction = rest << STEP_BITS >> (u64::BITS - FRACTION_BITS);
        let at = (u64::from(exponent - LISTED.ilog2()) << STEP_BITS | step) as usize;
        let [low, high] = [self.steps[at], self.steps[at + 1]];
        low + (high - low) * (fraction as i64 as f64 * (1.0 / (1u64 << FRACTION_BITS) as f64))
    }
}

fn inverses(visits: u64) -> [f64; 2] {
    let inverse = 1.0 / visits as f64;
    [inverse, inverse.sqrt()]
}

/// The child to visit next, for a parent that was visited this often.
#[inline]
pub(super) fn select<M>(children: &[TreeChild<M>], visits: u64, exploration: f64) -> &TreeChild<M> {
    let last = &children[children.len() - 1];
    if last.node.counts().visits == 0 {
        // Children are visited in their order at first: the visited ones stand before the others.
        let fresh = children.partition_point(|child| child.node.counts().visits > 0);
        return children.get(fresh).unwrap_or(last);
    }
    let lists = &*LISTS;
    let listed = &lists.inverses;
    let spread = exploration * lists.root_log(visits) * WHOLE_WIN as f64;
    let (mut best, mut highest) = (last, f64::NEG_INFINITY);
    for child in children {
        let counts = child.node.counts();
        let [inverse, root] =
            listed.get(counts.visits as usize).copied().unwrap_or_else(|| inverses(counts.visits));
        // Signed numbers turn into real ones in a single step; there are far fewer than 2^63 twelfths.
        let bound = counts.twelfths as i64 as f64 * inverse + spread * root;
        if bound > highest {
            (best, highest) = (child, bound);
        }
    }
    best
}

/// The natural logarithm of a number from one, to four decimals: more would not change what is visited.
///
/// With n between p = 2^e and 2 p, and t = (n - p) / (n + p), it is e ln 2 + 2 (t + t^3/3 + t^5/5 + t^7/7 + ...).
#[inline]
fn ln(n: u64) -> f64 {
    let exponent = 63 - n.leading_zeros();
    let power = 1u64 << exponent;
    let t = (n - power) as f64 / (n + power) as f64;
    let square = t * t;
    let series = t * (1.0 + square * (1.0 / 3.0 + square * (1.0 / 5.0 + square * (1.0 / 7.0))));
    f64::from(exponent) * LN_2 + 2.0 * series
}

#[cfg(test)]
mod tests {
    use super::super::tree::{Tree, Writers};
    use super::*;
    use agon_core::Player;

    #[test]
    fn the_logarithm_is_right() {
        assert_eq!(ln(1), 0.0);
        for n in [2u64, 3, 7, 10, 1000, 65_535, 1_000_003, (1 << 30) - 1] {
            assert!((ln(n) - (n as f64).ln()).abs() < 2e-5, "{n}");
        }
    }

    #[test]
    fn the_root_of_the_logarithm_is_right_between_the_steps_too() {
        let powers =
            (0..30).flat_map(|exponent| [1u64 << exponent, (1 << exponent) + 1, (2 << exponent) - 1]);
        for visits in
            powers.chain([2047, 2048, 2063, 2064, 2079, 2080, 3000, 100_003, 777_777_777, MOST_VISITS])
        {
            let (found, exact) = (LISTS.root_log(visits), (visits as f64).ln().sqrt());
            assert!((found - exact).abs() < 1e-5, "{visits}: {found} {exact}");
        }
    }

    /// Children with the given visits and twelfths.
    fn chosen(tallies: &[(u64, u64)], exploration: f64) -> usize {
        let tree = Tree::new();
        let moves: Vec<usize> = (0..tallies.len()).collect();
        tree.grow(&tree.root, Player::FIRST, &moves);
        let children = tree.root.children().unwrap();
        for (child, &(visits, twelfths)) in children.iter().zip(tallies) {
            (0..visits).for_each(|_| child.node.visit(Writers::One));
            child.node.reward(twelfths, Writers::One);
        }
        let visits = tallies.iter().map(|&(visits, _)| visits).sum::<u64>().max(1);
        select(children, visits, exploration).mv
    }

    #[test]
    fn fresh_children_come_first_in_order() {
        assert_eq!(chosen(&[(0, 0), (0, 0), (0, 0)], 1.0), 0);
        assert_eq!(chosen(&[(3, 36), (1, 12), (0, 0), (0, 0)], 1.0), 2);
    }

    #[test]
    fn without_exploration_the_best_mean_wins_and_ties_go_to_the_first() {
        assert_eq!(chosen(&[(2, 12), (4, 36), (8, 72), (1, 6)], 0.0), 1);
    }

    #[test]
    fn with_much_exploration_the_least_visited_wins() {
        assert_eq!(chosen(&[(20, 240), (19, 0), (21, 200)], 1e6), 1);
    }
}
