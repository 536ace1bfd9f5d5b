//! Reading [`Rules`] from a game spec: `gomoku:10x10,exact`, or any `line:m=7,n=6,k=4,p=1,q=1,gravity`. Original design.

use std::ops::RangeInclusive;

use agon_core::ReadError;
use agon_core::spec::{GameOption, GameSpec, SpecOption, Takes, Word};
use agon_grid::read_size;

use crate::rules::{LONGEST_SIDE, MOST_STONES, PRESETS, Rules, in_range, knows_exact};

/// The names this family answers to.
const NAMES: &[&str] = &["tictactoe", "connect4", "gomoku", "connect6", "line"];
const SIZE: SpecOption = SpecOption::text("a size such as 7x6", "columns and rows, each from 1 to 20");
const EXACT: SpecOption = SpecOption::flag("exact", "longer rows do not win");
const FREESTYLE: SpecOption = SpecOption::flag("freestyle", "longer rows win too, as without any word");

/// What a spec of a game of the family can be told.
#[must_use]
pub fn options(name: &str) -> Vec<SpecOption> {
    let side = |name, of| SpecOption::whole(name, of, 1, LONGEST_SIDE.into(), "a side of the board");
    let stones = |name, about| SpecOption::whole(name, "stones", 1, MOST_STONES.into(), about);
    let any = || {
        [
            side("m", "columns"),
            side("n", "rows"),
            SpecOption::whole("k", "stones", 2, LONGEST_SIDE.into(), "how many in a row win"),
            stones("p", "how many are placed in a turn").or("1"),
            stones("q", "how many are placed in the first turn").or("1"),
            SpecOption::flag("gravity", "stones fall down their column"),
        ]
    };
    let numbers = (name == "line").then(any).into_iter().flatten();
    let exact = if knows_exact(name) { [EXACT, FREESTYLE].as_slice() } else { &[] };
    numbers.chain(exact.iter().copied()).chain([SIZE]).collect()
}

impl Rules {
    /// Reads a spec of the family: a preset (`tictactoe`, `connect4`, `gomoku`, `connect6`), perhaps with a size,
    /// or `line` with all its numbers. Where not given, `p` and `q` are 1.
    ///
    /// # Errors
    /// If the name or an option is unknown, something is missing, or the game is not possible; the error points at
    /// the word.
    pub fn from_spec(spec: &GameSpec) -> Result<Self, ReadError> {
        let name = spec.name.text.as_str();
        let preset = PRESETS.into_iter().find(|(preset, _)| *preset == name).map(|(_, rules)| rules);
        let mut rules = match (preset, name) {
            (Some(rules), _) => rules,
            (None, "line") => Self::TICTACTOE,
            (None, _) => return Err(spec.name.unknown("line game", NAMES)),
        };
        for (index, option) in spec.options.iter().enumerate() {
            let word = &option.name;
            rules.apply(name, option)?;
            let mut earlier = spec.options[..index].iter().map(|earlier| earlier.name.text.as_str());
            match earlier.find(|earlier| contradict(earlier, &word.text)) {
                None => {}
                Some(earlier) if earlier == word.text => {
                    return Err(word.error(format!("`{}` is given twice", word.text)));
                }
                Some(earlier) => return Err(word.error(format!("`{}` contradicts `{earlier}`", word.text))),
            }
        }
        if preset.is_none() {
            require_numbers(spec)?;
        }
        rules.check().map_err(|error| error.at(blamed(spec).span.clone()))?;
        Ok(rules)
    }

    fn apply(&mut self, name: &str, option: &GameOption) -> Result<(), ReadError> {
        let any = name == "line";
        match (option.name.text.as_str(), &option.value) {
            ("m", Some(value)) if any => self.columns = number(value, 1..=LONGEST_SIDE, "columns")?,
            ("n", Some(value)) if any => self.rows = number(value, 1..=LONGEST_SIDE, "rows")?,
            ("k", Some(value)) if any => self.k = number(value, 2..=LONGEST_SIDE, "stones in a row")?,
            ("p", Some(value)) if any => self.p = number(value, 1..=MOST_STONES, "stones in a turn")?,
            ("q", Some(value)) if any => self.q = number(value, 1..=MOST_STONES, "stones in the first turn")?,
            ("gravity", None) if any => self.gravity = true,
            ("exact", None) if knows_exact(name) => self.exact = true,
            ("freestyle", None) if knows_exact(name) => self.exact = false,
            (text, None) => {
                let sides = read_size(text).ok_or_else(|| unknown(name, option))?;
                for side in [sides.0, sides.1] {
                    in_range(side, 1..=LONGEST_SIDE, "cells on a side of the board")
                        .map_err(|error| error.at(option.name.span.clone()))?;
                }
                (self.columns, self.rows) = sides;
            }
            (_, Some(_)) => return Err(unknown(name, option)),
        }
        Ok(())
    }
}

/// Whether two options say something about the same thing.
fn contradict(one: &str, other: &str) -> bool {
    let is_any = |words: [&str; 2]| words.contains(&one) && words.contains(&other);
    let (size, other_size) = (read_size(one).is_some(), read_size(other).is_some());
    let side = |word: &str| matches!(word, "m" | "n");
    one == other
        || is_any(["exact", "freestyle"])
        || size && (other_size || side(other))
        || other_size && side(one)
}

fn unknown(name: &str, option: &GameOption) -> ReadError {
    let word = &option.name;
    let is_flag = |known: &SpecOption| known.name == word.text && known.takes == Takes::Flag;
    if option.value.is_some() && options(name).iter().any(is_flag) {
        return word.error(format!("`{}` takes no value", word.text));
    }
    if name == "line" && matches!(word.text.as_str(), "m" | "n" | "k" | "p" | "q") {
        return word.error(format!("`{}` needs a value: a whole number", word.text));
    }
    let known: Vec<_> = options(name).iter().map(|option| option.name).collect();
    word.unknown(&format!("option of {name}"), &known)
}

fn number(value: &Word, range: RangeInclusive<u32>, what: &str) -> Result<u32, ReadError> {
    let number = value.value("a whole number")?;
    in_range(number, range, what).map_err(|error| error.at(value.span.clone()))?;
    Ok(number)
}

/// `line` has no size and no k of its own.
fn require_numbers(spec: &GameSpec) -> Result<(), ReadError> {
    let has = |name: &str| spec.options.iter().any(|option| option.name.text == name);
    let sized = spec.options.iter().any(|option| read_size(&option.name.text).is_some());
    let missing = [("m", "columns", sized), ("n", "rows", sized), ("k", "stones in a row", false)]
        .into_iter()
        .find(|&(name, _, otherwise)| !otherwise && !has(name));
    match missing {
        None => Ok(()),
        Some((name, what, _)) => Err(spec.name.error(format!(
            "`{name}`, the number of {what}, is missing: write `line:m=7,n=6,k=4`, and perhaps `p=2`, `q=1`, \
             `gravity` or `exact`"
        ))),
    }
}

/// The word to point at when the numbers do not go together: that of k, or else of the size.
fn blamed(spec: &GameSpec) -> &Word {
    let k = spec.options.iter().find(|option| option.name.text == "k");
    let size = || spec.options.iter().find(|option| read_size(&option.name.text).is_some());
    k.or_else(size).map_or(&spec.name, |option| option.value.as_ref().unwrap_or(&option.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Rules, ReadError> {
        Rules::from_spec(&text.parse()?).map_err(|error| error.within(text))
    }

    #[test]
    fn specs_round_trip() {
        for text in [
            "tictactoe",
            "connect4",
            "connect4:7x7",
            "gomoku",
            "gomoku:10x10",
            "gomoku:exact",
            "gomoku:10x10,exact",
            "gomoku:20x20",
            "connect6",
            "connect6:9x9",
            "line:m=7,n=6,k=4,p=2,gravity",
            "line:m=6,n=6,k=4,p=2,q=3,gravity,exact",
            "line:m=19,n=1,k=19",
            "line:m=20,n=20,k=20,p=9,gravity",
        ] {
            assert_eq!(read(text).unwrap().spec(), text);
        }
    }

    #[test]
    fn equal_rules_have_equal_specs() {
        for (text, shortest) in [
            ("line:m=7,n=6,k=4,p=1,q=1,gravity", "connect4"),
            ("line:15x15,k=5,freestyle", "gomoku"),
            ("line:m=4,n=4,k=3", "tictactoe:4x4"),
            ("line:9x9,k=6,p=2,q=1", "connect6:9x9"),
            ("line:3x3,k=3,exact", "line:m=3,n=3,k=3,exact"),
        ] {
            assert_eq!(read(text).unwrap().spec(), shortest);
        }
    }

    #[test]
    fn errors_name_the_word() {
        for (text, wrong) in [
            ("gomokku", "gomokku"),
            ("gomoku:exct", "exct"),
            ("gomoku:21x20", "21x20"),
            ("gomoku:0x9", "0x9"),
            ("gomoku:4x4", "4x4"),
            ("gomoku:k=4", "k"),
            ("gomoku:m=9", "m"),
            ("gomoku:n=9", "n"),
            ("connect6:p=3", "p"),
            ("connect6:q=2", "q"),
            ("gomoku:gravity", "gravity"),
            ("connect4:freestyle", "freestyle"),
            ("connect4:exact", "exact"),
            ("connect4:7y6", "7y6"),
            ("line:m=7,n=6", "line"),
            ("line:7x6", "line"),
            ("line:m=7,n=6,k=8", "8"),
            ("line:m=7,n=6,k=1", "1"),
            ("line:m=7,n=seven,k=4", "seven"),
            ("line:m=7,n=6,k=4,p=0", "0"),
            ("line:m=7,n=6,k=4,q=10", "10"),
            ("line:m,n=6,k=4", "m"),
            ("line:m=7,n=6,k=4,gravity=1", "gravity"),
        ] {
            let error = read(text).unwrap_err();
            let span = error.span.clone().unwrap_or_else(|| panic!("{text}: {error} points nowhere"));
            assert_eq!(&text[span], wrong, "{error}");
        }
        let twice = read("line:m=7,m=6,n=6,k=4").unwrap_err();
        assert_eq!((twice.message.as_str(), twice.span), ("`m` is given twice", Some(9..10)));
        let said = |text: &str| read(text).unwrap_err().message;
        assert_eq!(said("line:m=3,n=3,k=3,4x4"), "`4x4` contradicts `m`");
        assert_eq!(said("gomoku:exact,freestyle"), "`freestyle` contradicts `exact`");
        assert_eq!(said("gomoku:exact=1"), "`exact` takes no value");
        assert_eq!(said("line:m,n=6,k=4"), "`m` needs a value: a whole number");
        assert!(said("gomoku:m").starts_with("`m` is not an option of gomoku"), "{}", said("gomoku:m"));
        assert_eq!(said("line:m=3,n=3,k=3,gravity=1"), "`gravity` takes no value");
    }
}
