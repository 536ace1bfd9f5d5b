//! Specs of the Monte Carlo searches: flat and tree, plain or narrowed by an evaluator.

use agon_core::spec::Args;
use agon_core::{Agent, Budget, ReadError};
use agon_search::{FlatMc, Heuristic, Mcts, MctsParams, Narrowing, Rollout, Uniform};

use super::{positive, read_evaluator, read_threads};
use crate::evaluators::evaluator;
use crate::playable::Playable;

pub(super) fn flat<G: Playable>(game: &G, args: &mut Args<'_>) -> Result<Box<dyn Agent<G>>, ReadError> {
    let rollout = read_rollout(game, args)?;
    Ok(Box::new(FlatMc { rollout, narrowing: read_narrowing(game, args)? }))
}

pub(super) fn tree<G: Playable>(game: &G, args: &mut Args<'_>) -> Result<Box<dyn Agent<G>>, ReadError> {
    let usual = MctsParams::default();
    let threads = read_threads(args)?;
    let max_nodes =
        args.keyed("max-nodes").map(|spec| positive(spec, "a whole number of nodes")).transpose()?;
    let params = MctsParams {
        exploration: read_number(args, "exploration", 0.0..=1000.0)?.unwrap_or(usual.exploration),
        expand_after: args.value("expand-after", "a whole number of visits")?.unwrap_or(usual.expand_after),
        max_nodes: max_nodes.unwrap_or(usual.max_nodes),
        threads: threads.unwrap_or(usual.threads),
        reuse: !args.flag("forgetful"),
    };
    let rollout = read_rollout(game, args)?;
    Ok(Box::new(Mcts::new(params, rollout, read_narrowing(game, args)?)))
}

/// `simulations=` is another word for `nodes=` here.
pub(super) fn read_simulations(args: &mut Args<'_>, budget: Budget) -> Result<Budget, ReadError> {
    let Some(spec) = args.keyed("simulations") else { return Ok(budget) };
    if budget.nodes.is_some() {
        return Err(spec.name.error("`simulations` and `nodes` are the same limit: give one of them"));
    }
    Ok(Budget { nodes: Some(positive(spec, "a whole number of simulations")?), ..budget })
}

/// Uniform, unless `rollout=` names an evaluator to follow; then `epsilon=` is the share of random moves.
fn read_rollout<G: Playable>(game: &G, args: &mut Args<'_>) -> Result<Box<dyn Rollout<G>>, ReadError> {
    const USUAL_EPSILON: f64 = 0.1;
    let Some(spec) = args.keyed("rollout") else { return Ok(Box::new(Uniform)) };
    if spec.name.text == "uniform" {
        return Ok(Box::new(Uniform));
    }
    let epsilon = read_number(args, "epsilon", 0.0..=1.0)?.unwrap_or(USUAL_EPSILON);
    Ok(Box::new(Heuristic { evaluator: evaluator(game, spec)?, epsilon }))
}

/// All moves, unless `narrow=` says how many are candidates at the start of the game; `widen=` more with each ply.
fn read_narrowing<G: Playable>(game: &G, args: &mut Args<'_>) -> Result<Option<Narrowing<G>>, ReadError> {
    let first =
        args.keyed("narrow").map(|spec| positive::<u32>(spec, "a whole number of moves")).transpose()?;
    let widen = args.keyed("widen");
    let Some(first) = first else {
        return widen.map_or(Ok(None), |spec| {
            Err(spec.name.error("`widen` needs `narrow`: how many moves at first"))
        });
    };
    let per_ply = widen.map(|spec| spec.value("a whole number of moves for each ply")).transpose()?;
    let usual = Narrowing::new(Box::new(read_evaluator(game, args)?));
    Ok(Some(Narrowing { first, per_ply: per_ply.unwrap_or(usual.per_ply), ..usual }))
}

fn read_number(
    args: &mut Args<'_>,
    key: &'static str,
    range: std::ops::RangeInclusive<f64>,
) -> Result<Option<f64>, ReadError> {
    let wanted = format!("a number from {} to {}", range.start(), range.end());
    let Some(spec) = args.keyed(key) else { return Ok(None) };
    let number = spec.value(&wanted)?;
    match range.contains(&number) {
        true => Ok(Some(number)),
        false => Err(spec.name.error(format!("`{}` is not {wanted}", spec.name.text))),
    }
}
