//! Measures how well shallow searches foretell deep ones.
//!
//! Positions come from games in which the evaluator chooses most moves, one ply ahead, and chance the others. Each is
//! searched to every depth with nothing left out; of each depth, the difference to the shallow search that foretells it
//! is noted by stage of the game.

use std::collections::BTreeMap;

use agon_core::static_value::{best_first, is_decided};
use agon_core::{Budget, Evaluator, Keyed, Score, Seed, Think};

use super::{DEEPEST, Foretold, LEAST_DEPTH, ProbCut, STAGES, shallow_depth};
use crate::deepening::{FixedDepth, Root, best_found_first};
use crate::root::{AlphaBeta, AlphaBetaParams};

/// The chance of a random move in the games that positions are taken from.
const RANDOM_MOVES: f64 = 0.25;
/// Fewer differences say too little.
const LEAST_DIFFERENCES: usize = 12;

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbCutFit {
    /// How many positions are searched.
    pub positions: u32,
    /// How deep.
    pub depth: u32,
    /// Everything random follows from it.
    pub seed: Seed,
}

impl ProbCut {
    /// Searches positions and notes by how much deep values differ from shallow ones. `on_position` sees how many are done
    /// and answers whether to go on.
    #[must_use]
    pub fn fit<G: Keyed, E: Evaluator<G> + Clone>(
        game: &G,
        evaluator: &E,
        params: &AlphaBetaParams<G>,
        fit: ProbCutFit,
        origin: String,
        mut on_position: impl FnMut(u32) -> bool,
    ) -> Self {
        let plies = game.plies_left(&game.start());
        let mut known = Self { origin, plies, foretold: Vec::new() };
        let params = AlphaBetaParams { selective: None, ..params.clone() };
        let mut search = AlphaBeta::of_any("probcut", evaluator.clone(), params);
        let mut differences: BTreeMap<(u32, u32), Vec<f64>> = BTreeMap::new();
        for number in 0..fit.positions {
            if !on_position(number) {
                break;
            }
            let Some(root) = sensible_position(game, evaluator, fit.seed, number) else { continue };
            let left = game.plies_left(&root.pos);
            let values = values(game, &mut search, root, fit.depth.min(DEEPEST).min(left.saturating_sub(1)));
            for depth in LEAST_DEPTH..values.len() as u32 {
                let pair = [values[depth as usize], values[shallow_depth(depth) as usize]];
                if !pair.into_iter().any(is_decided) {
                    let list = differences.entry((known.stage(left), depth)).or_default();
                    list.push(pair[0].to_f64() - pair[1].to_f64());
                }
            }
        }
        known.foretold = (0..STAGES)
            .flat_map(|left| (LEAST_DEPTH..=fit.depth.min(DEEPEST)).map(move |depth| (left, depth)))
            .filter_map(|(left, depth)| foretold(&differences, left, depth))
            .collect();
        known
    }
}

/// What the differences of a stage say; those of neighbouring stages count too where there are few.
fn foretold(differences: &BTreeMap<(u32, u32), Vec<f64>>, left: u32, depth: u32) -> Option<Foretold> {
    let near = |distance: u32| -> Vec<f64> {
        let stages = left.saturating_sub(distance)..=left + distance;
        stages.filter_map(|stage| differences.get(&(stage, depth))).flatten().copied().collect()
    };
    let all = (0..STAGES).map(near).find(|all| all.len() >= LEAST_DIFFERENCES)?;
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    let square = all.iter().map(|difference| (difference - mean).powi(2)).sum::<f64>();
    let deviation = (square / (all.len() - 1) as f64).sqrt();
    let (offset, deviation) = (Score::from_f64(mean), Score::from_f64(deviation));
    Some(Foretold { depth, shallow: shallow_depth(depth), left, offset, deviation })
}

/// A position some plies into a game, if it does not end before.
fn sensible_position<G: Keyed>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    seed: Seed,
    number: u32,
) -> Option<Root<G>> {
    /// Where nobody knows how long games last.
    const USUAL_PLIES: u32 = 60;
    let mut rng = seed.stream("probcut", u64::from(number));
    let mut pos = game.start();
    let length = game.plies_left(&pos);
    let plies = rng.below(if length == u32::MAX { USUAL_PLIES } else { length.max(1) });
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.moves(&pos, &mut moves);
        let mv = match rng.chance(RANDOM_MOVES) {
            true => moves.get(rng.below(moves.len().max(1) as u32) as usize).copied(),
            false => {
                best_first(game, evaluator, &pos, &mut moves);
                moves.first().copied()
            }
        };
        game.play_unchecked(&mut pos, mv?);
    }
    let player = game.status(&pos).to_move()?;
    moves.clear();
    game.moves(&pos, &mut moves);
    Some(Root { pos, player, moves, expected: None })
}

/// The values of all depths; the first, of depth zero, is not found out.
fn values<G: Keyed, E: Evaluator<G>>(
    game: &G,
    search: &mut AlphaBeta<G, E>,
    root: Root<G>,
    deepest: u32,
) -> Vec<Score> {
    FixedDepth::forget(search);
    let (mut root, mut values) = (root, vec![Score::ZERO]);
    for depth in 1..=deepest {
        let mut think = Think::untimed(Budget::default(), Seed(1));
        let Ok(found) = search.search(game, &root, depth, &mut think) else { break };
        let best = found.moves.iter().map(|found| found.score).max();
        values.push(best.unwrap_or(Score::ZERO));
        let mut moves = found.moves;
        best_found_first(&mut moves);
        root.moves = moves.iter().map(|found| found.mv).collect();
    }
    values
}
