//! The command line as it was typed, to be told to people who want to go on.

use std::env;

/// This command once more, with an option added unless it is there: ready to be pasted into a shell.
pub fn again(with: Option<&str>) -> String {
    let typed = env::args_os().map(|word| word.to_string_lossy().into_owned());
    written(typed.collect(), with)
}

fn written(mut words: Vec<String>, with: Option<&str>) -> String {
    words.extend(with.filter(|option| !words.iter().any(|word| word == option)).map(str::to_owned));
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A word as shells of Unix read it.
pub fn quoted(word: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || "-_./:=,+@%".contains(char);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_as_they_were() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let typed = words("agon train game-data --game reversi:6x6");
        assert_eq!(written(typed, Some("--resume")), "agon train game-data --game reversi:6x6 --resume");
        let resumed = words("agon train game-data --resume --seed 2");
        assert_eq!(written(resumed, Some("--resume")), "agon train game-data --resume --seed 2");
        assert_eq!(
            written(words("agon greedy(reply) it's  $x"), None),
            r"agon 'greedy(reply)' 'it'\''s' '' '$x'"
        );
    }
}
