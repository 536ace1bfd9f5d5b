//! What all requests share.

use std::sync::Arc;

use agon_catalog::Registry;
use agon_core::Executor;
use tokio::sync::Semaphore;

use crate::analyses::Analyses;
use crate::clients::{Begun, Searches};
use crate::data_folder::DataFolder;
use crate::jobs::Jobs;
use crate::tables::Tables;

/// The server as its requests see it.
pub(crate) struct App {
    pub(crate) catalog: &'static Registry,
    pub(crate) data: DataFolder,
    pub(crate) tables: Tables,
    pub(crate) analyses: Analyses,
    pub(crate) jobs: Jobs,
    pub(crate) begun: Begun,
    pub(crate) searches: Arc<Searches>,
    /// One for each core: so many agents of games and hints think at once, the others wait in turn.
    pub(crate) slots: Arc<Semaphore>,
    /// The same for analyses, which have no end of their own: no game waits for them.
    pub(crate) looks: Arc<Semaphore>,
    /// Everything random follows from it.
    pub(crate) seed: u64,
}

impl App {
    pub(crate) fn new(catalog: &'static Registry, data: DataFolder, seed: u64) -> Self {
        let one_for_each_core = || Arc::new(Semaphore::new(Executor::new(0).threads()));
        let (slots, looks) = (one_for_each_core(), one_for_each_core());
        let jobs = Jobs::open(&data);
        let (tables, analyses, begun) = (Tables::default(), Analyses::default(), Begun::default());
        Self { catalog, data, tables, analyses, jobs, begun, searches: Arc::default(), slots, looks, seed }
    }

    /// Whether agents stay with their games between moves.
    pub(crate) fn keeps_agents(&self) -> bool {
        self.tables.in_memory() <= MOST_WITH_AGENTS
    }
}

/// With more games in memory, the tables of their searches would fill it.
const MOST_WITH_AGENTS: usize = 12;
