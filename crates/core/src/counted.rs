//! Numbers with what they count, for people. Original design.

/// `1 game`, `2 games`.
///
/// ```
/// use agon_core::counted;
/// assert_eq!(counted(1, "leaf", "leaves"), "1 leaf");
/// assert_eq!(counted(0, "game", "games"), "0 games");
/// ```
#[must_use]
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
