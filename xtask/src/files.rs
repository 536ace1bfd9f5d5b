//! Source files: names that say something, a first line that says what the file is, and a length one can read.

use std::path::{Path, PathBuf};

/// Past this a file is split by idea.
const LONGEST: usize = 500;
const EMPTY_NAMES: &[&str] = &["util", "utils", "common", "misc", "helper", "helpers"];

/// All Rust files of the workspace.
pub fn sources(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["crates", "xtask", "fuzz"] {
        collect(&root.join(folder), &mut found);
    }
    found.sort();
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Complaints about single files.
pub fn check(root: &Path, sources: &[PathBuf]) -> Vec<String> {
    let mut complaints = Vec::new();
    for path in sources {
        let place = path.strip_prefix(root).unwrap_or(path).display();
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if EMPTY_NAMES.contains(&name) {
            complaints.push(format!("{place}: `{name}` says nothing; name the idea"));
        }
        if !text.starts_with("//!") && !text.starts_with("#!") {
            complaints.push(format!("{place}: the file does not begin with what it is (`//!`)"));
        }
        if text.lines().count() > LONGEST {
            complaints.push(format!("{place}: more than {LONGEST} lines; split it by idea"));
        }
    }
    complaints
}
