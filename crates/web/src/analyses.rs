//! All analyses: those that somebody looks at in memory, every one on the disk.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_catalog::Registry;

use crate::analysis::Analysis;
use crate::data_folder::DataFolder;
use crate::refusal::Refusal;

/// Analyses in memory.
const MOST_IN_MEMORY: usize = 200;

/// The analyses of a server.
#[derive(Default)]
pub(crate) struct Analyses {
    in_memory: Mutex<HashMap<String, Arc<Analysis>>>,
}

impl Analyses {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Analysis>>> {
        self.in_memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in an analysis that was begun.
    pub(crate) fn add(&self, analysis: Arc<Analysis>) {
        let mut analyses = self.lock();
        if analyses.len() >= MOST_IN_MEMORY {
            analyses.retain(|_, analysis| Arc::strong_count(analysis) > 1);
        }
        analyses.insert(analysis.id.clone(), analysis);
    }

    /// The analysis with an id, which is one; from the disk if need be.
    pub(crate) fn get(
        &self,
        id: &str,
        catalog: &Registry,
        data: &DataFolder,
    ) -> Result<Arc<Analysis>, Refusal> {
        if let Some(analysis) = self.lock().get(id) {
            return Ok(analysis.clone());
        }
        let path = data.at("analyses").join(format!("{id}.jsonl"));
        if !path.is_file() {
            return Err(Refusal::unknown("There is no analysis at this address."));
        }
        let analysis = Arc::new(Analysis::take_up(id.to_owned(), catalog, &path)?);
        // Somebody may have been quicker: then theirs counts.
        Ok(self.lock().entry(id.to_owned()).or_insert(analysis).clone())
    }
}
