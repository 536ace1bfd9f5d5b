//! The games that Python knows: those of Agon, with doors for agents and evaluators written in Python.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use agon_arena::Conditions;
use agon_catalog::{AnyGame, Registry};
use agon_core::spec::{Word, duration};
use agon_core::{Budget, ReadError};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::doors;
use crate::errors::told;
use crate::numbers::{Depth, Nodes};

/// Everything by name.
pub(crate) static CATALOG: LazyLock<Registry> = LazyLock::new(|| {
    let mut registry = Registry::standard();
    doors::add(&mut registry);
    registry
});

/// The game that a spec names. Tables are built once, however often it is asked for.
pub(crate) fn loaded(spec: &str) -> Result<Arc<dyn AnyGame>, ReadError> {
    static LOADED: LazyLock<Mutex<HashMap<String, Arc<dyn AnyGame>>>> = LazyLock::new(Mutex::default);
    let known = || LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(game) = known().get(spec) {
        return Ok(game.clone());
    }
    let game = CATALOG.game(spec)?;
    let shortest = game.spec();
    let game = known().entry(shortest).or_insert(game).clone();
    Ok(known().entry(spec.to_owned()).or_insert(game).clone())
}

/// A time: seconds as a number, or as specs write it, `250ms`.
pub(crate) struct Time(Duration);

impl<'py> FromPyObject<'_, 'py> for Time {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = given.extract::<String>() {
            let word = Word::new(text);
            return duration(&word).map(Self).map_err(|error| told(error.within(&word.text)));
        }
        let seconds: f64 = given.extract().map_err(|_| {
            PyTypeError::new_err("time: a number of seconds is wanted, or a text such as '250ms'")
        })?;
        let wrong = |_| told(format!("time is a number of seconds, 0 or more: {seconds} is not a time"));
        Duration::try_from_secs_f64(seconds).map(Self).map_err(wrong)
    }
}

/// Limits as a call gives them, if they leave something to look at.
pub(crate) fn budget(depth: Option<Depth>, nodes: Option<Nodes>, time: Option<Time>) -> PyResult<Budget> {
    let limits = Budget {
        depth: depth.map(|Depth(plies)| plies),
        nodes: nodes.map(|Nodes(count)| count),
        time: time.map(|Time(time)| time),
    };
    Conditions::default().budget(limits).check().map_err(told)?;
    Ok(limits)
}
