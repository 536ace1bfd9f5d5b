//! `--cluster`: where the jobs of a command run, if not on threads.

use std::sync::OnceLock;

use agon_cluster::{Address, Connection, Setup};
use agon_core::Executor;
use agon_records::PROGRAM;
use clap::Args;

use crate::failure::Failure;
use crate::interrupt;
use crate::limits::executor;
use crate::notes::note;

/// The option, for all commands that have it.
#[derive(Debug, Args)]
pub struct ClusterArgs {
    /// Run the games or trainings on a Ray cluster: `ray` starts one for the occasion, `ray:auto` and `ray:ADDRESS` use
    /// one that is there; or in so many processes of this machine, `processes:N`. The results are the same. Ray needs a
    /// Python with `pip install ray` (AGON_PYTHON, or `python3`)
    #[arg(long, value_name = "CLUSTER")]
    cluster: Option<Address>,
}

/// The Python of the bridge; an empty name is none.
fn python() -> String {
    let named = std::env::var("AGON_PYTHON").ok().filter(|named| !named.is_empty());
    named.unwrap_or_else(|| "python3".to_owned())
}

/// One connection for the life of the process.
static CONNECTION: OnceLock<Connection> = OnceLock::new();

impl ClusterArgs {
    /// What runs the jobs: so many threads, or a cluster, which is connected to now.
    pub fn executor(&self, threads: usize) -> Result<Executor, Failure> {
        let Some(address) = &self.cluster else { return Ok(executor(threads)) };
        if CONNECTION.get().is_none() {
            let connection = Connection::open(Setup {
                address: address.clone(),
                program: std::env::current_exe()?,
                loader: None,
                version: PROGRAM.to_owned(),
                python: python(),
                stop: interrupt::stop(),
                say: note,
            })?;
            let _ = CONNECTION.set(connection);
        }
        let executor = executor(threads);
        Ok(CONNECTION.get().map_or(executor, |connection| executor.on_cluster(connection)))
    }
}

/// How many workers there are, for the progress line.
pub fn workers() -> Option<usize> {
    CONNECTION.get().map(Connection::workers)
}

/// The text of a progress line, with the workers if there are any.
pub fn with_workers(text: String) -> String {
    match workers() {
        Some(workers) => format!("{text}, {}", agon_core::counted(workers as u64, "worker", "workers")),
        None => text,
    }
}

/// Ends what was started for the connection; why the cluster was lost, if it was.
pub fn end() -> Option<String> {
    let connection = CONNECTION.get()?;
    connection.end();
    connection.failure()
}
