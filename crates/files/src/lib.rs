//! Files that people own. Original design.
//!
//! Every output of Agon goes through [`Output`], [`write()`] or [`append()`], every input through [`open`], [`read_text`],
//! [`read_bytes`] or [`list_folder`], a folder that a run works in is held by a [`FolderLock`], and a part of a file that several processes
//! write by a [`FileLock`]; what happens step by step is added to a [`Journal`]. So that
//!
//! - a file is there as a whole or as it was before, after a kill or on a full disk too;
//! - only regular files are replaced, and only files of the kind to be written ([`FileKind`]); their permissions stay;
//! - pipes and character devices are written to, never replaced;
//! - a pipe, a device or a folder where a file is expected is refused, not waited for;
//! - every error names the file.
//!
//! What is kept for later stands beside its [`Fingerprint`], all that it depends on: in a [`RunFolder`], or in a store.

mod append;
mod digest;
mod error;
mod file_lock;
mod fingerprint;
mod folder_lock;
mod input;
mod journal;
mod kind;
mod output;
mod run_folder;
mod stream;

pub use append::{append, check_append};
pub use digest::{digest, digest_path};
pub use error::FileError;
pub use file_lock::FileLock;
pub use fingerprint::{Fingerprint, NoFingerprint};
pub use folder_lock::FolderLock;
pub use input::{list_folder, open, open_text, read_bytes, read_text, read_text_if_there};
pub use journal::Journal;
pub use kind::FileKind;
pub use output::{Output, Replace, refuse_used, write};
pub use run_folder::RunFolder;
