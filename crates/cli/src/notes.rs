//! What people should know besides the result: on standard error, so that the result can be read by programs.

use std::io::Write;

use agon_core::visible_lines;

/// Says it.
pub fn note(text: &str) {
    // There is nobody to tell if this fails.
    let _ = writeln!(std::io::stderr(), "note: {}", visible_lines(text));
}

/// Says so where agents without chance have played the same games again and again, and what would make them differ.
pub fn note_copies(warning: Option<String>, remedy: &str) {
    if let Some(said) = warning {
        note(&format!("{said}; {remedy} begin more rounds in other ways"));
    }
}
