//! A linear support vector machine ([Engel2015] equation 5) by an interior-point method.
//!
//! The source uses ADMM. With a few dozen features and thousands of boards a primal-dual interior-point method in the manner
//! of [Ferris2002] needs some twenty steps, each no more than one weighted least-squares problem, and ends with a proof of
//! how near it came: the duality gap.
//!
//! ```text
//!   primal   minimise  |w|^2 / 2 + sum max(0, 1 - s (w x + b))          s = +1 won, -1 lost; b is not penalised
//!   dual     maximise  sum a - |sum a s x|^2 / 2   with 0 <= a <= 1 and sum a s = 0
//! ```
//!
//! Every board has a multiplier `a`, with the slack variables `low` for `a >= 0` and `high` for `a <= 1`; all three stay
//! positive, and `a low` and `(1 - a) high` are driven to zero together.

use super::examples::Examples;
use super::linear::LinearModel;
use super::logistic::decided;
use super::normal_equations::Gram;

/// The gap that is good enough, relative to the objective.
const PRECISION: f64 = 1e-9;
/// By how much each step wants to shrink what should be zero.
const CENTRING: f64 = 0.1;
/// How much of the way to the nearest border a step goes.
const TO_THE_BORDER: f64 = 0.99;
const MOST_STEPS: usize = 200;

/// A fitted machine.
#[derive(Clone, Debug)]
pub struct SvmSolution {
    /// Its sums are positive where a win is predicted.
    pub model: LinearModel,
    /// The value of equation 5.
    pub objective: f64,
    /// By how much the objective can be above its minimum, at most.
    pub gap: f64,
}

/// The minimum of equation 5.
#[must_use]
pub fn svm(examples: &Examples) -> SvmSolution {
    let signs: Vec<f64> = decided(examples).map(|(_, sign)| sign).collect();
    let one_sided = signs.first().filter(|first| signs.iter().all(|sign| sign == *first));
    if signs.is_empty() || one_sided.is_some() {
        // Everybody wins: an offset says so without any error.
        let model = LinearModel {
            offset: one_sided.copied().unwrap_or(0.0),
            weights: vec![0.0; examples.features()],
        };
        return SvmSolution { model, objective: 0.0, gap: 0.0 };
    }
    let mut state = State::new(examples.features(), signs.len());
    let mut best = state.solution(examples);
    for _ in 0..MOST_STEPS {
        if best.gap <= PRECISION * (1.0 + best.objective) {
            break;
        }
        if !state.step(examples) {
            break;
        }
        let found = state.solution(examples);
        if found.gap < best.gap {
            best = found;
        }
    }
    best
}

/// Where the method stands.
struct State {
    model: LinearModel,
    multipliers: Vec<Multiplier>,
}

#[derive(Clone, Copy)]
struct Multiplier {
    a: f64,
    low: f64,
    high: f64,
}

/// The direction in which one multiplier moves.
#[derive(Clone, Copy)]
struct Change {
    a: f64,
    low: f64,
    high: f64,
}

impl State {
    fn new(features: usize, rows: usize) -> Self {
        let model = LinearModel { offset: 0.0, weights: vec![0.0; features] };
        Self { model, multipliers: vec![Multiplier { a: 0.5, low: 1.0, high: 1.0 }; rows] }
    }

    /// One Newton step towards the central path; `false` if there is no way on.
    fn step(&mut self, examples: &Examples) -> bool {
        let rows = self.multipliers.len() as f64;
        let products = self.multipliers.iter().map(|m| m.a * m.low + (1.0 - m.a) * m.high);
        let target = CENTRING * products.sum::<f64>() / (2.0 * rows);
        let mut gram = Gram::new(examples.features());
        // What is still missing of w = sum a s x and sum a s = 0.
        let mut missing = self.model.weights.iter().map(|weight| -weight).collect::<Vec<f64>>();
        let mut unbalanced = 0.0;
        for ((row, sign), m) in decided(examples).zip(&self.multipliers) {
            let (stiffness, wanted) = m.reduced(sign * self.model.predict(row), target);
            gram.add(row, 1.0 / stiffness, sign * wanted / stiffness);
            missing.iter_mut().zip(row).for_each(|(sum, number)| *sum += m.a * sign * number);
            unbalanced += m.a * sign;
        }
        gram.add_ridge(1.0);
        let offset = missing.len();
        gram.right.iter_mut().zip(&missing).for_each(|(right, missing)| *right += missing);
        gram.right[offset] += unbalanced;
        let direction = LinearModel::from_solution(gram.solve());
        self.advance(examples, &direction, target)
    }

    /// Moves as far along the direction as the borders allow.
    fn advance(&mut self, examples: &Examples, direction: &LinearModel, target: f64) -> bool {
        let mut length = 1.0f64;
        let mut changes = Vec::with_capacity(self.multipliers.len());
        for ((row, sign), m) in decided(examples).zip(&self.multipliers) {
            let change = m.change(sign * self.model.predict(row), sign * direction.predict(row), target);
            length = length.min(TO_THE_BORDER * m.longest_step(change));
            changes.push(change);
        }
        if !length.is_finite() || length <= 0.0 {
            return false;
        }
        for (m, change) in self.multipliers.iter_mut().zip(changes) {
            m.a += length * change.a;
            m.low += length * change.low;
            m.high += length * change.high;
        }
        self.model.offset += length * direction.offset;
        self.model.weights.iter_mut().zip(&direction.weights).for_each(|(at, step)| *at += length * step);
        true
    }

    /// The weights as they are, and how far they can be from the best.
    fn solution(&self, examples: &Examples) -> SvmSolution {
        let mut dual_weights = vec![0.0; examples.features()];
        let (mut hinge, mut sum, mut unbalanced) = (0.0, 0.0, 0.0);
        for ((row, sign), m) in decided(examples).zip(&self.multipliers) {
            hinge += (1.0 - sign * self.model.predict(row)).max(0.0);
            dual_weights.iter_mut().zip(row).for_each(|(weight, number)| *weight += m.a * sign * number);
            sum += m.a;
            unbalanced += m.a * sign;
        }
        let half_square = |weights: &[f64]| weights.iter().map(|weight| weight * weight).sum::<f64>() / 2.0;
        let objective = half_square(&self.model.weights) + hinge;
        // Multipliers that are not balanced prove nothing: what the imbalance could hide counts as gap.
        let hidden = (unbalanced * self.model.offset).abs() + unbalanced.abs();
        let gap = objective - (sum - half_square(&dual_weights)) + hidden;
        SvmSolution { model: self.model.clone(), objective, gap }
    }
}

impl Multiplier {
    /// With the slacks eliminated: what multiplies the change of `a`, and the right-hand side.
    fn reduced(&self, margin: f64, target: f64) -> (f64, f64) {
        let room = 1.0 - self.a;
        let stiffness = self.low / self.a + self.high / room;
        let residual = -(margin - 1.0 - self.low + self.high);
        let low = (target - self.a * self.low) / self.a;
        let high = (target - room * self.high) / room;
        (stiffness, residual + low - high)
    }

    /// How the multiplier and its slacks move when the margin moves by `by`.
    fn change(&self, margin: f64, by: f64, target: f64) -> Change {
        let (stiffness, wanted) = self.reduced(margin, target);
        let a = (wanted - by) / stiffness;
        let room = 1.0 - self.a;
        Change {
            a,
            low: (target - self.a * self.low - self.low * a) / self.a,
            high: (target - room * self.high + self.high * a) / room,
        }
    }

    /// How far a change can be followed before something is no longer positive.
    fn longest_step(&self, change: Change) -> f64 {
        let until = |value: f64, by: f64| if by < 0.0 { -value / by } else { f64::INFINITY };
        until(self.a, change.a)
            .min(until(1.0 - self.a, -change.a))
            .min(until(self.low, change.low))
            .min(until(self.high, change.high))
            .min(1.0 / TO_THE_BORDER)
    }
}
