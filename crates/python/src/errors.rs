//! Our errors as exceptions: the same words, with the wrong one pointed at.

use std::fmt::Display;

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

pyo3::create_exception!(
    agon,
    AgonError,
    PyValueError,
    "Something that Agon was told is wrong; the message says what, where, and what could stand there."
);

/// Ways out of the command that errors name, and what they are called in Python.
const ARGUMENTS: &[(&str, &str)] = &[
    ("--resume", "resume=True"),
    ("--force", "force=True"),
    ("--out", "out="),
    ("--data", "data="),
    ("--table", "table="),
    ("--engine ", "engine="),
    ("--records", "records="),
    ("--cluster ray", "cluster=\"ray\""),
    ("--cluster", "cluster="),
    ("--threads", "threads="),
    ("--generations", "generations"),
    ("--last", "last"),
    ("--gap", "gap"),
    ("--set ", ""),
    ("; AGON_PYTHON names another Python", ""),
];

/// The words of an error for who calls from Python.
fn words(error: impl Display) -> String {
    ARGUMENTS.iter().fold(error.to_string(), |said, (option, argument)| said.replace(option, argument))
}

/// An exception with the words of an error.
pub(crate) fn told(error: impl Display) -> PyErr {
    AgonError::new_err(words(error))
}

/// The same for files that cannot be read or written.
pub(crate) fn file_told(error: impl Display) -> PyErr {
    PyOSError::new_err(words(error))
}

/// Reads settings that were given by name; what is wrong is said of the name.
pub(crate) fn settings<'py, T: FromPyObjectOwned<'py, Error = PyErr>>(
    given: &Bound<'py, PyDict>,
) -> PyResult<T> {
    let py = given.py();
    given.extract().map_err(|error: PyErr| match error.cause(py) {
        Some(cause) if cause.is_instance_of::<AgonError>(py) => cause,
        Some(cause) => {
            let said = error.value(py).to_string();
            let (name, why) = (said.rsplit('.').next().unwrap_or_default(), cause.value(py).to_string());
            PyTypeError::new_err(if why.starts_with(name) { why } else { format!("{name}: {why}") })
        }
        None => error,
    })
}
