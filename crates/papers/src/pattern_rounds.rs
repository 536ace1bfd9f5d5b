//! `agon train pattern-rounds`: tables of patterns that teach themselves, by one command and one seed ([Buro1998]).
//!
//! The first tables are learned backwards from the end of recorded games ([Engel2015]). Then come rounds: the tables of the
//! round before play games that begin like recorded ones, and new tables are fitted to what their search foresaw in each position,
//! mixed with how the game ended. A search sees further than the tables that it stands on, so each round knows more than the
//! last one.
//!
//! Few of these games come to the same first moves, and a player that solves the last cells plays only perfect endings, from which
//! nothing is learned about any other: up to `keep-until` stones, and with the last `keep-last` to come, the phases of the first
//! tables stay.
//!
//! The checkpoint holds the tables of the round before and the phases of this one that are fitted; a round that was interrupted
//! plays its games once more.

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
    TrainingStep,
};

/// The recipe.
pub(crate) const RECIPES: &[Recipe] = &[Recipe {
    name: "pattern-rounds",
    summary: "tables of patterns that teach themselves: from recorded games first, then from rounds of their own games",
    seed: 1,
    settings: SETTINGS,
    curve: Curve {
        columns: "round,stones,error",
        along: "phases",
        shows: "mean absolute error of positions held out, in points",
        drawn: &["error"],
    },
    result: "result.txt",
    named_settings: false,
    spreads: Spread::Here("each round is played by the tables of the one before"),
    usual_game: "reversi",
    player: "negascout(eval=patterns(file=FILE))",
    drawn: None,
    describe,
    start,
}];

/// Stands for the tables of the round before, where a player names a file.
const OWN_TABLES: &str = "own";

/// Who plays on 8x8. Deeper searches take longer and teach no more: 8 plies instead of 6 scored 0.481 (0.455 to 0.507) with
/// as many games.
const ENGINE: &str = "best(depth=6, exact=12, table=1, file=own)";
/// Who plays on other boards.
const ELSEWHERE: &str = "negascout(depth=4, eval=patterns(file=own))";

const SETTINGS: &[SpecOption] = &[
    SpecOption::file(
        "records",
        "files or folders of recorded games, at least one; may be given several times",
    ),
    SpecOption::text("game", "the game that is learned").or("reversi"),
    SpecOption::whole("rounds", "rounds", 0, 100, "rounds of own games after the first tables").or("3"),
    SpecOption::whole("games", "games", 1, u32::MAX as u64, "games of each round").or("100000"),
    SpecOption::text(
        "player",
        "the agent that plays them, limited by depth or nodes; `own` stands for the file of its tables",
    )
    .or_else(
        "best(depth=6, exact=12, table=1, file=own) for reversi, else negascout(depth=4, eval=patterns(file=own))",
    ),
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
        "keep-until",
        "stones",
        0,
        1000,
        "up to so many stones the phases of the first tables stay",
    )
    .or("12"),
    SpecOption::whole(
        "keep-last",
        "stones",
        0,
        1000,
        "with so many stones to come the phases of the first tables stay",
    )
    .or("12"),
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
    /// Phases that begin with fewer stones are never learned anew,
    keep_until: u32,
    /// nor are those that begin with at most so many stones to come.
    keep_last: u32,
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
        let game = request.catalog.game(&text("game", "reversi")?)?;
        let usual = if game.spec() == "reversi" { ENGINE } else { ELSEWHERE };
        Ok(Self {
            rounds: whole("rounds", 3)?,
            keep_until: small("keep-until", 12)?,
            keep_last: small("keep-last", 12)?,
            first: Plan {
                game,
                records,
                settings,
                own: OwnPlay { games: 0, ..own.clone() },
                openings: Vec::new(),
                player: None,
                begin: None,
            },
            own,
            player: text("player", usual)?.parse()?,
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
            let path = path.display().to_string();
            plan.player = Some(with_tables(&self.player, &path)?);
            // Who asked wrote `own`, and knows nothing of this file.
            plan.course(request).map_err(|error| {
                let message = error.message.replace(&path, OWN_TABLES);
                ReadError::new(format!("player={}: {message}", self.player))
            })
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
        let cells = fitted.offsets.len().saturating_sub(1) as u32;
        let end = cells.saturating_sub(self.keep_last).max(self.keep_until);
        let (first, last) = (from(self.keep_until), from(end));
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
        .with("keep-until", rounds.keep_until)
        .with("keep-last", rounds.keep_last)
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
#[derive(Default)]
struct State {
    round: u64,
    /// Games of the rounds before.
    games: u64,
    /// The tables of the round before.
    earlier: Option<PatternTables>,
    /// This round, if phases of it are fitted.
    training: Option<PatternTraining>,
}

impl State {
    fn checkpoint(&self, label: &str, training: &str) -> String {
        let Self { round, games, earlier, .. } = self;
        let earlier = earlier.as_ref().map_or_else(String::new, ToString::to_string);
        format!("{HEADER}\n{label}\n{round} {games} {}\n{earlier}{training}", earlier.len())
    }

    fn resume(text: &str, label: &str) -> Result<Self, ReadError> {
        let wrong = |line: u32, why: &str| {
            ReadError::new(format!("checkpoint of a training in rounds, line {line}: {why}"))
        };
        let mut lines = text.splitn(4, '\n');
        let mut next = || lines.next().unwrap_or_default();
        if next() != HEADER {
            return Err(wrong(1, "this is none"));
        }
        let of = next();
        if of != label {
            return Err(wrong(2, &format!("it belongs to another run: `{of}`")));
        }
        let numbers: Option<Vec<u64>> = next().split(' ').map(|word| word.parse().ok()).collect();
        let Some([round, games, length]) = numbers.as_deref().and_then(|numbers| numbers.first_chunk())
        else {
            return Err(wrong(3, "a round, games and a length are expected"));
        };
        let parts = next().split_at_checked(usize::try_from(*length).unwrap_or(usize::MAX));
        let (earlier, training) =
            parts.ok_or_else(|| wrong(4, "the tables of the round before are cut off"))?;
        let earlier = if earlier.is_empty() { None } else { Some(earlier.parse()?) };
        let training =
            if training.is_empty() { None } else { Some(PatternTraining::resume(training, label)?) };
        Ok(Self { round: *round, games: *games, earlier, training })
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
        None => State::default(),
    };
    loop {
        let (training, played) = play_round(&rounds, (recipe, request, &label), &mut state, watch)?;
        let (round, games) = (state.round, state.games + played);
        let tables = rounds.joined(training.tables, state.earlier.take())?;
        if round == rounds.rounds {
            let positions = rounds.plan(round).settings.positions;
            let result = TrainingResult::Tabled { games, positions, errors: tables.fitted() };
            return Ok(Trained { artefact: tables.to_string(), result });
        }
        state = State { round: round + 1, games, earlier: Some(tables), training: None };
    }
}

/// Gathers the games of a round and fits its tables; also how many games there were.
fn play_round(
    rounds: &Rounds,
    (recipe, request, label): (&Recipe, &TrainingRequest<'_>, &str),
    state: &mut State,
    watch: &mut TrainingObserver<'_>,
) -> Result<(PatternTraining, u64), TrainError> {
    let begun = state.training.take();
    let state = &*state;
    let mut plan = rounds.plan(state.round);
    let gathered = plan.clone();
    let mut course = rounds.course(&mut plan, state.earlier.as_ref(), request)?;
    let phases = course.phases();
    let mut training =
        begun.unwrap_or_else(|| course.begin(rounds.origin(recipe, request), LICENCE.to_owned()));
    let mut watch = |seen: &TrainingProgress<'_>| {
        let (done, of) = (state.round * phases + seen.done, (rounds.rounds + 1) * phases);
        let note = match state.round {
            0 => format!("first tables, {}", seen.note),
            round => format!("round {round}, {}", seen.note),
        };
        let step = seen.step.as_ref().map(|step| TrainingStep {
            last: done == of,
            row: [&[state.round as f64], step.row.as_slice()].concat(),
            ..TrainingStep::default()
        });
        // Tables without a phase are none yet.
        let checkpoint = || match seen.done {
            0 => state.checkpoint(label, ""),
            _ => state.checkpoint(label, &(seen.checkpoint)()),
        };
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
    let games = gather(&gathered, request, &mut *course, (&training, label), &mut watch)?;
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
        None => Ok((training, games)),
    }
}
