//! Games of Gomoku and Blokus in the trees of SGF ([`agon_formats::sgf`]) as records.
//!
//! Gomoku is game 4 of the format: cells are two letters from the top left. Blokus is the dialect of the program Pentobi,
//! whose files end in `.blksgf`: a move is the list of its cells, `B` and `W` are two colours and `1` to `4` four.
//!
//! A record is one line of play, so that every variation becomes a record of its own, the main line first; a set-up
//! becomes the position that a record starts from. Comments and marks have no place in records.

mod dialect;

use agon_core::ReadError;
use agon_formats::FormatError;
use agon_formats::sgf::{Node, Property, Tree, escaped, read};
use agon_records::Record;

use super::game_line::{GameLine, SaidEnd, date, named, sgf_result};
use crate::registry::Registry;
use dialect::SgfDialect;

/// The records of a text: all lines of all its games.
pub(super) fn records(text: &str, registry: &Registry) -> Result<Vec<Record>, ReadError> {
    let placed = |error: FormatError| ReadError::new(error.to_string());
    let mut records = Vec::new();
    for tree in read(text).map_err(placed)? {
        for line in tree.lines() {
            records.push(record(&tree, &line, registry).map_err(placed)?);
        }
    }
    Ok(records)
}

fn record(tree: &Tree, line: &[&Node], registry: &Registry) -> Result<Record, FormatError> {
    let head = &tree.nodes[0];
    let dialect = SgfDialect::of(head, tree.place)?;
    let wrong_game = |error: ReadError| tree.place.error(error.message);
    let mut game = GameLine::new(registry, &dialect.spec).map_err(wrong_game)?;
    for node in line {
        set_up(&dialect, &mut game, node)?;
        for property in &node.properties {
            if let Some(color) = dialect.mover(&property.name) {
                play(&dialect, &mut game, color, property)?;
            }
        }
    }
    let text =
        |name: &str| head.get(name).map(|value| value.text.trim().to_owned()).filter(|text| !text.is_empty());
    let players: Vec<_> =
        dialect.players().iter().map(|&[name, other]| text(name).or_else(|| text(other))).collect();
    let said = text("RE").map_or(SaidEnd::Nothing, |text| SaidEnd::of_sgf(&text));
    Ok(Record {
        event: text("EV"),
        date: text("DT").and_then(|text| date(&text)),
        program: text("AP").map(|program| program.replace(':', " ")),
        ..game.record(&players, said)
    })
}

fn play(
    dialect: &SgfDialect,
    game: &mut GameLine,
    color: u8,
    property: &Property,
) -> Result<(), FormatError> {
    // Old files of Pentobi have a value for each cell.
    let texts: Vec<_> = property.values.iter().map(|value| value.text.as_str()).collect();
    let place = property.values.first().map_or(property.place, |value| value.place);
    let name = dialect.read_cells(&texts.join(",")).map_err(|wrong| place.error(wrong))?;
    // In Gomoku a pass means nothing.
    if name.is_empty() {
        return Ok(());
    }
    game.play(color, &name).map_err(|wrong| place.error(wrong))
}

/// Puts pieces on the board and takes others away, where a node says so.
fn set_up(dialect: &SgfDialect, game: &mut GameLine, node: &Node) -> Result<(), FormatError> {
    let changes =
        node.properties.iter().filter_map(|property| Some((dialect.setter(&property.name)?, property)));
    let changes: Vec<_> = changes.collect();
    let Some((_, first)) = changes.first() else { return Ok(()) };
    let position = game.session().position();
    let mut board: Vec<char> = position.split_whitespace().next().unwrap_or_default().chars().collect();
    for (letter, property) in &changes {
        for value in &property.values {
            let cells = dialect.cells(&value.text).map_err(|wrong| value.place.error(wrong))?;
            for cell in cells {
                let place = board.get_mut(cell).ok_or_else(|| value.place.error("there is no such cell"))?;
                *place = *letter;
            }
        }
    }
    let board: String = board.into_iter().collect();
    let turns = match node.get("PL") {
        Some(value) => vec![dialect.side(&value.text).ok_or_else(|| value.place.error("no such colour"))?],
        None => dialect.sides(&board),
    };
    // Who has no move cannot be to move.
    let mut wrong = None;
    for turn in turns {
        match game.set_up(&format!("{board} {turn}")) {
            Ok(()) => return Ok(()),
            Err(error) => wrong = wrong.or(Some(error.message)),
        }
    }
    Err(first.place.error(wrong.unwrap_or_else(|| "nobody could move".to_owned())))
}

/// A record as a game of the format.
pub(super) fn write(record: &Record, registry: &Registry) -> Result<String, ReadError> {
    let dialect = SgfDialect::of_spec(&record.game)?;
    let mut game = GameLine::of_record(registry, record)?;
    let mut text = format!("(;{}CA[UTF-8]AP[{}]", dialect.head(), super::WRITER);
    let mut put = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            text += &format!("{name}[{}]", escaped(&value));
        }
    };
    for (seat, &[name, _]) in dialect.players().iter().enumerate() {
        put(name, named(record, seat));
    }
    put("EV", record.event.clone());
    put("DT", record.date.clone());
    put("RE", sgf_result(record));
    if record.start.is_some() {
        text += &dialect.write_set_up(&game.session().position());
    }
    text.push('\n');
    for mv in &record.moves {
        let color = game.turn().unwrap_or(0);
        text += &format!(";{}[{}]", dialect.mover_name(color), dialect.write_move(mv)?);
        game.play(color, mv).map_err(ReadError::new)?;
    }
    Ok(text + ")\n")
}
