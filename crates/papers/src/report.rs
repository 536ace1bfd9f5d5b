//! What an experiment says: tables with published figures beside ours, pictures, and remarks.

use agon_arena::stats::{Interval, Moments, ScoreEstimate};
use serde::{Deserialize, Serialize};

use crate::verdict::{Claim, TableVerdict};

/// The outcome of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExperimentReport {
    /// What the source claims, and what became of it here.
    pub claims: Vec<Claim>,
    /// Where the source claims nothing that could be judged: why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_claims: Option<String>,
    /// What a quick run leaves out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
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
    /// Half the 95 percent interval of the published one, where there is something to judge it by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_half: Option<f64>,
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

    /// A share that was counted in so many cases.
    #[must_use]
    pub fn counted_share(share: f64, cases: usize, digits: usize) -> Self {
        Self::measured(&counted_share(share, cases), digits)
    }

    /// The mean of what several trainings gave, each with games or boards of its own: the interval that follows from
    /// their spread holds for all of that. A published figure comes from one training, so it may lie as far off as single
    /// trainings do.
    #[must_use]
    pub fn over_trainings(figures: &[f64], digits: usize) -> Self {
        match Interval::of_rounded(figures, 0.1f64.powi(digits as i32)) {
            Some(interval) => Self {
                published_half: Some((interval.high - interval.value) * (figures.len() as f64).sqrt()),
                ..Self::measured(&interval, digits)
            },
            None => Self { ours: figures.first().copied(), digits, ..Self::default() },
        }
    }

    /// The same with the published figure beside it.
    #[must_use]
    pub fn beside(self, published: impl Into<Option<f64>>) -> Self {
        Self { published: published.into(), ..self }
    }

    /// The same where the published figure has a standard error of its own, besides what is known of it already.
    #[must_use]
    pub fn with_published_error(self, error: f64) -> Self {
        let half = Interval::from_standard_error(0.0, error).high;
        Self { published_half: Some(self.published_half.unwrap_or(0.0).hypot(half)), ..self }
    }

    /// Whether ours and the published figure can be the same, as far as their errors tell ([`crate::verdict`]); nothing
    /// if one of them is missing, or if neither has an error.
    #[must_use]
    pub fn agrees(&self) -> Option<bool> {
        let (ours, published) = (self.ours?, self.published?);
        if self.interval.is_none() && self.published_half.is_none() {
            return None;
        }
        let [low, high] = self.interval.unwrap_or([ours, ours]);
        let towards = if published < ours { ours - low } else { high - ours };
        let rounding = 0.5 * 0.1f64.powi(self.digits as i32);
        Some((published - ours).abs() <= towards.hypot(self.published_half.unwrap_or(0.0)) + rounding)
    }

    /// Ours with its interval, as people read it.
    #[must_use]
    pub fn own_text(&self) -> String {
        let digits = self.digits;
        let text = self.ours.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
        match (self.ours, self.interval) {
            (Some(value), Some([low, high])) => {
                let half = format!("{:.digits$}", (high - low) / 2.0);
                let is_even =
                    [value - low, high - value].iter().all(|side| format!("{side:.digits$}") == half);
                if is_even {
                    format!("{text}±{half}")
                } else {
                    format!("{text} [{low:.digits$}, {high:.digits$}]")
                }
            }
            _ => text,
        }
    }

    /// The published figure, as people read it.
    #[must_use]
    pub fn published_text(&self) -> Option<String> {
        let digits = self.digits;
        self.published.map(|published| format!("{published:.digits$}"))
    }

    fn text(&self) -> String {
        let published = self.published_text().map_or(String::new(), |published| format!(" ({published})"));
        self.own_text() + &published
    }
}

/// A share that was counted in so many cases, by the model of scores: it is never certain.
#[must_use]
pub fn counted_share(share: f64, cases: usize) -> Interval {
    ScoreEstimate::of_samples(cases as u64, share, share).interval()
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
    /// What the experiment says of its table of the source.
    #[must_use]
    pub fn verdict(&self) -> TableVerdict {
        TableVerdict::of(&self.claims, self.no_claims.as_deref())
    }

    /// The tables that are shown: those without a file of their own.
    pub fn shown(&self) -> impl Iterator<Item = &ReportTable> {
        self.tables.iter().filter(|table| table.file.is_none())
    }

    /// How to read the tables, what a quick run left out, and what a reader must know besides.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let cells = || self.shown().flat_map(ReportTable::cells);
        let is_published = cells().any(|cell| cell.published.is_some());
        let texts: Vec<_> = cells().map(ComparedFigure::own_text).collect();
        let is_judged = cells().any(|cell| cell.published.is_some() && cell.published_half.is_some());
        let mut notes = Vec::new();
        notes.extend(self.cut.as_ref().map(|cut| format!("A quick run: {cut}")));
        notes.extend(is_published.then(|| "In parentheses: as published.".to_owned()));
        for (mark, note) in [
            ('±', "After ±: half the 95 percent interval."),
            ('[', "In brackets: the ends of the 95 percent interval."),
        ] {
            notes.extend(texts.iter().any(|text| text.contains(mark)).then(|| note.to_owned()));
        }
        let judged = "A published figure has an interval of its own, from its standard error and from what single trainings \
            or games differ by; whether it agrees is decided by both intervals together.";
        notes.extend(is_judged.then(|| judged.to_owned()));
        notes.extend(self.remarks.iter().cloned());
        notes
    }

    /// The report for people, without the tables that have a file of their own.
    #[must_use]
    pub fn text(&self) -> String {
        let mut parts: Vec<_> = self.shown().map(ReportTable::text).collect();
        let notes = self.notes();
        if !notes.is_empty() {
            parts.push(notes.join("\n") + "\n");
        }
        let claims = self
            .claims
            .iter()
            .map(|Claim { text, finding, evidence }| format!("  {}: {text} ({evidence})\n", finding.name()));
        parts.push(format!("Verdict: {}\n{}", self.verdict(), claims.collect::<String>()));
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
                        Six games.\n\n\
                        Verdict: cannot be judged: nothing was published to compare with\n";
        assert_eq!(report.text(), expected);
    }

    #[test]
    fn intervals_that_are_not_even_show_both_ends() {
        let text = |low, high| ComparedFigure::measured(&Interval { value: 0.9, low, high }, 2).own_text();
        assert_eq!(text(0.85, 0.95), "0.90±0.05");
        assert_eq!(text(0.8, 0.95), "0.90 [0.80, 0.95]");
        assert_eq!(ComparedFigure::default().own_text(), "-");
    }

    #[test]
    fn figures_agree_within_the_errors_of_both() {
        let ours = ComparedFigure::measured(&Interval { value: 10.0, low: 7.0, high: 14.0 }, 0);
        assert_eq!(ours.agrees(), None, "nothing to compare with");
        assert_eq!(ours.clone().beside(14.4).agrees(), Some(true), "14.4 may be printed for 14");
        assert_eq!(ours.clone().beside(14.6).agrees(), Some(false));
        assert_eq!(ours.clone().beside(6.4).agrees(), Some(false));
        // Half of 5 = hypot(3, 4) below.
        let error = 4.0 / Interval::from_standard_error(0.0, 1.0).high;
        assert_eq!(ours.clone().beside(4.6).with_published_error(error).agrees(), Some(true));
        assert_eq!(ours.beside(4.4).with_published_error(error).agrees(), Some(false));
        assert_eq!(ComparedFigure::ours(1.0, 0).beside(1.0).agrees(), None, "no error to judge by");
    }

    #[test]
    fn one_published_training_may_lie_as_far_off_as_one_of_ours() {
        let trained = [1.0, 3.0, 2.0, 2.0];
        let cell = ComparedFigure::over_trainings(&trained, 1);
        let [low, high] = cell.interval.unwrap();
        assert!((2.0 - low - (high - 2.0)).abs() < 1e-12 && high < 3.4, "{low} {high}");
        assert_eq!(cell.clone().beside(4.8).agrees(), Some(true), "3.2 * 0.82 * sqrt(1 + 1/4)");
        assert_eq!(cell.beside(5.1).agrees(), Some(false));
        assert_eq!(ComparedFigure::over_trainings(&trained[..1], 1).interval, None);
    }

    /// Quick runs of a few equal games had intervals of width zero.
    #[test]
    fn what_is_equal_a_few_times_is_not_certain() {
        let mut equal = Moments::default();
        equal.add(-18);
        equal.add(-18);
        let shown = |cell: &ComparedFigure| {
            let [low, high] = cell.interval.unwrap();
            (cell.own_text(), low, high)
        };
        assert_eq!(shown(&ComparedFigure::mean(&equal, 1.0, 1)).0, "-18.0±2.6");
        let (text, low, high) = shown(&ComparedFigure::over_trainings(&[0.5, 0.5], 2));
        assert!(low < 0.48 && high > 0.52, "{text}");
        let (text, low, high) = shown(&ComparedFigure::counted_share(1.0, 20, 2));
        assert!(low < 0.95 && high == 1.0, "{text}");
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
        let report = ExperimentReport { tables: vec![table], ..ExperimentReport::default() };
        assert!(report.text().starts_with("Verdict"), "{}", report.text());
    }

    #[test]
    fn reports_survive_a_file() {
        let figure = Figure { name: "f".to_owned(), svg: "<svg/>".to_owned() };
        let mut table = ReportTable::new("t", &["a", "b"]);
        table.push("row", vec![ComparedFigure::ours(0.1, 2).beside(0.3)]);
        let report = ExperimentReport {
            claims: vec![Claim::plain("more is better", true, "2 > 1")],
            cut: Some("fewer games".to_owned()),
            tables: vec![table],
            figures: vec![figure],
            remarks: vec!["r".to_owned()],
            ..ExperimentReport::default()
        };
        let text = serde_json::to_string(&report).expect("a report is plain data");
        assert_eq!(serde_json::from_str::<ExperimentReport>(&text).expect("what was just written"), report);
    }
}
