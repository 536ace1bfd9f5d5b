//! The games that records name, each prepared once.

use std::collections::HashMap;
use std::sync::Arc;

use agon_catalog::{AnyGame, Registry};
use agon_core::ReadError;
use agon_records::{End, Record};

/// Games by their specs, as far as this program knows them.
pub struct KnownGames<'c> {
    catalog: &'c Registry,
    found: HashMap<String, Result<Arc<dyn AnyGame>, ReadError>>,
}

impl<'c> KnownGames<'c> {
    /// The games of a catalog.
    pub fn of(catalog: &'c Registry) -> Self {
        Self { catalog, found: HashMap::new() }
    }

    /// The game of a record.
    ///
    /// # Errors
    /// If there is no such game here.
    pub fn find(&mut self, record: &Record) -> Result<Arc<dyn AnyGame>, ReadError> {
        if let Some(known) = self.found.get(&record.game) {
            return known.clone();
        }
        let found = self.catalog.game(&record.game);
        self.found.insert(record.game.clone(), found.clone());
        found
    }

    /// Plays a game again and compares its end with what the record says.
    ///
    /// # Errors
    /// If there is no such game here, or it goes otherwise.
    pub fn verify(&mut self, record: &Record) -> Result<(), ReadError> {
        self.find(record)?.verify(record)
    }

    /// Plays the moves of a game again, whatever the record says of its end; `false` if there is no such game here.
    ///
    /// # Errors
    /// If a move breaks the rules.
    pub fn check_moves(&mut self, record: &Record) -> Result<bool, ReadError> {
        match self.find(record) {
            Ok(game) => game.verify(&Record { end: End::Unknown, ..record.clone() }).map(|()| true),
            Err(_) => Ok(false),
        }
    }
}
