//! Learned evaluators of Reversi by spec: `influence(thesis)` and `network(thesis)` are what comes with Agon,
//! `influence(file=PATH)` and `network(file=PATH, influence=PATH)` what `agon train` wrote.

use std::sync::Arc;

use agon_core::spec::{Args, Spec};
use agon_core::{Evaluator, ReadError};
use agon_learn::models::{Mlp, NetworkEvaluator};
use agon_reversi::{FeatureSet, Influence, InfluenceMap, Reversi, ThesisFeatures, Word};

use super::OwnEvaluator;
use crate::artefacts::{OTHELLO_THESIS_INFLUENCE, OTHELLO_THESIS_NETWORK, read_file};

/// The learned evaluators that only Reversi has.
pub(crate) fn learned<W: Word + 'static>() -> Vec<OwnEvaluator<Reversi<W>>> {
    vec![
        OwnEvaluator { name: "influence", build: |game, args| Ok(Arc::new(influence(game, args)?)) },
        OwnEvaluator { name: "network", build: network },
    ]
}

/// The influence map that the arguments name, on the board of the game.
pub(crate) fn influence<W: Word>(game: &Reversi<W>, args: &mut Args<'_>) -> Result<Influence<W>, ReadError> {
    args.flag("thesis");
    influence_map(args.keyed("file"))?.on(game.rules())
}

fn influence_map(file: Option<&Spec>) -> Result<InfluenceMap, ReadError> {
    read(file, OTHELLO_THESIS_INFLUENCE)
}

fn network<W: Word + 'static>(
    game: &Reversi<W>,
    args: &mut Args<'_>,
) -> Result<Arc<dyn Evaluator<Reversi<W>>>, ReadError> {
    args.flag("thesis");
    let network: Mlp = read(args.keyed("file"), OTHELLO_THESIS_NETWORK)?;
    let map = influence_map(args.keyed("influence"))?;
    Ok(Arc::new(joined(game, network, &map)?))
}

/// The number of inputs says which of the thesis's feature sets the network looks at.
fn joined<W: Word>(
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
pub(crate) fn shipped_network<W: Word + 'static>(
    game: &Reversi<W>,
) -> Option<Arc<dyn Evaluator<Reversi<W>>>> {
    let (network, map) = (OTHELLO_THESIS_NETWORK.parse().ok()?, OTHELLO_THESIS_INFLUENCE.parse().ok()?);
    Some(Arc::new(joined(game, network, &map).ok()?))
}

/// Reads the file that the argument names, or else what comes with Agon.
pub(super) fn read<T: std::str::FromStr<Err = ReadError>>(
    file: Option<&Spec>,
    shipped: &str,
) -> Result<T, ReadError> {
    file.map_or_else(|| shipped.parse(), |spec| read_file(&spec.name, str::parse))
}

#[cfg(test)]
mod tests {
    use crate::game;

    #[test]
    fn what_comes_with_agon_can_be_read() {
        let reversi = game("reversi").unwrap();
        for spec in ["influence", "influence(thesis)", "network", "network(thesis)"] {
            reversi.check_agent(&format!("greedy(eval={spec})")).unwrap();
        }
    }

    #[test]
    fn wrong_files_and_boards_are_explained() {
        let error =
            game("reversi").unwrap().check_agent("greedy(eval=influence(file=no-such-file))").unwrap_err();
        assert!(error.message.starts_with("no-such-file: "), "{error}");
        assert!(error.span.is_some());
        let error = game("reversi:88").unwrap().check_agent("greedy(eval=network(thesis))").unwrap_err();
        assert!(error.message.contains("needs a full square board of even size"), "{error}");
    }
}
