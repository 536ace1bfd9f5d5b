//! `agon train forests/tictactoe`, `forests/connect4`, `forests/gomoku` and `forests/connect6`.
//!
//! The checkpoint holds the trees by their patterns and seeds, and the ends of all games so far: what trees say follows
//! from these. After each generation its best forest is kept as XML, and the ends of its games go into a store.

use std::sync::Arc;

use agon_catalog::artefacts::forest_named;
use agon_catalog::{AnyGame, ForestPlay, Origin};
use agon_core::ReadError;
use agon_core::spec::{Preset, Spec, SpecOption, Word};
use agon_files::Fingerprint;
use agon_learn::evolution::EvolutionSchedule;
use agon_learn::forests::{
    Competition, Counting, EvolveForests, ForestGenome, ForestGround, KnownEnds, Measure, Points, Shape,
    TreeGenome, WeightGenome,
};
use agon_learn::ga::{Breeding, GaParams, Mating, NegativeFitness};
use agon_learn::models::forest::{EndOfGame, Forest, Places, PredictionWeights, Window};
use agon_patterns::write_forest;
use agon_records::{EndStore, StoredEnd};

use super::pictures::ShownForest;
use super::settings::{CONNECT4, CONNECT6, GOMOKU, TICTACTOE};
use crate::recipe::{
    EVOLUTION_CURVE, EvolutionSettings, Generations, Recipe, Spread, TrainError, Trained, TrainingObserver,
    TrainingRequest, TrainingStep,
};

macro_rules! forest_recipe {
    ($name:literal, $summary:literal, $settings:expr) => {
        Recipe {
            name: $name,
            summary: $summary,
            seed: 1,
            settings: $settings,
            curve: EVOLUTION_CURVE,
            result: "result.xml",
            usual_game: "tictactoe",
            player: "forest(file=FILE)",
            drawn: Some(|file| Ok(ShownForest::named(file)?.patterns())),
            named_settings: true,
            spreads: Spread::Training { of_driver: &["data"] },
            describe: |request, fingerprint| describe($settings, request, fingerprint),
            start: |recipe, request, watch| start($settings, recipe, request, watch),
        }
    };
}

/// The trainings.
pub const RECIPES: &[Recipe] = &[
    forest_recipe!("forests/tictactoe", "a random forest for tic-tac-toe, evolved by competition", TICTACTOE),
    forest_recipe!("forests/connect4", "a random forest for Connect Four on 7x7", CONNECT4),
    forest_recipe!("forests/gomoku", "a random forest for Gomoku on 10x10", GOMOKU),
    forest_recipe!("forests/connect6", "a random forest for Connect6", CONNECT6),
];

/// The settings of a training, given or usual.
struct Chosen<'r> {
    declared: &'static [SpecOption],
    request: &'r TrainingRequest<'r>,
}

impl Chosen<'_> {
    fn text(&self, name: &str) -> Result<Option<String>, ReadError> {
        let usual = || {
            let option = self.declared.iter().find(|option| option.name == name)?;
            if let Preset::Value(value) = option.default { Some(value.to_owned()) } else { None }
        };
        Ok(self.request.setting(name, "a value")?.or_else(usual))
    }

    /// A number; settings were checked against their bounds before.
    fn number<T: std::str::FromStr>(&self, name: &str) -> Result<T, ReadError> {
        self.wish(name)?.ok_or_else(|| ReadError::new(format!("`{name}` needs a number")))
    }

    fn wish<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, ReadError> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        text.parse()
            .map(Some)
            .map_err(|_| ReadError::new(format!("`{name}` is `{text}`, which is not a number for it")))
    }

    fn is(&self, name: &str, word: &str) -> Result<bool, ReadError> {
        Ok(self.text(name)?.as_deref() == Some(word))
    }

    fn game(&self) -> Result<Arc<dyn AnyGame>, ReadError> {
        self.request.catalog.game(&self.text("game")?.unwrap_or_default())
    }

    fn play(&self) -> Result<ForestPlay, ReadError> {
        let window = Window {
            side: self.number("window")?,
            lifted: self.is("last-piece", "lifted")?,
            moves: self.number("moves")?,
            places: if self.is("places", "anywhere")? { Places::Anywhere } else { Places::LastMoves },
        };
        Ok(ForestPlay {
            depth: self.number("depth")?,
            opening: self.number("opening")?,
            window,
            first_depth: self.number("first-depth")?,
            slips: self.number("slips")?,
        })
    }

    fn ground<'g>(&self, game: &'g dyn AnyGame) -> Result<Box<dyn ForestGround + 'g>, ReadError> {
        let named = self.text("opponent")?.filter(|_| self.is("fitness", "opponent") == Ok(true));
        let opponent: Option<Spec> = named.map(|text| text.parse()).transpose()?;
        game.forest_ground(self.play()?, self.wish("radius")?, opponent.as_ref())
    }

    fn weights(&self) -> Result<PredictionWeights, ReadError> {
        let thousandths = |name| Ok::<_, ReadError>((1000.0 * self.number::<f64>(name)?).round() as i32);
        let [win, draw, loss] = ["win-weight", "draw-weight", "loss-weight"].map(thousandths);
        Ok(PredictionWeights { win: win?, draw: draw?, loss: loss? })
    }

    /// A window that is larger than the board lies nowhere on it: no end of a game has one.
    fn check_window(&self, game: &Arc<dyn AnyGame>) -> Result<(), ReadError> {
        let side: usize = self.number("window")?;
        let view = game.clone().session(&[], &Origin::Start)?.view();
        let (columns, rows) = (view.width, view.height());
        if side <= columns.min(rows) {
            return Ok(());
        }
        let spec = game.spec();
        Err(ReadError::new(format!("window={side} is larger than the board of {spec}, {columns}x{rows}")))
    }

    fn measure(&self) -> Result<Measure, ReadError> {
        if self.is("fitness", "tasks")? {
            return Ok(Measure::Tasks);
        }
        let points =
            Points { win: self.number("win")?, draw: self.number("draw")?, loss: self.number("loss")? };
        if self.is("fitness", "random")? || self.is("fitness", "opponent")? {
            return Ok(Measure::Opponent(self.number("random-games")?, points));
        }
        let competition =
            if self.is("competition", "full")? { Competition::Full } else { Competition::Limited };
        Ok(Measure::Games(competition, points))
    }

    fn trees(&self) -> Result<TreeGenome, ReadError> {
        let (attributes, side): (usize, usize) = (self.number("attributes")?, self.number("window")?);
        if attributes > side * side {
            let cause = format!(
                "trees cannot ask about {attributes} cells: a window of {side}x{side} has {}",
                side * side
            );
            return Err(ReadError::new(cause));
        }
        let least: u32 = self.number("sure")?;
        let most = self.wish("surest")?.unwrap_or(least);
        if most < least {
            let cause = format!("trees cannot demand from sure={least} down to surest={most} percent");
            return Err(ReadError::new(cause));
        }
        Ok(TreeGenome {
            trees: self.number("trees")?,
            attributes,
            side: side as u32,
            candidates: self.wish("candidates")?.unwrap_or(attributes),
            shape: if self.is("shape", "straight")? { Shape::Straight } else { Shape::Scattered },
            sure: [least, most],
            counting: if self.is("counting", "odds")? { Counting::Odds } else { Counting::Equal },
            fewest: self.number("leaf")?,
            turned: self.is("turned", "yes")?,
            weights: self.weights()?,
        })
    }

    /// Settings that another one makes meaningless are refused unless they are as usual: they would change nothing.
    fn check_idle(&self) -> Result<(), ReadError> {
        let measured =
            |fitness: &[&str]| fitness.iter().any(|fitness| self.is("fitness", fitness) == Ok(true));
        let idle = [
            ("opponent", measured(&["opponent"]), "fitness=opponent"),
            ("random-games", measured(&["random", "opponent"]), "fitness=random or opponent"),
            ("heaviest", self.is("evolve", "weights")?, "evolve=weights"),
            ("forest", self.is("evolve", "weights")?, "evolve=weights"),
        ];
        for (name, counts, with) in idle {
            let usual = self.declared.iter().find(|option| option.name == name).map(|option| option.default);
            let is_usual = |text: &String| matches!(usual, Some(Preset::Value(value)) if value == text);
            if !counts && self.text(name)?.is_some_and(|text| !is_usual(&text)) {
                return Err(ReadError::new(format!("`{name}` changes nothing here: it belongs to {with}")));
            }
        }
        Ok(())
    }

    fn weighed(&self, game: &dyn AnyGame) -> Result<WeightGenome, ReadError> {
        let given = self.text("forest")?;
        let word = Word::new(given.clone().unwrap_or_else(|| game.spec()));
        let forest = forest_named(&word).map_err(|error| match given {
            Some(_) => error.within(&word.text),
            None => ReadError::new(format!(
                "evolve=weights needs forest=FILE here: no forest for {} comes with Agon",
                game.spec()
            )),
        })?;
        forest.check_game(&game.spec())?;
        Ok(WeightGenome { forest, heaviest: self.number("heaviest")? })
    }

    /// The ends of games to begin with.
    fn known(&self, game: &dyn AnyGame) -> Result<Vec<EndOfGame>, ReadError> {
        let Some(file) = self.text("data")? else { return Ok(Vec::new()) };
        let (spec, side): (String, u32) = (game.spec(), self.number("window")?);
        let unreadable = |error: agon_records::StoreError| ReadError::new(error.to_string());
        let store = EndStore::open_existing(file.as_ref()).map_err(unreadable)?;
        let ends = store.ends(Some((&spec, side))).map_err(unreadable)?;
        if ends.is_empty() {
            let cause = format!(
                "{file}: no ends of {spec} with a window of {side}; `agon data stats` shows what there is"
            );
            return Err(ReadError::new(cause));
        }
        ends.iter().map(|end| end.text.parse()).collect()
    }

    fn task<'g, N: ForestGenome>(
        &self,
        genome: N,
        game: &dyn AnyGame,
        ground: &'g dyn ForestGround,
    ) -> Result<EvolveForests<'g, N>, ReadError> {
        let task = EvolveForests {
            genome,
            ground,
            survivors: self.number("survivors")?,
            measure: self.measure()?,
            known: self.known(game)?,
            first_games: self.number("first-games")?,
            seed: self.request.seed,
        };
        task.check()?;
        Ok(task)
    }

    fn plan(&self) -> Result<EvolutionSettings, ReadError> {
        let (survivors, population): (usize, usize) = (self.number("survivors")?, self.number("population")?);
        if survivors >= population {
            let cause =
                format!("{survivors} survivors leave no room for children in a population of {population}");
            return Err(ReadError::new(cause));
        }
        let mating = if self.is("mating", "full")? { Mating::Full } else { Mating::Partial };
        let games = match self.measure()? {
            Measure::Games(competition, _) => competition.pairings(population, survivors).len(),
            Measure::Tasks => 0,
            Measure::Opponent(games, _) => {
                let depths =
                    if self.is("fitness", "random")? { self.number::<usize>("depth")? + 1 } else { 1 };
                2 * games as usize * population * depths
            }
        };
        Ok(EvolutionSettings {
            params: GaParams {
                population,
                breeding: Breeding::Survival { survivors, mating },
                crossover: 0.0,
                mutation: self.number("mutation")?,
                plateau: None,
                elite: 0,
                negative: NegativeFitness::Zero,
                keep_fitness: false,
            },
            schedule: EvolutionSchedule {
                stages: 1,
                generations: u64::MAX,
                goal: f64::INFINITY,
                patience: u64::MAX,
                total: self.number("generations")?,
            },
            generations: Generations::InAll(self.number("generations")?),
            games: games as u64,
        })
    }
}

fn describe(
    declared: &'static [SpecOption],
    request: &TrainingRequest<'_>,
    mut fingerprint: Fingerprint,
) -> Result<Fingerprint, TrainError> {
    let chosen = Chosen { declared, request };
    let game = chosen.game()?;
    let ground = chosen.ground(&*game)?;
    chosen.plan()?;
    chosen.check_idle()?;
    let mut files = Vec::new();
    let known = if chosen.is("evolve", "weights")? {
        let task = chosen.task(chosen.weighed(&*game)?, &*game, &*ground)?;
        files.push(("forest", write_forest(&task.genome.forest, "")));
        task.known
    } else {
        chosen.check_window(&game)?;
        chosen.task(chosen.trees()?, &*game, &*ground)?.known
    };
    let known: Vec<String> = known.iter().map(ToString::to_string).collect();
    files.push(("data", known.join("\n")));
    for option in declared {
        fingerprint = match files.iter().find(|(name, _)| *name == option.name) {
            Some((name, text)) => fingerprint.with(*name, agon_files::digest(text)),
            // Fewer generations are the beginning of more.
            None if option.name == "generations" => fingerprint,
            None if option.name == "game" => fingerprint.with("game", game.spec()),
            None => fingerprint.with_some(option.name, chosen.text(option.name)?),
        };
    }
    Ok(fingerprint)
}

fn start(
    declared: &'static [SpecOption],
    recipe: &Recipe,
    request: &TrainingRequest<'_>,
    watch: &mut TrainingObserver<'_>,
) -> Result<Trained, TrainError> {
    let chosen = Chosen { declared, request };
    let game = chosen.game()?;
    let ground = chosen.ground(&*game)?;
    match chosen.is("evolve", "weights")? {
        true => evolve(
            &chosen,
            &chosen.task(chosen.weighed(&*game)?, &*game, &*ground)?,
            &game.spec(),
            recipe,
            watch,
        ),
        false => {
            evolve(&chosen, &chosen.task(chosen.trees()?, &*game, &*ground)?, &game.spec(), recipe, watch)
        }
    }
}

fn evolve<N: ForestGenome>(
    chosen: &Chosen<'_>,
    task: &EvolveForests<'_, N>,
    game: &str,
    recipe: &Recipe,
    watch: &mut TrainingObserver<'_>,
) -> Result<Trained, TrainError> {
    let (request, label) = (chosen.request, recipe.label(chosen.request));
    let text = |genes: &[N::Gene], known: &KnownEnds, origin: &str| {
        let forest = Forest { game: Some(game.to_owned()), ..task.forest(genes, known, request.executor) };
        let error = forest.error().map_or_else(String::new, |error| format!(", out-of-bag error {error:.4}"));
        write_forest(&forest, &format!("{origin}{error}"))
    };
    recipe.evolve_keeping(
        task,
        &chosen.plan()?,
        request,
        watch,
        |run, best, origin| {
            // The command itself, without the name of the program.
            let origin = origin.strip_prefix("agon ").unwrap_or(origin);
            Ok(text(&best.genes, &run.experience, origin))
        },
        |run| {
            let (generation, best) = (run.population.generation, run.population.best.as_ref());
            let origin = format!("train {label}, best of generation {generation}");
            let kept = best.map(|best| {
                (format!("generation-{generation:04}.xml"), text(&best.genes, &run.experience, &origin))
            });
            let first = if generation == 0 { 0 } else { run.experience.learned };
            let ends = (first..).zip(&run.experience.ends[first..]);
            let stored = |(number, end): (usize, &EndOfGame)| {
                StoredEnd::numbered(game, end.to_string(), &label, number as u64)
            };
            TrainingStep {
                kept: kept.into_iter().collect(),
                ends: ends.map(stored).collect(),
                ..TrainingStep::default()
            }
        },
    )
}
