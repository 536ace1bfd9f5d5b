//! From numbers to places, and the round numbers that are marked.

/// What stands along one side of a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What the numbers are.
    pub label: String,
    /// Whether equal distances are equal ratios.
    pub logarithmic: bool,
    /// Whether it counts: only whole numbers are marked.
    pub whole: bool,
}

impl Axis {
    /// Equal distances are equal differences.
    #[must_use]
    pub fn linear(label: &str) -> Self {
        Self { label: label.to_owned(), logarithmic: false, whole: false }
    }

    /// The same for what is counted, such as plies or games.
    #[must_use]
    pub fn counting(label: &str) -> Self {
        Self { whole: true, ..Self::linear(label) }
    }

    /// Equal distances are equal ratios. Numbers that are not above zero are left out.
    #[must_use]
    pub fn logarithmic(label: &str) -> Self {
        Self { label: label.to_owned(), logarithmic: true, whole: false }
    }

    /// Whether a number has a place on this axis.
    #[must_use]
    pub fn holds(&self, value: f64) -> bool {
        value.is_finite() && (!self.logarithmic || value > 0.0)
    }

    /// The axis laid out so that all these values fall between two places.
    #[must_use]
    pub fn scale(&self, values: impl Iterator<Item = f64>, first: f64, last: f64) -> Scale {
        let values = values.filter(|&value| self.holds(value));
        let bounds = values.fold(None, |bounds: Option<(f64, f64)>, value| {
            let (low, high) = bounds.unwrap_or((value, value));
            Some((low.min(value), high.max(value)))
        });
        let (low, high) = bounds.unwrap_or((1.0, 1.0));
        let (low, high) = match (self.logarithmic, low < high) {
            (_, true) => (low, high),
            (true, false) => (low / 2.0, high * 2.0),
            (false, false) => (low - 1.0, high + 1.0),
        };
        Scale { low, high, logarithmic: self.logarithmic, whole: self.whole, first, last }
    }
}

/// An axis with its limits and its place in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
    whole: bool,
    first: f64,
    last: f64,
}

impl Scale {
    /// Where a value stands.
    #[must_use]
    pub fn place(&self, value: f64) -> f64 {
        let part = match self.logarithmic {
            true => (value / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        };
        self.first + part * (self.last - self.first)
    }

    /// Round numbers between the limits.
    #[must_use]
    pub fn marks(&self) -> Vec<f64> {
        if self.logarithmic && self.high / self.low >= 30.0 {
            self.powers_of_ten()
        } else {
            self.round_steps()
        }
    }

    fn powers_of_ten(&self) -> Vec<f64> {
        let exponents = self.low.log10().ceil() as i32..=self.high.log10().floor() as i32;
        exponents.map(|exponent| 10f64.powi(exponent)).collect()
    }

    /// The same from zero, if zero is near: half of the axis or more is still used by the values.
    #[must_use]
    pub fn from_near_zero(self) -> Self {
        match self.logarithmic {
            false if self.low > 0.0 && self.low <= self.high / 2.0 => Self { low: 0.0, ..self },
            false if self.high < 0.0 && self.high >= self.low / 2.0 => Self { high: 0.0, ..self },
            _ => self,
        }
    }

    /// The same with limits that are round numbers, so that nothing runs along the edge of the picture.
    #[must_use]
    pub fn widened(self) -> Self {
        if self.logarithmic {
            return self;
        }
        let step = self.step();
        let (low, high) = ((self.low / step + 1e-9).floor() * step, (self.high / step - 1e-9).ceil() * step);
        if low.is_finite() && low < high && high.is_finite() { Self { low, high, ..self } } else { self }
    }

    /// What leads from one of about six numbers to the next: one, two or five times a power of ten.
    fn step(&self) -> f64 {
        let least = if self.whole { 1.0 } else { 0.0 };
        let rough = ((self.high - self.low) / 6.0).max(least);
        let power = 10f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        steps.into_iter().find(|step| *step >= rough * (1.0 - 1e-9)).unwrap_or(power)
    }

    fn round_steps(&self) -> Vec<f64> {
        let step = self.step();
        // Twelve at most: limits far from zero may leave no room for rounding.
        let first = (self.low / step - 1e-9).ceil();
        let marks = (0..12).map(|index| (first + f64::from(index)) * step);
        marks.take_while(|mark| *mark <= self.high + 1e-9 * step).collect()
    }
}

/// A number as short as it can be said.
pub(crate) fn short(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e6).contains(&size) {
        return format!("{value:e}");
    }
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_within_the_limits() {
        let scale = Axis::linear("").scale([0.0, 18.0].into_iter(), 0.0, 100.0);
        assert_eq!(scale.marks(), [0.0, 5.0, 10.0, 15.0]);
        assert_eq!(scale.place(9.0), 50.0);
        let scale = Axis::logarithmic("").scale([7.0, 79_496.0, 0.0, -4.0].into_iter(), 100.0, 0.0);
        assert_eq!(scale.marks(), [10.0, 100.0, 1000.0, 10_000.0]);
        assert!((scale.place((7.0f64 * 79_496.0).sqrt()) - 50.0).abs() < 1e-9);
    }

    #[test]
    fn a_widened_scale_ends_in_round_numbers() {
        let widened = |values: [f64; 2]| Axis::linear("").scale(values.into_iter(), 0.0, 1.0).widened();
        assert_eq!(widened([4.5, 18.0]).marks(), [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(widened([26.1, 37.8]).marks(), [26.0, 28.0, 30.0, 32.0, 34.0, 36.0, 38.0]);
        assert_eq!(widened([0.0, 10.0]).marks(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        let far = widened([1e17, 1e17 + 64.0]);
        assert!(far.place(1e17).is_finite());
    }

    #[test]
    fn what_is_counted_has_whole_marks() {
        let marks = |values: [f64; 2]| Axis::counting("").scale(values.into_iter(), 0.0, 1.0).marks();
        assert_eq!(marks([1.0, 4.0]), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(marks([1.0, 2.0]), [1.0, 2.0]);
        assert_eq!(marks([3.0, 3.0]), [2.0, 3.0, 4.0]);
        assert_eq!(marks([0.0, 400.0]), [0.0, 100.0, 200.0, 300.0, 400.0]);
    }

    #[test]
    fn an_axis_begins_at_zero_where_that_costs_little() {
        let limits = |low: f64, high: f64| {
            let scale = Axis::linear("").scale([low, high].into_iter(), 0.0, 1.0).from_near_zero();
            (scale.low, scale.high)
        };
        assert_eq!(limits(12.0, 40.0), (0.0, 40.0));
        assert_eq!(limits(-40.0, -12.0), (-40.0, 0.0));
        assert_eq!(limits(30.0, 40.0), (30.0, 40.0));
        assert_eq!(limits(-1.0, 2.0), (-1.0, 2.0));
    }

    #[test]
    fn one_value_or_none_still_gives_an_axis() {
        for axis in [Axis::linear(""), Axis::logarithmic("")] {
            for values in [vec![], vec![3.0], vec![f64::NAN, 3.0, 3.0]] {
                let scale = axis.scale(values.into_iter(), 0.0, 1.0);
                assert!(scale.marks().iter().all(|mark| (0.0..=1.0).contains(&scale.place(*mark))));
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, 0.25, 1000.0, -3.5, 1e7].map(short), ["0", "0.25", "1000", "-3.5", "1e7"]);
    }
}
