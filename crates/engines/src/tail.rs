//! The end of a stream: what a program said last.

use std::collections::VecDeque;
use std::io::Read;

/// So much of what a program writes to its error output is kept.
const KEPT: usize = 4 * 1024;

/// The last bytes of a stream.
#[derive(Debug, Default)]
pub(crate) struct Tail(VecDeque<u8>);

impl Tail {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let new = &bytes[bytes.len().saturating_sub(KEPT)..];
        let surplus = (self.0.len() + new.len()).saturating_sub(KEPT);
        self.0.drain(..surplus.min(self.0.len()));
        self.0.extend(new);
    }

    /// The last lines with something on them, at most `count`.
    pub(crate) fn last_lines(&self, count: usize) -> Vec<String> {
        let bytes: Vec<u8> = self.0.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let mut lines: Vec<_> =
            text.lines().map(str::trim_end).filter(|line| !line.is_empty()).map(str::to_owned).collect();
        lines.split_off(lines.len().saturating_sub(count))
    }
}

/// Hands over chunks until the stream ends or fails.
pub(crate) fn read_chunks(mut input: impl Read, mut each: impl FnMut(&[u8])) {
    let mut chunk = [0; 4 * 1024];
    loop {
        match input.read(&mut chunk) {
            Ok(0) => return,
            Ok(count) => each(&chunk[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept() {
        let mut tail = Tail::default();
        for number in 0..100_000 {
            tail.push(format!("line {number}\n\n").as_bytes());
        }
        assert!(tail.0.len() <= KEPT);
        assert_eq!(tail.last_lines(2), ["line 99998", "line 99999"]);
        tail.push(&[b'x'; 3 * KEPT]);
        assert_eq!(tail.last_lines(5), ["x".repeat(KEPT)]);
        assert!(Tail::default().last_lines(3).is_empty());
    }
}
