//! Evaluators of Reversi by spec: `mobility`, `positional`, `four-heuristics(tuned, ply=4)`, and what was learned:
//! `influence(thesis)` and `network(thesis)` are what comes with Agon, `influence(file=PATH)` and
//! `network(file=PATH, influence=PATH)` what `agon train` wrote.

use std::str::FromStr;
use std::sync::Arc;

use agon_core::spec::{Options, SpecOption};
use agon_core::{Evaluator, ReadError};
use agon_learn::models::{Mlp, NetworkEvaluator};
use agon_reversi::{
    BoardWord, FeatureSet, FourHeuristics, FourWeights, Influence, InfluenceMap, Mobility, Positional,
    Reversi, ThesisFeatures,
};

use crate::artefacts::{OTHELLO_THESIS_INFLUENCE, OTHELLO_THESIS_NETWORK, REVERSI_REPORT_WEIGHTS, read_file};
use crate::evaluator_method::{BuiltEvaluator, EvaluatorKind, EvaluatorMethod};

const THESIS: SpecOption =
    SpecOption::flag("thesis", "the one that comes with Agon, as without any argument");
/// What an influence map can be told.
pub(super) const INFLUENCE: &[SpecOption] = &[
    THESIS,
    SpecOption::file("file", "a map that agon train wrote").or_else("the one that comes with Agon"),
];
const NETWORK: &[SpecOption] = &[
    THESIS,
    SpecOption::file("file", "a network that agon train wrote").or_else("the one that comes with Agon"),
    SpecOption::file("influence", "the influence map that it looks at")
        .or_else("the one that comes with Agon"),
];
const FOUR_HEURISTICS: &[SpecOption] = &[
    SpecOption::flag("tuned", "the weights that come with Agon instead of those of the source"),
    SpecOption::file("file", "weights that agon train wrote"),
    SpecOption::whole("ply", "plies", 1, u32::MAX as u64, "the depth of the search that asks")
        .or_else("as in the source"),
    weight("parity"),
    weight("mobility"),
    weight("corners"),
    weight("stability"),
];

const fn weight(name: &'static str) -> SpecOption {
    SpecOption::number(name, f64::NEG_INFINITY, f64::INFINITY, "a weight").or_else("as in the source")
}

/// The evaluators that only Reversi has.
pub(super) fn evaluators<W: BoardWord + 'static>() -> Vec<EvaluatorMethod<Reversi<W>>> {
    let four = EvaluatorKind::new("four-heuristics", "parity, mobility, corners and stability, weighted");
    let mobility = EvaluatorKind::new("mobility", "moves more than the opponent has, and corners");
    let positional = EvaluatorKind::new("positional", "a value for each cell");
    let influence = EvaluatorKind::new("influence", "a learned value for each kind of cell");
    let network = EvaluatorKind::new("network", "a network over features of the thesis");
    vec![
        EvaluatorMethod::new(four.takes(FOUR_HEURISTICS), |_, options| four_heuristics(options)),
        EvaluatorMethod::new(mobility, |_, _| Ok(Arc::new(Mobility))),
        EvaluatorMethod::new(positional, |game, _| Ok(Arc::new(Positional::default().on(game)))),
        EvaluatorMethod::new(influence.takes(INFLUENCE), |game, options| {
            Ok(Arc::new(read_influence(game, options)?))
        }),
        EvaluatorMethod::new(network.takes(NETWORK), read_network),
    ]
}

/// Without a file and without `tuned` the weights are those of the source.
fn four_heuristics<W: BoardWord>(options: &Options<'_>) -> BuiltEvaluator<Reversi<W>> {
    let source = FourHeuristics::default();
    let weights = match (options.given("file"), options.flag("tuned")) {
        (None, false) => source.weights,
        _ => read(options, "file", REVERSI_REPORT_WEIGHTS)?,
    };
    let weight = |name, usual| options.number(name).unwrap_or(usual);
    let weights = FourWeights {
        parity: weight("parity", weights.parity),
        mobility: weight("mobility", weights.mobility),
        corners: weight("corners", weights.corners),
        stability: weight("stability", weights.stability),
        ..weights
    };
    Ok(Arc::new(FourHeuristics { weights, ply: options.whole_u32("ply").unwrap_or(source.ply) }))
}

/// The influence map that the options name, on the board of the game.
pub(super) fn read_influence<W: BoardWord>(
    game: &Reversi<W>,
    options: &Options<'_>,
) -> Result<Influence<W>, ReadError> {
    let map: InfluenceMap = read(options, "file", OTHELLO_THESIS_INFLUENCE)?;
    map.on(game.rules())
}

fn read_network<W: BoardWord + 'static>(
    game: &Reversi<W>,
    options: &Options<'_>,
) -> BuiltEvaluator<Reversi<W>> {
    let network: Mlp = read(options, "file", OTHELLO_THESIS_NETWORK)?;
    let map = read(options, "influence", OTHELLO_THESIS_INFLUENCE)?;
    Ok(Arc::new(joined(game, network, &map)?))
}

/// The number of inputs says which of the thesis's feature sets the network looks at.
fn joined<W: BoardWord>(
    game: &Reversi<W>,
    network: Mlp,
    map: &InfluenceMap,
) -> Result<NetworkEvaluator<ThesisFeatures<W>>, ReadError> {
    let set = match network.shape().scale.len() {
        4 => FeatureSet::Four,
        18 => FeatureSet::Large,
        _ => FeatureSet::Eight,
    };
    let features = ThesisFeatures::new(game, map, set)?;
    NetworkEvaluator::new::<Reversi<W>>(features, network, game.cells().count() as u16)
}

/// The network that comes with Agon, where the board allows it.
pub(super) fn shipped_network<W: BoardWord + 'static>(
    game: &Reversi<W>,
) -> Option<Arc<dyn Evaluator<Reversi<W>>>> {
    let (network, map) = (OTHELLO_THESIS_NETWORK.parse().ok()?, OTHELLO_THESIS_INFLUENCE.parse().ok()?);
    Some(Arc::new(joined(game, network, &map).ok()?))
}

/// Reads the file that an option names, or else what comes with Agon.
fn read<T: FromStr<Err = ReadError>>(
    options: &Options<'_>,
    option: &str,
    shipped: &str,
) -> Result<T, ReadError> {
    options.given(option).map_or_else(|| shipped.parse(), |spec| read_file(&spec.name, str::parse))
}
