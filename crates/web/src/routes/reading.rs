//! Games and positions that people bring along, and take away: pasted, as files, or set up by hand.

use std::path::Path;
use std::sync::Arc;

use agon_catalog::records::{Wanted, for_each_record, foreign_records, foreign_text};
use agon_catalog::{AnyGame, Origin};
use agon_core::{ReadError, Tile};
use agon_files::{FileKind, Replace};
use agon_records::{End, Record, RecordFormat, write_record};
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::body::{Asked, Named};
use super::catalog::find;
use crate::app::App;
use crate::data_folder::new_id;
use crate::refusal::Refusal;

/// Games of a file that are offered.
const MOST_OFFERED: usize = 200;

/// A game, its record, and what it is.
pub(super) type Read = (Arc<dyn AnyGame>, Record, String);

/// A record of JSON or of another program, a list of moves, or a position: whatever can be made of the text.
pub(super) fn read(app: &App, game: &str, text: &str) -> Result<Read, Refusal> {
    let of_another = match text {
        text if text.starts_with("Piskvorky ") => Some(RecordFormat::Psq),
        text if text.starts_with('(') && text.contains("GM[Othello]") => Some(RecordFormat::Ggf),
        text if text.starts_with("(;") => Some(RecordFormat::Sgf),
        _ => None,
    };
    if let Some(format) = of_another {
        let first = foreign_records(format, text, app.catalog)?.into_iter().next();
        return titled(app, first.ok_or_else(|| Refusal::wrong("There is no game in this text."))?);
    }
    if text.starts_with('{') {
        return titled(app, Record::from_json(text.lines().next().unwrap_or_default())?);
    }
    let game = find(app, game)?;
    let moves = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match game.read_line(&moves) {
        Ok(record) => Ok((game, record, String::new())),
        // What is no list of moves may be a position; if not, the moves were meant.
        Err(error) => match game.clone().session(&[], &Origin::Position(text)) {
            Ok(_) => Ok(position(game, text.to_owned())),
            Err(_) => Err(error.into()),
        },
    }
}

fn titled(app: &App, record: Record) -> Result<Read, Refusal> {
    let parts = [record.event.as_deref(), record.date.as_deref()];
    let title = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    Ok((find(app, &record.game)?, record, title))
}

/// A position without a game.
fn position(game: Arc<dyn AnyGame>, text: String) -> Read {
    let nobody = vec!["???".to_owned(); game.players()];
    let record = Record::new(game.spec(), nobody, Vec::new(), End::Unknown);
    (game, Record { start: Some(text), ..record }, "A position".to_owned())
}

/// A position that was set up tile by tile. Positions of games whose cells hold stones are written row by row, a letter
/// to a cell, and then who moves; the rules say whether it can be.
pub(super) fn by_hand(app: &App, game: &str, tiles: &[i16], to_move: u8) -> Result<Read, Refusal> {
    let game = find(app, game)?;
    let view = game.clone().session(&[], &Origin::Start)?.view();
    let wrong = || Refusal::wrong("These tiles are not those of the board.");
    let letter = |color: usize| view.colors.get(color).map(|color| color.letter);
    if tiles.len() != view.tiles.len() {
        return Err(wrong());
    }
    let on_board = tiles.iter().zip(&view.tiles).filter(|(_, tile)| **tile != Tile::Hole);
    let cell = |(number, _): (&i16, &Tile)| match number {
        1.. => letter(usize::try_from(number - 1).ok()?),
        _ => Some('-'),
    };
    let mut text: String = on_board.map(cell).collect::<Option<_>>().ok_or_else(wrong)?;
    text.push(' ');
    text.push(letter(usize::from(to_move)).ok_or_else(wrong)?);
    game.clone().session(&[], &Origin::Position(&text))?;
    Ok(position(game, text))
}

#[derive(Deserialize)]
pub(crate) struct Upload {
    /// The name of the file, whose ending says what it is.
    name: String,
    game: Option<String>,
}

/// The records of a file, in any format that is read.
pub(crate) async fn upload(
    State(app): State<Arc<App>>,
    Asked(upload): Asked<Upload>,
    bytes: Bytes,
) -> Result<Json<Vec<Record>>, Refusal> {
    let name = Path::new(&upload.name);
    RecordFormat::of(name)?;
    let ending = name.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    let path = app.data.at("analyses").join(format!("{}.{ending}", new_id()?));
    agon_files::write(&path, FileKind::OWN, Replace::Anything, &bytes)?;
    let game = upload.game.unwrap_or_else(|| "reversi".to_owned());
    let wanted = Wanted { game: &game, registry: app.catalog, ..Wanted::default() };
    let mut records = Vec::new();
    let read = for_each_record(std::slice::from_ref(&path), &wanted, |record| {
        records.push(record);
        Ok::<_, ReadError>(records.len() < MOST_OFFERED)
    });
    // It was only needed to be read.
    let _ = std::fs::remove_file(&path);
    let named = |error: ReadError| {
        let place = format!("{}: ", path.display());
        ReadError { message: error.message.replace(&place, ""), ..error }
    };
    read.map_err(named)?;
    Ok(Json(records))
}

#[derive(Deserialize)]
pub(crate) struct Export {
    /// The ending of the file: `jsonl` unless another is named.
    format: Option<String>,
}

/// The game of an analysis as a file.
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Asked(export): Asked<Export>,
) -> Result<Response, Refusal> {
    let analysis = super::analyses::get(&app, &id)?;
    let nodes = analysis.nodes();
    let moves: Vec<_> = analysis.main_line().into_iter().skip(1).map(|node| nodes[node].mv.clone()).collect();
    let mut session = analysis.session(0)?;
    for mv in &moves {
        session.play(mv)?;
    }
    let end = session
        .status()
        .outcome()
        .map_or(End::Unknown, |outcome| End::Rules { points: outcome.points.as_slice().to_vec() });
    let played = Record::new(analysis.game.spec(), analysis.subject.players.clone(), moves, end);
    let record = Record { start: analysis.subject.position.clone(), ..played };
    let ending = export.format.as_deref().unwrap_or("jsonl");
    let text = match RecordFormat::of(Path::new(&format!("game.{ending}")))? {
        RecordFormat::Moves => format!("{}\n", record.moves.join(" ")),
        RecordFormat::Lines => {
            let mut line = Vec::new();
            write_record(&mut line, &record).map_err(|error| Refusal::failed(error.to_string()))?;
            String::from_utf8(line).map_err(|error| Refusal::failed(error.to_string()))?
        }
        format => foreign_text(format, &record, app.catalog)?
            .ok_or_else(|| Refusal::wrong("One game is not written in this format."))?,
    };
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"agon-{id}.{ending}\"")),
    ];
    Ok((headers, text).into_response())
}
