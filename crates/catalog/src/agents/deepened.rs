//! Specs of the searches that deepen: minimax and its relatives.

use std::sync::Arc;

use agon_core::spec::Args;
use agon_core::{Budget, ReadError};
use agon_search::{
    AllMoves, AlphaBeta, AlphaBetaParams, Beam, ChooseAmong, Deepening, ExpectedMin, Look, MaxN, Minimax,
    MoveSource, Paranoid, Threads,
};

use super::read_evaluator;
use crate::evaluators::evaluator;
use crate::playable::Playable;

/// Plies that a search looks ahead when nothing limits it.
const DEFAULT_DEPTH: Budget = Budget::depth(4);
/// With no more plies than this left, a pruned search goes to the end.
pub(super) const DEFAULT_ENDGAME: u32 = 8;
/// No search uses more.
const MOST_THREADS: usize = 64;

/// The search of that name; a pruned one goes to the end of the game from `endgame` plies on unless it is told otherwise.
pub(super) fn build<G: Playable>(
    game: &G,
    name: &str,
    endgame: u32,
    args: &mut Args<'_>,
) -> Result<Box<dyn ChooseAmong<G>>, ReadError> {
    Ok(match name {
        "minimax" => {
            let endgame = read_endgame(args, 0)?;
            let search = Minimax { evaluator: read_evaluator(game, args)? };
            Box::new(Deepening { search, default: DEFAULT_DEPTH, endgame })
        }
        "expected-min" => {
            let (pruned, endgame) = (args.flag("pruned"), read_endgame(args, 0)?);
            let search = ExpectedMin { evaluator: read_evaluator(game, args)?, pruned };
            Box::new(Deepening { search, default: DEFAULT_DEPTH, endgame })
        }
        "maxn" => {
            let endgame = read_endgame(args, 0)?;
            let search = MaxN::new(read_evaluator(game, args)?);
            Box::new(Deepening { search, default: DEFAULT_DEPTH, endgame })
        }
        "solve" => {
            let params = read_params(game, args)?;
            let search = Paranoid::search(read_evaluator(game, args)?, params);
            Box::new(Deepening { search, default: Budget::default(), endgame: u32::MAX })
        }
        "paranoid" => {
            let (params, endgame) = (read_params(game, args)?, read_endgame(args, endgame)?);
            let search = Paranoid::search(read_evaluator(game, args)?, params);
            Box::new(Deepening { search, default: DEFAULT_DEPTH, endgame })
        }
        _ => {
            let scout = name == "negascout";
            let aspiration = match scout {
                true => args.value("aspiration", "a whole number of points")?,
                false => None,
            };
            let params = AlphaBetaParams { scout, aspiration, ..read_params(game, args)? };
            let endgame = read_endgame(args, endgame)?;
            let search = AlphaBeta::for_game(game, read_evaluator(game, args)?, params)
                .map_err(|unfit| ReadError::new(unfit.to_string()))?;
            Box::new(Deepening { search, default: DEFAULT_DEPTH, endgame })
        }
    })
}

fn read_endgame(args: &mut Args<'_>, default: u32) -> Result<u32, ReadError> {
    Ok(args.value("endgame", "a whole number of plies")?.unwrap_or(default))
}

fn read_params<G: Playable>(game: &G, args: &mut Args<'_>) -> Result<AlphaBetaParams<G>, ReadError> {
    const MOST_MEBIBYTES: usize = 1 << 14;
    let table: Option<usize> = args.value("table", "a whole number of MiB")?;
    Ok(AlphaBetaParams {
        table: table.unwrap_or(64).min(MOST_MEBIBYTES) << 20,
        look: read_look(game, args)?,
        every_move: args.flag("every-move"),
        source: read_source(game, args)?,
        threads: read_threads(args)?,
        ..Default::default()
    })
}

fn read_look<G: Playable>(game: &G, args: &mut Args<'_>) -> Result<Look<G>, ReadError> {
    let Some(spec) = args.keyed("order") else { return Ok(game.look()) };
    match spec.name.text.as_str() {
        "none" => Ok(Look::None),
        "replies" => Ok(Look::Replies),
        "eval" => Ok(Look::Evaluator(game.material())),
        _ => evaluator(game, spec).map(Look::Evaluator).map_err(|_| {
            spec.name.unknown("way to order moves", &["none", "replies", "eval", "an evaluator"])
        }),
    }
}

fn read_source<G: Playable>(game: &G, args: &mut Args<'_>) -> Result<Arc<dyn MoveSource<G>>, ReadError> {
    // Games without nearness do not take `radius` at all.
    let radius = match game.near(1) {
        Some(_) => args.value("radius", "a whole number of cells")?,
        None => None,
    };
    let source = match radius.and_then(|radius| game.near(radius)) {
        Some(source) => source,
        None => Arc::new(AllMoves),
    };
    let Some(spec) = args.keyed("beam") else { return Ok(source) };
    match spec.name.value("a whole number of moves")? {
        0 => Err(spec.name.error("a beam keeps at least one move")),
        width => Ok(Arc::new(Beam { source, evaluator: game.material(), width })),
    }
}

fn read_threads(args: &mut Args<'_>) -> Result<Threads, ReadError> {
    let count: usize = args.value("threads", "a number of threads")?.unwrap_or(1);
    let shared = if count > 1 { Threads::Shared(count.min(MOST_THREADS)) } else { Threads::One };
    let Some(split) = args.keyed("split") else { return Ok(shared) };
    match split.name.text.as_str() {
        "shared" => Ok(shared),
        "root" => Ok(Threads::RootSplit(count.clamp(1, MOST_THREADS))),
        _ => Err(split.name.unknown("way to share the work", &["shared", "root"])),
    }
}
