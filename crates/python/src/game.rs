//! Games by their specs.

use std::sync::Arc;

use agon_catalog::{AnyGame, Origin};
use agon_core::{LeafCounter, Player};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{array, with_positions};
use crate::call::{attended, doors_of};
use crate::catalog::{CATALOG, loaded};
use crate::errors::told;
use crate::numbers::{Depth, Index, Threads};
use crate::position::Position;

/// A game: its rules, and what is known for it.
#[pyclass(frozen, module = "agon")]
pub(crate) struct Game {
    pub(crate) inner: Arc<dyn AnyGame>,
    spec: String,
}

impl From<Arc<dyn AnyGame>> for Game {
    fn from(inner: Arc<dyn AnyGame>) -> Self {
        Self { spec: inner.spec(), inner }
    }
}

impl Game {
    fn numbers(&self) -> PyResult<u32> {
        let missing = || told(format!("the moves of {} have no numbers", self.spec));
        self.inner.move_numbers().ok_or_else(missing)
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(spec: &str) -> PyResult<Self> {
        Ok(loaded(spec).map_err(told)?.into())
    }

    /// The spec, in its shortest form.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// How many players take part.
    #[getter]
    fn players(&self) -> usize {
        self.inner.players()
    }

    /// What players call the one on this seat, such as `Black`.
    fn player_name(&self, player: Index) -> PyResult<String> {
        let session = self.inner.clone().session(&[], &Origin::Start).map_err(told)?;
        match player.number().filter(|&player| (player as usize) < self.inner.players()) {
            Some(player) => Ok(session.player_name(Player(player as u8))),
            None => {
                let last = self.inner.players() - 1;
                Err(PyIndexError::new_err(format!("players of {} are 0 to {last}", self.spec)))
            }
        }
    }

    /// Every number of a move is below this.
    #[getter]
    fn actions(&self) -> PyResult<u32> {
        self.numbers()
    }

    /// The number of a move.
    fn action(&self, mv: &str) -> PyResult<u32> {
        self.inner.number_of_move(mv).map_err(told)
    }

    /// The move of a number.
    fn move_of(&self, action: Index) -> PyResult<String> {
        let found = action.number().and_then(|action| self.inner.numbered_move(action));
        let missing = || {
            let below = self.inner.move_numbers().unwrap_or(0);
            PyIndexError::new_err(format!("the moves of {} have numbers from 0 below {below}", self.spec))
        };
        found.ok_or_else(missing)
    }

    /// Rows and columns of the board.
    #[getter]
    fn shape(&self) -> PyResult<(usize, usize)> {
        let view = self.start()?.inner.view();
        Ok((view.height(), view.width))
    }

    /// How many colours of pieces there are.
    #[getter]
    fn colors(&self) -> PyResult<usize> {
        Ok(self.start()?.inner.view().colors.len())
    }

    /// The position in which the game begins.
    fn start(&self) -> PyResult<Position> {
        Ok(Position::from(self.inner.clone().position(&Origin::Start).map_err(told)?))
    }

    /// A position by its text, or by the moves that lead to it.
    #[pyo3(signature = (text=None, *, moves=None))]
    fn position(&self, text: Option<&str>, moves: Option<&str>) -> PyResult<Position> {
        let origin = match (text, moves) {
            (None, None) => Origin::Start,
            (Some(text), None) => Origin::Position(text),
            (None, Some(moves)) => Origin::Moves(moves),
            (Some(_), Some(_)) => return Err(told("give a position or the moves that lead to it, not both")),
        };
        Ok(Position::from(self.inner.clone().position(&origin).map_err(told)?))
    }

    /// Names and lines about the agents that can play it.
    fn agents(&self, py: Python<'_>) -> PyResult<Vec<Py<PyDict>>> {
        let about = |kind: agon_catalog::AgentKind| {
            let about = PyDict::new(py);
            about.set_item("name", kind.name)?;
            about.set_item("summary", kind.summary)?;
            about.set_item("example", kind.example)?;
            about.set_item("options", kind.options.iter().map(|option| option.name).collect::<Vec<_>>())?;
            Ok(about.unbind())
        };
        self.inner.agents().into_iter().map(about).collect()
    }

    /// The evaluators that know it: name, summary, options.
    fn evaluators(&self, py: Python<'_>) -> PyResult<Vec<Py<PyDict>>> {
        let about = |kind: agon_catalog::EvaluatorKind| {
            let about = PyDict::new(py);
            about.set_item("name", kind.name)?;
            about.set_item("summary", kind.summary)?;
            about.set_item("options", kind.options.iter().map(|option| option.name).collect::<Vec<_>>())?;
            Ok(about.unbind())
        };
        self.inner.evaluators().into_iter().map(about).collect()
    }

    /// The spec of its strongest agent.
    #[getter]
    fn strongest(&self) -> String {
        self.inner.strongest().to_string()
    }

    /// The spec of the agent that analyses its positions.
    #[pyo3(
        signature = (*, exact=false, every_move=true, threads=Threads(1)),
        text_signature = "($self, *, exact=False, every_move=True, threads=1)"
    )]
    fn analyst(&self, exact: bool, every_move: bool, threads: Threads) -> String {
        self.inner.analyst(agon_catalog::Analysis { exact, every_move, threads: threads.0 }).to_string()
    }

    /// Raises an error that points at the wrong word unless the spec names an agent that can play the game.
    fn check(&self, agent: &str) -> PyResult<()> {
        self.inner.check(agent).map_err(told)
    }

    /// Counts the leaves of the game tree.
    #[pyo3(signature = (depth, *, threads=Threads(1)), text_signature = "($self, depth, *, threads=1)")]
    fn perft(&self, py: Python<'_>, depth: Depth, threads: Threads) -> PyResult<u64> {
        let game = &self.inner;
        let counted = attended(py, Vec::new(), |call| {
            let counter = LeafCounter::new(call.stop.clone());
            game.perft(&Origin::Start, depth.0, threads.0, &counter)
        })?;
        counted.map_err(told)?.ok_or_else(|| told("the count was stopped"))
    }

    /// What models of this game look at; empty if there are none.
    #[getter]
    fn feature_names(&self) -> Vec<String> {
        self.inner.feature_names()
    }

    /// The features of positions, an array of a row for each.
    fn features<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<PyRef<'py, Position>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut numbers = Vec::new();
        with_positions(&positions, |positions| self.inner.features(positions, &mut numbers)).map_err(told)?;
        let columns = self.inner.feature_names().len();
        array(py, &numbers, "float64", &[positions.len(), columns])
    }

    /// The values of positions for the side to move, in points.
    fn values(
        &self,
        py: Python<'_>,
        evaluator: &str,
        positions: Vec<PyRef<'_, Position>>,
    ) -> PyResult<Vec<f64>> {
        let spec: agon_core::spec::Spec = evaluator.parse().map_err(told)?;
        // Copies: an evaluator in Python may ask the positions themselves or play on meanwhile.
        let copies: Vec<_> = positions.iter().map(|position| position.inner.copy()).collect();
        drop(positions);
        let positions: Vec<_> = copies.iter().map(|position| &**position).collect();
        let values =
            attended(py, doors_of([&spec]), |call| self.inner.values(&spec, &positions, &call.stop))?;
        Ok(values.map_err(told)?.into_iter().map(agon_core::Score::to_f64).collect())
    }

    fn __repr__(&self) -> String {
        format!("agon.game({:?})", self.spec)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.spec == other.spec
    }

    fn __hash__(&self) -> u64 {
        self.spec
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().spec.clone(),))
    }
}

/// The families of games, with specs to try.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Vec<Py<PyDict>>> {
    let about = |family: &agon_catalog::Family| {
        let about = PyDict::new(py);
        about.set_item("name", family.name())?;
        about.set_item("summary", family.summary())?;
        about.set_item("examples", family.examples().iter().map(|(spec, _)| *spec).collect::<Vec<_>>())?;
        Ok(about.unbind())
    };
    CATALOG.families().map(about).collect()
}

/// A position from its game, its first position and its moves: what pickles are made of.
#[pyfunction]
pub(crate) fn position_of(spec: &str, start: Option<&str>, moves: Vec<String>) -> PyResult<Position> {
    let origin = start.map_or(Origin::Start, Origin::Position);
    let mut position = loaded(spec).map_err(told)?.position(&origin).map_err(told)?;
    for mv in moves {
        position.play(&mv).map_err(told)?;
    }
    Ok(Position::from(position))
}
