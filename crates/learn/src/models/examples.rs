//! What a linear model is fitted to: boards as features, each with a score. Original design.

/// Feature vectors of equal length, each with the score that is to be predicted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examples {
    /// How many numbers a row has.
    features: usize,
    /// Row after row.
    numbers: Vec<f64>,
    scores: Vec<f64>,
}

impl Examples {
    /// No example yet, for rows of this many features.
    #[must_use]
    pub fn new(features: usize) -> Self {
        Self { features, numbers: Vec::new(), scores: Vec::new() }
    }

    /// Adds an example.
    ///
    /// # Panics
    /// If the row has another length than the others.
    pub fn push(&mut self, row: &[f64], score: f64) {
        assert_eq!(row.len(), self.features, "all rows have the same features");
        self.numbers.extend_from_slice(row);
        self.scores.push(score);
    }

    /// How many features a row has.
    #[must_use]
    pub fn features(&self) -> usize {
        self.features
    }

    /// How many examples there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The same examples with scores relative to their mean.
    #[must_use]
    pub fn centred(mut self) -> Self {
        let mean = self.scores.iter().sum::<f64>() / (self.scores.len() as f64).max(1.0);
        self.scores.iter_mut().for_each(|score| *score -= mean);
        self
    }

    /// The examples that are not level.
    #[must_use]
    pub fn decided(&self) -> Self {
        let mut decided = Self::new(self.features);
        self.iter().filter(|(_, score)| *score != 0.0).for_each(|(row, score)| decided.push(row, score));
        decided
    }

    /// The examples in order: row and score.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[f64], f64)> {
        self.scores
            .iter()
            .enumerate()
            .map(|(index, &score)| (&self.numbers[index * self.features..(index + 1) * self.features], score))
    }
}
