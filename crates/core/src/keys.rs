//! Keys of positions: how words of bits become one number ([`Keyed`](crate::Keyed)). Original design.
//!
//! Kept files, such as move histories, find positions by their keys: a test pins the numbers.

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
const SPREAD: u64 = 0xd6e8_feb8_6659_fd93;

/// Mixes words into a number, one after the other: their order matters.
#[inline]
pub fn fold(start: u64, words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(start, |key, word| (key ^ word).wrapping_mul(GOLDEN).rotate_left(29))
}

/// Spreads what was mixed over all bits: the last step of a key.
#[must_use]
#[inline]
pub const fn finish(mixed: u64) -> u64 {
    (mixed ^ (mixed >> 32)).wrapping_mul(SPREAD) ^ (mixed >> 29)
}

/// The key of a position of two sides: a word for the pieces of each, and whatever says whose turn it is.
#[must_use]
#[inline]
pub const fn of_two_sides(turn: u64, first: u64, second: u64) -> u64 {
    // The turn is spread before it meets the pieces: next to them, it would look like the lowest cells.
    let turn = turn.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let first = (first ^ turn).wrapping_mul(GOLDEN);
    let second = (second ^ first.rotate_left(32)).wrapping_mul(SPREAD);
    finish(first ^ second)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pinned: other numbers would make every kept move history useless.
    #[test]
    fn keys_never_change() {
        assert_eq!(of_two_sides(1, 0x0000_0008_1000_0000, 0x0000_0010_0800_0000), 0x634a_9dd5_5bde_1185);
        assert_eq!(finish(fold(3, [1, 2, 3])), 0xdeaa_7a49_715b_682d);
    }

    #[test]
    fn sides_and_turns_are_told_apart() {
        let keys =
            [of_two_sides(0, 1, 2), of_two_sides(0, 2, 1), of_two_sides(1, 1, 2), of_two_sides(1, 0, 2)];
        assert!((1..keys.len()).all(|at| !keys[..at].contains(&keys[at])), "{keys:x?}");
    }
}
