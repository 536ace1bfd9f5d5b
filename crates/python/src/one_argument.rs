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
use pyo3::types::{PyString, PyType};

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
    // SAFETY: as this function; the position stands for the argument that is not there.
    unsafe { called(position, position, |position, own| Ok(position.listed(own.py())?.into_any())) }
}

/// # Safety
/// Called by the interpreter, through a method of [`Position`].
unsafe extern "C" fn play(position: *mut PyObject, mv: *mut PyObject) -> *mut PyObject {
    // SAFETY: as this function.
    unsafe {
        called(position, mv, |position, mv| {
            position.play_either(mv)?;
            Ok(mv.py().None().into_bound(mv.py()))
        })
    }
}

/// # Safety
/// As [`play`].
unsafe extern "C" fn step(position: *mut PyObject, mv: *mut PyObject) -> *mut PyObject {
    // SAFETY: as this function.
    unsafe {
        called(position, mv, |position, mv| {
            position.play_either(mv)?;
            Ok(position.listed(mv.py())?.into_any())
        })
    }
}

/// Does the work of a method; what goes wrong becomes an exception.
///
/// # Safety
/// The thread is attached to the interpreter; `position` is a [`Position`], which a method of its class has checked, and both
/// are borrowed for the call.
unsafe fn called(
    position: *mut PyObject,
    mv: *mut PyObject,
    work: impl for<'py> FnOnce(&mut Position, &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
) -> *mut PyObject {
    // SAFETY: the caller's promise.
    let py = unsafe { Python::assume_attached() };
    let worked = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the caller's promise.
        let (position, mv) =
            unsafe { (Bound::from_borrowed_ptr(py, position), Bound::from_borrowed_ptr(py, mv)) };
        // SAFETY: the caller's promise.
        let position = unsafe { position.cast_unchecked::<Position>() };
        work(&mut *position.try_borrow_mut()?, &mv)
    }));
    let broken = |_| Err(PyRuntimeError::new_err("a move could not be played: this is a defect of Agon"));
    match worked.unwrap_or_else(broken) {
        Ok(value) => value.into_ptr(),
        Err(error) => {
            error.restore(py);
            null_mut()
        }
    }
}
