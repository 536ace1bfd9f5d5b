//! Adding to the end of a file of lines.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::stream::open_stream;
use crate::{FileError, FileKind, Output, Replace};

/// Adds whole lines to the end of a file, which is made if it is not there. What was there stays, and of several
/// processes that add to one file none loses a line.
///
/// A kill in the middle of writing leaves a last line without an end. Where `is_whole` knows it as a line it gets its end;
/// where not it is taken out, as nobody could read the file any more, and given back to be told.
///
/// # Errors
/// If a file of another kind is there, or nothing can be written to it.
pub fn append(
    path: &Path,
    kind: FileKind,
    lines: &[u8],
    is_whole: impl Fn(&str) -> bool,
) -> Result<Option<String>, FileError> {
    check_append(path, kind)?;
    let fail = |error| FileError::new(path, error);
    if let Some(found) = fs::metadata(path).ok().filter(|found| !found.is_file()) {
        open_stream(path, &found)?.write_all(lines).map_err(fail)?;
        return Ok(None);
    }
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(fail)?;
    // Where there are no locks, what another process is just writing may look as if it were cut off.
    let _ = file.lock();
    let unfinished = unfinished_line(&mut file).map_err(fail)?;
    let torn = unfinished.filter(|line| !std::str::from_utf8(line).is_ok_and(&is_whole));
    let mut text = Vec::with_capacity(lines.len() + 1);
    match &torn {
        Some(torn) => cut_off(&file, torn.len()).map_err(fail)?,
        None if ends_within_a_line(&mut file).map_err(fail)? => text.push(b'\n'),
        None => {}
    }
    text.extend_from_slice(lines);
    file.write_all(&text).map_err(fail)?;
    file.sync_all().map_err(fail)?;
    Ok(torn.map(|torn| String::from_utf8_lossy(&torn).into_owned()))
}

/// Whether lines can be added to a file, as far as can be told before there are any.
///
/// # Errors
/// If a file of another kind is there, its folder is not, or nothing can be written there.
pub fn check_append(path: &Path, kind: FileKind) -> Result<(), FileError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let fail = |error| FileError::new(path, error);
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(FileError::refused(path, "this is a folder; name a file")),
        Ok(found) if found.is_file() => {
            kind.check(path, "name another file")?;
            OpenOptions::new().append(true).open(path).map(drop).map_err(fail)
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(fail(error)),
        Err(_) if folder.is_some_and(|folder| !folder.is_dir()) => {
            Err(FileError::refused(path, "there is no such folder"))
        }
        // A file that is begun and dropped leaves nothing behind.
        Err(_) => Output::create(path, kind, Replace::SameKind).map(drop),
        Ok(_) => Ok(()),
    }
}

fn ends_within_a_line(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

/// The last line, if it has no end.
fn unfinished_line(file: &mut File) -> io::Result<Option<Vec<u8>>> {
    if !ends_within_a_line(file)? {
        return Ok(None);
    }
    let mut text = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut text)?;
    let begins = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    Ok(Some(text.split_off(begins)))
}

/// Takes away the last bytes of a file.
fn cut_off(file: &File, bytes: usize) -> io::Result<()> {
    file.set_len(file.metadata()?.len().saturating_sub(bytes as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_stays() {
        let folder = std::env::temp_dir().join(format!("agon-append-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.jsonl");
        let add =
            |path: &Path, line: &[u8]| append(path, FileKind::JSON_LINES, line, |line| line.ends_with('}'));
        for _ in 0..2 {
            assert_eq!(add(&path, b"{\"game\":1}\n").unwrap(), None);
        }
        assert_eq!(fs::read(&path).unwrap(), b"{\"game\":1}\n{\"game\":1}\n");
        fs::write(&path, b"{\"game\":1}").unwrap();
        assert_eq!(add(&path, b"{\"game\":2}\n").unwrap(), None, "only the end of the line was missing");
        assert_eq!(fs::read(&path).unwrap(), b"{\"game\":1}\n{\"game\":2}\n");
        let other = folder.join("letter.txt");
        fs::write(&other, "Dear all").unwrap();
        let error = add(&other, b"{}\n").unwrap_err();
        assert!(error.to_string().contains("is not a file of records"), "{error}");
        assert!(add(&folder, b"{}\n").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    /// It came out only when there was something to add.
    #[test]
    fn a_folder_that_takes_no_files_is_told_before_there_are_lines() {
        let folder = std::env::temp_dir().join(format!("agon-append-check-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        check_append(&folder.join("games.jsonl"), FileKind::JSON_LINES).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "looking leaves nothing behind");
        fs::remove_dir_all(&folder).unwrap();
        // There nobody can make a file.
        if cfg!(target_os = "linux") {
            assert!(check_append(Path::new("/proc/games.jsonl"), FileKind::JSON_LINES).is_err());
        }
    }

    /// It was once left where it was, and nobody could read the file any more.
    #[test]
    fn a_line_that_a_kill_cut_off_is_taken_out_and_told() {
        let path = std::env::temp_dir().join(format!("agon-append-torn-{}.jsonl", std::process::id()));
        fs::write(&path, b"{\"game\":1}\n{\"gam").unwrap();
        let torn = append(&path, FileKind::JSON_LINES, b"{\"game\":2}\n", |line| line.ends_with('}'));
        assert_eq!(torn.unwrap().as_deref(), Some("{\"gam"));
        assert_eq!(fs::read(&path).unwrap(), b"{\"game\":1}\n{\"game\":2}\n");
        fs::remove_file(&path).unwrap();
    }
}
