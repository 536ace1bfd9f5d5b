//! Conditions on their way to a worker.

use std::time::Duration;

use agon_core::{Budget, ReadError, Score};
use serde::{Deserialize, Serialize};

use super::{json, wrong};
use crate::adjudication::{Adjudication, Agreement};
use crate::contest::Conditions;
use crate::openings::{ListedOpening, Openings};
use crate::time_control::TimeControl;

/// [`Conditions`] as text.
#[derive(Debug, Serialize, Deserialize)]
struct SentConditions {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    clocks: Vec<(Duration, Duration)>,
    time_margin: Duration,
    max_plies: Option<u32>,
    win: Option<(i32, u32)>,
    draw: Option<(i32, u32)>,
    openings: SentOpenings,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SentOpenings {
    Start,
    Random(u32),
    Every(u32),
    Listed(Vec<String>),
}

impl Conditions {
    /// The conditions as text that [`Conditions::from_text`] reads.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Self { budget, clocks, time_margin, adjudication, openings } = self;
        let agreement = |agreement: Agreement| (agreement.score.0, agreement.plies);
        json(&SentConditions {
            depth: budget.depth,
            nodes: budget.nodes,
            time: budget.time,
            clocks: clocks.iter().map(|clock| (clock.base, clock.increment)).collect(),
            time_margin: *time_margin,
            max_plies: adjudication.max_plies,
            win: adjudication.win.map(agreement),
            draw: adjudication.draw.map(agreement),
            openings: match openings {
                Openings::Start => SentOpenings::Start,
                Openings::Random(plies) => SentOpenings::Random(*plies),
                Openings::Every(plies) => SentOpenings::Every(*plies),
                Openings::Listed(lines) => {
                    SentOpenings::Listed(lines.iter().map(|line| line.text.clone()).collect())
                }
            },
        })
    }

    /// Reads them. Where listed openings were read is not part of the text.
    ///
    /// # Errors
    /// If the text is not one of conditions, or nothing could be played under them.
    pub fn from_text(text: &str) -> Result<Self, ReadError> {
        let sent: SentConditions = serde_json::from_str(text).map_err(wrong)?;
        let agreement = |(score, plies): (i32, u32)| Agreement { score: Score(score), plies };
        let conditions = Self {
            budget: Budget { depth: sent.depth, nodes: sent.nodes, time: sent.time },
            clocks: sent.clocks.iter().map(|&(base, increment)| TimeControl { base, increment }).collect(),
            time_margin: sent.time_margin,
            adjudication: Adjudication {
                max_plies: sent.max_plies,
                win: sent.win.map(agreement),
                draw: sent.draw.map(agreement),
            },
            openings: match sent.openings {
                SentOpenings::Start => Openings::Start,
                SentOpenings::Random(plies) => Openings::Random(plies),
                SentOpenings::Every(plies) => Openings::Every(plies),
                SentOpenings::Listed(lines) => {
                    Openings::Listed(lines.iter().map(|line| ListedOpening::from(line.as_str())).collect())
                }
            },
        };
        conditions.check()?;
        Ok(conditions)
    }
}
