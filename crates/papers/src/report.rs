//! What an experiment says: tables with published figures beside ours, pictures, and remarks.

use agon_arena::stats::{Interval, Moments, ScoreEstimate};
use serde::{Deserialize, Serialize};

/// The outcome of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExperimentReport {
    /// In the order in which they are shown.
    pub tables: Vec<ReportTable>,
    /// Written as files beside the report.
    pub figures: Vec<Figure>,
    /// What a reader must know to compare the figures.
    pub remarks: Vec<String>,
}

/// Figures in rows and columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportTable {
    /// What it shows.
    pub title: String,
    /// The names of the columns, that of the rows first.
    pub columns: Vec<String>,
    /// From the top.
    pub rows: Vec<Row>,
    /// Where it is too long to be shown: the name of its CSV file, without the ending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What it is about.
    pub name: String,
    /// A cell for each column after the first.
    pub cells: Vec<ComparedFigure>,
}

/// A figure of ours with the published one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ComparedFigure {
    /// Ours; none where it was not measured.
    pub ours: Option<f64>,
    /// The 95 percent interval of ours, where there is one.
    pub interval: Option<[f64; 2]>,
    /// The published one; none where nothing was published.
    pub published: Option<f64>,
    /// Digits behind the point that are worth showing.
    pub digits: usize,
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The name of its file, without the ending.
    pub name: String,
    /// The text of an SVG file.
    pub svg: String,
}

impl ComparedFigure {
    /// A figure of ours.
    #[must_use]
    pub fn ours(value: f64, digits: usize) -> Self {
        Self { ours: Some(value), digits, ..Self::default() }
    }

    /// A figure of ours with its interval.
    #[must_use]
    pub fn measured(interval: &Interval, digits: usize) -> Self {
        Self { interval: Some([interval.low, interval.high]), ..Self::ours(interval.value, digits) }
    }

    /// The mean of samples that were counted in parts of `unit`.
    #[must_use]
    pub fn mean(samples: &Moments, unit: f64, digits: usize) -> Self {
        match samples.interval() {
            Some(interval) => Self::measured(&interval.map(|value| value / unit), digits),
            None => Self::ours(samples.mean() / unit, digits),
        }
    }

    /// The mean of shares that were counted in parts of `whole`: its interval says something even if all are equal.
    #[must_use]
    pub fn share(samples: &Moments, whole: f64, digits: usize) -> Self {
        let squares = samples.squares as f64 / (whole * whole * samples.count.max(1) as f64);
        let estimate = ScoreEstimate::of_samples(samples.count, samples.mean() / whole, squares);
        Self::measured(&estimate.interval(), digits)
    }

    /// The same with the published figure beside it.
    #[must_use]
    pub fn beside(self, published: impl Into<Option<f64>>) -> Self {
        Self { published: published.into(), ..self }
    }

    fn text(&self) -> String {
        let digits = self.digits;
        let mut text = match self.ours {
            Some(value) => format!("{value:.digits$}"),
            None => "-".to_owned(),
        };
        if let Some([low, high]) = self.interval {
            text += &format!("±{:.digits$}", (high - low) / 2.0);
        }
        if let Some(published) = self.published {
            text += &format!(" ({published:.digits$})");
        }
        text
    }
}

impl ReportTable {
    /// A table without rows.
    #[must_use]
    pub fn new(title: &str, columns: &[&str]) -> Self {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Self { title: title.to_owned(), columns, rows: Vec::new(), file: None }
    }

    /// Adds a row.
    pub fn push(&mut self, name: impl Into<String>, cells: Vec<ComparedFigure>) {
        self.rows.push(Row { name: name.into(), cells });
    }

    /// The table for programs: after each column of ours one with the published figures, and one with each end of the
    /// intervals if there are any.
    #[must_use]
    pub fn csv(&self) -> String {
        let measured = self.cells().any(|cell| cell.interval.is_some());
        let wide = |name: &String| {
            let mut names = vec![name.clone(), format!("{name} (published)")];
            if measured {
                names.extend(["low", "high"].map(|end| format!("{name} ({end})")));
            }
            names
        };
        let mut header = self.columns.iter();
        let mut lines: Vec<Vec<String>> = vec![header.next().into_iter().cloned().collect()];
        lines[0].extend(header.flat_map(wide));
        for row in &self.rows {
            let mut line = vec![row.name.clone()];
            for cell in &row.cells {
                let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
                line.extend([cell.ours, cell.published].map(number));
                if measured {
                    let [low, high] = [0, 1].map(|end| number(cell.interval.map(|ends| ends[end])));
                    line.extend([low, high]);
                }
            }
            lines.push(line);
        }
        let lines =
            lines.iter().map(|line| line.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(","));
        lines.map(|line| line + "\n").collect()
    }

    fn cells(&self) -> impl Iterator<Item = &ComparedFigure> {
        self.rows.iter().flat_map(|row| &row.cells)
    }

    fn text(&self) -> String {
        let mut lines = vec![self.columns.clone()];
        lines.extend(self.rows.iter().map(|row| {
            std::iter::once(row.name.clone())
                .chain(row.cells.iter().map(ComparedFigure::text))
                .collect::<Vec<_>>()
        }));
        let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
        let width_of =
            |line: &Vec<String>, column: usize| line.get(column).map_or(0, |cell| cell.chars().count());
        let widths: Vec<_> = (0..columns)
            .map(|column| lines.iter().map(|line| width_of(line, column)).max().unwrap_or(0))
            .collect();
        let mut text = format!("{}\n", self.title);
        for line in &lines {
            let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
            text += cells.collect::<Vec<_>>().join("  ").trim_end();
            text.push('\n');
        }
        text
    }
}

/// A cell of a CSV file.
fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

impl ExperimentReport {
    /// The report for people, without the tables that have a file of their own.
    #[must_use]
    pub fn text(&self) -> String {
        let shown = || self.tables.iter().filter(|table| table.file.is_none());
        let mut parts: Vec<_> = shown().map(ReportTable::text).collect();
        let cells = || shown().flat_map(ReportTable::cells);
        let mut remarks = self.remarks.clone();
        if cells().any(|cell| cell.interval.is_some()) {
            remarks.insert(0, "After ±: half the 95 percent interval.".to_owned());
        }
        if cells().any(|cell| cell.published.is_some()) {
            remarks.insert(0, "In parentheses: as published.".to_owned());
        }
        if !remarks.is_empty() {
            parts.push(remarks.join("\n") + "\n");
        }
        parts.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_stands_before_the_published_figure() {
        let mut table = ReportTable::new("Wins", &["depth", "M", "ALL"]);
        let measured = Interval { value: 0.574, low: 0.568, high: 0.58 };
        table.push(
            "1",
            vec![ComparedFigure::measured(&measured, 3).beside(0.6), ComparedFigure::ours(5.5, 1)],
        );
        table.push(
            "10",
            vec![
                ComparedFigure::default(),
                ComparedFigure { published: Some(6.0), digits: 1, ..ComparedFigure::default() },
            ],
        );
        let report = ExperimentReport {
            tables: vec![table],
            remarks: vec!["Six games.".to_owned()],
            ..ExperimentReport::default()
        };
        let expected = "Wins\n\
                        depth  M                    ALL\n\
                        1      0.574±0.006 (0.600)  5.5\n\
                        10     -                    - (6.0)\n\n\
                        In parentheses: as published.\n\
                        After ±: half the 95 percent interval.\n\
                        Six games.\n";
        assert_eq!(report.text(), expected);
    }

    #[test]
    fn a_long_table_goes_to_its_file() {
        let mut table = ReportTable::new("Games", &["game", "discs"]);
        let measured = Interval { value: 2.5, low: 2.0, high: 3.0 };
        table.push("M, \"white\"", vec![ComparedFigure::measured(&measured, 1).beside(4.0)]);
        table.push("M", vec![ComparedFigure::default()]);
        table.file = Some("games".to_owned());
        let expected = "game,discs,discs (published),discs (low),discs (high)\n\
                        \"M, \"\"white\"\"\",2.5,4,2,3\nM,,,,\n";
        assert_eq!(table.csv(), expected);
        assert_eq!(ExperimentReport { tables: vec![table], ..ExperimentReport::default() }.text(), "");
    }

    #[test]
    fn reports_survive_a_file() {
        let figure = Figure { name: "f".to_owned(), svg: "<svg/>".to_owned() };
        let mut table = ReportTable::new("t", &["a", "b"]);
        table.push("row", vec![ComparedFigure::ours(0.1, 2).beside(0.3)]);
        let report =
            ExperimentReport { tables: vec![table], figures: vec![figure], remarks: vec!["r".to_owned()] };
        let text = serde_json::to_string(&report).expect("a report is plain data");
        assert_eq!(serde_json::from_str::<ExperimentReport>(&text).expect("what was just written"), report);
    }
}
