//! A network as an evaluator. Original design.
//!
//! The output of a network lies between 0 and 1. In points, one is worth as much as the best result of the game, zero as
//! the worst: so a value can be read as the margin that is hoped for, and stands beside the results of finished games.
//! What the network itself calls one is then twice as many points; [Cherry2011] section 4.2 adds that one to the values
//! of expected-min, whose weights it keeps nearly even.

use agon_abilities::Features;
use agon_core::{Evaluator, Explanation, Game, Player, ReadError, Score, Unit, WeightTable};

use super::{MOST_INPUTS, Mlp};

/// Values positions by a network that looks at features.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator<F> {
    features: F,
    count: usize,
    network: Mlp,
    points: u16,
}

impl<F> NetworkEvaluator<F> {
    /// Joins a network to its features; an output of one is worth `points`, an output of zero minus as many.
    ///
    /// # Errors
    /// If the network has another number of inputs than there are features.
    pub fn new<G: Game>(features: F, network: Mlp, points: u16) -> Result<Self, ReadError>
    where
        F: Features<G>,
    {
        let (count, inputs) = (features.count(), network.shape().scale.len());
        if count == inputs {
            return Ok(Self { features, count, network, points });
        }
        Err(ReadError::new(format!("the network has {inputs} inputs, but there are {count} features")))
    }

    /// The weights: a row for each hidden unit, and one for the output.
    fn weight_table(&self, inputs: Vec<String>) -> WeightTable {
        let shape = self.network.shape();
        let (units, bias) = (shape.hidden, usize::from(shape.bias));
        let (of_units, of_output) = self.network.weights().split_at(units * (inputs.len() + bias));
        let unit = |(index, weights): (usize, &[f64])| (format!("unit {}", index + 1), weights.to_vec());
        let rows = of_units.chunks(inputs.len() + bias).enumerate().map(unit);
        let output = std::iter::once(("output, by unit".to_owned(), of_output.to_vec()));
        WeightTable {
            name: "network".to_owned(),
            rows: rows.chain(output).collect(),
            columns: inputs.into_iter().chain((bias > 0).then(|| "bias".to_owned())).collect(),
        }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Mlp {
        &self.network
    }
}

impl<G: Game, F: Features<G>> Evaluator<G> for NetworkEvaluator<F> {
    #[inline]
    fn value(&self, game: &G, pos: &G::Position, pov: Player) -> Score {
        let mut inputs = [0.0; MOST_INPUTS];
        let inputs = &mut inputs[..self.count];
        self.features.write(game, pos, pov, inputs);
        Score::from_f64((2.0 * self.network.output(inputs) - 1.0) * f64::from(self.points))
    }

    fn unit(&self) -> Score {
        Score::points(2 * i32::from(self.points))
    }

    /// A network is no sum: each input counts as much as the value would change were it zero.
    fn explain(&self, game: &G, pos: &G::Position, pov: Player) -> Explanation {
        let mut inputs = vec![0.0; self.count];
        self.features.write(game, pos, pov, &mut inputs);
        let points = |inputs: &[f64]| 2.0 * self.network.output(inputs) * f64::from(self.points);
        let whole = points(&inputs);
        let part = |(index, name): (usize, String)| {
            let mut without = inputs.clone();
            without[index] = 0.0;
            (name, inputs[index], whole - points(&without))
        };
        let parts: Vec<_> = self.features.names().into_iter().enumerate().map(part).collect();
        let table = self.weight_table(self.features.names());
        Explanation::made_of(parts, Unit::Rating)
            .and(self.features.explain(game))
            .and(Explanation::weighing(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::MlpShape;
    use agon_reversi::{FeatureSet, InfluenceMap, Reversi, ThesisFeatures};

    #[test]
    fn a_network_must_fit_its_features() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let map = InfluenceMap::new([5; 8]).unwrap();
        let network = |inputs: usize| {
            let shape = MlpShape { scale: vec![10.0; inputs], hidden: 5, bias: false, saturation: 0.1 };
            let weights = vec![0.0; shape.weights()];
            Mlp::new(shape, weights).unwrap()
        };
        let features = || ThesisFeatures::new(&game, &map, FeatureSet::Eight).unwrap();
        let evaluator = NetworkEvaluator::new::<Reversi<u64>>(features(), network(8), 64).unwrap();
        let start = game.start();
        assert_eq!(
            evaluator.value(&game, &start, Player::FIRST),
            Score::ZERO,
            "an output of one half is level"
        );
        assert_eq!(Evaluator::<Reversi<u64>>::unit(&evaluator), Score::points(128));
        let said = evaluator.explain(&game, &start, Player::FIRST);
        let [table] = said.weights.as_slice() else { panic!("one table") };
        assert_eq!((table.rows.len(), table.columns.len()), (6, 8), "five units and the output");
        assert_eq!(table.rows.iter().map(|(_, row)| row.len()).collect::<Vec<_>>(), [8, 8, 8, 8, 8, 5]);
        assert!(said.contributions.is_empty(), "weights of zero add nothing");
        assert_eq!(said.maps[0].name, "influence");
        let error = NetworkEvaluator::new::<Reversi<u64>>(features(), network(4), 64).unwrap_err();
        assert_eq!(error.message, "the network has 4 inputs, but there are 8 features");
    }
}
