//! Text from outside, made safe to show: names in records, specs, file names, what engines say. Original design.
//!
//! A terminal obeys control characters, and marks of direction let text appear where it does not stand. Wherever such
//! text is shown it goes through [`visible`] first; records keep it as it is.

use std::borrow::Cow;

/// The text on one line, with every character that a terminal would obey written as `\u{1b}`.
///
/// ```
/// assert_eq!(agon_core::visible("Zoë \u{1b}[2J\n"), "Zoë \\u{1b}[2J\\u{a}");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, is_obeyed)
}

/// The same for text of several lines: line ends and tabs stay.
#[must_use]
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| is_obeyed(letter) && !matches!(letter, '\n' | '\t'))
}

/// JSON with the same characters as `\\u001b`, which says the same to whoever reads it.
#[must_use]
pub fn visible_json(json: &str) -> Cow<'_, str> {
    if !json.chars().any(is_obeyed) {
        return Cow::Borrowed(json);
    }
    // All of them are below U+10000 and can only stand inside of strings; a line end may stand between values.
    let letters = json.chars().map(|letter| match is_obeyed(letter) && letter != '\n' {
        true => format!("\\u{:04x}", u32::from(letter)),
        false => letter.to_string(),
    });
    Cow::Owned(letters.collect())
}

/// C0, DEL, C1, the separators of lines, and what changes the direction of text.
#[must_use]
pub fn is_obeyed(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let letters = text.chars().map(|letter| match is_escaped(letter) {
        true => letter.escape_unicode().to_string(),
        false => letter.to_string(),
    });
    Cow::Owned(letters.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_obeyed_comes_through() {
        for code in 0..=0x2fff {
            let Some(letter) = char::from_u32(code) else { continue };
            let text = format!("a{letter}b");
            assert!(!visible(&text).chars().any(is_obeyed), "{code:x}");
            assert_eq!(visible(&text) == text, !is_obeyed(letter), "{code:x}");
        }
        assert_eq!(visible("\u{9b}31m\u{7f}\u{202e}"), "\\u{9b}31m\\u{7f}\\u{202e}");
        assert_eq!(visible_json("{\"a\":\"\u{9b}\u{202e}é\"}\n"), "{\"a\":\"\\u009b\\u202eé\"}\n");
        assert_eq!(visible_lines("a\n\tb\r\u{7}"), "a\n\tb\\u{d}\\u{7}");
    }
}
