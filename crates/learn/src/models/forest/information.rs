//! Entropy, from additions and multiplications only: the system's logarithm may differ between machines in its last bit,
//! and a tie that is decided by it would grow another tree. Original design.

/// The entropy of a class, times how many examples there are.
pub(super) fn entropy(counts: [u32; 3]) -> f64 {
    let total: u32 = counts.iter().sum();
    counts.iter().fold(weighted_logarithm(total), |sum, &count| sum - weighted_logarithm(count))
}

/// n times its binary logarithm; nothing for none.
fn weighted_logarithm(n: u32) -> f64 {
    if n <= 1 { 0.0 } else { f64::from(n) * binary_logarithm(n) }
}

/// By the series of the inverse hyperbolic tangent; after so many terms nothing changes any more.
fn binary_logarithm(n: u32) -> f64 {
    const TERMS: u32 = 17;
    let exponent = n.ilog2();
    let mantissa = f64::from(n) / f64::from(1u32 << exponent);
    let x = (mantissa - 1.0) / (mantissa + 1.0);
    let (mut power, mut sum) = (x, 0.0);
    for term in 0..TERMS {
        sum += power / f64::from(2 * term + 1);
        power *= x * x;
    }
    f64::from(exponent) + 2.0 * sum * std::f64::consts::LOG2_E
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_the_library() {
        for n in (1..5000).chain([u32::MAX / 3, u32::MAX]) {
            assert!((binary_logarithm(n) - f64::from(n).log2()).abs() < 1e-13, "{n}");
        }
    }

    #[test]
    fn one_class_says_nothing_and_two_halves_a_bit_each() {
        assert_eq!(entropy([7, 0, 0]), 0.0);
        assert!((entropy([8, 0, 8]) - 16.0).abs() < 1e-12);
        assert!((entropy([5, 5, 5]) - 15.0 * 3f64.log2()).abs() < 1e-12);
    }
}
