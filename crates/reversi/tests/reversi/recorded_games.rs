//! The games of the WTHOR database [FFO2025], replayed: all are legal, and score as the rules do if they
//! are over.
//!
//! The database is not part of the repository. When its folder does not lie beside it, the test passes without having
//! looked at anything.

use agon_reversi::wthor::{Database, NameList, Names};

const RECORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/wthor");

/// Games: all, those that score as the rules do, that score otherwise, that stop before their end.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    all: usize,
    agree: usize,
    differ: usize,
    early: usize,
}

#[test]
fn recorded_games_can_be_replayed() {
    let Ok(entries) = std::fs::read_dir(RECORDS) else { return };
    let mut count = Count::default();
    let paths = entries.map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "wtb")) {
        let bytes = std::fs::read(&path).unwrap();
        let database = Database::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for (stored, replay) in database.games.iter().zip(database.replays()) {
            let (replay, _) = replay.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            count.all += 1;
            count.agree += usize::from(stored.agrees(&replay));
            count.early += usize::from(replay.outcome.is_none());
            count.differ += usize::from(replay.outcome.is_some() && !stored.agrees(&replay));
        }
        let written = database.write().unwrap();
        assert_eq!(written[4..], bytes[4..], "{}: only the day of making differs", path.display());
    }
    assert_eq!(count, Count { all: 137_548, agree: 137_135, differ: 0, early: 413 });
    for (list, names) in [(NameList::Players, 4448), (NameList::Tournaments, 492)] {
        let bytes = std::fs::read(std::path::Path::new(RECORDS).join(list.file_name())).unwrap();
        assert_eq!(Names::read(list, &bytes).unwrap().count(), names);
    }
}
