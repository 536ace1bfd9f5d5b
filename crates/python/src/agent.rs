//! Agents by their specs, asked about positions.

use std::sync::{Mutex, PoisonError};

use agon_catalog::AnyAgent;
use agon_core::spec::Spec;
use agon_core::{Budget, Rated, Seed, SystemClock, Think};
use pyo3::prelude::*;

use crate::call::{Reporter, attended, doors_of};
use crate::catalog::{Time, budget};
use crate::errors::told;
use crate::numbers::{Depth, Nodes, SeedNumber};
use crate::position::Position;

/// An agent: it chooses moves of positions of any game that it can play.
#[pyclass(frozen, module = "agon")]
pub(crate) struct Agent {
    spec: Spec,
    doors: Vec<String>,
    /// Made for the game that was last asked about; what it has learned of a game stays with it.
    made: Mutex<Option<(String, Box<dyn AnyAgent>)>>,
}

/// What an agent has found out about a position.
#[pyclass(frozen, get_all, module = "agon")]
pub(crate) struct Choice {
    /// The move that it would play.
    r#move: String,
    /// Its value for the side to move, in the unit below.
    value: Option<f64>,
    /// What it counts: points, a chance to win, the distance to the end, or a rating that only compares.
    unit: String,
    /// The value as people say it.
    words: Option<String>,
    /// Whether the value is the proven result of perfect play.
    exact: bool,
    /// How many plies were searched completely.
    depth: u32,
    /// How many positions were visited; for Monte Carlo methods, simulations.
    nodes: u64,
    /// The expected line of play, the move first.
    line: Vec<String>,
    /// Every move that was given a value, the best first: move, value, and whether that is only known to be an upper bound.
    moves: Vec<(String, f64, bool)>,
}

#[pymethods]
impl Choice {
    fn __repr__(&self) -> String {
        let words = self.words.as_deref().unwrap_or("no value");
        let exact = if self.exact { ", proven" } else { "" };
        format!("<{}: {words}{exact}, depth {}, {} nodes>", self.r#move, self.depth, self.nodes)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (PickledChoice,))> {
        let maker = py.import("agon._native")?.getattr("choice_of")?;
        let Self { r#move, value, unit, words, exact, depth, nodes, line, moves } = self;
        let about = (r#move.clone(), *value, unit.clone(), words.clone(), *exact);
        Ok((maker, ((about, (*depth, *nodes, line.clone(), moves.clone())),)))
    }
}

/// What a choice is pickled as: its fields in their order.
type PickledChoice =
    ((String, Option<f64>, String, Option<String>, bool), (u32, u64, Vec<String>, Vec<(String, f64, bool)>));

/// A choice as it was pickled.
#[pyfunction]
pub(crate) fn choice_of(fields: PickledChoice) -> Choice {
    let ((r#move, value, unit, words, exact), (depth, nodes, line, moves)) = fields;
    Choice { r#move, value, unit, words, exact, depth, nodes, line, moves }
}

impl Choice {
    fn new(position: &dyn agon_catalog::AnyPosition, choice: agon_core::Choice<String>) -> Self {
        let mut moves = choice.moves;
        moves.sort_by_key(|rated| std::cmp::Reverse(rated.score));
        let listed = |rated: Rated<String>| (rated.mv, rated.score.to_f64(), rated.at_most);
        Self {
            value: choice.score.map(agon_core::Score::to_f64),
            unit: choice.unit.name().to_owned(),
            words: choice.score.map(|score| position.in_words(score, choice.unit)),
            exact: choice.exact,
            depth: choice.depth,
            nodes: choice.nodes,
            line: choice.line,
            moves: moves.into_iter().map(listed).collect(),
            r#move: choice.mv,
        }
    }
}

impl Agent {
    fn ask(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        (SeedNumber(seed), given): (SeedNumber, Budget),
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Choice> {
        // A copy is thought about: whoever holds the position may ask it or play on meanwhile.
        let copy = position.try_borrow()?.inner.copy();
        let chosen = attended(py, self.doors.clone(), |call| {
            let game = copy.game();
            let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            if made.as_ref().is_none_or(|(known, _)| *known != game.spec()) {
                let agent = game.clone().agent(&self.spec).map_err(|error| error.to_string())?;
                *made = Some((game.spec(), agent));
            }
            let Some((_, agent)) = made.as_mut() else { return Err("there is no agent".to_owned()) };
            let clock = SystemClock::start();
            let mut reporter = Reporter::new(call, progress);
            let mut show = |at: &agon_core::Progress| {
                let of = f64::INFINITY;
                reporter.tell(at.nodes as f64, of, || format!("depth {}, {} nodes", at.depth, at.nodes));
            };
            let mut think =
                Think::new(agent.limits(given), Seed(seed), &clock, call.stop.clone()).on_progress(&mut show);
            agent.choose(&*copy, &mut think).map_err(|error| error.to_string())
        })?;
        Ok(Choice::new(&*copy, chosen.map_err(told)?))
    }
}

#[pymethods]
impl Agent {
    #[new]
    fn new(spec: &str) -> PyResult<Self> {
        let spec: Spec = spec.parse().map_err(told)?;
        Ok(Self { doors: doors_of([&spec]), spec, made: Mutex::default() })
    }

    /// The spec.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// The move that it plays. Limits hold where its spec has none; a time is `"250ms"` or a number of seconds.
    #[pyo3(
        signature = (position, *, seed=SeedNumber(1), depth=None, nodes=None, time=None),
        text_signature = "($self, position, *, seed=1, depth=None, nodes=None, time=None)"
    )]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        seed: SeedNumber,
        depth: Option<Depth>,
        nodes: Option<Nodes>,
        time: Option<Time>,
    ) -> PyResult<String> {
        Ok(self.ask(py, position, (seed, budget(depth, nodes, time)?), None)?.r#move)
    }

    /// The move that it plays, with what it found out.
    #[pyo3(
        signature = (position, *, seed=SeedNumber(1), depth=None, nodes=None, time=None, on_progress=None),
        text_signature = "($self, position, *, seed=1, depth=None, nodes=None, time=None, on_progress=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "given by name in Python")]
    fn think(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        seed: SeedNumber,
        depth: Option<Depth>,
        nodes: Option<Nodes>,
        time: Option<Time>,
        on_progress: Option<Py<PyAny>>,
    ) -> PyResult<Choice> {
        self.ask(py, position, (seed, budget(depth, nodes, time)?), on_progress)
    }

    /// Forgets what it has learned of the last game.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| {
            if let Some((_, agent)) = self.made.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
                agent.new_game();
            }
        });
    }

    fn __repr__(&self) -> String {
        format!("agon.agent({:?})", self.spec.to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().spec(),))
    }
}
