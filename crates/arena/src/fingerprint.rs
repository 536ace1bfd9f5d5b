//! What games depend on besides their seed and agents, as text that stays the same.

use std::time::Duration;

use agon_files::{Fingerprint, digest};

use crate::adjudication::Agreement;
use crate::contest::Conditions;
use crate::openings::Openings;

impl Conditions {
    /// All conditions as settings of a fingerprint.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        let Self { budget, clocks, time_margin, adjudication, openings } = self;
        let agreement = |agreement: Agreement| format!("{}:{}", agreement.score.to_f64(), agreement.plies);
        let settings = Fingerprint::new("conditions", 1)
            .with_some("limit depth", budget.depth)
            .with_some("limit nodes", budget.nodes)
            .with_some("limit time", budget.time.map(exact))
            .with("openings", beginning(openings))
            .with_some("most plies", adjudication.max_plies)
            .with_some("win agreed at", adjudication.win.map(agreement))
            .with_some("draw agreed at", adjudication.draw.map(agreement));
        let settings = (1..).zip(clocks).fold(settings, |settings, (number, clock)| {
            let key = if clocks.len() == 1 { "clock".to_owned() } else { format!("clock {number:03}") };
            settings.with(key, format_args!("{}+{}", exact(clock.base), exact(clock.increment)))
        });
        let timed = budget.time.is_some() || !clocks.is_empty();
        settings.with_some("time margin", Some(exact(*time_margin)).filter(|_| timed))
    }
}

/// How games begin; listed openings by their number and digest.
fn beginning(openings: &Openings) -> String {
    match openings {
        Openings::Start => "the start of the game".to_owned(),
        Openings::Random(plies) => format!("{plies} random plies"),
        Openings::Every(plies) => format!("every line of {plies} plies"),
        Openings::Listed(lines) => {
            let texts: Vec<_> = lines.iter().map(|line| line.text.as_str()).collect();
            format!("{} listed, digest {}", texts.len(), digest(texts.join("\n")))
        }
    }
}

/// A time to the nanosecond, in the largest unit of which it has a whole number.
fn exact(time: Duration) -> String {
    let nanos = time.as_nanos();
    let units = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000), ("ns", 1)];
    let unit = units.into_iter().find(|(_, size)| nanos.is_multiple_of(*size));
    unit.map_or_else(String::new, |(name, size)| format!("{}{name}", nanos / size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TimeControl;
    use agon_core::Budget;

    #[test]
    fn every_condition_changes_the_fingerprint() {
        let usual = Conditions::default();
        let clock = |text: &str| vec![text.parse::<TimeControl>().unwrap()];
        let others = [
            Conditions { budget: Budget { depth: Some(3), ..Budget::default() }, ..usual.clone() },
            Conditions { budget: Budget::nodes(3), ..usual.clone() },
            Conditions {
                budget: Budget { time: Some(Duration::from_micros(1500)), ..Budget::default() },
                ..usual.clone()
            },
            Conditions { clocks: clock("10s+100ms"), ..usual.clone() },
            Conditions { clocks: clock("10s+100us"), ..usual.clone() },
            Conditions { clocks: [clock("1s"), clock("2s")].concat(), ..usual.clone() },
            Conditions { clocks: clock("10s"), time_margin: Duration::from_secs(2), ..usual.clone() },
            Conditions { openings: Openings::Random(4), ..usual.clone() },
            Conditions { openings: Openings::Every(4), ..usual.clone() },
            Conditions { openings: Openings::Listed(vec!["f5".into()]), ..usual.clone() },
            Conditions { openings: Openings::Listed(vec!["f5d6".into()]), ..usual.clone() },
            Conditions {
                adjudication: crate::Adjudication { max_plies: Some(9), ..usual.adjudication },
                ..usual.clone()
            },
            Conditions {
                adjudication: crate::Adjudication { win: "10:4".parse().ok(), ..usual.adjudication },
                ..usual.clone()
            },
            Conditions {
                adjudication: crate::Adjudication { draw: "0:4".parse().ok(), ..usual.adjudication },
                ..usual.clone()
            },
        ];
        let mut texts: Vec<_> =
            others.iter().map(|conditions| conditions.fingerprint().to_string()).collect();
        texts.push(usual.fingerprint().to_string());
        assert!(texts[2].contains("limit time = 1500us"), "{}", texts[2]);
        let count = texts.len();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), count);
        // A text of last year must mean the same: the format may only change with its version.
        assert_eq!(usual.fingerprint().to_string(), "agon conditions 1\nopenings = the start of the game\n");
    }
}
