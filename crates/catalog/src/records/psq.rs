//! Games that Piskvork keeps ([`agon_formats::psq`]) as records. Times of single moves have no place in records.

use agon_core::ReadError;
use agon_formats::psq::{self, PsqGame, PsqMove};
use agon_formats::{FormatError, Place};
use agon_records::Record;

use super::game_line::{GameLine, SaidEnd, named};
use crate::registry::Registry;

/// The record of a file.
pub(super) fn records(text: &str, registry: &Registry) -> Result<Vec<Record>, ReadError> {
    let placed = |error: FormatError| ReadError::new(error.to_string());
    let game = psq::read(text).map_err(placed)?;
    let (columns, rows) = game.size;
    let exact = game.rule.as_deref().is_some_and(|rule| {
        rule.to_ascii_lowercase().contains("exact") || rule.eq_ignore_ascii_case("standard")
    });
    let spec = format!("gomoku:{columns}x{rows}{}", if exact { ",exact" } else { "" });
    let top = Place { line: 1, column: 1 };
    let mut line = GameLine::new(registry, &spec).map_err(|error| placed(top.error(error.message)))?;
    for (ply, mv) in game.moves.iter().enumerate() {
        let name = format!("{}{}", char::from(b'a' + (mv.column - 1).min(25) as u8), rows + 1 - mv.row);
        line.play((ply % 2) as u8, &name).map_err(|wrong| placed(mv.place.error(wrong)))?;
    }
    let said = match game.winner {
        None => SaidEnd::Nothing,
        Some(0) => SaidEnd::Won(None),
        Some(winner) => SaidEnd::Won(Some(winner as usize - 1)),
    };
    Ok(vec![line.record(&game.players, said)])
}

/// A record as a file.
pub(super) fn write(record: &Record, registry: &Registry) -> Result<String, ReadError> {
    let refuse = |what: &str| {
        ReadError::new(format!("PSQ files have no place for {what}, only for gomoku from the empty board"))
    };
    if !record.game.starts_with("gomoku") {
        return Err(refuse(&record.game));
    }
    if record.start.is_some() {
        return Err(refuse("a start of its own"));
    }
    let line = GameLine::of_record(registry, record)?;
    let view = line.session().view();
    let (columns, rows) = (view.width as u32, view.height() as u32);
    let place = Place { line: 1, column: 1 };
    let stone = |text: &String| {
        let column =
            text.bytes().next().map(|letter| u32::from(letter.to_ascii_lowercase().wrapping_sub(b'a')) + 1);
        let from_bottom = text.get(1..).and_then(|row| row.parse::<u32>().ok());
        let (column, row) =
            column.zip(from_bottom).ok_or_else(|| ReadError::new(format!("`{text}` is not a cell")))?;
        Ok(PsqMove { column, row: (rows + 1).saturating_sub(row), millis: 0, place })
    };
    let winner = record.twelfths().map(|shares| match shares.as_slice() {
        [12, _] => 1,
        [_, 12] => 2,
        _ => 0,
    });
    let game = PsqGame {
        size: (columns, rows),
        moves: record.moves.iter().map(stone).collect::<Result<_, ReadError>>()?,
        players: [named(record, 0), named(record, 1)],
        winner,
        rule: Some(if record.game.contains("exact") { "Exact" } else { "Freestyle" }.to_owned()),
    };
    Ok(game.write())
}
