//! Game records: one form for every game, as lines of JSON and in a store. Ours.
//!
//! The formats that single games have (WTHOR, GGF, SGF, PSQ, blksgf) are translations to and from [`Record`], which
//! holds what any of them can say: the game, who sat where, the moves as text, how it ended, and what made it.

mod file;
mod identity;
mod record;
mod replay;
mod store;
mod union;

pub use file::{RecordFormat, read_lines, read_records, write_record};
pub use identity::{Copies, fresh_event_id};
pub use record::{End, PROGRAM, Record, SeatRecord};
pub use replay::Replay;
pub use store::{Begun, Event, EventSummary, Store, StoreError, TakeUp};
pub use union::{Renamed, Union};
