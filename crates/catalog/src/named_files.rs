//! What decides how an agent plays: its spec, and what is in the files that the spec names. A model file that was trained
//! again makes another agent of the same spec.

use std::path::Path;

use agon_core::ReadError;
use agon_core::spec::Spec;
use agon_files::digest_path;

use crate::artefacts::MODEL_SETS;

/// The spec of an agent with the name and digest of a file wherever it names one, such as
/// `models(set=my-set.txt#0123..)`: where a file lies makes no difference, what is in it does.
///
/// # Errors
/// If a file cannot be read.
pub fn agent_identity(spec: &Spec) -> Result<String, ReadError> {
    let mut named = spec.located();
    add_digests(&mut named).map_err(|error| spec.explain(error))?;
    Ok(named.to_string())
}

fn add_digests(spec: &mut Spec) -> Result<(), ReadError> {
    for arg in &mut spec.args {
        let word = &arg.value.name;
        let path = Path::new(&word.text);
        let folder_of_files = arg.key.as_ref().is_some_and(|key| key.text == "patterns") && path.is_dir();
        if arg.value.args.is_empty() && !is_shipped(&word.text) && (path.is_file() || folder_of_files) {
            let digest = digest_path(path).map_err(|error| word.error(error.to_string()))?;
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            arg.value.name.text = format!("{name}#{digest}");
        }
        add_digests(&mut arg.value)?;
    }
    Ok(())
}

/// Whether a word names what comes with Agon, whatever files there are.
fn is_shipped(word: &str) -> bool {
    word == "thesis" || MODEL_SETS.iter().any(|(name, _)| *name == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artefacts::OTHELLO_THESIS_NETWORK;
    use crate::game;

    fn identity(text: &str) -> Result<String, ReadError> {
        agent_identity(&text.parse()?)
    }

    #[test]
    fn a_changed_file_is_a_changed_agent() {
        let folder = std::env::temp_dir().join(format!("agon-named-files-{}", std::process::id()));
        let (here, there) = (folder.join("here"), folder.join("there"));
        for folder in [&here, &there] {
            std::fs::create_dir_all(folder).unwrap();
            std::fs::write(folder.join("net.txt"), OTHELLO_THESIS_NETWORK).unwrap();
        }
        let spec = |folder: &Path| {
            format!("alphabeta(depth=2, eval=network(file={}))", folder.join("net.txt").display())
        };
        game("reversi").unwrap().check(&spec(&here)).unwrap();
        let first = identity(&spec(&here)).unwrap();
        assert!(first.starts_with("alphabeta(depth=2, eval=network(file=net.txt#"), "{first}");
        assert_eq!(identity(&spec(&there)).unwrap(), first);
        std::fs::write(there.join("net.txt"), "another").unwrap();
        assert_ne!(identity(&spec(&there)).unwrap(), first);
        let patterns = format!("thesis(patterns={}, depth=1)", here.display());
        assert!(identity(&patterns).unwrap().contains("patterns=here#"));
        for plain in ["greedy(reply, nodes=40)", "models(set=reversi, depth=1)", "random"] {
            assert_eq!(identity(plain).unwrap(), plain);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
