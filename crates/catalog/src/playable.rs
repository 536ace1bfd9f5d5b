//! What a game must bring to be in the catalog.

use std::sync::Arc;

use agon_abilities::{BoardFeatures, Numbering};
use agon_core::spec::Spec;
use agon_core::{Drawn, Evaluator, Game, Keyed, Notation, Player, ReadError, Score, Status, Symmetric};
use agon_records::End;
use agon_search::{Look, MctsParams, MoveSource};

use crate::agent_method::AgentMethod;
use crate::evaluator_method::EvaluatorMethod;
use crate::forest_ability::ForestAbility;
use crate::levels::Levels;
use crate::pattern_ability::PatternAbility;

/// A game with everything that agents and front ends ask for. Only the rules, the notation, a picture and a spec are
/// its own; everything else has a default.
pub trait Playable: Game + Notation + Keyed + Symmetric + Drawn + Sized + 'static {
    /// The spec that names this game, in its shortest form.
    fn spec(&self) -> String;

    /// The value that needs no training: discs, lines, cells. Without one all unfinished positions are equal.
    fn material(&self) -> Arc<dyn Evaluator<Self>> {
        Arc::new(AllEqual)
    }

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

    /// What ranks moves best in this game, as a spec: an evaluator or a ranker of its own.
    fn best_ranker(&self) -> Spec {
        Spec::new("material")
    }

    /// A spec of `ga` to try.
    fn ranking_example(&self) -> &'static str {
        "ga(material)"
    }

    /// How much `mcts` prefers moves that were seldom tried, unless its spec says.
    fn exploration(&self) -> f64 {
        MctsParams::default().exploration
    }

    /// The numbers of its moves, where they have some.
    fn numbering(&self) -> Option<Numbering<'_, Self>> {
        None
    }

    /// What models of its stages look at, where there are any.
    fn board_features(&self) -> Option<Arc<dyn BoardFeatures<Self>>> {
        None
    }

    /// How forests see it, where its cells have three values.
    fn forests(&self) -> Option<Arc<dyn ForestAbility<Self>>> {
        None
    }

    /// How tables of patterns see it, where its cells have three values.
    fn patterns(&self) -> Option<Arc<dyn PatternAbility<Self>>> {
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
    fn levels(&self) -> Levels {
        Levels::usual()
    }

    /// The agents that only this game and its relatives have.
    fn own_agents(&self) -> Vec<AgentMethod<Self>> {
        Vec::new()
    }

    /// The evaluators that only this game and its relatives have.
    fn own_evaluators(&self) -> Vec<EvaluatorMethod<Self>> {
        Vec::new()
    }
}

/// Every unfinished position is as good as any other.
struct AllEqual;

impl<G: Game> Evaluator<G> for AllEqual {
    fn value(&self, _: &G, _: &G::Position, _: Player) -> Score {
        Score::ZERO
    }
}
