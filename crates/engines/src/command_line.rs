//! A command as people write it: a program and its arguments, some of them quoted.

use std::env;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A program that is there, and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The program, found.
    pub program: PathBuf,
    /// What it is told.
    pub arguments: Vec<String>,
}

/// Why a text is not a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandLineError {
    /// Nothing is named.
    #[error("the command is empty: it begins with the name of a program")]
    Empty,
    /// A quote is not closed.
    #[error("the closing {0} is missing in the command")]
    Unclosed(char),
    /// There is no such program.
    #[error(
        "there is no program `{0}`: a path is looked up from here, then from `folder=`, a name in the folders of PATH"
    )]
    Missing(String),
}

impl CommandLine {
    /// Splits a text into words and finds the program: a name in the folders of `PATH`, a path from here or else from
    /// the folder that the program will run in.
    ///
    /// # Errors
    /// If nothing is named, a quote is open or the program cannot be found.
    pub fn find(text: &str, folder: Option<&Path>) -> Result<Self, CommandLineError> {
        let mut words = split(text)?.into_iter();
        let name = words.next().filter(|name| !name.is_empty()).ok_or(CommandLineError::Empty)?;
        let program = locate(&name, folder).ok_or(CommandLineError::Missing(name))?;
        Ok(Self { program, arguments: words.collect() })
    }
}

/// The words of a command: separated by white space, with `'` and `"` around words that have some in them. `\` stands
/// for itself, as in paths of Windows, unless a quote or another `\` follows.
fn split(text: &str) -> Result<Vec<String>, CommandLineError> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            (None | Some('"'), '\\') => {
                let escaped = letters.next_if(|next| "\"'\\".contains(*next));
                word.get_or_insert_default().push(escaped.unwrap_or(letter));
            }
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(open) = quote {
        return Err(CommandLineError::Unclosed(open));
    }
    words.extend(word);
    Ok(words)
}

/// The file that a name stands for.
fn locate(name: &str, folder: Option<&Path>) -> Option<PathBuf> {
    let named = Path::new(name);
    if named.components().count() > 1 || named.is_absolute() {
        let there = folder.into_iter().flat_map(|folder| candidates(&folder.join(named)));
        let mut paths = candidates(named).chain(there);
        return paths.find(|path| path.is_file()).and_then(|path| path.canonicalize().ok());
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .flat_map(|folder| candidates(&folder.join(name)).collect::<Vec<_>>())
        .find(|path| path.is_file())
}

/// The names that a program of that name may have on this system.
fn candidates(path: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let endings: &[&str] = if cfg!(windows) { &["", ".exe", ".bat", ".cmd"] } else { &[""] };
    let path = path.as_os_str().to_owned();
    endings.iter().map(move |ending| {
        let mut name = path.clone();
        name.push(ending);
        name.into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_are_quoted_as_in_a_shell() {
        let words = |text: &str| split(text).unwrap();
        assert_eq!(words("  engine --level  5 "), ["engine", "--level", "5"]);
        assert_eq!(
            words(r#""my engine" -e 'a "b"' --agent="mcts(time=1s)" '' \"x"#),
            ["my engine", "-e", "a \"b\"", "--agent=mcts(time=1s)", "", "\"x"]
        );
        assert_eq!(words(r"C:\bin\engine.exe 'C:\nets'"), [r"C:\bin\engine.exe", r"C:\nets"]);
        assert_eq!(split("a 'b"), Err(CommandLineError::Unclosed('\'')));
        assert_eq!(split(" "), Ok(vec![]));
    }

    #[test]
    fn programs_are_found_or_named() {
        assert_eq!(CommandLine::find("", None), Err(CommandLineError::Empty));
        assert_eq!(CommandLine::find("''", None), Err(CommandLineError::Empty));
        let missing = CommandLine::find("no-such-engine --level 5", None).unwrap_err();
        assert_eq!(missing, CommandLineError::Missing("no-such-engine".to_owned()));
        assert!(CommandLine::find("./no/such/engine", None).is_err());
        let me = env::current_exe().unwrap();
        let found = CommandLine::find(&format!("'{}' --x", me.display()), None).unwrap();
        assert_eq!((found.program, found.arguments), (me.canonicalize().unwrap(), vec!["--x".to_owned()]));
    }

    /// `external(gomocup, "./pbrain-rapfi", folder=rapfi)` was refused: the path was looked up from here only.
    #[test]
    fn a_path_may_be_that_of_its_folder() {
        let me = env::current_exe().unwrap().canonicalize().unwrap();
        let (folder, name) = (me.parent().unwrap(), me.file_name().unwrap().to_string_lossy());
        let found = CommandLine::find(&format!("'./{name}'"), Some(folder)).unwrap();
        assert_eq!(found.program, me);
        assert!(CommandLine::find(&format!("'./{name}'"), None).is_err());
        assert!(
            CommandLine::find(&format!("'{name}'"), Some(folder)).is_err(),
            "a name is looked up in PATH"
        );
    }

    proptest! {
        #[test]
        fn quoted_words_come_back(words in prop::collection::vec("[a-z \"\\\\]{0,6}", 0..5)) {
            let text: Vec<_> = words.iter().map(|word| format!("'{word}'")).collect();
            prop_assert_eq!(split(&text.join(" ")).unwrap(), words);
        }

        #[test]
        fn any_text_is_split_or_refused(text in ".{0,80}") {
            let _ = split(&text);
        }
    }
}
