//! Memory for a large table: zeroed, and in large pages where the system has them. Original design.
//!
//! A search looks into its table at random places. With ordinary pages of 4 KiB nearly every look also waits for the address
//! of its page, and every page that is used for the first time interrupts the search. Pages of 2 MiB make both rare.
//!
//! Measured with the positions FFO 40 to 49 in a table of 1 GiB on a busy machine: 31.9 s of processor time for the search
//! and 10.0 s for the system with ordinary pages, 26.9 s and 1.1 s with large ones. The general searches, whose positions take
//! longer than a look into their table, gain nothing.

use bytemuck::Zeroable;

/// A table that is smaller is left in ordinary pages: a short search would wait for memory that it never uses.
const LEAST_BYTES: usize = 32 << 20;

/// On most systems; a multiple of every ordinary page.
#[cfg(target_os = "linux")]
const LARGE_PAGE: usize = 2 << 20;

/// So many elements, all of them zero, if there is memory for them. It costs nothing until it is used.
pub(crate) fn try_zeroed<T: Zeroable>(length: usize) -> Option<Vec<T>> {
    let table = bytemuck::try_zeroed_vec(length).ok()?;
    if size_of_val(table.as_slice()) >= LEAST_BYTES {
        prefer_large_pages(&table);
    }
    Some(table)
}

/// Asks the system for large pages; it may have none, which changes nothing.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn prefer_large_pages<T>(table: &[T]) {
    use rustix::mm::{Advice, madvise};

    let before = table.as_ptr().addr().wrapping_neg() % LARGE_PAGE;
    let Some(bytes) = size_of_val(table).checked_sub(before) else { return };
    let start = table.as_ptr().cast::<u8>().wrapping_add(before);
    // SAFETY: the range begins at a page and lies within the table, and this advice never changes what memory holds.
    let _ =
        unsafe { madvise(start.cast_mut().cast(), bytes / LARGE_PAGE * LARGE_PAGE, Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
fn prefer_large_pages<T>(_: &[T]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_every_size_are_zero_and_can_be_written() {
        for length in [0, 1, 1000, LEAST_BYTES / 8 - 1, LEAST_BYTES / 8, LEAST_BYTES / 8 + 12_345] {
            let mut table: Vec<u64> = try_zeroed(length).unwrap();
            assert_eq!(table.len(), length);
            for place in (0..length).step_by(999) {
                assert_eq!(std::mem::replace(&mut table[place], 7), 0);
            }
            assert_eq!(table.iter().sum::<u64>(), 7 * length.div_ceil(999) as u64);
        }
    }

    #[test]
    fn what_no_machine_has_is_none() {
        assert!(try_zeroed::<u64>(usize::MAX / 16).is_none());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn large_tables_ask_for_large_pages() {
        let table: Vec<u64> = try_zeroed(LEAST_BYTES / 4).unwrap();
        let middle = table.as_ptr().addr() + LEAST_BYTES;
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let mut is_here = false;
        let flags = maps.lines().find_map(|line| {
            let range = line.split(' ').next()?.split_once('-');
            let hex = |text| usize::from_str_radix(text, 16).ok();
            if let Some((Some(low), Some(high))) = range.map(|(low, high)| (hex(low), hex(high))) {
                is_here = (low..high).contains(&middle);
            }
            line.strip_prefix("VmFlags:").filter(|_| is_here)
        });
        assert!(flags.unwrap().split_whitespace().any(|flag| flag == "hg"), "{flags:?}");
    }
}
