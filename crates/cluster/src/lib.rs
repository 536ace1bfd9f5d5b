//! Jobs on other machines. Original design.
//!
//! ```text
//! driver (this process) -- lines --> bridge (a Python with Ray) -- tasks --> Ray worker -- lines --> agon worker
//! ```
//!
//! The driver cuts a range of jobs into parts of about a second ([`Parts`]) and keeps every worker supplied. The bridge
//! is a small script that comes with the program; it knows Ray and nothing of games. A worker is the same program as
//! the driver ([`work`]): it builds what the settings of the work say once, and answers inputs.
//!
//! Jobs depend on nothing but their numbers, so whatever is lost is run again: Ray runs the tasks of a dead node once
//! more, the bridge those whose process died, and the driver all that a dead bridge had. Every part has a number, and
//! only its first answer counts.
//!
//! `processes:N` are workers of this machine without Ray: the same driver, the same workers, no bridge.

mod address;
mod connection;
mod link;
mod message;
mod parts;
mod processes;
mod ray;
pub mod simulation;
mod worker;

pub use address::Address;
pub use connection::{Connection, Setup};
pub use parts::Parts;
pub use processes::Processes;
pub use worker::work;
