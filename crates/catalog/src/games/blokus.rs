//! Blokus in the catalog.

use std::sync::Arc;

use agon_abilities::Numbering;
use agon_blokus::{Blokus, PlacedCells, Rules};
use agon_core::Evaluator;
use agon_core::spec::Spec;

use super::blokus_evaluators;
use crate::evaluator_method::EvaluatorMethod;
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

    fn numbering(&self) -> Option<Numbering<'_, Self>> {
        Some(self)
    }

    fn own_evaluators(&self) -> Vec<EvaluatorMethod<Self>> {
        blokus_evaluators::evaluators()
    }

    fn best_ranker(&self) -> Spec {
        Spec::new("weights")
    }

    fn ranking_example(&self) -> &'static str {
        "ga(weights(study-4p), reply)"
    }

    /// Random games tell good moves from bad ones early, so that looking deeper gains more than looking around.
    fn exploration(&self) -> f64 {
        0.1
    }

    /// For two players and for four: there are too many moves to look far ahead, and random games judge a position
    /// better than its cells.
    fn levels(&self) -> Levels {
        let strongest = Spec::new("mcts");
        let medium = strongest.clone().with("narrow", "20").with("simulations", "150");
        Levels { easy: Spec::new("greedy"), medium, strongest }
    }
}
