//! `cluster=`: where the jobs of a call run, if not on threads; and the worker that runs them.
//!
//! The program of a worker is this library, which a small script loads: neither the package nor the command has to be
//! installed where it works.

use std::path::PathBuf;

use agon_catalog::remove_unpacked;
use agon_cluster::{Address, Connection, Setup};
use agon_core::{Desk, Executor, ReadError};
use agon_papers::serve_work;
use agon_records::PROGRAM;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

use crate::call::Call;
use crate::catalog::CATALOG;
use crate::errors::{file_told, told};
use crate::numbers::Threads;

/// Loads the library and works.
const LOADER: &str = "import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
loader = ExtensionFileLoader('agon._native', sys.argv[1])
library = module_from_spec(spec_from_loader('agon._native', loader))
loader.exec_module(library)
library.work()";

/// Where the jobs of a call are to run.
pub(crate) struct Place {
    threads: usize,
    cluster: Option<Wanted>,
}

struct Wanted {
    address: Address,
    library: PathBuf,
    python: String,
}

impl Place {
    /// So many threads, or the cluster of an address.
    pub(crate) fn read(py: Python<'_>, Threads(threads): Threads, cluster: Option<&str>) -> PyResult<Self> {
        let wanted = |address: &str| {
            let address = address.parse().map_err(|error: ReadError| told(format!("cluster: {error}")))?;
            let library = py.import("agon._native")?.getattr("__file__")?.extract()?;
            let python = py.import("sys")?.getattr("executable")?.extract()?;
            PyResult::Ok(Wanted { address, library, python })
        };
        Ok(Self { threads, cluster: cluster.map(wanted).transpose()? })
    }

    pub(crate) fn is_cluster(&self) -> bool {
        self.cluster.is_some()
    }

    /// Connects to the cluster, if there is one.
    pub(crate) fn open(self, call: &Call) -> Result<Workplace, ReadError> {
        let executor = Executor::new(self.threads);
        let Some(Wanted { address, library, python }) = self.cluster else {
            return Ok(Workplace { executor, connection: None });
        };
        let connection = Connection::open(Setup {
            address,
            program: library,
            loader: Some(LOADER),
            version: PROGRAM.to_owned(),
            python,
            stop: call.stop.clone(),
            say: warn,
        })?;
        // Executors are copied freely, so nobody knows when the last one is gone: some hundred bytes stay for each call.
        let connection: &'static Connection = Box::leak(Box::new(connection));
        Ok(Workplace { executor: executor.on_cluster(connection), connection: Some(connection) })
    }
}

/// What runs the jobs of a call. Its workers end with it.
pub(crate) struct Workplace {
    pub(crate) executor: Executor,
    connection: Option<&'static Connection>,
}

impl Workplace {
    /// Why the cluster was lost, if it was.
    pub(crate) fn failure(&self) -> Option<String> {
        self.connection.and_then(Connection::failure).map(|error| format!("the cluster is lost: {error}"))
    }

    /// A note on progress, with the workers if there are any.
    pub(crate) fn with_workers(&self, note: String) -> String {
        let counted = |workers| agon_core::counted(workers as u64, "worker", "workers");
        self.connection
            .map_or_else(|| note.clone(), |connection| format!("{note}, {}", counted(connection.workers())))
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        if let Some(connection) = self.connection {
            connection.end();
        }
    }
}

/// What people should know at once becomes a warning.
fn warn(text: &str) {
    Python::attach(|py| {
        let Ok(text) = std::ffi::CString::new(text) else { return };
        if let Err(error) = PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1) {
            error.write_unraisable(py, None);
        }
    });
}

/// Does jobs for another process: work and inputs come in as lines of JSON, answers go out the same way.
#[pyfunction]
pub(crate) fn work(py: Python<'_>) -> PyResult<()> {
    let serve =
        |kind: &str, settings: &str, desk: &'static dyn Desk| serve_work(&CATALOG, kind, settings, desk);
    py.detach(|| agon_cluster::work(PROGRAM, &serve, remove_unpacked)).map_err(file_told)
}
