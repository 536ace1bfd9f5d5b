//! How games get into the store.

use rusqlite::{Connection, OptionalExtension, Statement, params};

use super::super::record::{PROGRAM, Record, SeatRecord};

const FIND_MATCH: &str = "SELECT id FROM matches WHERE name = ?";
const ADD_MATCH: &str = "INSERT INTO matches (name, game, plan, seed, program) VALUES (?, ?, '', ?, ?)";
const ADD_GAME: &str = "INSERT OR IGNORE INTO games \
    (match, number, round, game, start, opening, moves, ended, seed, program) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
const ADD_PLAYER: &str = "INSERT OR IGNORE INTO players (game, spec) VALUES (?, ?)";
const ADD_SEAT: &str = "INSERT INTO seats (record, seat, player, twelfths, moves, nodes, micros) VALUES \
    (?, ?, (SELECT id FROM players WHERE game = ? AND spec = ?), ?, ?, ?, ?)";

/// Adds games; one whose match has its number already is passed over.
pub(super) fn all(connection: &Connection, records: &[Record]) -> rusqlite::Result<()> {
    let mut inserter = Inserter {
        connection,
        game: connection.prepare(ADD_GAME)?,
        player: connection.prepare(ADD_PLAYER)?,
        seat: connection.prepare(ADD_SEAT)?,
    };
    records.iter().try_for_each(|record| inserter.add(record))
}

/// The statements that a batch of games uses again and again.
struct Inserter<'c> {
    connection: &'c Connection,
    game: Statement<'c>,
    player: Statement<'c>,
    seat: Statement<'c>,
}

impl Inserter<'_> {
    fn add(&mut self, record: &Record) -> rusqlite::Result<()> {
        let event = self.match_of(record)?;
        let json = |error| rusqlite::Error::ToSqlConversionFailure(Box::new(error));
        let added = self.game.execute(params![
            event,
            record.number.map(|number| number as i64),
            record.round.map(|round| round as i64),
            record.game,
            record.start,
            record.opening as i64,
            serde_json::to_string(&record.moves).map_err(json)?,
            serde_json::to_string(&record.end).map_err(json)?,
            record.seed.map(|seed| seed as i64),
            record.program,
        ])?;
        if added == 1 { self.add_seats(record) } else { Ok(()) }
    }

    /// The row of the match that a game belongs to; a match that nobody began is begun without a plan.
    fn match_of(&self, record: &Record) -> rusqlite::Result<Option<i64>> {
        let Some(name) = &record.event else { return Ok(None) };
        let find = || self.connection.query_row(FIND_MATCH, [name], |row| row.get(0)).optional();
        if find()?.is_none() {
            let seed = record.seed.unwrap_or_default() as i64;
            self.connection.execute(ADD_MATCH, params![name, record.game, seed, PROGRAM])?;
        }
        find()
    }

    fn add_seats(&mut self, record: &Record) -> rusqlite::Result<()> {
        let id = self.connection.last_insert_rowid();
        let shares = record.twelfths();
        for (seat, spec) in record.agents.iter().enumerate() {
            self.player.execute([&record.game, spec])?;
            let used = |value: fn(&SeatRecord) -> u64| record.seats.get(seat).map(|used| value(used) as i64);
            self.seat.execute(params![
                id,
                seat as i64,
                record.game,
                spec,
                shares.as_ref().map(|shares| shares[seat] as i64),
                used(|used| used.moves),
                used(|used| used.nodes),
                used(|used| used.micros),
            ])?;
        }
        Ok(())
    }
}
