//! Small symmetric systems: what least squares, Newton steps and interior points all come down to.
//!
//! A system has as many unknowns as a model has weights, fewer than 30 for Reversi: a Cholesky factorisation of our own in 24
//! lines costs less than a linear-algebra crate costs to compile, and can do what those do not: features that
//! depend on others (a kind of cell nobody has reached yet, a parity that never changes) get the weight zero.

/// A pivot smaller than this part of its diagonal entry is rounding error.
const NEGLIGIBLE: f64 = 1e-11;

/// A symmetric matrix that grows by weighted products of rows, with the offset as the last unknown.
#[derive(Clone, Debug)]
pub(super) struct Gram {
    size: usize,
    /// Row by row; only what is on and below the diagonal is kept up to date.
    entries: Vec<f64>,
    /// The right-hand side.
    pub(super) right: Vec<f64>,
}

impl Gram {
    /// Nothing, for rows of this many features.
    pub(super) fn new(features: usize) -> Self {
        let size = features + 1;
        Self { size, entries: vec![0.0; size * size], right: vec![0.0; size] }
    }

    /// Adds `weight` times the product of a row with itself, and `right` times the row to the right-hand side.
    pub(super) fn add(&mut self, row: &[f64], weight: f64, right: f64) {
        let last = self.size - 1;
        for (index, &number) in row.iter().enumerate() {
            self.right[index] += right * number;
            let scaled = weight * number;
            if scaled != 0.0 {
                let entries = &mut self.entries[index * self.size..];
                entries.iter_mut().zip(&row[..=index]).for_each(|(entry, other)| *entry += scaled * other);
            }
        }
        let entries = &mut self.entries[last * self.size..];
        entries.iter_mut().zip(row).for_each(|(entry, number)| *entry += weight * number);
        entries[last] += weight;
        self.right[last] += right;
    }

    /// Adds a number to every diagonal entry but that of the offset.
    pub(super) fn add_ridge(&mut self, ridge: f64) {
        for index in 0..self.size - 1 {
            self.entries[index * self.size + index] += ridge;
        }
    }

    /// Solves the system. Unknowns that depend on earlier ones are zero.
    pub(super) fn solve(mut self) -> Vec<f64> {
        let size = self.size;
        let mut free = vec![false; size];
        for column in 0..size {
            let diagonal = self.entries[column * size + column];
            let above: f64 = self.entries[column * size..][..column].iter().map(|entry| entry * entry).sum();
            let pivot = diagonal - above;
            free[column] = pivot > NEGLIGIBLE * diagonal.max(f64::MIN_POSITIVE);
            let root = if free[column] { pivot.sqrt() } else { f64::INFINITY };
            self.entries[column * size + column] = root;
            for row in column + 1..size {
                let (upper, lower) = self.entries.split_at_mut(row * size);
                let done: f64 =
                    lower[..column].iter().zip(&upper[column * size..]).map(|(one, other)| one * other).sum();
                // Divided by infinity, the column of a dependent unknown vanishes.
                lower[column] = (lower[column] - done) / root;
            }
        }
        self.substitute()
    }

    /// Forward, then backward substitution into the factor.
    fn substitute(self) -> Vec<f64> {
        let (size, entries, mut solution) = (self.size, self.entries, self.right);
        for row in 0..size {
            let known: f64 = (0..row).map(|column| entries[row * size + column] * solution[column]).sum();
            solution[row] = (solution[row] - known) / entries[row * size + row];
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|below| entries[below * size + row] * solution[below]).sum();
            solution[row] = (solution[row] - known) / entries[row * size + row];
        }
        solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependent_unknowns_are_zero() {
        // The second feature is twice the first, the third never differs from zero, y = 3 x + 1.
        let mut gram = Gram::new(3);
        for x in [-1.0, 0.0, 2.0, 5.0] {
            gram.add(&[x, 2.0 * x, 0.0], 1.0, 3.0 * x + 1.0);
        }
        let solution = gram.solve();
        for (found, wanted) in solution.iter().zip([3.0, 0.0, 0.0, 1.0]) {
            assert!((found - wanted).abs() < 1e-9, "{solution:?}");
        }
    }
}
