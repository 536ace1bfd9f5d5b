//! Stores in temporary files.

mod damage;
mod first_version;
mod merging;

use std::path::PathBuf;

use std::collections::BTreeSet;

use super::*;
use crate::record::{End, PROGRAM, SeatRecord};

/// A file that goes away at the end of the test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("agon-store-{}-{name}.db", std::process::id()));
        let file = Self(path);
        file.remove();
        file
    }

    fn remove(&self) {
        for ending in ["db", "db-wal", "db-shm"] {
            let _ = std::fs::remove_file(self.0.with_extension(ending));
        }
    }

    /// What SQLite itself says to the file.
    fn sql(&self, text: &str) {
        Connection::open(&self.0).unwrap().execute_batch(text).unwrap();
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        self.remove();
    }
}

fn record(number: u64, points: [i32; 2]) -> Record {
    Record {
        opening: 1,
        seats: vec![SeatRecord { moves: 1, nodes: 2, micros: 3 }; 2],
        number: Some(number),
        round: Some(number / 2),
        seed: Some(u64::MAX),
        program: Some(PROGRAM.into()),
        ..Record::new(
            "reversi".into(),
            vec!["random".into(), "greedy".into()],
            vec!["f5".into(), "d6".into()],
            End::Rules { points: points.to_vec() },
        )
    }
}

fn event(name: Option<&str>, plan: &str) -> Event {
    Event { name: name.map(str::to_owned), game: "reversi".into(), plan: plan.into(), seed: u64::MAX }
}

fn all(store: &Store) -> Vec<Record> {
    let mut records = Vec::new();
    store
        .for_each(None, |record| {
            records.push(record);
            true
        })
        .unwrap();
    records
}

#[test]
fn what_goes_in_comes_out_once() {
    let file = Temporary::new("once");
    let mut store = Store::open(&file.0).unwrap();
    let begun = store.begin(&event(None, "plan"), BeginOrResume::Begin).unwrap();
    let game = |number, points| begun.game(record(number, points));
    assert_eq!(store.add(&[game(1, [40, 24]), game(0, [20, 44])]).unwrap(), 2);
    assert_eq!(store.add(&[game(1, [40, 24]), game(2, [32, 32])]).unwrap(), 1);
    let mut free = record(9, [1, 63]);
    (free.seed, free.number) = (None, None);
    assert_eq!(store.add(&[free.clone()]).unwrap(), 1);
    assert_eq!(store.add(&[free.clone(), free.clone()]).unwrap(), 1, "there are two of it in this source");
    drop(store);

    let store = Store::open_existing(&file.0).unwrap();
    assert_eq!(store.numbers("match 1").unwrap(), BTreeSet::from([0, 1, 2]));
    let mut read = Vec::new();
    store
        .for_each(Some("match 1"), |record| {
            assert_eq!(record.date.as_ref().map(String::len), Some(10), "the day of the match");
            read.push(Record { date: None, ..record });
            true
        })
        .unwrap();
    assert_eq!(read, [game(0, [20, 44]), game(1, [40, 24]), game(2, [32, 32])]);
    assert_eq!(all(&store)[..2], [free.clone(), free]);
    assert_eq!(store.events().unwrap()[0].games, 3);
}

#[test]
fn a_name_belongs_to_one_match() {
    let file = Temporary::new("names");
    let mut store = Store::open(&file.0).unwrap();
    let fingerprint = |seed: u64| format!("agon match 1\nseed = {seed}\n");
    let first = store.begin(&event(Some("x"), &fingerprint(1)), BeginOrResume::Begin).unwrap();
    assert_eq!(store.begin(&event(Some("x"), &fingerprint(1)), BeginOrResume::Resume).unwrap(), first);
    assert_eq!(store.begin(&event(Some("x"), &fingerprint(1)), BeginOrResume::Any).unwrap(), first);
    let mut said =
        |name, plan: &str, how| store.begin(&event(Some(name), plan), how).unwrap_err().to_string();
    assert!(said("x", &fingerprint(1), BeginOrResume::Begin).contains("there is a match `x` already"));
    assert!(said("y", &fingerprint(1), BeginOrResume::Resume).contains("there is no match `y` to resume"));
    let other = said("x", &fingerprint(2), BeginOrResume::Resume);
    assert!(other.contains("other settings (seed: this run has 2, the store 1)"), "{other}");
    assert!(said("x", "Debug { text }", BeginOrResume::Any).contains("begun by another version"));
    let names = [(); 2].map(|()| store.begin(&event(None, ""), BeginOrResume::Begin).unwrap().name);
    assert_eq!(names, ["match 2", "match 3"]);
}

#[test]
fn foreign_files_and_special_names_are_refused_and_left_alone() {
    let file = Temporary::new("foreign");
    assert!(Store::open_existing(&file.0).is_err(), "nothing is there");
    std::fs::write(&file.0, "this is no database, but a text of some length that begins otherwise").unwrap();
    assert!(Store::open(&file.0).is_err());
    std::fs::remove_file(&file.0).unwrap();
    file.sql("CREATE TABLE other (x)");
    assert!(matches!(Store::open(&file.0), Err(StoreError::Foreign { .. })));
    file.sql("PRAGMA user_version = 2");
    assert!(matches!(Store::open_existing(&file.0), Err(StoreError::Foreign { .. })));
    for special in ["", ":memory:", "file:games.db", ":x:"] {
        for opened in [Store::open(special.as_ref()), Store::open_existing(special.as_ref())] {
            assert!(matches!(opened, Err(StoreError::Unfit { .. })), "{special}");
        }
    }
    let folder = Store::open(&std::env::temp_dir()).unwrap_err().to_string();
    assert!(folder.contains("not a regular file"), "{folder}");
}

/// Two that resumed one match once played its games twice.
#[test]
fn a_match_is_played_by_one_at_a_time() {
    let file = Temporary::new("one-player");
    let mut first = Store::open(&file.0).unwrap();
    first.begin(&event(Some("x"), "plan"), BeginOrResume::Begin).unwrap();
    let mut second = Store::open(&file.0).unwrap();
    second.begin(&event(Some("y"), "plan"), BeginOrResume::Begin).unwrap();
    for how in [BeginOrResume::Resume, BeginOrResume::Any] {
        let refused = second.begin(&event(Some("x"), "plan"), how).unwrap_err().to_string();
        assert!(refused.contains("another process plays `x` just now"), "{refused}");
    }
    drop(first);
    second.begin(&event(Some("x"), "plan"), BeginOrResume::Resume).unwrap();
}

/// As in a folder in which nobody may write: what SQLite needs beside the store cannot be made, as it follows no link.
#[cfg(unix)]
#[test]
fn a_store_that_nobody_can_write_is_read() {
    let file = Temporary::new("pro?tected");
    let mut store = Store::open(&file.0).unwrap();
    store.add(&[record(0, [64, 0])]).unwrap();
    drop(store);
    let [_, wal, shm, _] = Store::files(&file.0);
    std::os::unix::fs::symlink("nowhere", &shm).unwrap();
    let read = Store::open_existing(&file.0).map(|store| all(&store).len());
    std::fs::write(&wal, "the games of a killed process").unwrap();
    let refused = Store::open_existing(&file.0).unwrap_err().to_string();
    assert_eq!(read.unwrap(), 1);
    assert!(refused.contains("copy both files"), "{refused}");
}

#[test]
fn errors_name_the_file_once() {
    let missing = Store::open("no-such-folder/x.db".as_ref()).unwrap_err().to_string();
    assert_eq!(missing, "no-such-folder/x.db: there is no folder `no-such-folder`");
    let file = Temporary::new("once-named");
    std::fs::create_dir(file.0.with_extension("db-journal")).unwrap();
    let refused = Store::open(&file.0).map(|mut store| store.add(&[record(0, [64, 0])]));
    std::fs::remove_dir(file.0.with_extension("db-journal")).unwrap();
    let said = match refused {
        Ok(added) => added.unwrap_err().to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(said.matches("once-named.db").count(), 1, "{said}");
}

/// SQLite would go on writing into the file that nobody can find any more.
#[test]
fn a_store_that_is_deleted_or_replaced_is_an_error() {
    let file = Temporary::new("gone");
    let mut store = Store::open(&file.0).unwrap();
    store.add(&[record(0, [64, 0])]).unwrap();
    std::fs::remove_file(&file.0).unwrap();
    assert!(matches!(store.add(&[record(1, [64, 0])]), Err(StoreError::Gone { .. })));
    std::fs::write(&file.0, "another file").unwrap();
    assert!(matches!(store.add(&[record(2, [64, 0])]), Err(StoreError::Gone { .. })));
    assert!(matches!(store.check_location(), Err(StoreError::Gone { .. })));
}

/// A reader that comes while a store is being made waits for it.
#[test]
fn a_store_that_is_being_made_is_waited_for() {
    let file = Temporary::new("made");
    std::fs::write(&file.0, "").unwrap();
    let path = file.0.clone();
    let reader = std::thread::spawn(move || Store::open_existing(&path).map(|store| all(&store).len()));
    std::thread::sleep(std::time::Duration::from_millis(100));
    Store::open(&file.0).unwrap();
    assert_eq!(reader.join().unwrap().unwrap(), 0);
}
