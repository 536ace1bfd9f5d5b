//! What a spec may be told, declared once: reading, errors, help and documentation come from the declaration.

use std::fmt;
use std::time::Duration;

use super::{Arg, Spec, Word, duration};
use crate::ReadError;

/// One option of an agent, an evaluator or whatever else has a spec.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpecOption {
    /// What stands before `=`, or alone for a flag.
    pub name: &'static str,
    /// What can be given.
    pub takes: Takes,
    /// What holds when nothing is given.
    pub default: Preset,
    /// One line about it.
    pub about: &'static str,
    /// A word that can stand in the place of a number.
    pub word: Option<&'static str>,
    /// Whether the value may stand without its name.
    pub may_be_bare: bool,
}

/// What can be given for an option.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Takes {
    /// Nothing: the bare name switches it on.
    Flag,
    /// A whole number, least <= number <= most, of something.
    Whole {
        /// The least that is taken.
        least: u64,
        /// The most that is taken.
        most: u64,
        /// What is counted, in the plural.
        of: &'static str,
    },
    /// A number, least <= number <= most.
    Number {
        /// The least that is taken.
        least: f64,
        /// The most that is taken.
        most: f64,
    },
    /// A time above zero, such as 250ms.
    Time,
    /// One of a few words.
    OneOf {
        /// What the words name.
        what: &'static str,
        /// The words.
        words: &'static [&'static str],
    },
    /// The spec of an evaluator.
    Evaluator,
    /// One of a few words, or the spec of an evaluator.
    WordOrEvaluator {
        /// What the words name.
        what: &'static str,
        /// The words.
        words: &'static [&'static str],
    },
    /// A file to be read, or a word for what comes with Agon.
    File,
    /// A folder to be read.
    Folder,
    /// Any text.
    Text,
    /// Nothing, though others of its kind take it.
    Refused {
        /// Why, and what to do instead.
        why: &'static str,
    },
}

/// What holds when an option is not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preset {
    /// Nothing, or off.
    Nothing,
    /// This value, as if it had been given.
    Value(&'static str),
    /// What these words say: it depends on the game or on other options.
    Depends(&'static str),
}

impl SpecOption {
    const fn new(name: &'static str, takes: Takes, about: &'static str) -> Self {
        Self { name, takes, default: Preset::Nothing, about, word: None, may_be_bare: false }
    }

    /// An option that a bare word switches on.
    #[must_use]
    pub const fn flag(name: &'static str, about: &'static str) -> Self {
        Self::new(name, Takes::Flag, about)
    }

    /// A whole number of something, least <= number <= most.
    #[must_use]
    pub const fn whole(
        name: &'static str,
        of: &'static str,
        least: u64,
        most: u64,
        about: &'static str,
    ) -> Self {
        Self::new(name, Takes::Whole { least, most, of }, about)
    }

    /// A number, least <= number <= most.
    #[must_use]
    pub const fn number(name: &'static str, least: f64, most: f64, about: &'static str) -> Self {
        Self::new(name, Takes::Number { least, most }, about)
    }

    /// A time above zero.
    #[must_use]
    pub const fn time(name: &'static str, about: &'static str) -> Self {
        Self::new(name, Takes::Time, about)
    }

    /// One of a few words that name `what`.
    #[must_use]
    pub const fn one_of(
        name: &'static str,
        what: &'static str,
        words: &'static [&'static str],
        about: &'static str,
    ) -> Self {
        Self::new(name, Takes::OneOf { what, words }, about)
    }

    /// An evaluator.
    #[must_use]
    pub const fn evaluator(name: &'static str, about: &'static str) -> Self {
        Self::new(name, Takes::Evaluator, about)
    }

    /// One of a few words that name `what`, or an evaluator.
    #[must_use]
    pub const fn word_or_evaluator(
        name: &'static str,
        what: &'static str,
        words: &'static [&'static str],
        about: &'static str,
    ) -> Self {
        Self::new(name, Takes::WordOrEvaluator { what, words }, about)
    }

    /// A file.
    #[must_use]
    pub const fn file(name: &'static str, about: &'static str) -> Self {
        Self::new(name, Takes::File, about)
    }

    /// A folder.
    #[must_use]
    pub const fn folder(name: &'static str, about: &'static str) -> Self {
        Self::new(name, Takes::Folder, about)
    }

    /// Any text.
    #[must_use]
    pub const fn text(name: &'static str, about: &'static str) -> Self {
        Self::new(name, Takes::Text, about)
    }

    /// An option that others of its kind take; who gives it is told why this one does not.
    #[must_use]
    pub const fn refused(name: &'static str, why: &'static str) -> Self {
        Self::new(name, Takes::Refused { why }, "")
    }

    /// With a value that holds unless another one is given.
    #[must_use]
    pub const fn or(self, value: &'static str) -> Self {
        Self { default: Preset::Value(value), ..self }
    }

    /// With words for what holds unless something is given.
    #[must_use]
    pub const fn or_else(self, words: &'static str) -> Self {
        Self { default: Preset::Depends(words), ..self }
    }

    /// Whose number may also be a word, such as `all`.
    #[must_use]
    pub const fn or_word(self, word: &'static str) -> Self {
        Self { word: Some(word), ..self }
    }

    /// Whose value may stand without the name.
    #[must_use]
    pub const fn bare(self) -> Self {
        Self { may_be_bare: true, ..self }
    }

    /// What can be given, in words.
    #[must_use]
    pub fn wanted(&self) -> String {
        match self.word {
            Some(word) => format!("{}, or `{word}`", self.takes),
            None => self.takes.to_string(),
        }
    }

    /// Whether a given value is one that the declaration allows. What evaluators and files hold is not asked here.
    ///
    /// # Errors
    /// If it is not; the error points at the value.
    pub fn check(&self, value: &Spec) -> Result<(), ReadError> {
        if self.word.is_some_and(|word| word == value.name.text && value.args.is_empty()) {
            return Ok(());
        }
        let wanted = self.wanted();
        match self.takes {
            Takes::Refused { why } => Err(value.name.error(why)),
            Takes::Flag | Takes::Evaluator | Takes::WordOrEvaluator { .. } => Ok(()),
            Takes::File | Takes::Folder if value.name.text.is_empty() => {
                Err(value.name.error(format!("`{}` is empty: it names {wanted}", self.name)))
            }
            Takes::File | Takes::Folder | Takes::Text => value.word(&wanted).map(|_| ()),
            Takes::Whole { least, most, .. } => in_range(value, &wanted, value.value(&wanted)?, least, most),
            Takes::Number { least, most } => in_range(value, &wanted, value.value(&wanted)?, least, most),
            Takes::Time => match duration(value.word(&wanted)?)? {
                time if time.is_zero() => Err(value.name.error("a time above zero is needed, such as 1ms")),
                _ => Ok(()),
            },
            Takes::OneOf { what, words } => {
                let word = value.word(&wanted)?;
                if words.contains(&word.text.as_str()) { Ok(()) } else { Err(word.unknown(what, words)) }
            }
        }
    }
}

fn in_range<T: Copy + PartialOrd + fmt::Display>(
    value: &Spec,
    wanted: &str,
    number: T,
    least: T,
    most: T,
) -> Result<(), ReadError> {
    let given = &value.name.text;
    if number > most {
        Err(value.name.error(format!("`{given}` is too large: at most {most}")))
    } else if number >= least {
        Ok(())
    } else {
        // Also what is not a number at all, such as NaN.
        Err(value.name.error(format!("`{given}` is not {wanted}")))
    }
}

impl fmt::Display for Takes {
    /// In words, with its bounds: `a whole number of plies >= 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Flag => f.write_str("a flag"),
            Self::Whole { least: 0, of, .. } => write!(f, "a whole number of {of}"),
            Self::Whole { least, of, .. } => write!(f, "a whole number of {of} >= {least}"),
            Self::Number { least, most } if least.is_finite() && most.is_finite() => {
                write!(f, "a number from {least} to {most}")
            }
            Self::Number { .. } => f.write_str("a number"),
            Self::Time => f.write_str("a time such as 250ms, 1.5s or 2m"),
            Self::OneOf { words, .. } => f.write_str(&words.join("|")),
            Self::Evaluator => f.write_str("an evaluator"),
            Self::WordOrEvaluator { words, .. } => write!(f, "{}|an evaluator", words.join("|")),
            Self::File => f.write_str("a file"),
            Self::Folder => f.write_str("a folder"),
            Self::Text => f.write_str("a text"),
            Self::Refused { .. } => f.write_str("nothing"),
        }
    }
}

/// The arguments of a spec, read by a declaration: each is known, given once and within its bounds.
#[derive(Clone, Debug)]
pub struct Options<'s> {
    declared: &'s [SpecOption],
    given: Vec<Option<&'s Spec>>,
}

impl<'s> Options<'s> {
    /// Reads the arguments of a spec.
    ///
    /// # Errors
    /// If one is not declared, is given twice or is not what its option takes.
    pub fn read(spec: &'s Spec, declared: &'s [SpecOption]) -> Result<Self, ReadError> {
        let mut options = Self { declared, given: vec![None; declared.len()] };
        // What has a name comes first, so that bare values find their option free or not.
        let (named, bare): (Vec<_>, Vec<_>) = spec.args.iter().partition(|arg| options.is_named(arg));
        for arg in named {
            options.take_named(spec, arg)?;
        }
        for arg in bare {
            options.take_bare(spec, &arg.value)?;
        }
        for (option, value) in declared.iter().zip(&options.given) {
            value.map_or(Ok(()), |value| option.check(value))?;
        }
        Ok(options)
    }

    /// Whether an argument says which option it is: by its key, or as the bare name of one.
    fn is_named(&self, arg: &Arg) -> bool {
        let bare_name = || arg.value.args.is_empty() && self.index(&arg.value.name.text).is_some();
        arg.key.is_some() || bare_name()
    }

    fn take_named(&mut self, spec: &Spec, arg: &'s Arg) -> Result<(), ReadError> {
        let word = arg.key.as_ref().unwrap_or(&arg.value.name);
        let Some(index) = self.index(&word.text) else { return Err(self.unknown(spec, word)) };
        let is_flag = self.declared[index].takes == Takes::Flag;
        match arg.key {
            Some(_) if is_flag => Err(word.error(format!("`{}` takes no value", word.text))),
            None if !is_flag => {
                Err(word.error(format!("`{}` needs a value: `{}=...`", word.text, word.text)))
            }
            _ if self.given[index].is_some() => Err(word.error(format!("`{}` is given twice", word.text))),
            _ => {
                self.given[index] = Some(&arg.value);
                Ok(())
            }
        }
    }

    fn take_bare(&mut self, spec: &Spec, value: &'s Spec) -> Result<(), ReadError> {
        let free = |index: &usize| self.declared[*index].may_be_bare && self.given[*index].is_none();
        match (0..self.declared.len()).find(free) {
            Some(index) => self.given[index] = Some(value),
            None => return Err(self.unknown(spec, &value.name)),
        }
        Ok(())
    }

    fn unknown(&self, spec: &Spec, word: &Word) -> ReadError {
        let taken = self.declared.iter().filter(|option| !matches!(option.takes, Takes::Refused { .. }));
        let names: Vec<_> = taken.map(|option| option.name).collect();
        word.unknown(&format!("argument of `{}`", spec.name.text), &names)
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.declared.iter().position(|option| option.name == name)
    }

    /// Whether there is such an option.
    #[must_use]
    pub fn declares(&self, name: &str) -> bool {
        self.index(name).is_some()
    }

    /// What was given for an option.
    ///
    /// # Panics
    /// If the option is not declared: a mistake of the program, not of its user.
    #[must_use]
    pub fn given(&self, name: &str) -> Option<&'s Spec> {
        match self.index(name) {
            Some(index) => self.given[index],
            None => panic!("the option `{name}` is not declared"),
        }
    }

    /// What was given, or else the value that holds by default.
    fn text(&self, name: &str) -> Option<&'s str> {
        let given = self.given(name).map(|value| value.name.text.as_str());
        given.or_else(|| match self.declared[self.index(name)?].default {
            Preset::Value(text) => Some(text),
            Preset::Nothing | Preset::Depends(_) => None,
        })
    }

    /// Whether a flag was given.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        self.given(name).is_some()
    }

    /// The whole number given, or the default.
    #[must_use]
    pub fn whole(&self, name: &str) -> Option<u64> {
        self.text(name)?.parse().ok()
    }

    /// The same for bounds that fit 32 bits.
    #[must_use]
    pub fn whole_u32(&self, name: &str) -> Option<u32> {
        self.whole(name)?.try_into().ok()
    }

    /// The same for sizes.
    #[must_use]
    pub fn size(&self, name: &str) -> Option<usize> {
        self.whole(name)?.try_into().ok()
    }

    /// The number given, or the default.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        self.text(name)?.parse().ok()
    }

    /// The time given, or the default.
    #[must_use]
    pub fn time(&self, name: &str) -> Option<Duration> {
        duration(&Word::new(self.text(name)?)).ok()
    }

    /// The word given, or the default.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<&'s str> {
        self.text(name)
    }
}

#[cfg(test)]
mod tests;
