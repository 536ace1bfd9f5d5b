//! Files that are there as a whole or not at all: written beside their place, then moved into it. Ours.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file being written; it takes its place only with [`finish`](Self::finish).
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    part: PathBuf,
    out: BufWriter<File>,
}

impl AtomicFile {
    /// Begins to write the file of that name.
    ///
    /// # Errors
    /// If no file can be made there.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        Ok(Self { path: path.to_owned(), out: BufWriter::new(File::create(&part)?), part })
    }

    /// Writes a whole file.
    ///
    /// # Errors
    /// If it cannot be written; what was there before then stays.
    pub fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
        let mut file = Self::create(path)?;
        file.write_all(content.as_ref())?;
        file.finish()
    }

    /// Moves the file into its place.
    ///
    /// # Errors
    /// If it cannot be written to its end or moved.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        self.out.get_ref().sync_all()?;
        fs::rename(&self.part, &self.path)
    }

    /// Leaves nothing behind.
    ///
    /// # Errors
    /// If what was written cannot be taken away.
    pub fn discard(self) -> io::Result<()> {
        fs::remove_file(&self.part)
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
