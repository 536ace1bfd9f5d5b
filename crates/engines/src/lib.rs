//! Outside programs that play: processes that are talked to line by line, and the protocols of `agon-protocol` over them.
//! Original design.
//!
//! What is said here holds whatever the program does: nobody waits longer than the time that was given, no line and no
//! silence costs more than a little memory, and when a [`Program`] is dropped it is gone, with everything that it started.
//! Should this process die first, even by `kill -9`, a watchdog ends what it left behind.

mod bounded_lines;
mod command_line;
mod outside_engine;
mod program;
mod tail;
#[cfg(unix)]
mod watchdog;

pub use bounded_lines::{BoundedLines, LONGEST_LINE};
pub use command_line::{CommandLine, CommandLineError};
pub use outside_engine::{EngineAnswer, EngineSettings, OutsideEngine, Wire, read_variables};
pub use program::{Ending, Program, Silence, Surroundings};
