//! Whether an experiment shows what its source claims: one rule for all tables, decided by intervals. Original design.
//!
//! A source claims something with the figures that it prints, and with what it says of them.
//!
//! * A published figure *agrees* with ours if their difference lies within the 95 percent interval of both together. Ours
//!   has that of its games, trainings or boards; the published one that of its standard error, and of its last digit.
//! * A claim about figures *holds* if at least nine of ten agree, since one of twenty is off by chance; else it *fails*.
//! * A claim that one thing is larger than another *holds* if the interval of their difference lies above zero, *fails*
//!   if it lies below, and is *open* if zero is inside. Where nothing random decides, the figure alone does, and so it does
//!   for times and nodes, which differ by far more than they vary.
//! * A table is *reproduced* if all of its claims hold, *not reproduced* if none holds and some fail, and reproduced
//!   *partly* if some hold. It *cannot be* judged if nothing was published that could be compared, or if all is open.

use agon_arena::stats::Interval;
use serde::{Deserialize, Serialize};

use crate::report::{ComparedFigure, ReportTable};

/// The rule of this module, for the readers of reports.
pub const RULE: &str = "A published figure agrees with ours if their difference lies within the 95 percent interval of both \
    together. A claim about figures holds if at least nine of ten agree. A claim about an order holds if the 95 percent \
    interval of the difference lies on its side of zero, fails if it lies on the other side, and is open otherwise; where \
    nothing random decides, or for times and nodes, the figure alone does. A table is reproduced if all of its claims hold, \
    partly reproduced if some do, not reproduced if none does and some fail, and cannot be judged if nothing was published \
    to compare with or all is open.";

/// The share of figures that must agree.
const ENOUGH: f64 = 0.9;

/// Something that a source says, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// What the source says.
    pub text: String,
    /// Whether it is so here.
    pub finding: Finding,
    /// The figures that decide.
    pub evidence: String,
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// It is so here too.
    Holds,
    /// It is otherwise here.
    Fails,
    /// The intervals are too wide to tell.
    Open,
}

/// What an experiment says of a table or figure of its source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "outcome")]
pub enum TableVerdict {
    /// All claims hold.
    Reproduced,
    /// Some claims hold.
    Partly,
    /// No claim holds, and some fail.
    NotReproduced,
    /// There is nothing to decide by.
    CannotBe {
        /// The reason.
        why: String,
    },
}

impl Finding {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Open => "open",
        }
    }
}

impl TableVerdict {
    /// The verdict that follows from claims; without any, `why` says why there are none.
    #[must_use]
    pub fn of(claims: &[Claim], why: Option<&str>) -> Self {
        let count = |finding| claims.iter().filter(|claim| claim.finding == finding).count();
        let (hold, fail) = (count(Finding::Holds), count(Finding::Fails));
        match (hold, fail) {
            _ if claims.is_empty() => {
                Self::CannotBe { why: why.unwrap_or("nothing was published to compare with").to_owned() }
            }
            (hold, _) if hold == claims.len() => Self::Reproduced,
            (1.., _) => Self::Partly,
            (0, 1..) => Self::NotReproduced,
            (0, 0) => Self::CannotBe { why: "the intervals are too wide to decide".to_owned() },
        }
    }

    /// The words for it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::Partly => "partly reproduced",
            Self::NotReproduced => "not reproduced",
            Self::CannotBe { .. } => "cannot be judged",
        }
    }
}

impl std::fmt::Display for TableVerdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::CannotBe { why } => write!(f, "{}: {why}", self.name()),
            _ => f.write_str(self.name()),
        }
    }
}

impl Claim {
    /// That something is above zero.
    #[must_use]
    pub fn positive(text: impl Into<String>, difference: &Interval, digits: usize) -> Self {
        let Interval { value, low, high } = difference;
        let finding = match (low, high) {
            (low, _) if *low > 0.0 => Finding::Holds,
            (_, high) if *high < 0.0 => Finding::Fails,
            _ => Finding::Open,
        };
        Self {
            text: text.into(),
            finding,
            evidence: format!("{value:+.digits$} [{low:+.digits$}, {high:+.digits$}]"),
        }
    }

    /// That something is below zero.
    #[must_use]
    pub fn negative(text: impl Into<String>, difference: &Interval, digits: usize) -> Self {
        let Interval { value, low, high } = *difference;
        let claim = Self::positive(text, &Interval { value: -value, low: -high, high: -low }, digits);
        Self { evidence: format!("{value:+.digits$} [{low:+.digits$}, {high:+.digits$}]"), ..claim }
    }

    /// Something that the figures decide by themselves, since nothing about them is random.
    #[must_use]
    pub fn plain(text: impl Into<String>, holds: bool, evidence: impl Into<String>) -> Self {
        let finding = if holds { Finding::Holds } else { Finding::Fails };
        Self { text: text.into(), finding, evidence: evidence.into() }
    }

    /// That the published figures of some tables are right; none if there is no figure to compare.
    #[must_use]
    pub fn figures<'t>(
        text: impl Into<String>,
        tables: impl IntoIterator<Item = &'t ReportTable>,
    ) -> Option<Self> {
        let cells = tables.into_iter().flat_map(|table| table.rows.iter().flat_map(|row| &row.cells));
        let agree: Vec<bool> = cells.filter_map(ComparedFigure::agrees).collect();
        let (right, all) = (agree.iter().filter(|&&agrees| agrees).count(), agree.len());
        (all > 0).then(|| {
            let evidence = format!("{right} of {all} agree");
            Self::plain(text, right as f64 >= ENOUGH * all as f64, evidence)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(finding: Finding) -> Claim {
        Claim { text: "it is so".to_owned(), finding, evidence: String::new() }
    }

    #[test]
    fn intervals_decide_about_claims() {
        let finding = |low, high| Claim::positive("more", &Interval { value: 0.0, low, high }, 1).finding;
        assert_eq!(finding(0.1, 2.0), Finding::Holds);
        assert_eq!(finding(-2.0, -0.1), Finding::Fails);
        assert_eq!(finding(-0.1, 0.1), Finding::Open);
        assert_eq!(finding(0.0, 0.0), Finding::Open);
        let less = Claim::negative("less", &Interval { value: -1.5, low: -2.0, high: -1.25 }, 2);
        assert_eq!((less.finding, &less.evidence[..]), (Finding::Holds, "-1.50 [-2.00, -1.25]"));
    }

    #[test]
    fn verdicts_follow_from_claims() {
        use Finding::{Fails, Holds, Open};
        let verdict = |findings: &[Finding]| {
            let claims: Vec<_> = findings.iter().map(|&finding| claim(finding)).collect();
            TableVerdict::of(&claims, None).name()
        };
        assert_eq!(verdict(&[Holds, Holds]), "reproduced");
        assert_eq!(verdict(&[Holds, Open]), "partly reproduced");
        assert_eq!(verdict(&[Holds, Fails]), "partly reproduced");
        assert_eq!(verdict(&[Open, Fails]), "not reproduced");
        assert_eq!(verdict(&[Open, Open]), "cannot be judged");
        assert_eq!(
            TableVerdict::of(&[], Some("it is a picture")).to_string(),
            "cannot be judged: it is a picture"
        );
    }

    #[test]
    fn one_figure_in_ten_may_be_off() {
        let table = |off: usize| {
            let mut table = ReportTable::new("t", &["", "x"]);
            for row in 0..10 {
                let ours = Interval { value: 1.0, low: 0.5, high: 1.5 };
                let published = if row < off { 3.0 } else { 1.2 };
                table.push(row.to_string(), vec![ComparedFigure::measured(&ours, 1).beside(published)]);
            }
            table
        };
        let claim = |off| Claim::figures("the figures", [&table(off)]).unwrap();
        assert_eq!((claim(1).finding, &claim(1).evidence[..]), (Finding::Holds, "9 of 10 agree"));
        assert_eq!(claim(2).finding, Finding::Fails);
        assert_eq!(Claim::figures("nothing", [&ReportTable::new("t", &["", "x"])]), None);
    }
}
