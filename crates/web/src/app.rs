//! What all requests share.

use std::sync::Arc;

use agon_catalog::Registry;
use agon_core::Executor;
use tokio::sync::Semaphore;

use crate::analyses::Analyses;
use crate::clients::Begun;
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
    /// One for each core: so many agents think at once, the others wait in turn.
    pub(crate) slots: Arc<Semaphore>,
    /// Everything random follows from it.
    pub(crate) seed: u64,
}

impl App {
    pub(crate) fn new(catalog: &'static Registry, data: DataFolder, seed: u64) -> Self {
        let slots = Arc::new(Semaphore::new(Executor::new(0).threads()));
        let jobs = Jobs::open(&data);
        let (tables, analyses, begun) = (Tables::default(), Analyses::default(), Begun::default());
        Self { catalog, data, tables, analyses, jobs, begun, slots, seed }
    }

    /// Whether agents stay with their games between moves.
    pub(crate) fn keeps_agents(&self) -> bool {
        self.tables.in_memory() <= MOST_WITH_AGENTS
    }
}

/// With more games in memory, the tables of their searches would fill it.
const MOST_WITH_AGENTS: usize = 12;
