//! A store of ends of games: rows, merging, two writers, files that are no store.

use std::fs;

use super::*;

struct Temporary(std::path::PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("agon-{name}-{}.db", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{ending}", self.0.display()));
        }
    }
}

fn end(number: u64) -> StoredEnd {
    StoredEnd::numbered("tictactoe", format!("11102200{}/1", number % 3), "a test", number)
}

#[test]
fn ends_are_kept_once_and_come_back_in_order() {
    let file = Temporary::new("ends");
    let store = EndStore::open(&file.0).unwrap();
    assert_eq!(store.add(&[end(1), end(2), end(1)]).unwrap(), 2);
    assert_eq!(store.add(&[end(2), end(4)]).unwrap(), 1);
    let again = EndStore::open_existing(&file.0).unwrap();
    assert_eq!(again.ends(None).unwrap(), [end(1), end(2), end(4)]);
    assert_eq!(again.ends(Some(("tictactoe", 3))).unwrap().len(), 3);
    assert_eq!(again.ends(Some(("tictactoe", 4))).unwrap(), []);
    let [counts] = &again.counts().unwrap()[..] else { panic!() };
    assert_eq!((counts.ends, counts.different, counts.wins, counts.sources), (3, 2, 3, 1));
    assert!(again.add(&[end(9)]).is_err(), "who reads does not write");
}

#[test]
fn what_is_not_the_end_of_a_game_is_refused() {
    let file = Temporary::new("ends-wrong");
    let store = EndStore::open(&file.0).unwrap();
    for text in ["", "11/1", "1113/1", "1112/3", "1112"] {
        let wrong = StoredEnd { text: text.to_owned(), ..end(1) };
        assert!(
            store.add(&[end(2), wrong]).unwrap_err().to_string().contains("not the end of a game"),
            "{text}"
        );
    }
    assert_eq!(store.ends(None).unwrap(), [], "all or none");
}

/// A damaged file, a file of something else, and a store of games: told clearly, and left as they were.
#[test]
fn other_files_are_left_as_they_were() {
    let file = Temporary::new("ends-damaged");
    EndStore::open(&file.0).unwrap().add(&(0..500).map(end).collect::<Vec<_>>()).unwrap();
    Connection::open(&file.0).unwrap().execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let whole = fs::read(&file.0).unwrap();
    let mut bytes = whole.clone();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 3000].fill(0xa5);
    let games = Temporary::new("ends-games");
    drop(crate::Store::open(&games.0).unwrap());
    for (bytes, said) in [
        (bytes, "ends-damaged"),
        (
            whole[..whole.len() / 2].to_vec(),
            "the store is damaged (database disk image is malformed); it was left",
        ),
        (b"not a database at all, but a text of some length".repeat(50), "file is not a database"),
        (fs::read(&games.0).unwrap(), "no store of ends"),
    ] {
        fs::write(&file.0, &bytes).unwrap();
        let error = EndStore::open(&file.0).unwrap_err().to_string();
        assert!(error.contains(said) && error.contains("ends-damaged"), "{error}");
        assert_eq!(fs::read(&file.0).unwrap(), bytes);
    }
}

#[test]
fn two_may_write_at_once() {
    let file = Temporary::new("ends-two");
    let write = |from: u64| {
        let path = file.0.clone();
        std::thread::spawn(move || {
            let store = EndStore::open(&path).unwrap();
            (0..20).map(|batch| store.add(&[end(from + 2 * batch), end(batch * 2)]).unwrap()).sum::<u64>()
        })
    };
    let (one, other) = (write(1), write(1));
    assert_eq!(one.join().unwrap() + other.join().unwrap(), 40);
    assert_eq!(EndStore::open_existing(&file.0).unwrap().ends(None).unwrap().len(), 40);
}
