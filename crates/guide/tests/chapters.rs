//! The guide as a book: what it includes and links to is there, and every chapter is listed and tested.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/src");

/// The chapters with their text.
fn chapters() -> Vec<(PathBuf, String)> {
    let files = std::fs::read_dir(SOURCE)
        .expect("the guide is there")
        .map(|entry| entry.expect("its files can be listed").path());
    files.map(|path| (path.clone(), read_to_string(&path).expect("its chapters can be read"))).collect()
}

/// What stands between `open` and `close`, wherever it does.
fn between<'t>(text: &'t str, open: &'t str, close: char) -> impl Iterator<Item = &'t str> {
    text.split(open).skip(1).filter_map(move |rest| rest.split_once(close).map(|(inside, _)| inside))
}

#[test]
fn what_is_included_is_there() {
    let mut found = 0;
    for (path, text) in chapters() {
        for include in between(&text, "{{#include ", '}') {
            let (file, anchor) = include.split_once(':').unwrap_or((include, ""));
            let included = read_to_string(Path::new(SOURCE).join(file))
                .unwrap_or_else(|error| panic!("{}: {file}: {error}", path.display()));
            for mark in ["ANCHOR", "ANCHOR_END"].iter().filter(|_| !anchor.is_empty()) {
                let wanted = format!("// {mark}: {anchor}");
                assert!(included.lines().any(|line| line == wanted), "{file} has no line {wanted:?}");
            }
            found += 1;
        }
    }
    assert!(found >= 8, "{found} includes");
}

#[test]
fn links_between_chapters_lead_somewhere() {
    for (path, text) in chapters() {
        for link in between(&text, "](", ')').filter(|link| !link.contains("://")) {
            let target = Path::new(SOURCE).join(link.split('#').next().unwrap());
            assert!(target.is_file(), "{}: {link} is not there", path.display());
        }
    }
}

#[test]
fn every_chapter_is_listed_and_its_code_is_tested() {
    let summary = read_to_string(Path::new(SOURCE).join("SUMMARY.md")).unwrap();
    let tested = include_str!("../src/lib.rs");
    for (path, text) in chapters() {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("({name})")),
            "{name} is not in the summary"
        );
        assert!(!text.contains("```rust\n") || tested.contains(name), "the code of {name} is not tested");
    }
}
