//! Games of Othello servers ([`agon_formats::ggf`]) as records. A record has the time that each player used in the
//! whole game; evaluations and times of single moves, ratings and clocks have no place in it.

use std::time::Duration;

use agon_core::{Player, ReadError};
use agon_formats::ggf::{GgfGame, GgfMove, USUAL_BOARD, read_games};
use agon_formats::{FormatError, Place};
use agon_records::{End, Record, SeatRecord};

use super::game_line::{GameLine, SaidEnd, date, named};
use crate::registry::Registry;

/// The records of a text.
pub(super) fn records(text: &str, registry: &Registry) -> Result<Vec<Record>, ReadError> {
    let placed = |error: FormatError| ReadError::new(error.to_string());
    let games = read_games(text).map_err(placed)?;
    let numbered = games.iter().enumerate().map(|(index, game)| {
        let record = record(game, registry).map_err(|error| match game.moves.first() {
            Some(first) if error.place.line == 0 => FormatError { place: first.place, ..error },
            _ => error,
        });
        Ok(Record { number: Some(index as u64), ..record.map_err(placed)? })
    });
    numbered.collect()
}

/// A place that is not known yet.
const NOWHERE: Place = Place { line: 0, column: 0 };

fn record(game: &GgfGame, registry: &Registry) -> Result<Record, FormatError> {
    let spec = if game.side == 8 { "reversi".to_owned() } else { format!("reversi:{0}x{0}", game.side) };
    let wrong = |error: ReadError| NOWHERE.error(error.message);
    let mut line = GameLine::new(registry, &spec).map_err(wrong)?;
    let side = if game.to_move == '*' { 'X' } else { 'O' };
    let position = format!("{} {side}", game.board.replace('*', "X"));
    if line.session().position() != position {
        line.set_up(&position).map_err(wrong)?;
    }
    for mv in &game.moves {
        let color = u8::from(!mv.black);
        // A pass that had to be may be written where it was already made.
        if mv.text == "pass" && line.turn() != Some(color) {
            continue;
        }
        line.play(color, &mv.text).map_err(|wrong| mv.place.error(wrong))?;
    }
    let said = game.result.as_deref().map_or(SaidEnd::Nothing, said_end);
    let record = Record { seats: seats(&game.moves), ..line.record(&game.players, said) };
    Ok(Record { event: game.place_played.clone(), date: game.date.as_deref().and_then(date), ..record })
}

/// What both players used, where every move says how long it took.
fn seats(moves: &[GgfMove]) -> Vec<SeatRecord> {
    let mut seats = vec![SeatRecord::default(); 2];
    for mv in moves.iter().filter(|mv| mv.text != "pass") {
        let Some(micros) = mv.time.as_deref().and_then(micros) else { return Vec::new() };
        let seat = &mut seats[usize::from(!mv.black)];
        (seat.moves, seat.micros) = (seat.moves + 1, seat.micros.saturating_add(micros));
    }
    if moves.is_empty() { Vec::new() } else { seats }
}

/// A time as servers write it: `0.01` seconds or `2:03` minutes.
fn micros(text: &str) -> Option<u64> {
    let mut seconds = 0.0;
    for part in text.split(':') {
        seconds = seconds * 60.0 + part.trim().parse::<f64>().ok()?;
    }
    Duration::try_from_secs_f64(seconds).ok().and_then(|time| u64::try_from(time.as_micros()).ok())
}

/// `+12.000`, `-64.000:r` or `+3:t`: what black has more, and how it came about.
fn said_end(text: &str) -> SaidEnd {
    let (score, how) = text.split_once(':').unwrap_or((text, ""));
    let Ok(score) = score.trim().parse::<f64>() else { return SaidEnd::Nothing };
    let loser = usize::from(score > 0.0);
    match how.trim() {
        "r" => SaidEnd::Resigned(loser),
        "t" => SaidEnd::Time(loser),
        _ => SaidEnd::of_difference(score),
    }
}

/// A record as a game of the format.
pub(super) fn write(record: &Record, registry: &Registry) -> Result<String, ReadError> {
    let refuse = |what: &str| {
        ReadError::new(format!("GGF files have no place for {what}, only for reversi on square boards"))
    };
    if !record.game.starts_with("reversi") {
        return Err(refuse(&record.game));
    }
    let line = GameLine::of_record(registry, record)?;
    let position = line.session().position();
    let (board, side) = position.split_once(' ').unwrap_or((&position, "X"));
    let cells = board.chars().count();
    let rows = (4..=20).find(|rows| rows * rows == cells).ok_or_else(|| refuse(&record.game))?;
    let default = GameLine::new(
        registry,
        &if rows == 8 { "reversi".to_owned() } else { format!("reversi:{rows}x{rows}") },
    );
    let same_rules = default.is_ok_and(|line| line.session().game() == record.game)
        || rows == 8 && board.replace('X', "*") == USUAL_BOARD;
    if !same_rules && record.start.is_none() {
        return Err(refuse(&record.game));
    }
    let first = if side.starts_with('O') { Player(1) } else { Player(0) };
    let place = Place { line: 1, column: 1 };
    // Passes are moves, so that the sides always take turns.
    let moves = record.moves.iter().enumerate().map(|(ply, text)| GgfMove {
        black: (first.index() + ply) % 2 == 0,
        text: text.clone(),
        eval: None,
        time: None,
        place,
    });
    let game = GgfGame {
        place_played: record.event.clone().or_else(|| Some("Agon".to_owned())),
        date: record.date.as_ref().map(|date| date.replace('-', ".")),
        players: [named(record, 0), named(record, 1)],
        result: result(record),
        time: [None, None],
        side: rows as u32,
        board: board.replace('X', "*"),
        to_move: if first == Player(0) { '*' } else { 'O' },
        moves: moves.collect(),
    };
    Ok(game.write() + "\n")
}

fn result(record: &Record) -> Option<String> {
    let lost =
        |seat: usize, how: &str| Some(format!("{}{how}", if seat == 0 { "-64.000" } else { "+64.000" }));
    match &record.end {
        End::Rules { .. } | End::Scored { .. } => {
            record.difference().map(|difference| format!("{difference:+}.000"))
        }
        End::Time { seat } => lost(*seat, ":t"),
        End::Failed { seat, .. } | End::Illegal { seat, .. } => lost(*seat, ":r"),
        End::Adjudicated { winner: Some(seat), .. } => lost(1 - *seat, ":s"),
        End::Adjudicated { winner: None, .. } => Some("0.000:s".to_owned()),
        End::Unknown => None,
    }
}
