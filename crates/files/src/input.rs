//! Reading files: regular ones only, so that nothing waits for a pipe that nobody writes to.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

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
    String::from_utf8(read_bytes(path)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        FileError::refused(path, format!("not a text file: byte {} is not UTF-8", at + 1))
    })
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
