//! Answers of a GTP engine, put together from their lines.

/// An answer that is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The number of the command, if the engine repeats it.
    pub(crate) number: Option<u64>,
    /// The text, or what was wrong.
    pub(crate) text: Result<String, String>,
}

/// Puts answers together. What stands before one is noise.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    begun: Option<Answer>,
}

/// Longer answers are cut.
const LONGEST: usize = 256 * 1024;

impl Answers {
    /// Takes in a line; an empty one completes an answer.
    pub(crate) fn hear(&mut self, line: &str) -> Option<Answer> {
        let line = line.trim_end();
        match &mut self.begun {
            None => {
                self.begun = begin(line);
                None
            }
            Some(_) if line.is_empty() => self.begun.take(),
            Some(Answer { text: Ok(text) | Err(text), .. }) => {
                if text.len() + line.len() < LONGEST {
                    text.push('\n');
                    text.push_str(line);
                }
                None
            }
        }
    }
}

/// The first line of an answer: `=12 text` or `? text`.
fn begin(line: &str) -> Option<Answer> {
    let fine = match line.chars().next()? {
        '=' => true,
        '?' => false,
        _ => return None,
    };
    let rest = &line[1..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let text = rest[digits..].trim().to_owned();
    Some(Answer { number: rest[..digits].parse().ok(), text: if fine { Ok(text) } else { Err(text) } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_end_with_an_empty_line() {
        let mut answers = Answers::default();
        let mut all = Vec::new();
        for line in ["noise", "", "=3 b e5", "", "?4 unknown command", "", "= ", "one", "two", "", "=x"] {
            all.extend(answers.hear(line));
        }
        let answer = |number, text: Result<&str, &str>| Answer {
            number,
            text: text.map(str::to_owned).map_err(str::to_owned),
        };
        assert_eq!(
            all,
            [
                answer(Some(3), Ok("b e5")),
                answer(Some(4), Err("unknown command")),
                answer(None, Ok("\none\ntwo"))
            ]
        );
    }
}
