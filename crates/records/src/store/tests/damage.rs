//! Rows that cannot have been written like this.

use super::*;

fn damaged(change: &str) -> String {
    let file = Temporary::new("damaged");
    let mut store = Store::open(&file.0).unwrap();
    store.add(&[record(0, [64, 0]), record(1, [0, 64])]).unwrap();
    drop(store);
    file.sql(&format!("PRAGMA foreign_keys = OFF; {change}"));
    let mut read = 0;
    let error = Store::open_existing(&file.0).unwrap().for_each(None, |_| {
        read += 1;
        true
    });
    assert_eq!(read, 1, "the first game is sound");
    error.unwrap_err().to_string()
}

/// Damaged rows were once read as games without moves.
#[test]
fn damaged_rows_are_named() {
    for (change, said) in [
        (
            "UPDATE games SET moves = '[\"f5\"' WHERE id = 2",
            "row 2 of table `games` is damaged: `moves`: EOF",
        ),
        ("UPDATE games SET moves = x'ff' WHERE id = 2", "`moves`: Invalid column type Blob"),
        ("UPDATE games SET ended = '{\"by\":\"magic\"}' WHERE id = 2", "`ended`: unknown variant"),
        ("UPDATE games SET ended = '{\"by\":\"time\",\"seat\":2}' WHERE id = 2", "does not fit the 2 seats"),
        ("UPDATE games SET opening = -1 WHERE id = 2", "`opening` is -1, which is no count"),
        ("UPDATE games SET opening = 3 WHERE id = 2", "`opening` has 3 of 2 moves"),
        ("UPDATE games SET number = -7, match = 1 WHERE id = 2", "`number` is -7"),
        ("UPDATE games SET round = 'two' WHERE id = 2", "`round`: Invalid column type Text"),
        ("UPDATE games SET match = 9 WHERE id = 2", "there is no row 9 in `matches`"),
        ("DELETE FROM seats WHERE record = 2", "`agents` names 0 seats"),
        (
            "DELETE FROM seats WHERE record = 2 AND seat = 0",
            "row 2 of table `seats` is damaged: seat 0 is missing",
        ),
        ("UPDATE seats SET nodes = NULL WHERE record = 2 AND seat = 1", "seat 1 says only in part"),
        ("UPDATE seats SET micros = -1 WHERE record = 2 AND seat = 1", "`micros` is -1"),
        ("UPDATE seats SET player = 99 WHERE record = 2 AND seat = 1", "`spec`: Invalid column type Null"),
    ] {
        let error = damaged(change);
        assert!(error.contains("damaged.db: row 2 of table ") && error.contains(said), "{change}: {error}");
    }
}
