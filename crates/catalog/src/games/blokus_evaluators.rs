//! What values positions and ranks moves of Blokus by spec: `weights(study-2p)` and `weights(study-4p)` are those of table 8
//! of [Hoang2021], `weights` and `learned` what comes with Agon for the board, and `file=PATH` what `agon train` wrote.

use std::sync::Arc;

use agon_blokus::{Blokus, Outlook, Strategy, StrategyWeights, Variant};
use agon_core::ReadError;
use agon_core::spec::{Options, SpecOption};
use agon_learn::models::{Mlp, NetworkEvaluator};

use crate::artefacts::{BLOKUS_NETWORKS, BLOKUS_WEIGHTS, read_trained};
use crate::evaluator_method::{BuiltEvaluator, EvaluatorKind, EvaluatorMethod};

/// All cells placed and both bonuses, against nothing placed.
const BEST_RESULT: u16 = 109;

const WEIGHTS: &[SpecOption] = &[
    SpecOption::flag("study-2p", "those of the study for two players on 16x16"),
    SpecOption::flag("study-4p", "those of the study for four players on 20x20"),
    SpecOption::file("file", "weights that agon train wrote").or_else("those that come with Agon"),
    SpecOption::number(
        "contested",
        -1000.0,
        1000.0,
        "the weight of cells that others could cover too, in every phase",
    )
    .or_else("as in the set, 0 in all that come with Agon"),
];
const LEARNED: &[SpecOption] =
    &[SpecOption::file("file", "a network that agon train wrote").or_else("the one that comes with Agon")];

/// The evaluators that only Blokus has.
pub(super) fn evaluators() -> Vec<EvaluatorMethod<Blokus>> {
    let weights =
        EvaluatorKind::new("weights", "five strategies, weighted by phase; ranks moves by themselves");
    let learned =
        EvaluatorKind::new("learned", "a network over corners and room to play, learned by self-play");
    vec![
        EvaluatorMethod::new(weights.takes(WEIGHTS), |game, options| {
            Ok(Arc::new(read_weights(game, options)?))
        })
        .ranking(|game, options| Ok(Arc::new(read_weights(game, options)?))),
        EvaluatorMethod::new(learned.takes(LEARNED), learned_value),
    ]
}

fn read_weights(game: &Blokus, options: &Options<'_>) -> Result<StrategyWeights, ReadError> {
    let weights = match (options.given("file"), options.flag("study-2p"), options.flag("study-4p")) {
        (None, true, false) => StrategyWeights::STUDY_TWO,
        (None, false, true) => StrategyWeights::STUDY_FOUR,
        (None, false, false) => shipped_weights(game.rules().variant)?,
        (Some(file), false, false) => read_trained(&file.name, &game.rules().spec(), str::parse)?,
        _ => {
            return Err(ReadError::new(
                "`study-2p`, `study-4p` and `file` are different weights: name one of them",
            ));
        }
    };
    Ok(options.number("contested").map_or(weights, |weight| weights.with(Strategy::Contested, weight)))
}

/// The weights for a board, or for the one that is most like it.
fn shipped_weights(variant: Variant) -> Result<StrategyWeights, ReadError> {
    let [two, duo, four] = BLOKUS_WEIGHTS;
    match variant {
        Variant::Two => two.parse(),
        Variant::Duo => duo.parse(),
        Variant::Classic | Variant::ClassicTwo | Variant::Mini => four.parse(),
    }
}

fn learned_value(game: &Blokus, options: &Options<'_>) -> BuiltEvaluator<Blokus> {
    let network: Mlp = match options.given("file") {
        Some(file) => read_trained(&file.name, &game.rules().spec(), str::parse)?,
        None => shipped_network(game)?,
    };
    Ok(Arc::new(NetworkEvaluator::new::<Blokus>(Outlook, network, BEST_RESULT)?))
}

/// The network that comes with Agon for a board.
fn shipped_network(game: &Blokus) -> Result<Mlp, ReadError> {
    let [two, duo, four] = BLOKUS_NETWORKS;
    match game.rules().variant {
        Variant::Two => two.parse(),
        Variant::Duo => duo.parse(),
        Variant::Classic => four.parse(),
        Variant::ClassicTwo | Variant::Mini => {
            let spec = game.rules().spec();
            Err(ReadError::new(format!(
                "no network comes with Agon for {spec}: `agon train blokus-study/network --game {spec}` makes one, and \
                 `learned(file=...)` plays with it"
            )))
        }
    }
}
