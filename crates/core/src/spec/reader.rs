//! Reads the text of a spec.

use super::{Arg, Spec, Word};
use crate::ReadError;

/// Specs nest at most this deep, so that no input exhausts the stack.
const DEEPEST: usize = 32;
/// What ends a word that is not quoted.
const SPECIAL: &str = "(),=\"";
/// What people quote with in shells: a word cannot begin with it.
const SINGLE_QUOTE: char = '\'';

/// The spec that a text holds.
pub(super) fn read(text: &str) -> Result<Spec, ReadError> {
    let mut reader = Reader { text, at: 0 };
    let spec = reader.spec("a name", 0)?;
    match reader.peek() {
        None => Ok(spec),
        Some(found) => Err(ReadError::new(format!("`{found}` is not expected after the end of the spec"))
            .at(reader.at..reader.at + found.len_utf8())),
    }
}

/// The word as it stands in a spec: quoted if it would not be one word otherwise.
pub(super) fn quoted(word: &str) -> std::borrow::Cow<'_, str> {
    let is_plain = !word.contains(|c: char| c.is_whitespace() || SPECIAL.contains(c));
    if is_plain && !word.is_empty() && !word.starts_with(SINGLE_QUOTE) {
        return word.into();
    }
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")).into()
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn word(&mut self, what: &str) -> Result<Word, ReadError> {
        match self.peek() {
            Some('"') => return self.quoted_word(),
            Some(SINGLE_QUOTE) => {
                let message = "specs are quoted with `\"`, not with `'`: file=\"my file.txt\"";
                return Err(ReadError::new(message).at(self.at..self.at + SINGLE_QUOTE.len_utf8()));
            }
            _ => {}
        }
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| c.is_whitespace() || SPECIAL.contains(c)).unwrap_or(rest.len());
        let span = self.at..self.at + length;
        if length == 0 {
            return Err(ReadError::new(format!("{what} is missing here")).at(span));
        }
        self.at = span.end;
        Ok(Word { text: self.text[span.clone()].to_owned(), span })
    }

    /// `\"` and `\\` stand for a quote and a backslash; any other backslash stands for itself, as in Windows paths.
    fn quoted_word(&mut self) -> Result<Word, ReadError> {
        let start = self.at;
        let mut text = String::new();
        let mut rest = self.text[start + 1..].char_indices().peekable();
        while let Some((offset, c)) = rest.next() {
            match c {
                '"' => {
                    self.at = start + 1 + offset + 1;
                    return Ok(Word { text, span: start..self.at });
                }
                '\\' => {
                    let escaped = rest.next_if(|(_, next)| "\"\\".contains(*next));
                    text.push(escaped.map_or(c, |(_, next)| next));
                }
                _ => text.push(c),
            }
        }
        Err(ReadError::new("the closing `\"` is missing").at(start..start + 1))
    }

    fn spec(&mut self, what: &str, depth: usize) -> Result<Spec, ReadError> {
        let name = self.word(what)?;
        self.arguments(name, depth)
    }

    fn arguments(&mut self, name: Word, depth: usize) -> Result<Spec, ReadError> {
        let open = self.at;
        let mut args = Vec::new();
        if !self.eat('(') {
            return Ok(Spec { name, args, source: None });
        }
        if depth == DEEPEST {
            return Err(ReadError::new(format!("specs nest at most {DEEPEST} deep")).at(open..open + 1));
        }
        while !self.eat(')') {
            if !args.is_empty() && !self.eat(',') {
                return Err(ReadError::new("`,` or `)` is missing here").at(self.at..self.at));
            }
            let first = self.word("an argument")?;
            let arg = if self.eat('=') {
                let what = format!("the value of `{}`", first.text);
                Arg { key: Some(first), value: self.spec(&what, depth + 1)? }
            } else {
                Arg { key: None, value: self.arguments(first, depth + 1)? }
            };
            args.push(arg);
        }
        Ok(Spec { name, args, source: None })
    }
}
