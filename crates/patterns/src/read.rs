//! Patterns as XML files ([Cherry2011] section 3.5.1.2).
//!
//! ```text
//!   <pattern template="open-corner">            <template>
//!     <cell col="0" row="0" state="0"/>           <cell col="0" row="0" state="1"/>
//!     <cell col="2" row="2" state="4"/>           <cell col="1" row="1" state="4"/>
//!     <target col="2" row="2"/>                 </template>
//!   </pattern>
//! ```
//!
//! Columns and rows count from zero at the top left. A state of 0 stands for what the template says of that cell; the
//! template is the file of that name among the templates. Cells that are not listed may hold anything. The element
//! names are ours: the source describes its files but shows none.

#[cfg(test)]
mod tests;

use std::path::Path;

use agon_abilities::{Coordinates, Pattern, States};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// A file of patterns or templates: its name and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternFile {
    /// The path; a template is asked for by its file name without ending.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A file that holds no pattern: where and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {cause}")]
pub struct PatternError {
    /// The file.
    pub file: String,
    /// The line, from one.
    pub line: usize,
    /// What is wrong there.
    pub cause: String,
}

/// Reads patterns and the templates they refer to; the order of the patterns is that of the files.
///
/// # Errors
/// If a file is not as described above.
pub fn read_all(patterns: &[PatternFile], templates: &[PatternFile]) -> Result<Vec<Pattern>, PatternError> {
    let template = |file: &PatternFile| {
        let name = Path::new(&file.name).file_stem().unwrap_or_default();
        Ok((name.to_string_lossy().into_owned(), Document::read(file, "template")?.into_template()?))
    };
    let templates = templates.iter().map(template).collect::<Result<Vec<_>, _>>()?;
    patterns.iter().map(|file| Document::read(file, "pattern")?.into_pattern(&templates)).collect()
}

/// A template: states by cell.
type Template = Vec<(Coordinates, States)>;

/// A cell as it is written, and on which line.
struct Written {
    place: Coordinates,
    state: u8,
    line: usize,
}

/// What stands in a file, not yet made sense of.
struct Document<'f> {
    file: &'f PatternFile,
    /// The line of the outermost element.
    line: usize,
    template: Option<String>,
    cells: Vec<Written>,
    targets: Vec<Coordinates>,
}

impl<'f> Document<'f> {
    fn read(file: &'f PatternFile, root: &str) -> Result<Self, PatternError> {
        let mut reader = Reader::from_str(&file.text);
        let mut document = Self { file, line: 0, template: None, cells: Vec::new(), targets: Vec::new() };
        // The elements that are open: the outermost, and perhaps a cell that is written with an end of its own.
        let mut open = 0;
        loop {
            let line = line_at(&file.text, reader.buffer_position());
            let event = reader.read_event().map_err(|error| {
                document.error(line_at(&file.text, reader.error_position()), error.to_string())
            })?;
            match event {
                Event::Start(element) => {
                    document.element(&element, root, open, line)?;
                    open += 1;
                }
                Event::Empty(element) => document.element(&element, root, open, line)?,
                Event::End(_) => open -= 1,
                Event::Eof if document.line == 0 || open > 0 => {
                    return Err(document.error(line, format!("the file ends before </{root}>")));
                }
                Event::Eof => return Ok(document),
                Event::Text(text) if text.chars().all(char::is_whitespace) => {}
                Event::Comment(_) | Event::Decl(_) => {}
                _ => return Err(document.error(line, "only elements and comments can stand here")),
            }
        }
    }

    fn error(&self, line: usize, cause: impl Into<String>) -> PatternError {
        PatternError { file: self.file.name.clone(), line, cause: cause.into() }
    }

    /// Takes up an element that stands inside `open` others.
    fn element(
        &mut self,
        element: &BytesStart<'_>,
        root: &str,
        open: usize,
        line: usize,
    ) -> Result<(), PatternError> {
        let name = element.name().into_inner();
        match (open, name) {
            (0, _) if name == root && self.line == 0 => {
                self.line = line;
                let known: &[&str] = if root == "pattern" { &["template"] } else { &[] };
                self.template = self.attributes(element, known, line)?.pop().flatten();
            }
            (1, "cell") => {
                let values = self.attributes(element, &["col", "row", "state"], line)?;
                let [col, row, state] = self.numbers(&values, ["col", "row", "state"], line)?;
                if state > 7 {
                    return Err(self.error(line, format!("state {state} is not from 0 to 7")));
                }
                if self.cells.iter().any(|cell| cell.place == (col, row)) {
                    return Err(self.error(line, format!("the cell {col}, {row} is given twice")));
                }
                self.cells.push(Written { place: (col, row), state: state as u8, line });
            }
            (1, "target") if root == "pattern" => {
                let values = self.attributes(element, &["col", "row"], line)?;
                let [col, row] = self.numbers(&values, ["col", "row"], line)?;
                self.targets.push((col, row));
            }
            _ => return Err(self.error(line, format!("<{name}> cannot stand here"))),
        }
        Ok(())
    }

    /// The values of the known attributes; any other is an error.
    fn attributes(
        &self,
        element: &BytesStart<'_>,
        known: &[&str],
        line: usize,
    ) -> Result<Vec<Option<String>>, PatternError> {
        let mut values = vec![None; known.len()];
        for attribute in element.attributes() {
            let attribute = attribute.map_err(|error| self.error(line, error.to_string()))?;
            let name = attribute.key.into_inner();
            let Some(index) = known.iter().position(|known| *known == name) else {
                let cause = format!("`{name}` is not an attribute of <{}>", element.name().into_inner());
                return Err(self.error(line, cause));
            };
            values[index] = Some(attribute.value.trim().to_owned());
        }
        Ok(values)
    }

    /// The values as numbers.
    fn numbers<const N: usize>(
        &self,
        values: &[Option<String>],
        names: [&str; N],
        line: usize,
    ) -> Result<[u32; N], PatternError> {
        let mut numbers = [0; N];
        for ((number, name), value) in numbers.iter_mut().zip(names).zip(values) {
            let text = value.as_deref().ok_or_else(|| self.error(line, format!("`{name}` is missing")))?;
            let wrong = |_| self.error(line, format!("`{name}` is `{text}`, not a whole number"));
            *number = text.parse().map_err(wrong)?;
        }
        Ok(numbers)
    }

    fn into_template(self) -> Result<Template, PatternError> {
        let state = |cell: &Written| {
            let states = States::from_bits(cell.state);
            let error = || self.error(cell.line, "a template cannot take a state from a template");
            Ok((cell.place, states.ok_or_else(error)?))
        };
        self.cells.iter().map(state).collect()
    }

    fn into_pattern(self, templates: &[(String, Template)]) -> Result<Pattern, PatternError> {
        let template = match &self.template {
            None => &Vec::new(),
            Some(name) => match templates.iter().find(|(known, _)| known == name) {
                Some((_, template)) => template,
                None => return Err(self.error(self.line, format!("there is no template `{name}`"))),
            },
        };
        let inherited = |place: Coordinates| template.iter().find(|cell| cell.0 == place).map(|cell| cell.1);
        let state = |cell: &Written| {
            let states = States::from_bits(cell.state).or_else(|| inherited(cell.place));
            let error = || self.error(cell.line, "state 0, but no template says what stands on this cell");
            Ok((cell.place, states.ok_or_else(error)?))
        };
        let cells = self.cells.iter().map(state).collect::<Result<_, _>>()?;
        if self.targets.is_empty() {
            return Err(self.error(self.line, "a pattern needs a <target>"));
        }
        let file = Path::new(&self.file.name);
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Pattern { name, cells, targets: self.targets })
    }
}

/// The line on which a byte stands, from one.
fn line_at(text: &str, byte: u64) -> usize {
    1 + text.bytes().take(byte as usize).filter(|&byte| byte == b'\n').count()
}
