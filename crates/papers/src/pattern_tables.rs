//! `agon train pattern-tables`: tables of patterns for any game whose cells have three values ([Buro1998]).
//!
//! Positions come from recorded games, from games that the training plays itself, or both; a run whose own games are
//! played by a good agent, such as a search with the tables of an earlier run, learns more than one of random games. Own games
//! can begin like recorded ones. The checkpoint holds the phases that are fitted and the games that were solved; drawing positions from records again takes
//! seconds, playing games again as long as at first.

use std::path::PathBuf;
use std::sync::Arc;

use agon_catalog::artefacts::pattern_tables;
use agon_catalog::records::{Wanted, for_each_record};
use agon_catalog::{AnyGame, OwnPlay, PatternCourse, agent_identity};
use agon_core::spec::{Spec, SpecOption, Word};
use agon_core::{ReadError, counted};
use agon_files::Fingerprint;
use agon_learn::pattern_tables::{Labels, PatternSettings, PatternTables, PatternTraining};

use crate::curve::Curve;
use crate::data::Data;
use crate::recipe::{
    Recipe, Spread, TrainError, Trained, TrainingObserver, TrainingProgress, TrainingRequest, TrainingResult,
    TrainingStep,
};

/// The recipe.
pub(crate) const RECIPES: &[Recipe] = &[Recipe {
    name: "pattern-tables",
    summary: "tables of patterns by phase of the game, from games, solved endgames or backwards from the end",
    seed: 1,
    settings: SETTINGS,
    curve: Curve {
        columns: "stones,error",
        along: "phases",
        shows: "mean absolute error of positions held out, in points",
        drawn: &["error"],
    },
    result: "result.txt",
    named_settings: false,
    spreads: Spread::Training { of_driver: &["records", "openings", "begin"] },
    usual_game: "reversi",
    player: "negascout(eval=patterns(file=FILE))",
    drawn: None,
    describe,
    start,
}];

/// The terms under which tables are handed on: those of the program.
pub(crate) const LICENCE: &str = "MIT OR Apache-2.0";
const MOST: u64 = u32::MAX as u64;

const SETTINGS: &[SpecOption] = &[
    SpecOption::file("records", "files or folders of recorded games; may be given several times"),
    SpecOption::text("game", "the game that is learned").or("reversi"),
    SpecOption::one_of(
        "labels",
        "way to label positions",
        &["results", "backwards"],
        "what a position is worth: by the result of its game, the last plies solved, or by minimax to later phases",
    )
    .or("results"),
    SpecOption::whole("positions", "positions", 1, 10_000_000, "of each number of stones at most").or("50000"),
    SpecOption::whole("width", "stones", 1, MOST, "stones of a phase").or("4"),
    SpecOption::whole("solve", "plies", 0, MOST, "plies before a full board from which positions are solved").or("8"),
    SpecOption::whole("depth", "stones", 1, MOST, "stones that backward labels look ahead").or("4"),
    SpecOption::number("stray", 0.0, 1.0, "share of positions some random moves beside a game; backward labels only")
        .or("0"),
    SpecOption::whole("games", "games", 0, u64::MAX, "games to play for positions")
        .or_else("10000 without records, else none"),
    SpecOption::text("player", "the agent that plays these games, limited by depth or nodes").or_else("random moves"),
    SpecOption::number(
        "foresight",
        0.0,
        1.0,
        "how much of a result is replaced by what the player saw in the position, in points; results only",
    )
    .or("0"),
    SpecOption::file("begin", "tables whose weights the fit begins with").or_else("the phase after, or nothing"),
    SpecOption::file("openings", "a file or folder of recorded games; the training's own games begin like these"),
    SpecOption::whole("opening-plies", "plies", 0, MOST, "a game begins with none to so many moves of an opening")
        .or("20"),
    SpecOption::whole("random-plies", "plies", 0, MOST, "then come none to so many random moves")
        .or_else("20 without openings, else 4"),
    SpecOption::number("random-moves", 0.0, 1.0, "the chance of a random move after that").or("0.05"),
    SpecOption::number("ridge", 0.0, 1e9, "how strongly weights are held near those of the phase after, in positions")
        .or("8"),
    SpecOption::whole("steps", "steps", 1, MOST, "steps of the fit of a phase at most").or("60"),
];

/// Own games where there are no records.
const USUAL_GAMES: u64 = 10_000;

/// What a request comes to.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) records: Vec<PathBuf>,
    pub(crate) settings: PatternSettings,
    pub(crate) own: OwnPlay,
    pub(crate) openings: Vec<PathBuf>,
    pub(crate) player: Option<Spec>,
    pub(crate) begin: Option<PatternTables>,
}

impl Plan {
    fn of(request: &TrainingRequest<'_>) -> Result<Self, ReadError> {
        let text = |name: &str| request.setting::<String>(name, "a text");
        let whole = |name: &str, usual: u64| {
            Ok::<_, ReadError>(request.setting(name, "a whole number")?.unwrap_or(usual))
        };
        let small = |name: &str, usual: u64| {
            Ok::<_, ReadError>(u32::try_from(whole(name, usual)?).unwrap_or(u32::MAX))
        };
        let number =
            |name: &str, usual: f64| Ok::<_, ReadError>(request.setting(name, "a number")?.unwrap_or(usual));
        let records = records_of(request);
        let openings: Vec<PathBuf> = text("openings")?.map(PathBuf::from).into_iter().collect();
        let depth = small("depth", 4)?;
        let labels = match text("labels")?.as_deref() {
            Some("backwards") => Labels::Backwards { depth },
            _ => Labels::Results,
        };
        let tables = |name: &str| {
            let named = text(name)?.map(Word::new);
            let read = |name: Word| pattern_tables(&name).map_err(|error| error.within(&name.text));
            named.map(read).transpose()
        };
        Ok(Self {
            game: request.catalog.game(&text("game")?.unwrap_or_else(|| "reversi".to_owned()))?,
            settings: PatternSettings {
                labels,
                positions: whole("positions", 50_000)?,
                width: small("width", 4)?,
                solve: small("solve", 8)?,
                stray: number("stray", 0.0)?,
                foresight: number("foresight", 0.0)?,
                ridge: number("ridge", 8.0)?,
                steps: small("steps", 60)?,
                seed: request.seed,
            },
            own: OwnPlay {
                games: whole("games", if records.is_empty() { USUAL_GAMES } else { 0 })?,
                opening_plies: small("opening-plies", 20)?,
                random_plies: small("random-plies", if openings.is_empty() { 20 } else { 4 })?,
                random_moves: number("random-moves", 0.05)?,
            },
            player: text("player")?.map(|player| player.parse()).transpose()?,
            begin: tables("begin")?,
            openings,
            records,
        })
    }

    /// All that decides about the result, by name.
    pub(crate) fn decisive(&self) -> Vec<(&'static str, String)> {
        let PatternSettings { labels, positions, width, solve, stray, foresight, ridge, steps, .. } =
            &self.settings;
        let mut all = vec![("game", self.game.spec())];
        match labels {
            Labels::Results => {
                all.push(("labels", "results".to_owned()));
                if *foresight > 0.0 {
                    all.push(("foresight", foresight.to_string()));
                }
            }
            Labels::Backwards { depth } => {
                all.extend([("labels", "backwards".to_owned()), ("depth", depth.to_string())]);
                all.push(("stray", stray.to_string()));
            }
        }
        all.extend([("positions", positions.to_string()), ("width", width.to_string())]);
        all.extend([
            ("solve", solve.to_string()),
            ("ridge", ridge.to_string()),
            ("steps", steps.to_string()),
        ]);
        let OwnPlay { games, opening_plies, random_plies, random_moves } = &self.own;
        if *games > 0 {
            all.push(("games", games.to_string()));
            if !self.openings.is_empty() {
                all.push(("opening-plies", opening_plies.to_string()));
            }
            all.push(("random-plies", random_plies.to_string()));
            all.push(("random-moves", random_moves.to_string()));
        }
        all
    }

    pub(crate) fn course(
        &self,
        request: &TrainingRequest<'_>,
    ) -> Result<Box<dyn PatternCourse + '_>, ReadError> {
        let player = self.player.as_ref();
        let mut course = self.game.pattern_course(self.settings.clone(), player, request.executor)?;
        if let Some(begin) = &self.begin {
            course.begin_with(begin.clone())?;
        }
        Ok(course)
    }

    /// The command that makes the tables. Where files lie is left out: it says nothing about what is in them.
    fn origin(&self, recipe: &Recipe, request: &TrainingRequest<'_>) -> String {
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let records: String = self.records.iter().map(|path| format!(" --records {}", name(path))).collect();
        let set = |(name, value): &(&str, String)| match *name {
            "game" => format!(" --game {value}"),
            name => format!(" --set {name}={value}"),
        };
        let settings: String = self.decisive().iter().map(set).collect();
        let file = |setting: &str| {
            let given = request.settings.iter().find(|(name, _)| name == setting);
            given.map_or(String::new(), |(_, file)| format!(" --set {setting}={}", name(&file.into())))
        };
        let player = self.player.as_ref().and_then(|player| agent_identity(player).ok());
        let player = player.map_or(String::new(), |player| format!(" --set player='{player}'"));
        let (openings, begin) = (file("openings"), file("begin"));
        format!(
            "agon train {}{records}{settings}{openings}{player}{begin} --seed {}",
            recipe.name, request.seed.0
        )
    }
}

/// The files and folders of recorded games that a request names.
pub(crate) fn records_of(request: &TrainingRequest<'_>) -> Vec<PathBuf> {
    let named = request.settings.iter().filter(|(name, _)| name == "records");
    named.map(|(_, file)| file.into()).collect()
}

/// What is in files and folders of recorded games.
pub(crate) fn digest_of(files: &[PathBuf], game: &str) -> Result<String, ReadError> {
    Ok(Data::check(files, game, None)?.digest().to_owned())
}

fn describe(request: &TrainingRequest<'_>, fingerprint: Fingerprint) -> Result<Fingerprint, TrainError> {
    let plan = Plan::of(request)?;
    let course = plan.course(request)?;
    if plan.records.is_empty() && plan.own.games == 0 {
        return Err(ReadError::new(
            "there is nothing to learn from: name files of games with --records, or play some with --set games=N",
        )
        .into());
    }
    if !plan.openings.is_empty() && plan.own.games == 0 {
        return Err(ReadError::new("openings are for games to play: say how many with --set games=N").into());
    }
    if plan.settings.foresight > 0.0 && plan.player.is_none() {
        return Err(ReadError::new(
            "nobody foresees anything in random games: name a player with --set player=AGENT",
        )
        .into());
    }
    let game = course.game();
    let digest = |files: &[PathBuf]| (!files.is_empty()).then(|| digest_of(files, &game)).transpose();
    let (records, openings) = (digest(&plan.records)?, digest(&plan.openings)?);
    let digest = |tables: &PatternTables| agon_files::digest(tables.to_string());
    let begin = plan.begin.as_ref().map(digest);
    let player = plan.player.as_ref().map(agent_identity).transpose()?;
    let given = [("records", records), ("openings", openings), ("player", player), ("begin", begin)];
    let fingerprint = given.into_iter().fold(fingerprint, |all, (name, value)| all.with_some(name, value));
    Ok(plan.decisive().into_iter().fold(fingerprint, |all, (name, value)| all.with(name, value)))
}

fn start(
    recipe: &Recipe,
    request: &TrainingRequest<'_>,
    watch: &mut TrainingObserver<'_>,
) -> Result<Trained, TrainError> {
    let plan = Plan::of(request)?;
    let mut course = plan.course(request)?;
    if let Some(desk) = request.executor.desk() {
        course.serve(&plan.own, desk);
        return Err(TrainError::Stopped);
    }
    let label = recipe.checkpoint_label(request)?;
    let mut training = match &request.checkpoint {
        Some(text) => PatternTraining::resume(text, &label)?,
        None => course.begin(plan.origin(recipe, request), LICENCE.to_owned()),
    };
    let of = course.phases();
    let games = gather(&plan, request, &mut *course, (&training, &label), watch)?;
    let mut failure = None;
    course.run(&mut training, &mut |training, part| {
        watch(&progress(training, part, of, &|| training.checkpoint(&label))).unwrap_or_else(|error| {
            failure = Some(error);
            false
        })
    })?;
    if let Some(error) = failure {
        return Err(error.into());
    }
    if (training.tables.phases.len() as u64) < of {
        return Err(TrainError::Stopped);
    }
    let result = TrainingResult::Tabled {
        games,
        positions: plan.settings.positions,
        errors: training.tables.fitted(),
    };
    Ok(Trained { artefact: training.tables.to_string(), result })
}

/// Reads recorded games and plays own ones; how many there are.
pub(crate) fn gather(
    plan: &Plan,
    request: &TrainingRequest<'_>,
    course: &mut dyn PatternCourse,
    (training, label): (&PatternTraining, &str),
    watch: &mut TrainingObserver<'_>,
) -> Result<u64, TrainError> {
    const BETWEEN_LOOKS: u64 = 1000;
    let (done, of) = (training.tables.phases.len() as u64, course.phases());
    let checkpoint = || training.checkpoint(label);
    let mut look = |games: u64| {
        let note = counted(games, "game", "games");
        let goes_on = watch(&TrainingProgress {
            done,
            part: 0.0,
            of,
            note,
            step: None,
            checkpoint: &checkpoint,
            best: &|| None,
        })?;
        if goes_on { Ok(()) } else { Err(TrainError::Stopped) }
    };
    let mut games = 0u64;
    let spec = course.game();
    let wanted = Wanted { game: &spec, registry: request.catalog, ..Wanted::default() };
    for_each_record(&plan.records, &wanted, |record| {
        course.offer(&record)?;
        games += 1;
        if games.is_multiple_of(BETWEEN_LOOKS) {
            look(games)?;
        }
        Ok::<_, TrainError>(true)
    })?;
    read_openings(plan, &wanted, course)?;
    let mut stopped = None;
    let all_played = course.play(&plan.own, &mut |played| match look(games + played) {
        Ok(()) => true,
        Err(error) => {
            stopped = Some(error);
            false
        }
    });
    match stopped {
        Some(error) => Err(error),
        None if !all_played => Err(TrainError::Stopped),
        None => Ok(games + plan.own.games),
    }
}

fn read_openings(plan: &Plan, wanted: &Wanted<'_>, course: &mut dyn PatternCourse) -> Result<(), ReadError> {
    if plan.openings.is_empty() {
        return Ok(());
    }
    let mut openings = 0u64;
    for_each_record(&plan.openings, wanted, |record| {
        openings += u64::from(course.open_like(&record, plan.own.opening_plies)?);
        Ok::<_, ReadError>(true)
    })?;
    match openings {
        0 => Err(ReadError::new("no game among the openings begins as this game usually does")),
        _ => Ok(()),
    }
}

pub(crate) fn progress<'p>(
    training: &PatternTraining,
    part: Option<f64>,
    of: u64,
    checkpoint: &'p dyn Fn() -> String,
) -> TrainingProgress<'p> {
    let tables = &training.tables;
    let done = tables.phases.len() as u64;
    let first = tables.phases.first().map(|phase| phase.stones);
    let errors: Vec<f64> = match first {
        None => Vec::new(),
        Some(first) => {
            let end = tables.phases.get(1).map_or(u32::MAX, |next| next.stones);
            let of_phase = tables.fitted().into_iter().filter(|fit| (first..end).contains(&fit.stones));
            of_phase.map(|fit| fit.error).collect()
        }
    };
    let error = errors.iter().sum::<f64>() / errors.len().max(1) as f64;
    let note = match first {
        None => "last phase".to_owned(),
        Some(first) if errors.is_empty() => {
            format!("from {first} stones, no position held out to measure errors")
        }
        Some(first) => format!("from {first} stones off by {error:.2} points (positions held out)"),
    };
    let step = first.filter(|_| part.is_none()).map(|first| TrainingStep {
        last: done == of,
        row: vec![f64::from(first), (error * 1000.0).round() / 1000.0],
        ..TrainingStep::default()
    });
    TrainingProgress { done, part: part.unwrap_or(0.0), of, note, step, checkpoint, best: &|| None }
}
