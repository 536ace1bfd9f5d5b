//! Perft tables as text files: `#` lines name source and convention, the others are `depth leaves`.

use agon_core::{Game, perft};

/// Compares the counts of a table with ours, up to `most_leaves` leaves.
///
/// # Panics
/// If a count differs, or the table has no line that was small enough to check.
pub fn check_perft_table<G: Game>(game: &G, table: &str, most_leaves: u64) {
    let mut checked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let (depth, leaves) = line.split_once(' ').expect("a line of a perft table is `depth leaves`");
        let depth: u32 = depth.trim().parse().expect("a depth");
        let leaves: u64 = leaves.trim().parse().expect("a number of leaves");
        if leaves > most_leaves {
            continue;
        }
        assert_eq!(perft(game, &game.start(), depth), leaves, "perft {depth}");
        checked += 1;
    }
    assert!(checked > 0, "the table has no line that could be checked");
}
