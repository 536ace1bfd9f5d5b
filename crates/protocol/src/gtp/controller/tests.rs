//! What is said to an engine, and what is made of its answers.

use super::*;
use crate::controller::PlayedMove;
use agon_core::{Budget, GameClock, Player};
use std::time::Duration;

fn moves(texts: &[&str]) -> Vec<PlayedMove> {
    let mv =
        |(ply, text): (usize, &&str)| PlayedMove { player: Player(ply as u8 % 2), text: (*text).to_owned() };
    texts.iter().enumerate().map(mv).collect()
}

fn question<'a>(moves: &'a [PlayedMove], limits: Budget) -> Question<'a> {
    let to_move = Player(moves.len() as u8 % 2);
    Question { position: "- X", moves: Some(moves), to_move, limits, clock: None, seed: 7 }
}

/// Answers commands with `=` and a number, the last with a text.
fn answer(controller: &mut GtpController, lines: &[String], last: &str) -> Vec<Heard> {
    let mut heard = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let number = line.split(' ').next().unwrap();
        let text = if index + 1 == lines.len() { last } else { "" };
        assert_eq!(controller.hear(&format!("={number} {text}")), Heard::Nothing);
        heard.push(controller.hear(""));
    }
    heard
}

fn ready(spec: &str, commands: &str) -> GtpController {
    let mut controller = GtpController::new(spec);
    let greeting = controller.greet();
    assert_eq!(greeting, ["1 list_commands"]);
    controller.hear(&format!("=1 {}", commands.replace(' ', "\n")));
    let Heard::Reply(prepare) = controller.hear("") else { panic!("the game is prepared") };
    assert_eq!(answer(&mut controller, &prepare, "").last(), Some(&Heard::Ready));
    controller
}

#[test]
fn a_game_is_told_move_by_move() {
    let mut controller = ready("gomoku", "play undo genmove time_settings set_random_seed");
    let game = moves(&["h8"]);
    let limits = Budget::time(Duration::from_millis(2500));
    let lines = controller.ask(&question(&game, limits)).unwrap();
    assert_eq!(lines, ["4 time_settings 0 5 2", "5 set_random_seed 7", "6 play b H8", "7 genmove w"]);
    assert_eq!(answer(&mut controller, &lines, "J9").last(), Some(&Heard::Move("i9".to_owned())));
    let game = moves(&["h8", "i9", "h9"]);
    let lines = controller.ask(&question(&game, limits)).unwrap();
    assert_eq!(lines, ["8 play b H9", "9 genmove w"], "its own move is on its board");
    assert_eq!(answer(&mut controller, &lines, "resign").last(), Some(&Heard::Resigned));
    let back = moves(&["h8", "i9", "k2"]);
    let lines = controller.ask(&question(&back, limits)).unwrap();
    assert_eq!(lines, ["10 undo", "11 play b L2", "12 genmove w"]);
    answer(&mut controller, &lines, "A1");
    controller.new_game();
    let lines = controller.ask(&question(&[], limits)).unwrap();
    assert_eq!(lines, ["13 set_random_seed 7", "14 clear_board", "15 genmove b"]);
}

#[test]
fn what_is_no_answer_is_noise() {
    let mut controller = ready("reversi", "play");
    let game = moves(&[]);
    let lines = controller.ask(&question(&game, Budget::default())).unwrap();
    assert_eq!(lines, ["4 genmove b"]);
    for line in ["thinking...", "= e6", "", "=3 c4", "", "=99", ""] {
        assert_eq!(controller.hear(line), Heard::Nothing, "{line}");
    }
    controller.hear("=4 F5");
    assert_eq!(controller.hear(""), Heard::Move("f5".to_owned()));
    assert_eq!(controller.goodbye(), ["quit"]);
}

#[test]
fn refusals_are_told() {
    let mut controller = ready("reversi", "play");
    let game = moves(&["f5"]);
    let lines = controller.ask(&question(&game, Budget::default())).unwrap();
    assert_eq!(lines.len(), 2);
    controller.hear("?4 illegal move");
    assert_eq!(controller.hear(""), Heard::Wrong("`play b f5` was refused: illegal move".to_owned()));
    let unknown = Question { moves: None, ..question(&game, Budget::default()) };
    assert!(controller.ask(&unknown).unwrap_err().0.contains("is not known"));
}

/// An engine was once asked in vain, and lost every game by that.
#[test]
fn what_gtp_has_no_words_for_is_known_before_a_game() {
    let unknown = Question { moves: None, ..question(&[], Budget::default()) };
    let start = question(&[], Budget::default());
    let (plain, agon) = ("play genmove", "play genmove agon-think agon-position");
    for (spec, commands, question, fine) in [
        ("reversi", plain, &start, true),
        ("reversi", plain, &unknown, false),
        ("reversi", agon, &unknown, true),
        ("reversi:6x6", plain, &start, true),
        ("reversi:start=thesis", plain, &start, false),
        ("reversi:#..#/..../..../#..#", plain, &start, false),
        ("reversi:#..#/..../..../#..#", agon, &start, true),
        ("blokus:two", plain, &start, false),
        ("blokus:duo", plain, &start, true),
    ] {
        assert_eq!(ready(spec, commands).accepts(question).is_ok(), fine, "{spec} {commands}");
    }
    let mut refusing = GtpController::new("blokus:two");
    refusing.greet();
    refusing.hear("=1 play");
    refusing.hear("");
    refusing.hear("?2 invalid argument");
    assert_eq!(
        refusing.hear(""),
        Heard::Refused("`set_game blokus:two` was refused: invalid argument".into())
    );
}

#[test]
fn time_is_told_where_the_engine_knows_how() {
    let limits = Budget::time(Duration::from_millis(100));
    let mut controller = ready("gomoku", "play genmove time_settings time_left");
    assert!(controller.tells_time());
    let lines = controller.ask(&question(&[], limits)).unwrap();
    assert_eq!(lines, ["4 time_settings 0 1 10", "5 time_left b 1 10", "6 genmove b"]);
    answer(&mut controller, &lines, "A1");
    let game = moves(&["a1", "a2"]);
    let lines = controller.ask(&question(&game, limits)).unwrap();
    assert_eq!(lines, ["7 time_left b 1 10", "8 play w A2", "9 genmove b"]);
    let second = Duration::from_secs(1);
    let clock = Some(GameClock { base: 60 * second, increment: second, left: 30 * second });
    let mut controller = ready("gomoku", "play genmove time_settings time_left");
    let lines = controller.ask(&Question { clock, ..question(&[], limits) }).unwrap();
    assert_eq!(lines, ["4 time_settings 61 0 0", "5 time_left b 30 0", "6 genmove b"]);
    let mut deaf = ready("gomoku", "play genmove");
    assert!(!deaf.tells_time());
    assert_eq!(deaf.ask(&question(&[], limits)).unwrap(), ["4 genmove b"]);
}

#[test]
fn engines_without_numbers_are_understood() {
    let mut controller = GtpController::new("reversi");
    controller.greet();
    controller.hear("= play");
    assert!(matches!(controller.hear(""), Heard::Reply(_)));
    controller.hear("=");
    assert_eq!(controller.hear(""), Heard::Nothing);
    controller.hear("=");
    assert_eq!(controller.hear(""), Heard::Ready);
}

#[test]
fn agon_is_told_everything() {
    let mut controller = ready("connect4", "agon-think agon-position play");
    let limits = Budget { depth: Some(3), nodes: Some(500), time: None };
    let lines = controller.ask(&question(&[], limits)).unwrap();
    assert_eq!(lines, ["4 agon-think 3 500 - 7", "5 genmove b"]);
    answer(&mut controller, &lines, "4");
    let unknown = Question { moves: None, position: "X-- O", ..question(&[], limits) };
    let lines = controller.ask(&unknown).unwrap();
    assert_eq!(lines[1..], ["7 agon-position X-- O", "8 genmove b"]);
}

/// An engine that says something before it is asked seemed to be one without numbers, and its chatter its moves.
#[test]
fn chatter_before_the_greeting_does_not_hide_the_numbers() {
    let mut controller = GtpController::new("tictactoe");
    controller.greet();
    let mut hear = |line: &str| [controller.hear(line), controller.hear("")];
    assert!(hear("= A1").iter().any(|heard| matches!(heard, Heard::Reply(_))), "taken for the answer");
    for unasked in ["=1 list_commands", "= C3", "=9 B2"] {
        assert_eq!(hear(unasked), [Heard::Nothing, Heard::Nothing], "{unasked}");
    }
}
