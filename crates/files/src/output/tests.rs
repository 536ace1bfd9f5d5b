//! Every kind of thing that can stand at the path of an output.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::Command;

use std::thread;

use super::*;
use crate::{FolderLock, open, read_text};

/// An empty folder that goes away again.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("agon-files-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn make_fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_file_is_there_as_a_whole_or_not_at_all() {
    let scratch = Scratch::new("whole");
    let path = scratch.path("a.svg");
    let mut output = Output::create(&path, FileKind::SVG, Replace::SameKind).unwrap();
    output.write_all(b"<svg>").unwrap();
    assert!(!path.exists());
    drop(output);
    assert_eq!(scratch.names(), [""; 0]);
    write(&path, FileKind::SVG, Replace::SameKind, "<svg>1").unwrap();
    write(&path, FileKind::SVG, Replace::SameKind, "<svg>2").unwrap();
    assert_eq!(read_text(&path).unwrap(), "<svg>2");
    assert_eq!(scratch.names(), ["a.svg"]);
}

/// A killed process once left its file for ever.
#[test]
fn what_a_killed_process_was_writing_goes_away_with_the_next_output() {
    let scratch = Scratch::new("killed");
    let path = scratch.path("a.svg");
    for left in [".a.svg.123-0.part", ".b.svg.123-0.part", ".a.svg.notes.part"] {
        fs::write(scratch.path(left), "<svg").unwrap();
    }
    let running = Output::create(&path, FileKind::SVG, Replace::SameKind).unwrap();
    let others = [".a.svg.notes.part", ".b.svg.123-0.part"];
    assert_eq!(
        scratch.names().len(),
        others.len() + 1,
        "of this output only what nobody writes is taken away"
    );
    write(&path, FileKind::SVG, Replace::SameKind, "<svg>1").unwrap();
    running.finish().unwrap();
    assert_eq!(scratch.names(), [&others[..], &["a.svg"]].concat());
}

#[test]
fn only_files_of_the_same_kind_are_replaced() {
    let scratch = Scratch::new("kind");
    let precious = scratch.path("games.db");
    fs::write(&precious, "SQLite format 3").unwrap();
    for kind in [FileKind::HTML, FileKind::SVG, FileKind::JSON_LINES] {
        let error = write(&precious, kind, Replace::SameKind, "x").unwrap_err().to_string();
        assert!(error.contains("games.db") && error.contains("--force"), "{error}");
    }
    assert_eq!(read_text(&precious).unwrap(), "SQLite format 3");
    write(&precious, FileKind::HTML, Replace::Anything, "<!doctype html>").unwrap();
    assert_eq!(read_text(&precious).unwrap(), "<!doctype html>");
    let empty = scratch.path("empty");
    fs::write(&empty, "").unwrap();
    write(&empty, FileKind::SVG, Replace::SameKind, "<svg>").unwrap();
}

/// A forest was replaced by a picture of it: both are XML.
#[test]
fn a_picture_replaces_no_other_xml() {
    let scratch = Scratch::new("xml");
    let (forest, picture) = (scratch.path("forest.xml"), scratch.path("old.svg"));
    fs::write(&forest, "<?xml version=\"1.0\"?>\n<RandomForest/>").unwrap();
    let error = write(&forest, FileKind::SVG, Replace::SameKind, "<svg>").unwrap_err().to_string();
    assert!(error.contains("not a picture"), "{error}");
    assert!(read_text(&forest).unwrap().contains("RandomForest"));
    fs::write(&picture, "<?xml version=\"1.0\"?>\n<!-- drawn elsewhere -->\n<svg/>").unwrap();
    write(&picture, FileKind::SVG, Replace::SameKind, "<svg>").unwrap();
}

/// A file that appears while the output is written counts too.
#[test]
fn what_appears_meanwhile_is_not_lost() {
    let scratch = Scratch::new("meanwhile");
    let path = scratch.path("a.svg");
    let mut output = Output::create(&path, FileKind::SVG, Replace::SameKind).unwrap();
    output.write_all(b"<svg>").unwrap();
    fs::write(&path, "precious").unwrap();
    assert!(output.finish().is_err());
    assert_eq!(read_text(&path).unwrap(), "precious");
    assert_eq!(scratch.names(), ["a.svg"]);
}

#[test]
fn permissions_and_links_stay() {
    let scratch = Scratch::new("links");
    let (file, link) = (scratch.path("file"), scratch.path("link"));
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("file", &link).unwrap();
    write(&link, FileKind::OWN, Replace::SameKind, "new").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(read_text(&file).unwrap(), "new");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    let dangling = scratch.path("dangling");
    symlink("made", &dangling).unwrap();
    write(&dangling, FileKind::OWN, Replace::SameKind, "through").unwrap();
    assert_eq!(read_text(&scratch.path("made")).unwrap(), "through");
    assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
}

#[test]
fn pipes_and_devices_are_written_to() {
    let scratch = Scratch::new("pipes");
    let pipe = scratch.path("pipe");
    make_fifo(&pipe);
    let reader = thread::spawn({
        let pipe = pipe.clone();
        move || {
            let mut text = String::new();
            File::open(pipe).unwrap().read_to_string(&mut text).unwrap();
            text
        }
    });
    write(&pipe, FileKind::SVG, Replace::SameKind, "<svg>").unwrap();
    assert_eq!(reader.join().unwrap(), "<svg>");
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    // A null device of our own, where that may be made: the system's must not be at risk in a test.
    let null = scratch.path("null");
    if Command::new("mknod").arg(&null).args(["c", "1", "3"]).status().unwrap().success() {
        write(&null, FileKind::SVG, Replace::SameKind, "<svg>").unwrap();
        assert!(fs::metadata(&null).unwrap().file_type().is_char_device());
    }
    assert!(
        write(&scratch.0, FileKind::OWN, Replace::Anything, "x").unwrap_err().to_string().contains("folder")
    );
}

#[test]
fn a_pipe_without_a_reader_is_not_waited_for() {
    let scratch = Scratch::new("no-reader");
    let pipe = scratch.path("pipe");
    make_fifo(&pipe);
    let error = write(&pipe, FileKind::SVG, Replace::SameKind, "<svg>").unwrap_err().to_string();
    assert!(error.contains("nobody reads from this pipe"), "{error}");
}

#[test]
fn what_is_write_protected_stays() {
    let scratch = Scratch::new("protected");
    let path = scratch.path("a.svg");
    fs::write(&path, "<svg>old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let error = write(&path, FileKind::SVG, Replace::SameKind, "<svg>new").unwrap_err().to_string();
    assert!(error.contains("write-protected"), "{error}");
    write(&path, FileKind::SVG, Replace::Anything, "<svg>new").unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o444);
}

#[test]
fn no_output_replaces_what_the_command_uses() {
    let scratch = Scratch::new("used");
    let (store, link, absent) = (scratch.path("games.db"), scratch.path("link"), scratch.path("absent"));
    fs::write(&store, "games").unwrap();
    symlink("games.db", &link).unwrap();
    let used = [store.clone(), absent.clone()];
    for output in [&store, &link, &scratch.path("./games.db"), &absent] {
        assert!(refuse_used(output, &used).unwrap_err().to_string().contains("uses"), "{output:?}");
    }
    refuse_used(&scratch.path("other"), &used).unwrap();
}

/// Nobody writes to the pipe: a reader that opened it would wait for ever.
#[test]
fn only_regular_files_are_read() {
    let scratch = Scratch::new("read");
    let pipe = scratch.path("pipe");
    make_fifo(&pipe);
    for (path, what) in [(&pipe, "pipe"), (&scratch.0, "folder"), (&scratch.path("absent"), "absent")] {
        let error = open(path).unwrap_err().to_string();
        assert!(error.contains(what) && error.starts_with(&path.display().to_string()), "{error}");
    }
    let latin = scratch.path("latin");
    fs::write(&latin, b"caf\xe9").unwrap();
    assert!(read_text(&latin).unwrap_err().to_string().contains("byte 4"));
}

#[test]
fn a_folder_belongs_to_one_at_a_time() {
    let scratch = Scratch::new("lock");
    let folder = scratch.path("run");
    let first = FolderLock::take(&folder).unwrap();
    assert!(FolderLock::take(&folder).unwrap_err().to_string().contains("another process"));
    drop(first);
    FolderLock::take(&folder).unwrap();
}
