//! Game records: one form for every game, as lines of JSON and in a store. Original design.
//!
//! The formats that single games have (WTHOR, GGF, SGF, PSQ, blksgf) are translations to and from [`Record`], which
//! holds what any of them can say: the game, who sat where, the moves as text, how it ended, and what made it.

mod end_store;
mod file;
mod identity;
mod played;
mod record;
mod replay;
mod store;
mod union;

pub use end_store::{EndCounts, EndStore, StoredEnd};
pub use file::{RecordFormat, read_lines, read_records, write_record};
pub use identity::{CopyCounter, fresh_event_id};
pub use record::{End, PROGRAM, Record, SeatRecord};
pub use replay::Replay;
pub use store::{BeginOrResume, BegunEvent, Event, EventSummary, Store, StoreError};
pub use union::{RecordUnion, RenamedEvent};
