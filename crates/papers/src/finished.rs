//! A finished table, as its file holds it: the report, the verdict, and what it was made with.

use agon_core::ReadError;
use agon_records::PROGRAM;
use serde::{Deserialize, Serialize};

use crate::paper::{Experiment, Paper};
use crate::provenance::Provenance;
use crate::report::ExperimentReport;
use crate::verdict::TableVerdict;

/// A table or figure that was made again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FinishedTable {
    /// The study.
    pub paper: String,
    /// The name of the table or figure.
    pub table: String,
    /// What everything random followed from.
    pub seed: u64,
    /// Whether fewer games and boards had to do.
    pub quick: bool,
    /// What became of the claims of the source.
    pub verdict: TableVerdict,
    /// The program, with its version.
    pub program: String,
    /// The commit that the program was built from; none for a build that nobody committed.
    pub commit: Option<String>,
    /// Games, agents, models and data.
    pub provenance: Provenance,
    /// The figures.
    pub report: ExperimentReport,
}

impl FinishedTable {
    /// A table that has just been made.
    #[must_use]
    pub fn new(
        paper: &Paper,
        experiment: &Experiment,
        (seed, quick): (u64, bool),
        commit: Option<&str>,
        (report, provenance): (ExperimentReport, Provenance),
    ) -> Self {
        Self {
            paper: paper.key.to_owned(),
            table: experiment.name.to_owned(),
            seed,
            quick,
            verdict: report.verdict(),
            program: PROGRAM.to_owned(),
            commit: commit.map(str::to_owned),
            provenance,
            report,
        }
    }

    /// Reads the file of a table.
    ///
    /// # Errors
    /// If it is not one, or its verdict does not follow from its claims.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let table: Self = serde_json::from_str(text).map_err(|error| {
            ReadError::new(format!("{error}: the file is damaged; without it, the table is made again"))
        })?;
        if table.verdict != table.report.verdict() {
            return Err(ReadError::new("the verdict does not follow from the claims"));
        }
        Ok(table)
    }

    /// The same, if it is this table of this study.
    ///
    /// # Errors
    /// If it is another one.
    pub fn expect(self, paper: &Paper, experiment: &Experiment) -> Result<Self, ReadError> {
        if (&*self.paper, &*self.table) == (paper.key, experiment.name) {
            return Ok(self);
        }
        let Self { paper: other, table, .. } = self;
        Err(ReadError::new(format!("the file holds table {table} of {other}")))
    }

    /// The command that makes the same table.
    #[must_use]
    pub fn command(&self) -> String {
        let quick = if self.quick { " --quick" } else { "" };
        let data = self.provenance.data.as_ref().map_or(String::new(), |data| {
            let until = data.until.map_or(String::new(), |year| format!(" --until {year}"));
            format!(" --data FOLDER{until}")
        });
        format!("agon paper run {} --table {} --seed {}{quick}{data}", self.paper, self.table, self.seed)
    }

    /// The same without pictures and long tables: what is worth keeping for good.
    #[must_use]
    pub fn without_files(mut self) -> Self {
        self.report.figures.clear();
        self.report.tables.retain(|table| table.file.is_none());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::paper;
    use crate::verdict::Claim;

    #[test]
    fn a_verdict_is_never_typed_by_hand() {
        let study = paper("reversi-report").unwrap();
        let claims = vec![Claim::plain("more is better", true, "2 > 1")];
        let report = ExperimentReport { claims, ..ExperimentReport::default() };
        let made = (report, Provenance::default());
        let table = FinishedTable::new(study, &study.experiments[0], (7, true), None, made);
        assert_eq!(table.command(), "agon paper run reversi-report --table fig-1 --seed 7 --quick");
        let text = serde_json::to_string(&table).unwrap();
        assert_eq!(FinishedTable::from_json(&text).unwrap(), table);
        let forged = text.replace("\"finding\":\"holds\"", "\"finding\":\"fails\"");
        assert!(FinishedTable::from_json(&forged).unwrap_err().message.contains("verdict"));
        assert!(FinishedTable::from_json("{}").is_err());
        assert!(table.clone().expect(study, &study.experiments[0]).is_ok());
        let other = table.expect(study, &study.experiments[1]).unwrap_err().message;
        assert_eq!(other, "the file holds table fig-1 of reversi-report");
    }
}
