//! Kinds of files, told apart by how they begin, so that no output replaces what it never wrote.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::FileError;

/// A kind of file that Agon writes.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// What it is, as in "not a {name}".
    pub name: &'static str,
    /// Whether a file that begins with these bytes may be one; at most [`HEAD`](Self::HEAD) bytes are shown.
    pub begins: fn(&[u8]) -> bool,
}

impl FileKind {
    /// How many bytes decide.
    pub const HEAD: u64 = 4096;

    /// A file in a folder that belongs to one run of Agon: whatever is there is ours.
    pub const OWN: Self = Self { name: "file of a run", begins: |_| true };
    /// A page.
    pub const HTML: Self =
        Self { name: "page (HTML)", begins: |head| starts_with(head, &["<!doctype html"]) };
    /// A picture.
    pub const SVG: Self = Self { name: "picture (SVG)", begins: is_svg };
    /// A record to a line.
    pub const JSON_LINES: Self =
        Self { name: "file of records (JSON lines)", begins: |head| starts_with(head, &["{\"game\""]) };

    /// Refuses a file that is of another kind, and says what to do; an empty one is of every kind.
    pub(crate) fn check(self, path: &Path, what_to_do: &str) -> Result<(), FileError> {
        let mut head = Vec::new();
        let file = File::open(path).map_err(|error| FileError::new(path, error))?;
        file.take(Self::HEAD).read_to_end(&mut head).map_err(|error| FileError::new(path, error))?;
        if head.is_empty() || (self.begins)(&head) {
            return Ok(());
        }
        let name = self.name;
        Err(FileError::refused(path, format!("the file is there and is not a {name}; {what_to_do}")))
    }
}

/// Whether a text may be a picture. A declaration of XML alone does not make it one: forests have it too.
fn is_svg(head: &[u8]) -> bool {
    let is_root = |text: &[u8]| text.get(..4).is_some_and(|root| root.eq_ignore_ascii_case(b"<svg"));
    starts_with(head, &["<svg"]) || starts_with(head, &["<?xml"]) && head.windows(4).any(is_root)
}

/// Whether a text begins like one of these, white space and capitals aside.
fn starts_with(head: &[u8], beginnings: &[&str]) -> bool {
    let head = head.trim_ascii_start();
    beginnings.iter().any(|wanted| {
        head.get(..wanted.len()).is_some_and(|head| head.eq_ignore_ascii_case(wanted.as_bytes()))
    })
}
