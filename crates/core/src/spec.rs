//! Specs: how agents, evaluators and games are named in text, the same everywhere. Ours.
//!
//! ```text
//! spec   = word [ "(" arg { "," arg } ")" ]          mcts(time=1s)
//! arg    = [ word "=" ] spec                          eval=influence(thesis)
//! game   = word [ ":" option { "," option } ]         reversi:88,discs
//! option = word [ "=" word ]                          k=5
//! ```
//!
//! Every error points at the wrong word and says what could stand there.

use std::ops::Range;
use std::str::FromStr;

use crate::ReadError;

/// Specs nest at most this deep, so that no input exhausts the stack.
const DEEPEST: usize = 32;

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word itself.
    pub text: String,
    /// Its bytes in the whole text.
    pub span: Range<usize>,
}

impl Word {
    /// An error that points at this word.
    pub fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(message).at(self.span.clone())
    }

    /// The known word that this one may have been meant for.
    #[must_use]
    pub fn closest<'k>(&self, known: &[&'k str]) -> Option<&'k str> {
        let distances = known.iter().map(|&name| (strsim::damerau_levenshtein(&self.text, name), name));
        distances.filter(|(distance, name)| *distance <= 1 + name.len() / 4).min().map(|(_, name)| name)
    }

    /// The error for a word that is none of those known here.
    #[must_use]
    pub fn unknown(&self, what: &str, known: &[&str]) -> ReadError {
        let hint = match self.closest(known) {
            Some(name) => format!("; did you mean `{name}`?"),
            None => String::new(),
        };
        let choices = match known {
            [] => "nothing can stand here".to_owned(),
            names => format!("possible here: {}", names.join(", ")),
        };
        self.error(format!("`{}` is no {what}{hint} ({choices})", self.text))
    }

    /// Reads the word as a value.
    ///
    /// # Errors
    /// If it is none; `wanted` says what would be.
    pub fn value<T: FromStr>(&self, wanted: &str) -> Result<T, ReadError> {
        self.text.parse().map_err(|_| self.error(format!("`{}` is not {wanted}", self.text)))
    }
}

/// A name with arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// What is named.
    pub name: Word,
    /// Its arguments in order.
    pub args: Vec<Arg>,
}

/// One argument: a bare spec, or one with a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// The word before `=`.
    pub key: Option<Word>,
    /// The argument itself.
    pub value: Spec,
}

impl Spec {
    /// Reads a spec that is only a word as a value.
    ///
    /// # Errors
    /// If it is none, or has arguments; `wanted` says what would be one.
    pub fn value<T: FromStr>(&self, wanted: &str) -> Result<T, ReadError> {
        match self.args.first() {
            None => self.name.value(wanted),
            Some(arg) => {
                let word = arg.key.as_ref().unwrap_or(&arg.value.name);
                Err(word.error(format!("`{}` takes no arguments: it is {wanted}", self.name.text)))
            }
        }
    }
}

impl FromStr for Spec {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut reader = Reader { text, at: 0 };
        let read = reader.spec(0).and_then(|spec| match reader.peek() {
            None => Ok(spec),
            Some(found) => {
                Err(ReadError::new(format!("`{found}` is not expected after the end of the spec"))
                    .at(reader.at..reader.at + found.len_utf8()))
            }
        });
        read.map_err(|error| error.within(text))
    }
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
        let _ = self.peek();
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| c.is_whitespace() || "(),=".contains(c)).unwrap_or(rest.len());
        let span = self.at..self.at + length;
        if length == 0 {
            return Err(ReadError::new(format!("{what} is missing here")).at(span));
        }
        self.at = span.end;
        Ok(Word { text: self.text[span.clone()].to_owned(), span })
    }

    fn spec(&mut self, depth: usize) -> Result<Spec, ReadError> {
        let name = self.word("a name")?;
        self.arguments(name, depth)
    }

    fn arguments(&mut self, name: Word, depth: usize) -> Result<Spec, ReadError> {
        let open = self.at;
        let mut args = Vec::new();
        if !self.eat('(') {
            return Ok(Spec { name, args });
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
                Arg { key: Some(first), value: self.spec(depth + 1)? }
            } else {
                Arg { key: None, value: self.arguments(first, depth + 1)? }
            };
            args.push(arg);
        }
        Ok(Spec { name, args })
    }
}

impl std::fmt::Display for Spec {
    /// The spec in its canonical spelling; reading it gives the same names and arguments.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name.text)?;
        for (index, arg) in self.args.iter().enumerate() {
            f.write_str(if index == 0 { "(" } else { ", " })?;
            if let Some(key) = &arg.key {
                write!(f, "{}=", key.text)?;
            }
            write!(f, "{}", arg.value)?;
        }
        f.write_str(if self.args.is_empty() { "" } else { ")" })
    }
}

/// The arguments of a spec, taken one by one; what nobody takes is an error.
#[derive(Debug)]
pub struct Args<'s> {
    spec: &'s Spec,
    taken: Vec<bool>,
    known: Vec<&'static str>,
}

impl<'s> Args<'s> {
    /// Starts to take the arguments of `spec`.
    #[must_use]
    pub fn of(spec: &'s Spec) -> Self {
        Self { spec, taken: vec![false; spec.args.len()], known: Vec::new() }
    }

    /// The value given for `key`, if there is one.
    pub fn keyed(&mut self, key: &'static str) -> Option<&'s Spec> {
        self.known.push(key);
        self.take(|arg| arg.key.as_ref().is_some_and(|word| word.text == key))
    }

    /// Whether the bare word `flag` was given.
    pub fn flag(&mut self, flag: &'static str) -> bool {
        self.known.push(flag);
        self.take(|arg| arg.key.is_none() && arg.value.name.text == flag && arg.value.args.is_empty())
            .is_some()
    }

    /// The value given for `key`, or else the first bare argument not taken yet.
    pub fn keyed_or_bare(&mut self, key: &'static str) -> Option<&'s Spec> {
        self.keyed(key).or_else(|| self.take(|arg| arg.key.is_none()))
    }

    /// The value given for `key`, read as a `T`.
    ///
    /// # Errors
    /// If there is one that is not what was `wanted`.
    pub fn value<T: FromStr>(&mut self, key: &'static str, wanted: &str) -> Result<Option<T>, ReadError> {
        self.keyed(key).map(|spec| spec.value(wanted)).transpose()
    }

    fn take(&mut self, fits: impl Fn(&Arg) -> bool) -> Option<&'s Spec> {
        let index = (0..self.taken.len()).find(|&i| !self.taken[i] && fits(&self.spec.args[i]))?;
        self.taken[index] = true;
        Some(&self.spec.args[index].value)
    }

    /// Ends the taking.
    ///
    /// # Errors
    /// If an argument is left over.
    pub fn finish(self) -> Result<(), ReadError> {
        let Some(index) = self.taken.iter().position(|taken| !taken) else { return Ok(()) };
        let arg = &self.spec.args[index];
        let word = arg.key.as_ref().unwrap_or(&arg.value.name);
        if self.known.contains(&word.text.as_str()) {
            return Err(word.error(match arg.key {
                Some(_) => format!("`{}` is given twice, or takes no value", word.text),
                None => format!("`{}` needs a value: `{}=...`", word.text, word.text),
            }));
        }
        Err(word.unknown(&format!("argument of `{}`", self.spec.name.text), &self.known))
    }
}

/// A game's name and its options, as in `line:m=7,n=6,gravity`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSpec {
    /// The family.
    pub name: Word,
    /// The options in order.
    pub options: Vec<GameOption>,
}

/// One option: a word, perhaps with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// The word, or what stands before `=`.
    pub name: Word,
    /// What stands after `=`.
    pub value: Option<Word>,
}

impl GameOption {
    /// Reads the value, which must be there.
    ///
    /// # Errors
    /// If it is missing or is not what was `wanted`.
    pub fn required<T: FromStr>(&self, wanted: &str) -> Result<T, ReadError> {
        match &self.value {
            Some(word) => word.value(wanted),
            None => Err(self.name.error(format!("`{}` needs a value: {wanted}", self.name.text))),
        }
    }
}

impl FromStr for GameSpec {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let word = |span: Range<usize>, what: &str| {
            let inner = &text[span.clone()];
            let start = span.start + (inner.len() - inner.trim_start().len());
            let span = start..start + inner.trim().len();
            if span.is_empty() {
                return Err(ReadError::new(format!("{what} is missing here")).at(span).within(text));
            }
            Ok(Word { text: text[span.clone()].to_owned(), span })
        };
        let name_end = text.find(':').unwrap_or(text.len());
        let name = word(0..name_end, "the name of a game")?;
        let mut options = Vec::new();
        let mut start = name_end + 1;
        while name_end < text.len() && start <= text.len() {
            let end = text[start..].find(',').map_or(text.len(), |length| start + length);
            let equals = text[start..end].find('=').map(|length| start + length);
            options.push(GameOption {
                name: word(start..equals.unwrap_or(end), "an option")?,
                value: equals.map(|at| word(at + 1..end, "a value")).transpose()?,
            });
            start = end + 1;
        }
        Ok(Self { name, options })
    }
}

/// Reads a duration such as `250ms`, `1.5s` or `2m`.
///
/// # Errors
/// If the word is no duration.
pub fn duration(word: &Word) -> Result<std::time::Duration, ReadError> {
    let error = || word.error(format!("`{}` is not a time such as 250ms, 1.5s or 2m", word.text));
    let digits = word.text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(error)?;
    let unit = match &word.text[digits..] {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(error()),
    };
    let amount: f64 = word.text[..digits].parse().map_err(|_| error())?;
    std::time::Duration::try_from_secs_f64(amount * unit).map_err(|_| error())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Spec>().unwrap_err().to_string()
    }

    #[test]
    fn specs_nest() {
        let spec: Spec = "alphabeta( depth=6, eval=influence(thesis), fast )".parse().unwrap();
        assert_eq!(spec.to_string(), "alphabeta(depth=6, eval=influence(thesis), fast)");
        assert_eq!(spec.args[1].value.args[0].value.name.text, "thesis");
    }

    #[test]
    fn errors_point_at_the_place() {
        assert_eq!(error("mcts(time=1s"), "`,` or `)` is missing here\n  mcts(time=1s\n              ^");
        assert_eq!(error("mcts(time=)"), "a name is missing here\n  mcts(time=)\n            ^");
        assert_eq!(error("a)b"), "`)` is not expected after the end of the spec\n  a)b\n   ^");
        assert_eq!(error(""), "a name is missing here\n  \n  ^");
        assert!(error(&"a(".repeat(100)).starts_with("specs nest at most 32 deep"));
    }

    #[test]
    fn arguments_nobody_takes_are_errors() {
        let read = |text: &str| {
            let spec: Spec = text.parse().unwrap();
            let mut args = Args::of(&spec);
            let depth = args.value::<u32>("depth", "a whole number")?;
            let fast = args.flag("fast");
            args.finish().map(|()| (depth, fast))
        };
        assert_eq!(read("x(depth=3, fast)"), Ok((Some(3), true)));
        assert_eq!(read("x(depth=q)").unwrap_err().message, "`q` is not a whole number");
        assert_eq!(read("x(depth=3(y))").unwrap_err().span, Some(10..11));
        assert_eq!(read("x(depth)").unwrap_err().message, "`depth` needs a value: `depth=...`");
        let unknown = read("x(deph=3)").unwrap_err();
        assert_eq!(
            unknown.message,
            "`deph` is no argument of `x`; did you mean `depth`? (possible here: depth, fast)"
        );
        assert_eq!(unknown.span, Some(2..6));
    }

    #[test]
    fn games_have_options() {
        let spec: GameSpec = "line:m=7,gravity".parse().unwrap();
        assert_eq!(spec.name.text, "line");
        assert_eq!(spec.options[0].required::<u32>("a number"), Ok(7));
        assert_eq!(spec.options[1].name.span, 9..16);
        assert!(spec.options[1].required::<u32>("a number").is_err());
        for bad in ["", ":", "line:", "line:m=", "line:,", "line:m=7,"] {
            assert!(bad.parse::<GameSpec>().is_err(), "{bad}");
        }
    }

    #[test]
    fn durations_have_units() {
        let read = |text: &str| duration(&Word { text: text.into(), span: 0..text.len() });
        assert_eq!(read("250ms").unwrap().as_millis(), 250);
        assert_eq!(read("1.5s").unwrap().as_millis(), 1500);
        for bad in ["", "5", "s", "-1s", "1e400s", "1y", "NaNs"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
