//! Reading files: regular ones only, so that nothing waits for a pipe that nobody writes to.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::FileError;

/// Opens a regular file for reading.
///
/// # Errors
/// If there is none, or what is there is a folder, a pipe or a device.
pub fn open(path: &Path) -> Result<File, FileError> {
    let fail = |error| FileError::new(path, error);
    let metadata = fs::metadata(path).map_err(fail)?;
    if !metadata.is_file() {
        let found = if metadata.is_dir() { "a folder" } else { "a pipe or a device" };
        return Err(FileError::refused(path, format!("this is {found}; a regular file is needed")));
    }
    File::open(path).map_err(fail)
}

/// What is in a folder, in the order of the names.
///
/// # Errors
/// If there is no such folder, or it cannot be read.
pub fn list_folder(path: &Path) -> Result<Vec<PathBuf>, FileError> {
    let fail = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => FileError::refused(path, "there is no such folder"),
        io::ErrorKind::NotADirectory => FileError::refused(path, "this is a file; name a folder"),
        _ => FileError::new(path, error),
    };
    let entries = fs::read_dir(path).map_err(fail)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<Result<Vec<_>, _>>().map_err(fail)?;
    paths.sort();
    Ok(paths)
}

/// With this some editors begin files of UTF-8; it is no part of the text.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Opens a regular file of text, to be read line by line.
///
/// # Errors
/// As [`open`], or if nothing can be read.
pub fn open_text(path: &Path) -> Result<BufReader<File>, FileError> {
    let mut text = BufReader::new(open(path)?);
    let begins = text.fill_buf().map_err(|error| FileError::new(path, error))?;
    if begins.starts_with(BYTE_ORDER_MARK.as_bytes()) {
        text.consume(BYTE_ORDER_MARK.len());
    }
    Ok(text)
}

/// All bytes of a regular file.
///
/// # Errors
/// If it cannot be read.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).map_err(|error| FileError::new(path, error))?;
    Ok(bytes)
}

/// The text of a regular file.
///
/// # Errors
/// If it cannot be read or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    let mut text = String::from_utf8(read_bytes(path)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        FileError::refused(path, format!("not a text file: byte {} is not UTF-8", at + 1))
    })?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(text)
}

/// The text of a regular file, or `None` if there is no such file.
///
/// # Errors
/// If there is one and it cannot be read.
pub fn read_text_if_there(path: &Path) -> Result<Option<String>, FileError> {
    match read_text(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Move lists and lines of JSON that begin with the mark were refused at their first word.
    #[test]
    fn a_byte_order_mark_is_no_text() {
        let path = std::env::temp_dir().join(format!("agon-mark-{}.txt", std::process::id()));
        for (bytes, text) in
            [("\u{feff}f5d6\nf5f6\n", "f5d6\nf5f6\n"), ("\u{feff}", ""), ("f5", "f5"), ("", "")]
        {
            fs::write(&path, bytes).unwrap();
            assert_eq!(read_text(&path).unwrap(), text);
            let lines: Vec<_> = open_text(&path).unwrap().lines().map(Result::unwrap).collect();
            assert_eq!(lines, text.lines().collect::<Vec<_>>());
        }
        fs::remove_file(&path).unwrap();
    }
}
