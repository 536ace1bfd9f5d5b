//! Source files: names that say something, a first line that says what the file is, a length one can read, and one way to
//! the files of people.

use std::path::{Path, PathBuf};

/// Past this a file is split by idea.
const LONGEST: usize = 500;
const EMPTY_NAMES: &[&str] = &["util", "utils", "common", "misc", "helper", "helpers"];

/// What goes past `agon-files`, which refuses pipes and devices, replaces only what it wrote and names the file in every
/// error.
const DIRECT: &[&str] = &["fs::write(", "fs::read(", "fs::read_to_string(", "File::create(", "File::open("];
/// Where files are those of this repository or of a test, or where others begin.
const OWN_FILES: &[&str] = &["crates/files/", "crates/testkit/", "examples/", "xtask/", "benches/", "fuzz/"];

/// All Rust files of the workspace.
pub fn sources(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["crates", "examples", "xtask", "benches", "fuzz"] {
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
    let without_tests = without_tests(root);
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
        complaints.extend(direct_access(&place.to_string(), &text));
        complaints.extend(dead_tests(&place.to_string(), &text, &without_tests));
    }
    complaints
}

/// The sources of crates that compile no unit tests, such as `crates/catalog/src/`.
fn without_tests(root: &Path) -> Vec<String> {
    let manifests = std::fs::read_dir(root.join("crates")).into_iter().flatten().flatten();
    let is_without = |manifest: &str| {
        let lib = manifest.split("\n[").find(|part| part.trim_start_matches('[').starts_with("lib]"));
        lib.is_some_and(|lib| lib.lines().any(|line| line.trim() == "test = false"))
    };
    let found = manifests.filter(|entry| {
        std::fs::read_to_string(entry.path().join("Cargo.toml")).is_ok_and(|text| is_without(&text))
    });
    found.map(|entry| format!("crates/{}/src/", entry.file_name().to_string_lossy())).collect()
}

/// A complaint about unit tests that nobody runs: a crate can be told to compile none, and then they cannot fail.
fn dead_tests(place: &str, text: &str, without_tests: &[String]) -> Option<String> {
    let place = place.replace('\\', "/");
    let is_dead =
        text.contains("#[cfg(test)]") && without_tests.iter().any(|sources| place.starts_with(sources));
    is_dead
        .then(|| format!("{place}: this crate compiles no unit tests; they belong into its folder `tests`"))
}

/// Complaints about files that are opened directly, tests aside.
fn direct_access(place: &str, text: &str) -> Vec<String> {
    let place = place.replace('\\', "/");
    let is_test = place.contains("/tests/") || place.ends_with("/tests.rs");
    if is_test || OWN_FILES.iter().any(|own| place.starts_with(own)) {
        return Vec::new();
    }
    let code = text.lines().enumerate().take_while(|(_, line)| !line.starts_with("#[cfg(test)]"));
    let wrong = code.filter_map(|(number, line)| {
        let call = DIRECT.iter().find(|call| line.contains(*call))?;
        Some(format!("{place}:{}: `{call}...)` goes past agon-files", number + 1))
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_opened_by_one_crate() {
        let text = "//! x\nfn f() { std::fs::write(a, b) }\n#[cfg(test)]\nfn g() { std::fs::write(a, b) }\n";
        let complaint = "crates/cli/src/x.rs:2: `fs::write(...)` goes past agon-files";
        assert_eq!(direct_access("crates/cli/src/x.rs", text), [complaint]);
        assert!(direct_access("crates/files/src/x.rs", text).is_empty());
        assert!(direct_access("crates/cli/tests/x.rs", text).is_empty());
    }

    #[test]
    fn tests_that_nobody_runs_are_noticed() {
        let without = without_tests(&crate::root());
        assert!(without.contains(&"crates/catalog/src/".to_owned()), "{without:?}");
        assert!(!without.contains(&"crates/core/src/".to_owned()), "{without:?}");
        let text = "//! x\n#[cfg(test)]\nmod tests {}\n";
        assert!(dead_tests("crates/catalog/src/x.rs", text, &without).is_some());
        assert!(dead_tests("crates/catalog/tests/x.rs", text, &without).is_none());
        assert!(dead_tests("crates/core/src/x.rs", text, &without).is_none());
    }
}
