//! All games: those that somebody looks at in memory, every one on the disk.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_catalog::Registry;

use crate::data_folder::{DataFolder, is_id};
use crate::refusal::Refusal;
use crate::table::Table;

/// Games in memory; more are on the disk only.
const MOST_IN_MEMORY: usize = 1000;
/// Games on the disk. Who has more takes another folder.
const MOST_ON_DISK: usize = 100_000;
/// Games in the list of the last ones.
const MOST_LISTED: usize = 24;

/// The games of a server.
#[derive(Default)]
pub(crate) struct Tables {
    in_memory: Mutex<HashMap<String, Arc<Table>>>,
}

impl Tables {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.in_memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games are in memory.
    pub(crate) fn in_memory(&self) -> usize {
        self.lock().len()
    }

    /// Where a game is kept.
    pub(crate) fn path(data: &DataFolder, id: &str) -> PathBuf {
        data.at("games").join(format!("{id}.jsonl"))
    }

    /// Takes in a game that was begun.
    pub(crate) fn add(&self, table: Arc<Table>) {
        let mut tables = self.lock();
        if tables.len() >= MOST_IN_MEMORY {
            // Whoever holds a table keeps it; the others are read again when somebody wants them.
            tables.retain(|_, table| Arc::strong_count(table) > 1);
        }
        tables.insert(table.id.clone(), table);
    }

    /// The game with an id; one that is on the disk only is taken up.
    pub(crate) fn get(&self, id: &str, catalog: &Registry, data: &DataFolder) -> Result<Arc<Table>, Refusal> {
        let missing = || Refusal::unknown("There is no game at this address.");
        if !is_id(id) {
            return Err(missing());
        }
        if let Some(table) = self.lock().get(id) {
            return Ok(table.clone());
        }
        let path = Self::path(data, id);
        if !path.is_file() {
            return Err(missing());
        }
        let table = Arc::new(Table::take_up(id.to_owned(), catalog, &path)?);
        // Somebody may have been quicker: then theirs is the game.
        let table = self.lock().entry(id.to_owned()).or_insert(table).clone();
        Ok(table)
    }

    /// The ids of the games that changed last.
    pub(crate) fn newest(data: &DataFolder) -> Vec<String> {
        let entries = std::fs::read_dir(data.at("games")).into_iter().flatten().flatten();
        let dated = entries.filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().strip_suffix(".jsonl")?.to_owned();
            let changed = entry.metadata().ok()?.modified().ok()?;
            is_id(&name).then_some((changed, name))
        });
        let mut dated: Vec<_> = dated.collect();
        dated.sort();
        dated.into_iter().rev().take(MOST_LISTED).map(|(_, name)| name).collect()
    }

    /// Refuses one game more than the disk is to hold.
    pub(crate) fn check_room(data: &DataFolder) -> Result<(), Refusal> {
        let count = std::fs::read_dir(data.at("games")).map_or(0, Iterator::count);
        match count < MOST_ON_DISK {
            true => Ok(()),
            false => {
                Err(Refusal::too_much(format!("The data folder holds {count} games, which is all it takes.")))
            }
        }
    }
}
