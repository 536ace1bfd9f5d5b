//! Specs of the searches that deepen: minimax and its relatives.

use std::sync::Arc;

use agon_core::spec::{Spec, SpecOption};
use agon_core::{Budget, Evaluator, ReadError};
use agon_search::{
    AllMoves, AlphaBeta, AlphaBetaParams, Beam, ChooseAmong, Deepening, ExpectedMin, FixedDepth, Look,
    MOST_SEARCH_THREADS, MaxN, Minimax, MoveSource, Paranoid, Selective, Threads,
};

use super::evaluator_or_material;
use crate::agent_method::{AgentKind, AgentMethod, MakeAgent, Setup};
use crate::artefacts::read_trained;
use crate::books::{BOOK, booked};
use crate::playable::Playable;

/// Plies that a search looks ahead when nothing limits it.
const DEFAULT_DEPTH: u32 = 4;
/// Positions that it visits then: where there are hundreds of moves four plies would take minutes.
const DEFAULT_NODES: u64 = 300_000;
/// 16 GiB.
const MOST_MEBIBYTES: u64 = 1 << 14;

/// A search that deepens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    Minimax,
    ExpectedMin,
    MaxN,
    AlphaBeta,
    NegaScout,
    Paranoid,
    Solve,
}

/// Makes the search of an agent; called once for each thread.
pub(super) type MakeSearch<G> = Arc<dyn Fn(&G) -> Box<dyn ChooseAmong<G>> + Send + Sync>;

const DEPTH: SpecOption = SpecOption::whole("depth", "plies", 1, u32::MAX as u64, "plies to look ahead")
    .or_else("4 where nothing limits the search");
const NODES: SpecOption = SpecOption::whole("nodes", "nodes", 1, u64::MAX, "positions to visit for a move")
    .or_else("300,000 where nothing limits the search");
const EVALUATOR: SpecOption =
    SpecOption::evaluator("eval", "what unfinished positions are worth").or_else("material").bare();
const PRUNED: SpecOption = SpecOption::flag("pruned", "cut off what can hardly matter, as an approximation");
const CUT: SpecOption =
    SpecOption::flag("pruned", "leave out what cannot matter (alpha-beta, in the order of the board)");
const ENDGAME: SpecOption = SpecOption::whole(
    "endgame",
    "plies",
    0,
    u32::MAX as u64,
    "go to the end of the game from so many plies before it",
)
.or_word("all");
const ASPIRATION: SpecOption = SpecOption::whole(
    "aspiration",
    "points",
    0,
    u32::MAX as u64,
    "search first within so many points of the last value",
);
const RADIUS: SpecOption = SpecOption::whole(
    "radius",
    "cells",
    1,
    u32::MAX as u64,
    "look only at moves that close to what is on the board",
)
.or_else("all moves");

/// What alpha-beta and its relatives take.
const PRUNING: &[SpecOption] = &[
    SpecOption::whole("table", "MiB", 0, MOST_MEBIBYTES, "memory of the transposition table").or("64"),
    SpecOption::word_or_evaluator(
        "order",
        "way to order moves",
        &["none", "replies", "eval"],
        "the cheap look that orders moves",
    )
    .or_else("what suits the game"),
    SpecOption::whole("beam", "moves", 1, u32::MAX as u64, "look only at so many moves of each position")
        .or_else("all moves"),
    SpecOption::whole("threads", "threads", 1, MOST_SEARCH_THREADS as u64, "threads that search").or("1"),
    SpecOption::one_of("split", "way to share the work", &["shared", "root"], "how threads share the work")
        .or("shared"),
    SpecOption::flag("every-move", "give every move its value, not only a bound to the worse ones"),
];

/// How those that do not go to the end of the game leave more out.
const CUTS: &[SpecOption] = &[
    SpecOption::file(
        "probcut",
        "how well shallow searches foretell deep ones, fitted to the evaluator; cuts by it",
    )
    .or_else("nothing is cut"),
    SpecOption::number("certain", 0.0, 1000.0, "with probcut: standard deviations that count as certain")
        .or("1"),
];

impl Search {
    /// Those that look ahead as far as they are told.
    const LIMITED: [Self; 6] =
        [Self::Minimax, Self::AlphaBeta, Self::NegaScout, Self::ExpectedMin, Self::MaxN, Self::Paranoid];

    fn kind(self) -> AgentKind {
        match self {
            Self::Minimax => AgentKind::new(
                "minimax",
                "plain minimax, the reference; every opponent plays against the mover; `pruned` cuts, to the same choice",
                "minimax(depth=3)",
            ),
            Self::AlphaBeta => AgentKind::new(
                "alphabeta",
                "alpha-beta; table= MiB, order=eval|replies|none, beam=, endgame= plies or all, threads=, split=",
                "alphabeta(depth=6, eval=material)",
            )
            .for_two("paranoid"),
            Self::NegaScout => AgentKind::new(
                "negascout",
                "alpha-beta with scout windows (PVS); options as alphabeta, and aspiration= points",
                "negascout(time=100ms)",
            )
            .for_two("paranoid"),
            Self::ExpectedMin => AgentKind::new(
                "expected-min",
                "minimax against an opponent who errs; `pruned` cuts, as an approximation",
                "expected-min(depth=3)",
            ),
            Self::MaxN => AgentKind::new(
                "maxn",
                "every player for themselves (max^n), with shallow pruning and killer moves",
                "maxn(depth=2)",
            ),
            Self::Paranoid => AgentKind::new(
                "paranoid",
                "alpha-beta of one against all; options as alphabeta",
                "paranoid(depth=2)",
            ),
            Self::Solve => AgentKind::new(
                "solve",
                "searches to the end of the game and proves the result, if the limits allow it",
                "solve(time=1s)",
            )
            .for_two("paranoid(endgame=20)"),
        }
    }

    /// What the search can be told besides its limits and its evaluator.
    pub(super) fn options<G: Playable>(self, game: &G) -> Vec<SpecOption> {
        let pruning = || {
            let near = game.near(1).map(|_| RADIUS);
            PRUNING.iter().copied().chain(near)
        };
        let cuts = CUTS.iter().copied();
        match self {
            Self::MaxN => vec![ENDGAME],
            Self::Minimax => vec![CUT, ENDGAME],
            Self::ExpectedMin => vec![PRUNED, ENDGAME],
            Self::AlphaBeta | Self::Paranoid => pruning().chain(cuts).chain([ENDGAME]).collect(),
            Self::NegaScout => pruning().chain(cuts).chain([ENDGAME, ASPIRATION]).collect(),
            Self::Solve => pruning().chain([NO_DEPTH]).collect(),
        }
    }

    /// Reads what the search is told. `usual_endgame` holds unless the spec says otherwise.
    pub(super) fn read<G: Playable>(
        self,
        setup: &Setup<'_, G>,
        evaluator: Arc<dyn Evaluator<G>>,
        usual_endgame: Option<u32>,
    ) -> Result<MakeSearch<G>, ReadError> {
        let endgame = match self {
            Self::Solve => Some(u32::MAX),
            _ if setup.options.word("endgame") == Some("all") => Some(u32::MAX),
            _ => setup.options.whole_u32("endgame"),
        };
        let plain = Some(endgame.unwrap_or(0));
        match self {
            Self::Minimax => {
                let pruned = setup.options.flag("pruned");
                Ok(deepening(plain, move |_| Minimax { evaluator: evaluator.clone(), pruned }))
            }
            Self::MaxN => Ok(deepening(plain, move |_| MaxN::new(evaluator.clone()))),
            Self::ExpectedMin => {
                let pruned = setup.options.flag("pruned");
                Ok(deepening(plain, move |_| ExpectedMin { evaluator: evaluator.clone(), pruned }))
            }
            Self::AlphaBeta | Self::NegaScout | Self::Paranoid | Self::Solve => {
                let params = self.params(setup, &evaluator)?;
                let endgame = endgame.or(usual_endgame);
                Ok(deepening(endgame, move |game: &G| {
                    let search = AlphaBeta::for_game(game, evaluator.clone(), params.clone());
                    search.unwrap_or_else(|_| Paranoid::search(evaluator.clone(), params.clone()))
                }))
            }
        }
    }

    fn params<G: Playable>(
        self,
        setup: &Setup<'_, G>,
        evaluator: &Arc<dyn Evaluator<G>>,
    ) -> Result<AlphaBetaParams<G>, ReadError> {
        let (usual, options) = (AlphaBetaParams::<G>::default(), setup.options);
        let aspiration = if self == Self::NegaScout { options.whole_u32("aspiration") } else { None };
        Ok(AlphaBetaParams {
            scout: self != Self::AlphaBeta,
            table: options.size("table").map_or(usual.table, |mebibytes| mebibytes << 20),
            look: read_look(setup, evaluator)?,
            aspiration,
            every_move: options.flag("every-move"),
            source: read_source(setup, evaluator),
            selective: read_selective(setup)?,
            threads: read_threads(setup),
        })
    }
}

const NO_DEPTH: SpecOption = SpecOption::refused(
    "depth",
    "`solve` always searches to the end: `alphabeta(depth=...)` stops before, `nodes` and `time` limit it",
);

/// The searches that look ahead as far as they are told.
pub(super) fn agents<G: Playable>(game: &G) -> Vec<AgentMethod<G>> {
    Search::LIMITED.into_iter().map(|search| agent(game, search)).collect()
}

/// The search that goes to the end of the game.
pub(crate) fn solver<G: Playable>(game: &G) -> AgentMethod<G> {
    agent(game, Search::Solve)
}

fn agent<G: Playable>(game: &G, search: Search) -> AgentMethod<G> {
    let kind = search.kind().takes(&[DEPTH, NODES, EVALUATOR]).takes(&search.options(game));
    let kind = match search {
        Search::Solve => kind,
        _ => kind.usually(Budget { depth: Some(DEFAULT_DEPTH), nodes: Some(DEFAULT_NODES), time: None }),
    };
    let plays_by_book = matches!(search, Search::AlphaBeta | Search::NegaScout) && game.players() == 2;
    let kind = if plays_by_book { kind.takes(&BOOK) } else { kind };
    AgentMethod::new(kind, move |setup: &Setup<'_, G>| {
        let evaluator = match search {
            Search::Solve => setup.evaluator("eval")?.unwrap_or_else(|| setup.game.guide()),
            _ => evaluator_or_material(setup)?,
        };
        let agent = as_agent(search.read(setup, evaluator, None)?);
        if plays_by_book { booked(setup, agent) } else { Ok(agent) }
    })
}

/// A search that chooses among all moves.
pub(super) fn as_agent<G: Playable>(make: MakeSearch<G>) -> MakeAgent<G> {
    Arc::new(move |game| make(game))
}

fn deepening<G: Playable, S: FixedDepth<G> + 'static>(
    endgame: Option<u32>,
    make: impl Fn(&G) -> S + Send + Sync + 'static,
) -> MakeSearch<G> {
    Arc::new(move |game| Box::new(Deepening { search: make(game), default_depth: DEFAULT_DEPTH, endgame }))
}

/// `order=eval` looks with the evaluator of the search; any other evaluator can be named too.
fn read_look<G: Playable>(setup: &Setup<'_, G>, own: &Arc<dyn Evaluator<G>>) -> Result<Look<G>, ReadError> {
    let Some(spec) = setup.options.given("order") else { return Ok(setup.game.look()) };
    match (spec.name.text.as_str(), spec.args.is_empty()) {
        ("none", true) => Ok(Look::None),
        ("replies", true) => Ok(Look::Replies),
        ("eval", true) => Ok(Look::Evaluator(own.clone())),
        _ => {
            let evaluator = setup.methods.evaluator(setup.game, spec);
            evaluator.map(Look::Evaluator).map_err(|error| unknown_order(spec, error))
        }
    }
}

/// An evaluator with wrong arguments is told so; what is not an evaluator either could be another order.
fn unknown_order(spec: &Spec, error: ReadError) -> ReadError {
    if error.span.as_ref() == Some(&spec.name.span) {
        spec.name.unknown("way to order moves", &["none", "replies", "eval", "an evaluator"])
    } else {
        error
    }
}

fn read_source<G: Playable>(
    setup: &Setup<'_, G>,
    evaluator: &Arc<dyn Evaluator<G>>,
) -> Arc<dyn MoveSource<G>> {
    let options = setup.options;
    let radius = if options.declares("radius") { options.whole_u32("radius") } else { None };
    let near = radius.and_then(|radius| setup.game.near(radius));
    let source = near.unwrap_or_else(|| Arc::new(AllMoves));
    match options.size("beam") {
        None => source,
        Some(width) => Arc::new(Beam { source, evaluator: evaluator.clone(), width }),
    }
}

/// Standard deviations that count as certain.
const USUALLY_CERTAIN: f64 = 1.0;

fn read_selective<G: Playable>(setup: &Setup<'_, G>) -> Result<Option<Selective>, ReadError> {
    let options = setup.options;
    let given = if options.declares("probcut") { options.given("probcut") } else { None };
    let Some(spec) = given else { return Ok(None) };
    let probcut = Arc::new(read_trained(&spec.name, &setup.game.spec(), str::parse)?);
    let certain = options.number("certain").unwrap_or(USUALLY_CERTAIN);
    Ok(Some(Selective { probcut, certain }))
}

fn read_threads<G: Playable>(setup: &Setup<'_, G>) -> Threads {
    let count = setup.options.size("threads").unwrap_or(1);
    match setup.options.word("split") {
        Some("root") => Threads::RootSplit(count),
        _ if count > 1 => Threads::Shared(count),
        _ => Threads::One,
    }
}
