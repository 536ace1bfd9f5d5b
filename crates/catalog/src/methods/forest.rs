//! `forest(file=FILE)` as an evaluator, and the players of [KInARow2012]: `forest(depth=4)`, minimax with a forest, and
//! for line games `simple-patterns`, who knows no more than the patterns that order its moves.

use std::sync::{Arc, OnceLock};

use agon_core::ReadError;
use agon_core::spec::{Options, SpecOption};
use agon_learn::models::forest::Forest;
use agon_search::{Advisor, AdvisorParams, FreeThreads, Greedy, MOST_SEARCH_THREADS};

use super::maker;
use crate::agent_method::{AgentKind, AgentMethod, Setup};
use crate::artefacts::{FORESTS, forest_named, there_are_forests};
use crate::evaluator_method::{BuiltEvaluator, EvaluatorKind, EvaluatorMethod};
use crate::forest_ability::{ForestForm, source};
use crate::playable::Playable;

const FILE: SpecOption = SpecOption::file(
    "file",
    "a forest (XML) that agon train wrote, or the game whose forest comes with Agon",
)
.or_else("the one that comes with Agon");

const FORM: SpecOption = SpecOption::one_of(
    "form",
    "form of a forest",
    &["walking", "cached", "incremental"],
    "how trees are asked: always with the same answer, but not equally fast",
)
.or("incremental");

/// What the player takes.
const PLAYER: &[SpecOption] = &[
    SpecOption::whole("depth", "plies", 0, u32::MAX as u64, "plies to look ahead after the own move; 0: the forest alone").or("4"),
    FILE,
    SpecOption::whole("radius", "cells", 1, u32::MAX as u64, "look only at moves that close to what is on the board")
        .or_else("what suits the game"),
    SpecOption::whole("table", "MiB", 0, 1 << 14, "memory for positions that were seen").or("16"),
    SpecOption::whole(
        "threads",
        "threads",
        1,
        MOST_SEARCH_THREADS as u64,
        "threads to share with the other games of this player: one each while there are many, else what is free",
    )
    .or("1"),
];

const DEFAULT_DEPTH: u32 = 4;
const DEFAULT_TABLE: usize = 16;

/// The evaluator, for games whose cells have three values.
pub(crate) fn evaluator<G: Playable>() -> EvaluatorMethod<G> {
    let kind =
        EvaluatorKind::new("forest", "a random forest over the board, evolved by agon train forests/...");
    EvaluatorMethod::new(kind.takes(&[FILE, FORM]), forest_evaluator)
}

fn forest_evaluator<G: Playable>(game: &G, options: &Options<'_>) -> BuiltEvaluator<G> {
    let form = if options.declares("form") { options.word("form") } else { None };
    let form = match form {
        Some("walking") => ForestForm::Walking,
        Some("cached") => ForestForm::Cached,
        _ => ForestForm::Incremental,
    };
    let missing = || ReadError::new(format!("{} has no board for forests", game.spec()));
    let ability = game.forests().ok_or_else(missing)?;
    let given = options.given("file");
    let forest = match given {
        Some(spec) => &forest_named(&spec.name)?,
        None => shipped(&game.spec()).ok_or_else(|| {
            let spec = game.spec();
            ReadError::new(format!(
                "no forest for {spec} comes with Agon: {}; `agon train forests/...` with --set game={spec} makes one, and \
                 file= names it",
                there_are_forests()
            ))
        })?,
    };
    let fits = forest.check_game(&game.spec());
    fits.and_then(|()| ability.evaluator(game, forest, form)).map_err(|error| match given {
        Some(spec) => spec.name.error(error.message),
        None => error,
    })
}

/// Whether a forest for a game comes with Agon.
fn is_shipped(spec: &str) -> bool {
    FORESTS.iter().any(|(name, _)| *name == spec)
}

/// The forest that comes with Agon for a game; each is read when it is first asked for, as that takes milliseconds.
fn shipped(spec: &str) -> Option<&'static Forest> {
    static READ: [OnceLock<Option<Forest>>; FORESTS.len()] = [const { OnceLock::new() }; FORESTS.len()];
    let index = FORESTS.iter().position(|(name, _)| *name == spec)?;
    READ[index].get_or_init(|| agon_patterns::read_forest(FORESTS[index].1).ok()).as_ref()
}

/// Minimax with a forest, for games whose cells have three values.
pub(crate) fn player<G: Playable>(game: &G) -> AgentMethod<G> {
    let kind = AgentKind::new(
        "forest",
        "alpha-beta with a random forest; depth=0 plays by it alone",
        "forest(depth=4)",
    );
    let kind = match is_shipped(&game.spec()) {
        true => kind,
        false => kind.needing("file= with a forest of this game", "forest(file=best.xml, depth=4)"),
    };
    AgentMethod::new(kind.for_two("mcts").takes(PLAYER), forest_player)
}

/// The player who knows no more than what orders moves.
pub(crate) fn simple<G: Playable>() -> AgentMethod<G> {
    let kind = AgentKind::new(
        "simple-patterns",
        "the move after which lines that are nearly complete are worth most (KInARow2012, figure 3-2)",
        "simple-patterns",
    );
    AgentMethod::new(kind.for_two("greedy"), |setup: &Setup<'_, G>| {
        let ability =
            setup.game.forests().ok_or_else(|| ReadError::new("this game has no simple patterns"))?;
        let evaluator = ability.order();
        Ok(maker(move |_| Greedy { evaluator: evaluator.clone(), reply: false }))
    })
}

fn forest_player<G: Playable>(setup: &Setup<'_, G>) -> Result<crate::MakeAgent<G>, ReadError> {
    let (game, options) = (setup.game, setup.options);
    let evaluator = forest_evaluator(game, options)?;
    let ability = game.forests().ok_or_else(|| ReadError::new("this game has no board for forests"))?;
    let params = AdvisorParams {
        depth: options.whole_u32("depth").unwrap_or(DEFAULT_DEPTH),
        order: ability.order(),
        source: source(game, options.whole_u32("radius").or(ability.radius())),
        table: options.size("table").unwrap_or(DEFAULT_TABLE) << 20,
        threads: Arc::new(FreeThreads::new(options.size("threads").unwrap_or(1))),
    };
    Advisor::for_game(game, evaluator.clone(), params.clone())
        .map_err(|error| ReadError::new(error.to_string()))?;
    Ok(Arc::new(move |game: &G| match Advisor::for_game(game, evaluator.clone(), params.clone()) {
        Ok(advisor) => Box::new(advisor.counted()),
        // Checked above, with the same game.
        Err(_) => Box::new(agon_search::Random),
    }))
}
