//! Matches and tournaments in a store: beginning them, going on with them, listing them. Original design.

use agon_files::{FileLock, Fingerprint, digest};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::open::SchemaForm;
use super::read::StoredRow;
use super::{Store, StoreError};
use crate::identity::{fresh_event_id, id_of_name};
use crate::record::{PROGRAM, Record};
use crate::union::{RenamedEvent, free_name};

/// A match or tournament that is about to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name, unique in a store; without one it becomes the next `match N`.
    pub name: Option<String>,
    /// The spec of its game.
    pub game: String,
    /// All that decides which games are played, as the text of a [`Fingerprint`].
    pub plan: String,
    /// Everything random in its games follows from it.
    pub seed: u64,
}

/// Whether a match must be new or already in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginOrResume {
    /// A match of that name must not be in the store.
    Begin,
    /// A match of that name must be in the store.
    Resume,
    /// Continues a match of that name, or begins one.
    Any,
}

/// A match or tournament that was begun in a store: games can be added to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BegunEvent {
    /// What its games carry as [`event_id`](Record::event_id).
    pub id: String,
    /// Its name in the store.
    pub name: String,
}

impl BegunEvent {
    /// A game as one of this match.
    #[must_use]
    pub fn game(&self, record: Record) -> Record {
        Record { event: Some(self.name.clone()), event_id: Some(self.id.clone()), ..record }
    }
}

/// What a store knows of a match or tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventSummary {
    /// What tells it from every other, in any store.
    pub id: String,
    /// Its name in this store.
    pub name: String,
    /// The spec of its game.
    pub game: String,
    /// Its plan; empty if it was not played here.
    pub plan: String,
    /// Its seed, if it has one.
    pub seed: Option<u64>,
    /// The program that began it, if one did.
    pub program: Option<String>,
    /// When it was begun, in universal time.
    pub created: Option<String>,
    /// Games in the store.
    pub games: u64,
}

impl EventSummary {
    /// The day on which it was begun.
    pub(super) fn date(&self) -> Option<String> {
        self.created.as_ref().and_then(|created| created.get(..10)).map(str::to_owned)
    }
}

impl Store {
    /// Begins a match or goes on with it. Of several processes only one gets a name, and a match is played by one at a
    /// time: it is held until the store is closed.
    ///
    /// # Errors
    /// If the name is taken or not there, whichever is not wanted, or taken by a match with another plan; if another
    /// process plays it.
    pub fn begin(&mut self, event: &Event, how: BeginOrResume) -> Result<BegunEvent, StoreError> {
        let begun = self.take_up(event, how)?;
        self.hold(&begun)?;
        Ok(begun)
    }

    /// Keeps others from playing the same match: both would play all games that are missing.
    fn hold(&mut self, begun: &BegunEvent) -> Result<(), StoreError> {
        let Some(path) = self.location.path().filter(|_| !self.held.contains_key(&begun.id)) else {
            return Ok(());
        };
        let lock = FileLock::beside(path, &digest(&begun.id)).map_err(|error| StoreError::Unfit {
            path: error.path.display().to_string(),
            cause: error.source.to_string(),
        })?;
        let in_use = || StoreError::InUse { path: self.path.clone(), name: begun.name.clone() };
        let lock = lock.ok_or_else(in_use)?;
        self.held.insert(begun.id.clone(), lock);
        Ok(())
    }

    fn take_up(&self, event: &Event, how: BeginOrResume) -> Result<BegunEvent, StoreError> {
        let fresh = fresh_event_id()
            .map_err(|error| StoreError::Unfit { path: self.path.clone(), cause: error.to_string() })?;
        let (path, found) =
            (self.path.clone(), self.write(|transaction| take_up(transaction, event, how, fresh))?);
        match found {
            EventLookup::Begun(begun) => Ok(begun),
            EventLookup::There { name, .. } if how == BeginOrResume::Begin => {
                Err(StoreError::Taken { path, name })
            }
            EventLookup::There { id, name, plan } => match difference(event, &plan) {
                None => Ok(BegunEvent { id, name }),
                Some(difference) => Err(StoreError::OtherPlan { path, name, difference }),
            },
            EventLookup::Nothing { name } => Err(StoreError::Missing { path, name }),
        }
    }

    /// Takes over what another store knows of matches: their plans, with which they can be gone on with.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn adopt(&mut self, events: &[EventSummary]) -> Result<(), StoreError> {
        let mut renamed = Vec::new();
        self.write(|transaction| {
            events.iter().try_for_each(|event| adopt(transaction, event, &mut renamed).map(|_| ()))
        })?;
        self.known.renamed.extend(renamed);
        Ok(())
    }

    /// The matches, in the order in which they came.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn events(&self) -> Result<Vec<EventSummary>, StoreError> {
        let moment = self.connection.unchecked_transaction().map_err(self.fail())?;
        let mut count = moment.prepare("SELECT count(*) FROM games WHERE match = ?").map_err(self.fail())?;
        let counted = self.event_rows(&moment)?.into_iter().map(|(row, event)| {
            let games: i64 = count.query_row([row], |row| row.get(0)).map_err(self.fail())?;
            Ok(EventSummary { games: games.unsigned_abs(), ..event })
        });
        counted.collect()
    }

    /// How many games belong to no match.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn games_of_no_match(&self) -> Result<u64, StoreError> {
        let count = "SELECT count(*) FROM games WHERE match IS NULL";
        let games: i64 = self.connection.query_row(count, [], |row| row.get(0)).map_err(self.fail())?;
        Ok(games.unsigned_abs())
    }

    /// The matches with the numbers of their rows; their games are not counted.
    pub(super) fn event_rows(&self, connection: &Connection) -> Result<Vec<(i64, EventSummary)>, StoreError> {
        let fail = self.fail();
        let identity = if self.form == SchemaForm::Current { "identity" } else { "NULL AS identity" };
        let select = format!(
            "SELECT id, {identity}, name, game, plan, seed, program, created FROM matches ORDER BY id"
        );
        let mut statement = connection.prepare(&select).map_err(&fail)?;
        let mut rows = statement.query([]).map_err(&fail)?;
        let mut events = Vec::new();
        while let Some(row) = rows.next().map_err(&fail)? {
            let number = row.get("id").map_err(&fail)?;
            let cells = StoredRow { row, path: &self.path, table: "matches", number };
            let event = EventSummary {
                id: cells.get::<Option<String>>("identity")?.unwrap_or_default(),
                name: cells.get("name")?,
                game: cells.get("game")?,
                plan: cells.get("plan")?,
                seed: cells.seed()?,
                program: cells.get("program")?,
                created: cells.get("created")?,
                games: 0,
            };
            events.push((number, if self.form == SchemaForm::Current { event } else { of_first(event) }));
        }
        Ok(events)
    }
}

/// What a store of the first version says of a match. One that was imported has a made-up date and seed.
fn of_first(mut event: EventSummary) -> EventSummary {
    if event.plan.is_empty() {
        let seed = event.seed.filter(|&seed| seed != 0);
        return EventSummary { id: id_of_name(&event.name), seed, program: None, created: None, ..event };
    }
    let EventSummary { name, game, plan, seed, program, created, .. } = &event;
    let row = serde_json::json!(["match 1", name, game, plan, seed, program, created]);
    event.id = digest(row.to_string());
    event
}

/// What is there under the name of a match.
enum EventLookup {
    Begun(BegunEvent),
    There { id: String, name: String, plan: String },
    Nothing { name: String },
}

fn take_up(
    transaction: &Transaction<'_>,
    event: &Event,
    how: BeginOrResume,
    fresh: String,
) -> rusqlite::Result<EventLookup> {
    let name = match &event.name {
        Some(name) => name.clone(),
        None => next_name(transaction)?,
    };
    let select = "SELECT identity, plan FROM matches WHERE name = ?";
    let there = |row: &rusqlite::Row<'_>| {
        Ok(EventLookup::There { id: row.get(0)?, name: name.clone(), plan: row.get(1)? })
    };
    if let Some(found) = transaction.query_row(select, [&name], there).optional()? {
        return Ok(found);
    }
    if how == BeginOrResume::Resume {
        return Ok(EventLookup::Nothing { name });
    }
    let insert = "INSERT INTO matches (identity, name, game, plan, seed, program, created) \
        VALUES (?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP)";
    let Event { game, plan, seed, .. } = event;
    transaction.execute(insert, params![fresh, name, game, plan, seed.cast_signed(), PROGRAM])?;
    Ok(EventLookup::Begun(BegunEvent { id: fresh, name }))
}

/// The first of `match 1`, `match 2` and so on after the matches that are there which is not taken.
fn next_name(transaction: &Transaction<'_>) -> rusqlite::Result<String> {
    let next = "SELECT coalesce(max(id), 0) + 1 FROM matches";
    let mut next: i64 = transaction.query_row(next, [], |row| row.get(0))?;
    while is_taken(transaction, &format!("match {next}"))? {
        next += 1;
    }
    Ok(format!("match {next}"))
}

fn is_taken(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    connection.prepare("SELECT 1 FROM matches WHERE name = ?")?.exists([name])
}

/// The row of a match, made under a name of its own if it is new. A plan that was not known before is kept.
pub(super) fn adopt(
    connection: &Connection,
    event: &EventSummary,
    renamed: &mut Vec<RenamedEvent>,
) -> rusqlite::Result<i64> {
    let EventSummary { id, name, game, plan, seed, program, created, .. } = event;
    let find = "SELECT id FROM matches WHERE identity = ?";
    if let Some(row) = connection.query_row(find, [id], |row| row.get(0)).optional()? {
        let learn =
            "UPDATE matches SET plan = ?2, seed = ?3, program = ?4, created = ?5 WHERE id = ?1 AND plan = ''";
        if !plan.is_empty() {
            connection.execute(learn, params![row, plan, seed.map(u64::cast_signed), program, created])?;
        }
        return Ok(row);
    }
    let mut failure = None;
    let free = free_name(name, |name| {
        is_taken(connection, name).unwrap_or_else(|error| {
            failure = Some(error);
            false
        })
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let insert = "INSERT INTO matches (identity, name, game, plan, seed, program, created) VALUES (?, ?, ?, ?, ?, ?, ?)";
    connection
        .execute(insert, params![id, free, game, plan, seed.map(u64::cast_signed), program, created])?;
    renamed.extend(RenamedEvent::unless_equal(name, &free));
    Ok(connection.last_insert_rowid())
}

/// What is different about a plan that is there; nothing if it is the same.
fn difference(event: &Event, plan: &str) -> Option<String> {
    if event.plan == plan {
        return None;
    }
    let said = |ours: &str| ours.parse::<Fingerprint>().ok()?.difference(&plan.parse().ok()?, "the store");
    Some(
        said(&event.plan).unwrap_or_else(|| "it was begun by another version, or not played here".to_owned()),
    )
}
