//! Learning the network ([Cherry2011] section 4.2.2): six games at depth one, both colours against the influence, the
//! greedy and the greedy-influence agent, all with the influence map that comes with Agon.

use agon_catalog::artefacts;
use agon_core::ReadError;
use agon_learn::duel::OneAhead;
use agon_learn::evolution::Task;
use agon_learn::ga::{Champion, Floats};
use agon_learn::models::{Mlp, NetworkEvaluator};
use agon_reversi::{
    BestPlace, FeatureSet, FlipsTimesPlace, InfluenceMap, MostFlips, Reversi, ThesisFeatures,
};

use super::settings::{NETWORK, NETWORK_SCHEDULE, network_genome, network_shape};
use super::training_games::{both_colours, game};
use crate::recipe::{
    EVOLUTION_CURVE, EVOLUTION_SETTINGS, Generations, Order, Plan, Recipe, TrainError, Trained, Watch,
};

/// `agon train othello-thesis/network-4`: the first network, which only sees influence and flippable discs.
pub const FOUR: Recipe = Recipe {
    name: "othello-thesis/network-4",
    summary: "the network of 4 inputs: influence and flippable discs",
    start: |recipe, order, watch| start(FeatureSet::Four, recipe, order, watch),
    ..EIGHT
};

/// `agon train othello-thesis/network`: the network of the thesis.
pub const EIGHT: Recipe = Recipe {
    name: "othello-thesis/network",
    summary: "the network of 8 inputs: also corners and sides",
    seed: 1,
    settings: EVOLUTION_SETTINGS,
    curve: EVOLUTION_CURVE,
    start: |recipe, order, watch| start(FeatureSet::Eight, recipe, order, watch),
};

/// `agon train othello-thesis/network-18`: the larger network that section 6.2.2 proposes.
pub const LARGE: Recipe = Recipe {
    name: "othello-thesis/network-18",
    summary: "the network of 18 inputs proposed as future work",
    start: |recipe, order, watch| start(FeatureSet::Large, recipe, order, watch),
    ..EIGHT
};

fn start(
    set: FeatureSet,
    recipe: &Recipe,
    order: &Order,
    watch: &mut Watch<'_>,
) -> Result<Trained, TrainError> {
    let task = LearnNetwork::new(set)?;
    let plan = Plan {
        params: NETWORK,
        schedule: NETWORK_SCHEDULE,
        generations: Generations::InAll(NETWORK_SCHEDULE.total),
        games: 6,
    };
    recipe.evolve(&task, &plan, order, watch, |genes| Ok(network(set, genes)?.to_string()))
}

/// The training of a network: the game, what the network sees, and whom it plays.
pub struct LearnNetwork {
    game: Reversi<u64>,
    set: FeatureSet,
    features: ThesisFeatures<u64>,
    influence: BestPlace<u64>,
    greedy_influence: FlipsTimesPlace<u64>,
}

impl LearnNetwork {
    /// Prepares the training for a set of features.
    ///
    /// # Errors
    /// If the influence map that comes with Agon cannot be read.
    pub fn new(set: FeatureSet) -> Result<Self, ReadError> {
        let game = game()?;
        let map: InfluenceMap = artefacts::OTHELLO_THESIS_INFLUENCE.parse()?;
        let influence = map.on(game.rules())?;
        Ok(Self {
            features: ThesisFeatures::new(&game, &map, set)?,
            set,
            influence: BestPlace(influence.clone()),
            greedy_influence: FlipsTimesPlace(influence),
            game,
        })
    }

    /// The mean fitness of a network over the six games.
    ///
    /// # Errors
    /// If the network does not fit the features.
    pub fn fitness_of(&self, network: Mlp) -> Result<f64, ReadError> {
        let agent = OneAhead(NetworkEvaluator::new::<Reversi<u64>>(&self.features, network)?);
        let mut scratch = Vec::new();
        let total = both_colours(&self.game, &agent, &self.influence, &mut scratch)
            + both_colours(&self.game, &agent, &MostFlips, &mut scratch)
            + both_colours(&self.game, &agent, &self.greedy_influence, &mut scratch);
        Ok(total / 6.0)
    }
}

impl Task for LearnNetwork {
    type Genome = Floats;
    type Stage = ();

    fn genome(&self) -> Floats {
        network_genome(self.set)
    }

    fn stage(&self, _: &[Champion<f64>]) {}

    fn fitness(&self, (): &(), genes: &[f64]) -> f64 {
        let fitness = network(self.set, genes).and_then(|network| self.fitness_of(network));
        fitness.unwrap_or(f64::NEG_INFINITY)
    }
}

fn network(set: FeatureSet, genes: &[f64]) -> Result<Mlp, ReadError> {
    Mlp::new(network_shape(set), genes.to_vec())
}
