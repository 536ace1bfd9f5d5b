//! Where the games of a match go: into a store, from which it can be gone on with, and into a file.

use std::path::Path;

use agon_arena::KeptGame;
use agon_files::Output;
use agon_records::{BeginOrResume, BegunEvent, Event, Record, Store, fresh_event_id, write_record};

use crate::failure::Failure;

/// Keeps games as they end.
pub struct MatchKeeper {
    store: Option<Store>,
    file: Option<Output>,
    event: Option<BegunEvent>,
    /// Games that the store has.
    stored: u64,
    failure: Option<Failure>,
}

impl MatchKeeper {
    /// Keeps games in a file only, or nowhere.
    pub fn without_store(file: Option<Output>) -> Result<Self, Failure> {
        let begin = |_: &Output| -> std::io::Result<BegunEvent> {
            Ok(BegunEvent { id: fresh_event_id()?, name: "match 1".to_owned() })
        };
        let event = file.as_ref().map(begin).transpose()?;
        Ok(Self { store: None, file, event, stored: 0, failure: None })
    }

    /// Begins a match in a store or goes on with it.
    pub fn with_store(
        path: &Path,
        file: Option<Output>,
        event: &Event,
        how: BeginOrResume,
    ) -> Result<Self, Failure> {
        if how == BeginOrResume::Resume && !path.exists() {
            return Err(Failure::file(path, &"there is no store, and so no match to resume"));
        }
        let mut store = Store::open(path)?;
        let event = store.begin(event, how)?;
        Ok(Self { store: Some(store), file, event: Some(event), stored: 0, failure: None })
    }

    /// The name of the match in the store.
    pub fn name(&self) -> Option<&str> {
        self.store.as_ref()?;
        self.event.as_ref().map(|event| event.name.as_str())
    }

    /// How many games of the match are safe in the store.
    pub fn stored(&self) -> u64 {
        self.stored
    }

    /// The games that the store has, from the first on: whole rounds of so many games, or all if there are as many as
    /// wanted, or more. They are written into the file as if they had just been played.
    pub fn kept(&mut self, round: usize, games: u64) -> Result<Vec<KeptGame>, Failure> {
        let (Some(store), Some(event)) = (&self.store, &self.event) else { return Ok(Vec::new()) };
        let mut kept = Vec::new();
        let mut wrong = None;
        store.for_each(Some(&event.name), |record| {
            // A game can be there twice, played by two processes; the first counts.
            if record.number == Some(kept.len() as u64) {
                match record.kept_game() {
                    Some(game) => kept.push(game),
                    None => wrong = record.number,
                }
            }
            wrong.is_none()
        })?;
        if let Some(number) = wrong {
            let name = &event.name;
            return Err(Failure::File(format!(
                "game {number} of `{name}` does not say how it ended and what it used"
            )));
        }
        if (kept.len() as u64) < games {
            kept.truncate(kept.len() / round * round);
        }
        self.stored = kept.len() as u64;
        let (mut written, mut failure) = (0, None);
        if let Some(file) = &mut self.file {
            store.for_each(Some(&event.name), |record| {
                if record.number == Some(written) && written < kept.len() as u64 {
                    written += 1;
                    failure = write_record(file, &Record { date: None, ..record }).err();
                }
                failure.is_none()
            })?;
        }
        failure.map_or(Ok(kept), |failure| Err(failure.into()))
    }

    /// Keeps the games of a round; `false` if that failed.
    pub fn keep(&mut self, records: &dyn Fn() -> Vec<Record>) -> bool {
        let Some(event) = &self.event else { return true };
        let records: Vec<_> = records().into_iter().map(|record| event.game(record)).collect();
        self.failure = self.write(&records).err();
        self.failure.is_none()
    }

    fn write(&mut self, records: &[Record]) -> Result<(), Failure> {
        if let Some(store) = &mut self.store {
            self.stored += store.add(records)?;
        }
        if let Some(file) = &mut self.file {
            records.iter().try_for_each(|record| write_record(file, record))?;
        }
        Ok(())
    }

    /// Ends the file, and makes sure that the store is still where it was.
    pub fn finish(self) -> Result<(), Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if let Some(store) = &self.store {
            store.check_location()?;
        }
        Ok(self.file.map_or(Ok(()), Output::finish)?)
    }
}
