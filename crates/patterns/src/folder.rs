//! A folder of pattern files: `*.xml`, read in the order of their names, and `templates/*.xml`.

use std::path::{Path, PathBuf};

use agon_abilities::Pattern;

use crate::{PatternFile, read_all};

/// The patterns in a folder; an error says which file is wrong and why.
///
/// # Errors
/// If the folder or a file in it cannot be read, or holds no pattern.
pub fn read_folder(folder: &str) -> Result<Vec<Pattern>, String> {
    let folder = Path::new(folder);
    let templates = folder.join("templates");
    let templates = if templates.is_dir() { files(&templates)? } else { Vec::new() };
    let patterns = files(folder)?;
    if patterns.is_empty() {
        return Err(format!("{}: no pattern (*.xml) in this folder", folder.display()));
    }
    read_all(&patterns, &templates).map_err(|error| error.to_string())
}

/// The XML files of a folder by name.
fn files(folder: &Path) -> Result<Vec<PatternFile>, String> {
    let mut paths = agon_files::list_folder(folder).map_err(|error| error.to_string())?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "xml"));
    let read = |path: &PathBuf| {
        let text = agon_files::read_text(path).map_err(|error| error.to_string())?;
        Ok(PatternFile { name: path.display().to_string(), text })
    };
    paths.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_patterns_that_ship_are_such_a_folder() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/patterns");
        assert_eq!(read_folder(folder).unwrap(), crate::shipped());
    }

    #[test]
    fn errors_name_the_file() {
        assert!(read_folder("no-such-folder").unwrap_err().starts_with("no-such-folder: "));
        let empty = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        assert!(read_folder(empty).unwrap_err().contains("no pattern"));
        let templates = concat!(env!("CARGO_MANIFEST_DIR"), "/patterns/templates");
        let error = read_folder(templates).unwrap_err();
        assert!(error.ends_with("open-corner.xml:3: <template> cannot stand here"), "{error}");
    }
}
