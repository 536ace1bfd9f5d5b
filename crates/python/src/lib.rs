//! Agon for Python: the native half of the package `agon`, as the module `agon._native`. Original design.
//!
//! What Python has to be asked for stands here: positions, agents, doors for agents and evaluators written in Python, and
//! calls that think. Everything else is Python (`crates/python/python/agon`), on top of it. Long calls run on a thread of
//! their own while the interpreter is free for others (`call.rs`).
#![allow(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]

mod agent;
mod arrays;
mod batch;
mod call;
mod catalog;
mod cluster;
mod contest;
mod doors;
mod errors;
mod game;
mod move_tuples;
mod numbers;
mod one_argument;
mod papers;
mod position;
mod records;
mod training;

use pyo3::prelude::*;

/// The native half of `agon`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("AgonError", py.get_type::<errors::AgonError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    one_argument::add_methods(&py.get_type::<position::Position>())?;
    module.add_class::<batch::PositionBatch>()?;
    module.add_class::<agent::Agent>()?;
    module.add_class::<agent::Choice>()?;
    module.add_class::<doors::Thinking>()?;
    module.add_class::<records::Record>()?;
    module.add_class::<records::RecordReader>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::position_of, module)?)?;
    module.add_function(wrap_pyfunction!(agent::choice_of, module)?)?;
    module.add_function(wrap_pyfunction!(doors::register_agent, module)?)?;
    module.add_function(wrap_pyfunction!(doors::register_evaluator, module)?)?;
    module.add_function(wrap_pyfunction!(doors::door_spec, module)?)?;
    module.add_function(wrap_pyfunction!(doors::with_argument, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::work, module)?)?;
    module.add_function(wrap_pyfunction!(contest::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(arrays::random_points, module)?)?;
    module.add_function(wrap_pyfunction!(arrays::random_arrays, module)?)?;
    module.add_function(wrap_pyfunction!(arrays::record_arrays, module)?)?;
    module.add_function(wrap_pyfunction!(arrays::boards, module)?)?;
    module.add_function(wrap_pyfunction!(records::read_records, module)?)?;
    module.add_function(wrap_pyfunction!(records::write_records, module)?)?;
    module.add_function(wrap_pyfunction!(training::recipes, module)?)?;
    module.add_function(wrap_pyfunction!(training::train, module)?)?;
    module.add_function(wrap_pyfunction!(papers::papers, module)?)?;
    module.add_function(wrap_pyfunction!(papers::paper_table, module)?)?;
    Ok(())
}
