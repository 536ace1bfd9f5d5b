//! The bytes of a file as text, whatever character set it was written in. SGF names it in its property `CA`
//! [Hollosi1999].
//!
//! Differs from the source: where nothing is named, what is valid UTF-8 is taken for that, since most programs of today
//! write it; else Latin-1 counts, as the source says, with the letters that Windows adds to it. A name that nobody knows
//! is as good as none.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// The name stands near the beginning, in plain letters.
const HEAD: usize = 4096;

/// The text of a file. Bytes that are no letter become `\u{fffd}`: they stand in names and comments only.
#[must_use]
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let usual = if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { WINDOWS_1252 };
    named(&bytes[..bytes.len().min(HEAD)]).unwrap_or(usual).decode(bytes).0
}

/// The character set that a file names.
fn named(head: &[u8]) -> Option<&'static Encoding> {
    let begins = head.windows(3).position(|letters| letters == b"CA[")? + 3;
    let name = head[begins..].split(|&byte| byte == b']').next()?;
    Encoding::for_label(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names in Latin-1 were once full of question marks.
    #[test]
    fn a_character_set_that_is_named_counts() {
        let file = |set: &str, name: &[u8]| [b"(;GM[4]CA[", set.as_bytes(), b"]PB[", name, b"])"].concat();
        let read = |set: &str, name: &[u8]| decoded(&file(set, name)).into_owned();
        assert!(read("ISO-8859-1", b"J\xfcrgen").contains("PB[J\u{fc}rgen]"));
        assert!(read("latin1", b"J\xfcrgen").contains("J\u{fc}rgen"));
        assert!(read("windows-1252", b"\x80").contains('\u{20ac}'));
        assert!(read("UTF-8", "J\u{fc}rgen".as_bytes()).contains("J\u{fc}rgen"));
        assert!(read("Shift_JIS", b"\x83\x5c").contains("[\u{30bd}]"), "its second byte is a backslash");
        assert!(read("GB2312", b"\xce\xe5").contains("[\u{4e94}]"));
        assert!(read("koi8-r", b"\xf0").contains('\u{41f}'));
        assert!(read("klingon", b"J\xfcrgen").contains("J\u{fc}rgen"));
    }

    #[test]
    fn without_a_name_utf8_is_tried_first() {
        assert_eq!(decoded("(;PB[J\u{fc}rgen])".as_bytes()), "(;PB[J\u{fc}rgen])");
        assert_eq!(decoded(b"(;PB[J\xfcrgen])"), "(;PB[J\u{fc}rgen])");
        assert_eq!(decoded(b""), "");
        assert_eq!(decoded(b"CA["), "CA[");
    }
}
