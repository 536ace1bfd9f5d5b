//! Programs that know no protocol: they take a position and print a move. A small TOML file says how. Original design.
//!
//! ```toml
//! command = "solver --depth 12"      # a program and its arguments
//! input = ["{position}"]             # lines for its standard input
//! answer = "best move: {move}"       # the line with the move; without, the first word it prints
//! ```
//!
//! Words in braces stand for what is known: `{game}`, `{position}`, `{moves}` (with spaces between), `{side}` (`X` or
//! `O`, or the number of the colour), `{ms}`, `{depth}`, `{nodes}` and `{seed}`. They may stand in the command too: each
//! is part of one argument, whatever is in it. A program is started for each move, unless `stays = true`: then it is
//! started once and asked again and again.

use agon_core::ReadError;
use serde::Deserialize;

use crate::controller::{Controller, Heard, Question, Refusal};

/// How a program is asked, as its file says it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdapterPlan {
    /// The program and its arguments, as in a shell.
    pub command: String,
    /// Lines for its standard input.
    #[serde(default)]
    pub input: Vec<String>,
    /// The line in which the move stands, with `{move}` for it.
    #[serde(default)]
    pub answer: Option<String>,
    /// Whether one process answers all questions.
    #[serde(default)]
    pub stays: bool,
}

const MOVE: &str = "{move}";

impl AdapterPlan {
    /// Reads a plan.
    ///
    /// # Errors
    /// If it is not one; the error says where.
    pub fn from_toml(text: &str) -> Result<Self, ReadError> {
        let plan: Self = toml::from_str(text).map_err(|error| {
            let before = error.span().map_or("", |span| text.get(..span.start).unwrap_or_default());
            let (line, column) = place(before);
            ReadError::new(format!("line {line}, column {column}: {}", error.message()))
        })?;
        match &plan.answer {
            Some(answer) if answer.matches(MOVE).count() != 1 => {
                Err(ReadError::new(format!("`answer` is `{answer}`: {MOVE} must stand in it once")))
            }
            _ => Ok(plan),
        }
    }

    /// A text with what is known in the place of words in braces.
    #[must_use]
    pub fn fill(&self, template: &str, game: &str, question: &Question<'_>) -> String {
        let Question { position, moves, limits, seed, .. } = question;
        let number = |limit: Option<u64>| limit.map_or_else(String::new, |limit| limit.to_string());
        let list = moves.unwrap_or_default().iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ");
        let side = position.split_whitespace().nth(1).unwrap_or_default();
        let known = [
            ("{game}", game.to_owned()),
            ("{position}", (*position).to_owned()),
            ("{moves}", list),
            ("{side}", side.to_owned()),
            ("{ms}", number(limits.time.map(|time| time.as_millis() as u64))),
            ("{depth}", number(limits.depth.map(u64::from))),
            ("{nodes}", number(limits.nodes)),
            ("{seed}", seed.to_string()),
        ];
        // In one go: what is put in is not looked at again.
        let (mut filled, mut rest) = (String::new(), template);
        while let Some(open) = rest.find('{') {
            let (before, from) = rest.split_at(open);
            filled += before;
            match known.iter().find(|(word, _)| from.starts_with(word)) {
                Some((word, value)) => {
                    filled += value;
                    rest = &from[word.len()..];
                }
                None => {
                    filled.push('{');
                    rest = &from[1..];
                }
            }
        }
        filled + rest
    }

    /// The move in a line of the program, if it stands there.
    fn move_in(&self, line: &str) -> Option<String> {
        let Some(answer) = &self.answer else { return line.split_whitespace().next().map(str::to_owned) };
        let (before, after) = answer.split_once(MOVE)?;
        let rest = line.trim().strip_prefix(before.trim_start())?;
        let found = match after.trim() {
            "" => rest.split_whitespace().next()?,
            after => &rest[..rest.find(after)?],
        };
        Some(found.trim().to_owned()).filter(|mv| !mv.is_empty())
    }
}

/// Line and column behind a text, from 1.
fn place(before: &str) -> (usize, usize) {
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// Asks a program as a plan says.
#[derive(Debug)]
pub struct Adapter {
    plan: AdapterPlan,
    game: String,
}

impl Adapter {
    /// For a game.
    #[must_use]
    pub fn new(plan: AdapterPlan, game: &str) -> Self {
        Self { plan, game: game.to_owned() }
    }
}

impl Controller for Adapter {
    /// Such programs are not greeted.
    fn greet(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Vec<String>, Refusal> {
        Ok(self.plan.input.iter().map(|line| self.plan.fill(line, &self.game, question)).collect())
    }

    fn hear(&mut self, line: &str) -> Heard {
        self.plan.move_in(line).map_or(Heard::Nothing, Heard::Move)
    }

    fn new_game(&mut self) {}

    fn tells_time(&self) -> bool {
        self.plan.input.iter().chain([&self.plan.command]).any(|text| text.contains("{ms}"))
    }

    fn goodbye(&self) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::PlayedMove;
    use agon_core::{Budget, Player};
    use proptest::prelude::*;

    fn plan(text: &str) -> AdapterPlan {
        AdapterPlan::from_toml(text).unwrap()
    }

    #[test]
    fn what_is_known_is_filled_in() {
        let plan = plan("command = 'x'");
        let moves = [PlayedMove { player: Player(0), text: "f5".into() }];
        let limits =
            Budget { depth: Some(3), nodes: None, time: Some(std::time::Duration::from_millis(250)) };
        let question = Question {
            position: "X{ms}- O",
            moves: Some(&moves),
            to_move: Player(1),
            limits,
            clock: None,
            seed: 9,
        };
        let fill = |text: &str| plan.fill(text, "reversi", &question);
        assert_eq!(fill("{game} {moves} {side} {ms} {depth} {nodes} {seed}"), "reversi f5 O 250 3  9");
        assert_eq!(fill("{position}"), "X{ms}- O", "what is put in stays as it is");
        assert_eq!(fill("{x} {"), "{x} {");
    }

    #[test]
    fn the_move_is_found_in_the_answer() {
        let found = |answer: &str, line: &str| plan(&format!("command='x'\nanswer='{answer}'")).move_in(line);
        assert_eq!(found("best move: {move}", "best move:  f5 (+3)").as_deref(), Some("f5"));
        assert_eq!(found("bestmove({move})", "  bestmove( d3 )").as_deref(), Some("d3"));
        assert_eq!(found("{move}", "e6 0.5").as_deref(), Some("e6"));
        assert_eq!(found("best: {move}", "thinking"), None);
        assert_eq!(found("best: {move}", "best: "), None);
        assert_eq!(plan("command='x'").move_in("  c4 ").as_deref(), Some("c4"));
        assert_eq!(plan("command='x'").move_in(""), None);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let wrong = |text: &str| AdapterPlan::from_toml(text).unwrap_err().message;
        assert!(wrong("command = 'x'\nanwser = 'y'").starts_with("line 2, column 1: unknown field `anwser`"));
        assert!(wrong("input = []").contains("missing field `command`"));
        assert!(wrong("command='x'\nanswer='best'").contains("{move} must stand in it once"));
        assert!(wrong("command = ").starts_with("line 1, column "));
    }

    proptest! {
        #[test]
        fn any_plan_and_any_line_are_read_or_refused(text in ".{0,60}", answer in ".{0,20}", line in ".{0,60}") {
            let _ = AdapterPlan::from_toml(&text);
            let plan = AdapterPlan { command: String::new(), input: vec![], answer: Some(answer), stays: false };
            let _ = plan.move_in(&line);
        }
    }
}
