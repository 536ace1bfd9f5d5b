//! Numbers as calls give them. What cannot be one is refused by the name of its argument: Python's own error for a number
//! that does not fit names neither the argument nor the range.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::errors::told;

/// A whole number that fits; Python's own error if it is out of range, and ours, with the name, if it is something else.
fn whole<'py, T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(
    given: Borrowed<'_, 'py, PyAny>,
    name: &str,
) -> PyResult<T> {
    let wanted = || PyTypeError::new_err(format!("{name}: a whole number is wanted, not {}", shown(given)));
    if given.is_instance_of::<PyBool>() {
        return Err(wanted());
    }
    match given.extract::<T>() {
        Err(error) if !error.is_instance_of::<PyOverflowError>(given.py()) => Err(wanted()),
        found => found,
    }
}

/// What was given, shortly.
fn shown(given: Borrowed<'_, '_, PyAny>) -> String {
    const LONGEST: usize = 40;
    let text = given.repr().map_or_else(|_| "something else".to_owned(), |text| text.to_string());
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// Whole numbers, each a type that knows how its argument is called.
macro_rules! named_numbers {
    ($($(#[$about:meta])* $kind:ident($number:ty) = $name:literal;)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub(crate) struct $kind(pub(crate) $number);

        impl<'py> FromPyObject<'_, 'py> for $kind {
            type Error = PyErr;

            fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                whole(given, $name).map(Self).map_err(|error| {
                    if !error.is_instance_of::<PyOverflowError>(given.py()) {
                        return error;
                    }
                    let (least, most) = (<$number>::MIN, <$number>::MAX);
                    told(format!("{} is a whole number from {least} to {most}, not {}", $name, shown(given)))
                })
            }
        }
    )*};
}

named_numbers! {
    /// How many games.
    Games(u64) = "games";
    /// What everything random follows from.
    SeedNumber(u64) = "seed";
    /// How many threads; zero for all of the machine.
    Threads(usize) = "threads";
    /// Plies to look ahead.
    Depth(u32) = "depth";
    /// Positions to visit.
    Nodes(u64) = "nodes";
    /// Random plies of an opening.
    RandomPlies(u32) = "random_plies";
    /// Plies of all openings.
    EveryOpening(u32) = "every_opening";
    /// Plies after which a game ends.
    MaxPlies(u32) = "max_plies";
    /// Simulations of Monte Carlo agents.
    Simulations(u64) = "simulations";
    /// The last year of data.
    Until(u16) = "until";
    /// How many positions.
    Count(u32) = "count";
    /// How many moves are taken back.
    Plies(usize) = "plies";
}

/// The number of a thing among others: however large or small, it is a matter of who looks for it.
#[derive(Clone, Copy)]
pub(crate) struct Index(i64);

impl<'py> FromPyObject<'_, 'py> for Index {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match whole(given, "index") {
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => Ok(Self(i64::MAX)),
            found => found.map(Self),
        }
    }
}

impl Index {
    /// The same, if it can be the number of something that is counted from zero.
    pub(crate) fn number(self) -> Option<u32> {
        u32::try_from(self.0).ok()
    }

    /// Its place among `count` things; numbers below zero count from the end, as everywhere in Python.
    pub(crate) fn among(self, count: usize) -> Option<usize> {
        let place = if self.0 < 0 { self.0.checked_add(i64::try_from(count).ok()?)? } else { self.0 };
        usize::try_from(place).ok().filter(|&place| place < count)
    }
}
