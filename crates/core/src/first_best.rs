//! Choosing the best of several, the same way everywhere. Original design.

/// The item of the highest value; of equal ones the first, so that games repeat.
///
/// ```
/// use agon_core::first_best;
/// assert_eq!(first_best(["ox", "hen", "cat"], |name| name.len()), Some("hen"));
/// ```
#[inline]
pub fn first_best<T, V: PartialOrd>(
    items: impl IntoIterator<Item = T>,
    mut value: impl FnMut(&T) -> V,
) -> Option<T> {
    let mut items = items.into_iter();
    let mut best = items.next()?;
    let mut next = items.next();
    if next.is_none() {
        return Some(best);
    }
    let mut highest = value(&best);
    while let Some(item) = next {
        let found = value(&item);
        if found > highest {
            (best, highest) = (item, found);
        }
        next = items.next();
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_the_best_of_nothing() {
        assert_eq!(first_best([0u8; 0], |&item| item), None);
    }

    #[test]
    fn a_single_item_needs_no_value() {
        assert_eq!(first_best([7], |_| -> i32 { panic!("nobody asked") }), Some(7));
    }
}
