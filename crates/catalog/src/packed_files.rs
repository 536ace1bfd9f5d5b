//! Files that specs and settings name, on their way to a worker on another machine: their text travels with the order, and
//! the worker writes it into a folder of its own. Original design.

use std::collections::BTreeMap;
use std::fs::DirBuilder;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use agon_core::ReadError;
use agon_core::spec::Spec;
use agon_files::{FileError, FolderLock, digest_path, read_text};
use serde::{Deserialize, Serialize};

use crate::named_files::is_shipped;

/// How a packed file is named in a spec.
const MARK: &str = "packed:";
/// An agent that runs a program of this machine.
const PROGRAM: &str = "external";

/// The texts of files, by digest and name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PackedFiles {
    files: BTreeMap<String, String>,
}

impl PackedFiles {
    /// The spec with all files that it names packed.
    ///
    /// # Errors
    /// If a file cannot be read or is not text, or the spec names a program of this machine.
    pub fn pack(&mut self, spec: &Spec) -> Result<String, ReadError> {
        let mut packed = spec.located();
        self.pack_args(&mut packed).map_err(|error| spec.explain(error))?;
        Ok(packed.to_string())
    }

    fn pack_args(&mut self, spec: &mut Spec) -> Result<(), ReadError> {
        if spec.name.text == PROGRAM {
            return Err(spec.name.error(format!(
                "`{PROGRAM}` runs a program of this machine, and a cluster may not have it: play with --threads instead"
            )));
        }
        for arg in &mut spec.args {
            let word = &mut arg.value.name;
            let may_be_folder = arg.key.as_ref().is_some_and(|key| key.text == "patterns");
            if arg.value.args.is_empty() && !is_shipped(&word.text) {
                let packed = self.pack_path(Path::new(&word.text), may_be_folder);
                if let Some(name) = packed.map_err(|error| word.error(error.message))? {
                    word.text = name;
                }
            }
            self.pack_args(&mut arg.value)?;
        }
        Ok(())
    }

    /// The name of a file once it is packed; none if there is no such file.
    ///
    /// # Errors
    /// If it cannot be read or is not text.
    pub fn pack_path(&mut self, path: &Path, may_be_folder: bool) -> Result<Option<String>, ReadError> {
        let is_folder = may_be_folder && path.is_dir();
        if !path.is_file() && !is_folder {
            return Ok(None);
        }
        let told = |error: &dyn std::fmt::Display| ReadError::new(error.to_string());
        let name =
            path.file_name().map_or_else(|| "folder".to_owned(), |name| name.to_string_lossy().into_owned());
        let name = format!("{}/{name}", digest_path(path).map_err(|error| told(&error))?);
        if is_folder {
            for file in agon_files::list_folder(path).map_err(|error| told(&error))? {
                if let (true, Some(of)) = (file.is_file(), file.file_name()) {
                    let text = read_text(&file).map_err(|error| told(&error))?;
                    self.files.insert(format!("{name}/{}", of.to_string_lossy()), text);
                }
            }
        } else {
            self.files.insert(name.clone(), read_text(path).map_err(|error| told(&error))?);
        }
        Ok(Some(format!("{MARK}{name}")))
    }

    /// Writes the files into a new folder, which [`remove_unpacked`] takes away.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn unpack(&self) -> Result<UnpackedFiles, ReadError> {
        let wrong = |path: &Path, source: std::io::Error| {
            ReadError::new(FileError { path: path.to_owned(), source }.to_string())
        };
        if self.files.is_empty() {
            return Ok(UnpackedFiles { folder: PathBuf::new() });
        }
        let folder = new_folder().map_err(|error| wrong(&std::env::temp_dir(), error))?;
        match self.write_into(&folder) {
            Ok(()) => Ok(UnpackedFiles { folder }),
            Err(error) => {
                remove_folder(&folder);
                Err(error)
            }
        }
    }

    fn write_into(&self, folder: &Path) -> Result<(), ReadError> {
        let wrong = |path: &Path, source: std::io::Error| {
            ReadError::new(FileError { path: path.to_owned(), source }.to_string())
        };
        for (name, text) in &self.files {
            let is_plain =
                |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains('\\');
            if !name.split('/').all(is_plain) {
                return Err(ReadError::new(format!("`{name}` is not the name of a packed file")));
            }
            let path = folder.join(name);
            let parent = path.parent().unwrap_or(folder);
            std::fs::create_dir_all(parent).map_err(|error| wrong(parent, error))?;
            let kind = agon_files::FileKind::OWN;
            agon_files::write(&path, kind, agon_files::Replace::SameKind, text)
                .map_err(|error| ReadError::new(error.to_string()))?;
        }
        Ok(())
    }
}

/// Folders to take away at the end, each with the lock that says that somebody needs it.
static UNPACKED: Mutex<Vec<(PathBuf, FolderLock)>> = Mutex::new(Vec::new());

/// How the folders of workers are called, before a process and a number.
const FOLDER: &str = "agon-worker-";

#[cfg(unix)]
fn for_the_user_alone() -> DirBuilder {
    let mut builder = DirBuilder::new();
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Temporary folders belong to the user there anyway.
#[cfg(not(unix))]
fn for_the_user_alone() -> DirBuilder {
    DirBuilder::new()
}

fn new_folder() -> std::io::Result<PathBuf> {
    remove_abandoned();
    let builder = for_the_user_alone();
    for number in 0..1000 {
        let folder = std::env::temp_dir().join(format!("{FOLDER}{}-{number}", std::process::id()));
        match builder.create(&folder) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        }
        // Somebody who tidies up may just have taken it away.
        if let Ok(lock) = FolderLock::take(&folder) {
            UNPACKED.lock().unwrap_or_else(PoisonError::into_inner).push((folder.clone(), lock));
            return Ok(folder);
        }
    }
    Err(std::io::ErrorKind::AlreadyExists.into())
}

/// Takes away the folders of workers that were killed: those that nobody holds.
fn remove_abandoned() {
    let entries = std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(FOLDER)) {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if let Some(_lock) = is_folder.then(|| FolderLock::take(&entry.path()).ok()).flatten() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Takes away all files that this process has unpacked.
pub fn remove_unpacked() {
    for (folder, _lock) in UNPACKED.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        // What is left lies in the folder for temporary files, and the next worker finds it.
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// Lets somebody read a text as a file, which is gone afterwards.
///
/// # Errors
/// If it cannot be written.
pub fn lend_file<T>(name: &str, text: &str, borrow: impl FnOnce(&Path) -> T) -> Result<T, ReadError> {
    let mut packed = PackedFiles::default();
    packed.files.insert(name.to_owned(), text.to_owned());
    let UnpackedFiles { folder } = packed.unpack()?;
    let result = borrow(&folder.join(name));
    remove_folder(&folder);
    Ok(result)
}

fn remove_folder(folder: &Path) {
    UNPACKED.lock().unwrap_or_else(PoisonError::into_inner).retain(|(unpacked, _)| unpacked != folder);
    // What is left lies in the folder for temporary files, and the next worker finds it.
    let _ = std::fs::remove_dir_all(folder);
}

/// Where packed files are now.
#[derive(Clone, Debug)]
pub struct UnpackedFiles {
    folder: PathBuf,
}

impl UnpackedFiles {
    /// The spec with the files where they are here.
    ///
    /// # Errors
    /// If it is not a spec.
    pub fn spec(&self, text: &str) -> Result<Spec, ReadError> {
        let mut spec = text.parse::<Spec>()?;
        self.place(&mut spec);
        // As text once more, so that errors can point into it.
        spec.to_string().parse()
    }

    fn place(&self, spec: &mut Spec) {
        for arg in &mut spec.args {
            arg.value.name.text = self.path(&arg.value.name.text);
            self.place(&mut arg.value);
        }
    }

    /// Where a packed file is; any other word as it is.
    #[must_use]
    pub fn path(&self, word: &str) -> String {
        match word.strip_prefix(MARK) {
            Some(name) => self.folder.join(name).display().to_string(),
            None => word.to_owned(),
        }
    }
}
