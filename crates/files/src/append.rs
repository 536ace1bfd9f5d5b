//! Adding to the end of a file of lines.

use std::fs::{self, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::{FileError, FileKind};

/// Adds whole lines to the end of a file, which is made if it is not there. What was there stays, and of several
/// processes that add to one file none loses a line.
///
/// # Errors
/// If a file of another kind is there, or nothing can be written to it.
pub fn append(path: &Path, kind: FileKind, lines: &[u8]) -> Result<(), FileError> {
    check_append(path, kind)?;
    let fail = |error| FileError::new(path, error);
    let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(fail)?;
    let mut text = Vec::with_capacity(lines.len() + 1);
    if ends_within_a_line(path).map_err(fail)? {
        text.push(b'\n');
    }
    text.extend_from_slice(lines);
    file.write_all(&text).map_err(fail)?;
    match file.metadata().map_err(fail)?.is_file() {
        true => file.sync_all().map_err(fail),
        false => Ok(()),
    }
}

/// Whether lines can be added to a file, as far as can be told before there are any.
///
/// # Errors
/// If a file of another kind is there, or its folder is not.
pub fn check_append(path: &Path, kind: FileKind) -> Result<(), FileError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(FileError::refused(path, "this is a folder; name a file")),
        Ok(found) if found.is_file() => kind.check(path, "name another file"),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(FileError::new(path, error)),
        Err(_) if folder.is_some_and(|folder| !folder.is_dir()) => {
            Err(FileError::refused(path, "there is no such folder"))
        }
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Whether the last line of a regular file has no end, as a kill in the middle of writing leaves it.
fn ends_within_a_line(path: &Path) -> io::Result<bool> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() || metadata.len() == 0 {
        return Ok(false);
    }
    let mut file = fs::File::open(path)?;
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_stays() {
        let folder = std::env::temp_dir().join(format!("agon-append-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.jsonl");
        for _ in 0..2 {
            append(&path, FileKind::JSON_LINES, b"{\"game\":1}\n").unwrap();
        }
        fs::write(&path, b"{\"game\":1}\n{\"gam").unwrap();
        append(&path, FileKind::JSON_LINES, b"{\"game\":2}\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"{\"game\":1}\n{\"gam\n{\"game\":2}\n");
        let other = folder.join("letter.txt");
        fs::write(&other, "Dear all").unwrap();
        let error = append(&other, FileKind::JSON_LINES, b"{}\n").unwrap_err();
        assert!(error.to_string().contains("is not a file of records"), "{error}");
        assert!(append(&folder, FileKind::JSON_LINES, b"{}\n").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
