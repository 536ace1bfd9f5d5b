//! The commands as a user types them.

use std::process::{Command, Output, Stdio};

use agon_testkit::check_golden;
use serde_json::Value;

fn agon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agon")).args(args).stdin(Stdio::null()).output().unwrap()
}

fn stdout(args: &[&str]) -> String {
    let output = agon(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args)).unwrap()
}

/// The error message of a command that must fail.
fn failure(args: &[&str]) -> String {
    let output = agon(args);
    assert!(!output.status.success(), "{args:?} should fail");
    String::from_utf8(output.stderr).unwrap()
}

fn golden(name: &str, text: &str) {
    check_golden(format!("{}/testdata/golden/{name}.txt", env!("CARGO_MANIFEST_DIR")), text);
}

#[test]
fn perft_has_a_stable_json() {
    let report = json(&["perft", "reversi", "7", "--json"]);
    assert_eq!(report["game"], "reversi");
    assert_eq!(report["depth"], 7);
    assert_eq!(report["leaves"], 55092);
    assert!(report["seconds"].is_f64());
}

#[test]
fn perft_is_the_same_on_threads_and_divided() {
    for depth in ["1", "2", "3", "6"] {
        let one = json(&["perft", "reversi:4x4", depth, "--json"]);
        let two = json(&["perft", "reversi:4x4", depth, "--threads", "2", "--json"]);
        let divided = json(&["perft", "reversi:4x4", depth, "--divide", "--json"]);
        assert_eq!(one["leaves"], two["leaves"]);
        assert_eq!(one["leaves"], divided["leaves"]);
    }
}

/// Ctrl-C ended them without a word.
#[cfg(unix)]
#[test]
fn a_signal_ends_counting_with_what_is_known() {
    use std::io::Read;
    let ended = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
        command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        crate::running::signals::wait_until_at_work(&mut child);
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
        let (mut said, mut printed) = (String::new(), String::new());
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
        (said, printed)
    };
    let stopped = |args: &[&str]| ended(args).0;
    for more in [&[][..], &["--threads", "2"], &["--divide"]] {
        let said = stopped(&[&["perft", "reversi", "40"], more].concat());
        assert!(said.starts_with("stopped: ") && said.contains(" leaves at depth 40 so far, in "), "{said}");
    }
    let (_, report) = ended(&["perft", "reversi", "40", "--json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["stopped"], &report["depth"]), (&true.into(), &40.into()));
    assert!(report["leaves"].as_u64().unwrap() > 0, "{report}");
    assert!(stopped(&["bench", "perft", "--seconds", "60"]).starts_with("stopped: 0 lines measured"));
    assert!(stopped(&["bench", "search", "--json"]).starts_with("stopped: "));
}

/// `--seconds` did nothing for searches: their lines took as long as they took.
#[test]
fn seconds_limit_every_line_of_the_benchmark() {
    let lines = json(&["bench", "search", "--seconds", "0.01", "--json"]);
    for line in lines.as_array().unwrap() {
        assert!(line["seconds"].as_f64().unwrap() < 0.5, "{line}");
    }
    assert!(lines[0]["branching"].is_null(), "nobody knows it of a search that was cut short");
}

#[test]
fn one_of_something_is_not_several() {
    assert!(stdout(&["perft", "reversi", "0"]).starts_with("1 leaf at depth 0"));
    let text = stdout(&["analyze", "tictactoe", "--agent", "alphabeta(nodes=1)", "--color", "never"]);
    assert!(text.contains(" 1 node, "), "{text}");
}

#[test]
fn agents_and_evaluators_are_told_about() {
    let both = stdout(&["agents", "reversi", "models"]);
    assert!(both.contains("depth=") && both.contains("as an evaluator, eval=models:"), "{both}");
    let level = stdout(&["agents", "gomoku", "hard"]);
    assert!(level.contains("a whole number of moves >= 1 (usually 8)"), "what it stands for holds: {level}");
    let numbered = stdout(&["agents", "reversi", "level"]);
    assert!(numbered.contains("number=") && numbered.contains("depth="), "{numbered}");
    assert_eq!(json(&["agents", "reversi", "influence", "--json"])["evaluator"]["name"], "influence");
    // It was hidden where no models come with Agon.
    let listed = stdout(&["agents", "connect4"]);
    assert!(
        listed.contains("here it needs set=FILE") && listed.contains("models(set=FILE, depth=3)"),
        "{listed}"
    );
    let both = stdout(&["agents", "connect4", "models"]);
    assert!(both.contains("here it needs set=FILE") && both.contains("as an evaluator"), "{both}");
    assert_eq!(json(&["agents", "connect4", "models", "--json"])["needs"], "set=FILE");
    let evaluators = json(&["agents", "reversi", "--evaluators", "--json"]);
    let four = evaluators.as_array().unwrap().iter().find(|kind| kind["name"] == "four-heuristics").unwrap();
    assert_eq!(four["options"][0]["name"], "tuned");
    assert!(stdout(&["agents", "reversi", "--evaluators"]).contains("positional"));
    assert_eq!(json(&["games", "connect4", "--json"])["options"], json(&["games", "--json"])[2]["options"]);
    let unknown = failure(&["agents", "reversi", "zz"]);
    assert_eq!(unknown.matches("influence, ").count(), 2, "influence and greedy-influence: {unknown}");
}

#[test]
fn lists_fit_a_narrow_terminal() {
    for args in [
        &["agents", "reversi"][..],
        &["agents", "blokus"],
        &["games"],
        &["train", "--list"],
        &["paper", "list"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
        let text =
            String::from_utf8(command.args(args).env("COLUMNS", "40").output().unwrap().stdout).unwrap();
        for line in text.lines().filter(|line| line.trim_start().contains(' ')) {
            assert!(line.chars().count() <= 40, "{args:?}: {line:?}");
        }
    }
}

/// A list of what could stand there is long, and terminals break words anywhere.
#[test]
fn long_messages_fit_a_narrow_terminal() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(["agents", "reversi", "zz"]).env("COLUMNS", "40");
    let said = String::from_utf8(command.output().unwrap().stderr).unwrap();
    assert!(said.lines().all(|line| line.chars().count() <= 40), "{said}");
    assert!(said.ends_with("\n  zz\n  ^^\n"), "what was typed is pointed at: {said}");
    let mut help = Command::new(env!("CARGO_BIN_EXE_agon"));
    let text = help.arg("--help").env("COLUMNS", "40").output().unwrap().stdout;
    assert!(String::from_utf8(text).unwrap().lines().all(|line| line.chars().count() <= 40));
}

#[test]
fn words_are_completed_as_the_catalog_declares_them() {
    let found = |line: &str| -> Vec<String> {
        let breaks = " \t\n\"'><=;|&(:";
        stdout(&["complete", "--breaks", breaks, "--", line]).lines().map(str::to_owned).collect()
    };
    assert_eq!(found("agon pe"), ["perft "]);
    assert_eq!(found("agon records sh"), ["show "]);
    assert_eq!(found("agon match reversi:6"), ["6x6 "], "bash completes behind the colon");
    assert!(
        found("agon perft connect4:gr").is_empty()
            && found("agon perft 'line:m=5,gr").contains(&"line:m=5,gravity".to_owned())
    );
    assert_eq!(found("agon match reversi negas"), ["negascout "]);
    assert_eq!(found("agon match reversi \"mcts"), ["mcts", "mcts("]);
    assert_eq!(found("agon match reversi \"mcts(expl"), ["mcts(exploration="]);
    assert_eq!(found("agon match reversi random \"greedy(eval=mob"), ["greedy(eval=mobility"]);
    assert_eq!(
        found("agon match reversi \"greedy(eval=four-heuristics(tu"),
        ["greedy(eval=four-heuristics(tuned"]
    );
    assert_eq!(
        found("agon match gomoku --games 2 \"hard(bea"),
        ["hard(beam="],
        "a level takes what it stands for"
    );
    assert_eq!(
        found("agon match reversi \"alphabeta(threads=2, split=r"),
        ["alphabeta(threads=2, split=root"]
    );
    assert_eq!(found("agon agents reversi posit"), ["positional "]);
    assert!(found("agon records show games.db con").is_empty(), "a number is wanted");
    assert!(found("agon match reversi --store games.db --name posit").is_empty());
    assert_eq!(found("agon train minimax"), ["minimax-backwards "]);
    assert_eq!(found("agon train --game tic"), ["tictactoe "]);
    assert_eq!(found("agon play reversi --colo"), ["--color "]);
    assert_eq!(found("agon play reversi --color al"), ["always "]);
    for nothing in
        ["agon", "agon nonsense x", "agon match nogame mc", "agon match reversi \"nobody(x", "agon \u{e9}\\"]
    {
        assert!(found(nothing).is_empty(), "{nothing:?}");
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&["completions", shell]).contains(" complete -"), "{shell}");
    }
    assert!(!stdout(&["--help"]).contains(" complete "), "it is for shells");
}

#[test]
fn a_file_where_a_folder_should_be_is_told_in_words() {
    let file = std::env::temp_dir().join(format!("agon-man-{}", std::process::id()));
    std::fs::write(&file, "x").unwrap();
    let said = failure(&["man", file.to_str().unwrap()]);
    assert!(said.contains("this is a file: name a folder"), "{said}");
    let below = failure(&["man", file.join("deep").to_str().unwrap()]);
    assert!(below.contains("there can be no such folder: "), "{below}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_match_has_a_stable_json_and_repeats() {
    let args = ["match", "reversi", "random", "greedy", "--games", "100", "--seed", "1", "--json"];
    let report = json(&args);
    assert_eq!(report["games"], 100);
    assert_eq!(report["seed"], 1);
    assert!(report["sprt"].is_null());
    let agents = report["agents"].as_array().unwrap();
    assert_eq!(agents.len(), 2);
    for agent in agents {
        for key in ["wins", "draws", "losses", "forfeits"] {
            assert!(agent[key].is_u64(), "{key}");
        }
        for key in ["points", "margin", "score", "ms_per_move", "nodes_per_move"] {
            assert!(agent[key].is_f64(), "{key}");
        }
        assert!(agent["elo"]["value"].is_f64());
        assert!(agent["elo"]["low"].as_f64() < agent["elo"]["high"].as_f64());
    }
    let again = json(&[&args[..], &["--threads", "2"]].concat());
    for (first, second) in agents.iter().zip(again["agents"].as_array().unwrap()) {
        for key in ["wins", "draws", "losses", "points", "score"] {
            assert_eq!(first[key], second[key], "{key} depends on the threads");
        }
    }
}

#[test]
fn an_analysis_has_a_stable_json() {
    let report = json(&["analyze", "reversi", "--moves", "f5d6c3", "--depth", "4", "--json"]);
    assert_eq!(report["game"], "reversi");
    assert_eq!(report["to_move"], "P2");
    assert_eq!(report["depth"], 4);
    assert_eq!(report["exact"], false);
    assert_eq!(report["best"], report["line"][0]);
    assert_eq!(report["best"], report["moves"][0]["move"]);
    assert!(report["value"].is_f64() && report["seconds"].is_f64() && report["nodes"].is_u64());
    assert_eq!(report["moves"].as_array().unwrap().len(), 4, "every move has a value");
}

#[test]
fn known_results_are_proven() {
    let exact = |args: &[&str]| json(&[&["analyze"], args, &["--exact", "--json"]].concat());
    for (args, value) in [
        (&["tictactoe"][..], 0.0),
        (&["reversi:4x4,discs"], -8.0),
        (&["reversi:4x4"], -10.0),
        // Three in a row with both ends open: the win comes with the 18th of 21 own stones unplayed.
        (&["connect4", "--moves", "415162"], 18.0),
        (&["line:m=4,n=4,k=3"], 6.0),
    ] {
        let report = exact(args);
        assert_eq!((&report["value"], &report["exact"]), (&value.into(), &true.into()), "{args:?}");
    }
    let hopeless = json(&["analyze", "reversi", "--exact", "--nodes", "5000", "--json"]);
    assert_eq!(hopeless["exact"], false, "what was not proven is not called proven");
}

#[test]
fn a_match_takes_any_agents() {
    let args = ["match", "connect4", "mcts(simulations=50)", "alphabeta(depth=2)", "--games", "4", "--json"];
    assert_eq!(json(&args)["games"], 4);
    let four = ["match", "blokus:mini", "random", "greedy", "maxn(depth=1)", "paranoid(depth=1)"];
    assert_eq!(
        json(&[&four[..], &["--games", "4", "--json"]].concat())["agents"].as_array().unwrap().len(),
        4
    );
    golden("unfit-agent", &failure(&["match", "blokus", "alphabeta(depth=3)", "random"]));
}

#[test]
fn wrong_words_are_pointed_at() {
    golden("wrong-agent", &failure(&["play", "reversi", "greedyy"]));
    golden("wrong-position", &failure(&["play", "reversi", "--position", &format!("{} X", "-".repeat(63))]));
    golden("wrong-game", &failure(&["perft", "revrsi", "3"]));
    golden("wrong-option", &failure(&["perft", "reversi:6x6,start=mddle", "3"]));
    golden("wrong-move", &failure(&["perft", "reversi", "3", "--moves", "f5 f5"]));
    let hint = failure(&["match", "reversi", "models(set='my set.txt')", "random"]);
    assert!(hint.contains("specs are quoted with `\"`"), "{hint}");
    let empty = failure(&["match", "reversi", "models(set=\"\")", "random"]);
    assert!(empty.contains("`set` is empty: it names a file"), "{empty}");
    let missing = failure(&["match", "reversi", "alphabeta(depth=)", "random"]);
    assert!(missing.contains("the value of `depth` is missing here"), "{missing}");
    golden("wrong-seats", &failure(&["match", "reversi", "random", "random", "random"]));
}

#[test]
fn lists_are_readable() {
    golden("games", &stdout(&["games"]));
    golden("games-88", &stdout(&["games", "reversi:88", "--color", "never"]));
    assert!(!json(&["games", "--json"]).as_array().unwrap().is_empty());
    assert!(json(&["agents", "reversi", "--json"]).as_array().unwrap().len() >= 2);
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in ["play", "analyze", "match", "train", "paper", "perft", "bench", "games", "agents"] {
        let help = stdout(&[command, "--help"]);
        assert!(help.contains(&format!("agon {command} ")), "{command} shows no example");
    }
}

#[test]
fn a_bench_measures() {
    let lines = json(&["bench", "games", "--seconds", "0.01", "--json"]);
    for line in lines.as_array().unwrap() {
        assert!(line["per_second"].as_f64().unwrap() > 0.0);
    }
}
