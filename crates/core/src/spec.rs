//! Specs: how agents, evaluators and games are named in text, the same everywhere. Original design.
//!
//! ```text
//! spec   = word [ "(" arg { "," arg } ")" ]          mcts(time=1s)
//! arg    = [ word "=" ] spec                          eval=influence(thesis)
//! word   = letters | "\"" text "\""                   file="my maps/best.txt"
//! game   = word [ ":" option { "," option } ]         reversi:88,discs
//! option = word [ "=" word ]                          k=5
//! ```
//!
//! A [`Spec`] is a value: it can be read, built, compared, hashed and printed. What it may be told is declared once, as
//! [`SpecOption`]s; [`Options`] reads it by that declaration. Every error points at the wrong word and says what could
//! stand there.
//!
//! ```
//! use agon_core::spec::Spec;
//!
//! let read: Spec = "mcts( time=1s, eval=network(file=\"my nets/best.txt\") )".parse().unwrap();
//! let built = Spec::new("mcts")
//!     .with("time", "1s")
//!     .with("eval", Spec::new("network").with("file", "my nets/best.txt"));
//! assert_eq!(read, built);
//! assert_eq!(built.to_string(), "mcts(time=1s, eval=network(file=\"my nets/best.txt\"))");
//! ```

mod game_spec;
mod options;
mod reader;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use crate::ReadError;
pub use game_spec::{GameOption, GameSpec};
pub use options::{Options, Preset, SpecOption, Takes};

/// A word and where it was read; words with the same text are equal wherever they stand.
#[derive(Clone, Debug)]
pub struct Word {
    /// Without the quotes that it may have had.
    pub text: String,
    /// Its bytes in the whole text.
    pub span: Range<usize>,
}

impl Word {
    /// A word that is the whole of the text it is read from.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { span: 0..text.len(), text }
    }

    /// An error that points at this word.
    pub fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(message).at(self.span.clone())
    }

    /// The known word that this one may have been meant for.
    #[must_use]
    pub fn closest<'k>(&self, known: &[&'k str]) -> Option<&'k str> {
        let distances = known.iter().map(|&name| (strsim::damerau_levenshtein(&self.text, name), name));
        // Something of the name must be there: `9` is no slip for `1`.
        let is_near = |(distance, name): &(usize, &str)| *distance < (2 + name.len() / 4).min(name.len());
        distances.filter(is_near).min().map(|(_, name)| name)
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
        let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        self.error(format!("`{}` is not {article} {what}{hint} ({choices})", self.text))
    }

    /// Reads the word as a value.
    ///
    /// # Errors
    /// If it is none; `wanted` says what would be.
    pub fn value<T: FromStr>(&self, wanted: &str) -> Result<T, ReadError> {
        self.text.parse().map_err(|_| self.error(format!("`{}` is not {wanted}", self.text)))
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Word {}

impl Hash for Word {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// A name with arguments.
#[derive(Clone, Debug)]
pub struct Spec {
    /// What is named.
    pub name: Word,
    /// Its arguments in order.
    pub args: Vec<Arg>,
    /// The text it was read from, which the spans of all its words refer to.
    source: Option<Arc<str>>,
}

/// One argument: a bare spec, or one with a key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arg {
    /// The word before `=`.
    pub key: Option<Word>,
    /// What stands after `=`, or alone.
    pub value: Spec,
}

impl Spec {
    /// A name without arguments.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: Word::new(name), args: Vec::new(), source: None }
    }

    /// With one more argument, `key=value`.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Spec>) -> Self {
        self.args.push(Arg { key: Some(Word::new(key)), value: value.into() });
        self
    }

    /// With one more argument that has no key, such as a flag.
    #[must_use]
    pub fn with_bare(mut self, value: impl Into<Spec>) -> Self {
        self.args.push(Arg { key: None, value: value.into() });
        self
    }

    /// The argument with this key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Spec> {
        let has_key = |arg: &&Arg| arg.key.as_ref().is_some_and(|word| word.text == key);
        self.args.iter().find(has_key).map(|arg| &arg.value)
    }

    /// With the arguments of another spec; where both have one of the same key, the other's counts.
    #[must_use]
    pub fn merged(mut self, other: &Self) -> Self {
        self.args.retain(|arg| arg.key.as_ref().is_none_or(|key| other.get(&key.text).is_none()));
        self.args.extend(other.args.iter().cloned());
        Self { source: other.source.clone(), ..self }
    }

    /// Reads a spec that is only a word as a value.
    ///
    /// # Errors
    /// If it is none, or has arguments; `wanted` says what would be one.
    pub fn value<T: FromStr>(&self, wanted: &str) -> Result<T, ReadError> {
        self.word(wanted)?.value(wanted)
    }

    /// The word that this spec is, if it has no arguments.
    ///
    /// # Errors
    /// If it has; `wanted` says what is expected.
    pub fn word(&self, wanted: &str) -> Result<&Word, ReadError> {
        match self.args.first() {
            None => Ok(&self.name),
            Some(arg) => {
                let word = arg.key.as_ref().unwrap_or(&arg.value.name);
                Err(word.error(format!("`{}` takes no arguments: it is {wanted}", self.name.text)))
            }
        }
    }

    /// Shows in an error about this spec the text that the spec was read from.
    #[must_use]
    pub fn explain(&self, error: ReadError) -> ReadError {
        match &self.source {
            Some(source) => error.within(source),
            None => error,
        }
    }

    /// The same spec as if it were read from its own text, so that errors can point into it.
    #[must_use]
    pub fn located(&self) -> Self {
        match self.source {
            Some(_) => self.clone(),
            None => self.to_string().parse().unwrap_or_else(|_| self.clone()),
        }
    }
}

impl From<&str> for Spec {
    /// A value that is only a word, whatever stands in it.
    fn from(word: &str) -> Self {
        Self::new(word)
    }
}

impl From<String> for Spec {
    fn from(word: String) -> Self {
        Self::new(&word)
    }
}

impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.args) == (&other.name, &other.args)
    }
}

impl Eq for Spec {}

impl Hash for Spec {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name, &self.args).hash(state);
    }
}

impl FromStr for Spec {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let spec = reader::read(text).map_err(|error| error.within(text))?;
        Ok(Self { source: Some(text.into()), ..spec })
    }
}

impl fmt::Display for Spec {
    /// The spec in its canonical spelling; reading it gives the same spec.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&reader::quoted(&self.name.text))?;
        for (index, arg) in self.args.iter().enumerate() {
            f.write_str(if index == 0 { "(" } else { ", " })?;
            if let Some(key) = &arg.key {
                write!(f, "{}=", reader::quoted(&key.text))?;
            }
            write!(f, "{}", arg.value)?;
        }
        f.write_str(if self.args.is_empty() { "" } else { ")" })
    }
}

/// Reads a duration such as `250ms`, `1.5s` or `2m`.
///
/// # Errors
/// If the word is not a duration.
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
        assert_eq!(error("mcts(time=)"), "the value of `time` is missing here\n  mcts(time=)\n            ^");
        assert_eq!(
            error("x(file='a b')"),
            "specs are quoted with `\"`, not with `'`: file=\"my file.txt\"\n  x(file='a b')\n         ^"
        );
        assert_eq!(error("a)b"), "`)` is not expected after the end of the spec\n  a)b\n   ^");
        assert_eq!(error(""), "a name is missing here\n  \n  ^");
        assert_eq!(error("x(file=\"a b)"), "the closing `\"` is missing\n  x(file=\"a b)\n         ^");
        assert_eq!(error("x(file=\"a\"b)"), "`,` or `)` is missing here\n  x(file=\"a\"b)\n            ^");
        assert!(error(&"a(".repeat(100)).starts_with("specs nest at most 32 deep"));
    }

    #[test]
    fn quoted_words_hold_any_text() {
        let spec: Spec =
            r#"external(gtp, "pentobi-gtp --level 5", file="C:\nets\\a \"b\".txt", "")"#.parse().unwrap();
        let words: Vec<_> = spec.args.iter().map(|arg| arg.value.name.text.as_str()).collect();
        assert_eq!(words, ["gtp", "pentobi-gtp --level 5", r#"C:\nets\a "b".txt"#, ""]);
        assert_eq!(spec.to_string().parse(), Ok(spec));
        let single = Spec::new("x").with("file", "'a'").with("name", "it's");
        assert_eq!(single.to_string(), "x(file=\"'a'\", name=it's)");
        assert_eq!(single.to_string().parse(), Ok(single));
        assert_eq!(r#""mcts"("time"="1s")"#.parse::<Spec>().unwrap().to_string(), "mcts(time=1s)");
    }

    #[test]
    fn specs_are_values() {
        let read: Spec = " greedy( reply,eval = material )".parse().unwrap();
        let built = Spec::new("greedy").with_bare("reply").with("eval", "material");
        assert_eq!(read, built);
        assert!(std::collections::HashSet::from([read.clone()]).contains(&built));
        assert_eq!(built.to_string(), "greedy(reply, eval=material)");
        assert_eq!(built.located().args[1].value.name.span, 19..27);
        assert_ne!(built, read.with("depth", "1"));
    }

    #[test]
    fn merged_arguments_replace_those_of_the_same_key() {
        let base: Spec = "mcts(time=1s, forgetful, narrow=3)".parse().unwrap();
        let given: Spec = "hard(time=3s, threads=2)".parse().unwrap();
        let merged = base.merged(&given);
        assert_eq!(merged.source, given.source, "errors point at what was given");
        assert_eq!(merged.to_string(), "mcts(forgetful, narrow=3, time=3s, threads=2)");
    }

    #[test]
    fn durations_have_units() {
        let read = |text: &str| duration(&Word::new(text));
        assert_eq!(read("250ms").unwrap().as_millis(), 250);
        assert_eq!(read("1.5s").unwrap().as_millis(), 1500);
        assert_eq!(
            ["40us", "3m", "3min", "2h"].map(|text| read(text).unwrap().as_micros()),
            [40, 180_000_000, 180_000_000, 7_200_000_000]
        );
        for bad in ["", "5", "s", "-1s", "1e400s", "1y", "NaNs"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn near_misses_are_guessed() {
        let closest = |text: &str| Word::new(text).closest(&["mcts", "mc", "minimax", "expected-min"]);
        assert_eq!(closest("mtcs"), Some("mcts"));
        assert_eq!(closest("minmx"), Some("minimax"), "two letters of seven");
        assert_eq!(closest("mnmx"), None, "three letters of seven");
        assert_eq!(closest("expcted-mi"), Some("expected-min"));
        assert_eq!(closest("q"), None);
        assert_eq!(Word::new("9").closest(&["1", "2"]), None, "another letter, and nothing else");
        let unknown = |what: &str, known: &[&str]| Word::new("agnt").unknown(what, known).message;
        assert_eq!(unknown("agent", &[]), "`agnt` is not an agent (nothing can stand here)");
        assert_eq!(unknown("game", &["go"]), "`agnt` is not a game (possible here: go)");
    }

    #[test]
    fn words_are_equal_wherever_they_stand() {
        let (here, there) = (Word::new("time"), Word { text: "time".to_owned(), span: 7..11 });
        assert_eq!(here, there);
        assert_ne!(here, Word { text: "tame".to_owned(), span: 0..4 });
        let words = std::collections::HashSet::from([here, Word::new("tame")]);
        assert!(words.contains(&there) && words.len() == 2);
        let specs: std::collections::HashSet<Spec> =
            ["a(b)", "a(b=c)", " a( b )", "a"].map(|text| text.parse().unwrap()).into();
        assert_eq!(specs.len(), 3);
        let hash = |text: &str| {
            let mut hasher = std::hash::DefaultHasher::new();
            text.parse::<Spec>().unwrap().hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hash("a(b=c)"), hash(" a( b = c )"));
        assert!(hash("a(b=c)") != hash("a(b=d)") && hash("a(b=c)") != hash("b(b=c)"));
    }

    #[test]
    fn a_spec_is_asked_for_its_arguments_and_its_value() {
        let spec: Spec = "mcts(fast, time=1s, depth=3)".parse().unwrap();
        assert_eq!(spec.get("time"), Some(&Spec::from("1s".to_owned())));
        assert_eq!((spec.get("fast"), spec.get("nodes")), (None, None), "a bare word has no key");
        assert_eq!(spec.get("depth").unwrap().value::<u32>("a depth"), Ok(3));
        assert_eq!(spec.word("an agent").unwrap_err().message, "`mcts` takes no arguments: it is an agent");
        let wrong = spec.get("time").unwrap().value::<u32>("a number").unwrap_err();
        assert_eq!(wrong.to_string(), "`1s` is not a number");
        assert_eq!(
            spec.explain(wrong).to_string(),
            "`1s` is not a number\n  mcts(fast, time=1s, depth=3)\n                  ^^"
        );
        let built = Spec::new("mcts").with("time", "1s");
        let plain = built.explain(ReadError::new("wrong"));
        assert_eq!(
            (plain.text, built.located().explain(ReadError::new("wrong")).text),
            (None, Some("mcts(time=1s)".to_owned()))
        );
    }
}
