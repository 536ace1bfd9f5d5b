//! Writing a file: beside its place first, then moved into it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::file_lock::{Held, hold, remove_abandoned};
use crate::stream::open_stream;
use crate::{FileError, FileKind};

/// What to do about a file of another kind.
const OR_FORCE: &str = "--force replaces it, or name another file";

/// What may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// A file of the kind that is written.
    SameKind,
    /// Any regular file.
    Anything,
}

impl Replace {
    /// As an option `--force` says.
    #[must_use]
    pub fn forced(force: bool) -> Self {
        if force { Self::Anything } else { Self::SameKind }
    }
}

/// An output being written. A regular file takes its place with [`finish`](Self::finish) only and is forgotten when
/// the output is dropped before; what is written to a pipe or a device is on its way at once.
#[derive(Debug)]
pub struct Output {
    /// As the user named it, for errors.
    path: PathBuf,
    out: BufWriter<File>,
    /// Where a regular file is written and where it goes to; `None` for pipes and devices.
    paths: Option<OutputPaths>,
    kind: FileKind,
    replace: Replace,
}

#[derive(Debug)]
struct OutputPaths {
    part: PathBuf,
    target: PathBuf,
}

impl Output {
    /// Begins an output of that name.
    ///
    /// # Errors
    /// If nothing can be written there, or a file of another kind is in the way.
    pub fn create(path: &Path, kind: FileKind, replace: Replace) -> Result<Self, FileError> {
        let fail = |error| FileError::new(path, error);
        let found = match fs::metadata(path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(fail(error)),
        };
        if let Some(found) = found.as_ref().filter(|found| !found.is_file() || is_open_elsewhere(path)) {
            let out = BufWriter::new(open_stream(path, found)?);
            return Ok(Self { path: path.to_owned(), out, paths: None, kind, replace });
        }
        if let (Some(found), Replace::SameKind) = (&found, replace) {
            if found.permissions().readonly() {
                return Err(FileError::refused(path, "the file is write-protected; --force replaces it"));
            }
            kind.check(path, OR_FORCE)?;
        }
        let target = if found.is_some() { fs::canonicalize(path).map_err(fail)? } else { behind_links(path) };
        let (part, file) = create_beside(&target).map_err(fail)?;
        let paths = Some(OutputPaths { part, target });
        let output = Self { path: path.to_owned(), out: BufWriter::new(file), paths, kind, replace };
        if let Some(found) = found {
            keep_owner_and_permissions(output.out.get_ref(), &found).map_err(fail)?;
        }
        Ok(output)
    }

    /// Ends the output; a regular file takes its place.
    ///
    /// # Errors
    /// If it cannot be written to its end or moved; what was there before then stays.
    pub fn finish(mut self) -> Result<(), FileError> {
        let path = self.path.clone();
        let fail = |error| FileError::new(&path, error);
        self.out.flush().map_err(fail)?;
        let Some(paths) = &self.paths else { return Ok(()) };
        self.out.get_ref().sync_all().map_err(fail)?;
        if self.replace == Replace::SameKind && paths.target.exists() {
            self.kind.check(&paths.target, OR_FORCE)?;
        }
        fs::rename(&paths.part, &paths.target).map_err(fail)?;
        sync_folder(&paths.target);
        self.paths = None;
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some(paths) = &self.paths {
            // There is nobody left to tell.
            let _ = fs::remove_file(&paths.part);
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes).map_err(|error| FileError::new(&self.path, error).into())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(|error| FileError::new(&self.path, error).into())
    }
}

/// Writes a whole file.
///
/// # Errors
/// As [`Output::create`] and [`Output::finish`]; what was there before then stays.
pub fn write(
    path: &Path,
    kind: FileKind,
    replace: Replace,
    content: impl AsRef<[u8]>,
) -> Result<(), FileError> {
    let mut output = Output::create(path, kind, replace)?;
    output.out.write_all(content.as_ref()).map_err(|error| FileError::new(path, error))?;
    output.finish()
}

/// Refuses an output that would replace a file which the same command reads or keeps, whatever it is called.
///
/// # Errors
/// If it would.
pub fn refuse_used(output: &Path, used: &[PathBuf]) -> Result<(), FileError> {
    let target = resolved(output);
    match used.iter().find(|used| resolved(used) == target) {
        Some(used) => {
            let used = used.display();
            Err(FileError::refused(output, format!("this command uses {used} itself; name another file")))
        }
        None => Ok(()),
    }
}

/// The one name of a file that may not be there yet.
fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let target = behind_links(path);
        let folder =
            target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        match (fs::canonicalize(folder), target.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => target,
        }
    })
}

/// Whether a name stands for a file that this process has open, such as `/dev/stdout` redirected to a file: replacing
/// it would cut that file off from what is written there later.
fn is_open_elsewhere(path: &Path) -> bool {
    cfg!(unix) && (path.starts_with("/dev") || path.starts_with("/proc"))
}

/// Where a name leads that may be a link to a file that is not there yet.
fn behind_links(path: &Path) -> PathBuf {
    const LONGEST_CHAIN: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..LONGEST_CHAIN {
        let Ok(next) = fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

/// Makes a new file beside another, and holds its lock for as long as it is open. What killed processes were writing
/// there goes away.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let name = target
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "this is not the name of a file"))?;
    remove_abandoned(target.parent().unwrap_or(Path::new("")), |found| is_part_of(found, name));
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let mut part = OsString::from(".");
        part.push(name);
        part.push(format!(".{}-{number}.part", process::id()));
        let part = target.with_file_name(part);
        match OpenOptions::new().write(true).create_new(true).open(&part) {
            Ok(file) => {
                if let Held::Here = hold(&file, &part)? {
                    return Ok((part, file));
                }
            }
            // Left behind by a killed process that had the same number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// Whether a name is that of a file that [`create_beside`] made for another: `.name.123-0.part`.
fn is_part_of(found: &OsStr, name: &OsStr) -> bool {
    let (found, name) = (found.as_encoded_bytes(), name.as_encoded_bytes());
    let middle = found.strip_prefix(b".").and_then(|rest| rest.strip_prefix(name)?.strip_prefix(b"."));
    let middle = middle.and_then(|rest| rest.strip_suffix(b".part"));
    middle.is_some_and(|middle| middle.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-'))
}

#[cfg(unix)]
fn keep_owner_and_permissions(file: &File, found: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only root can give files away; everybody else owns what they replace, or has it from now on.
    let _ = fchown(file, Some(found.uid()), Some(found.gid()));
    file.set_permissions(found.permissions())
}

#[cfg(not(unix))]
fn keep_owner_and_permissions(_file: &File, found: &Metadata) -> io::Result<()> {
    if found.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    Ok(())
}

/// Makes a rename last through a power cut, where folders can be synchronised.
fn sync_folder(target: &Path) {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        // Not every file system can; the file itself is safe.
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
