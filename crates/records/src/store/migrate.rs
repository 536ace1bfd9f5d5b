//! From the first version of stores to this one. There, matches were known by their names and games by match and
//! number, so that games of two matches of one name could not live together. Original design.

use rusqlite::Transaction;

use super::insert::{self, KnownRows};
use super::open::SCHEMA;
use super::{Store, StoreError, events};
use crate::identity::CopyCounter;

const TABLES: [&str; 4] = ["seats", "games", "players", "matches"];

/// Reads everything under its old form, and writes it again under the new one.
pub(super) fn from_first(store: &Store, transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let fail = store.fail();
    let events = store.event_rows(transaction)?;
    let mut records = Vec::new();
    store.for_each_in(transaction, None, |record| {
        records.push(record);
        true
    })?;
    for table in TABLES {
        transaction.execute_batch(&format!("DROP TABLE {table}")).map_err(&fail)?;
    }
    transaction.execute_batch(SCHEMA).map_err(&fail)?;
    let (mut known, mut copies) = (KnownRows::default(), CopyCounter::default());
    for (_, event) in &events {
        events::adopt(transaction, event, &mut known.renamed).map_err(&fail)?;
    }
    insert::all(transaction, &mut known, &mut copies, &records).map_err(&fail)?;
    Ok(())
}
