//! `agon train pattern-rounds`: tables of patterns that teach themselves, by one command and one seed ([Buro1998]).
//!
//! The first tables are learned backwards from the end of recorded games ([Engel2015]). Then come rounds: the tables of the
//! round before play games that begin like recorded ones, and new tables are fitted to what their search foresaw in each position,
//! mixed with how the game ended. A search sees further than the tables that it stands on, so each round knows more than the
//! last one.
//!
//! Few of these games come to the same first moves, and a player that solves the last cells plays only perfect endings, from which
//! nothing is learned about any other: up to `keep-until` and from `keep-from` on the phases of the first tables stay.
//!
//! The checkpoint holds the tables of the round before and the phases of this one that are fitted; a round that was interrupted
//! plays its games once more.

use std::ops::Range;
use std::path::PathBuf;

use agon_catalog::{OwnPlay, PatternCourse, lend_file};
use agon_core::spec::{Spec, SpecOption, Word};
use agon_core::{ReadError, Seed};
use agon_files::Fingerprint;
use agon_learn::pattern_tables::{Labels, PatternSettings, PatternTables, PatternTraining, PhaseTables};

use crate::curve::Curve;
use crate::pattern_tables::{LICENCE, Plan, digest_of, gather, progress, records_of};
use crate::recipe::{
    Recipe, Spread, TrainError, Trained, TrainingObserver, TrainingProgress, TrainingRequest, TrainingResult,
};

/// The recipe.
pub(crate) const RECIPES: &[Recipe] = &[Recipe {
    name: "pattern-rounds",
    summary: "tables of patterns that teach themselves: from recorded games first, then from rounds of their own games",
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
    spreads: Spread::Here("each round is played by the tables of the one before"),
    usual_game: "reversi",
    player: "negascout(eval=patterns(FILE))",
    drawn: None,
    describe,
    start,
}];

/// Stands for the tables of the round before, where a player names a file.
const OWN_TABLES: &str = "own";

/// Deeper searches take longer and teach no more: 8 plies instead of 6 scored 0.481 (0.455 to 0.507) with as many games.
const PLAYER: &str = "best(depth=6, exact=12, table=1, file=own)";

const SETTINGS: &[SpecOption] = &[
    SpecOption::file(
        "records",
        "files or folders of recorded games, at least one; may be given several times",
    ),
    SpecOption::text("game", "the game that is learned").or("reversi"),
    SpecOption::whole("rounds", "rounds", 0, 100, "rounds of own games after the first tables").or("2"),
    SpecOption::whole("games", "games", 1, u32::MAX as u64, "games of each round").or("100000"),
    SpecOption::text(
        "player",
        "the agent that plays them, limited by depth or nodes; `own` stands for the file of its tables",
    )
    .or(PLAYER),
    SpecOption::number(
        "foresight",
        0.0,
        1.0,
        "how much of a result is replaced by what the player saw, in points",
    )
    .or("0.8"),
    SpecOption::whole(
        "opening-plies",
        "plies",
        0,
        1000,
        "a game begins with none to so many moves of a recorded one",
    )
    .or("20"),
    SpecOption::whole("random-plies", "plies", 0, 1000, "then come none to so many random moves").or("10"),
    SpecOption::whole(
        "keep-from",
        "stones",
        0,
        1000,
        "stones from which the phases of the first tables stay",
    )
    .or("52"),
    SpecOption::whole(
        "positions",
        "positions",
        1,
        10_000_000,
        "of each number of stones at most, for the first tables",
    )
    .or("20000"),
    SpecOption::whole(
        "solve",
        "plies",
        0,
        60,
        "plies before a full board from which positions are solved, for the first tables",
    )
    .or("10"),
];

/// The rounds of a request.
struct Rounds {
    rounds: u64,
    /// Phases that begin with fewer stones than the first number, or at least as many as the second, are never learned anew.
    learned: Range<u32>,
    first: Plan,
    own: OwnPlay,
    player: Spec,
    foresight: f64,
}

impl Rounds {
    fn of(request: &TrainingRequest<'_>) -> Result<Self, ReadError> {
        let text = |name: &str, usual: &str| {
            Ok::<_, ReadError>(request.setting::<String>(name, "a text")?.unwrap_or_else(|| usual.to_owned()))
        };
        let whole = |name: &str, usual: u64| {
            Ok::<_, ReadError>(request.setting(name, "a whole number")?.unwrap_or(usual))
        };
        let small = |name: &str, usual: u64| {
            Ok::<_, ReadError>(u32::try_from(whole(name, usual)?).unwrap_or(u32::MAX))
        };
        let records = records_of(request);
        if records.is_empty() {
            return Err(ReadError::new(
                "the first tables are learned from recorded games: name files of them with --records",
            ));
        }
        let settings = PatternSettings {
            labels: Labels::Backwards { depth: 4 },
            positions: whole("positions", 20_000)?,
            width: 4,
            solve: small("solve", 10)?,
            stray: 0.3,
            foresight: 0.0,
            ridge: 8.0,
            steps: 60,
            seed: request.seed,
        };
        let own = OwnPlay {
            games: whole("games", 100_000)?,
            opening_plies: small("opening-plies", 20)?,
            random_plies: small("random-plies", 10)?,
            random_moves: 0.0,
        };
        Ok(Self {
            rounds: whole("rounds", 2)?,
            learned: small("keep-until", 12)?..small("keep-from", 52)?,
            first: Plan {
                game: request.catalog.game(&text("game", "reversi")?)?,
                records,
                settings,
                own: OwnPlay { games: 0, ..own.clone() },
                openings: Vec::new(),
                player: None,
                begin: None,
            },
            own,
            player: text("player", PLAYER)?.parse()?,
            foresight: request.setting("foresight", "a number")?.unwrap_or(0.8),
        })
    }

    /// What a round does; number 0 learns the first tables.
    fn plan(&self, round: u64) -> Plan {
        let first = &self.first;
        if round == 0 {
            return first.clone();
        }
        let settings = PatternSettings {
            labels: Labels::Results,
            positions: self.own.games,
            solve: 0,
            stray: 0.0,
            foresight: self.foresight,
            seed: self.seed(round),
            ..first.settings.clone()
        };
        Plan {
            records: Vec::new(),
            settings,
            own: self.own.clone(),
            openings: first.records.clone(),
            player: Some(self.player.clone()),
            ..first.clone()
        }
    }

    fn seed(&self, round: u64) -> Seed {
        self.first.settings.seed.child("pattern-rounds", round)
    }

    /// The training of a round, whose games are played by `earlier`.
    fn course<'p>(
        &self,
        plan: &'p mut Plan,
        earlier: Option<&PatternTables>,
        request: &TrainingRequest<'_>,
    ) -> Result<Box<dyn PatternCourse + 'p>, ReadError> {
        let Some(earlier) = earlier else { return plan.course(request) };
        lend_file("tables.txt", &earlier.to_string(), |path| {
            plan.player = Some(with_tables(&self.player, &path.display().to_string())?);
            plan.course(request)
        })?
    }

    /// What was fitted in a round, between the phases of the tables before that stay.
    fn joined(
        &self,
        fitted: PatternTables,
        earlier: Option<PatternTables>,
    ) -> Result<PatternTables, ReadError> {
        let Some(earlier) = earlier else { return Ok(fitted) };
        let origin = fitted.origin.clone();
        let from =
            |least: u32| fitted.phases.iter().map(|phase| phase.stones).find(|&stones| stones >= least);
        let (first, last) = (from(self.learned.start), from(self.learned.end.max(self.learned.start)));
        let Some(first) = first.filter(|_| first != last) else {
            return Ok(PatternTables { origin, ..earlier });
        };
        let begun = earlier.clone().until(first, &fitted)?;
        let joined = match last {
            Some(last) => begun.until(last, &earlier)?,
            None => begun,
        };
        Ok(PatternTables { origin, ..joined })
    }

    /// The command that makes the tables, but for the place of the records.
    fn origin(&self, recipe: &Recipe, request: &TrainingRequest<'_>) -> String {
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let records: String =
            self.first.records.iter().map(|path| format!(" --records {}", name(path))).collect();
        let given = request.settings.iter().filter(|(name, _)| name != "records");
        let given: String = given
            .map(|(name, value)| match name.as_str() {
                "game" => format!(" --game {value}"),
                "player" => format!(" --set player='{value}'"),
                name => format!(" --set {name}={value}"),
            })
            .collect();
        format!("agon train {}{records}{given} --seed {}", recipe.name, request.seed.0)
    }
}

/// The player, with a file in the place of its own tables.
fn with_tables(player: &Spec, file: &str) -> Result<Spec, ReadError> {
    fn place(spec: &mut Spec, file: &str) {
        for arg in &mut spec.args {
            if arg.value.name.text == OWN_TABLES && arg.value.args.is_empty() {
                arg.value.name.text = file.to_owned();
            }
            place(&mut arg.value, file);
        }
    }
    let mut spec = player.clone();
    place(&mut spec, file);
    // As text once more, so that errors can point into it.
    spec.to_string().parse()
}

fn describe(request: &TrainingRequest<'_>, fingerprint: Fingerprint) -> Result<Fingerprint, TrainError> {
    let rounds = Rounds::of(request)?;
    let course = rounds.first.course(request)?;
    if rounds.rounds > 0 {
        // A player that cannot be built is refused now, not after the first tables.
        let blank = blank(&*course);
        rounds.course(&mut rounds.plan(1), Some(&blank), request)?;
        if with_tables(&rounds.player, "")? == rounds.player {
            return Err(Word::new(rounds.player.to_string())
                .error(format!(
                    "each round is played with the tables of the one before: write `{OWN_TABLES}` where the player names the \
                     file of its tables"
                ))
                .into());
        }
    }
    let OwnPlay { games, opening_plies, random_plies, .. } = &rounds.own;
    let fingerprint = fingerprint
        .with("records", digest_of(&rounds.first.records, &course.game())?)
        .with("rounds", rounds.rounds)
        .with("games", games)
        .with("opening-plies", opening_plies)
        .with("random-plies", random_plies)
        .with("keep-until", rounds.learned.start)
        .with("keep-from", rounds.learned.end)
        .with("foresight", rounds.foresight)
        .with("player", &rounds.player);
    let first = rounds.first.decisive();
    Ok(first.into_iter().fold(fingerprint, |all, (name, value)| all.with(name, value)))
}

/// Tables that know nothing.
fn blank(course: &dyn PatternCourse) -> PatternTables {
    let tables = course.begin(String::new(), LICENCE.to_owned()).tables;
    let weights = tables.shapes.iter().map(|shape| vec![0; shape.indices()]).collect();
    PatternTables { phases: vec![PhaseTables { stones: 0, weights }], ..tables }
}

/// Where a training has come to.
struct State {
    round: u64,
    /// The tables of the round before.
    earlier: Option<PatternTables>,
    training: Option<PatternTraining>,
}

impl State {
    fn checkpoint(round: u64, earlier: Option<&PatternTables>, training: &str) -> String {
        let earlier = earlier.map_or_else(String::new, ToString::to_string);
        format!("{HEADER}\n{round} {}\n{earlier}{training}", earlier.len())
    }

    fn resume(text: &str, label: &str) -> Result<Self, ReadError> {
        let wrong = || ReadError::new("this is not a checkpoint of a training in rounds");
        let rest = text.strip_prefix(HEADER).and_then(|rest| rest.strip_prefix('\n')).ok_or_else(wrong)?;
        let (line, rest) = rest.split_once('\n').ok_or_else(wrong)?;
        let (round, length) = line.split_once(' ').ok_or_else(wrong)?;
        let round = round.parse().map_err(|_| wrong())?;
        let (earlier, training) =
            rest.split_at_checked(length.parse().map_err(|_| wrong())?).ok_or_else(wrong)?;
        let earlier = if earlier.is_empty() { None } else { Some(earlier.parse()?) };
        Ok(Self { round, earlier, training: Some(PatternTraining::resume(training, label)?) })
    }
}

const HEADER: &str = "agon pattern rounds 1";

fn start(
    recipe: &Recipe,
    request: &TrainingRequest<'_>,
    watch: &mut TrainingObserver<'_>,
) -> Result<Trained, TrainError> {
    let rounds = Rounds::of(request)?;
    let label = recipe.checkpoint_label(request)?;
    let mut state = match &request.checkpoint {
        Some(text) => State::resume(text, &label)?,
        None => State { round: 0, earlier: None, training: None },
    };
    let mut games = 0;
    loop {
        let training = play_round(&rounds, (recipe, request, &label), &mut state, &mut games, watch)?;
        let errors = training.tables.fitted();
        let tables = rounds.joined(training.tables, state.earlier.take())?;
        if state.round == rounds.rounds {
            let positions = rounds.plan(state.round).settings.positions;
            let result = TrainingResult::Tabled { games, positions, errors };
            return Ok(Trained { artefact: tables.to_string(), result });
        }
        state = State { round: state.round + 1, earlier: Some(tables), training: None };
    }
}

/// Gathers the games of a round and fits its tables.
fn play_round(
    rounds: &Rounds,
    (recipe, request, label): (&Recipe, &TrainingRequest<'_>, &str),
    state: &mut State,
    games: &mut u64,
    watch: &mut TrainingObserver<'_>,
) -> Result<PatternTraining, TrainError> {
    let State { round, earlier, training } = state;
    let mut plan = rounds.plan(*round);
    let gathered = plan.clone();
    let mut course = rounds.course(&mut plan, earlier.as_ref(), request)?;
    let phases = course.phases();
    let mut training =
        training.take().unwrap_or_else(|| course.begin(rounds.origin(recipe, request), LICENCE.to_owned()));
    let mut watch = |seen: &TrainingProgress<'_>| {
        let (done, of) = (*round * phases + seen.done, (rounds.rounds + 1) * phases);
        let note = match *round {
            0 => format!("first tables, {}", seen.note),
            round => format!("round {round}, {}", seen.note),
        };
        let step = seen.step.as_ref().map(|step| step.row.clone());
        let step =
            step.map(|row| crate::recipe::TrainingStep { last: done == of, row, ..Default::default() });
        let checkpoint = || State::checkpoint(*round, earlier.as_ref(), &(seen.checkpoint)());
        watch(&TrainingProgress {
            done,
            part: seen.part,
            of,
            note,
            step,
            checkpoint: &checkpoint,
            best: &|| None,
        })
    };
    *games += gather(&gathered, request, &mut *course, (&training, label), &mut watch)?;
    let mut failure = None;
    course.run(&mut training, &mut |training, part| {
        watch(&progress(training, part, phases, &|| training.checkpoint(label))).unwrap_or_else(|error| {
            failure = Some(error);
            false
        })
    })?;
    match failure {
        Some(error) => Err(error.into()),
        None if (training.tables.phases.len() as u64) < phases => Err(TrainError::Stopped),
        None => Ok(training),
    }
}
