//! Stores in temporary files.

use std::path::PathBuf;

use super::*;

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
}

impl Drop for Temporary {
    fn drop(&mut self) {
        self.remove();
    }
}

fn record(number: u64, points: [i32; 2]) -> Record {
    Record {
        game: "reversi".into(),
        agents: vec!["random".into(), "greedy".into()],
        start: None,
        opening: 1,
        moves: vec!["f5".into(), "d6".into()],
        end: End::Rules { points: points.to_vec() },
        seats: vec![SeatRecord { moves: 1, nodes: 2, micros: 3 }; 2],
        event: Some("test".into()),
        number: Some(number),
        round: Some(number / 2),
        seed: Some(u64::MAX),
        program: Some(PROGRAM.into()),
    }
}

fn event(plan: &str) -> Event {
    Event { name: "test".into(), game: "reversi".into(), plan: plan.into(), seed: u64::MAX }
}

#[test]
fn what_goes_in_comes_out_once() {
    let file = Temporary::new("once");
    let mut store = Store::open(&file.0).unwrap();
    store.begin(&event("plan")).unwrap();
    store.add(&[record(1, [40, 24]), record(0, [20, 44])]).unwrap();
    store.add(&[record(1, [0, 64]), record(2, [32, 32])]).unwrap();
    let mut free = record(9, [1, 63]);
    (free.event, free.number) = (None, None);
    store.add(&[free.clone()]).unwrap();
    drop(store);

    let store = Store::open_existing(&file.0).unwrap();
    assert_eq!(store.numbers("test").unwrap(), BTreeSet::from([0, 1, 2]));
    let mut read = Vec::new();
    store
        .for_each(Some("test"), |record| {
            read.push(record);
            true
        })
        .unwrap();
    assert_eq!(read, [record(0, [20, 44]), record(1, [40, 24]), record(2, [32, 32])]);
    let mut all = 0;
    store
        .for_each(None, |_| {
            all += 1;
            true
        })
        .unwrap();
    assert_eq!(all, 4);
    assert_eq!(store.events().unwrap()[0].games, 3);
    assert_eq!(store.fresh_name().unwrap(), "match 2");
}

#[test]
fn another_plan_under_the_same_name_is_refused() {
    let file = Temporary::new("plan");
    let store = Store::open(&file.0).unwrap();
    store.begin(&event("one")).unwrap();
    store.begin(&event("one")).unwrap();
    let error = store.begin(&event("two")).unwrap_err();
    assert!(error.to_string().contains("begun with other settings"), "{error}");
}

#[test]
fn foreign_files_are_refused_and_left_alone() {
    let file = Temporary::new("foreign");
    assert!(Store::open_existing(&file.0).is_err(), "nothing is there");
    std::fs::write(&file.0, "this is no database, but a text of some length that begins otherwise").unwrap();
    assert!(Store::open(&file.0).is_err());
    std::fs::remove_file(&file.0).unwrap();
    Connection::open(&file.0).unwrap().execute_batch("CREATE TABLE other (x)").unwrap();
    assert!(matches!(Store::open(&file.0), Err(StoreError::Foreign { .. })));
}
