//! The names beside the games: `WTH.JOU` has the players, `WTH.TRN` the tournaments.
//!
//! A name is Latin-1, ended by a zero; games know it by its place in the file. The first one stands for nobody.

use std::collections::HashMap;

use agon_core::ReadError;

use super::{HEADER, read_header, records};

/// Which names a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameList {
    /// Of players.
    Players,
    /// Of tournaments.
    Tournaments,
}

impl NameList {
    /// What the file is called.
    #[must_use]
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Players => "WTH.JOU",
            Self::Tournaments => "WTH.TRN",
        }
    }

    /// What one of them is called.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Self::Players => "player",
            Self::Tournaments => "tournament",
        }
    }

    /// The bytes of a name, with the zero at its end.
    #[must_use]
    pub fn width(self) -> usize {
        match self {
            Self::Players => 20,
            Self::Tournaments => 26,
        }
    }
}

/// What the first name of a new list is.
const NOBODY: &str = "???";

/// A list of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    list: NameList,
    /// The day on which the file was made, as it says.
    made: [u8; 4],
    names: Vec<String>,
    numbers: HashMap<String, u16>,
    /// The name in full of each that was asked for.
    asked: HashMap<u16, String>,
}

impl Names {
    /// A list with nobody in it.
    #[must_use]
    pub fn new(list: NameList) -> Self {
        let numbers = HashMap::from([(NOBODY.to_owned(), 0)]);
        Self { list, made: [0; 4], names: vec![NOBODY.to_owned()], numbers, asked: HashMap::new() }
    }

    /// Reads a file of names.
    ///
    /// # Errors
    /// If it is shorter or longer than its header says.
    pub fn read(list: NameList, bytes: &[u8]) -> Result<Self, ReadError> {
        let header = read_header(bytes)?;
        let count = u16::from_le_bytes([header[8], header[9]]);
        let names: Vec<_> = records(bytes, count.into(), list.width(), "names")?.map(from_latin1).collect();
        let mut numbers = HashMap::new();
        for (number, name) in (0..=u16::MAX).zip(&names) {
            numbers.entry(name.clone()).or_insert(number);
        }
        let made = [header[0], header[1], header[2], header[3]];
        Ok(Self { list, made, names, numbers, asked: HashMap::new() })
    }

    /// The file. A new one does not say when it was made.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        bytes[..4].copy_from_slice(&self.made);
        bytes[8..10].copy_from_slice(&(self.names.len() as u16).to_le_bytes());
        for name in &self.names {
            let end = bytes.len() + self.list.width();
            bytes.extend(to_latin1(name));
            bytes.resize(end, 0);
        }
        bytes
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// The name of a number, or words for it if the list has none.
    #[must_use]
    pub fn name(&self, number: u16) -> String {
        let known = self.names.get(usize::from(number)).filter(|name| !name.is_empty());
        known.cloned().unwrap_or_else(|| format!("{} {number}", self.list.noun()))
    }

    /// The number of a name, which is added if it is new. A name that is too long is cut, and letters that Latin-1
    /// lacks become `?`.
    ///
    /// # Errors
    /// If two names would become the same, or the list is full.
    pub fn number(&mut self, name: &str) -> Result<u16, ReadError> {
        let short = from_latin1(&to_latin1(name).take(self.list.width() - 1).collect::<Vec<_>>());
        let number = match self.numbers.get(&short) {
            Some(&number) => number,
            None => self.add(short)?,
        };
        let asked = self.asked.entry(number).or_insert_with(|| name.to_owned());
        if asked != name {
            return Err(ReadError::new(format!(
                "`{asked}` and `{name}` are both `{}` in the {} bytes of a {}; rename one of them",
                self.names[usize::from(number)],
                self.list.width() - 1,
                self.list.noun(),
            )));
        }
        Ok(number)
    }

    fn add(&mut self, name: String) -> Result<u16, ReadError> {
        // The count of the names is a number of the same size.
        let number = u16::try_from(self.names.len()).ok().filter(|&number| number < u16::MAX);
        let number = number.ok_or_else(|| {
            let (file, noun) = (self.list.file_name(), self.list.noun());
            ReadError::new(format!("{file} is full: it has {} {noun}s", self.names.len()))
        })?;
        self.names.push(name.clone());
        self.numbers.insert(name, number);
        Ok(number)
    }
}

fn from_latin1(bytes: &[u8]) -> String {
    bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect()
}

fn to_latin1(name: &str) -> impl Iterator<Item = u8> {
    name.chars().map(|letter| u8::try_from(letter).ok().filter(|&byte| byte != 0).unwrap_or(b'?'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names that the database of the French federation gives to its files.
    #[test]
    fn lists_lie_in_files_of_their_own() {
        assert_eq!(
            [NameList::Players, NameList::Tournaments].map(NameList::file_name),
            ["WTH.JOU", "WTH.TRN"]
        );
    }
}
