//! Tables that were made in full and come with Agon: what whoever has run nothing yet is shown. Written by `cargo xtask
//! outcomes`, never by hand.

use std::sync::LazyLock;

use crate::finished::FinishedTable;
use crate::paper::{Experiment, Paper};

/// One table to a line.
static KEPT: LazyLock<Vec<FinishedTable>> = LazyLock::new(|| {
    // A test reads them without error.
    include_str!("../outcomes.jsonl").lines().filter_map(|line| FinishedTable::from_json(line).ok()).collect()
});

/// The table as it came out in the run that is kept, without pictures and long tables.
#[must_use]
pub fn kept_outcome(paper: &Paper, experiment: &Experiment) -> Option<&'static FinishedTable> {
    KEPT.iter().find(|table| (&*table.paper, &*table.table) == (paper.key, experiment.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::PAPERS;

    #[test]
    fn every_kept_table_is_read_and_belongs_to_a_paper() {
        assert_eq!(KEPT.len(), include_str!("../outcomes.jsonl").lines().count());
        let all =
            || PAPERS.iter().flat_map(|paper| paper.experiments.iter().map(move |table| (paper, table)));
        let found = all().filter_map(|(paper, table)| kept_outcome(paper, table)).count();
        assert_eq!(found, KEPT.len());
        assert!(KEPT.iter().all(|table| !table.quick), "quick runs are not kept");
    }
}
