//! Every key in brackets in a comment, such as Cherry2011, stands in docs/papers.bib.

use std::path::{Path, PathBuf};

/// Complaints about keys that nothing explains.
pub fn check(root: &Path, sources: &[PathBuf]) -> Vec<String> {
    let bibliography = std::fs::read_to_string(root.join("docs/papers.bib")).unwrap_or_default();
    let known = bibliography_keys(&bibliography);
    let mut complaints = Vec::new();
    for path in sources {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//"))
        {
            for key in cited_keys(line).filter(|key| !known.contains(key)) {
                let place = path.strip_prefix(root).unwrap_or(path).display();
                complaints.push(format!("{place}:{}: [{key}] is not in docs/papers.bib", number + 1));
            }
        }
    }
    complaints
}

fn bibliography_keys(text: &str) -> Vec<&str> {
    let entry = |line: &'_ str| -> Option<(usize, usize)> {
        let open = line.strip_prefix('@')?.find('{')? + 2;
        Some((open, line[open..].find(',')? + open))
    };
    text.lines().filter_map(|line| entry(line).map(|(start, end)| line[start..end].trim())).collect()
}

/// What stands in brackets and looks like a key.
fn cited_keys(line: &str) -> impl Iterator<Item = &str> {
    let inside = line.split('[').skip(1).filter_map(|rest| rest.split_once(']').map(|(inside, _)| inside));
    inside.filter(|text| is_key(text))
}

/// Whether a word looks like a key: a capital letter, letters, then a year.
pub fn is_key(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    word.len() - letters.len() == 4
        && letters.starts_with(|c: char| c.is_ascii_uppercase())
        && letters.chars().all(|c| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found() {
        let line = "//! See [Cherry2011] section 2, [`Game`], [0, 1), [x2011] and [Auer2002].";
        assert_eq!(cited_keys(line).collect::<Vec<_>>(), ["Cherry2011", "Auer2002"]);
        assert_eq!(
            bibliography_keys("@book{Elo1978,\n  title = {x},\n}\n@misc{ A2000 ,"),
            ["Elo1978", "A2000"]
        );
    }
}
