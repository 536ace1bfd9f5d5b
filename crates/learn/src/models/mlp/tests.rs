//! The network against its definition, its slopes against finite differences, and its text.

use super::*;
use agon_core::Seed;

fn shape(bias: bool, saturation: f64) -> MlpShape {
    MlpShape { scale: vec![2.0, 1.0, 0.5, 4.0], hidden: 5, bias, saturation }
}

fn random(shape: MlpShape, seed: u64) -> Mlp {
    let mut rng = Seed(seed).stream("mlp", 0);
    let weights = (0..shape.weights()).map(|_| 4.0 * rng.unit() - 2.0).collect();
    Mlp::new(shape, weights).unwrap()
}

const INPUTS: [f64; 4] = [1.5, -0.5, 0.25, 3.0];

#[test]
fn the_output_is_that_of_the_definition() {
    for (bias, saturation) in [(false, 0.0), (true, 0.1)] {
        let mlp = random(shape(bias, saturation), 1);
        let clip = |x: f64| match 1.0 / (1.0 + (-x).exp()) {
            low if low < saturation => 0.0,
            high if high > 1.0 - saturation => 1.0,
            other => other,
        };
        let row = 4 + usize::from(bias);
        let mut sum = if bias { mlp.weights()[mlp.weights().len() - 1] } else { 0.0 };
        for node in 0..5 {
            let weights = &mlp.weights()[node * row..(node + 1) * row];
            let inner: f64 = (0..4).map(|at| weights[at] * INPUTS[at] / mlp.shape().scale[at]).sum();
            sum += mlp.weights()[5 * row + node] * clip(inner + if bias { weights[4] } else { 0.0 });
        }
        assert!((mlp.output(&INPUTS) - clip(sum)).abs() < 1e-12);
    }
}

#[test]
fn slopes_agree_with_finite_differences() {
    for bias in [false, true] {
        let mlp = random(shape(bias, 0.0), 2);
        for (at, slope) in mlp.gradient(&INPUTS).into_iter().enumerate() {
            let moved = |by: f64| {
                let mut weights = mlp.weights().to_vec();
                weights[at] += by;
                Mlp::new(mlp.shape().clone(), weights).unwrap().output(&INPUTS)
            };
            assert!((slope - (moved(1e-6) - moved(-1e-6)) / 2e-6).abs() < 1e-7, "weight {at}");
        }
    }
}

#[test]
fn a_network_fits_eight_samples() {
    let mut mlp = random(shape(true, 0.0), 3);
    let mut rng = Seed(4).stream("samples", 0);
    let samples: Vec<([f64; 4], f64)> =
        (0..8).map(|at| (std::array::from_fn(|_| 2.0 * rng.unit() - 1.0), f64::from(at % 2))).collect();
    let error =
        |mlp: &Mlp| samples.iter().map(|(inputs, wanted)| (mlp.output(inputs) - wanted).powi(2)).sum::<f64>();
    for _ in 0..3000 {
        for (inputs, wanted) in &samples {
            let miss = wanted - mlp.output(inputs);
            let moved =
                mlp.weights().iter().zip(mlp.gradient(inputs)).map(|(weight, slope)| weight + miss * slope);
            mlp = Mlp::new(mlp.shape().clone(), moved.collect()).unwrap();
        }
    }
    assert!(error(&mlp) < 0.1, "{}", error(&mlp));
}

#[test]
fn text_gives_the_same_network() {
    for bias in [false, true] {
        let mlp = random(shape(bias, 0.1), 5);
        assert_eq!(mlp.to_string().parse::<Mlp>(), Ok(mlp));
    }
}

#[test]
fn wrong_text_is_explained() {
    let read = |text: &str| text.parse::<Mlp>().unwrap_err().message;
    assert_eq!(read(""), "a network begins with `agon network 1`");
    assert_eq!(read("agon network 1\nhidden many"), "line 2: `hidden` takes a whole number");
    assert_eq!(read("agon network 1\nnode 1 x"), "line 2: `node` takes numbers");
    assert_eq!(
        read("agon network 1\nhidden 2\nscale 1 1\nnode 1 2"),
        "the network has 2 weights, its form needs 6"
    );
    assert!(
        read("agon network 1\nhidden 1\nscale 1\nnode 1 inf").starts_with("weights and scales are finite")
    );
    assert!(read("agon network 1\nhidden 99\nscale 1").starts_with("a network has 1 to 32 inputs"));
    // The last number may have had more digits.
    assert!(read("agon network 1\nhidden 1\nscale 1\nnode 1\nnode 1.2").contains("was cut short"));
}
