//! Trainings as jobs. Their folder is that of `agon train`, so that either can go on with what the other began.

use std::path::Path;
use std::time::Duration;

use agon_catalog::Origin;
use agon_core::{Clock, Executor, SystemClock};
use agon_files::RunFolder;
use agon_papers::{Recipe, TrainError, TrainingFiles, TrainingProgress, TrainingResult, recipe};
use serde_json::{Value, json};

use super::plan::TrainingWish;
use super::{Ended, Progress};
use crate::app::App;
use crate::explained::Explained;
use crate::picture::Picture;
use crate::policy;
use crate::refusal::Refusal;

/// The folder of the training inside that of the job.
const RUN: &str = "run";
/// The best so far is shown at most so often.
const BETWEEN_PICTURES: Duration = Duration::from_secs(1);
/// Points of a curve that are shown; more cannot be told apart.
const MOST_POINTS: usize = 600;

/// Trains until the end, or until somebody stops it.
pub(super) fn train(
    app: &App,
    wish: &TrainingWish,
    folder: &Path,
    progress: &mut Progress<'_>,
) -> Result<Ended, Refusal> {
    let recipe = recipe(&wish.recipe)?;
    let mut request = wish.request(app, Executor::new(0))?;
    let fingerprint = recipe.fingerprint(&request).map_err(|error| Refusal::wrong(error.to_string()))?;
    let run = folder.join(RUN);
    let resume = RunFolder::holds(&run, &fingerprint)?;
    let mut files = TrainingFiles::new(RunFolder::take(&run, &fingerprint, resume)?, recipe, wish.seed()?)?;
    request.checkpoint = files.checkpoint.take();
    let stop = progress.stop.clone();
    let mut stopped = false;
    let mut best = Best::new(app, recipe, &request.settings, &run);
    let (mut part, mut note) = (0.0, String::new());
    let trained = recipe.train(&request, &mut |at| {
        let is_last = at.step.as_ref().is_some_and(|step| step.last);
        let stops = stop.is_set() && !is_last;
        files.note(at, stops)?;
        part = (at.done as f64 + at.part) / at.of.max(1) as f64;
        note = format!("{} of {}: {}", at.done, at.of, at.note);
        best.look(at, &files)?;
        progress.tell(part, &note, || curve(recipe, &files, (at.done, at.of), None, &best));
        stopped = stops;
        Ok(!stops)
    });
    let trained = match trained {
        Ok(trained) => trained,
        Err(TrainError::Stopped) => return Ok(Ended::Stopped),
        Err(_) if stopped => {
            progress.tell_now(part, &note, curve(recipe, &files, (0, 0), None, &best));
            return Ok(Ended::Stopped);
        }
        Err(error) => return Err(Refusal::failed(error.to_string())),
    };
    files.draw()?;
    if stopped {
        progress.tell_now(part, &note, curve(recipe, &files, (0, 0), None, &best));
        return Ok(Ended::Stopped);
    }
    files.folder.write(recipe.result, &trained.artefact)?;
    best.show(recipe.result);
    progress.tell_now(1.0, &note, curve(recipe, &files, (0, 0), Some(&trained.result), &best));
    Ok(Ended::Done)
}

/// The curve so far, and what was reached.
fn curve(
    recipe: &Recipe,
    files: &TrainingFiles,
    (done, of): (u64, u64),
    reached: Option<&TrainingResult>,
    best: &Best<'_>,
) -> Option<Value> {
    let text = files.curve().ok()?;
    let mut lines = text.lines();
    let columns: Vec<_> = lines.next().unwrap_or_default().split(',').collect();
    let numbers = |line: &str| line.split(',').map(|number| number.parse::<f64>().ok()).collect::<Vec<_>>();
    let rows: Vec<_> = lines.map(numbers).collect();
    let apart = rows.len().div_ceil(MOST_POINTS).max(1);
    let shown = |(index, _): &(usize, &Vec<Option<f64>>)| index % apart == 0 || index + 1 == rows.len();
    let points: Vec<_> = rows.iter().enumerate().filter(shown).map(|(index, row)| (index + 1, row)).collect();
    Some(json!({
        "columns": columns, "points": points, "drawn": recipe.curve.drawn, "along": recipe.curve.along,
        "shows": recipe.curve.shows, "done": done, "of": of, "reached": reached,
        "best": best.shown,
    }))
}

/// The best so far: kept beside the checkpoint, shown as what an agent says that plays by it.
struct Best<'a> {
    app: &'a App,
    recipe: &'a Recipe,
    settings: &'a [(String, String)],
    /// The folder of the training.
    run: &'a Path,
    clock: SystemClock,
    looked: Option<Duration>,
    text: String,
    shown: Value,
}

impl<'a> Best<'a> {
    fn new(app: &'a App, recipe: &'a Recipe, settings: &'a [(String, String)], run: &'a Path) -> Self {
        let (clock, text, shown) = (SystemClock::start(), String::new(), Value::Null);
        Self { app, recipe, settings, run, clock, looked: None, text, shown }
    }

    /// Looks whether there is a better one, if it is time.
    fn look(&mut self, at: &TrainingProgress<'_>, files: &TrainingFiles) -> std::io::Result<()> {
        let now = self.clock.now();
        if at.step.is_none() || self.looked.is_some_and(|looked| now < looked + BETWEEN_PICTURES) {
            return Ok(());
        }
        self.looked = Some(now);
        if let Some(text) = (at.best)().filter(|text| *text != self.text) {
            let name = format!("best-{}", self.recipe.result);
            files.folder.write(&name, &text)?;
            self.text = text;
            self.show(&name);
        }
        Ok(())
    }

    /// Shows a file of what was learned; nothing where no agent has anything to say of it.
    fn show(&mut self, name: &str) {
        let path = self.run.join(name);
        let inside = path.strip_prefix(self.app.data.at("")).unwrap_or(&path);
        let (game, agent) = self.recipe.player(self.settings, &inside.to_string_lossy());
        let explained = explained(self.app, &game, &agent).ok();
        let drawn = self.recipe.drawn.and_then(|draw| draw(&path.to_string_lossy()).ok());
        let (board, explained) = explained.unzip();
        self.shown = json!({
            "game": game, "agent": agent, "board": board, "explained": explained, "drawn": drawn,
        });
    }
}

/// What an agent says of the first position of a game, and the board of it.
fn explained(app: &App, game: &str, agent: &str) -> Result<(Picture, Explained), Refusal> {
    let game = app.catalog.game(game)?;
    let spec = policy::agent(&*game, agent, &app.data)?;
    let seats = vec![Some(spec); game.players()];
    let session = game.session(&seats, &Origin::Start)?;
    let view = session.view();
    let explained = Explained::of(session.explain(), view.width);
    Ok((view.into(), explained))
}
