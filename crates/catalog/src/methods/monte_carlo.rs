//! Specs of the Monte Carlo searches: flat and tree, plain or narrowed to moves of high rank. `gamc` and `gamcts` are the
//! narrowed ones with the settings of [Hoang2021] section 4.3 and what ranks moves best in the game.

use std::sync::Arc;

use agon_core::ReadError;
use agon_core::spec::{Spec, SpecOption};
use agon_search::{FlatMc, Heuristic, MOST_SEARCH_THREADS, Mcts, MctsParams, Narrowing, Rollout, Uniform};

use super::maker;
use crate::agent_method::{AgentKind, AgentMethod, Setup};
use crate::playable::Playable;

const FLAT: &[SpecOption] = &[
    SpecOption::whole(
        "simulations",
        "simulations",
        1,
        u64::MAX,
        "random games for a move; another word for nodes",
    )
    .or_else("1,000 where nothing limits the search"),
    SpecOption::whole(
        "narrow",
        "moves",
        1,
        u32::MAX as u64,
        "how many moves are candidates at the start of the game",
    )
    .or_else("all"),
    SpecOption::whole("widen", "moves", 0, u32::MAX as u64, "how many more are candidates with each ply")
        .or("5"),
    SpecOption::evaluator("eval", "what ranks moves: the best are candidates").or_else("material").bare(),
    SpecOption::word_or_evaluator(
        "rollout",
        "way to play random games",
        &["uniform"],
        "what random games follow",
    )
    .or_else("uniform"),
    SpecOption::number("epsilon", 0.0, 1.0, "the share of random moves where an evaluator is followed")
        .or("0.1"),
];

const TREE: &[SpecOption] = &[
    SpecOption::number("exploration", 0.0, 1000.0, "how much moves that were seldom tried are preferred")
        .or_else("what suits the game"),
    SpecOption::whole(
        "expand-after",
        "visits",
        0,
        u32::MAX as u64,
        "visits after which a leaf gets children",
    )
    .or("4"),
    SpecOption::whole("max-nodes", "nodes", 1, u32::MAX as u64, "how large the tree grows").or("2000000"),
    SpecOption::whole("threads", "threads", 1, MOST_SEARCH_THREADS as u64, "threads that share the tree")
        .or("1"),
    SpecOption::flag("forgetful", "begin each move with an empty tree"),
];

/// Flat Monte Carlo and Monte Carlo tree search.
pub(super) fn agents<G: Playable>(game: &G) -> Vec<AgentMethod<G>> {
    let mc = AgentKind::new(
        "mc",
        "flat Monte Carlo: random games from every move; narrow= moves, widen= per ply by eval=, rollout=",
        "mc(simulations=1000, narrow=10, eval=material)",
    );
    let mcts = AgentKind::new(
        "mcts",
        "Monte Carlo tree search (UCB1); options as mc, exploration=, expand-after=, threads=, forgetful",
        "mcts(time=100ms)",
    );
    let narrowed = |search: &str| {
        let best = game.best_ranker();
        Spec::new(search).with("narrow", "10").with("widen", "5").with("eval", best.to_string())
    };
    let gamc = AgentKind::new(
        "gamc",
        "flat Monte Carlo on the best moves by rank: ten at first, five more each ply; options as mc",
        "gamc(simulations=1000)",
    );
    let gamcts = AgentKind::new(
        "gamcts",
        "Monte Carlo tree search on the best moves by rank, as many as gamc; options as mcts",
        "gamcts(time=100ms)",
    );
    vec![
        AgentMethod::stands_for(gamc.takes(FLAT), narrowed("mc")),
        AgentMethod::stands_for(gamcts.takes(FLAT).takes(TREE), narrowed("mcts")),
        AgentMethod::new(mc.takes(FLAT), |setup| {
            let (rollout, narrowing) = (read_rollout(setup)?, read_narrowing(setup)?);
            Ok(maker(move |_| FlatMc { rollout: rollout.clone(), narrowing: narrowing.clone() }))
        }),
        AgentMethod::new(mcts.takes(FLAT).takes(TREE), |setup| {
            let (params, rollout, narrowing) =
                (read_params(setup), read_rollout(setup)?, read_narrowing(setup)?);
            Ok(maker(move |_| Mcts::new(params, rollout.clone(), narrowing.clone())))
        }),
    ]
}

fn read_params<G: Playable>(setup: &Setup<'_, G>) -> MctsParams {
    let (usual, options) = (MctsParams::default(), setup.options);
    let exploration = setup.game.exploration();
    MctsParams {
        exploration: options.number("exploration").unwrap_or(exploration),
        expand_after: options.whole_u32("expand-after").unwrap_or(usual.expand_after),
        max_nodes: options.size("max-nodes").unwrap_or(usual.max_nodes),
        threads: options.size("threads").unwrap_or(usual.threads),
        reuse: !options.flag("forgetful"),
    }
}

/// Uniform, unless an evaluator is named to follow.
fn read_rollout<G: Playable>(setup: &Setup<'_, G>) -> Result<Arc<dyn Rollout<G>>, ReadError> {
    let followed = setup.options.given("rollout");
    match followed.filter(|spec| spec.name.text != "uniform" || !spec.args.is_empty()) {
        None => match setup.options.given("epsilon") {
            Some(epsilon) => {
                Err(epsilon.name.error("`epsilon` needs `rollout`: the evaluator that random games follow"))
            }
            None => Ok(Arc::new(Uniform)),
        },
        Some(spec) => {
            let evaluator = setup.methods.evaluator(setup.game, spec)?;
            let epsilon = setup.options.number("epsilon").unwrap_or_default();
            Ok(Arc::new(Heuristic { evaluator, epsilon }))
        }
    }
}

/// All moves, unless `narrow` says how many are candidates.
fn read_narrowing<G: Playable>(setup: &Setup<'_, G>) -> Result<Option<Narrowing<G>>, ReadError> {
    let options = setup.options;
    let Some(first) = options.whole_u32("narrow") else {
        let alone = |name, why| options.given(name).map_or(Ok(()), |given| Err(given.name.error(why)));
        alone("widen", "`widen` needs `narrow`: how many moves at first")?;
        alone("eval", "`eval` needs `narrow`: how many moves it chooses")?;
        return Ok(None);
    };
    let material = Spec::new("material");
    let ranker = setup.methods.ranker(setup.game, options.given("eval").unwrap_or(&material))?;
    Ok(Some(Narrowing { ranker, first, per_ply: options.whole_u32("widen").unwrap_or_default() }))
}
