//! The command line as it was typed, to be told to people who want to go on.

use std::env;

/// This command once more, with an option added unless it is there: ready to be pasted into a shell.
pub fn again(with: Option<&str>) -> String {
    let typed = env::args_os().map(|word| word.to_string_lossy().into_owned());
    written(typed.collect(), with)
}

/// This command once more, without some options that take a value and with other words in their place.
pub fn again_from(without: &[&str], with: &[String]) -> String {
    let typed = env::args_os().map(|word| word.to_string_lossy().into_owned());
    let kept = left_out(typed.collect(), without).into_iter().chain(with.iter().cloned());
    written(kept.collect(), None)
}

/// The words without some options and their values.
fn left_out(words: Vec<String>, without: &[&str]) -> Vec<String> {
    let mut is_value = false;
    let stays = |word: &String| {
        let is_option = without.contains(&word.as_str());
        let joined = word.split_once('=').is_some_and(|(name, _)| without.contains(&name));
        let stays = !is_option && !joined && !is_value;
        is_value = is_option;
        stays
    };
    words.into_iter().filter(stays).collect()
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
    fn options_go_with_their_values() {
        let words: Vec<_> =
            "agon play reversi --moves f5 --seed 2 --position=x".split(' ').map(str::to_owned).collect();
        assert_eq!(left_out(words, &["--moves", "--position"]).join(" "), "agon play reversi --seed 2");
    }

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
