//! Line games in the catalog: tic-tac-toe, Connect Four, Gomoku, Connect6 and their relatives.

use std::sync::Arc;

use agon_abilities::{BoardFeatures, Numbering};
use agon_core::spec::{GameSpec, Spec};
use agon_core::{Evaluator, ReadError};
use agon_grid::{Bits, CellSet};
use agon_line::{CellWeighing, FirstFree, Line, LongestLines, Rules, SimplePatterns, WindowFeatures};
use agon_search::{Look, MctsParams, MoveSource};

use crate::agent_method::{AgentKind, AgentMethod};
use crate::any_game::AnyGame;
use crate::evaluator_method::{EvaluatorKind, EvaluatorMethod};
use crate::forest_ability::{ForestAbility, OnStones};
use crate::levels::Levels;
use crate::methods::staged::staged;
use crate::methods::{forest, models, patterns, ranked, rule_first};
use crate::pattern_ability::{PatternAbility, TablesOnStones};
use crate::playable::Playable;
use crate::registry::{Family, Registry};

/// The families.
pub(super) fn families() -> [Family; 5] {
    [
        family("tictactoe", "Tic-tac-toe: three in a row").example("tictactoe", "3x3"),
        family("connect4", "Connect Four: stones fall down a column; four in a row")
            .example("connect4", "7 columns, 6 rows")
            .example("connect4:7x7", "any size up to 20x20"),
        family("gomoku", "Gomoku: five in a row")
            .example("gomoku", "15x15, five or more win")
            .example("gomoku:10x10", "any size up to 20x20")
            .example("gomoku:20x20", "the board of Gomocup, whose openings can be read")
            .example("gomoku:exact", "exactly five win"),
        family("connect6", "Connect6: six in a row, two stones a turn, one on the first")
            .example("connect6", "19x19")
            .example("connect6:13x13", "any size up to 20x20"),
        family("line", "k in a row on m columns and n rows, p stones a turn and q on the first")
            .example("line:m=5,n=4,k=4", "one stone a turn")
            .example("line:m=6,n=5,k=4,p=2,gravity", "two stones a turn that fall down"),
    ]
}

fn family(name: &'static str, summary: &'static str) -> Family {
    Family::of_types(name, summary, load).takes(&agon_line::options(name))
}

fn load(spec: &GameSpec, registry: &Registry) -> Result<Arc<dyn AnyGame>, ReadError> {
    let rules = Rules::from_spec(spec)?;
    Ok(match rules.bits_needed() {
        ..=64 => registry.load(Line::<u64>::new(rules)?),
        65..=128 => registry.load(Line::<u128>::new(rules)?),
        129..=256 => registry.load(Line::<Bits<4>>::new(rules)?),
        257..=384 => registry.load(Line::<Bits<6>>::new(rules)?),
        _ => registry.load(Line::<Bits<7>>::new(rules)?),
    })
}

impl<W: CellSet + 'static> Playable for Line<W> {
    fn spec(&self) -> String {
        self.rules().spec()
    }

    fn material(&self) -> Arc<dyn Evaluator<Self>> {
        Arc::new(LongestLines)
    }

    fn numbering(&self) -> Option<Numbering<'_, Self>> {
        Some(self)
    }

    fn look(&self) -> Look<Self> {
        Look::Evaluator(self.material())
    }

    fn near(&self, radius: u32) -> Option<Arc<dyn MoveSource<Self>>> {
        Some(Arc::new(Near { radius }))
    }

    fn levels(&self) -> Levels {
        levels(self.rules())
    }

    fn own_agents(&self) -> Vec<AgentMethod<Self>> {
        let learned = [rule_first::agent(self), models::agent(self), forest::player(self), forest::simple()];
        learned.into_iter().chain(agents_of_the_thesis()).collect()
    }

    fn own_evaluators(&self) -> Vec<EvaluatorMethod<Self>> {
        let simple =
            EvaluatorKind::new("simple-patterns", "lines that are nearly complete (KInARow2012, figure 3-2)");
        let simple = EvaluatorMethod::new(simple, |_, _| Ok(Arc::new(SimplePatterns)));
        [staged(), forest::evaluator(), patterns::evaluator(), simple]
            .into_iter()
            .chain(rankers_of_the_thesis())
            .collect()
    }

    fn best_ranker(&self) -> Spec {
        Spec::new("line-offensive")
    }

    fn ranking_example(&self) -> &'static str {
        "ga(line-offensive)"
    }

    /// On wide boards a look at everything leaves no time to look ahead; where stones fall there are few moves.
    fn exploration(&self) -> f64 {
        if self.rules().gravity { MctsParams::default().exploration } else { 0.25 }
    }

    fn patterns(&self) -> Option<Arc<dyn PatternAbility<Self>>> {
        Some(Arc::new(TablesOnStones))
    }

    fn board_features(&self) -> Option<Arc<dyn BoardFeatures<Self>>> {
        Some(Arc::new(WindowFeatures::new(self)))
    }

    /// Where stones can lie anywhere on a large board, moves near others come into question ([KInARow2012] section 4.4).
    fn forests(&self) -> Option<Arc<dyn ForestAbility<Self>>> {
        let radius = (!self.rules().gravity && self.rules().cells() > SMALL).then_some(2);
        Some(Arc::new(OnStones { order: SimplePatterns, radius }))
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

/// A search of all moves sees to the end of such a game, or nearly.
const SMALL: u32 = 36;

/// Where stones can lie anywhere on a large board, few cells are worth a look, all beside other stones.
fn levels(rules: &Rules) -> Levels {
    /// Whoever sees one stone ahead plays such a game well.
    const TINY: u32 = 16;
    let search = || Spec::new("negascout");
    let depth = |spec: Spec, plies: &str| spec.with("depth", plies);
    match rules.cells() {
        ..=TINY => Levels { strongest: search(), easy: Spec::new("random"), medium: depth(search(), "1") },
        cells if rules.gravity || cells <= SMALL => {
            Levels { strongest: search(), easy: depth(search(), "1"), medium: depth(search(), "3") }
        }
        _ => {
            let near = || search().with("radius", "1");
            // With two stones in a turn, two plies are only the own ones.
            let medium = depth(near(), if rules.p == 1 { "2" } else { "3" });
            Levels { strongest: near().with("beam", "8"), easy: depth(near(), "1"), medium }
        }
    }
}

/// The four that [Cherry2011] section 3.2 made for tic-tac-toe.
fn agents_of_the_thesis<W: CellSet + 'static>() -> [AgentMethod<Line<W>>; 4] {
    let simple =
        AgentKind::new("line-simple", "the first free cell, row by row from the top left", "line-simple");
    let weighing = |name, summary, weights: CellWeighing| {
        AgentMethod::new(AgentKind::new(name, summary, name), move |_| Ok(ranked(weights)))
    };
    [
        AgentMethod::new(simple, |_| Ok(ranked(FirstFree))),
        weighing("line-influence", "the free cell that most lines pass through", CellWeighing::INFLUENCE),
        weighing(
            "line-offensive",
            "weighs lines, rows and threats of each cell, winning first; never loses at tic-tac-toe",
            CellWeighing::OFFENSIVE,
        ),
        weighing(
            "line-defensive",
            "the same with the opponent's threats first; never loses at tic-tac-toe",
            CellWeighing::DEFENSIVE,
        ),
    ]
}

/// What the same players rank moves by, for `ga` and for narrowing.
fn rankers_of_the_thesis<W: CellSet + 'static>() -> [EvaluatorMethod<Line<W>>; 3] {
    let weighing = |name, summary, weights: CellWeighing| {
        EvaluatorMethod::only_ranks(EvaluatorKind::new(name, summary), move |_, _| Ok(Arc::new(weights)))
    };
    [
        weighing("line-influence", "ranks moves: lines through the cell", CellWeighing::INFLUENCE),
        weighing("line-offensive", "ranks moves: lines and threats, own ones first", CellWeighing::OFFENSIVE),
        weighing(
            "line-defensive",
            "ranks moves: lines and threats, the opponent's first",
            CellWeighing::DEFENSIVE,
        ),
    ]
}
