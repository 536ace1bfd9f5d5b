//! Randomness that repeats: one pinned generator, and named streams drawn from one seed. Original design; the generator is
//! xoshiro256++ of [Blackman2021].

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The number from which everything random in a run follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

impl Seed {
    /// The generator for one use, told apart by a name and a number: streams of different names or numbers are
    /// independent of each other, and of the order in which they are asked for.
    #[must_use]
    pub fn stream(self, name: &str, index: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(self.child(name, index).0))
    }

    /// A seed of its own for a part of the run, such as one game of a match.
    #[must_use]
    pub fn child(self, name: &str, index: u64) -> Self {
        let named = name.bytes().fold(mix(self.0), |hash, byte| mix(hash ^ u64::from(byte)));
        Self(mix(named ^ mix(index)))
    }
}

/// A bijection that spreads every input bit over all output bits: the output step of SplitMix64.
const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// The generator everything random draws from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Any number.
    #[inline]
    pub fn u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, which must not be zero.
    ///
    /// The product method without rejection: the bias is below `bound` / 2^32, far under what any experiment here
    /// could notice, and every draw costs one step of the generator.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "no number is below zero");
        (((self.0.next_u64() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number in `[0, 1)`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// True with the given probability.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pinned: a change of these numbers changes every published result.
    #[test]
    fn streams_never_change() {
        let mut rng = Seed(7).stream("mcts/worker", 3);
        assert_eq!([rng.u64(), rng.u64()], [16_361_318_571_373_073_155, 12_250_071_351_020_741_883]);
        assert_eq!([rng.below(10), rng.below(10), rng.below(10)], [5, 1, 7]);
    }

    #[test]
    fn streams_differ_by_name_and_number() {
        let first = |name: &str, index| Seed(1).stream(name, index).u64();
        assert_ne!(first("a", 0), first("a", 1));
        assert_ne!(first("a", 0), first("b", 0));
        assert_ne!(first("a", 0), first("", 0));
    }

    #[test]
    fn every_number_below_the_bound_comes_up() {
        let mut rng = Seed(1).stream("test", 0);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (9_500..10_500).contains(&count)), "{counts:?}");
    }

    #[test]
    fn a_shuffle_keeps_the_items() {
        let mut items: Vec<u32> = (0..50).collect();
        Seed(5).stream("shuffle", 0).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn units_and_chances_fill_their_range() {
        let mut rng = Seed(3).stream("unit", 0);
        let units: Vec<f64> = (0..10_000).map(|_| rng.unit()).collect();
        assert!(units.iter().all(|unit| (0.0..1.0).contains(unit)));
        let mean = units.iter().sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
        assert!(units.iter().any(|unit| *unit < 0.001) && units.iter().any(|unit| *unit > 0.999));
        let hits = (0..10_000).filter(|_| rng.chance(0.2)).count();
        assert!((1_800..2_200).contains(&hits), "{hits}");
        assert!((0..100).all(|_| rng.chance(1.0) && !rng.chance(0.0)));
    }

    /// Every item comes to every place equally often.
    #[test]
    fn a_shuffle_favours_no_order() {
        let mut rng = Seed(5).stream("orders", 0);
        let mut orders = std::collections::BTreeMap::<[u8; 3], u32>::new();
        for _ in 0..6000 {
            let mut items = [1, 2, 3];
            rng.shuffle(&mut items);
            *orders.entry(items).or_default() += 1;
        }
        assert_eq!(orders.len(), 6);
        assert!(orders.values().all(|count| (880..1120).contains(count)), "{orders:?}");
    }
}
