//! `agon tournament`: a plan from a file, played to its end however often it is stopped.

use std::io::Write;
use std::path::{Path, PathBuf};

use agon_arena::Contest;
use agon_catalog::{Registry, agent_identity};
use agon_core::spec::Spec;
use agon_core::{Executor, ReadError, Seed, SystemClock};
use agon_files::{FileKind, Output, Replace, refuse_used};
use agon_records::{Store, StoreError};
use agon_tournament::{EXAMPLE, Standings, TournamentError, TournamentPlan};
use clap::Args;

use crate::cluster::{ClusterArgs, with_workers};
use crate::command_line;
use crate::failure::Failure;
use crate::interrupt;
use crate::notes::{note, note_copies};
use crate::progress;

/// Play a tournament from a file. Games go into a store as they end; started again after a stop or a crash, the
/// tournament plays what is missing and ends with the same table.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon tournament --example > first-steps.toml\n  \
    agon tournament first-steps.toml --threads 2\n  \
    agon tournament first-steps.toml --html table.html --svg ratings.svg\n  \
    agon tournament first-steps.toml --standings        the table so far, without playing")]
pub struct Tournament {
    /// The file
    #[arg(required_unless_present = "example")]
    file: Option<PathBuf>,
    /// Print a small complete file
    #[arg(long)]
    example: bool,
    /// Where the games are kept; the name of the file with .db if not said
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Only show the table so far
    #[arg(long)]
    standings: bool,
    /// Threads to play with (0: all cores)
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[command(flatten)]
    cluster: ClusterArgs,
    /// Write the tables as a page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the ratings as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Let --html and --svg replace files that are something else
    #[arg(long)]
    force: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Tournament {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        let Some(file) = self.file.as_ref().filter(|_| !self.example) else {
            write!(out, "{EXAMPLE}")?;
            return Ok(());
        };
        let text = agon_files::read_text(file)?;
        let folder = file.parent().unwrap_or(Path::new("."));
        let plan = TournamentPlan::from_toml(&text, folder).map_err(|error| Failure::file(file, &error))?;
        let replace = Replace::forced(self.force);
        let mut used: Vec<_> =
            Store::files(&self.store_path(file)).into_iter().chain([file.clone()]).collect();
        for (path, kind) in [(&self.html, FileKind::HTML), (&self.svg, FileKind::SVG)] {
            if let Some(path) = path {
                refuse_used(path, &used)?;
                used.push(path.clone());
                // Said now, not after a night of games; the file itself is made at the end.
                drop(Output::create(path, kind, replace)?);
            }
        }
        let (standings, stopped) = self.standings(catalog, file, plan)?;
        if let Some(path) = &self.html {
            agon_files::write(path, FileKind::HTML, replace, standings.to_html())?;
        }
        if let Some(path) = &self.svg {
            agon_files::write(path, FileKind::SVG, replace, standings.to_svg())?;
        }
        if self.json {
            writeln!(out, "{}", agon_core::visible_json(&serde_json::to_string(&standings)?))?;
        } else {
            write!(out, "{}", standings.to_text())?;
        }
        out.flush()?;
        note_copies(standings.warning(), "more random-plies, or other lines, in the table [openings]");
        stopped.map_or(Ok(()), Err)
    }

    fn store_path(&self, file: &Path) -> PathBuf {
        self.store.clone().unwrap_or_else(|| file.with_extension("db"))
    }

    /// The table at the end, or so far; and if it was stopped, what is to be said about that.
    fn standings(
        &self,
        catalog: &Registry,
        file: &Path,
        mut plan: TournamentPlan,
    ) -> Result<(Standings, Option<Failure>), Failure> {
        let wrong = |error: ReadError| Failure::file(file, &error);
        let game = catalog.game(&plan.game).map_err(wrong)?;
        let specs = plan.agents.iter().map(|agent| agent.spec.parse());
        let specs = specs.collect::<Result<Vec<Spec>, _>>().map_err(wrong)?;
        for (agent, spec) in plan.agents.iter_mut().zip(&specs) {
            agent.identity = agent_identity(spec).map_err(wrong)?;
        }
        let plan = &plan;
        let path = self.store_path(file);
        plan.check(game.players()).map_err(|error| Failure::file(file, &error))?;
        let clock = SystemClock::start();
        let executor = if self.standings { Executor::new(1) } else { self.cluster.executor(self.threads)? };
        let contest = Contest::new(Seed(plan.seed), plan.conditions.clone())
            .executor(executor)
            .clock(&clock)
            .stop(interrupt::stop());
        // Whatever cannot be played is refused before there is a store.
        let remarks = game.check_jobs(&specs, &contest).map_err(|error| Failure::file(file, &error))?;
        remarks.iter().for_each(|remark| note(remark));
        note_equal_agents(plan);
        if self.standings {
            let store = Store::open_existing(&path)?;
            let standings = agon_tournament::standings(plan, game.players(), &store)?;
            note_uncounted(plan, &store, standings.games)?;
            return Ok((standings, None));
        }
        let mut store = Store::open(&path)?;
        let bar = progress::bar(0);
        let mut games = (0, 0);
        let standings = agon_tournament::run(
            plan,
            &game.spec(),
            game.players(),
            &mut store,
            |jobs, on_game| game.play_jobs(&specs, &contest, jobs, on_game),
            |done, expected| {
                games = (done, expected);
                bar.set_length(expected);
                progress::show(&bar, done, || with_workers(plan.name.clone()));
            },
        );
        bar.finish_and_clear();
        match standings {
            Ok(standings) => {
                note_uncounted(plan, &store, standings.games)?;
                Ok((standings, None))
            }
            Err(TournamentError::Stopped) => {
                let standings = agon_tournament::standings(plan, game.players(), &store)?;
                let (done, expected) = games;
                let again = command_line::again(None);
                let said =
                    format!("stopped after {done} of {expected} games, which are kept\nto go on: {again}");
                Ok((standings, Some(Failure::Interrupted(said))))
            }
            Err(TournamentError::Store(error @ StoreError::Sqlite { .. })) => {
                let again = command_line::again(None);
                Err(Failure::File(format!("{error}\nstopped; the games before are kept\nto go on: {again}")))
            }
            Err(TournamentError::Store(error)) => Err(Failure::Store(error)),
            Err(TournamentError::Games(error)) => Err(Failure::Refused(error)),
            Err(error) => Err(Failure::file(file, &error)),
        }
    }
}

/// Says which agents are the same under two names: their ratings tell how far chance goes.
fn note_equal_agents(plan: &TournamentPlan) {
    for (index, agent) in plan.agents.iter().enumerate() {
        if let Some(first) = plan.agents[..index].iter().find(|first| first.identity == agent.identity) {
            note(&format!("`{}` and `{}` are the same agent, {}", first.name, agent.name, agent.spec));
        }
    }
}

/// Says that the store has games that the plan has no place for, as when it has fewer rounds than before.
fn note_uncounted(plan: &TournamentPlan, store: &Store, counted: u64) -> Result<(), Failure> {
    let name = &plan.name;
    let kept = store.events()?.into_iter().find(|event| event.name == *name).map_or(0, |event| event.games);
    if kept <= counted {
        return Ok(());
    }
    // A game may be there twice.
    let kept = store.numbers(name)?.len() as u64;
    if kept > counted {
        note(&format!("the store has {kept} games of `{name}`, the plan {counted}: the others do not count"));
    }
    Ok(())
}
