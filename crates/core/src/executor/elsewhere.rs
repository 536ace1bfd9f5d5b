//! Jobs that leave the process: what both sides of it agree on. Original design.
//!
//! The driver announces work (its kind, and all its settings as text), then sends inputs that belong to it. A worker
//! builds what the settings say once, and answers inputs until it is told of other work. Whoever carries the texts knows
//! nothing of games.

use std::fmt::Debug;
use std::ops::Range;

use crate::ReadError;

/// Work that a cluster was told of, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WorkId(pub u32);

/// Reads the output of a range of jobs.
pub type ReadOutput<'j, R> = dyn Fn(Range<u64>, &str) -> Result<R, ReadError> + 'j;

/// Takes the output of a range of jobs and answers whether to go on.
pub type OnOutput<'o> = dyn FnMut(Range<u64>, &str) -> Result<bool, ReadError> + 'o;

/// Jobs as values.
pub struct SentJobs<'j, R> {
    /// What a worker is told of the jobs of a range.
    pub input: &'j dyn Fn(Range<u64>) -> String,
    /// Reads what it answers.
    pub read: &'j ReadOutput<'j, R>,
}

/// The cluster could not run all jobs; it knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClusterLost;

/// Who takes the outputs of jobs.
pub struct Output<'o> {
    /// Takes the output of a range and answers whether to go on.
    ///
    /// # Errors
    /// If the output makes no sense.
    pub on_output: &'o mut OnOutput<'o>,
    /// Whether somebody who asks to stop ends the jobs; if not, they are all run.
    pub stops: bool,
    /// Jobs below this number have their inputs; it may grow whenever an output was taken.
    pub ready: &'o dyn Fn() -> u64,
}

/// Jobs whose inputs come about as results come in.
pub struct ChainedJobs<'j, I, R> {
    /// Jobs below this number have their inputs.
    pub ready: &'j dyn Fn() -> u64,
    /// The input of one job.
    pub input: &'j dyn Fn(u64) -> I,
    /// The same for a cluster.
    pub sent: SentJobs<'j, Vec<R>>,
}

/// Other processes that run jobs. One is known by a process for as long as it lives.
pub trait Cluster: Send + Sync + Debug {
    /// Takes note of work; the same work has the same number.
    fn announce(&self, kind: &str, settings: String) -> WorkId;

    /// Runs the jobs of a range in parts of its choice. Every job is handed over once, however often it was run.
    ///
    /// # Errors
    /// If the cluster is lost, or a worker refuses the work.
    fn run(
        &self,
        work: WorkId,
        range: Range<u64>,
        input: &dyn Fn(Range<u64>) -> String,
        output: &mut Output<'_>,
    ) -> Result<(), ClusterLost>;
}

/// Where a worker finds its jobs.
pub trait Desk: Sync + Debug {
    /// Answers inputs until there is no more of this work.
    fn serve(&self, answer: &mut dyn FnMut(&str) -> Result<String, ReadError>);
}
