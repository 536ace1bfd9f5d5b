//! Least squares for rows of ones: every example names a few weights, whose sum should be its target.
//!
//! Conjugate gradients on the normal equations [HestenesStiefel1952], scaled by how often each weight is named. A ridge
//! holds weights near those that the fit begins with, the more so the seldomer they are named. The fit ends when
//! examples that were held out are predicted no better. One thread, a fixed order: the same sums everywhere.

/// Examples, each the numbers of as many weights as any other and a target.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    width: usize,
    columns: Vec<u32>,
    targets: Vec<f32>,
}

impl Rows {
    pub(super) fn new(width: usize) -> Self {
        Self { width, columns: Vec::new(), targets: Vec::new() }
    }

    pub(super) fn push(&mut self, columns: impl Iterator<Item = u32>, target: f32) {
        self.columns.extend(columns);
        self.targets.push(target);
        debug_assert_eq!(self.columns.len(), self.targets.len() * self.width);
    }

    pub(super) fn len(&self) -> usize {
        self.targets.len()
    }

    fn iter(&self) -> impl Iterator<Item = (&[u32], f32)> {
        self.columns.chunks_exact(self.width).zip(self.targets.iter().copied())
    }

    /// The mean of the squared errors.
    fn error(&self, weights: &[f64]) -> f64 {
        let errors = self.iter().map(|(columns, target)| (sum(columns, weights) - f64::from(target)).powi(2));
        errors.sum::<f64>() / self.len().max(1) as f64
    }
}

#[inline]
fn sum(columns: &[u32], weights: &[f64]) -> f64 {
    columns.iter().map(|&column| weights[column as usize]).sum()
}

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fit {
    /// As if each weight had been seen so often where the fit begins.
    pub(super) ridge: f64,
    /// At most so many steps.
    pub(super) steps: u32,
}

/// Steps without a better prediction of what was held out, after which there will be none.
const PATIENCE: u32 = 4;

impl Fit {
    /// The weights that predict the rows best, beginning with those given.
    pub(super) fn run(self, rows: &Rows, held_out: &Rows, begin: &[f64]) -> Vec<f64> {
        let scale = self.scale(rows, begin.len());
        let mut weights = begin.to_vec();
        // What the normal equations lack: the rows weighted by their errors.
        let mut lack = vec![0.0; begin.len()];
        for (columns, target) in rows.iter() {
            let error = f64::from(target) - sum(columns, begin);
            columns.iter().for_each(|&column| lack[column as usize] += error);
        }
        let scaled =
            |lack: &[f64]| -> Vec<f64> { lack.iter().zip(&scale).map(|(lack, by)| lack / by).collect() };
        let mut direction = scaled(&lack);
        let mut size = dot(&lack, &direction);
        let mut best = (held_out.error(&weights), weights.clone());
        let mut waited = 0;
        for _ in 0..self.steps {
            if size <= f64::MIN_POSITIVE {
                break;
            }
            let image = self.normal(rows, &direction);
            let step = size / dot(&direction, &image);
            add(&mut weights, step, &direction);
            add(&mut lack, -step, &image);
            let next = scaled(&lack);
            let next_size = dot(&lack, &next);
            let keep = next_size / size;
            direction.iter_mut().zip(&next).for_each(|(old, new)| *old = new + keep * *old);
            size = next_size;
            let error = held_out.error(&weights);
            if error < best.0 || held_out.len() == 0 {
                best = (error, weights.clone());
                waited = 0;
            } else {
                waited += 1;
                if waited == PATIENCE {
                    break;
                }
            }
        }
        best.1
    }

    /// How often each weight is named, the ridge included.
    fn scale(self, rows: &Rows, count: usize) -> Vec<f64> {
        let mut scale = vec![self.ridge; count];
        rows.columns.iter().for_each(|&column| scale[column as usize] += 1.0);
        scale
    }

    /// The matrix of the normal equations times a vector.
    fn normal(self, rows: &Rows, vector: &[f64]) -> Vec<f64> {
        let mut image: Vec<f64> = vector.iter().map(|number| self.ridge * number).collect();
        for (columns, _) in rows.iter() {
            let product = sum(columns, vector);
            columns.iter().for_each(|&column| image[column as usize] += product);
        }
        image
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn add(to: &mut [f64], times: f64, what: &[f64]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += times * what);
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Seed;

    /// Targets that are sums of known weights are met, and weights that no row names stay where they began.
    #[test]
    fn known_weights_are_found() {
        let mut rng = Seed(1).stream("rows", 0);
        let known: Vec<f64> = (0..30).map(|_| rng.unit() * 10.0 - 5.0).collect();
        let mut rows = Rows::new(4);
        for _ in 0..2000 {
            let columns: Vec<u32> = (0..4).map(|part| part * 7 + rng.below(7)).collect();
            let target = columns.iter().map(|&column| known[column as usize]).sum::<f64>();
            rows.push(columns.into_iter(), target as f32);
        }
        let mut begin = vec![0.0; 30];
        begin[29] = 3.0;
        let fitted = Fit { ridge: 1e-6, steps: 100 }.run(&rows, &Rows::new(4), &begin);
        assert!(rows.error(&fitted) < 1e-6, "{}", rows.error(&fitted));
        assert_eq!(fitted[29], 3.0);
        let held = Fit { ridge: 1e12, steps: 100 }.run(&rows, &rows, &begin);
        assert!(
            held.iter().zip(&begin).all(|(one, other)| (one - other).abs() < 1e-3),
            "the ridge holds them"
        );
    }
}
