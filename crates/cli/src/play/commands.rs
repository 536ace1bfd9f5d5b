//! What a person can type at the prompt.

use std::env;
use std::io::Write;

use agon_core::spec::Word;
use agon_core::{PlayError, Player, ReadError, Session, Status, counted, visible};

use super::Table;
use super::keep::typed_path;
use crate::failure::Failure;
use crate::interrupt::TypedLines;
use crate::terminal;

/// What a typed line led to.
pub(super) enum Typed {
    /// A move was played or taken back.
    Changed,
    /// Only words.
    Same,
    /// The person gives the game up.
    Resigned,
    /// The person leaves, or there is nobody.
    Left,
}

/// Room for a move on the line of the prompt.
const TYPED_MOVE: usize = 10;

/// Where the meanings of commands begin.
const MEANINGS: usize = 13;

/// The commands with what they do.
const COMMANDS: [(&str, &str); 10] = [
    ("hint", "the move of the strongest agent, with its value"),
    ("undo", "take your last move back"),
    (
        "moves",
        "list the legal moves; in Blokus, moves X lists those of a piece and draws the ways it can lie",
    ),
    ("eval on|off", "say after each move what the position is worth"),
    ("position", "the position as text"),
    ("record", "the moves so far"),
    ("save FILE", "add the game so far to a file of records (.jsonl)"),
    ("resign", "give the game up"),
    ("help", "this list"),
    ("quit", "leave; the game is kept"),
];

impl Table<'_> {
    /// Who is to move, and how moves can be typed: above, where both have no room on one line.
    fn prompt(&self, player: Player) -> Result<String, Failure> {
        let name = self.mover(player);
        let Some(how) = self.session.for_people().how_to_type else { return Ok(format!("{name} to move> ")) };
        let whole = format!("{name} to move ({how})> ");
        if self.screen.columns.is_none_or(|columns| whole.chars().count() + TYPED_MOVE <= columns) {
            return Ok(whole);
        }
        self.say(&how)?;
        Ok(format!("{name} to move> "))
    }

    /// Asks for a line and does what it says.
    pub(super) fn person_types(&mut self, player: Player, lines: &TypedLines) -> Result<Typed, Failure> {
        print!("{}", self.prompt(player)?);
        std::io::stdout().flush()?;
        let Some(line) = lines.next()? else { return Ok(Typed::Left) };
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (command, rest) = (command.to_lowercase(), rest.trim());
        let switch = if command == "eval" { rest.to_lowercase() } else { rest.to_owned() };
        match (command.as_str(), switch.as_str()) {
            ("", _) => {}
            ("quit" | "exit" | "q", "") => return Ok(Typed::Left),
            ("resign", "") => return Ok(Typed::Resigned),
            ("help" | "?", "") => {
                for (command, what) in COMMANDS {
                    self.say(&terminal::explained(command, what, MEANINGS, self.screen.columns))?;
                }
                self.say("anything else is a move, such as one of `moves`, or all moves of a turn that has several")?;
                for (sign, meaning) in terminal::signs(&self.session.view(), &self.marks(), self.screen.paint)
                {
                    let meaning = format!("on the board: {meaning}");
                    self.say(&terminal::explained(&sign, &meaning, MEANINGS, self.screen.columns))?;
                }
            }
            ("moves", "") => self.say(&terminal::in_columns(&self.session.legal(), self.screen.columns))?,
            ("moves", word) if self.session.for_people().how_to_type.is_some() => {
                let columns = self.screen.columns.unwrap_or(terminal::USUAL_COLUMNS);
                match self.session.moves_of_word(word, columns) {
                    Some(Ok(moves)) => self.say(&moves)?,
                    Some(Err(error)) => self.say(&visible(&error.message))?,
                    None => self.say("moves lists all legal moves")?,
                }
            }
            ("position", "") => self.say(&self.session.position())?,
            ("record", "") => {
                self.say(&format!("{} {}", self.game.spec(), self.session.played().join(" ")))?;
            }
            ("hint", "") => {
                let choice = self.advice(player)?;
                let typed = self.session.typed(&choice.mv);
                self.say(&format!("hint: {typed} ({})", self.judgement(player, &choice)))?;
            }
            ("eval", "on" | "off") => {
                self.eval = switch == "on";
                self.say(if self.eval { "eval is on" } else { "eval is off" })?;
                if self.eval {
                    let choice = self.advice(player)?;
                    self.say(&format!("eval: {}", self.judgement(player, &choice)))?;
                }
            }
            ("eval", _) => self.say("eval on, or eval off")?,
            ("save", "") => self.say("save needs the name of a file, such as save game.jsonl")?,
            ("save", _) if self.session.played().len() == self.opening => {
                self.say("there is nothing to save yet: no move was made here")?;
            }
            ("save", file) => match typed_path(file, env::home_dir()) {
                Err(why) => self.say(&visible(&why))?,
                Ok(path) => {
                    // A file that cannot be written is no reason to end the game.
                    if let Err(failure) = self.save(&path, None) {
                        self.say(&visible(&failure.to_string()))?;
                    }
                }
            },
            ("undo", "") if undo(&mut *self.session, player) => {
                self.opening = self.opening.min(self.session.played().len());
                return Ok(Typed::Changed);
            }
            ("undo", "") => self.say("there is no move of yours to take back")?,
            _ => match play_turn(&mut *self.session, player, line) {
                Ok(()) => {
                    self.touched = true;
                    return Ok(Typed::Changed);
                }
                Err(error) => self.say(&refusal(line, &error))?,
            },
        }
        Ok(Typed::Same)
    }
}

/// Plays what somebody typed: a move, or all those of a turn that has several.
fn play_turn(session: &mut dyn Session, player: Player, line: &str) -> Result<(), PlayError> {
    let words: Vec<_> = line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
    let one_move = session.for_people().how_to_type.is_some();
    let refused = match session.play_typed(line) {
        Ok(()) => return Ok(()),
        Err(PlayError::Unreadable(error)) if words.len() > 1 && !one_move => PlayError::Unreadable(error),
        Err(error) => return Err(error),
    };
    let before = session.played().len();
    let played = words.iter().enumerate().try_for_each(|(index, word)| match session.status() {
        Status::ToMove(next) if next == player => session.play(word),
        // More than the turn has: the line as a whole is not a move.
        _ => Err(if index > 0 { too_many(index) } else { refused.clone() }),
    });
    if played.is_err() {
        while session.played().len() > before {
            session.undo();
        }
    }
    played
}

/// A line with more moves than a turn has.
fn too_many(of_turn: usize) -> PlayError {
    let moves = counted(of_turn as u64, "move", "moves");
    PlayError::Unreadable(ReadError::new(format!("this turn has only {moves} left")))
}

/// Why a line is not a move, and which command it may have been meant for.
fn refusal(line: &str, error: &PlayError) -> String {
    let names = COMMANDS.map(|(command, _)| command.split_whitespace().next().unwrap_or(command));
    let word = Word { text: line.split_whitespace().next().unwrap_or_default().to_lowercase(), span: 0..0 };
    let guess = word
        .closest(&names)
        .filter(|name| *name != word.text)
        .map(|name| format!("; did you mean `{name}`?"))
        .unwrap_or_default();
    let refusal = match error {
        PlayError::Unreadable(error) => format!("{}{guess} (help lists the commands)", error.message),
        _ => error.to_string(),
    };
    visible(&refusal).into_owned()
}

/// Takes moves back until the same person is to move again. Those that were given count: they may be of an earlier part of
/// this game, which the person goes on with.
fn undo(session: &mut dyn Session, player: Player) -> bool {
    let mine = |session: &dyn Session| {
        // A forced pass would only be played again.
        session.status() == Status::ToMove(player) && session.legal() != ["pass"]
    };
    let mut taken = Vec::new();
    while !session.played().is_empty() {
        taken.extend(session.played().last().cloned());
        session.undo();
        if mine(session) {
            return true;
        }
    }
    // There was no move of this person: what the others did stays.
    for mv in taken.iter().rev() {
        let _ = session.play(mv);
    }
    false
}
