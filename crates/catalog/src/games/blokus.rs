//! Blokus in the catalog.

use std::sync::Arc;

use agon_blokus::{Blokus, PlacedCells, Rules};
use agon_core::Evaluator;
use agon_core::spec::Spec;

use crate::levels::Levels;
use crate::playable::Playable;
use crate::registry::Family;

/// The family.
pub(super) fn family() -> Family {
    let summary = "Blokus: pieces of one to five cells that meet at corners only; fewest cells left win";
    Family::new("blokus", summary, |spec| Ok(Blokus::new(Rules::from_spec(spec)?)))
        .takes(agon_blokus::OPTIONS)
        .example("blokus", "20x20, four players")
        .example("blokus:two", "16x16, two players from opposite corners")
        .example("blokus:duo", "14x14, two players")
        .example("blokus:mini", "10x10, nine pieces, four players")
        .example("blokus:classic-two", "20x20, two players with two colours each")
}

impl Playable for Blokus {
    fn spec(&self) -> String {
        self.rules().spec()
    }

    fn material(&self) -> Arc<dyn Evaluator<Self>> {
        Arc::new(PlacedCells)
    }

    /// For two players and for four: there are too many moves to look far ahead, and random games judge a position
    /// better than its cells.
    fn levels(&self) -> Levels {
        let strongest = Spec::new("mcts").with("exploration", "0.25");
        let medium = strongest.clone().with("narrow", "20").with("simulations", "150");
        Levels { easy: Spec::new("greedy"), medium, strongest }
    }
}
