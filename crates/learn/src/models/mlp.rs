//! The network of [Cherry2011] section 4.2.2: one hidden layer of a few nodes and one output, all of them sigmoids.
//!
//! A node that comes within 0.1 of its bounds counts as having reached them: below 0.1 it is zero, above 0.9 it is one.
//! Where the source is silent, it is a parameter: inputs are divided by a `scale` of their own (all ones: raw), and
//! nodes have a bias or none. The saturation is taken to hold for hidden nodes and output alike.
//!
//! Weights in order: for each hidden node those of its inputs, then its bias; then those of the output, then its bias.

use std::fmt;
use std::str::FromStr;

use agon_core::{ReadError, whole_lines};

use super::sigmoid::sigmoid;

/// No network has more inputs.
pub const MOST_INPUTS: usize = 32;
/// No network has more hidden nodes.
pub const MOST_HIDDEN: usize = 8;

/// The form of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct MlpShape {
    /// What each input is divided by; there are as many inputs.
    pub scale: Vec<f64>,
    /// How many hidden nodes there are.
    pub hidden: usize,
    /// Whether nodes have a bias.
    pub bias: bool,
    /// How near to its bounds a node counts as having reached them; zero for a smooth network.
    pub saturation: f64,
}

impl MlpShape {
    /// How many weights a network of this form has.
    #[must_use]
    pub fn weights(&self) -> usize {
        let bias = usize::from(self.bias);
        self.hidden * (self.scale.len() + bias) + self.hidden + bias
    }
}

/// A network.
#[derive(Clone, Debug, PartialEq)]
pub struct Mlp {
    shape: MlpShape,
    weights: Vec<f64>,
    /// The weights of the hidden layer by input, already divided by the scale, then the biases: laid out so that all
    /// hidden nodes are computed side by side.
    by_input: Vec<[f64; MOST_HIDDEN]>,
    output: [f64; MOST_HIDDEN],
    output_bias: f64,
}

impl Mlp {
    /// A network with these weights.
    ///
    /// # Errors
    /// If their number does not fit the form, or the form is too large, or a number is not finite.
    pub fn new(shape: MlpShape, weights: Vec<f64>) -> Result<Self, ReadError> {
        let inputs = shape.scale.len();
        if !(1..=MOST_INPUTS).contains(&inputs) || !(1..=MOST_HIDDEN).contains(&shape.hidden) {
            return Err(ReadError::new(format!(
                "a network has 1 to {MOST_INPUTS} inputs and 1 to {MOST_HIDDEN} hidden nodes, not {inputs} and {}",
                shape.hidden
            )));
        }
        if weights.len() != shape.weights() {
            let (found, wanted) = (weights.len(), shape.weights());
            return Err(ReadError::new(format!("the network has {found} weights, its form needs {wanted}")));
        }
        let finite = |numbers: &[f64]| numbers.iter().all(|number| number.is_finite());
        if !finite(&weights) || !finite(&shape.scale) || shape.scale.contains(&0.0) {
            return Err(ReadError::new("weights and scales are finite numbers, and no scale is zero"));
        }
        let bias = usize::from(shape.bias);
        let row = inputs + bias;
        let lanes = |of: &dyn Fn(usize) -> f64| {
            std::array::from_fn(|node| if node < shape.hidden { of(node) } else { 0.0 })
        };
        let mut by_input: Vec<_> = (0..inputs)
            .map(|input| lanes(&|node| weights[node * row + input] / shape.scale[input]))
            .collect();
        by_input.push(lanes(&|node| if shape.bias { weights[node * row + inputs] } else { 0.0 }));
        let output = lanes(&|node| weights[shape.hidden * row + node]);
        let output_bias = if shape.bias { weights[weights.len() - 1] } else { 0.0 };
        Ok(Self { shape, weights, by_input, output, output_bias })
    }

    /// The form.
    #[must_use]
    pub fn shape(&self) -> &MlpShape {
        &self.shape
    }

    /// The weights, in the order that the module describes.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The output, from 0 to 1; there must be as many inputs as the form says.
    #[must_use]
    #[inline]
    pub fn output(&self, inputs: &[f64]) -> f64 {
        let hidden = self.hidden(inputs);
        let sum =
            hidden.iter().zip(&self.output).fold(self.output_bias, |sum, (node, weight)| sum + node * weight);
        saturated(sigmoid(sum), self.shape.saturation, 1.0 - self.shape.saturation)
    }

    #[inline]
    fn hidden(&self, inputs: &[f64]) -> [f64; MOST_HIDDEN] {
        debug_assert_eq!(inputs.len() + 1, self.by_input.len(), "a network gets the inputs it was made for");
        let mut sums = self.by_input[self.by_input.len() - 1];
        for (input, weights) in inputs.iter().zip(&self.by_input) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
        let (low, high) = (self.shape.saturation, 1.0 - self.shape.saturation);
        // A plain loop, so that the nodes are computed side by side.
        for sum in &mut sums {
            *sum = saturated(sigmoid(*sum), low, high);
        }
        sums
    }

    /// How the output of a smooth network changes with each weight, in the order of the weights. The saturation is
    /// left out: it has no slope.
    #[must_use]
    pub fn gradient(&self, inputs: &[f64]) -> Vec<f64> {
        let smooth = Self { shape: MlpShape { saturation: 0.0, ..self.shape.clone() }, ..self.clone() };
        let hidden = smooth.hidden(inputs);
        let output = smooth.output(inputs);
        let slope = output * (1.0 - output);
        let mut gradient = Vec::with_capacity(self.weights.len());
        for (node, weight) in hidden.iter().zip(&self.output).take(self.shape.hidden) {
            let through = slope * weight * node * (1.0 - node);
            gradient
                .extend(inputs.iter().zip(&self.shape.scale).map(|(input, scale)| through * input / scale));
            gradient.extend(self.shape.bias.then_some(through));
        }
        gradient.extend(hidden[..self.shape.hidden].iter().map(|node| slope * node));
        gradient.extend(self.shape.bias.then_some(slope));
        gradient
    }
}

/// A value that has come near its bounds has reached them.
#[inline(always)]
fn saturated(value: f64, low: f64, high: f64) -> f64 {
    let value = if value < low { 0.0 } else { value };
    if value > high { 1.0 } else { value }
}

const HEADER: &str = "agon network 1";

impl fmt::Display for Mlp {
    /// A header, the form, and a line of weights for each node. Reading it gives the same network, to the last bit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |numbers: &[f64]| numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
        let shape = &self.shape;
        writeln!(f, "{HEADER}\nhidden {}\nbias {}", shape.hidden, if shape.bias { "yes" } else { "no" })?;
        writeln!(f, "saturation {}\nscale {}", shape.saturation, row(&shape.scale))?;
        let length = shape.scale.len() + usize::from(shape.bias);
        let (hidden, output) = self.weights.split_at(length * shape.hidden);
        hidden.chunks(length).chain([output]).try_for_each(|node| writeln!(f, "node {}", row(node)))
    }
}

impl FromStr for Mlp {
    type Err = ReadError;

    /// Reads what [`Display`](fmt::Display) writes; empty lines and those that begin with `#` say nothing.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut shape = MlpShape { scale: Vec::new(), hidden: 0, bias: false, saturation: 0.0 };
        let mut weights = Vec::new();
        let mut lines =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        if lines.next().is_none_or(|(_, line)| line.trim() != HEADER) {
            return Err(ReadError::new(format!("a network begins with `{HEADER}`")));
        }
        for (number, line) in lines {
            let wrong = |cause: &str| ReadError::new(format!("line {}: {cause}", number + 1));
            let mut words = line.split_whitespace();
            let key = words.next().unwrap_or_default();
            let numbers = || {
                let numbers: Result<Vec<f64>, _> = line.split_whitespace().skip(1).map(str::parse).collect();
                numbers.map_err(|_| wrong(&format!("`{key}` takes numbers")))
            };
            match (key, words.next()) {
                ("hidden", Some(word)) => {
                    shape.hidden = word.parse().map_err(|_| wrong("`hidden` takes a whole number"))?;
                }
                ("bias", Some("yes")) => shape.bias = true,
                ("bias", Some("no")) => shape.bias = false,
                ("bias", _) => return Err(wrong("`bias` is yes or no")),
                ("saturation", _) => shape.saturation = numbers()?.first().copied().unwrap_or(0.0),
                ("scale", _) => shape.scale = numbers()?,
                ("node", _) => weights.extend(numbers()?),
                _ => {
                    return Err(wrong(
                        "hidden, bias, saturation, scale and node with their values can stand here",
                    ));
                }
            }
        }
        let network = Self::new(shape, weights)?;
        whole_lines(text).map(|_| network)
    }
}

#[cfg(test)]
mod tests;
