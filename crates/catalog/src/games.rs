//! The games that come with Agon, a file for each crate of rules.

mod blokus;
mod blokus_evaluators;
mod line;
mod reversi;
mod reversi_engine;
mod reversi_evaluators;

use crate::registry::Registry;

/// Adds them.
pub(crate) fn add_all(registry: &mut Registry) {
    registry.add_family(reversi::family());
    for family in line::families() {
        registry.add_family(family);
    }
    registry.add_family(blokus::family());
}
