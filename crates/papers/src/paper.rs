//! Papers and their experiments: a name starts one, and its report has the published figures beside ours. Original design.
//!
//! An experiment is settings only. It works in a [`Lab`], which says how long it may take and plays its games through
//! the arena.

use agon_arena::{Conditions, Contest, GameJob, Match, Openings, Tally};
use agon_catalog::{MatchRefused, OnRound, agent_identity, game};
use agon_core::spec::Spec;
use agon_core::{Clock, Executor, PerPlayer, ReadError, Seed, Stop};
use agon_files::{FileError, Fingerprint};
use agon_records::Record;

use crate::data::Data;
use crate::notebook::{MatchSummary, Notebook};
use crate::provenance::Provenance;
use crate::recipe::TrainError;
use crate::report::ExperimentReport;
use crate::{blokus_study, forests, minimax_training, othello_thesis, reversi_report};

/// A published study.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// Its name on the command line.
    pub key: &'static str,
    /// Author, title, year.
    pub title: &'static str,
    /// Its experiments, in its own order.
    pub experiments: &'static [Experiment],
}

/// A table or figure of a study, made again.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// Whether it needs game records, which do not come with Agon.
    pub needs_data: bool,
    pub(crate) run: fn(&mut Lab<'_>) -> Result<ExperimentReport, ExperimentError>,
}

impl Experiment {
    /// All that the table depends on, as far as it is not settled with the run.
    ///
    /// # Errors
    /// If it needs data and there is none.
    pub fn fingerprint(&self, data: Option<&Data>) -> Result<Fingerprint, ExperimentError> {
        let data = data.filter(|_| self.needs_data);
        if self.needs_data && data.is_none() {
            return Err(ExperimentError::NoData(self.name));
        }
        Ok(Fingerprint::new("table", 2).with("table", self.name).with_some("data", data.map(Data::digest)))
    }

    /// Makes the table or figure.
    ///
    /// # Errors
    /// If data is missing, or the work was stopped.
    pub fn run(&self, lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
        (self.run)(lab)
    }
}

/// Why an experiment gave no report.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// Something could not be read.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// A match could not be played.
    #[error(transparent)]
    Match(#[from] MatchRefused),
    /// A training failed.
    #[error(transparent)]
    Training(TrainError),
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Figures could not be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The experiment needs data that does not come with Agon.
    #[error(
        "table {0} needs recorded games (WTHOR files): name their folder with --data, or another table with --table"
    )]
    NoData(&'static str),
    /// The experiment needs an outside engine.
    #[error(
        "table {0} needs an outside engine that speaks GTP: give its command, as in --engine \"pentobi-gtp --nobook --level 7\" \
         (Pentobi is free and does not come with Agon), or name another table with --table"
    )]
    NoEngine(&'static str),
    /// An agent failed in every game, so that there is nothing to say.
    #[error("no game was played to its end: {0}")]
    Forfeited(String),
    /// Somebody asked it to stop.
    #[error("stopped")]
    Stopped,
}

impl From<TrainError> for ExperimentError {
    fn from(error: TrainError) -> Self {
        match error {
            TrainError::Stopped => Self::Stopped,
            error => Self::Training(error),
        }
    }
}

/// All papers.
pub const PAPERS: &[Paper] = &[
    othello_thesis::PAPER,
    minimax_training::PAPER,
    reversi_report::PAPER,
    blokus_study::PAPER,
    forests::PAPER,
];

impl Paper {
    /// The experiment of that name.
    ///
    /// # Errors
    /// If there is none; the error says which ones there are.
    pub fn experiment(&self, name: &str) -> Result<&'static Experiment, ReadError> {
        by_name(self.experiments, name, "table", |experiment| experiment.name)
    }
}

/// The paper of that name.
///
/// # Errors
/// If there is none; the error says which ones there are.
pub fn paper(key: &str) -> Result<&'static Paper, ReadError> {
    by_name(PAPERS, key, "paper", |paper| paper.key)
}

/// The one of that name, or an error that says which names there are.
pub(crate) fn by_name<'t, T>(
    all: impl IntoIterator<Item = &'t T> + Clone,
    name: &str,
    what: &str,
    name_of: impl Fn(&T) -> &'static str,
) -> Result<&'t T, ReadError> {
    all.clone().into_iter().find(|one| name_of(one) == name).ok_or_else(|| {
        let names: Vec<_> = all.into_iter().map(name_of).collect();
        agon_core::spec::Word::new(name).unknown(what, &names).within(name)
    })
}

/// How far an experiment has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// Steps done.
    pub done: u64,
    /// How much of the next one is done, from 0 to 1.
    pub part: f64,
    /// Steps in all.
    pub of: u64,
    /// What is going on.
    pub what: String,
}

/// Where experiments are made: the means they have, and who watches.
pub struct Lab<'l> {
    /// Everything random follows from it.
    pub seed: Seed,
    /// The threads; they change nothing but the time.
    pub executor: Executor,
    /// Whether fewer games and boards will do.
    pub quick: bool,
    /// Data that does not come with Agon.
    pub data: Option<Data>,
    /// An outside engine to play against, as an agent.
    pub engine: Option<Spec>,
    /// Simulations in the place of each second that a source allows, so that nothing depends on the machine.
    pub simulations: Option<u64>,
    /// Experiments that measure time read it here.
    pub clock: &'l dyn Clock,
    /// Set to end the work early.
    pub stop: Stop,
    /// What was found before.
    pub notebook: &'l mut Notebook,
    /// What the experiment has used so far.
    pub provenance: Provenance,
    /// How far the experiment has come.
    pub step: Step,
    /// Sees every step.
    pub watch: &'l mut dyn FnMut(&Step),
}

/// Folders for tests that go away with them.
#[cfg(test)]
pub(crate) struct TestFolder(pub(crate) std::path::PathBuf);

#[cfg(test)]
impl TestFolder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("agon-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }
}

#[cfg(test)]
impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Works in a lab for tests: quick, on one thread, with a notebook of its own.
#[cfg(test)]
pub(crate) fn in_quick_lab<T>(name: &str, work: impl FnOnce(&mut Lab<'_>) -> T) -> T {
    in_lab_until(u64::MAX, &TestFolder::new(name).0, false, work)
}

/// The same in a folder, and told to stop when so many steps are done.
#[cfg(test)]
pub(crate) fn in_lab_until<T>(
    steps: u64,
    folder: &std::path::Path,
    resume: bool,
    work: impl FnOnce(&mut Lab<'_>) -> T,
) -> T {
    let stop = Stop::default();
    work(&mut Lab {
        seed: Seed(1),
        executor: Executor::new(1),
        quick: true,
        data: None,
        engine: None,
        simulations: None,
        clock: &agon_core::SystemClock::start(),
        stop: stop.clone(),
        notebook: &mut Notebook::open(folder, &Fingerprint::new("test", 1), resume).expect("a notebook"),
        provenance: Provenance::default(),
        step: Step::default(),
        watch: &mut |step| {
            if step.done >= steps {
                stop.set();
            }
        },
    })
}

impl<'l> Lab<'l> {
    /// One number for a full experiment, another for a quick one.
    #[must_use]
    pub fn either<T>(&self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Says how far the experiment has come.
    ///
    /// # Errors
    /// If somebody asked it to stop.
    pub fn step(&mut self, done: u64, of: u64, what: impl Into<String>) -> Result<(), ExperimentError> {
        self.step = Step { done, part: 0.0, of, what: what.into() };
        (self.watch)(&self.step);
        self.go_on()
    }

    /// Says how much of what was announced as a step is done.
    ///
    /// # Errors
    /// If somebody asked to stop.
    pub fn part(&mut self, part: f64) -> Result<(), ExperimentError> {
        self.step.part = part;
        (self.watch)(&self.step);
        self.go_on()
    }

    fn go_on(&self) -> Result<(), ExperimentError> {
        if self.stop.is_set() { Err(ExperimentError::Stopped) } else { Ok(()) }
    }

    /// Plays a match on one thread, so that no other game disturbs its times: openings in pairs, seats exchanged.
    ///
    /// # Errors
    /// If a spec is wrong, or the work was stopped.
    pub fn play_timed(
        &mut self,
        spec: &str,
        agents: &[&str],
        games: u64,
        openings: Openings,
    ) -> Result<Tally, ExperimentError> {
        let contest = self.contest(self.seed, openings).executor(Executor::new(1));
        let agents = read_specs(agents)?;
        let tally = play(contest, spec, &agents, games, &mut |_, _| true)?;
        self.provenance.add_games(game(spec)?.spec(), &agents, tally.games)?;
        self.go_on().map(|()| tally)
    }

    /// Plays single games, for each of which `seats` names the agents by number, and gives their records in this
    /// order. What is random in a game follows from the seed, the agents and the number of the game.
    ///
    /// # Errors
    /// If a spec is wrong, or the work was stopped.
    pub fn games<S: AsRef<[usize]>>(
        &mut self,
        spec: &str,
        agents: &[&str],
        seats: &[S],
        openings: Openings,
    ) -> Result<Vec<Record>, ExperimentError> {
        let contest = self.contest(self.seed.child(&agents.join(" "), 0), openings);
        // Where time is limited, games beside each other would take it from each other.
        let is_timed = agents.iter().any(|agent| agent.contains("time="));
        let contest = if is_timed { contest.executor(Executor::new(1)) } else { contest };
        let job = |(number, seats): (u64, &S)| GameJob {
            number,
            round: number,
            seats: PerPlayer::new(seats.as_ref().len(), |player| seats.as_ref()[player.index()]),
        };
        let jobs: Vec<_> = (0..).zip(seats).map(job).collect();
        let agents = read_specs(agents)?;
        let mut records = Vec::new();
        game(spec)?.play_jobs(&agents, &contest, &jobs, &mut |record| {
            records.push(record);
            true
        })?;
        records.sort_by_key(|record| record.number);
        self.provenance.add_games(game(spec)?.spec(), &agents, records.len() as u64)?;
        self.go_on().map(|()| records)
    }

    /// Games of agents that the run has played before count like those that are played now: a run that was interrupted
    /// says the same as one that was not.
    ///
    /// # Errors
    /// If a spec is wrong, or a file that it names cannot be read.
    pub fn count_games(&mut self, spec: &str, agents: &[&str], games: u64) -> Result<(), ExperimentError> {
        Ok(self.provenance.add_games(game(spec)?.spec(), &read_specs(agents)?, games)?)
    }

    fn contest(&self, seed: Seed, openings: Openings) -> Contest<'l> {
        Contest::new(seed, Conditions::default().openings(openings))
            .executor(self.executor)
            .clock(self.clock)
            .stop(self.stop.clone())
    }

    /// Plays a match of two agents named by their specs, unless the notebook knows how it ended: openings in pairs, seats
    /// exchanged. Its games are parts of the current step.
    ///
    /// # Errors
    /// If a spec is wrong, the work was stopped, or the notebook cannot be written.
    pub fn encounter(
        &mut self,
        spec: &str,
        agents: [&str; 2],
        games: u64,
        openings: Openings,
        seed: Seed,
    ) -> Result<MatchSummary, ExperimentError> {
        let (contest, agents) = (self.contest(seed, openings), read_specs(&agents)?);
        let fingerprint = Fingerprint::new("encounter", 1)
            .with("game", game(spec)?.spec())
            .with("agent 1", agent_identity(&agents[0])?)
            .with("agent 2", agent_identity(&agents[1])?)
            .with("games", games)
            .with("seed", seed.0)
            .with_all(contest.conditions.fingerprint());
        if let Some(known) = self.notebook.encounter(&fingerprint) {
            self.provenance.add_games(game(spec)?.spec(), &agents, known.games)?;
            return Ok(known);
        }
        let tally = play(contest, spec, &agents, games, &mut |tally, _| {
            self.part(tally.games as f64 / games as f64).is_ok()
        })?;
        self.go_on()?;
        let encounter = MatchSummary::of(&tally);
        self.notebook.note(&fingerprint, encounter)?;
        self.provenance.add_games(game(spec)?.spec(), &agents, encounter.games)?;
        Ok(encounter)
    }
}

fn play(
    contest: Contest<'_>,
    spec: &str,
    agents: &[Spec],
    games: u64,
    on_round: &mut OnRound<'_>,
) -> Result<Tally, ExperimentError> {
    let settings = Match::new(games).contest(contest);
    Ok(game(spec)?.play_match(agents, &settings, on_round)?)
}

/// The agents that settings of a paper name.
fn read_specs(agents: &[&str]) -> Result<Vec<Spec>, ReadError> {
    agents.iter().map(|agent| agent.parse()).collect()
}
