//! `agon book`: books grow, survive Ctrl-C, and nothing that is not one is taken for one.

use std::fs;
use std::process::{Output, Stdio};

use crate::running::Folder;
use crate::running::signals::{interrupted, temporary, to_go_on, wait_until, wait_until_at_work};
use serde_json::Value;

fn learn<'a>(positions: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["book", "learn", "connect4", "c4.book", "--nodes", "200", "--positions", positions], more].concat()
}

fn refused(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn book(folder: &Folder) -> String {
    fs::read_to_string(folder.0.join("c4.book")).unwrap()
}

#[test]
fn a_book_that_grows_twice_is_the_one_that_grew_once() {
    let folder = Folder::new("book-twice");
    let report = |args: &[&str]| serde_json::from_str::<Value>(&folder.stdout(args)).unwrap();
    for (positions, all) in [("5", 5), ("7", 12)] {
        let report = report(&learn(positions, &["--json"]));
        assert_eq!(report["positions"], all);
    }
    let in_two = book(&folder);
    fs::remove_file(folder.0.join("c4.book")).unwrap();
    folder.stdout(&learn("12", &[]));
    assert_eq!(book(&folder), in_two);
    let shown = report(&["book", "show", "c4.book", "--plies", "0", "--json"]);
    assert_eq!((shown["positions"].clone(), shown["lines"].as_array().unwrap().len()), (12.into(), 1));
    let by = |book: &str| folder.stdout(&["book", "show", book]).lines().next().unwrap().to_owned();
    let first = by("c4.book");
    assert!(first.starts_with("connect4, 12 positions, by ") && first.ends_with("nodes=200)"), "{first}");
    // All positions were said to come from who added the last ones.
    let other = ["book", "learn", "connect4", "c4.book", "--nodes", "300", "--positions", "1"];
    folder.stdout(&other);
    let both = by("c4.book");
    assert!(both.contains("nodes=200); ") && both.ends_with("nodes=300)"), "{both}");
}

/// Values had no unit; and an agent with arguments was refused, as if all of it were a name.
#[test]
fn values_have_the_unit_of_who_gave_them() {
    let folder = Folder::new("book-units");
    let mc = ["book", "learn", "connect4", "mc.book", "--positions", "2", "--agent", "mcts(nodes=500)"];
    folder.stdout(&mc);
    let shown = folder.stdout(&["book", "show", "mc.book", "--plies", "1"]);
    assert!(shown.contains("\nvalues: the mover's chance to win, from 0 to 1"), "{shown}");
    let json: Value = serde_json::from_str(&folder.stdout(&["book", "show", "mc.book", "--json"])).unwrap();
    assert_eq!(json["unit"], "chance");
    let values = json["lines"].as_array().unwrap().iter().flat_map(|line| line["moves"].as_array().unwrap());
    assert!(values.clone().count() > 5);
    assert!(
        values.map(|mv| mv["value"].as_f64().unwrap()).all(|value| (0.0..=1.0).contains(&value)),
        "{shown}"
    );
    let other = ["book", "learn", "connect4", "mc.book", "--positions", "1", "--nodes", "200"];
    assert!(refused(&folder.agon(&other)).contains("begin another book"));
    folder.stdout(&["book", "learn", "reversi:6x6", "r.book", "--positions", "1", "--nodes", "200"]);
    let shown = folder.stdout(&["book", "show", "r.book"]);
    assert!(shown.contains("\nvalues: "), "{shown}");
}

#[test]
fn a_book_that_has_everything_says_so() {
    let folder = Folder::new("book-all");
    let all = folder.stdout(&learn("100", &["--plies", "1"]));
    assert!(all.starts_with("5 positions added"), "the start, and the moves that are not symmetric: {all}");
    assert!(folder.stdout(&learn("100", &["--plies", "1"])).starts_with("0 positions added"));
}

#[test]
fn an_interrupted_book_keeps_what_it_has_and_goes_on() {
    let folder = Folder::new("book-interrupted");
    let args = learn("1000000", &[]);
    let mut child = folder.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The file is there before the first position: the work has begun.
    wait_until(&mut child, || folder.0.join("c4.book").exists());
    wait_until_at_work(&mut child);
    // Whoever wrote last won, and the work of the other was gone.
    assert!(refused(&folder.agon(&learn("1", &[]))).contains("another `agon book learn` adds to this book"));
    let output = interrupted(child, "INT", 130);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("which are kept"), "{said}");
    assert!(
        to_go_on(&output).ends_with("book learn connect4 c4.book --nodes 200 --positions 1000000"),
        "{said}"
    );
    assert_eq!(temporary(&folder.0), [""; 0]);
    let positions = book(&folder).lines().count() - 5;
    let more = folder.stdout(&learn("2", &[]));
    assert!(
        more.starts_with("2 positions added") && more.trim_end().ends_with(&format!("{}", positions + 2)),
        "{more}"
    );
}

#[test]
fn what_is_not_a_book_of_the_game_is_refused_and_stays() {
    let folder = Folder::new("book-refused");
    folder.stdout(&learn("3", &[]));
    let whole = book(&folder);
    let cut = &whole[..whole.len() - "end 3\n".len()];
    let illegal = whole.replacen("; ", "; z9 0; ", 1);
    let other = whole.replacen("game connect4", "game connect4:8x8", 1);
    let cases = [
        ("a shopping list\n", "agon opening book"),
        (cut, "cut short"),
        (&illegal, "line 5"),
        (&other, "the book is of `connect4:8x8`, not of `connect4`"),
    ];
    for (text, said) in cases {
        folder.write("c4.book", text);
        let error = refused(&folder.agon(&learn("1", &[])));
        assert!(error.contains(said), "{said}: {error}");
        assert_eq!(book(&folder), text, "{said}");
    }
    folder.write("c4.book", "a shopping list\n");
    let error = refused(&folder.agon(&["book", "show", "c4.book"]));
    assert!(error.contains("this is not an opening book"), "{error}");
    let error = refused(&folder.agon(&["book", "show", "nowhere.book"]));
    assert!(error.contains("nowhere.book"), "{error}");
}
