//! Coverage of the intervals, from both sides.

use std::collections::HashMap;

use agon_core::{Rng, Seed};

use super::*;

/// Pairs of games as they truly are: the chances of a loss, a draw and a win in each of the two games, and how much the
/// two results hang together.
struct Pairs {
    games: [[f64; 3]; 2],
    correlation: f64,
}

const SCORES: [f64; 3] = [0.5, 0.7, 0.95];

/// True scores, shares of draws, pairs from all opposite to all alike, without and with an advantage of the first move.
fn truths(score: f64) -> Vec<Pairs> {
    let mut truths = Vec::new();
    for draws in [0.0, 0.3, 0.6] {
        for correlation in [-1.0, -0.5, 0.0, 0.5, 1.0] {
            for advantage in [0.0, f64::min(0.3, 1.0 - score)] {
                let game = |score: f64| {
                    let draws = f64::min(draws, 2.0 * score.min(1.0 - score));
                    [1.0 - score - draws / 2.0, draws, score - draws / 2.0]
                };
                let games = [game(score + advantage), game(score - advantage)];
                truths.push(Pairs { games, correlation });
            }
        }
    }
    truths
}

impl Pairs {
    /// The chances of 0 to 4 half points in a pair. Results that hang together entirely follow from one draw of luck,
    /// which is good or bad for both games or, turned around, for one and against the other.
    fn chances(&self) -> [f64; 5] {
        let [first, second] = self.games;
        let strength = self.correlation.abs();
        let mut chances = [0.0; 5];
        let (mut used_first, mut from) = (0.0, 0.0);
        for (one, chance_one) in first.into_iter().enumerate() {
            used_first += chance_one;
            let mut used_second = 0.0;
            for step in 0..3 {
                let other = if self.correlation < 0.0 { 2 - step } else { step };
                let overlap = |low: f64, high: f64| (high.min(used_first) - low.max(from)).max(0.0);
                let together = overlap(used_second, used_second + second[other]);
                used_second += second[other];
                chances[one + other] += strength * together + (1.0 - strength) * chance_one * second[other];
            }
            from = used_first;
        }
        chances
    }
}

/// A match of pairs: how often each result came, and the half points of a last game without its twin.
type Results = ([u64; 5], Option<usize>);

fn sums((pairs, last): &Results) -> RoundSums {
    let mut sums = RoundSums::default();
    for (half_points, &count) in pairs.iter().enumerate() {
        for _ in 0..count {
            sums.add(2, 6 * half_points as u64);
        }
    }
    last.iter().for_each(|&half_points| sums.add(1, 6 * half_points as u64));
    sums
}

/// Whether the interval contains the truth, without the work of finding its ends.
fn covers(estimate: &ScoreEstimate, truth: f64) -> bool {
    let below = estimate.posterior.unwrap().below(truth);
    let value = estimate.value;
    (below >= 0.025 || value <= 0.0 || truth >= value) && (below <= 0.975 || value >= 1.0 || truth <= value)
}

/// All matches of so many games with their chances.
fn enumerate(pairs: u64, chances: &[f64; 5], last: Option<&[f64; 3]>, see: &mut dyn FnMut(&Results, f64)) {
    fn split(left: u64, at: usize, counts: &mut [u64; 5], see: &mut dyn FnMut(&[u64; 5])) {
        if at == 4 {
            counts[4] = left;
            return see(counts);
        }
        for count in 0..=left {
            counts[at] = count;
            split(left - count, at + 1, counts, see);
        }
    }
    split(pairs, 0, &mut [0; 5], &mut |counts| {
        let (mut chance, mut place) = (1.0, 0.0);
        for (&count, probability) in counts.iter().zip(chances) {
            for nth in 1..=count {
                place += 1.0;
                chance *= probability * place / nth as f64;
            }
        }
        match last {
            None => see(&(*counts, None), chance),
            Some(last) => (0..3).for_each(|result| see(&(*counts, Some(result)), chance * last[result])),
        }
    });
}

fn draw(rng: &mut Rng, chances: &[f64]) -> usize {
    let mut left = rng.unit();
    let found = chances.iter().position(|chance| {
        left -= chance;
        left < 0.0
    });
    found.unwrap_or(chances.len() - 1)
}

/// The coverage in the worst case and in the mean over all truths of some scores.
fn coverage(mut covered: impl FnMut(&Pairs, f64) -> f64) -> (f64, f64) {
    let all: Vec<f64> = SCORES
        .iter()
        .flat_map(|&score| truths(score).into_iter().map(move |truth| (truth, score)))
        .map(|(truth, score)| covered(&truth, score))
        .collect();
    (all.iter().copied().fold(1.0, f64::min), all.iter().sum::<f64>() / all.len() as f64)
}

/// The figures in the documentation of this module.
#[test]
fn few_games_are_covered() {
    for (games, stated) in [(1, 1.0), (2, 1.0), (3, 0.99), (4, 0.98), (5, 0.98), (6, 0.97), (10, 0.965)] {
        let mut estimates = HashMap::new();
        let (worst, mean) = coverage(|truth, score| {
            let mut covered = 0.0;
            let last = (games % 2 == 1).then_some(&truth.games[0]);
            enumerate(games / 2, &truth.chances(), last, &mut |results, chance| {
                let (estimate, interval) = estimates.entry(*results).or_insert_with(|| {
                    let estimate = sums(results).estimate(2);
                    (estimate, estimate.interval())
                });
                let inside = covers(estimate, score);
                let by_ends = interval.low <= score && score <= interval.high;
                let at_an_end = (interval.low - score).abs().min((interval.high - score).abs()) < 1e-9;
                assert!(inside == by_ends || at_an_end, "{results:?} {interval:?} {score}");
                covered += if inside { chance } else { 0.0 };
            });
            covered
        });
        assert!(worst > stated - 1e-9, "{games} games: {worst}");
        assert!(mean > 0.97, "{games} games: {mean} in the mean");
    }
}

#[test]
fn many_games_are_covered() {
    for (games, matches, stated) in [(101, 4000, 0.94), (1000, 2000, 0.935)] {
        let mut number = 0;
        let (worst, mean) = coverage(|truth, score| {
            number += 1;
            let mut rng = Seed(games).stream("truth", number);
            let chances = truth.chances();
            let covered = (0..matches).filter(|_| {
                let mut pairs = [0; 5];
                (0..games / 2).for_each(|_| pairs[draw(&mut rng, &chances)] += 1);
                let last = (games % 2 == 1).then(|| draw(&mut rng, &truth.games[0]));
                covers(&sums(&(pairs, last)).estimate(2), score)
            });
            covered.count() as f64 / f64::from(matches)
        });
        assert!(worst > stated, "{games} games: {worst}");
        assert!(mean > 0.95, "{games} games: {mean} in the mean");
    }
}

/// Four agents at one table: games with one winner or a shared win, rounds in which some games go alike.
#[test]
fn four_agents_are_covered() {
    for (games, stated) in [(2, 0.99), (4, 0.99), (10, 0.975), (40, 0.92), (101, 0.9), (400, 0.935)] {
        let mut worst: f64 = 1.0;
        let mut number = 0;
        for score in [0.1, 0.25, 0.6] {
            for shared in [0.0, 0.2] {
                for alike in [0.0, 0.5, 1.0] {
                    number += 1;
                    let mut rng = Seed(games).stream("table", number);
                    let chances = [1.0 - score - shared / 2.0, shared, score - shared / 2.0];
                    let chances =
                        if chances[2] < 0.0 { [1.0 - 2.0 * score, 2.0 * score, 0.0] } else { chances };
                    let covered = (0..4000).filter(|_| {
                        let mut sums = RoundSums::default();
                        for round in 0..games.div_ceil(4) {
                            let first = draw(&mut rng, &chances);
                            let in_round = (games - 4 * round).min(4);
                            let game = |_| {
                                let other = draw(&mut rng, &chances);
                                6 * if rng.chance(alike) { first } else { other } as u64
                            };
                            sums.add(in_round, (0..in_round).map(game).sum());
                        }
                        covers(&sums.estimate(4), score)
                    });
                    worst = worst.min(covered.count() as f64 / 4000.0);
                }
            }
        }
        assert!(worst > stated, "{games} games: {worst}");
    }
}

/// Every result of up to six games, among two and among four: what one agent sees is the mirror image of what the other
/// sees, the ends enclose the score with room on the open side, and the likelihood of superiority says the same as the
/// interval.
#[test]
fn both_sides_see_one_thing() {
    for games in 0..=11 {
        let last = (games % 2 == 1).then_some(&[1.0; 3]);
        enumerate(games / 2, &[1.0; 5], last, &mut |results, _| {
            let turned = (std::array::from_fn(|at| results.0[4 - at]), results.1.map(|last| 2 - last));
            let (one, other) = (sums(results).estimate(2), sums(&turned).estimate(2));
            let (own, theirs) = (one.interval(), other.interval());
            let mirrored = [own.value + theirs.value, own.low + theirs.high, own.high + theirs.low];
            assert!(mirrored.iter().all(|sum| (sum - 1.0).abs() < 1e-12), "{results:?} {own:?} {theirs:?}");
            assert!((one.superiority() + other.superiority() - 1.0).abs() < 1e-12, "{results:?}");
            assert!(own.low <= own.value && own.value <= own.high && own.high - own.low > 0.1, "{results:?}");
            let surely = one.superiority() > 0.975;
            assert!(surely == (own.low > 0.5) || (own.low - 0.5).abs() < 1e-9, "{results:?} {own:?}");
        });
    }
}

/// 101 games of one agent against itself once had intervals 13 times apart, and 2:0 and 6:0 a likelihood of superiority
/// of 99 percent beside an interval that said nothing.
#[test]
fn odd_games_and_sweeps() {
    let level = sums(&([0, 0, 50, 0, 0], Some(0))).estimate(2).interval();
    assert!(level.low < 0.49 && level.high > 0.51 && level.high - level.low < 0.06, "{level:?}");
    let swept = |pairs| sums(&([0, 0, 0, 0, pairs], None)).estimate(2);
    for (pairs, low, superiority) in [(1, 0.01, 0.7), (3, 0.3, 0.9), (10, 0.7, 0.99), (500, 0.99, 0.9999)] {
        let (interval, estimate) = (swept(pairs).interval(), swept(pairs));
        assert_eq!((interval.value, interval.high), (1.0, 1.0));
        assert!(interval.low < 1.0 && estimate.superiority() > superiority, "{pairs}: {interval:?}");
        assert!((interval.low - low).abs() < 0.15, "{pairs}: {interval:?}");
    }
    let nothing = RoundSums::default().estimate(2);
    assert_eq!(nothing.interval(), Interval { value: 0.5, low: 0.0, high: 1.0 });
    assert_eq!(nothing.superiority(), 0.5);
    assert_eq!(RoundSums::default().estimate(4).interval().value, 0.25);
}

/// One agent on all seats has every win, and nothing is open.
#[test]
fn a_single_agent_has_a_score_of_one() {
    let mut sums = RoundSums::default();
    (0..5).for_each(|_| sums.add(1, 12));
    assert_eq!(sums.estimate(1).interval(), Interval { value: 1.0, low: 1.0, high: 1.0 });
}

/// With many games the interval is that of the standard error of rounds.
#[test]
fn many_rounds_look_normal() {
    // Pairs with 0, 1/2, 1, 3/2 and 2 points: mean 0.55, variance 0.0725.
    let estimate = sums(&([1000, 2000, 3000, 2000, 2000], None)).estimate(2);
    let Interval { value, low, high } = estimate.interval();
    let error = (0.1f64 * 0.3025 + 0.2 * 0.09 + 0.3 * 0.0025 + 0.2 * 0.04 + 0.2 * 0.2025).sqrt() / 100.0;
    assert!((value - 0.55).abs() < 1e-12);
    assert!(
        (low - (0.55 - 1.959_964 * error)).abs() < 1e-4 && (high - (0.55 + 1.959_964 * error)).abs() < 1e-4
    );
    assert!((estimate.round_variance().sqrt() / 100.0 / error - 1.0).abs() < 1e-3);
}
