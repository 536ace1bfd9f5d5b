//! Ratings from many encounters: the model of [BradleyTerry1952] on the Elo scale, fitted by Newton's method.
//!
//! A draw counts as half a win and half a loss, as rating lists of engines have it. Anchored players keep the rating
//! they are given; without anchors the mean is zero. Errors are those of a player against the anchors, or against the
//! mean of the field.
//!
//! Games of a round (one opening, every seat) are not independent, so errors come from the spread between rounds around
//! what the ratings expect: the robust variance of [LiangZeger1986]. As in `score`, every pair that met counts as having
//! played two more rounds here, one won and one lost, so that sweeps and rounds that are all alike keep a width.

use super::interval::Interval;

/// Natural units for each Elo point.
const NATURAL: f64 = std::f64::consts::LN_10 / 400.0;
/// Holds what the games leave open, such as groups that never met; far below what any game says.
const TIE_DOWN: f64 = 1e-9;

/// Games between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// One player.
    pub a: usize,
    /// The number of the opponent.
    pub b: usize,
    /// What `a` scored, draws as half.
    pub score: f64,
    /// Games between them.
    pub games: f64,
}

/// What the games say of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating; an anchor has no width.
    pub elo: Interval,
    /// Points scored.
    pub score: f64,
    /// Games played.
    pub games: f64,
}

/// Ratings of all players, in their order.
pub type Ratings = Vec<Rating>;

/// All games of two players.
struct Pair {
    met: Encounter,
    /// Their games in the longest round.
    round: f64,
}

/// Fits ratings to rounds of encounters among `players` players.
///
/// `anchors` are players with a fixed rating. `prior` draws are added to every pair that met, so that who won every
/// game still has a rating; 0 asks the games alone, and gives such a player a rating as far out as numbers go.
#[must_use]
pub fn ratings(players: usize, rounds: &[Vec<Encounter>], anchors: &[(usize, f64)], prior: f64) -> Ratings {
    let pairs = merge(rounds, prior);
    let mut theta = vec![0.0; players];
    let mut free = vec![true; players];
    for &(player, elo) in anchors {
        theta[player] = elo * NATURAL;
        free[player] = false;
    }
    let anchored = free.contains(&false);
    let start = theta.iter().sum::<f64>() / anchors.len().max(1) as f64;
    for player in (0..players).filter(|&player| free[player]) {
        theta[player] = start;
    }
    for _ in 0..200 {
        let (gradient, curvature) = slopes(&theta, &free, &pairs, anchored);
        let step = solve(curvature, gradient);
        for (value, step) in theta.iter_mut().zip(&step) {
            *value += step.clamp(-1.0, 1.0);
        }
        if step.iter().all(|step| step.abs() < 1e-12) {
            break;
        }
    }
    if !anchored {
        let mean = theta.iter().sum::<f64>() / players.max(1) as f64;
        theta.iter_mut().for_each(|value| *value -= mean);
    }
    let errors = errors(&theta, &free, &pairs, rounds, anchored);
    let rating = |player: usize| {
        let anchor = anchors.iter().find(|(anchored, _)| *anchored == player);
        let elo = anchor.map_or(theta[player] / NATURAL, |&(_, elo)| elo);
        let own = rounds.iter().flatten().filter_map(|met| match player {
            _ if met.a == player => Some((met.score, met.games)),
            _ if met.b == player => Some((met.games - met.score, met.games)),
            _ => None,
        });
        let (score, games) = own.fold((0.0, 0.0), |(s, g), (score, games)| (s + score, g + games));
        Rating { elo: Interval::from_standard_error(elo, errors[player] / NATURAL), score, games }
    };
    (0..players).map(rating).collect()
}

/// One encounter for each pair that met, with the prior added.
fn merge(rounds: &[Vec<Encounter>], prior: f64) -> Vec<Pair> {
    let mut pairs = std::collections::BTreeMap::<(usize, usize), (f64, f64, f64)>::new();
    for &Encounter { a, b, score, games } in rounds.iter().flatten().filter(|met| met.a != met.b) {
        let (key, score) = if a < b { ((a, b), score) } else { ((b, a), games - score) };
        let sum = pairs.entry(key).or_insert((0.5 * prior, prior, 0.0));
        *sum = (sum.0 + score, sum.1 + games, sum.2.max(games));
    }
    let pair = |((a, b), (score, games, round))| Pair { met: Encounter { a, b, score, games }, round };
    pairs.into_iter().map(pair).collect()
}

/// What the first of two players is expected to score in a game.
fn expected(theta: &[f64], met: &Encounter) -> f64 {
    1.0 / (1.0 + (theta[met.b] - theta[met.a]).exp())
}

/// The gradient of the log-likelihood and its negated second derivatives; fixed players stand still.
fn slopes(theta: &[f64], free: &[bool], pairs: &[Pair], anchored: bool) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = theta.len();
    let mut gradient = vec![0.0; players];
    // Without anchors only differences are known; a constant everywhere holds the mean in place.
    let everywhere = if anchored { 0.0 } else { 1.0 };
    let mut curvature = vec![vec![everywhere; players]; players];
    for Pair { met, .. } in pairs {
        let &Encounter { a, b, score, games } = met;
        let expected = expected(theta, met);
        gradient[a] += score - games * expected;
        gradient[b] -= score - games * expected;
        let weight = games * expected * (1.0 - expected);
        for (row, column, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
            curvature[row][column] += sign * weight;
        }
    }
    for player in 0..players {
        curvature[player][player] += TIE_DOWN;
        if !free[player] {
            gradient[player] = 0.0;
            curvature[player].fill(0.0);
            curvature.iter_mut().for_each(|row| row[player] = 0.0);
            curvature[player][player] = 1.0;
        }
    }
    (gradient, curvature)
}

/// The standard error of each rating, in natural units: with the curvature `c` and the spread `s` of the gradient from
/// round to round, the variances are the diagonal of `c^-1 s c^-1`.
fn errors(
    theta: &[f64],
    free: &[bool],
    pairs: &[Pair],
    rounds: &[Vec<Encounter>],
    anchored: bool,
) -> Vec<f64> {
    let players = theta.len();
    let (_, curvature) = slopes(theta, free, pairs, anchored);
    let spread = spread(theta, pairs, rounds);
    let error = |player: usize| {
        let unit = (0..players).map(|other| f64::from(u8::from(other == player))).collect();
        let row = solve(curvature.clone(), unit);
        let part = |(weight, spread): (&f64, &Vec<f64>)| {
            weight * row.iter().zip(spread).map(|(other, value)| other * value).sum::<f64>()
        };
        let variance: f64 = row.iter().zip(&spread).map(part).sum();
        if free[player] { variance.max(0.0).sqrt() } else { 0.0 }
    };
    (0..players).map(error).collect()
}

/// The sum over rounds of what each adds to the gradient, times itself; two more rounds for each pair that met.
fn spread(theta: &[f64], pairs: &[Pair], rounds: &[Vec<Encounter>]) -> Vec<Vec<f64>> {
    let players = theta.len();
    let mut sum = vec![vec![0.0; players]; players];
    let mut add = |round: &[Encounter]| {
        let mut gradient = std::collections::BTreeMap::<usize, f64>::new();
        for met in round {
            let surprise = met.score - met.games * expected(theta, met);
            *gradient.entry(met.a).or_default() += surprise;
            *gradient.entry(met.b).or_default() -= surprise;
        }
        for (&one, value) in &gradient {
            for (&other, other_value) in &gradient {
                sum[one][other] += value * other_value;
            }
        }
    };
    rounds.iter().for_each(|round| add(round));
    for &Pair { met: Encounter { a, b, .. }, round: games } in pairs {
        [0.0, games].iter().for_each(|&score| add(&[Encounter { a, b, score, games }]));
    }
    // As in the curvature: groups that never met are as far apart as numbers go.
    (0..players).for_each(|player| sum[player][player] += TIE_DOWN);
    sum
}

/// Solves a system of linear equations by elimination with row exchange.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        let larger = |&a: &usize, &b: &usize| matrix[a][column].abs().total_cmp(&matrix[b][column].abs());
        let pivot = (column..size).max_by(larger).unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (above, below) = matrix.split_at_mut(column + 1);
        let pivot_row = &above[column];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[column] / pivot_row[column];
            for (value, pivot) in row[column..].iter_mut().zip(&pivot_row[column..]) {
                *value -= factor * pivot;
            }
            right[column + 1 + offset] -= factor * right[column];
        }
    }
    for column in (0..size).rev() {
        let known: f64 = (column + 1..size).map(|other| matrix[column][other] * right[other]).sum();
        right[column] = (right[column] - known) / matrix[column][column];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{elo, expected_score};
    use agon_core::Seed;

    /// So many games of two players as rounds of one game, won, lost and perhaps one drawn.
    fn met(a: usize, b: usize, score: f64, games: f64) -> Vec<Vec<Encounter>> {
        let game = |score| vec![Encounter { a, b, score, games: 1.0 }];
        let result = |number: usize| (score - number as f64).clamp(0.0, 1.0);
        (0..games as usize).map(|number| game(result(number))).collect()
    }

    fn fit(players: usize, games: &[Vec<Vec<Encounter>>], anchors: &[(usize, f64)], prior: f64) -> Ratings {
        ratings(players, &games.concat(), anchors, prior)
    }

    fn near(ours: f64, wanted: f64) {
        assert!((ours - wanted).abs() < 1e-6, "{ours} for {wanted}");
    }

    #[test]
    fn two_players_have_the_elo_of_their_score() {
        let found = fit(2, &[met(0, 1, 60.0, 80.0), met(1, 0, 4.0, 20.0)], &[], 0.0);
        near(found[0].elo.value - found[1].elo.value, elo(0.76));
        near(found[0].elo.value + found[1].elo.value, 0.0);
        assert_eq!((found[0].score, found[0].games), (76.0, 100.0));
        // The squares of 76 wins, 24 losses and one more of each, over n p q; each side of the mean has half of it.
        let spread = 77.0 * 0.24f64.powi(2) + 25.0 * 0.76f64.powi(2);
        let error = spread.sqrt() / (100.0 * 0.76 * 0.24) / NATURAL;
        near(found[0].elo.high - found[0].elo.value, 1.959_963_984_540_054 * error / 2.0);
        let anchored = fit(2, &[met(0, 1, 76.0, 100.0)], &[(1, 1500.0)], 0.0);
        near(anchored[0].elo.value, 1500.0 + elo(0.76));
        near(anchored[0].elo.high - anchored[0].elo.value, 1.959_963_984_540_054 * error);
        assert_eq!(anchored[1].elo, Interval { value: 1500.0, low: 1500.0, high: 1500.0 });
    }

    /// A beats B 3:1 and B beats C 3:1, A and C never met: log-odds ln 3 each, solved by hand.
    #[test]
    fn a_chain_adds_up() {
        let found = fit(3, &[met(0, 1, 3.0, 4.0), met(1, 2, 3.0, 4.0)], &[], 0.0);
        near(found[0].elo.value, elo(0.75));
        near(found[1].elo.value, 0.0);
        near(found[2].elo.value, -elo(0.75));
    }

    /// A beats B and C 2:1 each, B and C are level: with x = 10^(d/400) the equation 2 x/(x+1) = 4/3 gives x = 2.
    #[test]
    fn a_triangle_by_hand() {
        let found = fit(3, &[met(0, 1, 2.0, 3.0), met(0, 2, 2.0, 3.0), met(1, 2, 1.5, 3.0)], &[], 0.0);
        near(found[0].elo.value - found[1].elo.value, 400.0 * 2f64.log10());
        near(found[1].elo.value, found[2].elo.value);
    }

    /// The steps of who wins all games are cut short, so that the ratings have another mean until it is taken off.
    #[test]
    fn the_mean_without_anchors_is_zero() {
        let won = |loser| met(0, loser, 50.0, 50.0);
        let found = fit(4, &[won(1), won(2), won(3), met(1, 2, 5.0, 10.0)], &[], 1.0);
        near(found.iter().map(|rating| rating.elo.value).sum(), 0.0);
    }

    #[test]
    fn true_ratings_are_found_again() {
        let truth = [180.0, 40.0, 0.0, -220.0];
        let mut rng = Seed(1).stream("games", 0);
        let mut games = Vec::new();
        for a in 0..4 {
            for b in 0..a {
                let wins = (0..2000).filter(|_| rng.chance(expected_score(truth[a] - truth[b]))).count();
                games.push(met(a, b, wins as f64, 2000.0));
            }
        }
        for (rating, truth) in fit(4, &games, &[(2, 0.0)], 0.0).iter().zip(truth) {
            assert!(rating.elo.low <= truth && truth <= rating.elo.high, "{rating:?} for {truth}");
            assert!(rating.elo.high - rating.elo.low < 40.0);
        }
    }

    #[test]
    fn extremes_stay_finite() {
        let swept = fit(3, &[met(0, 1, 10.0, 10.0)], &[], 0.5);
        let width = |rating: &Rating| rating.elo.high - rating.elo.low;
        assert!(width(&swept[0]) > 100.0 && width(&swept[2]) > 10_000.0, "{swept:?}");
        assert!(swept.iter().all(|rating| rating.elo.value.is_finite()), "{swept:?}");
        assert!(swept[0].elo.value > 200.0);
        assert!(swept[2].elo.value.abs() < 0.001, "who never played stays in the middle");
        assert!(fit(0, &[], &[], 0.5).is_empty());
        assert!(fit(2, &[met(0, 1, 5.0, 5.0)], &[], 0.0).iter().all(|rating| rating.elo.value.is_finite()));
    }

    /// Three players, five rounds or more of two games for each pair, which are independent, or alike in half of the
    /// rounds: at least 93 percent of the intervals contain the true rating.
    #[test]
    fn intervals_contain_the_true_ratings() {
        let truth = [120.0, 0.0, -120.0];
        for (rounds, alike) in [(5, true), (5, false), (50, true), (50, false)] {
            let mut rng = Seed(7).stream("rounds", rounds);
            let (mut covered, mut all) = (0, 0);
            for _ in 0..500 {
                let mut games = Vec::new();
                for (a, b) in [(1, 0), (2, 0), (2, 1)] {
                    let chance = expected_score(truth[a] - truth[b]);
                    for _ in 0..rounds {
                        let first = rng.chance(chance);
                        let second = rng.chance(chance);
                        let second = if alike && rng.chance(0.5) { first } else { second };
                        let score = f64::from(u8::from(first) + u8::from(second));
                        games.push(vec![Encounter { a, b, score, games: 2.0 }]);
                    }
                }
                for (rating, truth) in ratings(3, &games, &[], 0.5).iter().zip(truth) {
                    all += 1;
                    covered += u32::from(rating.elo.low <= truth && truth <= rating.elo.high);
                }
            }
            let covered = f64::from(covered) / f64::from(all);
            assert!(covered > 0.93, "{rounds} rounds, alike {alike}: {covered}");
        }
    }
}
