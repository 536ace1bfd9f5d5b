//! `agon train blokus-study/network`: a value of positions learned by reinforcement, as the outlook of [Hoang2021] section
//! 6 proposes. The simplest that works: a small network over a dozen numbers, TD(lambda) and self-play.
//!
//! The fitness that is shown is its share of wins one move ahead against the weights of table 8, from random openings.

use agon_abilities::{MoveRanker, OneAhead};
use agon_blokus::{Blokus, Outlook, StrategyWeights};
use agon_core::{Game, Player, ReadError, Seed};
use agon_learn::models::{Mlp, MlpShape, NetworkEvaluator};
use agon_learn::td::{TdLearner, TdParams};

use super::{GAME, opening};
use crate::recipe::{
    EVOLUTION_CURVE, GENERATIONS, Recipe, Spread, TrainError, Trained, TrainingObserver, TrainingRequest,
};
use crate::td_recipe::td_rounds;

/// `agon train blokus-study/network`.
pub const RECIPE: Recipe = Recipe {
    name: "blokus-study/network",
    summary: "a value of Blokus positions by temporal differences: a small network plays itself",
    seed: 1,
    settings: &[GENERATIONS, GAME],
    curve: EVOLUTION_CURVE,
    result: "result.txt",
    usual_game: "blokus:two",
    player: "paranoid(depth=1, eval=learned(file=FILE))",
    drawn: None,
    named_settings: false,
    spreads: Spread::TRAINING,
    describe: |request, fingerprint| {
        td_rounds(ROUNDS, request)?;
        Ok(fingerprint.with("game", super::game(request)?.rules().spec()))
    },
    start,
};

/// How fast and from what it learns.
pub const TD: TdParams = TdParams { lambda: 0.7, rate: 0.02, exploration: 0.1, games: 20 };
/// Rounds of games.
pub const ROUNDS: u64 = 300;
/// Openings in which the fitness is measured, each from every seat.
const MEASURED: u64 = 4;

/// The form of the network.
#[must_use]
pub fn shape() -> MlpShape {
    MlpShape { scale: Outlook::SCALE.to_vec(), hidden: 8, bias: true, saturation: 0.0 }
}

fn start(
    recipe: &Recipe,
    request: &TrainingRequest<'_>,
    watch: &mut TrainingObserver<'_>,
) -> Result<Trained, TrainError> {
    let game = super::game(request)?;
    let learner =
        TdLearner { game: &game, features: &Outlook, shape: shape(), params: TD, seed: request.seed };
    let about = format!(" --game {}", game.rules().spec());
    recipe.learn_td(&learner, (ROUNDS, &about), request, watch, |network| share_of_wins(&game, network))
}

/// The share of wins one move ahead, on every seat against the weights of the source on all others.
fn share_of_wins(game: &Blokus, network: &Mlp) -> Result<f64, ReadError> {
    let learned = OneAhead(NetworkEvaluator::new::<Blokus>(Outlook, network.clone(), 1)?);
    let weights = if game.players() == 2 { StrategyWeights::STUDY_TWO } else { StrategyWeights::STUDY_FOUR };
    let (mut won, mut scratch) = (0.0, Vec::new());
    for number in 0..MEASURED {
        for seat in Player::all(game.players()) {
            let mut pos = opening(game, Seed(1), number);
            while let Some(player) = game.status(&pos).to_move() {
                let mv = match player == seat {
                    true => learned.best(game, &pos, &mut scratch),
                    false => weights.best(game, &pos, &mut scratch),
                };
                let Some(mv) = mv else { break };
                game.play_unchecked(&mut pos, mv);
            }
            won += game.status(&pos).outcome().map_or(0.0, |end| end.share(seat));
        }
    }
    Ok(won / (MEASURED * game.players() as u64) as f64)
}
