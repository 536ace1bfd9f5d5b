//! Lists of positions: a result for each line of a file, beside what the file expects.
//!
//! A line is a position or a move list, and the value it should have may follow; or OBF, the format of Othello
//! programs: the position, then `move:score` for its moves. Both kinds may stand behind columns of other things, `|`
//! between them. Of two words of digits the second is the value: move lists of Connect Four need no spaces. Of more words
//! the last one is a value unless all of them are moves; with a sign it always is.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use agon_catalog::{AnyGame, Origin};
use agon_core::{ReadError, counted};
use serde::Serialize;

use super::{AnalysisReport, Analyze, Desk, OverReport, USUAL_TIME};
use crate::failure::Failure;
use crate::notes::note;

/// A line of the file.
struct Entry {
    /// Its number, from 1.
    line: usize,
    position: String,
    /// How the game ended, where it has.
    over: Option<OverReport>,
    expected: Expected,
}

/// What a line says of its position.
#[derive(Clone, Default, Serialize)]
struct Expected {
    value: Option<f64>,
    /// The moves with their values, as the game writes them.
    moves: Vec<(String, f64)>,
    /// What stands there as a move and is not one in this position, as the file writes it. It does not count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_moves: Vec<String>,
}

#[derive(Serialize)]
struct ListReport {
    line_number: usize,
    #[serde(flatten)]
    report: AnalysisReport,
    #[serde(skip_serializing_if = "Expected::is_empty")]
    expected: Expected,
    /// Whether the result agrees with what was expected; absent where that cannot be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<bool>,
}

pub(super) fn run(options: &Analyze, game: &Arc<dyn AnyGame>, file: &Path) -> Result<(), Failure> {
    let desk = Desk::new(options, game.clone(), USUAL_TIME)?;
    let text = agon_files::read_text(file)?;
    let (entries, wrong) = read_all(&desk, &text);
    if entries.is_empty() && wrong.is_empty() {
        return Err(Failure::file(file, &"there is no position in it"));
    }
    if !wrong.is_empty() {
        let lines = counted(wrong.len() as u64, "line", "lines");
        note(&format!("{}: {lines} cannot be read, as is told at the end", file.display()));
    }
    note_not_moves(file, &entries);
    let mut out = std::io::stdout().lock();
    let (mut done, mut right, mut compared) = (0, 0, 0);
    for entry in entries.iter() {
        let Entry { line, position, over, expected } = entry;
        if let Some(over) = over {
            match options.json {
                true => writeln!(out, "{}", serde_json::to_string(over)?)?,
                false => writeln!(out, "{line:>5}  {}", over.verdict)?,
            }
            done += 1;
            continue;
        }
        let report = AnalysisReport::new(&desk, &desk.look(&Origin::Position(position))?);
        if desk.stop.is_set() {
            break;
        }
        let verdict = expected.judge(&report);
        done += 1;
        right += usize::from(verdict == Some(true));
        compared += usize::from(verdict.is_some());
        if options.json {
            let expected = expected.clone();
            let report = ListReport { line_number: *line, report, expected, right: verdict };
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            let verdict = match verdict {
                Some(true) => "  as expected".to_owned(),
                Some(false) if report.exact => format!("  WRONG, expected {}", expected.text()),
                None if expected.best_value().is_none() => String::new(),
                Some(false) | None => format!("  expected {}", expected.text()),
            };
            writeln!(out, "{line:>5}  {}{verdict}", report.verdict(options.exact))?;
        }
        out.flush()?;
    }
    if !options.json {
        let agreeing =
            if compared > 0 { format!(", {right} of {compared} as expected") } else { String::new() };
        let positions = counted(entries.len() as u64, "position", "positions");
        writeln!(out, "{done} of {positions}{agreeing}")?;
    }
    if desk.stop.is_set() && done < entries.len() {
        let positions = counted(entries.len() as u64, "position", "positions");
        return Err(Failure::Interrupted(format!("stopped after {done} of {positions}")));
    }
    if wrong.is_empty() { Ok(()) } else { Err(unreadable(file, &wrong)) }
}

/// Says which expected moves are none: a slip in the file would look like a line without expectations.
fn note_not_moves(file: &Path, entries: &[Entry]) {
    /// So many lines are named.
    const FEW: usize = 5;
    let with_any: Vec<_> = entries.iter().filter(|entry| !entry.expected.not_moves.is_empty()).collect();
    for Entry { line, expected, .. } in with_any.iter().take(FEW) {
        let moves = expected.not_moves.join(", ");
        note(&format!("{}, line {line}: no legal move there, so it does not count: {moves}", file.display()));
    }
    if let Some(more) = with_any.len().checked_sub(FEW).filter(|more| *more > 0) {
        note(&format!("and so in {} more", counted(more as u64, "line", "lines")));
    }
}

/// The lines that could not be read, with their numbers.
fn unreadable(file: &Path, wrong: &[(usize, ReadError)]) -> Failure {
    if let [(line, error)] = wrong {
        return Failure::File(format!("{}, line {line}: {error}", file.display()));
    }
    let lines = wrong.iter().map(|(line, error)| format!("line {line}: {}", error.message));
    let lines: Vec<_> = lines.collect();
    Failure::file(file, &format!("{} lines cannot be read:\n{}", wrong.len(), lines.join("\n")))
}

impl Expected {
    fn is_empty(&self) -> bool {
        self.value.is_none() && self.moves.is_empty() && self.not_moves.is_empty()
    }

    /// Whether a report agrees: a proven one in all values it gives, any other in its move. `None` where nothing can be
    /// compared.
    fn judge(&self, report: &AnalysisReport) -> Option<bool> {
        let value_of = |mv: &str| self.moves.iter().find(|(name, _)| name == mv).map(|(_, value)| *value);
        let good_move =
            if self.moves.is_empty() { None } else { Some(value_of(&report.best) == self.best_value()) };
        if !report.exact {
            return good_move;
        }
        let best = self.best_value().map(|value| Some(value) == report.value);
        let valued = report.moves.all.iter().filter(|mv| !mv.at_most);
        let moves_agree = valued.filter_map(|mv| Some(value_of(&mv.mv)? == mv.value)).all(|agrees| agrees);
        Some(best? && good_move.unwrap_or(true) && moves_agree)
    }

    /// The value of the position: said, or that of the best move.
    fn best_value(&self) -> Option<f64> {
        self.value.or_else(|| self.moves.iter().map(|(_, value)| *value).reduce(f64::max))
    }

    fn text(&self) -> String {
        let value = self.best_value();
        let best: Vec<_> =
            self.moves.iter().filter(|(_, v)| Some(*v) == value).map(|(mv, _)| &**mv).collect();
        let value =
            value.map_or_else(
                String::new,
                |value| if value == 0.0 { "0".to_owned() } else { format!("{value:+}") },
            );
        if best.is_empty() { value } else { format!("{value} by {}", best.join(" or ")) }
    }
}

/// The positions, and the lines that are none, by their numbers.
fn read_all(desk: &Desk<'_>, text: &str) -> (Vec<Entry>, Vec<(usize, ReadError)>) {
    let (mut entries, mut wrong) = (Vec::new(), Vec::new());
    let lines = (1..).zip(text.lines().map(without_comment));
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        match read(desk, number, line) {
            Ok(entry) => entries.push(entry),
            Err(error) => wrong.push((number, error)),
        }
    }
    (entries, wrong)
}

/// The line up to a `%`, or a `#` that begins a word.
fn without_comment(line: &str) -> &str {
    let hash = line
        .match_indices('#')
        .map(|(at, _)| at)
        .find(|&at| line[..at].chars().next_back().is_none_or(char::is_whitespace));
    let end = [line.find('%'), hash].into_iter().flatten().min().unwrap_or(line.len());
    line[..end].trim()
}

fn read(desk: &Desk<'_>, line: usize, text: &str) -> Result<Entry, ReadError> {
    let text = text.rsplit('|').next().unwrap_or(text).trim();
    let mut parts = text.split(';');
    let head = parts.next().unwrap_or_default().trim();
    let (session, value) = take_up(desk, head)?;
    let legal = session.legal();
    let mut expected = Expected { value, ..Expected::default() };
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        let wrong = || ReadError::new(format!("`{part}` is not a move and its score, such as f5:+2"));
        let (mv, score) = part.split_once(':').ok_or_else(wrong)?;
        let score: f64 = score.trim().parse().map_err(|_| wrong())?;
        // Programs list moves in capitals, and some a move that is none with a score beyond all others.
        match legal.iter().find(|name| name.eq_ignore_ascii_case(mv.trim())) {
            Some(mv) => expected.moves.push((mv.clone(), score)),
            None => expected.not_moves.push(part.to_owned()),
        }
    }
    let over = session.status().outcome().map(|outcome| OverReport::new(&*session, outcome, Some(line)));
    Ok(Entry { line, position: session.position(), over, expected })
}

/// The game at a position or after a move list, and the value that follows.
fn take_up(desk: &Desk<'_>, head: &str) -> Result<(Box<dyn agon_core::Session>, Option<f64>), ReadError> {
    let at = |origin: Origin<'_>| desk.game.clone().session(&[], &origin);
    let scored = head.rsplit_once(char::is_whitespace).and_then(|(before, last)| {
        let value: f64 = last.parse().ok()?;
        Some((before.trim_end(), value))
    });
    let no_position = match at(Origin::Position(head)) {
        Ok(session) => return Ok((session, None)),
        Err(error) => error,
    };
    if let Some((before, value)) = scored {
        if let Ok(session) = at(Origin::Position(before)) {
            return Ok((session, Some(value)));
        }
        let is_value = !before.contains(char::is_whitespace) || at(Origin::Moves(head)).is_err();
        if let (true, Ok(session)) = (is_value, at(Origin::Moves(before))) {
            return Ok((session, Some(value)));
        }
    }
    at(Origin::Moves(head)).map(|session| (session, None)).map_err(|no_moves| {
        let (no_position, no_moves) = (no_position.message, no_moves.message);
        ReadError::new(format!("neither a position ({no_position}) nor a move list ({no_moves})"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_left_out() {
        assert_eq!(without_comment("f5d6 % tiger"), "f5d6");
        assert_eq!(without_comment("# all"), "");
        assert_eq!(without_comment("44 3 # three"), "44 3");
        assert_eq!(without_comment("a#b"), "a#b");
    }
}
