//! Agents and evaluators that are written in Python: `python(NAME)` in any spec names one. Original design.
//!
//! What is written in Python is kept here by its name and looked up when an agent is made, so that specs stay texts and
//! records, matches and searches know it like everything else.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use agon_catalog::{AgentKind, AnyGame, EvaluatorKind, Registry, TextAgent, TextBoard, TextEvaluator};
use agon_core::spec::{Options, Spec, SpecOption};
use agon_core::{AgentError, Player, ReadError, Score, Think};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::call::raised;
use crate::catalog::loaded;
use crate::errors::told;
use crate::numbers::Index;
use crate::position::Position;

/// The word in specs.
pub(crate) const NAME: &str = "python";

/// What was written in Python, by name.
type Known = Mutex<BTreeMap<String, Door>>;

static AGENTS: Known = Mutex::new(BTreeMap::new());
static EVALUATORS: Known = Mutex::new(BTreeMap::new());

/// Makes what is written in Python, or is it.
struct Door {
    /// Called without arguments it gives an agent of its own for each thread; for evaluators, what is called.
    object: Arc<Py<PyAny>>,
    /// Whether an agent is told its limits too.
    wants_limits: bool,
}

/// Adds both words to a catalog.
pub(crate) fn add(registry: &mut Registry) {
    let name = || SpecOption::text("name", "the name that it was given in Python").bare();
    let kind = AgentKind::new(NAME, "an agent that is written in Python", "python(NAME)");
    let kind = kind.needing("the name that it was given", "python(NAME)").takes(&[name()]);
    registry.add_text_agent(kind, Arc::new(make_agent));
    let kind = EvaluatorKind::new(NAME, "an evaluator that is written in Python").takes(&[name()]);
    registry.add_text_evaluator(kind, Arc::new(make_evaluator));
}

/// Makes an agent known. `maker` gives an agent for each thread.
#[pyfunction]
pub(crate) fn register_agent(name: String, maker: Py<PyAny>, wants_limits: bool) {
    keep(&AGENTS, name, Door { object: Arc::new(maker), wants_limits });
}

/// Makes an evaluator known: a function of a position and a player.
#[pyfunction]
pub(crate) fn register_evaluator(name: String, function: Py<PyAny>) {
    keep(&EVALUATORS, name, Door { object: Arc::new(function), wants_limits: false });
}

/// How a spec names what was registered.
#[pyfunction]
pub(crate) fn door_spec(name: &str) -> String {
    Spec::new(NAME).with_bare(name).to_string()
}

/// A spec with one more argument, or another value for one that it has.
#[pyfunction]
pub(crate) fn with_argument(spec: &str, key: &str, value: &str) -> PyResult<String> {
    let (spec, value): (Spec, Spec) = (spec.parse().map_err(told)?, value.parse().map_err(told)?);
    Ok(spec.merged(&Spec::new("with").with(key, value)).to_string())
}

fn keep(known: &Known, name: String, door: Door) {
    let earlier = known.lock().unwrap_or_else(PoisonError::into_inner).insert(name, door);
    // What is dropped may be code of Python, which is not to meet the lock.
    drop(earlier);
}

fn find(
    known: &Known,
    what: &str,
    options: &Options<'_>,
) -> Result<(String, Arc<Py<PyAny>>, bool), ReadError> {
    let Some(given) = options.given("name") else {
        return Err(ReadError::new(format!("`{NAME}` needs the name of {what}, as in {NAME}(NAME)")));
    };
    let known = known.lock().unwrap_or_else(PoisonError::into_inner);
    match known.get(&given.name.text) {
        Some(door) => Ok((given.name.text.clone(), door.object.clone(), door.wants_limits)),
        None => {
            let names: Vec<_> = known.keys().map(String::as_str).collect();
            Err(given.name.unknown(&format!("{} that was written in Python", &what[3..]), &names))
        }
    }
}

fn make_agent(game: &str, options: &Options<'_>) -> Result<Box<dyn TextAgent>, ReadError> {
    let (name, maker, wants_limits) = find(&AGENTS, "an agent", options)?;
    let made =
        Python::attach(|py| maker.call0(py).map_err(|error| ReadError::new(format!("{name}: {error}"))))?;
    Ok(Box::new(PythonAgent { name, object: made, wants_limits, game: loaded(game)? }))
}

fn make_evaluator(game: &str, options: &Options<'_>) -> Result<Arc<dyn TextEvaluator>, ReadError> {
    let (name, function, _) = find(&EVALUATORS, "an evaluator", options)?;
    Ok(Arc::new(PythonEvaluator { name, function, game: loaded(game)? }))
}

/// What an agent may use for a move.
#[pyclass(frozen, get_all, module = "agon")]
pub(crate) struct Thinking {
    /// Everything random is to follow from it.
    seed: u64,
    /// Plies to look ahead.
    depth: Option<u32>,
    /// Positions to visit.
    nodes: Option<u64>,
    /// In seconds.
    time: Option<f64>,
}

/// An agent written in Python, on a seat.
struct PythonAgent {
    name: String,
    object: Py<PyAny>,
    wants_limits: bool,
    game: Arc<dyn AnyGame>,
}

impl PythonAgent {
    fn ask(&self, py: Python<'_>, board: &dyn TextBoard, think: &Think<'_>) -> PyResult<String> {
        let position = adopted(&self.game, board)?;
        let chosen = if self.wants_limits {
            let budget = think.budget();
            let limits = Thinking {
                seed: think.seed().0,
                depth: budget.depth,
                nodes: budget.nodes,
                time: budget.time.map(|time| time.as_secs_f64()),
            };
            self.object.call_method1(py, "choose", (position, limits))?
        } else {
            self.object.call_method1(py, "choose", (position,))?
        };
        let chosen = chosen.bind(py);
        if let Ok(text) = chosen.cast::<PyString>() {
            return Ok(text.to_cow()?.into_owned());
        }
        let number = chosen.extract::<Index>().map_err(|_| {
            let kind = chosen.get_type();
            PyTypeError::new_err(format!("choose gives a move as text or as a number, not {kind}"))
        })?;
        let missing = || PyValueError::new_err(format!("{chosen} is not the number of a move"));
        number.number().and_then(|number| self.game.numbered_move(number)).ok_or_else(missing)
    }
}

fn adopted(game: &Arc<dyn AnyGame>, board: &dyn TextBoard) -> PyResult<Position> {
    let position = game.clone().adopt(board.typed());
    position.map(Position::from).ok_or_else(|| PyValueError::new_err("a position of another game"))
}

impl TextAgent for PythonAgent {
    fn choose(&mut self, board: &dyn TextBoard, think: &mut Think<'_>) -> Result<String, AgentError> {
        Python::attach(|py| {
            self.ask(py, board, think).map_err(|error| {
                let cause = error.to_string();
                raised(py, &self.name, error);
                AgentError::Failed { agent: self.name.clone(), cause }
            })
        })
    }

    fn new_game(&mut self) {
        Python::attach(|py| {
            let object = self.object.bind(py);
            if object.hasattr("new_game").unwrap_or(false)
                && let Err(error) = object.call_method0("new_game")
            {
                raised(py, &self.name, error);
            }
        });
    }
}

/// An evaluator written in Python.
struct PythonEvaluator {
    name: String,
    function: Arc<Py<PyAny>>,
    game: Arc<dyn AnyGame>,
}

impl PythonEvaluator {
    fn ask(&self, py: Python<'_>, board: &dyn TextBoard, pov: Player) -> PyResult<Score> {
        let position = adopted(&self.game, board)?;
        let given = self.function.call1(py, (position, pov.0))?;
        let points: f64 = given.extract(py).map_err(|error: PyErr| {
            let kind = given.bind(py).get_type();
            let why = match error.is_instance_of::<PyOverflowError>(py) {
                true => "one that is too large for a float".to_owned(),
                false => kind.to_string(),
            };
            PyTypeError::new_err(format!("the evaluator {} gives a number of points, not {why}", self.name))
        })?;
        if points.is_nan() {
            return Err(PyValueError::new_err(format!("the evaluator {} gave nan", self.name)));
        }
        Ok(Score::from_f64(points))
    }
}

impl TextEvaluator for PythonEvaluator {
    fn value(&self, board: &dyn TextBoard, pov: Player) -> Score {
        Python::attach(|py| {
            self.ask(py, board, pov).unwrap_or_else(|error| {
                raised(py, &self.name, error);
                Score::ZERO
            })
        })
    }
}
