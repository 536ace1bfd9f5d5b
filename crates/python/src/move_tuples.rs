//! Legal moves as tuples of Python that were made before: positions with the same legal moves share them. Original design.
//!
//! A loop in Python asks for the legal moves of every position, and making an object of each takes longer than finding them.
//! Tuples cannot be changed, so that one can be handed out again and again; where a word tells the moves they are not even
//! listed. Each thread keeps as many as have a place of their own in a table of fixed size, two to a bucket. A tuple is kept
//! when it is made for the second time in a row for its bucket: most positions of larger games have moves like no other, and
//! keeping theirs would only cost time.

use std::cell::RefCell;
use std::sync::Arc;

use agon_catalog::{AnyGame, AnyPosition};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::told;

/// Buckets of the table, a power of two: enough for all sets of moves of tic-tac-toe, for texts and for numbers.
const BUCKETS: usize = 1024;
/// Longer tuples are hardly ever asked for twice.
const LONGEST: usize = 16;
/// Stands after the last number of a short list.
const NO_MOVE: u8 = u8::MAX;

/// What moves are handed out as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Numbers,
    Texts,
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    /// A word from which the moves follow in their game, or a short list of small numbers in the order of the moves, a byte
    /// for each.
    moves: u128,
    /// The address of the game; zero for listed numbers, which are the same in every game.
    game: usize,
    form: Form,
    is_word: bool,
}

impl Key {
    fn hash(&self) -> u64 {
        let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        let begun = self.game as u64 ^ self.form as u64;
        mix(mix(begun, self.moves as u64), (self.moves >> 64) as u64)
    }
}

/// A bucket of the table.
#[derive(Default)]
struct Bucket {
    /// The hashes of what is kept: they lie side by side, and most of what is not here is known by them.
    hashes: [u64; 2],
    /// The hash of what was asked for last and not kept.
    missed: u64,
    /// The one that was made last comes first.
    made: [Option<Made>; 2],
}

struct Made {
    key: Key,
    tuple: Py<PyTuple>,
    /// Held, so that no other game comes to lie at its address.
    _game: Arc<dyn AnyGame>,
}

thread_local! {
    static TABLE: RefCell<Vec<Bucket>> = const { RefCell::new(Vec::new()) };
}

/// The legal moves of a position; `numbers` is a buffer that the caller keeps.
pub(crate) fn legal<'py>(
    py: Python<'py>,
    position: &mut dyn AnyPosition,
    numbers: &mut Vec<u32>,
    form: Form,
) -> PyResult<Bound<'py, PyTuple>> {
    if let Some(word) = position.moves_word() {
        let key = Key { moves: word.into(), game: position.game_address(), form, is_word: true };
        return known_or(py, key, position, |position| {
            list(position, numbers);
            made(py, position, numbers, form)
        });
    }
    if !list(position, numbers) {
        return match form {
            Form::Numbers => Err(told(format!("the moves of {} have no numbers", position.game().spec()))),
            Form::Texts => PyTuple::new(py, position.legal()),
        };
    }
    let Some(short) = short(numbers) else { return made(py, position, numbers, form) };
    let game = if form == Form::Texts { position.game_address() } else { 0 };
    let key = Key { moves: short, game, form, is_word: false };
    known_or(py, key, position, |position| made(py, position, numbers, form))
}

/// `false` if the moves of the game have no numbers.
fn list(position: &mut dyn AnyPosition, numbers: &mut Vec<u32>) -> bool {
    numbers.clear();
    position.legal_numbers(numbers)
}

/// A new tuple of the moves of these numbers.
fn made<'py>(
    py: Python<'py>,
    position: &dyn AnyPosition,
    numbers: &[u32],
    form: Form,
) -> PyResult<Bound<'py, PyTuple>> {
    match form {
        Form::Numbers => PyTuple::new(py, numbers),
        Form::Texts => {
            let game = position.game();
            let text = |&number: &u32| PyString::new(py, &game.numbered_move(number).unwrap_or_default());
            PyTuple::new(py, numbers.iter().map(text))
        }
    }
}

/// The same numbers as a short list; none if they are too many or too large.
fn short(numbers: &[u32]) -> Option<u128> {
    let mut list = [NO_MOVE; LONGEST];
    // Whether all are small is asked once.
    let mut seen = 0;
    for (slot, &number) in list.get_mut(..numbers.len())?.iter_mut().zip(numbers) {
        *slot = number as u8;
        seen |= number.saturating_add(1);
    }
    (seen <= u32::from(NO_MOVE)).then_some(u128::from_ne_bytes(list))
}

fn known_or<'py>(
    py: Python<'py>,
    key: Key,
    position: &mut dyn AnyPosition,
    make: impl FnOnce(&mut dyn AnyPosition) -> PyResult<Bound<'py, PyTuple>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let hash = key.hash();
    let bucket = (hash >> 32) as usize % BUCKETS;
    let (known, again) = TABLE.with_borrow_mut(|table| {
        if table.is_empty() {
            table.resize_with(BUCKETS, Bucket::default);
        }
        let Bucket { hashes, missed, made } = &mut table[bucket];
        let kept = hashes.iter().zip(made).filter(|(kept, _)| **kept == hash);
        match kept.filter_map(|(_, made)| made.as_ref()).find(|made| made.key == key) {
            Some(made) => (Some(made.tuple.clone_ref(py)), false),
            None => (None, std::mem::replace(missed, hash) == hash),
        }
    });
    if let Some(tuple) = known {
        return Ok(tuple.into_bound(py));
    }
    let tuple = make(position)?;
    if again {
        let made = Made { key, tuple: tuple.clone().unbind(), _game: position.game() };
        let dropped = TABLE.with_borrow_mut(|table| {
            let Bucket { hashes, made: [first, second], .. } = &mut table[bucket];
            *hashes = [hash, hashes[0]];
            std::mem::replace(second, first.replace(made))
        });
        // Outside of the borrow: what is dropped may be the last of a game.
        drop(dropped);
    }
    Ok(tuple)
}
