//! Asks a Gomocup engine for moves.

use agon_core::Player;

use super::{USUAL_TURN_MILLIS, read_cell, write_cell};
use crate::board_text::{BoardFacts, Family};
use crate::controller::{Controller, Heard, PlayedMove, Question, Refusal};
use crate::told_think::{NAME, ToldThink};

/// Talks to one engine about Gomoku.
#[derive(Debug)]
pub struct GomocupController {
    spec: String,
    board: BoardFacts,
    state: State,
    is_agon: bool,
    /// The moves that the engine knows of; `None` at a new game.
    told: Option<Vec<String>>,
    told_info: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Greeting,
    Idle,
    Asked,
}

/// The largest number that managers send.
const MOST_MILLIS: u128 = i32::MAX as u128;

/// For each of these words at the beginning a line is no answer.
const REMARKS: &[&str] = &["MESSAGE", "DEBUG", "UNKNOWN", "ERROR", "OK", "INFO", "SUGGEST"];

impl GomocupController {
    /// For the game that a spec names.
    #[must_use]
    pub fn new(spec: &str) -> Self {
        Self {
            spec: spec.to_owned(),
            board: BoardFacts::of(spec),
            state: State::Greeting,
            is_agon: false,
            told: None,
            told_info: Vec::new(),
        }
    }

    /// Whether the protocol has words for a game.
    ///
    /// # Errors
    /// If it has not.
    pub fn check(spec: &str) -> Result<(), Refusal> {
        let five = !spec.starts_with("line") && !spec.starts_with("tictactoe");
        match BoardFacts::of(spec).family {
            Family::Stones { single: true, .. } if five => Ok(()),
            _ => Err(Refusal(format!("the protocol of Gomocup is for gomoku, not for {spec}"))),
        }
    }

    /// What the engine is to know about limits, as far as it has changed.
    fn info(&mut self, question: &Question<'_>) -> Vec<String> {
        let exact = matches!(self.board.family, Family::Stones { exact: true, .. });
        let limits = question.limits;
        let millis = limits.time.map_or(USUAL_TURN_MILLIS, |time| time.as_millis().max(1));
        // A clock is for the engine to share out; no match is limited by 0, nothing is left of none by the largest number.
        let (turn, whole, left) = match question.clock {
            Some(clock) => {
                let millis = |time: std::time::Duration| time.as_millis().clamp(1, MOST_MILLIS);
                (millis(clock.left), millis(clock.base.saturating_add(clock.increment)), millis(clock.left))
            }
            None => (millis, 0, MOST_MILLIS),
        };
        let mut info = vec![
            format!("INFO timeout_match {whole}"),
            format!("INFO timeout_turn {turn}"),
            format!("INFO time_left {left}"),
            "INFO game_type 1".to_owned(),
            format!("INFO rule {}", u8::from(exact)),
        ];
        // Not in the protocol, but understood by many.
        info.extend(limits.nodes.map(|nodes| format!("INFO max_node {nodes}")));
        info.extend(limits.depth.map(|depth| format!("INFO max_depth {depth}")));
        let mut lines: Vec<_> = info.iter().filter(|line| !self.told_info.contains(line)).cloned().collect();
        self.told_info = info;
        if self.is_agon {
            lines.push(format!("INFO agon_think {}", ToldThink::write(question)));
        }
        lines
    }

    /// The whole board, own stones as 1.
    fn whole_board(&self, question: &Question<'_>) -> Result<Vec<String>, Refusal> {
        let line = |name: &str, own: bool| {
            let cell =
                write_cell(&self.board, name).ok_or_else(|| Refusal(format!("`{name}` is not a cell")))?;
            Ok(format!("{cell},{}", if own { 1 } else { 2 }))
        };
        let mut lines = vec!["BOARD".to_owned()];
        match question.moves {
            Some(moves) => {
                for PlayedMove { player, text } in moves {
                    lines.push(line(text, *player == question.to_move)?);
                }
            }
            None => {
                let own = if question.to_move == Player(0) { 'X' } else { 'O' };
                for row in 0..self.board.rows {
                    for column in 0..self.board.columns {
                        let name = self.board.name(column, row).unwrap_or_default();
                        let stone = self.board.occupant(question.position, &name);
                        if let Some(stone @ ('X' | 'O')) = stone {
                            lines.push(line(&name, stone == own)?);
                        }
                    }
                }
            }
        }
        lines.push("DONE".to_owned());
        Ok(lines)
    }

    /// The least that brings the engine to the position and lets it think.
    fn position(&mut self, question: &Question<'_>) -> Result<Vec<String>, Refusal> {
        let Some(moves) = question.moves else {
            self.told = None;
            return self.whole_board(question);
        };
        let texts: Vec<String> = moves.iter().map(|mv| mv.text.clone()).collect();
        let told = self.told.replace(texts);
        let lines = match (told, moves) {
            (None, []) => vec!["BEGIN".to_owned()],
            (Some(told), [before @ .., last])
                if told.len() == before.len()
                    && before.iter().zip(&told).all(|(mv, told)| mv.text == *told) =>
            {
                let cell = write_cell(&self.board, &last.text);
                vec![format!(
                    "TURN {}",
                    cell.ok_or_else(|| Refusal(format!("`{}` is not a cell", last.text)))?
                )]
            }
            _ => self.whole_board(question)?,
        };
        Ok(lines)
    }
}

impl Controller for GomocupController {
    fn greet(&mut self) -> Vec<String> {
        let BoardFacts { columns, rows, .. } = self.board;
        let start =
            if columns == rows { format!("START {rows}") } else { format!("RECTSTART {columns},{rows}") };
        vec!["ABOUT".to_owned(), start]
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Vec<String>, Refusal> {
        Self::check(&self.spec)?;
        let mut lines = self.info(question);
        if self.told.is_none() && question.moves.is_some_and(<[_]>::is_empty) {
            // An engine that played before has stones on its board; BOARD takes them away by itself.
            lines.splice(0..0, (self.state == State::Idle).then(|| "RESTART".to_owned()));
        }
        lines.extend(self.position(question)?);
        self.state = State::Asked;
        Ok(lines)
    }

    fn hear(&mut self, line: &str) -> Heard {
        let line = line.trim();
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        match self.state {
            State::Greeting if line.contains(&format!("name=\"{NAME}\"")) => self.is_agon = true,
            State::Greeting if word == "OK" => {
                // The board is empty: there is nothing to restart.
                self.state = State::Asked;
                return Heard::Ready;
            }
            State::Greeting if word == "ERROR" => {
                return Heard::Refused(format!("it refused the board: {line}"));
            }
            State::Asked if !REMARKS.contains(&word.as_str()) => {
                if let Some(mv) = read_cell(&self.board, line) {
                    self.state = State::Idle;
                    if let Some(told) = &mut self.told {
                        told.push(mv.clone());
                    }
                    return Heard::Move(mv);
                }
                let numbers = line.split(',').all(|part| part.trim().parse::<i64>().is_ok());
                if numbers && line.contains(',') {
                    return Heard::Move(line.to_owned());
                }
            }
            _ => {}
        }
        Heard::Nothing
    }

    fn new_game(&mut self) {
        self.told = None;
    }

    fn goodbye(&self) -> Vec<String> {
        vec!["END".to_owned()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Budget;
    use std::time::Duration;

    fn moves(texts: &[&str]) -> Vec<PlayedMove> {
        let mv = |(ply, text): (usize, &&str)| PlayedMove {
            player: Player(ply as u8 % 2),
            text: (*text).to_owned(),
        };
        texts.iter().enumerate().map(mv).collect()
    }

    fn question(moves: &[PlayedMove]) -> Question<'_> {
        let limits = Budget::time(Duration::from_millis(500));
        let to_move = Player(moves.len() as u8 % 2);
        Question { position: "", moves: Some(moves), to_move, limits, clock: None, seed: 3 }
    }

    fn ready(spec: &str, about: &str) -> GomocupController {
        let mut controller = GomocupController::new(spec);
        assert_eq!(controller.greet()[0], "ABOUT");
        assert_eq!(controller.hear("7,7"), Heard::Nothing, "nothing was asked");
        controller.hear(about);
        assert_eq!(controller.hear("OK"), Heard::Ready);
        controller
    }

    #[test]
    fn a_game_is_told_turn_by_turn() {
        let mut controller = ready("gomoku:exact", "name=\"Rapfi\", version=\"1\"");
        let lines = controller.ask(&question(&[])).unwrap();
        assert_eq!(lines[1], "INFO timeout_turn 500");
        assert_eq!(lines[4..], ["INFO rule 1", "BEGIN"]);
        for noise in ["MESSAGE depth 3", "DEBUG 1,2", "", "thinking"] {
            assert_eq!(controller.hear(noise), Heard::Nothing);
        }
        assert_eq!(controller.hear("7,7"), Heard::Move("h8".to_owned()));
        assert_eq!(controller.hear("8,8"), Heard::Nothing, "it was asked once");
        let lines = controller.ask(&question(&moves(&["h8", "a15"]))).unwrap();
        assert_eq!(lines, ["TURN 0,0"], "nothing else has changed");
        assert_eq!(controller.hear("99,0"), Heard::Move("99,0".to_owned()), "for others to complain about");
        controller.new_game();
        let lines = controller.ask(&question(&moves(&["h8"]))).unwrap();
        assert_eq!(lines, ["BOARD", "7,7,2", "DONE"]);
        controller.hear("0,0");
        controller.new_game();
        assert_eq!(controller.ask(&question(&[])).unwrap(), ["RESTART", "BEGIN"]);
        assert_eq!(controller.goodbye(), ["END"]);
    }

    /// Engines were told the share of a move in the place of their clock.
    #[test]
    fn a_clock_is_told_as_it_is() {
        let mut controller = ready("gomoku", "name=\"Rapfi\", version=\"1\"");
        let second = Duration::from_secs(1);
        let clock = agon_core::GameClock { base: 60 * second, increment: second, left: 41 * second };
        let lines = controller.ask(&Question { clock: Some(clock), ..question(&[]) }).unwrap();
        assert_eq!(
            lines[..3],
            ["INFO timeout_match 61000", "INFO timeout_turn 41000", "INFO time_left 41000"]
        );
    }

    #[test]
    fn a_board_is_told_without_its_history() {
        let mut controller = ready("gomoku:5x6", "name=\"Agon\", version=\"1\"");
        let unknown = Question {
            position: "X----O------------------------ O",
            moves: None,
            to_move: Player(1),
            ..question(&[])
        };
        let lines = controller.ask(&unknown).unwrap();
        assert_eq!(lines[5], "INFO agon_think - - 500000 3");
        assert_eq!(lines[6..], ["BOARD", "0,1,1", "0,0,2", "DONE"]);
        let mut refused = GomocupController::new("gomoku:5x6");
        assert_eq!(refused.greet()[1], "RECTSTART 5,6");
        assert!(matches!(refused.hear("ERROR unsupported size"), Heard::Refused(_)));
        assert!(
            GomocupController::check("connect6").is_err() && GomocupController::check("gomoku:exact").is_ok()
        );
    }
}
