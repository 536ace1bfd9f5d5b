//! What a person can type at the prompt.

use std::io::Write;
use std::path::Path;

use agon_core::spec::Word;
use agon_core::{PlayError, Player, Session, Status, visible};

use super::Table;
use crate::failure::Failure;
use crate::interrupt::TypedLines;

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

/// The commands with what they do.
const COMMANDS: [(&str, &str); 10] = [
    ("hint", "the move of the strongest agent, with its value"),
    ("undo", "take your last move back"),
    ("moves", "list the legal moves"),
    ("eval on|off", "say after each move what the position is worth"),
    ("position", "the position as text"),
    ("record", "the moves so far"),
    ("save FILE", "add the game so far to a file of records (.jsonl)"),
    ("resign", "give the game up"),
    ("help", "this list"),
    ("quit", "leave; the game is kept"),
];

impl Table<'_> {
    /// Asks for a line and does what it says.
    pub(super) fn person_types(&mut self, player: Player, lines: &TypedLines) -> Result<Typed, Failure> {
        print!("{} to move> ", self.name(player));
        std::io::stdout().flush()?;
        let Some(line) = lines.next()? else { return Ok(Typed::Left) };
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command, rest.trim()) {
            ("", _) => {}
            ("quit" | "exit" | "q", "") => return Ok(Typed::Left),
            ("resign", "") => return Ok(Typed::Resigned),
            ("help" | "?", "") => {
                for (command, what) in COMMANDS {
                    self.say(&format!("{command:<12} {what}"))?;
                }
                self.say("anything else is a move, such as one of `moves`")?;
            }
            ("moves", "") => self.say(&self.session.legal().join(" "))?,
            ("position", "") => self.say(&self.session.position())?,
            ("record", "") => {
                self.say(&format!("{} {}", self.game.spec(), self.session.played().join(" ")))?;
            }
            ("hint", "") => {
                let choice = self.advice(player)?;
                self.say(&format!("hint: {} ({})", choice.mv, self.judgement(player, &choice)))?;
            }
            ("eval", "on" | "off") => {
                self.eval = rest.trim() == "on";
                self.say(if self.eval { "eval is on" } else { "eval is off" })?;
                if self.eval {
                    let choice = self.advice(player)?;
                    self.say(&format!("eval: {}", self.judgement(player, &choice)))?;
                }
            }
            ("eval", _) => self.say("eval on, or eval off")?,
            ("save", "") => self.say("save needs the name of a file, such as save game.jsonl")?,
            ("save", file) => {
                // A file that cannot be written is no reason to end the game.
                if let Err(failure) = self.save(Path::new(file), None) {
                    self.say(&visible(&failure.to_string()))?;
                }
            }
            ("undo", "") if undo(&mut *self.session, player, self.opening) => return Ok(Typed::Changed),
            ("undo", "") => self.say("there is no move of yours to take back")?,
            _ => match self.session.play(line) {
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

/// Why a line is no move, and which command it may have been meant for.
fn refusal(line: &str, error: &PlayError) -> String {
    let names = COMMANDS.map(|(command, _)| command.split_whitespace().next().unwrap_or(command));
    let word = Word { text: line.split_whitespace().next().unwrap_or_default().to_owned(), span: 0..0 };
    let guess = word.closest(&names).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    let refusal = match error {
        PlayError::Unreadable(error) => format!("{}{guess} (help lists the commands)", error.message),
        _ => error.to_string(),
    };
    visible(&refusal).into_owned()
}

/// Takes moves back until the same person is to move again, but none of the opening.
fn undo(session: &mut dyn Session, player: Player, opening: usize) -> bool {
    let mine = |session: &dyn Session| {
        // A forced pass would only be played again.
        session.status() == Status::ToMove(player) && session.legal() != ["pass"]
    };
    let mut taken = Vec::new();
    while session.played().len() > opening {
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
