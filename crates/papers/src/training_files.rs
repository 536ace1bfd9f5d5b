//! What is written while a training goes on. Original design.
//!
//! The folder of a training holds `run.txt`, which says what is trained; `checkpoint.txt`, written whole about once a
//! second and at the end; `curve.csv`, a line for every step (a generation, a model); and at the end `curve.svg`, the
//! picture of it, and `result.txt` (`result.xml`), the learned thing. Forests leave `generation-NNNN.xml`, the best one of
//! each generation, and `data.db`, the ends of their games, too. Lines are never behind the checkpoint: those beyond it are written
//! again when the training goes on.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use agon_core::{Clock, SystemClock};
use agon_files::{FileError, RunFolder};
use agon_records::EndStore;

use crate::curve::Curve;
use crate::recipe::{Recipe, TrainingProgress, TrainingStep};

/// The files of a training.
pub struct TrainingFiles {
    /// The folder that holds them.
    pub folder: RunFolder,
    /// What the picture of the curve is called.
    title: String,
    /// What an interrupted training left to go on from.
    pub checkpoint: Option<String>,
    columns: Curve,
    curve: Option<File>,
    clock: SystemClock,
    saved: Option<Duration>,
}

const CHECKPOINT: &str = "checkpoint.txt";
const CURVE: &str = "curve.csv";
const ENDS: &str = "data.db";

/// Checkpoints are this far apart: what a kill costs at most.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(1);

impl TrainingFiles {
    /// The files in the folder of a training, which may have been interrupted.
    ///
    /// # Errors
    /// If the checkpoint cannot be read.
    pub fn new(folder: RunFolder, recipe: &Recipe, seed: u64) -> Result<Self, FileError> {
        Ok(Self {
            title: format!("{}, seed {seed}", recipe.name),
            checkpoint: folder.text(CHECKPOINT)?,
            columns: recipe.curve,
            curve: None,
            clock: SystemClock::start(),
            saved: None,
            folder,
        })
    }

    /// Notes how far the training has come. A checkpoint is written when it is time, at the end, and if the training
    /// `stops`.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn note(&mut self, progress: &TrainingProgress<'_>, stops: bool) -> io::Result<()> {
        let due = match &progress.step {
            Some(step) => self.add_to_curve(progress.done, step)? || step.last,
            None => false,
        };
        if let Some(step) = &progress.step {
            self.keep(step)?;
        }
        if due || (stops && progress.done > 0) {
            self.folder.write(CHECKPOINT, (progress.checkpoint)())?;
            self.saved = Some(self.clock.now());
        }
        Ok(())
    }

    /// Files of a step, and ends of games, which go into a store of their own. Those of a step that comes again after a
    /// kill are the same, and kept once.
    fn keep(&self, step: &TrainingStep) -> io::Result<()> {
        for (name, text) in &step.kept {
            self.folder.write(name, text)?;
        }
        if step.ends.is_empty() {
            return Ok(());
        }
        let store = EndStore::open(&self.folder.path(ENDS)).map_err(io::Error::other)?;
        store.add(&step.ends).map_err(io::Error::other)?;
        Ok(())
    }

    /// Adds step number `done` to the curve; whether it is time for a checkpoint.
    fn add_to_curve(&mut self, done: u64, step: &TrainingStep) -> io::Result<bool> {
        let path = self.folder.path(CURVE);
        let named = |source| io::Error::from(FileError { path: path.clone(), source });
        let curve = match &mut self.curve {
            Some(curve) => curve,
            None => self.curve.insert(open_curve(&self.folder, self.columns.columns, done)?),
        };
        let row: Vec<_> = step.row.iter().map(ToString::to_string).collect();
        curve.write_all(format!("{}\n", row.join(",")).as_bytes()).map_err(named)?;
        let now = self.clock.now();
        Ok(self.saved.is_none_or(|saved| now - saved >= BETWEEN_CHECKPOINTS))
    }

    /// Where the checkpoint is.
    #[must_use]
    pub fn checkpoint_path(&self) -> PathBuf {
        self.folder.path(CHECKPOINT)
    }

    /// The lines of the curve so far, the names of its columns first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn curve(&self) -> Result<String, FileError> {
        Ok(self.folder.text(CURVE)?.unwrap_or_default())
    }

    /// Draws the curve as far as it goes.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn draw(&self) -> Result<(), FileError> {
        let lines = self.curve()?;
        if let Some(picture) = self.columns.to_svg(&self.title, &lines) {
            self.folder.write("curve.svg", picture)?;
        }
        Ok(())
    }
}

/// Opens the curve to add line number `next` to it: what was written after the checkpoint is cut off.
fn open_curve(folder: &RunFolder, columns: &str, next: u64) -> io::Result<File> {
    let old = folder.text(CURVE)?.unwrap_or_default();
    let kept = old.lines().skip(1).take(next.saturating_sub(1) as usize);
    let text: String = std::iter::once(columns).chain(kept).flat_map(|line| [line, "\n"]).collect();
    folder.write(CURVE, text)?;
    let path = folder.path(CURVE);
    OpenOptions::new().append(true).open(&path).map_err(|source| FileError { path, source }.into())
}
