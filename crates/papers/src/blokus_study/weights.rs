//! `agon train blokus-study/weights`: the weights of the strategies, learned as in [Hoang2021] section 3.1.

use agon_learn::evolution::EvolutionSchedule;
use agon_learn::ga::{Breeding, GaParams, Mating, NegativeFitness};

use super::GAME;
use super::competition::{WeightsCompetition, weights};
use crate::recipe::{
    EVOLUTION_CURVE, EvolutionSettings, GENERATIONS, Generations, Recipe, Spread, TrainError, Trained,
    TrainingObserver, TrainingRequest, describe_evolution,
};
use agon_core::Game;

/// `agon train blokus-study/weights`.
pub const RECIPE: Recipe = Recipe {
    name: "blokus-study/weights",
    summary: "weights of the strategies of Blokus by phase: individuals play each other, winners reproduce",
    seed: 1,
    settings: &[GENERATIONS, GAME],
    curve: EVOLUTION_CURVE,
    result: "result.txt",
    usual_game: "blokus:two",
    player: "ga(eval=weights(file=FILE))",
    drawn: None,
    named_settings: false,
    spreads: Spread::TRAINING,
    describe: |request, fingerprint| {
        let fingerprint = fingerprint.with("game", super::game(request)?.rules().spec());
        describe_evolution(USUAL, request, fingerprint)
    },
    start,
};

const USUAL: Generations = Generations::InAll(SCHEDULE.total);

/// The source gives no settings of its algorithm: all of these are ours.
pub const PARAMS: GaParams = GaParams {
    population: 24,
    breeding: Breeding::Survival { survivors: 8, mating: Mating::Partial },
    crossover: 0.0,
    mutation: 0.4,
    plateau: None,
    elite: 0,
    negative: NegativeFitness::Shift,
    keep_fitness: false,
};

/// One population.
pub const SCHEDULE: EvolutionSchedule = EvolutionSchedule {
    stages: 1,
    generations: u64::MAX,
    goal: f64::INFINITY,
    patience: u64::MAX,
    total: 100,
};

/// Between two: openings of each pair. Among more: rounds of tables.
const ROUNDS: [u64; 2] = [2, 30];

fn start(
    recipe: &Recipe,
    request: &TrainingRequest<'_>,
    watch: &mut TrainingObserver<'_>,
) -> Result<Trained, TrainError> {
    let game = super::game(request)?;
    let spec = game.rules().spec();
    let rounds = ROUNDS[usize::from(game.players() > 2)];
    let task = WeightsCompetition { game, rounds, seed: request.seed };
    let plan = EvolutionSettings {
        params: PARAMS,
        schedule: SCHEDULE,
        generations: USUAL,
        games: task.games(PARAMS.population),
    };
    recipe.evolve_generations(&task, &plan, request, watch, |genes| {
        Ok(format!("# --game {spec}\n{}", weights(genes)))
    })
}
