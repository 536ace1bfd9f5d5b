//! Analysing positions, lists of them and recorded games.

use crate::running::Folder;
use serde_json::Value;

fn json_lines(folder: &Folder, args: &[&str]) -> Vec<Value> {
    let text = folder.stdout(&[args, &["--json"]].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_strongest_agent_analyses_and_says_in_what_unit() {
    let folder = Folder::new("analyze-units");
    for (game, moves, agent, unit) in [
        ("reversi", "f5d6c3", "best(threads=1, every-move)", "points"),
        ("reversi:10x10", "", "negascout(eval=mobility, threads=1, every-move)", "rating"),
        ("gomoku", "h8", "negascout(radius=1, beam=8, threads=1, every-move)", "rating"),
        ("connect4", "415162", "negascout(threads=1, every-move)", "distance"),
        ("blokus:duo", "", "mcts(threads=1)", "chance"),
    ] {
        let args = ["analyze", game, "--moves", moves, "--nodes", "3000"];
        let report = &json_lines(&folder, &args)[0];
        assert_eq!((&report["agent"], &report["unit"]), (&agent.into(), &unit.into()), "{game}");
        assert_eq!(report["moves"][0]["unit"], unit);
    }
    let won = &json_lines(&folder, &["analyze", "connect4", "--moves", "415162"])[0];
    assert_eq!((&won["value"], &won["plies"]), (&18.0.into(), &1.into()));
    assert_eq!((&won["to_move"], &won["player"]), (&"P1".into(), &"Red".into()));
    let text = folder.stdout(&["analyze", "connect4", "--moves", "415162", "--color", "never"]);
    assert!(text.contains("Red to move, best 3: wins in 1 ply (proven)"), "{text}");
    let text = folder.stdout(&["analyze", "blokus:duo", "--nodes", "500", "--color", "never"]);
    assert!(text.contains(" % to win (estimated)"), "{text}");
}

/// It was an error that did not say who had won.
#[test]
fn a_finished_game_has_a_result() {
    let folder = Folder::new("analyze-over");
    let args = ["analyze", "connect4", "--moves", "1122334", "--color", "never"];
    assert!(folder.stdout(&args).contains("the game is over: Red wins (Red 1, Yellow -1)"));
    let report = &json_lines(&folder, &args)[0];
    assert_eq!((&report["over"], &report["winners"]), (&true.into(), &serde_json::json!(["Red"])));
    assert_eq!(report["points"], serde_json::json!([1, -1]));
    folder.write("list.txt", "1122334\n");
    let list = folder.stdout(&["analyze", "connect4", "list.txt"]);
    assert!(list.contains("1  the game is over: Red wins") && list.contains("1 of 1 position\n"), "{list}");
}

/// `--agent easy` said \"no value (estimated)\", `--json --top` listed all moves, and the moves of mcts seemed to have no order.
#[test]
fn what_is_listed_is_explained() {
    let folder = Folder::new("analyze-listed");
    let text = folder.stdout(&["analyze", "reversi", "--agent", "random"]);
    assert!(text.contains(", chosen without a value by random"), "{text}");
    let args = ["analyze", "reversi", "--moves", "f5", "--depth", "1"];
    let moves = |more: &[&str]| {
        json_lines(&folder, &[&args[..], more].concat())[0]["moves"].as_array().unwrap().len()
    };
    assert_eq!((moves(&[]), moves(&["--top", "1"])), (3, 1));
    let text = folder.stdout(&[&args[..], &["--top", "2"]].concat());
    assert!(text.contains("  and 1 more move (--top shows them)"), "{text}");
    let mcts = ["analyze", "reversi", "--agent", "mcts(simulations=60, exploration=3)", "--seed"];
    let told =
        |seed: &str| folder.stdout(&[&mcts[..], &[seed]].concat()).contains("how often they were tried");
    let sorted = |seed: &str| {
        let report = json_lines(&folder, &[&mcts[..], &[seed]].concat()).remove(0);
        report["moves"].as_array().unwrap().is_sorted_by(|a, b| a["value"].as_f64() >= b["value"].as_f64())
    };
    let seeds = ["1", "2", "3", "4", "5", "6"];
    assert!(seeds.iter().all(|seed| told(seed) != sorted(seed)));
    assert!(seeds.iter().any(|seed| told(seed)));
}

/// A level's own limit overruled the one that was asked for.
#[test]
fn a_level_takes_the_limit_that_is_given() {
    let folder = Folder::new("analyze-level");
    let args = ["analyze", "reversi", "--agent", "medium", "--depth"];
    for depth in [1, 3] {
        assert_eq!(json_lines(&folder, &[&args[..], &[&depth.to_string()]].concat())[0]["depth"], depth);
    }
    let hard = &json_lines(&folder, &["analyze", "reversi", "--agent", "hard", "--time", "20ms"])[0];
    assert!(hard["seconds"].as_f64().unwrap() < 0.5, "{hard}");
    let four = folder.stdout(&["analyze", "blokus:mini", "--exact", "--nodes", "10", "--json"]);
    assert!(four.contains("paranoid(endgame=all"), "{four}");
}

/// Without `--every-move` a proof knows only bounds of most moves.
#[test]
fn every_move_can_be_proven() {
    let folder = Folder::new("analyze-every-move");
    let args = ["analyze", "reversi:4x4", "--moves", "b1", "--exact"];
    let bounds = |report: &Value| {
        let moves = report["moves"].as_array().unwrap().clone();
        moves.iter().filter(|mv| mv["at_most"] == true).count()
    };
    let usual = &json_lines(&folder, &args)[0];
    assert!(bounds(usual) > 0);
    let every = &json_lines(&folder, &[&args[..], &["--every-move"]].concat())[0];
    assert_eq!((bounds(every), &every["exact"]), (0, &true.into()));
    assert_eq!(every["value"], usual["value"]);
    // Where sooner is better, the best move is proven first: the others are too.
    let args = ["analyze", "connect4", "--moves", "52753311433677442422121", "--exact", "--every-move"];
    let report = &json_lines(&folder, &args)[0];
    assert_eq!(report["plies"], 5);
    for mv in report["moves"].as_array().unwrap() {
        assert_eq!(mv["unit"], "distance", "{mv}");
    }
    // Each value is that of the position after the move, seen from the other side.
    for mv in every["moves"].as_array().unwrap() {
        let moves = format!("b1{}", mv["move"].as_str().unwrap());
        let after = &json_lines(&folder, &["analyze", "reversi:4x4", "--moves", &moves, "--exact"])[0];
        let sign = if after["to_move"] == every["to_move"] { 1.0 } else { -1.0 };
        assert_eq!(after["value"].as_f64().unwrap() * sign, mv["value"].as_f64().unwrap(), "{mv}");
    }
}

#[test]
fn a_list_is_compared_with_what_it_expects() {
    let folder = Folder::new("analyze-list");
    // From positions with ten empty cells and their exact scores; the last two are wrong on purpose.
    let plain = "-XXXXXXX---XOOOX-OOOOOOXO-OOXXOXXXXOXXXXXXOXOOXX--OOOOOX--OOOOOO X";
    let list = format!(
        "# ten empties\n{plain} +2\n\n{plain}\n12|10|x|+2|{plain}; --:-127;  % a move that is none\n{plain} +4\n"
    );
    folder.write("list.txt", &list);
    let args = ["analyze", "reversi", "list.txt", "--exact"];
    let reports = json_lines(&folder, &args);
    let right: Vec<_> = reports.iter().map(|report| report["right"].clone()).collect();
    assert_eq!(right, [true.into(), Value::Null, Value::Null, false.into()]);
    assert_eq!(reports[0]["line_number"], 2);
    assert_eq!(reports[3]["expected"]["value"], 4.0);
    let best = reports[0]["best"].as_str().unwrap().to_ascii_uppercase();
    folder.write("moves.obf", &format!("{plain}; {best}:+2; {best}9:+1;\n{plain}; {best}:+3;\n"));
    let output = folder.agon(&["analyze", "reversi", "moves.obf", "--exact"]);
    let (text, notes) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(text.contains("2 of 2 positions, 1 of 2 as expected"), "{text}");
    // It was left out without a word.
    let left_out = format!("moves.obf, line 1: no legal move there, so it does not count: {best}9:+1");
    assert!(notes.contains(&left_out), "{notes}");
    assert!(text.contains("WRONG, expected +3 by"), "{text}");

    folder.write("columns.txt", "32164625 11\n6146 18\n4\n44444\n1122334\n");
    let reports = json_lines(&folder, &["analyze", "connect4", "columns.txt", "--depth", "8"]);
    assert_eq!(reports[1]["right"], true);
    assert_eq!(reports[4]["over"], true, "a finished game is no error");

    // With spaces between the moves the value was taken for a move.
    folder.write("spaced.txt", "b2 a1 0\nb2 a1\na1 b1 b2 c1 +3\n");
    let reports = json_lines(&folder, &["analyze", "tictactoe", "spaced.txt", "--exact"]);
    let expected: Vec<_> = reports.iter().map(|report| report["expected"]["value"].clone()).collect();
    assert_eq!(expected, [0.0.into(), Value::Null, 3.0.into()]);
    assert_eq!((&reports[0]["right"], &reports[2]["right"]), (&true.into(), &true.into()));
    folder.write("digits.txt", "4 4 5\n4 4 5 +1\n44 5\n");
    let reports = json_lines(&folder, &["analyze", "connect4", "digits.txt", "--depth", "2"]);
    let expected: Vec<_> = reports.iter().map(|report| report["expected"]["value"].clone()).collect();
    assert_eq!(expected, [Value::Null, 1.0.into(), 5.0.into()]);
}

/// One of them kept all others from being analysed.
#[test]
fn lines_that_cannot_be_read_are_told_at_the_end() {
    let folder = Folder::new("analyze-wrong-lines");
    let said = |text: &str| {
        folder.write("wrong.txt", text);
        let output = folder.agon(&["analyze", "connect4", "wrong.txt", "--depth", "2"]);
        assert_eq!(output.status.code(), Some(1));
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (results, message) = said("4\n49\n\n44\n");
    assert!(
        results.contains("    1  ") && results.contains("    4  ") && results.contains("2 of 2"),
        "{results}"
    );
    assert!(message.contains("note: wrong.txt: 1 line cannot be read"), "{message}");
    assert!(message.contains("error: wrong.txt, line 2: neither a position"), "{message}");
    let (_, message) = said("4\n49\n# comment\nabc\n");
    assert!(message.contains("wrong.txt: 2 lines cannot be read:\nline 2: neither"), "{message}");
    assert!(message.contains("\nline 4: neither"), "{message}");
}

#[test]
fn a_recorded_game_has_a_graph() {
    let folder = Folder::new("analyze-record");
    folder.stdout(&["match", "reversi:6x6", "greedy", "random", "--games", "2", "--record", "games.jsonl"]);
    let args = ["analyze", "--record", "games.jsonl", "2", "--depth", "2"];
    let text = folder.stdout(&[&args[..], &["--svg", "game.svg"]].concat());
    assert!(text.contains("all values are for Black") && text.contains("a full bar: "), "{text}");
    assert!(text.contains("what lost most (values for Black):"), "one viewpoint: {text}");
    assert!(text.contains('#') && text.contains(" points "), "{text}");
    let svg = std::fs::read_to_string(folder.0.join("game.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("value for Black"), "{svg}");
    let plies = json_lines(&folder, &args);
    let record = &folder.records("games.jsonl")[1];
    assert_eq!(plies.len(), record["moves"].as_array().unwrap().len());
    assert_eq!(plies[3]["played"], record["moves"][3]);
    assert!(plies[3]["played_value"].is_f64());
    for (wrong, said) in [("0", "counted from 1"), ("7", "there is no game 7")] {
        let refused = folder.agon(&["analyze", "--record", "games.jsonl", wrong]);
        let message = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success() && message.contains(said), "{message}");
    }
    folder.write("precious.svg", "not a picture");
    let refused = folder.agon(&[&args[..], &["--svg", "precious.svg"]].concat());
    assert!(!refused.status.success());
    // Four players: a line for each.
    let four = ["match", "blokus:mini", "greedy", "random", "--games", "1", "--record", "four.jsonl"];
    assert_eq!(folder.agon(&four).stderr, b"");
    let again = String::from_utf8(folder.agon(&four).stderr).unwrap();
    assert!(again.contains("the games in four.jsonl are replaced"), "{again}");
    let four = ["analyze", "--record", "four.jsonl", "1", "--nodes", "20", "--svg", "four.svg"];
    let text = folder.stdout(&four);
    assert!(text.contains(" % to win") && text.contains("every value is for the player who moves"), "{text}");
    assert!(std::fs::read_to_string(folder.0.join("four.svg")).unwrap().contains("Green"));
    // Moves that were tried once were blunders.
    assert!(!text.contains("what lost most"), "{text}");
}

/// Values that were proven were not compared with estimates, so that losing at once was no mistake.
#[test]
fn the_move_that_lost_the_game_is_named() {
    let folder = Folder::new("analyze-blunder");
    folder.write("games.txt", "4 5 4 5 4 1 4\n");
    let args = ["analyze", "connect4", "--record", "games.txt", "1", "--depth", "2"];
    let text = folder.stdout(&args);
    let (_, mistakes) = text.split_once("what lost most (values for Red):\n").unwrap();
    assert!(mistakes.starts_with("  move 6, Yellow 1: 4 was better"), "{text}");
    let blunder = &json_lines(&folder, &args)[5];
    assert_eq!((&blunder["unit"], &blunder["played_unit"]), (&"rating".into(), &"distance".into()));
}

/// Ctrl-C during a proof: the best so far is printed, and the exit code tells of the signal.
#[cfg(unix)]
#[test]
fn a_signal_ends_an_analysis_with_the_best_so_far() {
    use crate::running::signals::{interrupted, wait_until_at_work};
    use std::process::Stdio;
    let folder = Folder::new("analyze-signal");
    folder.write("list.txt", "4453\n\n");
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        for args in [
            &["analyze", "connect4", "--exact", "--json"][..],
            &["analyze", "connect4", "list.txt", "--exact"],
        ] {
            let mut command = folder.command(args);
            let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            wait_until_at_work(&mut child);
            let output = interrupted(child, signal, code);
            let text = String::from_utf8(output.stdout).unwrap();
            match args.contains(&"--json") {
                true => {
                    let report: Value = serde_json::from_str(&text).unwrap();
                    assert_eq!(report["exact"], false);
                    assert!(report["depth"].as_u64().unwrap() > 0, "{report}");
                }
                false => assert!(text.contains("0 of 1 position\n"), "{text}"),
            }
            assert!(String::from_utf8(output.stderr).unwrap().contains("stopped"));
        }
    }
}
