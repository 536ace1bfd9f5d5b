//! The lines between driver, bridge and workers: JSON, one message to a line.

use serde::{Deserialize, Serialize};

/// What is said to a bridge or a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum Order {
    /// There is work of this kind. A worker that hears it leaves what it had.
    Work { work: u32, kind: String, settings: String },
    /// Run a part of it.
    Job { job: u64, work: u32, input: String },
    /// Nobody waits for these any more.
    Cancel { jobs: Vec<u64> },
}

/// What a bridge or a worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub(crate) enum Report {
    /// A worker is there; which program it is.
    Hello { program: String },
    /// So many workers can be had: said at the beginning, and whenever it changes.
    Workers { workers: usize },
    /// A part is done.
    Done { job: u64, output: String, seconds: f64 },
    /// A part cannot be done, now or ever.
    Refused { job: u64, error: String },
    /// There will be no more reports; why.
    Lost { error: String },
}

impl Order {
    /// The line of the message.
    pub(crate) fn line(&self) -> String {
        line(self)
    }
}

impl Report {
    /// The line of the message.
    pub(crate) fn line(&self) -> String {
        line(self)
    }
}

/// Messages are strings and numbers: they can always be written.
fn line(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_a_line_that_reads_back() {
        let order = Order::Job { job: 1, work: 2, input: "a\n\"b\" \u{2028}".to_owned() };
        assert_eq!(order.line().matches('\n').count(), 1);
        assert_eq!(serde_json::from_str::<Order>(&order.line()).unwrap(), order);
        let report = Report::Done { job: u64::MAX, output: String::new(), seconds: 0.1 };
        assert_eq!(serde_json::from_str::<Report>(&report.line()).unwrap(), report);
    }
}
