//! Legal moves as tuples of Python that were made before: positions with the same legal moves share them. Original design.
//!
//! A loop in Python asks for the legal moves of every position, and making an object of each takes longer than finding them.
//! Tuples cannot be changed, so that one can be handed out again and again. Each thread keeps as many as have a place of
//! their own in a table of fixed size. A tuple is kept when it is made for the second time in a row for its place: most
//! positions of larger games have moves like no other, and keeping theirs would only cost time.

use std::cell::RefCell;
use std::sync::Arc;

use agon_catalog::AnyGame;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// Places of the table, a power of two: enough for all sets of moves of tic-tac-toe, for texts and for numbers.
const PLACES: usize = 2048;
/// Longer tuples are hardly ever asked for twice.
const LONGEST: usize = 64;

/// A place of the table.
#[derive(Default)]
struct Place {
    made: Option<Made>,
    /// The hash of what was asked for last and not kept.
    missed: u64,
}

struct Made {
    /// The game whose words the moves are; none for numbers, which are the same in every game.
    game: Option<Arc<dyn AnyGame>>,
    numbers: Box<[u32]>,
    tuple: Py<PyTuple>,
}

impl Made {
    fn is_of(&self, game: Option<&Arc<dyn AnyGame>>, numbers: &[u32]) -> bool {
        let same_game = match (&self.game, game) {
            (None, None) => true,
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            _ => false,
        };
        same_game && *self.numbers == *numbers
    }
}

thread_local! {
    static TABLE: RefCell<Vec<Place>> = const { RefCell::new(Vec::new()) };
}

/// The numbers as a tuple.
pub(crate) fn of_numbers<'py>(py: Python<'py>, numbers: &[u32]) -> PyResult<Bound<'py, PyTuple>> {
    known_or(py, None, numbers, || PyTuple::new(py, numbers))
}

/// The moves of these numbers as a tuple of texts.
pub(crate) fn of_texts<'py>(
    py: Python<'py>,
    game: Arc<dyn AnyGame>,
    numbers: &[u32],
) -> PyResult<Bound<'py, PyTuple>> {
    let text = |&number: &u32| PyString::new(py, &game.numbered_move(number).unwrap_or_default());
    known_or(py, Some(&game), numbers, || PyTuple::new(py, numbers.iter().map(text)))
}

fn known_or<'py>(
    py: Python<'py>,
    game: Option<&Arc<dyn AnyGame>>,
    numbers: &[u32],
    make: impl FnOnce() -> PyResult<Bound<'py, PyTuple>>,
) -> PyResult<Bound<'py, PyTuple>> {
    if numbers.len() > LONGEST {
        return make();
    }
    let address = game.map_or(0, |game| Arc::as_ptr(game).cast::<()>() as usize as u64);
    let mix = |hash: u64, number: u64| (hash.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    let hash = numbers.iter().fold(mix(0, address), |hash, &number| mix(hash, u64::from(number)));
    let place = (hash >> 32) as usize % PLACES;
    let (known, again) = TABLE.with_borrow_mut(|table| {
        if table.is_empty() {
            table.resize_with(PLACES, Place::default);
        }
        let place = &mut table[place];
        if let Some(made) = place.made.as_ref().filter(|made| made.is_of(game, numbers)) {
            return (Some(made.tuple.clone_ref(py)), false);
        }
        (None, std::mem::replace(&mut place.missed, hash) == hash)
    });
    if let Some(tuple) = known {
        return Ok(tuple.into_bound(py));
    }
    let tuple = make()?;
    if again {
        let made = Made { game: game.cloned(), numbers: numbers.into(), tuple: tuple.clone().unbind() };
        let earlier = TABLE.with_borrow_mut(|table| table[place].made.replace(made));
        // Outside of the borrow: what is dropped may be the last of a game.
        drop(earlier);
    }
    Ok(tuple)
}
