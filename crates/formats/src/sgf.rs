//! Trees of properties: the Smart Game Format, version 4 [Hollosi1999], and its relatives.
//!
//! ```text
//! collection = game { game }            (;GM[4]SZ[15];B[hh];W[hi](;B[gg])(;B[ii]))
//! game       = "(" node { node } { game } ")"
//! node       = ";" { property }
//! property   = name value { value }
//! value      = "[" text "]"             `\` before a letter takes it as it is
//! ```
//!
//! Differs from the source: names may have digits, as those of Pentobi do, and lower-case letters, which older files
//! have, are left out of a name as the source says; what stands outside of games is passed over, as in mails.

use crate::place::{FormatError, Place};

/// A property: a name and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// In capital letters.
    pub name: String,
    /// At least one.
    pub values: Vec<Value>,
    /// Where the name stands.
    pub place: Place,
}

/// One value, with what was escaped made plain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The text between the brackets.
    pub text: String,
    /// Where it begins.
    pub place: Place,
}

/// Properties that belong together: a move with its comments, or the head of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// In the order of the file.
    pub properties: Vec<Property>,
}

impl Node {
    /// The first value of a property.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.all(name).first()
    }

    /// All values of a property.
    #[must_use]
    pub fn all(&self, name: &str) -> &[Value] {
        self.properties.iter().find(|property| property.name == name).map_or(&[], |property| &property.values)
    }
}

/// A game: nodes one after the other, then ways to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// At least one.
    pub nodes: Vec<Node>,
    /// The first is the main line.
    pub children: Vec<Tree>,
    /// Where it begins.
    pub place: Place,
}

impl Tree {
    /// Every way from the root to an end, the main line first; nodes that lines share are in all of them.
    #[must_use]
    pub fn lines(&self) -> Vec<Vec<&Node>> {
        let mut lines = Vec::new();
        // Not by recursion: files may nest as deep as they like.
        let mut open = vec![(self, Vec::new())];
        while let Some((tree, mut line)) = open.pop() {
            line.extend(&tree.nodes);
            if tree.children.is_empty() {
                lines.push(line);
            } else {
                open.extend(tree.children.iter().rev().map(|child| (child, line.clone())));
            }
        }
        lines
    }
}

/// Trees nest at most this deep.
const DEEPEST: usize = 2000;

/// Reads all games of a text.
///
/// # Errors
/// If a game is damaged; the error says where. A text without any game is one too.
pub fn read(text: &str) -> Result<Vec<Tree>, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { text, at: 0, lines: Lines::of(text) };
    let mut trees = Vec::new();
    while reader.seek_game() {
        trees.push(reader.game()?);
    }
    match trees.is_empty() {
        true => Err(reader.error(text.len(), "there is no game: one begins with `(;`")),
        false => Ok(trees),
    }
}

/// A value as it stands in a file.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Where lines begin, to find places quickly.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    fn place(&self, text: &str, at: usize) -> Place {
        let line = self.0.partition_point(|&start| start <= at);
        let start = self.0[line - 1];
        Place { line, column: text.get(start..at).map_or(0, |before| before.chars().count()) + 1 }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    lines: Lines,
}

impl Reader<'_> {
    fn place(&self, at: usize) -> Place {
        self.lines.place(self.text, at)
    }

    fn error(&self, at: usize, message: impl Into<String>) -> FormatError {
        self.place(at).error(message)
    }

    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    /// Goes to the next `(` that a `;` follows.
    fn seek_game(&mut self) -> bool {
        while let Some(open) = self.text[self.at..].find('(') {
            self.at += open;
            if self.text[self.at + 1..].trim_start().starts_with(';') {
                return true;
            }
            self.at += 1;
        }
        false
    }

    /// Reads a game that begins here. What is open is kept in a list, not on the stack.
    fn game(&mut self) -> Result<Tree, FormatError> {
        let mut open: Vec<Tree> = Vec::new();
        loop {
            let at = self.at;
            match self.peek() {
                Some(b'(') if open.len() >= DEEPEST => {
                    return Err(self.error(self.at, format!("variations nest at most {DEEPEST} deep")));
                }
                Some(b'(') => {
                    let place = self.place(self.at);
                    self.at += 1;
                    let nodes = self.nodes()?;
                    open.push(Tree { nodes, children: Vec::new(), place });
                }
                Some(b')') => {
                    self.at += 1;
                    let Some(done) = open.pop() else { return Err(self.error(at, "`)` without `(`")) };
                    match open.last_mut() {
                        Some(parent) => parent.children.push(done),
                        None => return Ok(done),
                    }
                }
                Some(_) => return Err(self.error(self.at, "`(`, `)` or `;` is wanted here")),
                None => {
                    let begun = open.first().map_or(Place { line: 1, column: 1 }, |tree| tree.place);
                    return Err(
                        self.error(self.at, format!("the game of {begun} has no end: `)` is missing"))
                    );
                }
            }
        }
    }

    fn nodes(&mut self) -> Result<Vec<Node>, FormatError> {
        let mut nodes = Vec::new();
        while self.peek() == Some(b';') {
            self.at += 1;
            let mut node = Node::default();
            while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric()) {
                node.properties.push(self.property()?);
            }
            nodes.push(node);
        }
        match nodes.is_empty() {
            true => Err(self.error(self.at, "`;` is wanted here: it begins a node")),
            false => Ok(nodes),
        }
    }

    fn property(&mut self) -> Result<Property, FormatError> {
        let from = self.at;
        let length = self.text[from..].bytes().take_while(u8::is_ascii_alphanumeric).count();
        self.at += length;
        let written = &self.text[from..self.at];
        let name: String = match written.bytes().any(|byte| byte.is_ascii_uppercase()) {
            true => written.chars().filter(|letter| !letter.is_ascii_lowercase()).collect(),
            false => written.to_ascii_uppercase(),
        };
        let place = self.place(from);
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            values.push(self.value()?);
        }
        match values.is_empty() {
            true => Err(self.error(self.at, format!("`{name}` has no value: `[` is wanted here"))),
            false => Ok(Property { name, values, place }),
        }
    }

    fn value(&mut self) -> Result<Value, FormatError> {
        let open = self.at;
        let mut text = String::new();
        let mut letters = self.text[open + 1..].char_indices();
        while let Some((offset, letter)) = letters.next() {
            match letter {
                ']' => {
                    self.at = open + 1 + offset + 1;
                    return Ok(Value { text, place: self.place(open + 1) });
                }
                // A line break that is escaped is left out.
                '\\' => text.extend(letters.next().map(|(_, next)| next).filter(|next| *next != '\n')),
                letter => text.push(letter),
            }
        }
        Err(self.error(open, "the value that begins here has no end: `]` is missing"))
    }
}

#[cfg(test)]
mod tests;
