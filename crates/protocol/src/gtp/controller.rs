//! Asks a GTP engine for moves.
//!
//! Commands are numbered, and everything that a move needs is sent at once, so that an engine is waited for only once.

use std::collections::{BTreeSet, VecDeque};

use super::answers::{Answer, Answers};
use super::dialect::Dialect;
use super::told_time::ToldTime;
use crate::board_text::Family;
use crate::controller::{Controller, Heard, Question, Refusal};
use crate::told_think::ToldThink;

/// Talks to one engine about one game.
#[derive(Debug)]
pub struct GtpController {
    spec: String,
    dialect: Dialect,
    answers: Answers,
    /// Commands that were sent and not yet answered.
    pending: VecDeque<Pending>,
    next_number: u64,
    /// Whether the engine repeats the numbers of commands, once that is known.
    numbers: Option<bool>,
    known: BTreeSet<String>,
    /// The moves that the engine has on its board; `None` if that is not known.
    told: Option<Vec<String>>,
    told_time: Option<ToldTime>,
    seeded: bool,
}

#[derive(Debug)]
struct Pending {
    number: u64,
    command: String,
    purpose: Purpose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    ListCommands,
    /// Chooses the game.
    Game,
    /// The last command of the greeting.
    Prepare,
    /// Must succeed.
    Needed,
    /// May fail.
    Wished,
    Move,
}

/// What only Agon knows: limits of the next move and its seed.
pub(super) const THINK: &str = "agon-think";
/// What only Agon knows: a position as text.
pub(super) const POSITION: &str = "agon-position";
/// How time is told.
const SETTINGS: &str = "time_settings";
const LEFT: &str = "time_left";
/// Seeds that every engine can read.
const SEED_MASK: u64 = 0x7fff_ffff;

impl GtpController {
    /// For the game that a spec names.
    #[must_use]
    pub fn new(spec: &str) -> Self {
        Self {
            spec: spec.to_owned(),
            dialect: Dialect::of(spec),
            answers: Answers::default(),
            pending: VecDeque::new(),
            next_number: 1,
            numbers: None,
            known: BTreeSet::new(),
            told: None,
            told_time: None,
            seeded: false,
        }
    }

    fn command(&mut self, out: &mut Vec<String>, purpose: Purpose, command: String) {
        let number = self.next_number;
        self.next_number += 1;
        out.push(format!("{number} {command}"));
        self.pending.push_back(Pending { number, command, purpose });
    }

    fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    /// Chooses the game and the board.
    fn prepare(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        let board = self.dialect.board;
        if matches!(board.family, Family::Blokus { .. }) || self.knows(THINK) {
            let name = self.dialect.game_name(&self.spec);
            self.command(&mut out, Purpose::Game, format!("set_game {name}"));
        } else if board.columns == board.rows && board.rows > 0 {
            self.command(&mut out, Purpose::Game, format!("boardsize {}", board.rows));
        }
        self.command(&mut out, Purpose::Prepare, "clear_board".to_owned());
        out
    }

    fn tell_limits(&mut self, out: &mut Vec<String>, question: &Question<'_>) {
        if self.knows(THINK) {
            let command = format!("{THINK} {}", ToldThink::write(question));
            self.command(out, Purpose::Wished, command);
            return;
        }
        self.tell_time(out, question);
        if !self.seeded && self.knows("set_random_seed") {
            self.command(out, Purpose::Wished, format!("set_random_seed {}", question.seed & SEED_MASK));
        }
        self.seeded = true;
    }

    fn tell_time(&mut self, out: &mut Vec<String>, question: &Question<'_>) {
        let told = ToldTime::of(question.limits.time, question.clock);
        if told.map(|told| told.settings) != self.told_time.map(|told| told.settings) && self.knows(SETTINGS)
        {
            let settings = told.map_or_else(|| "0 0 0".to_owned(), |told| told.settings.to_string());
            self.command(out, Purpose::Wished, format!("{SETTINGS} {settings}"));
        }
        self.told_time = told;
        if let Some(left) = told.and_then(|told| told.left).filter(|_| self.knows(LEFT)) {
            let color = self.dialect.color_to_move(question.position, question.to_move);
            self.command(out, Purpose::Wished, format!("{LEFT} {color} {left}"));
        }
    }

    /// Brings the board of the engine to the position of the question.
    fn tell_position(&mut self, out: &mut Vec<String>, question: &Question<'_>) -> Result<(), Refusal> {
        self.accepts(question)?;
        let Some(moves) = question.moves else {
            self.command(out, Purpose::Needed, format!("{POSITION} {}", question.position));
            self.told = None;
            return Ok(());
        };
        // A board of which nothing is known is cleared.
        let (same, back) = self.told.as_ref().map_or((0, 1), |told| {
            let same = told.iter().zip(moves).take_while(|(told, mv)| **told == mv.text).count();
            (same, told.len() - same)
        });
        let from = if back == 0 {
            same
        } else if self.knows("undo") && back <= same {
            for _ in 0..back {
                self.command(out, Purpose::Needed, "undo".to_owned());
            }
            same
        } else {
            self.command(out, Purpose::Needed, "clear_board".to_owned());
            0
        };
        for mv in &moves[from..] {
            let color = self.dialect.color_of_move(question.position, mv.player, &mv.text);
            let command = format!("play {color} {}", self.dialect.write_move(&mv.text));
            self.command(out, Purpose::Needed, command);
        }
        self.told = Some(moves.iter().map(|mv| mv.text.clone()).collect());
        Ok(())
    }

    fn answered(&mut self, Answer { number, text }: Answer) -> Heard {
        let Some(first) = self.pending.front() else { return Heard::Nothing };
        match number {
            Some(number) if number == first.number => self.numbers = Some(true),
            // What was taken for this answer before was none: from now on only numbers count.
            Some(number) if number < first.number => {
                self.numbers = Some(true);
                return Heard::Nothing;
            }
            None if self.numbers != Some(true) => self.numbers = Some(false),
            // The answer to nothing that was asked.
            _ => return Heard::Nothing,
        }
        let Some(Pending { command, purpose, .. }) = self.pending.pop_front() else { return Heard::Nothing };
        let failed = |why: String| {
            let why = format!("`{command}` was refused: {why}");
            if purpose == Purpose::Game { Heard::Refused(why) } else { Heard::Wrong(why) }
        };
        match (purpose, text) {
            (Purpose::ListCommands, text) => {
                let words = text.unwrap_or_default();
                self.known = words.split_whitespace().map(str::to_owned).collect();
                Heard::Reply(self.prepare())
            }
            (Purpose::Prepare, Ok(_)) => {
                self.told = Some(Vec::new());
                Heard::Ready
            }
            (Purpose::Needed | Purpose::Game, Ok(_)) | (Purpose::Wished, _) => Heard::Nothing,
            (Purpose::Prepare | Purpose::Game | Purpose::Needed | Purpose::Move, Err(why)) => failed(why),
            (Purpose::Move, Ok(text)) => self.chosen(&text),
        }
    }

    fn chosen(&mut self, text: &str) -> Heard {
        let mv = match self.dialect.read_move(text) {
            Ok(mv) if mv == "resign" => return Heard::Resigned,
            Ok(mv) => mv,
            Err(wrong) => return Heard::Wrong(wrong),
        };
        // The engine has played its move.
        if let Some(told) = &mut self.told {
            told.push(mv.clone());
        }
        Heard::Move(mv)
    }
}

impl Controller for GtpController {
    fn greet(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        self.command(&mut out, Purpose::ListCommands, "list_commands".to_owned());
        out
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Vec<String>, Refusal> {
        let mut out = Vec::new();
        self.tell_limits(&mut out, question);
        self.tell_position(&mut out, question)?;
        let color = self.dialect.color_to_move(question.position, question.to_move);
        self.command(&mut out, Purpose::Move, format!("genmove {color}"));
        Ok(out)
    }

    fn hear(&mut self, line: &str) -> Heard {
        match self.answers.hear(line) {
            Some(answer) => self.answered(answer),
            None => Heard::Nothing,
        }
    }

    fn new_game(&mut self) {
        self.seeded = false;
    }

    fn accepts(&self, question: &Question<'_>) -> Result<(), Refusal> {
        if self.knows(THINK) && (question.moves.is_some() || self.knows(POSITION)) {
            return Ok(());
        }
        if !self.dialect.is_usual(&self.spec) {
            let spec = &self.spec;
            return Err(Refusal(format!("GTP has no words for the board of {spec}, or for how it begins")));
        }
        match question.moves {
            Some(_) => Ok(()),
            None => Err(Refusal(
                "GTP engines are told moves, and how this position came about is not known".to_owned(),
            )),
        }
    }

    fn tells_time(&self) -> bool {
        self.known.is_empty() || self.knows(THINK) || self.knows(SETTINGS)
    }

    fn goodbye(&self) -> Vec<String> {
        vec!["quit".to_owned()]
    }
}

#[cfg(test)]
mod tests;
