//! What can go wrong in a command, said to people.

use std::fmt;
use std::io;

use std::path::Path;

use agon_catalog::MatchRefused;
use agon_core::{AgentError, ReadError};
use agon_files::FileError;
use agon_papers::{ExperimentError, TrainError};
use agon_records::StoreError;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// A spec, a move or a position could not be read.
    Unreadable(ReadError),
    /// A match could not be played.
    Refused(MatchRefused),
    /// An agent failed.
    Agent(AgentError),
    /// A store of games failed.
    Store(StoreError),
    /// A file cannot be used.
    File(String),
    /// A signal ended the command early: what is kept, and how to go on.
    Interrupted(String),
    /// An experiment gave no report.
    Experiment(ExperimentError),
    /// Input or output failed.
    Io(io::Error),
    /// The reader of our output went away: nothing to complain about.
    OutputClosed,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::Refused(error) => error.fmt(f),
            Self::Agent(error) => error.fmt(f),
            Self::Store(error) => error.fmt(f),
            Self::File(message) | Self::Interrupted(message) => f.write_str(message),
            Self::Experiment(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
            Self::OutputClosed => f.write_str("the output was closed"),
        }
    }
}

impl Failure {
    /// What went wrong with a file.
    pub fn file(path: &Path, error: &dyn fmt::Display) -> Self {
        Self::File(format!("{}: {error}", path.display()))
    }
}

/// Whether a folder can be made or is there: said before anything is done, and in words.
pub fn new_folder(path: &Path) -> Result<(), Failure> {
    let in_the_way = path.ancestors().find(|part| part.exists()).filter(|part| !part.is_dir());
    match in_the_way {
        None => Ok(()),
        Some(file) if file == path => {
            Err(Failure::file(path, &"this is a file: name a folder, or one that is not there yet"))
        }
        Some(file) => {
            let why = format!("there can be no such folder: {} is a file", file.display());
            Err(Failure::file(path, &why))
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::File(error.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::Unreadable(error)
    }
}

impl From<MatchRefused> for Failure {
    fn from(error: MatchRefused) -> Self {
        Self::Refused(error)
    }
}

impl From<AgentError> for Failure {
    fn from(error: AgentError) -> Self {
        Self::Agent(error)
    }
}

impl From<TrainError> for Failure {
    fn from(error: TrainError) -> Self {
        match error {
            TrainError::Unreadable(error) => error.into(),
            TrainError::Io(error) => error.into(),
            error @ TrainError::Stopped => Self::Interrupted(error.to_string()),
        }
    }
}

impl From<ExperimentError> for Failure {
    fn from(error: ExperimentError) -> Self {
        Self::Experiment(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::OutputClosed } else { Self::Io(error) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}
