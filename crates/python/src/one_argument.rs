//! Methods of one argument or none that are called in tight loops. Original design.
//!
//! The limited API of Python 3.9 has no fast calls, so that PyO3 makes a tuple of the arguments and takes it apart again in
//! every call. `METH_O` hands over a single argument as it is, in every version of Python, and `METH_NOARGS` none. The
//! interpreter is attached in any case, so nothing of what PyO3 does to be sure of it is done again.
#![allow(unsafe_code, reason = "the interpreter calls these functions by their addresses")]

use std::ffi::{CStr, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi::{METH_NOARGS, METH_O, PyDescr_NewMethod, PyMethodDef, PyMethodDefPointer, PyObject};
use pyo3::prelude::*;
use pyo3::pyclass::PyClassGuardMut;
use pyo3::types::{PyString, PyType};

use crate::move_tuples::Form;
use crate::position::Position;

/// Adds the methods to the class of positions.
pub(crate) fn add_methods(class: &Bound<'_, PyType>) -> PyResult<()> {
    add(class, c"actions", (actions, METH_NOARGS), c"actions($self, /)\n--\n\nThe numbers of the legal moves, in the same order; none when the game is over.")?;
    add(class, c"play", (play, METH_O), c"play($self, mv, /)\n--\n\nPlays a move, by its text or its number. An illegal one raises `AgonError` and changes nothing.")?;
    add(
        class,
        c"step",
        (step, METH_O),
        c"step($self, mv, /)\n--\n\nPlays a move and gives the numbers of the moves that are legal then.",
    )
}

type Method = unsafe extern "C" fn(*mut PyObject, *mut PyObject) -> *mut PyObject;

fn add(
    class: &Bound<'_, PyType>,
    name: &'static CStr,
    (method, flags): (Method, c_int),
    doc: &'static CStr,
) -> PyResult<()> {
    // The interpreter keeps the address for as long as it lives.
    let definition = Box::leak(Box::new(PyMethodDef {
        ml_name: name.as_ptr(),
        ml_meth: PyMethodDefPointer { PyCFunction: method },
        ml_flags: flags,
        ml_doc: doc.as_ptr(),
    }));
    // SAFETY: the class is a type, the definition and its texts live for ever.
    let method = unsafe {
        Bound::from_owned_ptr_or_err(class.py(), PyDescr_NewMethod(class.as_type_ptr(), definition))
    }?;
    class.setattr(method.getattr("__name__")?.cast::<PyString>()?, &method)
}

/// # Safety
/// As [`play`]; there is no argument.
unsafe extern "C" fn actions(position: *mut PyObject, _none: *mut PyObject) -> *mut PyObject {
    // SAFETY: as this function.
    unsafe { called(position, |py, position| Ok(position.listed(py, Form::Numbers)?.into_ptr())) }
}

/// # Safety
/// Called by the interpreter, through a method of [`Position`].
unsafe extern "C" fn play(position: *mut PyObject, mv: *mut PyObject) -> *mut PyObject {
    // SAFETY: as this function.
    unsafe {
        called(position, |py, position| {
            position.play_either(&Borrowed::from_ptr(py, mv))?;
            Ok(py.None().into_ptr())
        })
    }
}

/// # Safety
/// As [`play`].
unsafe extern "C" fn step(position: *mut PyObject, mv: *mut PyObject) -> *mut PyObject {
    // SAFETY: as this function.
    unsafe {
        called(position, |py, position| {
            position.play_either(&Borrowed::from_ptr(py, mv))?;
            Ok(position.listed(py, Form::Numbers)?.into_ptr())
        })
    }
}

/// Does the work of a method, which gives a new reference; what goes wrong becomes an exception.
///
/// # Safety
/// The thread is attached to the interpreter; `position` is a [`Position`], which a method of its class has checked, and is
/// borrowed for the call.
unsafe fn called(
    position: *mut PyObject,
    work: impl FnOnce(Python<'_>, &mut Position) -> PyResult<*mut PyObject>,
) -> *mut PyObject {
    // SAFETY: the caller's promise.
    let py = unsafe { Python::assume_attached() };
    let worked = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the caller's promise. Nothing is counted: the interpreter holds the position while it is asked.
        let position = unsafe { Borrowed::from_ptr(py, position).cast_unchecked::<Position>() };
        work(py, &mut *PyClassGuardMut::try_from(&*position)?)
    }));
    let broken = |_| Err(PyRuntimeError::new_err("a move could not be played: this is a defect of Agon"));
    worked.unwrap_or_else(broken).unwrap_or_else(|error| {
        error.restore(py);
        null_mut()
    })
}
