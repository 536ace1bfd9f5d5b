//! Legal moves as tuples of Python that were made before: positions with the same legal moves share them. Original design.
//!
//! A loop in Python asks for the legal moves of every position, and making an object of each takes longer than finding them.
//! Tuples cannot be changed, so that one can be handed out again and again. Each thread keeps as many as have a place of
//! their own in a table of fixed size, two to a bucket. A tuple is kept when it is made for the second time in a row for its
//! bucket: most positions of larger games have moves like no other, and keeping theirs would only cost time.

use std::cell::RefCell;
use std::sync::Arc;

use agon_catalog::AnyGame;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// Buckets of the table, a power of two: enough for all sets of moves of tic-tac-toe, for texts and for numbers.
const BUCKETS: usize = 1024;
/// Longer tuples are hardly ever asked for twice.
const LONGEST: usize = 16;
/// Stands after the last number of a short list.
const NO_MOVE: u8 = u8::MAX;

/// A short list of small numbers, in the order of the moves, a byte for each; it lies beside its tuple, so that looking it up
/// reads one place.
type ShortList = u128;

/// A bucket of the table.
#[derive(Default)]
struct Bucket {
    /// The one that was made last comes first.
    made: [Option<Made>; 2],
    /// The hash of what was asked for last and not kept.
    missed: u64,
}

struct Made {
    numbers: ShortList,
    /// The game whose words the moves are; none for numbers, which are the same in every game.
    game: Option<Arc<dyn AnyGame>>,
    tuple: Py<PyTuple>,
}

impl Made {
    fn is_of(&self, game: Option<&Arc<dyn AnyGame>>, numbers: ShortList) -> bool {
        let same_game = match (&self.game, game) {
            (None, None) => true,
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            _ => false,
        };
        same_game && self.numbers == numbers
    }
}

thread_local! {
    static TABLE: RefCell<Vec<Bucket>> = const { RefCell::new(Vec::new()) };
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

/// The same numbers as a short list; none if they are too many or too large.
fn short(numbers: &[u32]) -> Option<ShortList> {
    let mut list = [NO_MOVE; LONGEST];
    // Whether all are small is asked once.
    let mut seen = 0;
    for (slot, &number) in list.get_mut(..numbers.len())?.iter_mut().zip(numbers) {
        *slot = number as u8;
        seen |= number.saturating_add(1);
    }
    (seen <= u32::from(NO_MOVE)).then_some(u128::from_ne_bytes(list))
}

fn hash_of(game: Option<&Arc<dyn AnyGame>>, numbers: ShortList) -> u64 {
    let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    let address = game.map_or(0, |game| Arc::as_ptr(game).cast::<()>() as usize as u64);
    mix(mix(address, numbers as u64), (numbers >> 64) as u64)
}

fn known_or<'py>(
    py: Python<'py>,
    game: Option<&Arc<dyn AnyGame>>,
    numbers: &[u32],
    make: impl FnOnce() -> PyResult<Bound<'py, PyTuple>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let Some(numbers) = short(numbers) else { return make() };
    let hash = hash_of(game, numbers);
    let bucket = (hash >> 32) as usize % BUCKETS;
    let (known, again) = TABLE.with_borrow_mut(|table| {
        if table.is_empty() {
            table.resize_with(BUCKETS, Bucket::default);
        }
        let Bucket { made, missed } = &mut table[bucket];
        match made.iter().flatten().find(|made| made.is_of(game, numbers)) {
            Some(made) => (Some(made.tuple.clone_ref(py)), false),
            None => (None, std::mem::replace(missed, hash) == hash),
        }
    });
    if let Some(tuple) = known {
        return Ok(tuple.into_bound(py));
    }
    let tuple = make()?;
    if again {
        let made = Made { numbers, game: game.cloned(), tuple: tuple.clone().unbind() };
        let dropped = TABLE.with_borrow_mut(|table| {
            let [first, second] = &mut table[bucket].made;
            std::mem::replace(second, first.replace(made))
        });
        // Outside of the borrow: what is dropped may be the last of a game.
        drop(dropped);
    }
    Ok(tuple)
}
