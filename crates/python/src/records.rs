//! Recorded games, read one by one from any file that Agon knows.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use agon_catalog::Origin;
use agon_catalog::records::{Wanted, for_each_record};
use agon_core::ReadError;
use agon_files::{FileKind, Replace};
use agon_records::End;
use pyo3::prelude::*;

use crate::catalog::{CATALOG, loaded};
use crate::errors::{file_told, told};
use crate::position::Position;

/// How many records are read ahead.
const AHEAD: usize = 256;

/// A game that was played.
#[pyclass(frozen, module = "agon")]
pub(crate) struct Record {
    pub(crate) inner: agon_records::Record,
}

impl From<agon_records::Record> for Record {
    fn from(inner: agon_records::Record) -> Self {
        Self { inner }
    }
}

#[pymethods]
impl Record {
    /// Reads a line of JSON.
    #[staticmethod]
    fn from_json(line: &str) -> PyResult<Self> {
        agon_records::Record::from_json(line).map(Self::from).map_err(|error| told(error.within(line)))
    }

    /// The spec of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.inner.game
    }

    /// Who sat where: specs, or names.
    #[getter]
    fn agents(&self) -> Vec<String> {
        self.inner.agents.clone()
    }

    /// The moves, including those of the opening.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.inner.moves.clone()
    }

    /// The position before the first move, where it is not the usual one.
    #[getter]
    fn start(&self) -> Option<String> {
        self.inner.start.clone()
    }

    /// So many of the first moves belong to the opening.
    #[getter]
    fn opening(&self) -> usize {
        self.inner.opening
    }

    /// The match or tournament it belongs to.
    #[getter]
    fn event(&self) -> Option<String> {
        self.inner.event.clone()
    }

    /// Its number there.
    #[getter]
    fn number(&self) -> Option<u64> {
        self.inner.number
    }

    /// Its round there.
    #[getter]
    fn round(&self) -> Option<u64> {
        self.inner.round
    }

    /// The seed of the match.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.inner.seed
    }

    /// When it was played, as far as anybody knows.
    #[getter]
    fn date(&self) -> Option<String> {
        self.inner.date.clone()
    }

    /// The points of each seat, where it ended by points.
    #[getter]
    fn points(&self) -> Option<Vec<i32>> {
        match &self.inner.end {
            End::Rules { points } | End::Scored { points } => Some(points.clone()),
            _ => None,
        }
    }

    /// Each seat's share of the win.
    #[getter]
    fn shares(&self) -> Option<Vec<f64>> {
        let shares = self.inner.twelfths()?;
        Some(shares.into_iter().map(|share| share as f64 / 12.0).collect())
    }

    /// How it ended, as people write it.
    #[getter]
    fn result(&self) -> String {
        self.inner.end.to_string()
    }

    /// The record as a line of JSON.
    fn json(&self) -> PyResult<String> {
        serde_json::to_string(&self.inner).map_err(told)
    }

    /// The last position, from which moves can be taken back.
    fn replay(&self) -> PyResult<Position> {
        let origin = self.inner.start.as_deref().map_or(Origin::Start, Origin::Position);
        let mut position = loaded(&self.inner.game).map_err(told)?.position(&origin).map_err(told)?;
        for (index, mv) in self.inner.moves.iter().enumerate() {
            position.play(mv).map_err(|error| told(format!("move {}: {error}", index + 1)))?;
        }
        Ok(position.into())
    }

    /// Plays it again and raises an error if the end is not as recorded.
    fn verify(&self) -> PyResult<()> {
        loaded(&self.inner.game).map_err(told)?.verify(&self.inner).map_err(told)
    }

    fn __repr__(&self) -> String {
        let agon_records::Record { game, agents, moves, end, .. } = &self.inner;
        format!("<{game}: {}, {} moves, {end}>", agents.join(" - "), moves.len())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_json")?, (slf.get().json()?,)))
    }
}

/// Reads records one by one; the file is read by a thread of its own, a little ahead.
#[pyclass(frozen, module = "agon")]
pub(crate) struct RecordReader {
    records: Mutex<Receiver<Result<agon_records::Record, ReadError>>>,
}

#[pymethods]
impl RecordReader {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Record>> {
        let next = py.detach(|| self.records.lock().unwrap_or_else(PoisonError::into_inner).recv());
        match next {
            Ok(Ok(record)) => Ok(Some(record.into())),
            Ok(Err(error)) => Err(told(error)),
            Err(_) => Ok(None),
        }
    }
}

/// The records of files and folders.
#[pyfunction]
pub(crate) fn read_records(
    paths: Vec<PathBuf>,
    game: String,
    event: Option<String>,
) -> PyResult<RecordReader> {
    let (sender, records) = sync_channel(AHEAD);
    let read = move || {
        let wanted = Wanted { event: event.as_deref(), game: &game, registry: &CATALOG };
        // Whoever dropped the reader wants no more.
        let read =
            for_each_record(&paths, &wanted, |record| Ok::<_, ReadError>(sender.send(Ok(record)).is_ok()));
        if let Err(error) = read {
            let _ = sender.send(Err(error));
        }
    };
    let spawned = thread::Builder::new().name("agon records".to_owned()).spawn(read);
    spawned.map_err(file_told)?;
    Ok(RecordReader { records: Mutex::new(records) })
}

/// Writes records to a file, one to a line.
#[pyfunction]
pub(crate) fn write_records(path: PathBuf, records: Vec<PyRef<'_, Record>>, force: bool) -> PyResult<()> {
    let mut text = String::new();
    for record in &records {
        text += &record.json()?;
        text.push('\n');
    }
    agon_files::write(&path, FileKind::JSON_LINES, Replace::forced(force), text).map_err(file_told)
}
