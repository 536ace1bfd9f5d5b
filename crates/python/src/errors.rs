//! Our errors as exceptions: the same words, with the wrong one pointed at.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::create_exception!(
    agon,
    AgonError,
    PyValueError,
    "Something that Agon was told is wrong; the message says what, where, and what could stand there."
);

/// An exception with the words of an error.
pub(crate) fn told(error: impl Display) -> PyErr {
    AgonError::new_err(error.to_string())
}
