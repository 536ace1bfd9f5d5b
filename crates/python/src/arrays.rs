//! Arrays of numpy: boards, features, and whole batches of games that were played without Python.
//!
//! Numbers go over as bytes and numpy lays its arrays over them: there is nothing to link, and one binary serves every
//! version of numpy.

use agon_catalog::{AnyPosition, ArrayColumns, GameArrays, tile_number};
use agon_core::{Executor, ReadError, Seed};
use bytemuck::{NoUninit, cast_slice};
use pyo3::exceptions::{PyImportError, PyMemoryError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyTuple};

use crate::call::{Reporter, attended};
use crate::errors::told;
use crate::game::Game;
use crate::numbers::{Games, SeedNumber, Threads};
use crate::position::Position;
use crate::records::Record;

/// Games of a block: each block has random numbers of its own, so that threads change nothing.
const BLOCK: u64 = 512;

/// An array of numpy that can be written to.
pub(crate) fn array<'py, T: NoUninit>(
    py: Python<'py>,
    numbers: &[T],
    dtype: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy").map_err(|error| {
        let missing = PyImportError::new_err("arrays need numpy: pip install numpy");
        missing.set_cause(py, Some(error));
        missing
    })?;
    if numbers.is_empty() {
        return numpy.call_method1("zeros", (PyTuple::new(py, shape)?, dtype));
    }
    let flat = numpy.call_method1("frombuffer", (PyByteArray::new(py, cast_slice(numbers)), dtype))?;
    flat.call_method1("reshape", (PyTuple::new(py, shape)?,))
}

/// Lends positions of Python to who wants them as a slice.
pub(crate) fn with_positions<T>(
    positions: &[PyRef<'_, Position>],
    work: impl FnOnce(&[&dyn AnyPosition]) -> T,
) -> T {
    let lent: Vec<_> = positions.iter().map(|position| &*position.inner).collect();
    work(&lent)
}

/// The boards of positions of one game, an array of positions, rows and columns.
#[pyfunction]
pub(crate) fn boards<'py>(
    py: Python<'py>,
    positions: Vec<PyRef<'py, Position>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(first) = positions.first() else { return array::<i8>(py, &[], "int8", &[0, 0, 0]) };
    let view = first.inner.view();
    let (mut tiles, cells) = (Vec::new(), view.tiles.len());
    for position in &positions {
        let before = tiles.len();
        position.inner.tiles(&mut tiles);
        if tiles.len() - before != cells {
            let (one, other) = (first.inner.game().spec(), position.inner.game().spec());
            return Err(told(format!("boards of one array have one size: {other} is not {one}")));
        }
    }
    let numbers: Vec<i8> = tiles.into_iter().map(tile_number).collect();
    array(py, &numbers, "int8", &[positions.len(), view.height(), view.width])
}

/// An error if so many things of a size do not fit into memory: who runs out of it half-way is ended without a word.
pub(crate) fn room_for(count: u64, bytes: usize, what: &str) -> PyResult<()> {
    let wanted = usize::try_from(count).ok().and_then(|count| count.checked_mul(bytes));
    match wanted.is_some_and(|wanted| Vec::<u8>::new().try_reserve_exact(wanted).is_ok()) {
        true => Ok(()),
        false => Err(PyMemoryError::new_err(format!("{count} {what} are more than fit into memory"))),
    }
}

/// Runs the blocks of a batch on threads; the results come in the order of their blocks.
fn blocks<T: Send>(
    py: Python<'_>,
    (games, Threads(threads)): (u64, Threads),
    progress: Option<Py<PyAny>>,
    play: impl Fn(u64, u64) -> T + Sync,
) -> PyResult<Vec<T>> {
    // A row for each game has to fit at the end: better said before the games than after them.
    room_for(games, size_of::<[i32; 2]>(), "games")?;
    attended(py, Vec::new(), |call| {
        let (mut reporter, mut done) = (Reporter::new(call, progress), 0);
        let mut parts: Vec<(u64, T)> = Vec::new();
        let count = |block: u64| BLOCK.min(games - block * BLOCK);
        let job = |(): &mut (), block| play(block, count(block));
        Executor::new(threads).run(
            0..games.div_ceil(BLOCK),
            || (),
            job,
            |block, part| {
                parts.push((block, part));
                done += count(block);
                reporter.tell(done as f64, games as f64, || format!("{done} of {games} games"))
            },
        );
        parts.sort_unstable_by_key(|(block, _)| *block);
        parts.into_iter().map(|(_, part)| part).collect()
    })
}

/// The points of random games: an array of games and players.
#[pyfunction]
pub(crate) fn random_points<'py>(
    py: Python<'py>,
    game: &Game,
    games: Games,
    seed: SeedNumber,
    threads: Threads,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (inner, Games(games), SeedNumber(seed)) = (&game.inner, games, seed);
    let parts = blocks(py, (games, threads), progress, |block, count| {
        let mut points = Vec::with_capacity(count as usize * inner.players());
        inner.random_points(count, &mut Seed(seed).stream("python/points", block), &mut points);
        points
    })?;
    array(py, &parts.concat(), "int32", &[games as usize, inner.players()])
}

/// Random games as arrays.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called by name from Python")]
pub(crate) fn random_arrays<'py>(
    py: Python<'py>,
    game: &Game,
    games: Games,
    seed: SeedNumber,
    threads: Threads,
    boards: bool,
    features: bool,
    legal: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (Games(games), SeedNumber(seed)) = (games, seed);
    let columns = ArrayColumns { boards, features, legal };
    let parts = blocks(py, (games, threads), progress, |block, count| {
        game.inner.random_arrays(count, &mut Seed(seed).stream("python/arrays", block), columns)
    })?;
    let mut all = GameArrays::default();
    for part in parts {
        all.append(part.map_err(told)?);
    }
    as_dict(py, game, columns, &all)
}

/// Recorded games as arrays.
#[pyfunction]
pub(crate) fn record_arrays<'py>(
    py: Python<'py>,
    game: &Game,
    records: Vec<Py<Record>>,
    boards: bool,
    features: bool,
    legal: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let columns = ArrayColumns { boards, features, legal };
    let spec = game.inner.spec();
    let played = attended(py, Vec::new(), |call| {
        if let Some(other) = records.iter().map(|record| &record.get().inner).find(|one| one.game != spec) {
            return Err(ReadError::new(format!("a record of {}, not of {spec}", other.game)));
        }
        let mut all = game.inner.record_arrays(&[], columns)?;
        for block in records.chunks(BLOCK as usize).take_while(|_| !call.stop.is_set()) {
            let block: Vec<_> = block.iter().map(|record| record.get().inner.clone()).collect();
            all.append(game.inner.record_arrays(&block, columns)?);
        }
        Ok(all)
    })?;
    as_dict(py, game, columns, &played.map_err(told)?)
}

fn as_dict<'py>(
    py: Python<'py>,
    game: &Game,
    columns: ArrayColumns,
    arrays: &GameArrays,
) -> PyResult<Bound<'py, PyDict>> {
    let (games, positions) = (arrays.games(), arrays.moves.len());
    let view = game.inner.clone().position(&agon_catalog::Origin::Start).map_err(told)?.view();
    let seats = game.inner.players();
    let dict = PyDict::new(py);
    dict.set_item("starts", array(py, &arrays.starts, "uint64", &[games])?)?;
    dict.set_item("points", array(py, &arrays.points, "int32", &[games, seats])?)?;
    dict.set_item("twelfths", array(py, &arrays.twelfths, "uint8", &[games, seats])?)?;
    dict.set_item("to_move", array(py, &arrays.to_move, "uint8", &[positions])?)?;
    dict.set_item("actions", array(py, &arrays.moves, "uint32", &[positions])?)?;
    if columns.boards {
        dict.set_item("boards", array(py, &arrays.boards, "int8", &[positions, view.height(), view.width])?)?;
    }
    if columns.features {
        let count = game.inner.feature_names().len();
        dict.set_item("features", array(py, &arrays.features, "float64", &[positions, count])?)?;
    }
    if columns.legal {
        let count = game.inner.move_numbers().unwrap_or(0) as usize;
        dict.set_item("legal", array(py, &arrays.legal, "bool", &[positions, count])?)?;
    }
    Ok(dict)
}
