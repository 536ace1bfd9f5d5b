//! Our errors as exceptions: the same words, with the wrong one pointed at.

use std::fmt::Display;

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

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
