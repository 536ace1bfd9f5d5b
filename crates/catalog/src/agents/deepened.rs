//! Specs of the searches that deepen: minimax and its relatives.

use std::sync::Arc;

use agon_core::spec::{Args, Spec};
use agon_core::{Evaluator, ReadError};
use agon_search::{
    AllMoves, AlphaBeta, AlphaBetaParams, Beam, ChooseAmong, Deepening, ExpectedMin, FixedDepth, Look, MaxN,
    Minimax, MoveSource, Paranoid, Threads,
};

use super::{positive, read_at_most, read_evaluator_or};
use crate::evaluators::evaluator;
use crate::playable::Playable;

/// Plies that a search looks ahead when nothing limits it.
const DEFAULT_DEPTH: u32 = 4;
/// 16 GiB.
const MOST_MEBIBYTES: usize = 1 << 14;

/// What holds unless a spec says otherwise.
pub(super) struct Usual<G> {
    /// What unfinished leaves are worth.
    pub(super) evaluator: Arc<dyn Evaluator<G>>,
    /// From how many plies on a search goes to the end of the game.
    pub(super) endgame: Option<u32>,
}

/// The search of that name.
pub(super) fn build<G: Playable>(
    game: &G,
    name: &str,
    Usual { evaluator, endgame }: Usual<G>,
    args: &mut Args<'_>,
) -> Result<Box<dyn ChooseAmong<G>>, ReadError> {
    // Flags are bare words too: they come before the evaluator, which may be one.
    let flags = Flags::read(name, args);
    let evaluator = read_evaluator_or(game, args, evaluator)?;
    build_with(game, name, endgame, evaluator, flags, args)
}

/// What is switched on by a bare word.
#[derive(Clone, Copy)]
pub(super) struct Flags {
    pruned: bool,
    every_move: bool,
}

impl Flags {
    /// The flags of the search of that name.
    pub(super) fn read(name: &str, args: &mut Args<'_>) -> Self {
        Self {
            pruned: name == "expected-min" && args.flag("pruned"),
            every_move: is_pruned(name) && args.flag("every-move"),
        }
    }
}

/// As [`build`], with an evaluator and flags that were read already.
pub(super) fn build_with<G: Playable>(
    game: &G,
    name: &str,
    endgame: Option<u32>,
    evaluator: Arc<dyn Evaluator<G>>,
    Flags { pruned, every_move }: Flags,
    args: &mut Args<'_>,
) -> Result<Box<dyn ChooseAmong<G>>, ReadError> {
    let plain_endgame = |args: &mut Args<'_>| Ok::<_, ReadError>(Some(read_endgame(args)?.unwrap_or(0)));
    match name {
        "minimax" => Ok(deepening(Minimax { evaluator }, plain_endgame(args)?)),
        "expected-min" => Ok(deepening(ExpectedMin { evaluator, pruned }, plain_endgame(args)?)),
        "maxn" => Ok(deepening(MaxN::new(evaluator), plain_endgame(args)?)),
        _ => {
            let params = AlphaBetaParams { every_move, ..read_params(game, name, &evaluator, args)? };
            match name {
                "solve" => Ok(deepening(Paranoid::search(evaluator, params), Some(u32::MAX))),
                "paranoid" => {
                    Ok(deepening(Paranoid::search(evaluator, params), read_endgame(args)?.or(endgame)))
                }
                _ => {
                    let search = AlphaBeta::for_game(game, evaluator, params);
                    let search = search.map_err(|unfit| ReadError::new(unfit.to_string()))?;
                    Ok(deepening(search, read_endgame(args)?.or(endgame)))
                }
            }
        }
    }
}

fn is_pruned(name: &str) -> bool {
    !matches!(name, "minimax" | "expected-min" | "maxn")
}

fn deepening<G: Playable, S: FixedDepth<G> + 'static>(
    search: S,
    endgame: Option<u32>,
) -> Box<dyn ChooseAmong<G>> {
    Box::new(Deepening { search, default_depth: DEFAULT_DEPTH, endgame })
}

fn read_endgame(args: &mut Args<'_>) -> Result<Option<u32>, ReadError> {
    args.value("endgame", "a whole number of plies")
}

fn read_params<G: Playable>(
    game: &G,
    name: &str,
    evaluator: &Arc<dyn Evaluator<G>>,
    args: &mut Args<'_>,
) -> Result<AlphaBetaParams<G>, ReadError> {
    let usual = AlphaBetaParams::default();
    let table = read_at_most(args, "table", "a whole number of MiB", MOST_MEBIBYTES)?;
    let aspiration = match name {
        "negascout" => args.value("aspiration", "a whole number of points")?,
        _ => None,
    };
    Ok(AlphaBetaParams {
        scout: name != "alphabeta",
        table: table.map_or(usual.table, |mebibytes| mebibytes << 20),
        look: read_look(game, evaluator, args)?,
        aspiration,
        source: read_source(game, evaluator, args)?,
        threads: read_threads(args)?,
        ..usual
    })
}

/// `order=eval` looks with the evaluator of the search; any other evaluator can be named too.
fn read_look<G: Playable>(
    game: &G,
    own: &Arc<dyn Evaluator<G>>,
    args: &mut Args<'_>,
) -> Result<Look<G>, ReadError> {
    let Some(spec) = args.keyed("order") else { return Ok(game.look()) };
    let plain = |look: Look<G>| Args::of(spec).finish().map(|()| look);
    match spec.name.text.as_str() {
        "none" => plain(Look::None),
        "replies" => plain(Look::Replies),
        "eval" => plain(Look::Evaluator(own.clone())),
        _ => evaluator(game, spec).map(Look::Evaluator).map_err(|error| unknown_order(spec, error)),
    }
}

/// An evaluator with wrong arguments is told so; what is no evaluator either could be another order.
fn unknown_order(spec: &Spec, error: ReadError) -> ReadError {
    if error.span.as_ref() == Some(&spec.name.span) {
        spec.name.unknown("way to order moves", &["none", "replies", "eval", "an evaluator"])
    } else {
        error
    }
}

fn read_source<G: Playable>(
    game: &G,
    evaluator: &Arc<dyn Evaluator<G>>,
    args: &mut Args<'_>,
) -> Result<Arc<dyn MoveSource<G>>, ReadError> {
    // Games without nearness do not take `radius` at all.
    let radius = match game.near(1) {
        Some(_) => args.keyed("radius").map(|spec| positive(spec, "a whole number of cells")).transpose()?,
        None => None,
    };
    let source = match radius.and_then(|radius| game.near(radius)) {
        Some(source) => source,
        None => Arc::new(AllMoves),
    };
    let Some(spec) = args.keyed("beam") else { return Ok(source) };
    let width = positive(spec, "a whole number of moves")?;
    Ok(Arc::new(Beam { source, evaluator: evaluator.clone(), width }))
}

fn read_threads(args: &mut Args<'_>) -> Result<Threads, ReadError> {
    let count = super::read_threads(args)?.unwrap_or(1);
    let shared = if count > 1 { Threads::Shared(count) } else { Threads::One };
    let Some(split) = args.keyed("split") else { return Ok(shared) };
    match split.name.text.as_str() {
        "shared" => Ok(shared),
        "root" => Ok(Threads::RootSplit(count.max(1))),
        _ => Err(split.name.unknown("way to share the work", &["shared", "root"])),
    }
}
