//! Work that takes long: matches and tournaments, trainings, tables of papers. One at a time, as each uses every core;
//! the others wait in turn. What is known is in the folder of the job, so that it goes on after a stop or a kill.

mod contest;
mod film;
mod live;
mod plan;
mod table;
mod training;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_core::{Clock, Stop, SystemClock};
use agon_files::{FileKind, Replace, read_text_if_there};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::{Semaphore, watch};

use crate::app::App;
use crate::data_folder::{DataFolder, is_id, new_id};
use crate::refusal::Refusal;

pub(crate) use film::{Film, film};
pub(crate) use live::{LiveGame, LiveGames};
pub(crate) use plan::Plan;

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Standing {
    Queued,
    Running,
    /// Somebody stopped it, or the server ended; it can go on.
    Stopped,
    Done,
    Failed,
}

/// What is known of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct JobState {
    pub(crate) id: String,
    pub(crate) plan: Plan,
    pub(crate) standing: Standing,
    /// How much is done, from 0 to 1.
    pub(crate) part: f64,
    /// How far it is, in words.
    pub(crate) note: String,
    /// How long it has worked, in seconds.
    pub(crate) seconds: f64,
    /// Why it failed.
    pub(crate) error: Option<String>,
    /// What has come out so far; its shape depends on the plan.
    pub(crate) result: Value,
    /// The command line that does the same.
    pub(crate) command: String,
}

/// A job.
pub(crate) struct Job {
    state: Mutex<JobState>,
    stop: Mutex<Stop>,
    pub(crate) news: watch::Sender<u64>,
    pub(crate) folder: PathBuf,
    /// The games that are being played.
    live: Mutex<Option<Arc<LiveGames>>>,
}

/// The file with the state of a job.
const STATE: &str = "job.json";
/// Pages hear of progress, and the file is written, at most so often.
const BETWEEN_NEWS: Duration = Duration::from_millis(200);
const BETWEEN_FILES: Duration = Duration::from_secs(1);

impl Job {
    pub(crate) fn state(&self) -> JobState {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, JobState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop_flag(&self) -> Stop {
        self.stop.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Shows the games that are played from now on.
    fn watched(&self) -> Arc<LiveGames> {
        let live = Arc::new(LiveGames::new());
        *self.live.lock().unwrap_or_else(PoisonError::into_inner) = Some(live.clone());
        live
    }

    /// The games that are being played; none when it does not run.
    pub(crate) fn live(&self) -> Option<Arc<LiveGames>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Changes the state and tells everybody.
    fn change(&self, what: impl FnOnce(&mut JobState)) {
        what(&mut self.lock());
        self.news.send_modify(|version| *version += 1);
    }

    /// Writes the state down.
    fn keep(&self) -> Result<(), Refusal> {
        let text =
            serde_json::to_string(&self.state()).map_err(|error| Refusal::failed(error.to_string()))?;
        Ok(agon_files::write(&self.folder.join(STATE), FileKind::OWN, Replace::Anything, text)?)
    }

    /// Asks it to stop.
    pub(crate) fn stop(&self) -> Result<(), Refusal> {
        let standing = self.lock().standing;
        match standing {
            Standing::Running => self.stop_flag().set(),
            Standing::Queued => {
                self.stop_flag().set();
                self.change(|state| state.standing = Standing::Stopped);
                self.keep()?;
            }
            _ => return Err(Refusal::conflict("It is not running.")),
        }
        Ok(())
    }
}

/// How a job tells how far it is; it may be told to stop.
pub(crate) struct Progress<'j> {
    job: &'j Job,
    pub(crate) stop: Stop,
    clock: SystemClock,
    before: f64,
    told: Duration,
    kept: Duration,
}

impl Progress<'_> {
    /// Tells what is known so far; `result` is only made when somebody is told.
    pub(crate) fn tell(&mut self, part: f64, note: &str, result: impl FnOnce() -> Option<Value>) {
        let now = self.clock.now();
        if now < self.told + BETWEEN_NEWS && self.told > Duration::ZERO {
            return;
        }
        self.told = now;
        self.tell_now(part, note, result());
        if now >= self.kept + BETWEEN_FILES {
            self.kept = now;
            // The next time, or the end, will do.
            let _ = self.job.keep();
        }
    }

    /// The same at once.
    pub(crate) fn tell_now(&mut self, part: f64, note: &str, result: Option<Value>) {
        let seconds = self.before + self.clock.now().as_secs_f64();
        self.job.change(|state| {
            (state.part, state.seconds) = (part, seconds);
            note.clone_into(&mut state.note);
            if let Some(result) = result {
                state.result = result;
            }
        });
    }
}

/// How the work of a job ended.
pub(crate) enum Ended {
    Done,
    Stopped,
}

/// All jobs.
pub(crate) struct Jobs {
    by_id: Mutex<HashMap<String, Arc<Job>>>,
    turn: Arc<Semaphore>,
}

impl Jobs {
    /// Those of a data folder. What was running when the server ended is stopped, and can go on.
    pub(crate) fn open(data: &DataFolder) -> Self {
        let entries = std::fs::read_dir(data.at("jobs")).into_iter().flatten().flatten();
        let found = entries.filter_map(|entry| {
            let folder = entry.path();
            let id = entry.file_name().to_string_lossy().into_owned();
            let text = read_text_if_there(&folder.join(STATE)).ok().flatten().filter(|_| is_id(&id))?;
            let mut state: JobState = serde_json::from_str(&text).ok()?;
            if matches!(state.standing, Standing::Running | Standing::Queued) {
                state.standing = Standing::Stopped;
            }
            Some((id, Arc::new(Job::new(state, folder))))
        });
        Self { by_id: Mutex::new(found.collect()), turn: Arc::new(Semaphore::new(1)) }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        self.lock().get(id).cloned().ok_or_else(|| Refusal::unknown("There is nothing at this address."))
    }

    /// The job with the same plan that runs or waits.
    fn at_work(&self, plan: &Plan) -> Option<Arc<Job>> {
        let same = |job: &&Arc<Job>| {
            let state = job.lock();
            matches!(state.standing, Standing::Queued | Standing::Running) && state.plan == *plan
        };
        self.lock().values().find(same).cloned()
    }

    /// All states, those that changed last first.
    pub(crate) fn list(&self) -> Vec<JobState> {
        let mut list: Vec<_> = self.lock().values().map(|job| (changed(job), job.state())).collect();
        list.sort_by(|(one, _), (other, _)| other.cmp(one));
        list.into_iter().map(|(_, state)| state).collect()
    }
}

/// When the file of a job was written last.
fn changed(job: &Job) -> Option<std::time::SystemTime> {
    std::fs::metadata(job.folder.join(STATE)).and_then(|found| found.modified()).ok()
}

impl Job {
    fn new(state: JobState, folder: PathBuf) -> Self {
        let (state, news) = (Mutex::new(state), watch::Sender::new(1));
        Self { state, stop: Mutex::default(), news, folder, live: Mutex::default() }
    }
}

/// Begins a job. A table that is being made, or waits for it, is not made twice.
pub(crate) fn begin(app: &Arc<App>, plan: Plan) -> Result<Arc<Job>, Refusal> {
    plan.check(app)?;
    if let Plan::Table(_) = plan
        && let Some(same) = app.jobs.at_work(&plan)
    {
        return Ok(same);
    }
    let id = new_id()?;
    let folder = app.data.at("jobs").join(&id);
    std::fs::create_dir_all(&folder).map_err(|error| Refusal::failed(error.to_string()))?;
    let state = JobState {
        id: id.clone(),
        command: plan.command(),
        plan,
        standing: Standing::Queued,
        part: 0.0,
        note: String::new(),
        seconds: 0.0,
        error: None,
        result: Value::Null,
    };
    let job = Arc::new(Job::new(state, folder));
    job.keep().inspect_err(|_| {
        let _ = std::fs::remove_dir_all(&job.folder);
    })?;
    app.jobs.lock().insert(id, job.clone());
    start(app, &job);
    Ok(job)
}

/// Goes on with a job that was stopped.
pub(crate) fn resume(app: &Arc<App>, job: &Arc<Job>) -> Result<(), Refusal> {
    if !matches!(job.lock().standing, Standing::Stopped | Standing::Failed) {
        return Err(Refusal::conflict("It is running, or done."));
    }
    *job.stop.lock().unwrap_or_else(PoisonError::into_inner) = Stop::default();
    job.change(|state| (state.standing, state.error) = (Standing::Queued, None));
    job.keep()?;
    start(app, job);
    Ok(())
}

/// Lets a job work as soon as it is its turn.
fn start(app: &Arc<App>, job: &Arc<Job>) {
    let (app, job) = (app.clone(), job.clone());
    tokio::spawn(async move {
        let Ok(turn) = app.jobs.turn.clone().acquire_owned().await else { return };
        if job.lock().standing != Standing::Queued {
            return;
        }
        job.change(|state| state.standing = Standing::Running);
        let (worker, at_work) = (app.clone(), job.clone());
        let ended = tokio::task::spawn_blocking(move || work(&worker, &at_work)).await;
        let ended = ended.unwrap_or_else(|_| Err(Refusal::failed("The work broke down.")));
        *job.live.lock().unwrap_or_else(PoisonError::into_inner) = None;
        job.change(|state| match &ended {
            Ok(Ended::Done) => (state.standing, state.part) = (Standing::Done, 1.0),
            Ok(Ended::Stopped) => state.standing = Standing::Stopped,
            Err(refusal) => {
                state.standing = Standing::Failed;
                state.error = Some(refusal.message().to_owned());
            }
        });
        // What cannot be written now was written a second ago.
        let _ = job.keep();
        drop(turn);
    });
}

fn work(app: &Arc<App>, job: &Job) -> Result<Ended, Refusal> {
    let JobState { plan, seconds, .. } = job.state();
    let clock = SystemClock::start();
    let mut progress = Progress {
        job,
        stop: job.stop_flag(),
        clock,
        before: seconds,
        told: Duration::ZERO,
        kept: Duration::ZERO,
    };
    match &plan {
        Plan::Tournament(plan) => contest::tournament(app, plan, &job.folder, &mut progress),
        Plan::Match(plan) => contest::duel(app, plan, &job.folder, &mut progress),
        Plan::Training(plan) => training::train(app, plan, &job.folder, &mut progress),
        Plan::Table(plan) => table::make(app, plan, &job.folder, &mut progress),
    }
}
