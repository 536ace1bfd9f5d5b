//! The bracket of a knockout as text: a column for each stage, lines from each pairing to who goes on.
//!
//! ```text
//! a 4 ─┐
//!      ├─ a 3 ─┐
//! d 2 ─┘       │
//!              ├─ a
//! b 6 ─┐       │
//!      ├─ b 3 ─┘
//! c 0 ─┘
//! ```

use agon_core::visible;

use crate::{Pairing, Standings};

/// Stands where nobody knows yet who goes on.
const UNKNOWN: &str = "?";

impl Standings {
    /// The bracket of a knockout; empty for other tournaments.
    pub(super) fn bracket_text(&self) -> String {
        let Some(first) = self.bracket.first() else { return String::new() };
        let mut rows = vec![String::new(); 4 * first.len() - 1];
        for (stage, pairings) in self.bracket.iter().enumerate() {
            let labels: Vec<_> = pairings.iter().map(labels).collect();
            let column = widest(labels.iter().flatten().flatten());
            let right = widest(rows.iter());
            rows.iter_mut().for_each(|row| pad(row, right));
            for (number, [upper, lower]) in labels.iter().enumerate() {
                let (Some(upper), Some(lower)) = (upper, lower) else { continue };
                let (top, middle, bottom) =
                    (row(stage, 2 * number), row(stage + 1, number), row(stage, 2 * number + 1));
                rows[top] += &format!("{upper:column$} ─┐");
                rows[bottom] += &format!("{lower:column$} ─┘");
                for between in &mut rows[top + 1..bottom] {
                    pad(between, right + column + 2);
                    between.push('│');
                }
                rows[middle].pop();
                rows[middle] += "├─ ";
            }
        }
        let right = widest(rows.iter());
        for (number, pairing) in self.bracket.last().into_iter().flatten().enumerate() {
            let row = &mut rows[row(self.bracket.len(), number)];
            pad(row, right);
            *row += &visible(pairing.winner.as_deref().unwrap_or(UNKNOWN));
        }
        let lines = rows.iter().map(|row| row.trim_end()).filter(|row| !row.is_empty());
        let mut text: String = lines.map(|row| format!("{row}\n")).collect();
        if self.bracket.iter().flatten().any(is_tied) {
            text += "equal scores: the agent that the file lists first goes on\n";
        }
        text
    }
}

/// The row of a place: those of the first stage stand in every second one, others between the two that they come from.
fn row(stage: usize, place: usize) -> usize {
    ((2 * place + 1) << stage) - 1
}

/// Names with scores; of a pairing with a free place nothing is shown, and who sits there appears in the next stage.
fn labels(pairing: &Pairing) -> [Option<String>; 2] {
    let [Some(upper), Some(lower)] = &pairing.agents else { return [None, None] };
    let [first, second] = pairing.scores;
    [Some(format!("{} {first}", visible(upper))), Some(format!("{} {second}", visible(lower)))]
}

fn is_tied(pairing: &Pairing) -> bool {
    let [first, second] = pairing.scores;
    pairing.agents.iter().all(Option::is_some) && pairing.winner.is_some() && first == second
}

fn widest<'a>(texts: impl Iterator<Item = &'a String>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

/// Makes a text so many characters wide.
fn pad(text: &mut String, width: usize) {
    let missing = width.saturating_sub(text.chars().count());
    text.extend(std::iter::repeat_n(' ', missing));
}
