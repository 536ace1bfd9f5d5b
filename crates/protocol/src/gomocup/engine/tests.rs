//! Conversations with a manager.

use super::*;
use crate::desk::tests::desk;
use crate::engine_side::Wish;
use crate::engine_side::tests::converse;

fn engine() -> GomocupEngine {
    GomocupEngine::new(desk("gomoku"), "1.0")
}

/// What was said, without remarks.
fn said(lines: &[&str]) -> Vec<String> {
    let said = converse(&mut engine(), lines);
    said.into_iter().filter(|line| !line.starts_with("MESSAGE")).collect()
}

#[test]
fn a_game_is_played() {
    assert_eq!(said(&["START 20", "BEGIN", "TURN 10,10", "END"]), ["OK", "0,19", "0,18", "<end>"]);
    assert_eq!(said(&["START 15", "TURN 7,7"]), ["OK", "0,14"]);
    assert_eq!(said(&["RECTSTART 10,6", "TURN 9,5", "RESTART", "BEGIN"]), ["OK", "0,5", "OK", "0,5"]);
    let about = said(&["ABOUT"]);
    assert!(about[0].starts_with("name=\"Agon\", version=\"1.0\""), "{}", about[0]);
}

#[test]
fn a_board_is_set() {
    let mut engine = engine();
    let lines = ["START 15", "BOARD", "7,7,1", "8,8,2", "6,7,1", "6,6,2", "DONE"];
    assert_eq!(converse(&mut engine, &lines).last().unwrap(), "0,14");
    assert_eq!(engine.desk.session().played(), ["h8", "i7", "g8", "g9", "a1"]);
    let second = ["BOARD", "8,8,2", "DONE"];
    converse(&mut engine, &second);
    assert_eq!(engine.desk.session().played(), ["i7", "a1"]);
    for wrong in [&["BOARD", "8,8,1", "DONE"][..], &["BOARD", "x", "DONE"], &["BOARD", "99,0,2", "DONE"]] {
        let said = said(wrong);
        assert!(said.len() == 1 && said[0].starts_with("ERROR "), "{said:?}");
    }
    // The lines after a wrong one were taken for commands.
    let said = said(&["START 15", "BOARD", "7,7,2", "foo", "9,9,1", "DONE", "BEGIN"]);
    assert_eq!(said, ["OK", "ERROR `foo` is not a stone: column, row and 1 or 2 are", "0,14"]);
}

#[test]
fn stones_are_taken_back_and_odd_lines_are_answered() {
    let lines = [
        "START 15",
        "BEGIN",
        "TAKEBACK 0,14",
        "TAKEBACK 3,3",
        "TURN x",
        "NONSENSE 1",
        "START 99",
        "",
        "TURN 0,14",
    ];
    let said = said(&lines);
    assert_eq!((said[2].as_str(), said[5].as_str()), ("OK", "UNKNOWN command NONSENSE"));
    assert!(said[3].starts_with("ERROR ") && said[4].starts_with("ERROR ") && said[6].starts_with("ERROR "));
    assert_eq!(said[7], "0,13", "the board is still that of 15: {said:?}");
}

fn wish(lines: &[&str]) -> Wish {
    let mut engine = engine();
    converse(&mut engine, lines);
    let acts = engine.hear("BEGIN");
    let [Act::Think(wish)] = acts.as_slice() else { panic!("{acts:?}") };
    *wish
}

#[test]
fn limits_reach_the_search() {
    let turn = wish(&["START 15", "INFO timeout_turn 5000", "INFO max_memory 1000000", "INFO game_type 1"]);
    let millis = turn.budget.time.unwrap().as_millis();
    assert!((4500..5000).contains(&millis), "{millis}");
    let short =
        wish(&["START 15", "INFO timeout_turn 5000", "INFO timeout_match 10000", "INFO time_left 4000"]);
    assert!(short.budget.time.unwrap().as_millis() < 200);
    let nodes = wish(&["START 15", "INFO max_node 500", "INFO max_depth 4"]);
    assert_eq!((nodes.budget.nodes, nodes.budget.depth), (Some(500), Some(4)));
    assert_eq!(wish(&["INFO agon_think 3 - - 77"]).seed, agon_core::Seed(77));
}

#[test]
fn rules_are_those_of_the_manager() {
    let mut engine = engine();
    converse(&mut engine, &["START 20", "INFO rule 1"]);
    assert_eq!(engine.desk.spec(), "gomoku:20x20,exact");
    converse(&mut engine, &["INFO rule 0", "BEGIN"]);
    assert_eq!(engine.desk.spec(), "gomoku:20x20");
    assert!(converse(&mut engine, &["INFO rule 4"])[0].starts_with("MESSAGE only freestyle"));
    assert!(converse(&mut engine, &["INFO evaluate 0,19"])[0].starts_with("MESSAGE a1: +1.500 points"));
    assert!(converse(&mut engine, &["INFO evaluate 1,1"])[0].contains("MESSAGE b19: +1.500"));
    assert!(converse(&mut engine, &["INFO evaluate 99,1"]).is_empty());
    assert_eq!(engine.interrupts()("yxstop"), Interrupt::Always);
    assert_eq!(
        (engine.interrupts()("END"), engine.interrupts()("TURN 1,1")),
        (Interrupt::UnlessScripted, Interrupt::Never)
    );
}
