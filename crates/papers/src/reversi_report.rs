//! The course report on Reversi by four heuristics [OReilly2016]: its figures ([`experiments`]), and its open problem, the
//! weights.
//!
//! The report sets the weights of its four heuristics by hand and asks for better ones. Here the genetic algorithm of
//! the thesis tunes them: a chromosome is four weights, and its fitness comes from games against the weights of the
//! report. Both look one move ahead, from random openings that are the same for all, with both colours.
//!
//! Only the proportions of the weights matter, so each has a range of its own, wide enough for either of the others to
//! outweigh it; below zero means that less is better.

pub mod experiments;

pub use experiments::PAPER;

use agon_abilities::OneAhead;
use agon_core::{Game, Player, ReadError, Seed};
use agon_learn::duel::duel_from;
use agon_learn::evolution::{EvolutionSchedule, Task};
use agon_learn::ga::{Breeding, Champion, Floats, GaParams, NegativeFitness, Plateau};
use agon_reversi::{FourHeuristics, FourWeights, Position, Reversi};

use crate::recipe::{
    EVOLUTION_CURVE, EVOLUTION_SETTINGS, EvolutionSettings, Generations, Recipe, Spread, TrainError, Trained,
    TrainingObserver, TrainingRequest, describe_evolution,
};

/// `agon train reversi-report/weights`.
pub const RECIPES: &[Recipe] = &[Recipe {
    name: "reversi-report/weights",
    summary: "the weights of the four heuristics, against those that the report set by hand",
    seed: 1,
    settings: EVOLUTION_SETTINGS,
    curve: EVOLUTION_CURVE,
    result: "result.txt",
    usual_game: "reversi",
    player: "alphabeta(depth=3, eval=four-heuristics(file=FILE))",
    drawn: None,
    named_settings: false,
    spreads: Spread::TRAINING,
    describe: |request, fingerprint| describe_evolution(GENERATIONS, request, fingerprint),
    start,
}];

const GENERATIONS: Generations = Generations::InAll(SCHEDULE.total);

/// The settings of the thesis for its network, with a smaller population: there are only four values.
pub const PARAMS: GaParams = GaParams {
    population: 40,
    breeding: Breeding::Wheel,
    crossover: 0.75,
    mutation: 0.1,
    plateau: Some(Plateau { after: 10, mutation: 0.2 }),
    elite: 1,
    negative: NegativeFitness::Shift,
    keep_fitness: true,
};

/// One population.
pub const SCHEDULE: EvolutionSchedule = EvolutionSchedule {
    stages: 1,
    generations: u64::MAX,
    goal: f64::INFINITY,
    patience: u64::MAX,
    total: 60,
};

/// How many openings there are, and how many random moves make one.
const OPENINGS: u64 = 100;
const OPENING_PLIES: usize = 8;

/// The largest weights of parity, mobility, corners and stability.
const LARGEST: [f64; 4] = [4.0, 200.0, 400.0, 16.0];

/// What a disc more counts beside the win itself.
const DISC: f64 = 1.0 / 640.0;

fn start(
    recipe: &Recipe,
    request: &TrainingRequest<'_>,
    watch: &mut TrainingObserver<'_>,
) -> Result<Trained, TrainError> {
    let task = TuneWeights::new(request.seed)?;
    let plan = EvolutionSettings {
        params: PARAMS,
        schedule: SCHEDULE,
        generations: GENERATIONS,
        games: 2 * OPENINGS * PARAMS.population as u64,
    };
    recipe.evolve(&task, &plan, request, watch, |genes| Ok(weights(genes).to_string()))
}

/// The tuning of the weights: the game, and the openings that all chromosomes play.
pub struct TuneWeights {
    game: Reversi<u64>,
    openings: Vec<Position<u64>>,
}

impl TuneWeights {
    /// Prepares the tuning with the openings that follow from a seed.
    ///
    /// # Errors
    /// Never, as long as the usual rules are valid.
    pub fn new(seed: Seed) -> Result<Self, ReadError> {
        let game = Reversi::new(Default::default())?;
        let mut scratch = Vec::new();
        let openings = (0..OPENINGS).map(|index| {
            let mut rng = seed.stream("reversi-report/opening", index);
            let mut pos = game.start();
            for _ in 0..OPENING_PLIES {
                if let Some(mv) = game.random_move(&pos, &mut rng, &mut scratch) {
                    game.play_unchecked(&mut pos, mv);
                }
            }
            pos
        });
        Ok(Self { openings: openings.collect(), game })
    }

    /// What weights score against those of the report: the mean share of the win, and a little for each disc.
    #[must_use]
    pub fn fitness_of(&self, weights: FourWeights) -> f64 {
        let tuned = OneAhead(FourHeuristics { weights, ..Default::default() });
        let by_hand = OneAhead(FourHeuristics::default());
        let mut scratch = Vec::new();
        let mut total = 0.0;
        for opening in &self.openings {
            let as_black = duel_from(&self.game, *opening, &tuned, &by_hand, &mut scratch);
            let as_white = duel_from(&self.game, *opening, &by_hand, &tuned, &mut scratch);
            total += self.worth(&as_black, Player::FIRST) + self.worth(&as_white, Player::SECOND);
        }
        total / (2 * self.openings.len()) as f64
    }

    fn worth(&self, end: &Position<u64>, player: Player) -> f64 {
        let status = self.game.status(end);
        status.outcome().map_or(0.0, |end| end.share(player) + DISC * f64::from(end.margin(player)))
    }
}

impl Task for TuneWeights {
    type Genome = Floats;
    type Stage = ();

    fn genome(&self) -> Floats {
        Floats { count: LARGEST.len(), low: -1.0, high: 1.0 }
    }

    fn stage(&self, _: &[Champion<f64>]) {}

    fn fitness(&self, (): &(), genes: &[f64]) -> f64 {
        self.fitness_of(weights(genes))
    }
}

/// The weights that a chromosome stands for.
fn weights(genes: &[f64]) -> FourWeights {
    let weight = |at: usize| genes[at] * LARGEST[at];
    FourWeights {
        parity: weight(0),
        mobility: weight(1),
        corners: weight(2),
        stability: weight(3),
        ..FourWeights::default()
    }
}
