//! What decides how an agent plays: its spec, and what is in the files that the spec names. A model file that was trained
//! again makes another agent of the same spec.

use std::path::Path;

use agon_core::ReadError;
use agon_core::spec::Spec;
use agon_files::digest_path;

use crate::artefacts::{FORESTS, MODEL_SETS, PATTERN_TABLES};

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

/// Whether a word in the place of a file names what comes with Agon, whatever files there are.
#[must_use]
pub fn is_shipped(word: &str) -> bool {
    let named = |shipped: &[(&str, &str)]| shipped.iter().any(|(name, _)| *name == word);
    word == "thesis" || named(&MODEL_SETS) || named(&FORESTS) || named(&PATTERN_TABLES)
}
