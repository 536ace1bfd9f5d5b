//! Multi-ProbCut ([Buro1997]): where a shallow search is so far from the window that the deep one would hardly get
//! there, the deep one is left out.
//!
//! How far is far enough: the difference of deep and shallow values is taken as normal with a deviation that depends on
//! both depths and the empty cells. The deviations are fitted by `cargo run --release -p agon-reversi-engine --example
//! fit_engine_probcut`; a [`Selectivity`] says how many of them count as certain.

use std::sync::LazyLock;

/// How much is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Selectivity(u8);

/// By level: how many standard deviations count as certain.
const DEVIATIONS: [f32; 5] = [1.0, 1.5, 2.0, 2.6, 3.3];

impl Selectivity {
    /// Most is left out.
    pub const MOST: Self = Self(0);
    /// Nothing is left out.
    pub const NONE: Self = Self(DEVIATIONS.len() as u8);

    /// The selectivity of a level: 0 leaves out most, 5 nothing.
    #[must_use]
    pub const fn of_level(level: u8) -> Self {
        if level < Self::NONE.0 { Self(level) } else { Self::NONE }
    }

    /// Its number, larger if less is left out.
    #[must_use]
    #[inline(always)]
    pub const fn level(self) -> u8 {
        self.0
    }

    /// The standard deviations that count as certain, unless nothing is left out.
    #[inline(always)]
    pub(crate) fn deviations(self) -> Option<f32> {
        DEVIATIONS.get(usize::from(self.0)).copied()
    }
}

/// The depth of the search that foretells one of `depth`: about half, and odd or even like it; 0 is a look without a search.
#[inline(always)]
pub(crate) const fn shallow_depth(depth: u32) -> u32 {
    let half = depth / 4 * 2 + depth % 2;
    if half + 2 > depth { depth.saturating_sub(2) } else { half }
}

/// The standard deviation of the difference between a search of `depth` and the shallow one that foretells it, in discs.
#[inline(always)]
pub(crate) fn deviation(empties: u32, depth: u32) -> f32 {
    FORETOLD[empties as usize & 63][depth as usize & 63]
}

/// By empty cells and depth.
static FORETOLD: LazyLock<Box<[[f32; 64]; 64]>> = LazyLock::new(|| {
    let mut table = Box::new([[0.0; 64]; 64]);
    for (empties, by_depth) in table.iter_mut().enumerate() {
        for (depth, deviation) in by_depth.iter_mut().enumerate().skip(2) {
            let shallow = shallow_depth(depth as u32);
            *deviation = fitted_deviation(64 - empties as u32, depth as u32, shallow) as f32;
        }
    }
    table
});

/// What the example `fit_engine_probcut` fits: the logarithm is linear in the discs and in the logarithms of how much deeper
/// the deep search is and of how deep the shallow one is.
#[must_use]
pub fn deviation_terms(discs: u32, depth: u32, shallow: u32) -> [f64; 4] {
    [1.0, f64::from(discs), f64::from(depth - shallow).ln(), f64::from(shallow + 1).ln()]
}

fn fitted_deviation(discs: u32, depth: u32, shallow: u32) -> f64 {
    let terms = deviation_terms(discs, depth, shallow);
    terms.iter().zip(&FITTED).map(|(term, factor)| term * factor).sum::<f64>().exp()
}

/// Fitted by `fit_engine_probcut --positions 500 --depth 9` to earlier tables of the same shapes. The tables that come with Agon
/// give 0.4538, 0.0273, 0.2574, -0.3801, so nearly the same; these stay, as the games that taught those tables were played with
/// them.
const FITTED: [f64; 4] = [0.4418, 0.0280, 0.2492, -0.4134];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shallow_searches_are_shallower_and_of_the_same_parity() {
        for depth in 3..40 {
            let shallow = shallow_depth(depth);
            assert!(shallow < depth && (depth - shallow).is_multiple_of(2), "depth {depth}: {shallow}");
        }
    }

    #[test]
    fn deeper_glances_are_surer() {
        assert!(fitted_deviation(40, 12, 10) < fitted_deviation(40, 4, 2));
        assert!(fitted_deviation(40, 8, 4) > fitted_deviation(40, 8, 6));
        assert!((2..60).all(|depth| (0.5..15.0).contains(&deviation(60, depth))));
    }

    #[test]
    fn levels_rise_to_nothing_left_out() {
        assert_eq!(Selectivity::of_level(200), Selectivity::NONE);
        assert_eq!(Selectivity::NONE.deviations(), None);
        let deviations: Vec<_> = (0..5).map(|level| Selectivity::of_level(level).deviations()).collect();
        assert!(deviations.is_sorted() && deviations.iter().all(Option::is_some));
    }
}
