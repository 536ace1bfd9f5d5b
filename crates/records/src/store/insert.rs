//! How games get into the store.

use std::collections::HashMap;

use rusqlite::{Connection, Statement, params};

use super::events::{self, EventSummary};
use crate::identity::CopyCounter;
use crate::record::{Record, SeatRecord};
use crate::union::RenamedEvent;

const ADD_GAME: &str = "INSERT INTO games \
    (identity, match, number, round, game, start, opening, moves, ended, seed, program, date) \
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (identity) DO NOTHING";
const ADD_PLAYER: &str = "INSERT INTO players (game, spec) VALUES (?, ?) ON CONFLICT DO NOTHING";
const FIND_PLAYER: &str = "SELECT id FROM players WHERE game = ? AND spec = ?";
const ADD_SEAT: &str =
    "INSERT INTO seats (record, seat, player, twelfths, moves, nodes, micros) VALUES (?, ?, ?, ?, ?, ?, ?)";

/// Rows that were looked up before: none of them ever goes away.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownRows {
    matches: HashMap<String, i64>,
    players: HashMap<String, HashMap<String, i64>>,
    pub(super) renamed: Vec<RenamedEvent>,
}

/// Adds games that are not there yet; how many these are.
pub(super) fn all(
    connection: &Connection,
    known: &mut KnownRows,
    copies: &mut CopyCounter,
    records: &[Record],
) -> rusqlite::Result<u64> {
    let (game, seat) = (connection.prepare(ADD_GAME)?, connection.prepare(ADD_SEAT)?);
    let mut inserter = Inserter { connection, known, game, seat };
    let mut added = 0;
    for record in records {
        added += u64::from(inserter.add(record, &copies.identity(record))?);
    }
    Ok(added)
}

/// What a batch of games uses again and again.
struct Inserter<'c> {
    connection: &'c Connection,
    known: &'c mut KnownRows,
    game: Statement<'c>,
    seat: Statement<'c>,
}

impl Inserter<'_> {
    /// Adds a game; whether it was not there.
    fn add(&mut self, record: &Record, identity: &str) -> rusqlite::Result<bool> {
        let event = self.match_of(record)?;
        let added = self.game.execute(params![
            identity,
            event,
            record.number.map(count).transpose()?,
            record.round.map(count).transpose()?,
            record.game,
            record.start,
            count(record.opening as u64)?,
            json(&record.moves)?,
            json(&record.end)?,
            record.seed.map(u64::cast_signed),
            record.program,
            record.date,
        ])?;
        if added == 1 {
            self.add_seats(record)?;
        }
        Ok(added == 1)
    }

    /// The row of the match that a game belongs to; one that nobody began is begun without a plan.
    fn match_of(&mut self, record: &Record) -> rusqlite::Result<Option<i64>> {
        let (Some(id), Some(name)) = (record.origin(), &record.event) else { return Ok(None) };
        if let Some(row) = self.known.matches.get(&id) {
            return Ok(Some(*row));
        }
        let event = EventSummary {
            id: id.clone(),
            name: name.clone(),
            game: record.game.clone(),
            plan: String::new(),
            seed: record.seed,
            program: record.program.clone(),
            created: None,
            games: 0,
        };
        let row = events::adopt(self.connection, &event, &mut self.known.renamed)?;
        self.known.matches.insert(id, row);
        Ok(Some(row))
    }

    fn player(&mut self, game: &str, spec: &str) -> rusqlite::Result<i64> {
        if let Some(row) = self.known.players.get(game).and_then(|specs| specs.get(spec)) {
            return Ok(*row);
        }
        self.connection.prepare(ADD_PLAYER)?.execute([game, spec])?;
        let row = self.connection.prepare(FIND_PLAYER)?.query_row([game, spec], |row| row.get(0))?;
        self.known.players.entry(game.to_owned()).or_default().insert(spec.to_owned(), row);
        Ok(row)
    }

    fn add_seats(&mut self, record: &Record) -> rusqlite::Result<()> {
        let id = self.connection.last_insert_rowid();
        let shares = record.twelfths();
        for (seat, spec) in record.agents.iter().enumerate() {
            let player = self.player(&record.game, spec)?;
            let share = shares.as_ref().map(|shares| count(shares[seat])).transpose()?;
            let used = record.seats.get(seat);
            let used = |value: fn(&SeatRecord) -> u64| used.map(|used| count(value(used))).transpose();
            self.seat.execute(params![
                id,
                seat as i64,
                player,
                share,
                used(|used| used.moves)?,
                used(|used| used.nodes)?,
                used(|used| used.micros)?,
            ])?;
        }
        Ok(())
    }
}

/// A count as SQLite keeps it.
fn count(number: u64) -> rusqlite::Result<i64> {
    i64::try_from(number).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

fn json(value: &impl serde::Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}
