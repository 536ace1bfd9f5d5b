//! Conversations with clients.

use super::commands::COMMANDS;
use super::*;
use crate::desk::tests::desk;
use crate::engine_side::tests::converse;

fn engine(spec: &str) -> GtpEngine {
    GtpEngine::new(desk(spec), "Agon", "1.0")
}

fn answers(spec: &str, lines: &[&str]) -> Vec<String> {
    let said = converse(&mut engine(spec), lines);
    let text = said.join("\n");
    text.split("\n\n").map(|answer| answer.trim().to_owned()).filter(|answer| !answer.is_empty()).collect()
}

#[test]
fn the_usual_questions_are_answered() {
    let lines = [
        "1 protocol_version",
        "name # who",
        "",
        "# only a comment",
        "2 known_command play",
        "known_command x",
    ];
    assert_eq!(answers("gomoku", &lines), ["=1 2", "= Agon", "=2 true", "= false"]);
    let listed = answers("gomoku", &["list_commands"]);
    assert!(COMMANDS.iter().all(|command| listed[0].contains(command)));
    assert_eq!(answers("gomoku", &["7 nonsense"]), ["?7 unknown command"]);
    assert_eq!(converse(&mut engine("gomoku"), &["quit"]), ["= ", "", "<end>"]);
}

/// A command that is listed is also understood.
#[test]
fn whatever_is_listed_is_known() {
    let mut sorted = COMMANDS.to_vec();
    sorted.sort_unstable();
    assert_eq!(sorted, COMMANDS);
    for command in COMMANDS {
        assert!(!answers("tictactoe", &[command])[0].contains("unknown command"), "{command}");
    }
}

#[test]
fn a_game_is_played() {
    let lines = [
        "boardsize 9",
        "clear_board",
        "komi 6.5",
        "play b E5",
        "genmove w",
        "play w E5",
        "play b J9",
        "reg_genmove w",
        "genmove w",
        "undo",
        "undo",
        "play b C3",
    ];
    let said = answers("gomoku", &lines);
    assert_eq!(said[4], "= A1", "the first free cell");
    assert_eq!(said[5], "? it is not the turn of that colour");
    assert_eq!((said[7].as_str(), said[8].as_str()), ("= A2", "= A2"), "the first of the two was not played");
    assert_eq!(said[11], "=");
    assert_eq!(answers("gomoku", &["undo", "play b Z99", "play x A1", "boardsize 99"]).len(), 4);
    assert!(
        answers("gomoku", &["undo", "play b Z99", "play x A1", "boardsize 99"])
            .iter()
            .all(|a| a.starts_with('?'))
    );
}

#[test]
fn boards_are_drawn() {
    let said =
        answers("tictactoe", &["play b B2", "showboard", "gogui-rules_board", "gogui-rules_side_to_move"]);
    assert_eq!(said[1], "= \n  A B C\n3 . . .\n2 . X .\n1 . . .");
    assert_eq!(said[2..], ["= . . .\n. X .\n. . .", "= white"]);
}

/// The board was labelled with the `i` that no move may have, and `I5` played `J5`.
#[test]
fn cells_have_one_name() {
    let said =
        answers("gomoku", &["boardsize 9", "play b I5", "p i5", "play b J5", "showboard", "play w j5"]);
    let refusal = "? `I5` is not a cell: columns are A to J without I, rows 1 to 9";
    assert_eq!((said[1].as_str(), said[2].to_uppercase()), (refusal, refusal.to_uppercase()));
    assert!(
        said[4].starts_with("= \n  A B C D E F G H J\n9 .") && said[4].contains("\n5 . . . . . . . . X\n")
    );
    assert_eq!(said[5], "? illegal move: j5");
    assert_eq!(answers("gomoku", &["play b pass"]), ["? illegal move: pass, as there are others"]);
}

#[test]
fn the_end_is_told() {
    let win = [
        "play b a1",
        "play w a2",
        "play b b1",
        "play w b2",
        "final_score",
        "play b c1",
        "final_score",
        "genmove w",
    ];
    let said = answers("tictactoe", &win);
    assert_eq!(
        (said[4].as_str(), said[6].as_str(), said[7].as_str()),
        ("? the game is not over", "= B+1", "= pass"),
        "a line is won once, not by two points"
    );
    let empty_board = answers(
        "tictactoe",
        &[
            "play b a1",
            "play w b2",
            "play b c3",
            "play w a3",
            "play b c1",
            "play w b1",
            "play b b3",
            "play w c2",
            "play b a2",
            "final_score",
        ],
    );
    assert_eq!(empty_board[9], "= 0");
}

#[test]
fn time_reaches_the_search() {
    let wish = |lines: &[&str]| {
        let mut engine = engine("gomoku");
        converse(&mut engine, lines);
        let acts = engine.hear("genmove b");
        let [Act::Think(wish)] = acts.as_slice() else { panic!("{acts:?}") };
        *wish
    };
    let time = |lines: &[&str]| wish(lines).budget.time.unwrap().as_millis();
    assert_eq!(time(&[]), 1000);
    assert!((4000..5000).contains(&time(&["time_settings 0 5 1"])));
    assert!((400..500).contains(&time(&["time_settings 0 5 1", "time_left b 0.5 1"])));
    assert_eq!(time(&["time_settings 0 5 1", "time_settings 0 0 0"]), 1000);
    let told = wish(&["agon-think 4 500 - 99"]);
    assert_eq!((told.budget.depth, told.budget.nodes, told.seed), (Some(4), Some(500), agon_core::Seed(99)));
    assert_ne!(wish(&["set_random_seed 5"]).seed, wish(&[]).seed);
}

/// Some clients leave out the passes of Reversi.
#[test]
fn forced_passes_may_be_left_out() {
    let position = "agon-position XXXXXXX-XXXXXXXOXXXXXXOOXXXXXOOOXXXXXXOOXXXXXXXOXXXXXXXXXXXXXXXX X";
    let said = answers("reversi", &[position, "all_legal b", "play w h1"]);
    assert_eq!(said[0], "=", "{said:?}");
}

#[test]
fn only_an_interruption_interrupts() {
    let engine = engine("gomoku");
    assert_eq!(engine.interrupts()("# interrupt"), Interrupt::Always);
    assert_eq!(engine.interrupts()(" quit "), Interrupt::UnlessScripted);
    assert_eq!(engine.interrupts()("play b a1"), Interrupt::Never);
    assert_eq!(engine.interrupts()("# comment"), Interrupt::Never);
}
