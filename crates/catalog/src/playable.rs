//! What a game must bring to be in the catalog.

use std::sync::Arc;

use agon_blokus::{Blokus, PlacedCells};
use agon_core::{Drawn, Evaluator, Game, Keyed, Notation, Symmetric};
use agon_grid::CellSet;
use agon_line::{Line, LongestLines};
use agon_reversi::{DiscDifference, Reversi, Word};

/// A game with everything that agents and front ends ask for.
pub trait Playable: Game + Notation + Keyed + Symmetric + Drawn + Sized + 'static {
    /// The spec that names this game, in its shortest form.
    fn spec(&self) -> String;

    /// The value that needs no training: discs, lines, cells.
    fn material(&self) -> Arc<dyn Evaluator<Self>>;
}

impl<W: Word + 'static> Playable for Reversi<W> {
    fn spec(&self) -> String {
        self.rules().spec()
    }

    fn material(&self) -> Arc<dyn Evaluator<Self>> {
        Arc::new(DiscDifference)
    }
}

impl<W: CellSet + 'static> Playable for Line<W> {
    fn spec(&self) -> String {
        self.rules().spec()
    }

    fn material(&self) -> Arc<dyn Evaluator<Self>> {
        Arc::new(LongestLines)
    }
}

impl Playable for Blokus {
    fn spec(&self) -> String {
        self.rules().spec()
    }

    fn material(&self) -> Arc<dyn Evaluator<Self>> {
        Arc::new(PlacedCells)
    }
}
