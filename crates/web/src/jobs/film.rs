//! The last games of a contest, position by position: to be watched.

use std::path::Path;

use agon_catalog::{Origin, Registry};
use agon_records::{Record, Store};
use serde::Serialize;

use super::contest::GAMES;
use crate::picture::Picture;
use crate::refusal::Refusal;

/// Games that can be watched at once.
const MOST_SHOWN: usize = 6;

/// A game as a film.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Film {
    number: u64,
    game: String,
    agents: Vec<String>,
    moves: Vec<String>,
    /// Before the first move and after each.
    pictures: Vec<Picture>,
    /// The tiles of each move.
    cells: Vec<Vec<usize>>,
}

/// The games that were played last, the newest first.
pub(crate) fn film(catalog: &Registry, folder: &Path) -> Result<Vec<Film>, Refusal> {
    let path = folder.join(GAMES);
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let failed = |error: agon_records::StoreError| Refusal::failed(error.to_string());
    let store = Store::open_existing(&path).map_err(failed)?;
    let mut last: std::collections::VecDeque<Record> = std::collections::VecDeque::new();
    let read = store.for_each(None, |record| {
        last.push_front(record);
        last.truncate(MOST_SHOWN);
        true
    });
    read.map_err(failed)?;
    last.iter().map(|record| of_record(catalog, record)).collect()
}

fn of_record(catalog: &Registry, record: &Record) -> Result<Film, Refusal> {
    let origin = record.start.as_deref().map_or(Origin::Start, Origin::Position);
    let mut session = catalog.game(&record.game)?.session(&[], &origin)?;
    let mut pictures = vec![Picture::from(session.view())];
    let mut cells = Vec::new();
    for mv in &record.moves {
        session.play(mv)?;
        pictures.push(session.view().into());
        cells.push(session.last_footprint());
    }
    Ok(Film {
        number: record.number.unwrap_or_default(),
        game: record.game.clone(),
        agents: record.agents.clone(),
        moves: record.moves.clone(),
        pictures,
        cells,
    })
}
