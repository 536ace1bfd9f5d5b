//! Logistic regression ([Engel2015] equation 4) by Newton's method.
//!
//! The source descends the gradient in batches; both end in the same place, which is the only minimum of a convex
//! function. Where a plane divides the wins from the losses there is no minimum, the weights would grow for ever: a
//! penalty of [`RIDGE`] times half their squares, far below what can be noticed otherwise, keeps them finite.

use super::examples::Examples;
use super::linear::LinearModel;
use super::normal_equations::Gram;

const RIDGE: f64 = 1e-6;
/// Newton's method doubles the digits with every step: it needs about ten.
const MOST_STEPS: usize = 100;
/// A step that promises less improvement than this, relative to the objective, is the last.
const PRECISION: f64 = 1e-13;

/// The minimum of equation 4.
pub(super) fn logistic(examples: &Examples) -> LinearModel {
    let mut model = LinearModel { offset: 0.0, weights: vec![0.0; examples.features()] };
    let mut value = objective(&model, examples);
    for _ in 0..MOST_STEPS {
        let (step, promise) = newton_step(&model, examples);
        let moved = |part: f64| LinearModel {
            offset: model.offset + part * step.offset,
            weights: model.weights.iter().zip(&step.weights).map(|(at, step)| at + part * step).collect(),
        };
        // Far from the minimum a whole step may overshoot.
        let shorter = (0..40).map(|halvings| moved(0.5f64.powi(halvings)));
        let better = shorter.map(|next| (objective(&next, examples), next)).find(|(next, _)| *next < value);
        let Some((next_value, next)) = better else { break };
        (model, value) = (next, next_value);
        if promise <= PRECISION * (1.0 + value) {
            break;
        }
    }
    model
}

/// The objective with its penalty.
fn objective(model: &LinearModel, examples: &Examples) -> f64 {
    let losses = decided(examples).map(|(row, sign)| softplus(-sign * model.predict(row)));
    let squares: f64 = model.weights.iter().map(|weight| weight * weight).sum();
    losses.sum::<f64>() + 0.5 * RIDGE * squares
}

/// Newton's step, and how much it would improve a quadratic objective.
fn newton_step(model: &LinearModel, examples: &Examples) -> (LinearModel, f64) {
    let mut gram = Gram::new(examples.features());
    for (row, sign) in decided(examples) {
        let doubt = 1.0 / (1.0 + (sign * model.predict(row)).exp());
        gram.add(row, doubt * (1.0 - doubt), sign * doubt);
    }
    gram.add_ridge(RIDGE);
    for (right, weight) in gram.right.iter_mut().zip(&model.weights) {
        *right -= RIDGE * weight;
    }
    let gradient = gram.right.clone();
    let step = gram.solve();
    let promise = step.iter().zip(&gradient).map(|(step, slope)| step * slope).sum::<f64>() / 2.0;
    (LinearModel::from_solution(step), promise)
}

/// The boards that somebody won, with the sign of their score.
pub(super) fn decided(examples: &Examples) -> impl Iterator<Item = (&[f64], f64)> {
    examples.iter().filter(|(_, score)| *score != 0.0).map(|(row, score)| (row, score.signum()))
}

/// ln(1 + e^x) without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
