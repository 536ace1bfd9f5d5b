//! Learning the network ([Cherry2011] section 4.2.2): six games at depth one, both colours against the influence, the
//! greedy and the greedy-influence agent, all with the influence map that comes with Agon.

use agon_abilities::OneAhead;
use agon_catalog::artefacts;
use agon_core::{ReadError, Rng};
use agon_learn::evolution::Task;
use agon_learn::ga::{Champion, Floats, Genome};
use agon_learn::models::{Mlp, NetworkEvaluator};
use agon_reversi::{FeatureSet, InfluenceMap, Reversi, ThesisFeatures};

use super::settings::{NETWORK, NETWORK_SCHEDULE, network_genome, network_shape};
use super::training_games::{DISCS, Rivals, TrainingAgent, game};
use crate::recipe::{
    EVOLUTION_CURVE, EVOLUTION_SETTINGS, EvolutionSettings, Generations, Recipe, Spread, TrainError, Trained,
    TrainingObserver, TrainingRequest, describe_evolution,
};

/// `agon train othello-thesis/network-4`: the first network, which only sees influence and flippable discs.
pub const FOUR: Recipe = Recipe {
    name: "othello-thesis/network-4",
    summary: "the network of 4 inputs: influence and flippable discs",
    start: |recipe, request, watch| start(&LearnNetwork::new(FeatureSet::Four)?, recipe, request, watch),
    ..EIGHT
};

/// `agon train othello-thesis/network`: the network of the thesis.
pub const EIGHT: Recipe = Recipe {
    name: "othello-thesis/network",
    summary: "the network of 8 inputs: also corners and sides",
    seed: 1,
    settings: EVOLUTION_SETTINGS,
    curve: EVOLUTION_CURVE,
    result: "result.txt",
    usual_game: "reversi",
    player: "alphabeta(depth=3, eval=network(file=FILE))",
    drawn: None,
    named_settings: false,
    spreads: Spread::TRAINING,
    describe: |request, fingerprint| describe_evolution(GENERATIONS, request, fingerprint),
    start: |recipe, request, watch| start(&LearnNetwork::new(FeatureSet::Eight)?, recipe, request, watch),
};

const GENERATIONS: Generations = Generations::InAll(NETWORK_SCHEDULE.total);

/// `agon train othello-thesis/network-18`: the larger network that section 6.2.2 proposes.
pub const LARGE: Recipe = Recipe {
    name: "othello-thesis/network-18",
    summary: "the network of 18 inputs proposed as future work",
    start: |recipe, request, watch| start(&LearnNetwork::new(FeatureSet::Large)?, recipe, request, watch),
    ..EIGHT
};

/// Evolves networks against the training agents of the task.
pub(super) fn start(
    task: &LearnNetwork,
    recipe: &Recipe,
    request: &TrainingRequest<'_>,
    watch: &mut TrainingObserver<'_>,
) -> Result<Trained, TrainError> {
    let plan = EvolutionSettings {
        params: NETWORK,
        schedule: NETWORK_SCHEDULE,
        generations: GENERATIONS,
        games: task.games() * NETWORK.population as u64,
    };
    recipe.evolve(task, &plan, request, watch, |genes| Ok(network(task.set, genes)?.to_string()))
}

/// The training of a network: the game, what the network sees, and whom it plays.
pub struct LearnNetwork {
    pub(super) game: Reversi<u64>,
    set: FeatureSet,
    pub(super) features: ThesisFeatures<u64>,
    rivals: Rivals,
    against: Vec<TrainingAgent>,
}

impl LearnNetwork {
    /// Prepares the training for a set of features.
    ///
    /// # Errors
    /// If the influence map that comes with Agon cannot be read.
    pub fn new(set: FeatureSet) -> Result<Self, ReadError> {
        Self::against(set, &TrainingAgent::ALL)
    }

    /// The training of the thesis.
    ///
    /// # Errors
    /// If the influence map that comes with Agon cannot be read.
    pub fn eight_inputs() -> Result<Self, ReadError> {
        Self::new(FeatureSet::Eight)
    }

    /// Prepares the training against some of the training agents.
    ///
    /// # Errors
    /// If the influence map that comes with Agon cannot be read.
    pub fn against(set: FeatureSet, agents: &[TrainingAgent]) -> Result<Self, ReadError> {
        let game = game()?;
        let map: InfluenceMap = artefacts::OTHELLO_THESIS_INFLUENCE.parse()?;
        Ok(Self {
            features: ThesisFeatures::new(&game, &map, set)?,
            set,
            rivals: Rivals::new(&game)?,
            against: agents.to_vec(),
            game,
        })
    }

    /// Finds the fitness of a random network, for benchmarks, and says how many games that took.
    #[must_use]
    pub fn try_random(&self, rng: &mut Rng) -> u64 {
        let genome = self.genome();
        let genes: Vec<f64> = (0..genome.count()).map(|_| genome.draw(rng)).collect();
        std::hint::black_box(self.fitness(&(), &genes));
        self.games()
    }

    /// The games that a network plays.
    fn games(&self) -> u64 {
        2 * self.against.len() as u64
    }

    /// The mean fitness of a network over the games of the training: six, unless some agents are left out.
    ///
    /// # Errors
    /// If the network does not fit the features.
    pub fn fitness_of(&self, network: Mlp) -> Result<f64, ReadError> {
        self.fitness_against(network, &self.against)
    }

    /// The mean fitness of a network over two games against each of these agents.
    ///
    /// # Errors
    /// If the network does not fit the features.
    pub fn fitness_against(&self, network: Mlp, agents: &[TrainingAgent]) -> Result<f64, ReadError> {
        let evaluator = NetworkEvaluator::new::<Reversi<u64>>(&self.features, network, DISCS)?;
        Ok(self.rivals.mean_fitness(&self.game, &OneAhead(evaluator), agents))
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
