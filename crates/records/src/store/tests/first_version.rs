//! Stores of the first version.

use super::*;

/// As version 0.1.0 made it: a match that was played, a tournament that was imported, and two equal games of nobody.
const FIRST: &str = r#"
CREATE TABLE matches (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, plan TEXT NOT NULL,
  seed INTEGER NOT NULL, program TEXT NOT NULL, created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE players (
  id INTEGER PRIMARY KEY, game TEXT NOT NULL, spec TEXT NOT NULL, UNIQUE (game, spec));
CREATE TABLE games (
  id INTEGER PRIMARY KEY, match INTEGER REFERENCES matches, number INTEGER, round INTEGER,
  game TEXT NOT NULL, start TEXT, opening INTEGER NOT NULL, moves TEXT NOT NULL, ended TEXT NOT NULL,
  seed INTEGER, program TEXT, UNIQUE (match, number));
CREATE TABLE seats (
  record INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, player INTEGER NOT NULL REFERENCES players,
  twelfths INTEGER, moves INTEGER, nodes INTEGER, micros INTEGER, PRIMARY KEY (record, seat)) WITHOUT ROWID;
INSERT INTO matches VALUES
  (1, 'match 1', 'reversi', '["a", "b"]', 1, 'agon 0.1.0', '2026-05-01 10:00:00'),
  (2, 'Paris 1987', 'reversi', '', 0, 'agon 0.1.0', '2026-05-02 10:00:00');
INSERT INTO players VALUES (1, 'reversi', 'a'), (2, 'reversi', 'b');
INSERT INTO games VALUES
  (1, 1, 0, 0, 'reversi', NULL, 0, '["f5"]', '{"by":"rules","points":[64,0]}', 1, 'agon 0.1.0'),
  (2, 2, 7, NULL, 'reversi', NULL, 0, '["f5"]', '{"by":"scored","points":[30,34]}', NULL, NULL),
  (3, NULL, NULL, NULL, 'reversi', NULL, 0, '["c4"]', '{"by":"unknown"}', NULL, NULL),
  (4, NULL, NULL, NULL, 'reversi', NULL, 0, '["c4"]', '{"by":"unknown"}', NULL, NULL);
INSERT INTO seats SELECT id, 0, 1, NULL, NULL, NULL, NULL FROM games;
INSERT INTO seats SELECT id, 1, 2, NULL, NULL, NULL, NULL FROM games;
PRAGMA user_version = 1;
"#;

fn first(name: &str) -> Temporary {
    let file = Temporary::new(name);
    file.sql(FIRST);
    file
}

fn version(file: &Temporary) -> i64 {
    let connection = Connection::open(&file.0).unwrap();
    connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
}

#[test]
fn a_store_of_the_first_version_is_read_as_it_is_and_becomes_new_when_written_to() {
    let file = first("first");
    let before = all(&Store::open_existing(&file.0).unwrap());
    assert_eq!((before.len(), version(&file)), (4, 1), "reading changes nothing");
    assert_eq!(before[2].date.as_deref(), Some("2026-05-01"));
    assert_eq!(
        (before[3].event.as_deref(), &before[3].event_id, &before[3].date),
        (Some("Paris 1987"), &None, &None)
    );

    let mut store = Store::open(&file.0).unwrap();
    assert_eq!(version(&file), 2);
    assert_eq!(all(&store), before);
    let mut copies = CopyCounter::default();
    assert_eq!(store.import(&before, &mut copies).unwrap(), 0, "all of it is there");
    let events = store.events().unwrap();
    assert_eq!(events[0].plan, "[\"a\", \"b\"]");
    assert_eq!((events[1].seed, events[1].games), (None, 1));
    let wanted = Event { plan: "agon match 1\n".into(), ..event(Some("match 1"), "") };
    assert!(store.begin(&wanted, BeginOrResume::Resume).unwrap_err().to_string().contains("another version"));
}

#[test]
fn copies_of_one_store_are_one_and_damaged_stores_stay_as_they_are() {
    let (one, other) = (first("copy-1"), first("copy-2"));
    let mut store = Store::open(&one.0).unwrap();
    let copy = all(&Store::open_existing(&other.0).unwrap());
    assert_eq!(store.import(&copy, &mut CopyCounter::default()).unwrap(), 0);

    let damaged = first("copy-3");
    damaged.sql("UPDATE games SET moves = 'f5' WHERE id = 4");
    let error = Store::open(&damaged.0).unwrap_err().to_string();
    assert!(error.contains("row 4 of table `games` is damaged"), "{error}");
    assert_eq!(version(&damaged), 1);
}
