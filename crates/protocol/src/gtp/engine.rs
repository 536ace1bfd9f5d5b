//! Agon as a GTP engine: what Pentobi's `twogtp`, GoGui and scripts ask for.

mod clocks;
mod commands;

use std::cmp::Ordering;

use agon_core::{Choice, PlayError, Status, Unit};

use super::dialect::Dialect;
use crate::desk::Desk;
use crate::engine_side::{Act, EngineSide, Interrupt, Thought};
use crate::told_think::ToldThink;
use clocks::Clocks;

/// A GTP engine.
pub struct GtpEngine {
    desk: Desk,
    dialect: Dialect,
    name: String,
    version: String,
    clocks: Clocks,
    /// Limits and seed of the next search, from a client that is Agon too.
    told: Option<ToldThink>,
    /// What is done with the thought that is awaited.
    awaited: Option<Awaited>,
}

struct Awaited {
    number: String,
    color: u8,
    play: bool,
}

/// What is said of a colour of Blokus that has no move left.
const IS_OUT: &str = "that colour has no legal move";

/// The text of a good answer, or what was wrong.
type Answer = Result<String, String>;

impl GtpEngine {
    /// An engine that calls itself by a name and a version.
    #[must_use]
    pub fn new(desk: Desk, name: &str, version: &str) -> Self {
        let dialect = Dialect::of(desk.spec());
        let (name, version) = (name.to_owned(), version.to_owned());
        Self { desk, dialect, name, version, clocks: Clocks::default(), told: None, awaited: None }
    }

    /// The colour to move, as a number.
    fn turn(&self) -> Option<u8> {
        self.desk.session().view().to_move
    }

    /// Makes `color` the one to move: the other passes where it must, as some clients leave passes out. In Blokus clients
    /// may ask for any colour that has a move, as Pentobi lets them.
    fn turn_to(&mut self, color: u8) -> Result<(), String> {
        if self.dialect.is_blokus() && self.turn() != Some(color) {
            let position = self.desk.session().position();
            return match self.dialect.with_turn(&position, color) {
                Some(position) if self.desk.go_on_from(&position, color) => Ok(()),
                _ => Err(IS_OUT.to_owned()),
            };
        }
        let turn = match self.turn() {
            Some(turn) if turn != color && self.desk.must_pass() => {
                self.desk.play("pass").map_err(|error| error.to_string())?;
                self.turn()
            }
            turn => turn,
        };
        match turn {
            Some(turn) if turn == color => Ok(()),
            Some(_) => Err("it is not the turn of that colour".to_owned()),
            None => Err("the game is over".to_owned()),
        }
    }

    fn play(&mut self, words: &[&str]) -> Answer {
        let [color, text] = words else { return Err("a colour and a move are wanted".to_owned()) };
        let color = self.dialect.read_color(color).ok_or("invalid color")?;
        let mv = self.dialect.read_move(text)?;
        if mv == "pass" && self.turn().is_none_or(|turn| turn != color) {
            // Who is out, or has passed already.
            return Ok(String::new());
        }
        self.turn_to(color)?;
        self.play_written(&mv, text)
    }

    /// Plays a move; what is said of it names it as the client did.
    fn play_written(&mut self, mv: &str, text: &str) -> Answer {
        self.desk.play(mv).map(|()| String::new()).map_err(|error| match error {
            PlayError::Unreadable(_) | PlayError::Illegal { .. } if mv == "pass" => {
                "illegal move: pass, as there are others".to_owned()
            }
            PlayError::Unreadable(error) => error.message,
            PlayError::Illegal { .. } => format!("illegal move: {text}"),
            error @ PlayError::GameOver => error.to_string(),
        })
    }

    /// Begins to think, or answers at once where nothing can be chosen.
    fn generate(&mut self, number: &str, words: &[&str], play: bool) -> Result<Vec<Act>, String> {
        let color = match words {
            [] => self.turn().unwrap_or(0),
            [color, ..] => self.dialect.read_color(color).ok_or("invalid color")?,
        };
        if self.turn_to(color).is_err() {
            let over = self.desk.to_move().is_none();
            return match over || self.dialect.is_blokus() {
                true => Ok(said(number, &Ok("pass".to_owned()))),
                false => Err("it is not the turn of that colour".to_owned()),
            };
        }
        let mut wish =
            self.desk.wish(self.clocks.limit(color, |left| self.desk.session().moves_to_time(left)));
        if let Some(told) = self.told.take() {
            wish = self.desk.wish(told.limits);
            wish.seed = told.seed;
        }
        self.awaited = Some(Awaited { number: number.to_owned(), color, play });
        Ok(vec![Act::Think(wish)])
    }

    fn chosen(&mut self, choice: &Choice<String>, play: bool) -> Answer {
        if play {
            self.desk.play(&choice.mv).map_err(|error| error.to_string())?;
        }
        Ok(self.dialect.write_move(&choice.mv))
    }

    fn final_score(&self) -> Answer {
        let Status::Over(outcome) = self.desk.session().status() else {
            return Err("the game is not over".to_owned());
        };
        let points = outcome.points.as_slice();
        let [first, second] = points else {
            return Ok(points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        };
        // Line games know winners, not points: one game is won.
        let is_won_only = self.desk.session().final_unit() == Unit::Distance;
        let by = if is_won_only { 1 } else { first.abs_diff(*second) };
        Ok(match first.cmp(second) {
            Ordering::Equal => "0".to_owned(),
            Ordering::Greater => format!("B+{by}"),
            Ordering::Less => format!("W+{by}"),
        })
    }
}

impl EngineSide for GtpEngine {
    fn hear(&mut self, line: &str) -> Vec<Act> {
        let line: String = without_comment(line).replace('\t', " ");
        let line: String = line.chars().filter(|letter| !letter.is_control()).collect();
        let mut words: Vec<_> = line.split_whitespace().collect();
        let number = match words.first() {
            Some(first) if first.bytes().all(|byte| byte.is_ascii_digit()) => words.remove(0).to_owned(),
            _ => String::new(),
        };
        let Some((command, arguments)) = words.split_first() else { return Vec::new() };
        let thinking = match *command {
            "genmove" => self.generate(&number, arguments, true),
            "g" if arguments.is_empty() => self.generate(&number, arguments, true),
            "reg_genmove" => self.generate(&number, arguments, false),
            "quit" => Ok([said(&number, &Ok(String::new())), vec![Act::Quit]].concat()),
            _ => return said(&number, &self.answer(command, arguments)),
        };
        thinking.unwrap_or_else(|wrong| said(&number, &Err(wrong)))
    }

    fn thought(&mut self, thought: Thought) -> Vec<Act> {
        let Some(Awaited { number, color, play }) = self.awaited.take() else { return Vec::new() };
        self.desk.spend(thought.elapsed);
        self.clocks.spend(color, thought.elapsed);
        let answer = match thought.choice {
            Ok(choice) => self.chosen(&choice, play),
            Err(error) => Err(error.to_string()),
        };
        said(&number, &answer)
    }

    /// The comment with which GoGui interrupts, and an end that comes while the engine thinks.
    fn interrupts(&self) -> fn(&str) -> Interrupt {
        |line| match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["#", "interrupt"] => Interrupt::Always,
            ["quit"] => Interrupt::UnlessScripted,
            _ => Interrupt::Never,
        }
    }

    fn desk(&mut self) -> &mut Desk {
        &mut self.desk
    }
}

/// What stands before a comment. A `#` begins one where it stands alone or first: boards have names such as
/// `reversi:#..#/..../..../#..#`.
fn without_comment(line: &str) -> &str {
    let is_space = |letter: Option<char>| letter.is_none_or(char::is_whitespace);
    let begins = |at: usize| {
        let before = line[..at].chars().next_back();
        before.is_none() || is_space(before) && is_space(line[at + 1..].chars().next())
    };
    let comment = line.match_indices('#').map(|(at, _)| at).find(|&at| begins(at));
    comment.map_or(line, |at| &line[..at])
}

/// An answer with the empty line that ends it; empty lines inside become a space.
fn said(number: &str, answer: &Answer) -> Vec<Act> {
    let (sign, text) = match answer {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let text = text.trim_end().replace("\n\n", "\n \n");
    vec![Act::Say(format!("{sign}{number} {text}")), Act::Say(String::new())]
}

#[cfg(test)]
mod tests;
