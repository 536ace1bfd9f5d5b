//! Pipes and devices, which are written to as they are.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

use crate::FileError;

/// Opens what is written to as it is.
pub(crate) fn open_stream(path: &Path, found: &Metadata) -> Result<File, FileError> {
    if found.is_dir() {
        return Err(FileError::refused(path, "this is a folder; name a file"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if found.file_type().is_block_device() {
            return Err(FileError::refused(path, "this is a disk; name a file"));
        }
        if found.file_type().is_fifo() {
            return pipe::open(path);
        }
    }
    open_to_append(path).map_err(|error| FileError::new(path, error))
}

fn open_to_append(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

#[cfg(unix)]
mod pipe {
    use std::os::unix::fs::OpenOptionsExt;
    use std::sync::mpsc;
    use std::thread::{sleep, spawn};
    use std::time::Duration;

    use super::*;

    /// So often somebody looks for the reader of a pipe: shells start it at the same time, which may be late. Signals do
    /// not end the waiting, so that it is short.
    const LOOKS: u32 = 50;
    const PAUSE: Duration = Duration::from_millis(20);

    /// Opens a pipe that somebody reads from.
    pub(super) fn open(path: &Path) -> Result<File, FileError> {
        let fail = |error| FileError::new(path, error);
        let nobody = || FileError::refused(path, "nobody reads from this pipe; start its reader first");
        let first = wait_for_reader(path).map_err(fail)?.ok_or_else(nobody)?;
        // Writing must wait while the pipe is full, so that it is opened once more. The reader, who may go away just now,
        // would be waited for without end: another thread does that.
        let (sender, opened) = mpsc::channel();
        let pipe = path.to_owned();
        spawn(move || sender.send(open_to_append(&pipe)));
        let opened = opened.recv_timeout(PAUSE * LOOKS).map_err(|_| nobody())?;
        // Only now: a reader to whom nobody writes any more would end.
        drop(first);
        opened.map_err(fail)
    }

    /// The pipe, opened so that a missing reader is an error and not waited for; `None` if none comes.
    fn wait_for_reader(path: &Path) -> io::Result<Option<File>> {
        for _ in 0..LOOKS {
            match OpenOptions::new().write(true).custom_flags(libc::O_NONBLOCK).open(path) {
                Ok(pipe) => return Ok(Some(pipe)),
                Err(error) if error.raw_os_error() == Some(libc::ENXIO) => sleep(PAUSE),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}
