//! What produced a result, as text that stays the same: a kept result may be taken for a new one only if their
//! fingerprints are equal. Original design.
//!
//! ```text
//! agon training 1                 what it is of, and the version of the format
//! boards = 2000                   settings, sorted by key; texts that are long or lie in files as their digest
//! recipe = minimax-backwards
//! seed = 1
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::digest;

/// All that a result depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    kind: String,
    version: u32,
    settings: BTreeMap<String, String>,
}

/// A text that is not a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {0} is not one of a fingerprint")]
pub struct NoFingerprint(
    /// The line, from 1.
    pub usize,
);

impl Fingerprint {
    /// That of a kind of result, in a version that changes whenever the same settings come to mean something else.
    #[must_use]
    pub fn new(kind: &str, version: u32) -> Self {
        Self { kind: kind.to_owned(), version, settings: BTreeMap::new() }
    }

    /// With one more setting. Its value is written as `Display` shows it, never as `Debug` does.
    #[must_use]
    pub fn with(mut self, key: impl Into<String>, value: impl fmt::Display) -> Self {
        self.settings.insert(key.into(), value.to_string());
        self
    }

    /// With a setting that may be absent.
    #[must_use]
    pub fn with_some(self, key: impl Into<String>, value: Option<impl fmt::Display>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// With all settings of another one.
    #[must_use]
    pub fn with_all(mut self, other: Self) -> Self {
        self.settings.extend(other.settings);
        self
    }

    /// The value of a setting.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.settings.get(key).map(String::as_str)
    }

    /// All settings, sorted by key.
    pub fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The fingerprint in a few letters, for the name of what it is of.
    #[must_use]
    pub fn digest(&self) -> String {
        digest(self.to_string())
    }

    /// What is different about a kept result, said to people: `seed: this run has 2, the folder 1`. None if nothing is.
    /// `place` is where the result was kept.
    #[must_use]
    pub fn difference(&self, kept: &Self, place: &str) -> Option<String> {
        if (&self.kind, self.version) != (&kept.kind, kept.version) {
            let title = |one: &Self| format!("{} {}", one.kind, one.version);
            return Some(format!("kind: this run has {}, {place} {}", title(self), title(kept)));
        }
        let keys = self.settings.keys().chain(kept.settings.keys().filter(|key| self.get(key).is_none()));
        let mut different: Vec<_> = keys.filter(|key| self.get(key) != kept.get(key)).collect();
        // What both have says most.
        different.sort_by_key(|key| (self.get(key).is_none() || kept.get(key).is_none(), *key));
        let value = |one: &Self, key: &str| one.get(key).map_or("none".to_owned(), shortened);
        let mut said: Vec<_> = different
            .iter()
            .take(MOST_SAID)
            .map(|key| format!("{key}: this run has {}, {place} {}", value(self, key), value(kept, key)))
            .collect();
        if different.len() > MOST_SAID {
            said.push(format!("{} more", different.len() - MOST_SAID));
        }
        (!said.is_empty()).then(|| said.join("; "))
    }
}

/// More differences than this are only counted.
const MOST_SAID: usize = 4;

/// A value for people: on one line, without control characters, and not endless.
fn shortened(value: &str) -> String {
    const LONGEST: usize = 80;
    let value = escaped(value);
    if value.chars().count() <= LONGEST {
        return value;
    }
    value.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// On one line: backslashes and control characters are written as Rust writes them in a string.
fn escaped(text: &str) -> String {
    let escape = |char: char| match char {
        '\\' => "\\\\".to_owned(),
        char if char.is_control() => format!("\\u{{{:x}}}", u32::from(char)),
        char => char.to_string(),
    };
    text.chars().map(escape).collect()
}

fn unescaped(text: &str) -> Option<String> {
    let mut parts = text.split('\\');
    let mut plain = parts.next()?.to_owned();
    while let Some(part) = parts.next() {
        if let Some((code, rest)) = part.strip_prefix("u{").and_then(|part| part.split_once('}')) {
            plain.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
            plain += rest;
        } else if part.is_empty() {
            plain.push('\\');
            plain += parts.next()?;
        } else {
            return None;
        }
    }
    Some(plain)
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "agon {} {}", self.kind, self.version)?;
        self.settings.iter().try_for_each(|(key, value)| writeln!(f, "{} = {}", escaped(key), escaped(value)))
    }
}

impl FromStr for Fingerprint {
    type Err = NoFingerprint;

    fn from_str(text: &str) -> Result<Self, NoFingerprint> {
        let mut lines = text.lines();
        let title = lines.next().and_then(|line| line.strip_prefix("agon ")?.rsplit_once(' '));
        let title = title.and_then(|(kind, version)| Some((kind, version.parse().ok()?)));
        let (kind, version) = title.ok_or(NoFingerprint(1))?;
        let setting = |line: &str| {
            let (key, value) = line.split_once(" = ")?;
            Some((unescaped(key)?, unescaped(value)?))
        };
        let mut read = Self::new(kind, version);
        for (index, line) in lines.enumerate() {
            let (key, value) = setting(line).ok_or(NoFingerprint(index + 2))?;
            read.settings.insert(key, value);
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn training() -> Fingerprint {
        Fingerprint::new("training", 1).with("seed", 1).with("game", "reversi:88").with("rate", 0.1)
    }

    #[test]
    fn the_text_is_sorted_and_comes_back() {
        assert_eq!(training().to_string(), "agon training 1\ngame = reversi:88\nrate = 0.1\nseed = 1\n");
        let hard = training().with("agent.1", "a\\b\n = c\u{1b}[0m\\u{41}").with_some("empty", Some(""));
        assert_eq!(hard.to_string().lines().count(), 6);
        assert_eq!(hard.to_string().parse(), Ok(hard.clone()));
        assert_eq!(hard.digest().len(), 32);
        assert_ne!(hard.digest(), training().digest());
        for (text, line) in
            [("", 1), ("agon training\n", 1), ("agon t 1\nseed\n", 2), ("agon t 1\na = \\x\n", 2)]
        {
            assert_eq!(text.parse::<Fingerprint>(), Err(NoFingerprint(line)), "{text}");
        }
    }

    #[test]
    fn the_difference_is_named() {
        let said = |one: &Fingerprint, other: &Fingerprint| one.difference(other, "the folder").unwrap();
        assert_eq!(training().difference(&training(), "the folder"), None);
        let other = training().with("seed", 2);
        assert_eq!(said(&other, &training()), "seed: this run has 2, the folder 1");
        let more = training().with_some("boards", Some(400)).with_some("gap", None::<u32>);
        assert_eq!(said(&training(), &more), "boards: this run has none, the folder 400");
        let mixed = more.clone().with("seed", 3);
        let both = "seed: this run has 3, the folder 1; boards: this run has 400, the folder none";
        assert_eq!(said(&mixed, &training()), both);
        let newer = Fingerprint::new("training", 2).with_all(training());
        assert_eq!(said(&newer, &training()), "kind: this run has training 2, the folder training 1");
        let many = (0..9).fold(training(), |print, index| print.with(format!("x{index}"), "y".repeat(100)));
        assert!(said(&many, &training()).ends_with("; 5 more"), "{}", said(&many, &training()));
        assert!(said(&many, &training()).len() < 600);
    }
}
