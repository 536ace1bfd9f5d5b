//! Lines of a program that may be anything: too long, without an end, or no text at all.

use std::io::{ErrorKind, Read};

/// Longer lines are cut here, and the rest of them is thrown away.
pub const LONGEST_LINE: usize = 64 * 1024;

/// Reads lines of bounded length from anything. Bytes that are no text become the sign for that; `\r` before the end of
/// a line is left out.
#[derive(Debug)]
pub struct BoundedLines<R> {
    input: R,
    chunk: Box<[u8]>,
    from: usize,
    to: usize,
}

impl<R: Read> BoundedLines<R> {
    /// Lines of `input`.
    pub fn new(input: R) -> Self {
        Self { input, chunk: vec![0; 8 * 1024].into(), from: 0, to: 0 }
    }

    /// Gets more bytes; `false` at the end. An input that fails has ended.
    fn fill(&mut self) -> bool {
        loop {
            match self.input.read(&mut self.chunk) {
                Ok(count) => {
                    (self.from, self.to) = (0, count);
                    return count > 0;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return false,
            }
        }
    }
}

impl<R: Read> Iterator for BoundedLines<R> {
    type Item = String;

    /// The next line; what stands after the last line break counts as one too.
    fn next(&mut self) -> Option<String> {
        let (mut line, mut begun) = (Vec::new(), false);
        loop {
            if self.from == self.to && !self.fill() {
                return begun.then(|| text(line));
            }
            begun = true;
            let rest = &self.chunk[self.from..self.to];
            let end = rest.iter().position(|&byte| byte == b'\n');
            let part = &rest[..end.unwrap_or(rest.len())];
            let room = LONGEST_LINE.saturating_sub(line.len());
            line.extend_from_slice(&part[..part.len().min(room)]);
            self.from += part.len() + usize::from(end.is_some());
            if end.is_some() {
                return Some(text(line));
            }
        }
    }
}

fn text(mut line: Vec<u8>) -> String {
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    match String::from_utf8(line) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        BoundedLines::new(bytes).collect()
    }

    #[test]
    fn lines_end_as_every_system_ends_them() {
        assert_eq!(lines(b"= a\r\n\n? b\nhalf"), ["= a", "", "? b", "half"]);
        assert!(lines(b"").is_empty());
        assert_eq!(lines(b"ok \xff\xfe\n"), ["ok \u{fffd}\u{fffd}"]);
    }

    #[test]
    fn a_line_without_an_end_takes_bounded_memory() {
        let endless = std::io::repeat(b'x').take(5_000_000).chain(&b"\nnext\n"[..]);
        let lines: Vec<_> = BoundedLines::new(endless).collect();
        assert_eq!((lines.len(), lines[0].len(), lines[1].as_str()), (2, LONGEST_LINE, "next"));
    }

    proptest! {
        /// The naive twin splits the whole text at once.
        #[test]
        fn short_lines_are_those_of_the_text(text in "[a-c\r\n]{0,200}") {
            let mut twin: Vec<_> = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
            if text.is_empty() || text.ends_with('\n') {
                twin.pop();
            }
            prop_assert_eq!(lines(text.as_bytes()), twin);
        }
    }
}
