//! Text in the width of a terminal: lines broken between words, columns, labels with their meaning beside them.

/// Text in lines of at most so many characters, broken between words and indented.
pub fn wrapped(text: &str, indent: usize, columns: Option<usize>) -> String {
    let most = columns.unwrap_or(usize::MAX);
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let length = line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && indent + length > most {
            lines += &format!("{:indent$}{line}\n", "");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &format!("{:indent$}{line}\n", "")
}

/// Lines that are longer than a terminal is wide, broken between words; where they are indented, so is the rest of them.
/// Lines with colours are left as they are.
pub fn fitted(text: &str, columns: Option<usize>) -> String {
    let line = |line: &str| {
        let is_long = columns.is_some_and(|columns| line.chars().count() > columns);
        if !is_long || line.contains('\x1b') {
            return line.to_owned();
        }
        let indent = line.chars().take_while(|letter| *letter == ' ').count();
        let rest = wrapped(line, 2 * indent, columns);
        format!("{:indent$}{}", "", rest.trim())
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// A word and what it means: the meaning has a column of its own and stays in it where it is broken.
pub fn explained(word: &str, meaning: &str, column: usize, columns: Option<usize>) -> String {
    format!("{word:<column$}{}", wrapped(meaning, column, columns).trim())
}

/// Text in fewer columns than this is a ladder.
pub(super) const NARROWEST_TEXT: usize = 24;

/// The width of terminals of which nobody knows it.
pub const USUAL_COLUMNS: usize = 80;

/// Words one below the other in as many columns as fit; a single line if they do.
pub fn in_columns(words: &[String], columns: Option<usize>) -> String {
    let most = columns.unwrap_or(USUAL_COLUMNS);
    let line = words.join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    let in_line = ((most + 1) / (width + 1)).max(1);
    let row = |row: &[String]| {
        let cells: Vec<_> = row.iter().map(|word| format!("{word:<width$}")).collect();
        cells.join(" ").trim_end().to_owned()
    };
    words.chunks(in_line).map(row).collect::<Vec<_>>().join("\n")
}

/// More text that stands where [`beside`] puts it.
pub fn below(width: usize, text: &str, columns: Option<usize>) -> String {
    let is_narrow = columns.is_some_and(|columns| columns < width + 1 + NARROWEST_TEXT);
    wrapped(text, if is_narrow { 2 } else { width + 1 }, columns)
}

/// A label, and beside it text in lines that end where the terminal does; below it where the terminal is narrow.
pub fn beside(label: &str, width: usize, text: &str, columns: Option<usize>) -> String {
    let text = below(width, text, columns);
    match text.starts_with(&" ".repeat(width + 1)) {
        true => format!("{label:<width$} {}", text.trim_start()),
        false => format!("{label}\n{text}"),
    }
}
