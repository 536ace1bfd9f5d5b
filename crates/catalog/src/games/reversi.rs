//! Reversi in the catalog: its boards, its own agents and evaluators, and who plays it best.

use std::sync::Arc;

use agon_abilities::{BoardFeatures, Numbering};
use agon_core::spec::{GameSpec, Spec};
use agon_core::{Evaluator, ReadError};
use agon_records::End;
use agon_reversi::{
    BestPlace, BoardWord, CellKindFeatures, DiscDifference, FlipsTimesPlace, Mobility, Reversi, Rules,
    Transcript, Wide,
};
use agon_search::Look;

use super::reversi_engine;
use super::reversi_evaluators::{INFLUENCE, evaluators, read_influence, shipped_network};
use crate::agent_method::{AgentKind, AgentMethod};
use crate::any_game::AnyGame;
use crate::artefacts::PATTERN_TABLES;
use crate::evaluator_method::EvaluatorMethod;
use crate::forest_ability::{ForestAbility, OnStones};
use crate::levels::Levels;
use crate::methods::staged::{models_come_with_agon, shipped_models, staged};
use crate::methods::{forest, models, overlooking, patterns, ranked, rule_first};
use crate::pattern_ability::{PatternAbility, TablesOnStones};
use crate::playable::Playable;
use crate::registry::{Family, Registry};

/// The family.
pub(super) fn family() -> Family {
    Family::of_types("reversi", "Reversi (Othello): outflank discs to flip them; most discs win", load)
        .takes(agon_reversi::OPTIONS)
        .example("reversi", "8x8, standard start, empty cells to the winner")
        .example("reversi:6x6", "any size up to 128 cells")
        .example("reversi:88", "10x10 without the three cells at each corner")
        .example("reversi:discs", "plain disc count, as the papers score")
        .example("reversi:start=thesis", "black on d4 and e5")
        .example("reversi:start=historical", "the players fill the centre first")
        .example("reversi:#..#/..../..../#..#", "any shape: . is a cell, # a hole, X and O are first discs")
}

fn load(spec: &GameSpec, registry: &Registry) -> Result<Arc<dyn AnyGame>, ReadError> {
    let rules = Rules::from_spec(spec)?;
    Ok(match rules.shape.numbers() {
        ..=64 => registry.load(Reversi::<u64>::new(rules)?),
        65..=128 => registry.load(Reversi::<u128>::new(rules)?),
        _ => registry.load(Reversi::<Wide>::new(rules)?),
    })
}

impl<W: BoardWord + 'static> Playable for Reversi<W> {
    fn spec(&self) -> String {
        self.rules().spec()
    }

    fn material(&self) -> Arc<dyn Evaluator<Self>> {
        Arc::new(DiscDifference)
    }

    fn numbering(&self) -> Option<Numbering<'_, Self>> {
        Some(self)
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

    /// Models know the board best, where there are any; mobility beats every other evaluator elsewhere.
    fn best_ranker(&self) -> Spec {
        Spec::new(if models_come_with_agon(self) { "models" } else { "mobility" })
    }

    fn ranking_example(&self) -> &'static str {
        "ga(mobility)"
    }

    fn levels(&self) -> Levels {
        let strongest = strongest(self);
        if reversi_engine::knows(self) {
            let [easy, medium] = [EASY, MEDIUM].map(|sight| overlooking_with(self, sight));
            return Levels { easy, medium, strongest };
        }
        Levels { easy: Spec::new("greedy"), medium: strongest.clone().with("depth", "2"), strongest }
    }

    fn own_agents(&self) -> Vec<AgentMethod<Self>> {
        let influence = if self.rules().has_influence() { influence_agents() } else { Vec::new() };
        let usual = [rule_first::agent(self), models::agent(self), forest::player(self)];
        let levels = overlooking::numbered(numbered_levels(self));
        let engine = reversi_engine::agents(self).into_iter().chain([levels, overlooking::agent()]);
        engine.chain(usual).chain(rule_first::presets()).chain(influence).collect()
    }

    fn own_evaluators(&self) -> Vec<EvaluatorMethod<Self>> {
        evaluators().into_iter().chain([staged(), forest::evaluator(), patterns::evaluator()]).collect()
    }

    fn patterns(&self) -> Option<Arc<dyn PatternAbility<Self>>> {
        Some(Arc::new(TablesOnStones))
    }

    fn board_features(&self) -> Option<Arc<dyn BoardFeatures<Self>>> {
        Some(Arc::new(CellKindFeatures::new(self)))
    }

    fn forests(&self) -> Option<Arc<dyn ForestAbility<Self>>> {
        Some(Arc::new(OnStones { order: Mobility, radius: None }))
    }
}

/// The test agents of [Cherry2011] section 5.2.1 that look at an influence map. They need a square board of even size;
/// on others their spec is an error.
fn influence_agents<W: BoardWord + 'static>() -> Vec<AgentMethod<Reversi<W>>> {
    let influence = AgentKind::new(
        "influence",
        "the place of the highest influence; file= names a map that agon train wrote",
        "influence(thesis)",
    );
    let greedy = AgentKind::new(
        "greedy-influence",
        "the move with the highest product of influence and flips; options as influence",
        "greedy-influence(thesis)",
    );
    vec![
        AgentMethod::new(influence.takes(INFLUENCE), |setup| {
            let map = read_influence(setup.game, setup.options)?;
            Ok(ranked(BestPlace(map)))
        }),
        AgentMethod::new(greedy.takes(INFLUENCE), |setup| {
            let map = read_influence(setup.game, setup.options)?;
            Ok(ranked(FlipsTimesPlace(map)))
        }),
    ]
}

/// The levels from a beginner to full strength; see `levels.rs` for the matches between them.
fn numbered_levels<W: BoardWord + 'static>(game: &Reversi<W>) -> Vec<Spec> {
    let strongest = strongest(game);
    let full = strongest.with("time", "1s");
    let ahead = DEPTHS.iter().map(|depth| full.clone().with("depth", depth.to_string()));
    let overlooking = SIGHTS.into_iter().map(|sight| overlooking_with(game, sight));
    overlooking.chain(ahead).chain([full.clone()]).collect()
}

fn strongest<W: BoardWord + 'static>(game: &Reversi<W>) -> Spec {
    match reversi_engine::knows(game) {
        true => Spec::new("best"),
        false => Spec::new("negascout").with("eval", game.best_ranker().to_string()),
    }
}

fn overlooking_with<W: BoardWord + 'static>(game: &Reversi<W>, (depth, insight, blur): Sight) -> Spec {
    let spec = Spec::new("overlooking").with("depth", depth.to_string());
    let spec = spec.with("insight", insight.to_string()).with("blur", blur.to_string());
    spec.with("eval", evaluator_of_levels(game))
}

/// Depth, insight and blur.
type Sight = (u32, f64, f64);

/// How the lower levels see.
const SIGHTS: [Sight; 7] = [
    (1, 0.0, 60.0),
    (1, 0.0, 30.0),
    (1, 0.0, 18.0),
    (2, 0.55, 11.0),
    (3, 0.6, 8.0),
    (4, 0.8, 4.0),
    (5, 0.85, 3.0),
];
/// On 8x8 `easy` is the second level and `medium` the fifth.
const EASY: Sight = SIGHTS[1];
const MEDIUM: Sight = SIGHTS[4];
/// How deep the levels search that do not overlook anything, within the time of the last.
const DEPTHS: [u32; 5] = [4, 6, 9, 12, 16];

/// Patterns where they come with Agon.
fn evaluator_of_levels<W: BoardWord + 'static>(game: &Reversi<W>) -> String {
    let has_patterns = PATTERN_TABLES.iter().any(|(name, _)| {
        let rules = name.parse().ok().and_then(|spec| Rules::from_spec(&spec).ok());
        rules.is_some_and(|rules| rules.shape == game.rules().shape)
    });
    if has_patterns { "patterns".to_owned() } else { game.best_ranker().to_string() }
}
