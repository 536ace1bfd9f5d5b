//! What people should know besides the result: on standard error, so that the result can be read by programs.

use std::io::Write;

use agon_core::visible_lines;

/// Says it.
pub fn note(text: &str) {
    // There is nobody to tell if this fails.
    let _ = writeln!(std::io::stderr(), "note: {}", visible_lines(text));
}
