//! Learning the influence map ([Cherry2011] section 4.2.1): two games of the influence agent against greedy, then
//! against the champion of the stage before.

use agon_core::ReadError;
use agon_learn::evolution::Task;
use agon_learn::ga::{Champion, Integers};
use agon_reversi::{BestPlace, Influence, InfluenceMap, MostFlips, Reversi};

use super::settings::{INFLUENCE, INFLUENCE_GENOME, INFLUENCE_SCHEDULE};
use super::training_games::{both_colours, game};
use crate::recipe::{
    EVOLUTION_CURVE, EVOLUTION_SETTINGS, EvolutionSettings, Generations, Recipe, Spread, TrainError, Trained,
    TrainingObserver, TrainingRequest, describe_evolution,
};

/// `agon train othello-thesis/influence`.
pub const RECIPE: Recipe = Recipe {
    name: "othello-thesis/influence",
    summary: "the influence map: against greedy, then six times against the last champion",
    seed: 258,
    settings: EVOLUTION_SETTINGS,
    curve: EVOLUTION_CURVE,
    result: "result.txt",
    usual_game: "reversi",
    player: "alphabeta(depth=3, eval=influence(file=FILE))",
    drawn: None,
    named_settings: false,
    spreads: Spread::TRAINING,
    describe: |request, fingerprint| describe_evolution(GENERATIONS, request, fingerprint),
    start,
};

const GENERATIONS: Generations =
    Generations::PerStage { stages: INFLUENCE_SCHEDULE.stages, generations: INFLUENCE_SCHEDULE.generations };

fn start(
    recipe: &Recipe,
    request: &TrainingRequest<'_>,
    watch: &mut TrainingObserver<'_>,
) -> Result<Trained, TrainError> {
    let task = LearnInfluence { game: game()? };
    let plan = EvolutionSettings {
        params: INFLUENCE,
        schedule: INFLUENCE_SCHEDULE,
        generations: GENERATIONS,
        games: 2 * INFLUENCE.population as u64,
    };
    recipe.evolve(&task, &plan, request, watch, |genes| Ok(map(genes)?.to_string()))
}

struct LearnInfluence {
    game: Reversi<u64>,
}

/// Whom the chromosomes of a stage play.
enum Rival {
    Greedy,
    Champion(BestPlace<u64>),
}

impl LearnInfluence {
    /// Genes are in range, so the map exists; should one not be, it plays without preferences.
    fn laid_out(&self, genes: &[i32]) -> Option<Influence<u64>> {
        map(genes).and_then(|map| map.on(self.game.rules())).ok()
    }
}

impl Task for LearnInfluence {
    type Genome = Integers;
    type Stage = Rival;

    fn genome(&self) -> Integers {
        INFLUENCE_GENOME
    }

    fn stage(&self, champions: &[Champion<i32>]) -> Rival {
        let champion = champions.last().and_then(|champion| self.laid_out(&champion.genes));
        champion.map_or(Rival::Greedy, |influence| Rival::Champion(BestPlace(influence)))
    }

    fn fitness(&self, rival: &Rival, genes: &[i32]) -> f64 {
        let Some(agent) = self.laid_out(genes).map(BestPlace) else { return f64::NEG_INFINITY };
        let mut scratch = Vec::new();
        let total = match rival {
            Rival::Greedy => both_colours(&self.game, &agent, &MostFlips, &mut scratch),
            Rival::Champion(champion) => both_colours(&self.game, &agent, champion, &mut scratch),
        };
        total / 2.0
    }
}

/// The map that a chromosome stands for.
fn map(genes: &[i32]) -> Result<InfluenceMap, ReadError> {
    let values: Option<Vec<u8>> = genes.iter().map(|&gene| u8::try_from(gene).ok()).collect();
    let values = values.and_then(|values| values.try_into().ok());
    InfluenceMap::new(values.ok_or_else(|| ReadError::new("an influence map has eight values from 0 to 10"))?)
}
