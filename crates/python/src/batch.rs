//! Many positions of one game at once: a loop in Python that asks for the legal moves of all of them and plays one in each
//! costs a few calls for thousands of moves.

use agon_catalog::{AnyPosition, Origin, tile_number};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::{array, room_for};
use crate::errors::told;
use crate::game::Game;
use crate::numbers::{Count, Index};
use crate::position::Position;

/// Positions of one game that are played on together.
#[pyclass(module = "agon")]
pub(crate) struct PositionBatch {
    start: Box<dyn AnyPosition>,
    all: Vec<Box<dyn AnyPosition>>,
    /// The positions that are not over, in order.
    live: Vec<u32>,
}

/// So many positions of one kind, if they fit into memory. Millions of them take seconds, in which Ctrl-C is heard.
fn filled(
    py: Python<'_>,
    count: usize,
    kind: &dyn AnyPosition,
    copy: impl Fn(usize) -> Box<dyn AnyPosition>,
) -> PyResult<Vec<Box<dyn AnyPosition>>> {
    const BETWEEN_LOOKS: usize = 1 << 16;
    room_for(count as u64, size_of_val(kind) + size_of::<Box<dyn AnyPosition>>(), "positions")?;
    let made = |index| {
        if index % BETWEEN_LOOKS == 0 {
            py.check_signals()?;
        }
        Ok(copy(index))
    };
    (0..count).map(made).collect()
}

impl PositionBatch {
    fn find_live(&mut self) {
        let moves = |index: &u32| self.all[*index as usize].status().to_move().is_some();
        self.live = (0..self.all.len() as u32).filter(moves).collect();
    }

    fn play_all(&mut self, numbers: &[u32]) -> PyResult<()> {
        for (at, (&index, &number)) in self.live.iter().zip(numbers).enumerate() {
            if let Err(error) = self.all[index as usize].play_number(number) {
                // All are played, or none.
                for &index in &self.live[..at] {
                    self.all[index as usize].undo();
                }
                return Err(told(format!("position {index}: {error}")));
            }
        }
        let (all, live) = (&self.all, &mut self.live);
        live.retain(|&index| all[index as usize].status().to_move().is_some());
        Ok(())
    }
}

#[pymethods]
impl PositionBatch {
    #[new]
    fn new(py: Python<'_>, game: &Game, count: Count) -> PyResult<Self> {
        let mut start = game.inner.clone().position(&Origin::Start).map_err(told)?;
        if !start.legal_numbers(&mut Vec::new()) {
            return Err(told(format!("the moves of {} have no numbers", game.inner.spec())));
        }
        let all = filled(py, count.0 as usize, &*start, |_| start.copy())?;
        let mut batch = Self { start, all, live: Vec::new() };
        batch.find_live();
        Ok(batch)
    }

    fn __len__(&self) -> usize {
        self.all.len()
    }

    /// The same positions once more, to be played on by themselves.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let all = filled(py, self.all.len(), &*self.start, |index| self.all[index].copy())?;
        Ok(Self { start: self.start.copy(), all, live: self.live.clone() })
    }

    /// Puts these positions into the places of its own: what pickles are made of.
    fn adopt(&mut self, positions: Vec<PyRef<'_, Position>>) -> PyResult<()> {
        let game = self.start.game().spec();
        if positions.len() != self.all.len() || positions.iter().any(|one| one.inner.game().spec() != game) {
            return Err(PyValueError::new_err(format!("{} positions of {game} are wanted", self.all.len())));
        }
        self.all = positions.iter().map(|position| position.inner.copy()).collect();
        self.find_live();
        Ok(())
    }

    fn __getitem__(&self, index: Index) -> PyResult<Position> {
        let missing = || PyIndexError::new_err(format!("there are {} positions", self.all.len()));
        Ok(self.all[index.among(self.all.len()).ok_or_else(missing)?].copy().into())
    }

    /// The numbers of the positions that are not over.
    #[getter]
    fn live<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.live, "uint32", &[self.live.len()])
    }

    /// How many legal moves each position that is not over has, and the numbers of all these moves in a row.
    fn actions<'py>(&mut self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (mut counts, mut numbers) = (Vec::with_capacity(self.live.len()), Vec::new());
        for &index in &self.live {
            let before = numbers.len();
            self.all[index as usize].legal_numbers(&mut numbers);
            counts.push((numbers.len() - before) as u32);
        }
        let flat = array(py, &numbers, "uint32", &[numbers.len()])?;
        Ok((array(py, &counts, "uint32", &[counts.len()])?, flat))
    }

    /// Plays a move in each position that is not over: their numbers as the bytes of 32-bit numbers.
    fn play_bytes(&mut self, bytes: &[u8]) -> PyResult<()> {
        let (numbers, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() || numbers.len() != self.live.len() {
            let (given, live) = (numbers.len(), self.live.len());
            return Err(PyValueError::new_err(format!(
                "{given} moves for {live} positions that are not over"
            )));
        }
        let numbers: Vec<u32> = numbers.iter().map(|number| u32::from_ne_bytes(*number)).collect();
        self.play_all(&numbers)
    }

    /// Puts positions back to the start of the game: all of them, or those with these numbers.
    #[pyo3(signature = (indices=None))]
    fn restart(&mut self, indices: Option<Vec<Index>>) -> PyResult<()> {
        let count = self.all.len();
        let places: Option<Vec<usize>> = match indices {
            None => Some((0..count).collect()),
            Some(indices) => indices.into_iter().map(|index| index.among(count)).collect(),
        };
        // All of them, or none.
        for place in places.ok_or_else(|| PyIndexError::new_err(format!("there are {count} positions")))? {
            self.all[place] = self.start.copy();
        }
        self.find_live();
        Ok(())
    }

    /// Who is to move in each position; -1 where the game is over.
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let status = self.all.iter().map(|position| position.status());
        let movers: Vec<i8> =
            status.map(|status| status.to_move().map_or(-1, |player| player.0 as i8)).collect();
        array(py, &movers, "int8", &[movers.len()])
    }

    /// The points of each player in each position; zeros where the game is not over.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let seats = self.start.game().players();
        let mut points = Vec::with_capacity(self.all.len() * seats);
        for position in &self.all {
            match position.status().outcome() {
                Some(outcome) => points.extend_from_slice(outcome.points.as_slice()),
                None => points.extend(std::iter::repeat_n(0, seats)),
            }
        }
        array(py, &points, "int32", &[self.all.len(), seats])
    }

    /// The boards, an array of positions, rows and columns.
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut tiles = Vec::new();
        self.all.iter().for_each(|position| position.tiles(&mut tiles));
        let view = self.start.view();
        let numbers: Vec<i8> = tiles.into_iter().map(tile_number).collect();
        array(py, &numbers, "int8", &[self.all.len(), view.height(), view.width])
    }
}
