//! Positions that Python plays on.

use std::fmt::Write;

use agon_catalog::{AnyPosition, tile_number};
use agon_core::{PlayError, Status, Tile, View};
use agon_plot::board_svg;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::ffi::PyLong_AsLong;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple};

use crate::arrays::array;
use crate::errors::told;
use crate::game::Game;
use crate::move_tuples::{self, Form};
use crate::numbers::{Index, Plies};

/// A position of a game, with the moves that led to it.
#[pyclass(module = "agon")]
pub(crate) struct Position {
    pub(crate) inner: Box<dyn AnyPosition>,
    /// Kept between calls: asking for moves allocates nothing but the answer.
    numbers: Vec<u32>,
}

impl From<Box<dyn AnyPosition>> for Position {
    fn from(inner: Box<dyn AnyPosition>) -> Self {
        Self { inner, numbers: Vec::new() }
    }
}

impl Position {
    /// The legal moves in one form or the other.
    pub(crate) fn listed<'py>(&mut self, py: Python<'py>, form: Form) -> PyResult<Bound<'py, PyTuple>> {
        move_tuples::legal(py, &mut *self.inner, &mut self.numbers, form)
    }

    /// Plays a move by its text or its number.
    pub(crate) fn play_either(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<()> {
        // Nearly always a plain number: looked at first.
        if let Ok(plain) = mv.cast_exact::<PyInt>()
            && let Some(number) = small(plain)
        {
            return self.inner.play_number(number).map_err(refused);
        }
        let played = match mv.cast::<PyString>() {
            Ok(text) => self.inner.play(&text.to_cow()?),
            Err(_) if mv.is_instance_of::<PyBool>() => return Err(not_a_move()),
            Err(_) => match mv.extract::<i64>() {
                Ok(number) => match u32::try_from(number) {
                    Ok(number) => self.inner.play_number(number),
                    Err(_) => return Err(told(format!("{number} is not the number of a move"))),
                },
                Err(error) if error.is_instance_of::<PyOverflowError>(mv.py()) => {
                    return Err(told(format!("{mv} is not the number of a move")));
                }
                Err(_) => return Err(not_a_move()),
            },
        };
        played.map_err(refused)
    }
}

/// The value of a plain number, if it can be the number of a move. Reading it as any number is read takes several calls.
#[allow(unsafe_code, reason = "the one function of the limited API that looks at nothing but the number")]
fn small(number: &Bound<'_, PyInt>) -> Option<u32> {
    // SAFETY: it is a number, and the thread is attached.
    let value = unsafe { PyLong_AsLong(number.as_ptr()) };
    if value == -1 {
        // Too large for it, or really -1.
        drop(PyErr::take(number.py()));
    }
    u32::try_from(value).ok()
}

fn not_a_move() -> PyErr {
    PyTypeError::new_err("a move is a text such as 'f5' or a whole number")
}

/// Why a move was not played.
fn refused(error: PlayError) -> PyErr {
    told(error)
}

#[pymethods]
impl Position {
    /// Its game.
    #[getter]
    fn game(&self) -> Game {
        self.inner.game().into()
    }

    /// The player to move, counted from 0; `None` when the game is over.
    #[getter]
    fn to_move(&self) -> Option<u8> {
        self.inner.status().to_move().map(|player| player.0)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        matches!(self.inner.status(), Status::Over(_))
    }

    /// The points of each player when the game is over.
    #[getter]
    fn points(&self) -> Option<Vec<i32>> {
        self.inner.status().outcome().map(|outcome| outcome.points.as_slice().to_vec())
    }

    /// Each player's share of the win when the game is over.
    #[getter]
    fn shares(&self) -> Option<Vec<f64>> {
        let shares = |share: &u64| *share as f64 / 12.0;
        self.inner
            .status()
            .outcome()
            .map(|outcome| outcome.twelfths().as_slice().iter().map(shares).collect())
    }

    /// The legal moves; none when the game is over.
    fn legal<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.listed(py, Form::Texts)
    }

    /// The position after a move; this one stays as it is.
    fn after(&self, mv: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut next = self.copy();
        next.play_either(mv)?;
        Ok(next)
    }

    /// Takes moves back.
    #[pyo3(signature = (plies=Plies(1)), text_signature = "($self, plies=1)")]
    fn undo(&mut self, plies: Plies) -> PyResult<()> {
        let Plies(plies) = plies;
        if plies == 1 && self.inner.undo() {
            return Ok(());
        }
        let mut earlier = self.inner.copy();
        if let Some(known) = (0..plies).find(|_| !earlier.undo()) {
            let said = format!("{known} moves are known, and {plies} cannot be taken back");
            return Err(PyIndexError::new_err(said));
        }
        self.inner = earlier;
        Ok(())
    }

    /// No game goes on for more plies than this, passes not counted; `None` if nothing is known.
    #[getter]
    fn plies_left(&self) -> Option<u32> {
        Some(self.inner.plies_left()).filter(|&plies| plies != u32::MAX)
    }

    /// The moves that led here, as far as they are known.
    #[getter]
    fn played(&self) -> Vec<String> {
        self.inner.played()
    }

    /// The same once more, to be played on by itself.
    fn copy(&self) -> Self {
        self.inner.copy().into()
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Self {
        self.copy()
    }

    /// The position as text, which `Game.position` reads.
    #[getter]
    fn text(&self) -> String {
        self.inner.text()
    }

    /// A number that tells it from other positions of the same game.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The tiles as an array of rows and columns.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut tiles = Vec::new();
        self.inner.tiles(&mut tiles);
        let view = self.inner.view();
        let numbers: Vec<i8> = tiles.into_iter().map(tile_number).collect();
        array(py, &numbers, "int8", &[view.height(), view.width])
    }

    /// A picture, with the last move marked, or these cells.
    #[pyo3(signature = (*, marked=None))]
    fn svg(&self, marked: Option<Vec<Index>>) -> PyResult<String> {
        let view = self.inner.view();
        let cells = view.tiles.len();
        let missing = || PyIndexError::new_err(format!("marked names cells by their numbers, below {cells}"));
        let marked = match marked {
            None => self.inner.last_footprint(),
            Some(marked) => {
                let places: Option<Vec<usize>> = marked.into_iter().map(|cell| cell.among(cells)).collect();
                places.ok_or_else(missing)?
            }
        };
        Ok(board_svg(&view, &marked))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }

    fn __str__(&self) -> String {
        drawn(&self.inner.view())
    }

    fn __repr__(&self) -> String {
        format!("agon.game({:?}).position({:?})", self.inner.game().spec(), self.inner.text())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner.is_same(&*other.inner)
    }

    fn __hash__(&self) -> u64 {
        self.inner.key()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledPosition)> {
        let maker = py.import("agon._native")?.getattr("position_of")?;
        Ok((maker, (self.inner.game().spec(), self.inner.origin(), self.inner.played())))
    }
}

/// What a position is pickled as: its game, where it began, and its moves.
type PickledPosition = (String, Option<String>, Vec<String>);

/// A board in letters.
fn drawn(view: &View) -> String {
    let widest = view.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let letter = |tile: &Tile| match tile {
        Tile::Held(color) => view.colors.get(usize::from(*color)).map_or('?', |color| color.letter),
        Tile::Start(_) => '+',
        Tile::Empty => '.',
        Tile::Hole => ' ',
    };
    let mut text = String::new();
    for (row, tiles) in view.tiles.chunks(view.width.max(1)).enumerate() {
        let label = view.rows.get(row).map_or("", String::as_str);
        let cells: Vec<_> = tiles.iter().map(|tile| letter(tile).to_string()).collect();
        let _ = writeln!(text, "{label:>widest$} {}", cells.join(" "));
    }
    if !view.columns.is_empty() {
        let _ = writeln!(text, "{:widest$} {}", "", view.columns.join(" "));
    }
    let mover = view.to_move.and_then(|color| view.colors.get(usize::from(color)));
    text + &mover.map_or_else(|| "the game is over".to_owned(), |color| format!("{} to move", color.name))
}
