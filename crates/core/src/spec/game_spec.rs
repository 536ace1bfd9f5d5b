//! The specs of games: `line:m=7,n=6,gravity`.

use std::ops::Range;
use std::str::FromStr;

use super::Word;
use crate::ReadError;

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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn spaces_around_words_do_not_count() {
        let spec: GameSpec = " line : m = 7 , gravity ".parse().unwrap();
        assert_eq!((spec.name.text.as_str(), spec.name.span), ("line", 1..5));
        let [size, gravity] = &spec.options[..] else { panic!("{:?}", spec.options) };
        let value = size.value.as_ref().unwrap();
        assert_eq!((size.name.span.clone(), value.text.as_str(), value.span.clone()), (8..9, "7", 12..13));
        assert_eq!(
            (gravity.name.text.as_str(), gravity.name.span.clone(), &gravity.value),
            ("gravity", 16..23, &None)
        );
    }

    #[test]
    fn what_is_missing_is_pointed_at() {
        let error = |text: &str| text.parse::<GameSpec>().unwrap_err().to_string();
        assert_eq!(error(" :m=7"), "the name of a game is missing here\n   :m=7\n   ^");
        assert_eq!(error("line:m=7,,k=3"), "an option is missing here\n  line:m=7,,k=3\n           ^");
        assert_eq!(error("line:m=,k=3"), "a value is missing here\n  line:m=,k=3\n         ^");
        let spec: GameSpec = "line:m".parse().unwrap();
        let needed = spec.options[0].required::<u32>("columns").unwrap_err();
        assert_eq!((needed.message.as_str(), needed.span), ("`m` needs a value: columns", Some(5..6)));
    }
}
