//! How games come out of the store. What cannot have been written like this is an error that names its row. Original design.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::types::FromSql;
use rusqlite::{Connection, Row};
use serde::de::DeserializeOwned;

use super::events::EventSummary;
use super::open::SchemaForm;
use super::{Store, StoreError};
use crate::record::{Record, SeatRecord, without_place};

const SEATS: &str = "SELECT seat, spec, moves, nodes, micros FROM seats LEFT JOIN players ON player = players.id \
    WHERE record = ? ORDER BY seat";

impl Store {
    /// The numbers of the games of a match.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn numbers(&self, event: &str) -> Result<BTreeSet<u64>, StoreError> {
        let mut numbers = BTreeSet::new();
        self.for_each(Some(event), |record| {
            numbers.extend(record.number);
            true
        })?;
        Ok(numbers)
    }

    /// Hands over the games one by one, those of a match in the order of their numbers; `each` may answer `false` to
    /// see no more.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn for_each(&self, event: Option<&str>, each: impl FnMut(Record) -> bool) -> Result<(), StoreError> {
        // Matches and games of one moment, however many are added meanwhile.
        let moment = self.connection.unchecked_transaction().map_err(self.fail())?;
        self.for_each_in(&moment, event, each)
    }

    pub(super) fn for_each_in(
        &self,
        connection: &Connection,
        event: Option<&str>,
        mut each: impl FnMut(Record) -> bool,
    ) -> Result<(), StoreError> {
        let events: BTreeMap<i64, EventSummary> = self.event_rows(connection)?.into_iter().collect();
        let wanted =
            event.map(|name| events.iter().find(|(_, event)| event.name == name).map(|(row, _)| *row));
        if wanted == Some(None) {
            return Ok(());
        }
        let fail = self.fail();
        let date = if self.form == SchemaForm::Current { "date" } else { "NULL AS date" };
        let select = format!(
            "SELECT id, match, game, start, opening, moves, ended, number, round, seed, program, {date} FROM games \
             WHERE ?1 IS NULL OR match = ?1 ORDER BY match, number, id"
        );
        let mut statement = connection.prepare(&select).map_err(&fail)?;
        let mut seats = connection.prepare(SEATS).map_err(&fail)?;
        let mut rows = statement.query([wanted.flatten()]).map_err(&fail)?;
        while let Some(row) = rows.next().map_err(&fail)? {
            let cells =
                StoredRow { row, path: &self.path, table: "games", number: row.get("id").map_err(&fail)? };
            let mut record = cells.game(&events)?;
            let mut sat = seats.query([cells.number]).map_err(&fail)?;
            while let Some(row) = sat.next().map_err(&fail)? {
                let cells = StoredRow { row, table: "seats", ..cells };
                cells.seat(&mut record)?;
            }
            record.check().map_err(|error| cells.damaged(error.message))?;
            if !each(record) {
                break;
            }
        }
        Ok(())
    }
}

/// A row, and what to call it if it is damaged: a row of `seats` is called by the number of its game.
#[derive(Clone, Copy)]
pub(super) struct StoredRow<'a> {
    pub(super) row: &'a Row<'a>,
    pub(super) path: &'a str,
    pub(super) table: &'static str,
    pub(super) number: i64,
}

impl StoredRow<'_> {
    fn damaged(&self, cause: String) -> StoreError {
        StoreError::Damaged { path: self.path.to_owned(), table: self.table, row: self.number, cause }
    }

    pub(super) fn get<T: FromSql>(&self, column: &str) -> Result<T, StoreError> {
        self.row.get(column).map_err(|error| self.damaged(format!("`{column}`: {error}")))
    }

    /// A count, which is never negative.
    fn whole(&self, column: &str) -> Result<Option<u64>, StoreError> {
        let number: Option<i64> = self.get(column)?;
        let whole = number.map(|number| {
            u64::try_from(number)
                .map_err(|_| self.damaged(format!("`{column}` is {number}, which is no count")))
        });
        whole.transpose()
    }

    /// All 64 bits of a seed.
    pub(super) fn seed(&self) -> Result<Option<u64>, StoreError> {
        Ok(self.get::<Option<i64>>("seed")?.map(i64::cast_unsigned))
    }

    fn json<T: DeserializeOwned>(&self, column: &str) -> Result<T, StoreError> {
        let text: String = self.get(column)?;
        serde_json::from_str(&text).map_err(|error| {
            let (at, wrong) = (error.column(), without_place(&error));
            self.damaged(format!("`{column}`: {wrong}, at character {at}"))
        })
    }

    /// A game without its seats.
    fn game(&self, events: &BTreeMap<i64, EventSummary>) -> Result<Record, StoreError> {
        let opening = self.whole("opening")?.and_then(|plies| usize::try_from(plies).ok());
        let mut record = Record {
            start: self.get("start")?,
            opening: opening.ok_or_else(|| self.damaged("`opening` is no count".to_owned()))?,
            number: self.whole("number")?,
            round: self.whole("round")?,
            seed: self.seed()?,
            program: self.get("program")?,
            date: self.get("date")?,
            ..Record::new(self.get("game")?, Vec::new(), self.json("moves")?, self.json("ended")?)
        };
        if let Some(row) = self.get::<Option<i64>>("match")? {
            let event = events.get(&row);
            let event = event.ok_or_else(|| self.damaged(format!("there is no row {row} in `matches`")))?;
            record.set_origin(&event.id, &event.name);
            record.date = record.date.or_else(|| event.date());
        }
        Ok(record)
    }

    /// Seats the next player.
    fn seat(&self, record: &mut Record) -> Result<(), StoreError> {
        let expected = record.agents.len() as u64;
        if self.whole("seat")? != Some(expected) {
            return Err(self.damaged(format!("seat {expected} is missing")));
        }
        record.agents.push(self.get("spec")?);
        match (self.whole("moves")?, self.whole("nodes")?, self.whole("micros")?) {
            (Some(moves), Some(nodes), Some(micros)) => {
                record.seats.push(SeatRecord { moves, nodes, micros });
            }
            (None, None, None) => {}
            _ => return Err(self.damaged(format!("seat {expected} says only in part what it used"))),
        }
        Ok(())
    }
}
