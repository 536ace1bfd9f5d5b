//! `agon match`: games between agents, and what they say.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use agon_arena::stats::{Scale, Sprt};
use agon_arena::{
    Adjudication, Agreement, Conditions, Contest, Match, MatchReport, MatchSprt, Openings, TIME_MARGIN,
    Tally, TimeControl,
};
use agon_catalog::{Registry, agent_identity};
use agon_core::spec::Spec;
use agon_core::{Budget, ReadError, Seed, SystemClock};
use agon_files::{FileKind, Fingerprint, Output, Replace, refuse_used};
use agon_records::{BeginOrResume, Event, PROGRAM, RecordFormat, Store, StoreError};
use clap::Args;

use crate::cluster::{ClusterArgs, with_workers};
use crate::command_line;
use crate::failure::Failure;
use crate::interrupt;
use crate::limits::{Limits, at_least_one, read_duration};
use crate::match_keeper::MatchKeeper;
use crate::notes::{note, note_copies};
use crate::progress;
use crate::terminal;

/// Play games between agents. Every round has one opening and every agent on every seat; the same seed gives the same
/// games.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon match reversi random greedy --games 100 --seed 1\n  \
    agon match reversi:88 greedy \"greedy(reply)\" --games 1000 --random-plies 6 --threads 2 --json\n  \
    agon match reversi greedy random --games 20000 --sprt 0,10\n  \
    agon match connect4 greedy random --clock 5s+50ms --store games.db\n  \
    agon match connect4 greedy random --store games.db --name evening --games 500\n\n\
    A match with --store that was stopped goes on with --name and --resume; when it stops it prints the command.\n\
    Limits stand in the spec of an agent, as in greedy(nodes=500); the options here hold for agents without any.\n\
    For Monte Carlo methods nodes are simulations.")]
pub struct MatchCommand {
    /// The game
    game: String,
    /// The agents; they share the seats evenly
    #[arg(required = true)]
    agents: Vec<String>,
    /// Games to play
    #[arg(long, default_value_t = 100, value_parser = at_least_one)]
    games: u64,
    /// Everything random follows from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    contest: ContestArgs,
    #[command(flatten)]
    sprt: SprtArgs,
    /// Threads to play with (0: all cores)
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[command(flatten)]
    cluster: ClusterArgs,
    /// Add the games to a store (made if it is not there)
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// The name of the match in the store; `match 1` and so on if not said
    #[arg(long, requires = "store", value_parser = read_name)]
    name: Option<String>,
    /// Go on with a match of the store that was stopped; all settings but --games, --threads and --cluster must be the same. Games
    /// that are there all count, also beyond --games
    #[arg(long, requires_all = ["store", "name"])]
    resume: bool,
    /// Write the games to a file, a record to a line; without dates, so that the same match gives the same file but for
    /// its id and times
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Let --record replace a file that is something else
    #[arg(long, requires = "record")]
    force: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print a line for each agent, with commas between the values
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

/// Openings, clocks and adjudication.
#[derive(Debug, Args)]
struct ContestArgs {
    /// Begin each round with so many random plies
    #[arg(long, value_name = "PLIES", group = "beginning")]
    random_plies: Option<u32>,
    /// Begin the rounds with each possible line of so many plies in turn
    #[arg(long, value_name = "PLIES", group = "beginning")]
    every_opening: Option<u32>,
    /// Begin the rounds with the lines of a file in turn: a move list (Gomoku: also as Gomocup writes it, `0,0, 1,0,
    /// -3,2`, columns and rows from the centre), or `position` and a position
    #[arg(long, value_name = "FILE", group = "beginning")]
    openings: Option<PathBuf>,
    /// Time for a game and for each move, such as 10s+100ms; once for all agents, or once for each in turn
    #[arg(long, value_name = "TIME+INCREMENT")]
    clock: Vec<TimeControl>,
    /// How late a move may be, by its clock or its time for each move, without losing the game (1s if not said: busy
    /// machines hold threads back)
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    time_margin: Option<Duration>,
    /// End games in a draw after so many plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
    /// End games that both sides score as won by so many points for so many plies, such as 10:4
    #[arg(long, value_name = "POINTS:PLIES")]
    adjudicate_win: Option<Agreement>,
    /// End games that both sides score as level within so many points for so many plies, such as 0:10
    #[arg(long, value_name = "POINTS:PLIES")]
    adjudicate_draw: Option<Agreement>,
}

/// The sequential test.
#[derive(Debug, Args)]
struct SprtArgs {
    /// Stop as soon as the first agent is shown to be ELO0 or ELO1 stronger than the second, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", value_parser = read_bounds, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// The chance to accept ELO1 although ELO0 is true
    #[arg(long, default_value_t = 0.05, value_parser = read_chance, requires = "sprt")]
    alpha: f64,
    /// The chance to accept ELO0 although ELO1 is true
    #[arg(long, default_value_t = 0.05, value_parser = read_chance, requires = "sprt")]
    beta: f64,
    /// Measure in Elo over the standard deviation of a game
    #[arg(long, requires = "sprt")]
    normalized: bool,
    /// Look at single games, not at pairs
    #[arg(long, requires = "sprt")]
    trinomial: bool,
}

/// Reads the name of a match.
fn read_name(text: &str) -> Result<String, ReadError> {
    match text.trim().is_empty() {
        true => Err(ReadError::new("the name is empty; leave --name out, and the match gets one")),
        false => Ok(text.to_owned()),
    }
}

fn read_bounds(text: &str) -> Result<(f64, f64), ReadError> {
    let read = || {
        let (low, high) = text.split_once(',')?;
        let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
        let sensible = |elo: f64| elo.abs() <= Sprt::MOST_ELO;
        (sensible(low) && sensible(high) && low < high).then_some((low, high))
    };
    let wanted = format!("two numbers up to {} are wanted, the lower first, such as 0,10", Sprt::MOST_ELO);
    read().ok_or_else(|| ReadError::new(wanted))
}

fn read_chance(text: &str) -> Result<f64, ReadError> {
    let chance = text.parse().ok().filter(|chance| *chance > 0.0 && *chance < 0.5);
    chance.ok_or_else(|| ReadError::new("a number between 0 and 0.5 is wanted"))
}

impl ContestArgs {
    fn openings(&self) -> Result<Openings, Failure> {
        Ok(match (&self.openings, self.random_plies, self.every_opening) {
            (Some(path), _, _) => Openings::from_file(path)?,
            (None, Some(plies), _) => Openings::Random(plies),
            (None, None, Some(plies)) => Openings::Every(plies),
            (None, None, None) => Openings::Start,
        })
    }

    fn conditions(&self, budget: Budget) -> Result<Conditions, Failure> {
        let adjudication =
            Adjudication { max_plies: self.max_plies, win: self.adjudicate_win, draw: self.adjudicate_draw };
        Ok(Conditions::default()
            .budget(budget)
            .clocks(self.clock.clone())
            .time_margin(self.time_margin.unwrap_or(TIME_MARGIN))
            .adjudication(adjudication)
            .openings(self.openings()?))
    }
}

impl SprtArgs {
    fn test(&self) -> Option<MatchSprt> {
        let (elo0, elo1) = self.sprt?;
        let scale = if self.normalized { Scale::Normalized } else { Scale::Logistic };
        let test = Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta, scale };
        Some(MatchSprt { test, rounds: !self.trinomial })
    }
}

impl MatchCommand {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let game = catalog.game(&self.game)?;
        let agents = self.agents.iter().map(|agent| agent.parse()).collect::<Result<Vec<Spec>, _>>()?;
        let clock = SystemClock::start();
        let conditions = self.contest.conditions(self.limits.given())?;
        let contest = Contest::new(Seed(self.seed), conditions)
            .executor(self.cluster.executor(self.threads)?)
            .clock(&clock)
            .stop(interrupt::stop());
        let mut settings = Match::new(self.games)
            .sprt(self.sprt.test())
            .keep_moves(self.store.is_some() || self.record.is_some())
            .contest(contest);
        game.check_match(&agents, &settings)?.iter().for_each(|remark| note(remark));
        self.limits.note_unlimited(agents.iter());
        if let Some(record) = &self.record {
            let store = self.store.iter().flat_map(|store| Store::files(store));
            refuse_used(record, &store.chain(self.contest.openings.clone()).collect::<Vec<_>>())?;
            check_record_name(record)?;
            if std::fs::metadata(record).is_ok_and(|found| found.is_file() && found.len() > 0) {
                let name = record.display();
                note(&format!(
                    "the games in {name} are replaced when the match ends; --store adds games to a store"
                ));
            }
        }
        if let Some(store) = &self.store {
            check_store_name(store)?;
        }
        let mut keeper = self.keeper(&game.spec(), &agents, &settings)?;
        let kept = keeper.kept(agents.len(), self.games)?;
        settings.kept = &kept;
        if kept.len() as u64 > self.games {
            settings.games = kept.len() as u64;
            let (kept, games) = (kept.len(), self.games);
            note(&format!(
                "the store has {kept} games of this match, more than --games {games}: all of them count"
            ));
        }
        let bar = progress::bar(settings.games);
        let tally = game.play_match(&agents, &settings, &mut |tally, records| {
            progress::show(&bar, tally.games, || with_workers(progress_text(tally, &settings)));
            keeper.keep(records)
        });
        bar.finish_and_clear();
        let tally = tally?;
        let (name, stored) = (keeper.name().map(str::to_owned), keeper.stored());
        let kept = keeper.finish().map_err(|failure| self.not_kept(failure, name.as_deref(), stored));
        let report = MatchReport::new(game.spec(), self.seed, &self.agents, &tally, settings.sprt.as_ref());
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", agon_core::visible_json(&serde_json::to_string(&report)?))?;
        } else if self.csv {
            write!(out, "{}", report.csv())?;
        } else {
            write!(out, "{}", report.table(terminal::columns()))?;
        }
        // What was played counts, also where it could not be kept.
        out.flush()?;
        note_copies(tally.first_games.warning(), "more --random-plies, or another --openings,");
        kept?;
        if settings.is_over(&tally) {
            Ok(())
        } else {
            Err(self.stopped((tally.games, settings.games), name.as_deref()))
        }
    }

    /// Who keeps the games.
    fn keeper(&self, game: &str, agents: &[Spec], settings: &Match<'_>) -> Result<MatchKeeper, Failure> {
        let plan = self.fingerprint(game, agents, settings)?.to_string();
        let create = |path: &PathBuf| Output::create(path, FileKind::JSON_LINES, Replace::forced(self.force));
        let file = self.record.as_ref().map(create).transpose()?;
        let Some(path) = &self.store else { return MatchKeeper::without_store(file) };
        let event = Event { name: self.name.clone(), game: game.to_owned(), plan, seed: self.seed };
        let how = if self.resume { BeginOrResume::Resume } else { BeginOrResume::Begin };
        MatchKeeper::with_store(path, file, &event, how)
    }

    /// All that decides how the game of a number goes, and when the match ends but for the number of games.
    fn fingerprint(&self, game: &str, agents: &[Spec], settings: &Match<'_>) -> Result<Fingerprint, Failure> {
        let sprt = settings.sprt.map(|MatchSprt { test, rounds }| {
            let Sprt { elo0, elo1, alpha, beta, scale } = test;
            let scale = if scale == Scale::Normalized { "normalized" } else { "logistic" };
            let looks_at = if rounds { "rounds" } else { "games" };
            format!("{elo0},{elo1} alpha {alpha} beta {beta} {scale} {looks_at}")
        });
        let mut plan = Fingerprint::new("match", 1)
            .with("game", game)
            .with("seed", self.seed)
            .with("program", PROGRAM)
            .with_some("sprt", sprt)
            .with_all(settings.contest.conditions.fingerprint());
        for (number, spec) in (1..).zip(agents) {
            plan = plan.with(format!("agent {number}"), agent_identity(spec)?);
        }
        Ok(plan)
    }

    /// What is to be said of a match that a signal ended.
    fn stopped(&self, (played, games): (u64, u64), name: Option<&str>) -> Failure {
        let mut said = format!("stopped after {played} of {games} games");
        match (name, &self.record) {
            (Some(name), _) => said += &format!(", which are kept\nto go on: {}", self.to_go_on(name)),
            (None, Some(path)) => {
                said += &format!(", which are in {}; --store could go on with them", path.display())
            }
            (None, None) => said += ", which are not kept; --store keeps them and can go on with them",
        }
        Failure::Interrupted(said)
    }

    /// What is to be said of a match whose games could not be kept, as on a full disk.
    fn not_kept(&self, failure: Failure, name: Option<&str>, stored: u64) -> Failure {
        match (failure, name) {
            // There is nothing to go on with.
            (failure @ Failure::Store(StoreError::Gone { .. }), _) | (failure, None) => failure,
            (failure, Some(name)) => Failure::File(format!(
                "{failure}\nstopped; {stored} games of `{name}` are kept\nto go on: {}",
                self.to_go_on(name)
            )),
        }
    }

    /// The command that goes on with a match of the store.
    fn to_go_on(&self, name: &str) -> String {
        let again = command_line::again(Some("--resume"));
        match self.name {
            Some(_) => again,
            None => format!("{again} --name {}", command_line::quoted(name)),
        }
    }
}

/// Refuses a store whose name is that of another kind of file: nobody could read it by its name.
fn check_store_name(path: &Path) -> Result<(), Failure> {
    match RecordFormat::of(path) {
        Ok(RecordFormat::Lines) => Err(Failure::file(
            path,
            &"a store ends in .db; --record writes games to a file like this, a record to a line",
        )),
        Ok(RecordFormat::Store) => Ok(()),
        // Nobody could read a new one by its name.
        Err(_) if path.exists() => Ok(()),
        Err(_) => Err(Failure::file(path, &"a store ends in .db")),
        Ok(_) => {
            Err(Failure::file(path, &"a store ends in .db; `agon convert` makes files like this of a store"))
        }
    }
}

/// Refuses a file of records whose name is not that of one; devices and pipes may be called anything.
fn check_record_name(path: &Path) -> Result<(), Failure> {
    let is_special = std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    match RecordFormat::of(path) {
        Ok(RecordFormat::Lines) => Ok(()),
        _ if is_special => Ok(()),
        Ok(RecordFormat::Store) => Err(Failure::file(
            path,
            &"--record writes a record to a line, to a file that ends in .jsonl; --store adds games to a store",
        )),
        _ => Err(Failure::file(
            path,
            &"--record writes a record to a line: name a file that ends in .jsonl; `agon convert` makes others of it",
        )),
    }
}

/// How the match stands, for the progress line.
fn progress_text(tally: &Tally, settings: &Match<'_>) -> String {
    let score = tally.score(0);
    let mut text = format!("score {:.3} ({:.3} to {:.3})", score.value, score.low, score.high);
    if let Some(sprt) = &settings.sprt {
        let state = tally.sprt(sprt);
        text += &format!(", LLR {:.2} ({:.2} to {:.2})", state.llr, state.lower, state.upper);
    }
    text
}
