//! The logistic function, the same on every machine. Original design.
//!
//! Only additions, multiplications and one division, whose results the floating-point standard fixes to the last
//! bit; the exponential functions of system libraries differ in it. Within 1e-15 of the true value.

/// `1 / (1 + exp(-x))`.
#[inline(always)]
pub(crate) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

/// Adding this leaves no place for a fraction, and the whole number stands in the lowest bits.
const ROUND: f64 = 6_755_399_441_055_744.0;
/// The logarithm of two in two parts; the first has so few digits that small multiples of it are exact.
const LN_2: [f64; 2] = [0.693_147_180_369_123_8, 1.908_214_929_270_587_7e-10];

/// The exponential function for arguments of ordinary size; others are taken as plus or minus 40.
///
/// `exp(x) = 2^n exp(r)` with a whole number `n` and `|r| <= ln(2) / 2`, where twelve terms of the series suffice.
#[inline(always)]
fn exp(x: f64) -> f64 {
    let x = x.clamp(-40.0, 40.0);
    let shifted = x * std::f64::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = (x - n * LN_2[0]) - n * LN_2[1];
    let power = f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52);
    power * SERIES.iter().fold(0.0, |sum, &term| sum * r + term)
}

/// `1 / k!` for `k` from 12 down to 0.
const SERIES: [f64; 13] = {
    let mut series = [1.0; 13];
    let (mut k, mut factorial) = (1, 1.0);
    while k <= 12 {
        factorial *= k as f64;
        series[12 - k] = 1.0 / factorial;
        k += 1;
    }
    series
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_to_the_true_value() {
        for step in -4000..=4000 {
            let x = f64::from(step) / 100.0;
            let truth = 1.0 / (1.0 + (-x).exp());
            assert!((sigmoid(x) - truth).abs() <= 1e-15, "{x}");
        }
        assert_eq!(sigmoid(0.0), 0.5);
        assert!(sigmoid(1e300) > 1.0 - 1e-15 && sigmoid(-1e300) < 1e-15);
    }
}
