//! What a game must bring to be in the catalog.

use std::sync::Arc;

use agon_arena::records::End;
use agon_blokus::{Blokus, PlacedCells};
use agon_core::{BoardFeatures, Drawn, Evaluator, Game, Keyed, Notation, ReadError, Status, Symmetric};
use agon_grid::CellSet;
use agon_line::{Line, LongestLines, WindowFeatures};
use agon_reversi::{DiscDifference, Mobility, Reversi, SectionFive, Transcript, Word};
use agon_search::{Look, MoveSource};

use crate::agents::levels::Levels;
use crate::agents::{OwnAgent, line, models, ranked, thesis};
use crate::evaluators::{OwnEvaluator, learned, own_of_reversi, shipped_models, shipped_network, staged};

/// A game with everything that agents and front ends ask for.
pub trait Playable: Game + Notation + Keyed + Symmetric + Drawn + Sized + 'static {
    /// The spec that names this game, in its shortest form.
    fn spec(&self) -> String;

    /// The value that needs no training: discs, lines, cells.
    fn material(&self) -> Arc<dyn Evaluator<Self>>;

    /// What the player of the thesis asks unless it is told otherwise: what was learned for this game, where there
    /// is such a thing.
    fn learned(&self) -> Arc<dyn Evaluator<Self>> {
        self.material()
    }

    /// What guides a proof through unfinished positions: the better it tells good moves, the smaller the proof.
    fn guide(&self) -> Arc<dyn Evaluator<Self>> {
        self.material()
    }

    /// The cheap look that orders moves best in this game.
    fn look(&self) -> Look<Self> {
        Look::None
    }

    /// The moves within some distance of what is on the board, where that makes sense.
    fn near(&self, _radius: u32) -> Option<Arc<dyn MoveSource<Self>>> {
        None
    }

    /// What models of its stages look at, where there are any.
    fn board_features(&self) -> Option<Arc<dyn BoardFeatures<Self>>> {
        None
    }

    /// Reads a game from a line of text: its moves and, if it can be known, how it ended.
    ///
    /// # Errors
    /// If a move cannot be read or is not legal where it stands.
    fn read_line(&self, line: &str) -> Result<(Vec<Self::Move>, End), ReadError> {
        let mut pos = self.start();
        let moves = self.play_moves(&mut pos, line)?;
        let end = match self.status(&pos) {
            Status::Over(outcome) => End::Rules { points: outcome.points.as_slice().to_vec() },
            Status::ToMove(_) => End::Unknown,
        };
        Ok((moves, end))
    }

    /// Who plays it best, and the levels that people choose from.
    fn levels(&self) -> Levels;

    /// The agents that only this game and its relatives have.
    fn own_agents(&self) -> Vec<OwnAgent<Self>> {
        Vec::new()
    }

    /// The evaluators that only this game and its relatives have.
    fn own_evaluators(&self) -> Vec<OwnEvaluator<Self>> {
        Vec::new()
    }
}

/// The moves of a line game near the stones on the board.
struct Near {
    radius: u32,
}

impl<W: CellSet> MoveSource<Line<W>> for Near {
    fn moves(&self, game: &Line<W>, pos: &agon_line::Position<W>, out: &mut Vec<agon_line::Move>) {
        game.near(pos, self.radius, out);
    }

    fn is_complete(&self) -> bool {
        false
    }
}

impl<W: Word + 'static> Playable for Reversi<W> {
    fn spec(&self) -> String {
        self.rules().spec()
    }

    fn material(&self) -> Arc<dyn Evaluator<Self>> {
        Arc::new(DiscDifference)
    }

    fn learned(&self) -> Arc<dyn Evaluator<Self>> {
        shipped_network(self).unwrap_or_else(|| self.material())
    }

    fn guide(&self) -> Arc<dyn Evaluator<Self>> {
        shipped_models(self).unwrap_or_else(|| Arc::new(Mobility))
    }

    fn look(&self) -> Look<Self> {
        Look::Replies
    }

    fn read_line(&self, line: &str) -> Result<(Vec<Self::Move>, End), ReadError> {
        let Transcript { moves, points, by_rules } = self.read_transcript(line)?;
        let end = match points.map(Vec::from) {
            Some(points) if by_rules => End::Rules { points },
            Some(points) => End::Scored { points },
            None => End::Unknown,
        };
        Ok((moves, end))
    }

    fn levels(&self) -> Levels {
        Levels::reversi(self)
    }

    fn own_agents(&self) -> Vec<OwnAgent<Self>> {
        let ranked = if self.rules().has_influence() { ranked::agents() } else { Vec::new() };
        let usual = [thesis::agent(), models::agent()];
        usual.into_iter().chain(thesis::presets()).chain(ranked).collect()
    }

    fn own_evaluators(&self) -> Vec<OwnEvaluator<Self>> {
        own_of_reversi().into_iter().chain(learned()).chain([staged()]).collect()
    }

    fn board_features(&self) -> Option<Arc<dyn BoardFeatures<Self>>> {
        Some(Arc::new(SectionFive::new(self)))
    }
}

impl<W: CellSet + 'static> Playable for Line<W> {
    fn spec(&self) -> String {
        self.rules().spec()
    }

    fn material(&self) -> Arc<dyn Evaluator<Self>> {
        Arc::new(LongestLines)
    }

    fn look(&self) -> Look<Self> {
        Look::Evaluator(self.material())
    }

    fn near(&self, radius: u32) -> Option<Arc<dyn MoveSource<Self>>> {
        Some(Arc::new(Near { radius }))
    }

    fn levels(&self) -> Levels {
        Levels::line(self.rules())
    }

    fn own_agents(&self) -> Vec<OwnAgent<Self>> {
        [thesis::agent(), models::agent()].into_iter().chain(line::agents()).collect()
    }

    fn own_evaluators(&self) -> Vec<OwnEvaluator<Self>> {
        vec![staged()]
    }

    fn board_features(&self) -> Option<Arc<dyn BoardFeatures<Self>>> {
        Some(Arc::new(WindowFeatures::new(self)))
    }
}

impl Playable for Blokus {
    fn spec(&self) -> String {
        self.rules().spec()
    }

    fn material(&self) -> Arc<dyn Evaluator<Self>> {
        Arc::new(PlacedCells)
    }

    fn levels(&self) -> Levels {
        Levels::BLOKUS
    }
}
