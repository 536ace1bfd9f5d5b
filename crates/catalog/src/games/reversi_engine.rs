//! `best` and `solve` on 8x8: the engine of `agon_reversi_engine` in the catalog.

use std::sync::{Arc, LazyLock};

use agon_core::ReadError;
use agon_core::spec::SpecOption;
use agon_reversi::{BoardWord, Reversi, Rules};
use agon_reversi_engine::{Engine, EngineAgent, EngineParams, Evaluation, Selectivity};
use agon_search::MOST_SEARCH_THREADS;

use crate::agent_method::{AgentKind, AgentMethod, How, MakeAgent, Setup};
use crate::artefacts::{PATTERN_TABLES, pattern_tables};
use crate::books::{BOOK, booked};
use crate::methods::{maker, solver};

/// 16 GiB.
const MOST_MEBIBYTES: u64 = 1 << 14;

const TABLES: SpecOption =
    SpecOption::file("file", "pattern tables to judge by, from agon train pattern-tables")
        .or_else("those that come with Agon");

const OPTIONS: &[SpecOption] = &[
    TABLES,
    SpecOption::whole("table", "MiB", 1, MOST_MEBIBYTES, "memory of the transposition table").or("64"),
    SpecOption::whole("threads", "threads", 1, MOST_SEARCH_THREADS as u64, "threads that search").or("1"),
    SpecOption::whole(
        "selectivity",
        "level",
        0,
        Selectivity::NONE.level() as u64,
        "how much is left out by ProbCut before the exact search: 0 most, 5 nothing",
    )
    .or("0"),
    SpecOption::flag("every-move", "give every move its value, not only a bound to the worse ones"),
    SpecOption::whole(
        "exact",
        "cells",
        0,
        60,
        "empty cells from which a search goes to the end, whatever its depth",
    )
    .or("0"),
];

/// What only the general search can do.
const GENERAL: [&str; 4] = ["eval", "order", "beam", "split"];

/// Whether the engine plays by these rules.
pub(super) fn knows<W: BoardWord>(game: &Reversi<W>) -> bool {
    EngineAgent::knows(game.rules())
}

/// The agents that stand on the engine: `best`, and `solve` in place of the general one.
pub(super) fn agents<W: BoardWord + 'static>(game: &Reversi<W>) -> Vec<AgentMethod<Reversi<W>>> {
    if knows(game) { vec![best(), exact(game)] } else { Vec::new() }
}

fn best<W: BoardWord + 'static>() -> AgentMethod<Reversi<W>> {
    let kind = AgentKind::new(
        "best",
        "the engine for 8x8: pattern tables, selective search, exact endgames; file=, book=, threads=, selectivity=",
        "best(time=200ms)",
    );
    AgentMethod::new(kind.takes(OPTIONS).takes(&BOOK), |setup| {
        booked(setup, make(setup, EngineAgent::player)?)
    })
}

/// `solve` by the engine, unless it is told what only the general search can do.
fn exact<W: BoardWord + 'static>(game: &Reversi<W>) -> AgentMethod<Reversi<W>> {
    let general = solver(game);
    let How::Prepared(by_general) = general.how else { return general };
    AgentMethod::new(general.kind, move |setup| {
        match GENERAL.iter().any(|option| setup.options.given(option).is_some()) {
            true => by_general(setup),
            false => make(setup, EngineAgent::solver),
        }
    })
}

fn make<W: BoardWord + 'static>(
    setup: &Setup<'_, Reversi<W>>,
    agent: fn(Engine) -> EngineAgent,
) -> Result<MakeAgent<Reversi<W>>, ReadError> {
    let (options, usual) = (setup.options, EngineParams::default());
    let selectivity = if options.declares("selectivity") { options.whole("selectivity") } else { None };
    let params = EngineParams {
        table: options.size("table").map_or(usual.table, |mebibytes| mebibytes << 20),
        threads: options.size("threads").unwrap_or(usual.threads),
        selectivity: selectivity.map_or(usual.selectivity, |level| Selectivity::of_level(level as u8)),
        every_move: options.flag("every-move"),
        exact_from: if options.declares("exact") { options.whole("exact").unwrap_or(0) as u32 } else { 0 },
    };
    let evaluation = evaluation(setup)?;
    Ok(maker(move |_| agent(Engine::new(evaluation.clone(), params))))
}

fn evaluation<W: BoardWord + 'static>(setup: &Setup<'_, Reversi<W>>) -> Result<Arc<Evaluation>, ReadError> {
    let file = if setup.options.declares("file") { setup.options.given("file") } else { None };
    let Some(spec) = file else { return shipped() };
    let tables = pattern_tables(&spec.name)?;
    let evaluation =
        Evaluation::new(&tables, &usual_game()?).map_err(|error| spec.name.error(error.message))?;
    Ok(Arc::new(evaluation))
}

/// The tables that come with Agon, read once.
fn shipped() -> Result<Arc<Evaluation>, ReadError> {
    static READ: LazyLock<Result<Arc<Evaluation>, ReadError>> = LazyLock::new(|| {
        let text = PATTERN_TABLES.iter().find(|(game, _)| *game == "reversi").map_or("", |(_, text)| text);
        Ok(Arc::new(Evaluation::new(&text.parse()?, &usual_game()?)?))
    });
    READ.clone()
}

fn usual_game() -> Result<Reversi<u64>, ReadError> {
    Reversi::new(Rules::default())
}
