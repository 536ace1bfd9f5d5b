//! The three fits against their optimality conditions, and the machine against another solver.

use super::*;
use crate::models::logistic::decided;
use crate::models::svm::SvmSolution;
use agon_core::Seed;

/// Boards whose scores depend on their features, with noise; one feature is never anything but zero, one is doubled.
fn noisy(count: usize, noise: f64, seed: u64) -> Examples {
    let mut rng = Seed(seed).stream("noisy", 0);
    let mut examples = Examples::new(5);
    for _ in 0..count {
        let row: Vec<f64> = (0..3).map(|_| f64::from(rng.below(21)) - 10.0).collect();
        let score = 2.0 * row[0] - 1.0 * row[1] + 0.3 * row[2] + 1.5 + noise * (rng.unit() - 0.5);
        examples.push(&[row[0], row[1], row[2], 0.0, 2.0 * row[2]], score.round());
    }
    examples
}

fn close(one: f64, other: f64, within: f64) -> bool {
    (one - other).abs() <= within
}

#[test]
fn least_squares_leaves_no_error_that_a_weight_could_explain() {
    let examples = noisy(300, 30.0, 1);
    let model = ModelKind::Linear.fit(&examples);
    for feature in 0..examples.features() {
        let explained: f64 =
            examples.iter().map(|(row, score)| row[feature] * (score - model.predict(row))).sum();
        assert!(explained.abs() < 1e-6, "feature {feature}: {explained}");
    }
    let left: f64 = examples.iter().map(|(row, score)| score - model.predict(row)).sum();
    assert!(left.abs() < 1e-6, "offset: {left}");
    assert!(close(model.weights[0], 2.0, 0.2) && close(model.weights[1], -1.0, 0.2), "{model:?}");
}

/// The solver of the source ([Boyd2011] through [Engel2015] section VI.A): alternate between weights that follow the
/// margins and margins that follow the weights.
fn by_admm(examples: &Examples, rounds: usize) -> LinearModel {
    let rows: Vec<(&[f64], f64)> = decided(examples).collect();
    let (mut margins, mut drift) = (vec![0.0; rows.len()], vec![0.0; rows.len()]);
    let mut model = LinearModel { offset: 0.0, weights: vec![0.0; examples.features()] };
    for _ in 0..rounds {
        let mut gram = Gram::new(examples.features());
        for (index, (row, sign)) in rows.iter().enumerate() {
            gram.add(row, 1.0, sign * (margins[index] - drift[index]));
        }
        gram.add_ridge(1.0);
        model = LinearModel::from_solution(gram.solve());
        for (index, (row, sign)) in rows.iter().enumerate() {
            let reached = sign * model.predict(row) + drift[index];
            // The point that trades the hinge against the distance from what was reached.
            margins[index] = if reached >= 1.0 { reached } else { (reached + 1.0).min(1.0) };
            drift[index] = reached - margins[index];
        }
    }
    model
}

fn hinge_objective(model: &LinearModel, examples: &Examples) -> f64 {
    let squares: f64 = model.weights.iter().map(|weight| weight * weight).sum();
    let hinge: f64 = decided(examples).map(|(row, sign)| (1.0 - sign * model.predict(row)).max(0.0)).sum();
    squares / 2.0 + hinge
}

#[test]
fn the_machine_reaches_the_optimum_and_proves_it() {
    for (count, noise, seed) in [(40, 10.0, 1), (200, 40.0, 2), (2000, 60.0, 3), (60, 0.0, 4)] {
        let examples = noisy(count, noise, seed);
        let SvmSolution { model, objective, gap } = svm(&examples);
        assert!(close(objective, hinge_objective(&model, &examples), 1e-9 * (1.0 + objective)));
        assert!(gap >= -1e-7 && gap <= 1e-7 * (1.0 + objective), "{count} boards: gap {gap} of {objective}");
    }
}

#[test]
fn another_solver_finds_the_same_machine() {
    for seed in 1..4 {
        let examples = noisy(60, 30.0, seed);
        let (ours, theirs) = (svm(&examples), by_admm(&examples, 20_000));
        let other = hinge_objective(&theirs, &examples);
        assert!(close(ours.objective, other, 1e-6), "{} {other}", ours.objective);
        for (one, other) in ours.model.weights.iter().zip(&theirs.weights) {
            assert!(close(*one, *other, 1e-2), "{:?} {theirs:?}", ours.model);
        }
    }
}

#[test]
fn logistic_regression_ends_where_the_gradient_vanishes() {
    let examples = noisy(500, 40.0, 5);
    let model = logistic(&examples);
    let slope = |feature: Option<usize>| -> f64 {
        let terms = decided(&examples).map(|(row, sign)| {
            let number = feature.map_or(1.0, |feature| row[feature]);
            -sign * number / (1.0 + (sign * model.predict(row)).exp())
        });
        terms.sum()
    };
    for feature in (0..examples.features()).map(Some).chain([None]) {
        assert!(slope(feature).abs() < 1e-4, "{feature:?}: {}", slope(feature));
    }
}

#[test]
fn separable_boards_keep_weights_finite() {
    let examples = noisy(50, 0.0, 6);
    for kind in ModelKind::ALL {
        let model = kind.fit(&examples);
        assert!(
            model.weights.iter().all(|weight| weight.is_finite() && weight.abs() < 100.0),
            "{kind}: {model:?}"
        );
        assert!(model.accuracy(&examples).right > 0.95, "{kind}");
    }
}

#[test]
fn classifiers_are_scaled_to_points() {
    let examples = noisy(1000, 30.0, 7);
    for kind in ModelKind::ALL {
        let model = kind.fit(&examples);
        let best = model.accuracy(&examples);
        assert!(best.sigma < 12.0, "{kind}: {best:?}");
        for factor in [0.97, 1.03] {
            assert!(model.scaled(factor).accuracy(&examples).sigma > best.sigma, "{kind}");
        }
    }
}

#[test]
fn one_sided_and_level_boards_are_no_trouble() {
    let mut won = Examples::new(1);
    let mut level = Examples::new(1);
    for number in 0..5 {
        won.push(&[f64::from(number)], 3.0);
        level.push(&[f64::from(number)], 0.0);
    }
    for kind in ModelKind::ALL {
        let model = kind.fit(&won);
        assert!(close(model.predict(&[2.0]), 3.0, 0.2), "{kind}: {model:?}");
        let model = kind.fit(&level);
        assert_eq!(model.predict(&[2.0]), 0.0, "{kind}");
        assert_eq!(model.accuracy(&level), Accuracy { sigma: 0.0, right: 0.5 });
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    assert!("svn".parse::<ModelKind>().unwrap_err().message.contains("did you mean `svm`?"));
}
