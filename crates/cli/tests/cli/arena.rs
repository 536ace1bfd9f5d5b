//! Matches, tournaments and records as a user types them.

use crate::running::Folder;
use serde_json::Value;

fn json(folder: &Folder, args: &[&str]) -> Value {
    serde_json::from_str(&folder.stdout(args)).unwrap()
}

fn failure(folder: &Folder, args: &[&str]) -> String {
    let output = folder.agon(args);
    assert!(!output.status.success(), "{args:?} should fail");
    String::from_utf8(output.stderr).unwrap()
}

fn files(folder: &Folder) -> Vec<String> {
    let entries = std::fs::read_dir(&folder.0).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_match_reports_what_researchers_ask_for() {
    let folder = Folder::new("report");
    let args = ["match", "reversi:6x6", "greedy", "random", "--games", "60", "--random-plies", "4", "--json"];
    let report = json(&folder, &args);
    assert_eq!(report["rounds"], 30);
    let first = &report["agents"][0];
    let pairs = first["pentanomial"].as_array().unwrap();
    assert_eq!(pairs.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 30);
    assert!(first["superiority"].as_f64().unwrap() > 0.9);
    assert!(first["placing"].as_f64().unwrap() < 1.5);
    assert!(first["margin_interval"][0].as_f64() < first["margin"].as_f64());
    for cause in ["time", "illegal", "failed"] {
        assert_eq!(first["forfeits_by"][cause], 0);
    }
    let csv = folder.stdout(&[&args[..args.len() - 1], &["--csv"]].concat());
    assert_eq!(csv.lines().count(), 3);
    assert!(csv.lines().nth(1).unwrap().starts_with("reversi:6x6,60,1,greedy,"));
}

/// Matches of agents without chance repeated the same two games, and nothing said so.
#[test]
fn a_match_of_copies_says_so() {
    let folder = Folder::new("copies");
    let said = |args: &[&str]| {
        let all = [&["match", "connect4", "alphabeta(depth=2)"], args, &["--games", "8"]].concat();
        let output = folder.agon(&all);
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let copies = said(&["alphabeta(depth=1)"]);
    assert!(copies.contains("among the first 8 games there are only 2 different ones"), "{copies}");
    for others in [&["random"][..], &["alphabeta(depth=1)", "--random-plies", "4"]] {
        assert_eq!(said(others), "", "{others:?}");
    }
}

#[test]
fn the_table_of_a_match_fits_a_narrow_terminal() {
    let wide = Folder::new("wide");
    let args = ["match", "connect4", "alphabeta(depth=2)", "random", "--games", "4"];
    let table = |columns: &str| {
        let output = wide.command(&args).env("COLUMNS", columns).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(table("200").contains("\nagent "));
    for columns in [100, 80, 48] {
        let narrow = table(&columns.to_string());
        assert!(narrow.lines().all(|line| line.len() <= columns), "{columns} columns:\n{narrow}");
        assert!(narrow.contains("  won 4, drawn 0, lost 0\n"), "{narrow}");
    }
}

#[test]
fn a_sequential_test_stops_at_the_same_game_at_any_thread_count() {
    let folder = Folder::new("sprt");
    let args = ["match", "reversi", "greedy", "random", "--games", "5000", "--sprt", "0,80", "--json"];
    let one = json(&folder, &args);
    let two = json(&folder, &[&args[..], &["--threads", "2"]].concat());
    assert_eq!(one["sprt"]["verdict"], "elo1");
    assert!(one["games"].as_u64().unwrap() < 2000);
    assert_eq!((&one["games"], &one["sprt"]), (&two["games"], &two["sprt"]));
    let normalized = json(&folder, &[&args[..], &["--normalized", "--trinomial"]].concat());
    assert_eq!(normalized["sprt"]["scale"], "normalized");
    assert_eq!(normalized["sprt"]["model"], "trinomial");
}

#[test]
fn games_for_four_rotate_all_seats() {
    let folder = Folder::new("four");
    let agents = ["greedy", "random", "random(nodes=1)", "random(nodes=2)"];
    let report =
        json(&folder, &[&["match", "blokus:mini"], &agents[..], &["--games", "40", "--json"]].concat());
    let places: f64 =
        report["agents"].as_array().unwrap().iter().map(|agent| agent["placing"].as_f64().unwrap()).sum();
    assert!((places - 10.0).abs() < 1e-9, "{places}");
    assert!(report["agents"][0]["pentanomial"].is_null());
}

#[test]
fn clocks_and_adjudication_are_kept() {
    let folder = Folder::new("clock");
    let args = ["match", "connect4", "greedy", "random", "--games", "20", "--clock", "1s+50ms", "--json"];
    assert_eq!(json(&folder, &args)["agents"][0]["forfeits"], 0);
    let late = ["--clock", "1s", "--clock", "0.001us", "--time-margin", "0s"];
    let report = json(&folder, &[&args[..6], &late[..], &["--json"]].concat());
    assert_eq!(report["agents"][1]["forfeits_by"]["time"], 20);
    assert_eq!(report["agents"][0]["wins"], 20);
    let cut = json(&folder, &[&args[..6], &["--max-plies", "5", "--json"]].concat());
    assert_eq!((&cut["agents"][0]["adjudicated"], &cut["agents"][0]["draws"]), (&20.into(), &20.into()));
}

#[test]
fn a_match_needs_two_agents_and_a_game() {
    let folder = Folder::new("alone");
    let alone = failure(&folder, &["match", "reversi", "random"]);
    assert!(alone.contains("at least two agents, and one was named"), "{alone}");
    let none = failure(&folder, &["match", "reversi", "random", "greedy", "--games", "0"]);
    assert!(none.contains("at least 1"), "{none}");
}

/// People were told which agents there are, stores got the names of other files, and the empty name was one.
#[test]
fn a_match_says_what_to_do_instead() {
    let folder = Folder::new("instead");
    let said = |more: &[&str]| failure(&folder, &[&["match", "reversi"], more].concat());
    assert!(said(&["human", "random"]).contains("people play in `agon play` only"));
    let lines = said(&["random", "random", "--store", "out.jsonl"]);
    assert!(lines.contains("out.jsonl: a store ends in .db; --record writes"), "{lines}");
    assert!(said(&["random", "random", "--store", "out.txt"]).contains("`agon convert`"));
    let nameless = said(&["random", "random", "--store", "games.db", "--name", " "]);
    assert!(nameless.contains("the name is empty"), "{nameless}");
    assert_eq!(files(&folder), [""; 0]);
}

/// Matches that could not be played once left an empty store and an empty file of records behind.
#[test]
fn a_match_that_cannot_be_played_writes_nothing() {
    let folder = Folder::new("refused");
    folder.write("wrong.txt", "a1b1\n");
    let kept = ["--store", "games.db", "--record", "games.jsonl"];
    for wrong in [
        &["random", "no-agent"][..],
        &["random", "random", "random"],
        &["random", "random", "--openings", "wrong.txt"],
        &["random", "random", "--games", "0"],
        &["random", "random", "--clock", "1s", "--clock", "1s", "--clock", "1s"],
    ] {
        failure(&folder, &[&["match", "reversi"], wrong, &kept[..]].concat());
        assert_eq!(files(&folder), ["wrong.txt"], "{wrong:?}");
    }
    let elsewhere = ["--store", "games.db", "--record", "no-folder/games.jsonl"];
    failure(&folder, &[&["match", "reversi", "random", "random"], &elsewhere[..]].concat());
    folder.write("taken.db", "no store");
    let taken = ["--store", "taken.db", "--record", "games.jsonl"];
    failure(&folder, &[&["match", "reversi", "random", "random"], &taken[..]].concat());
    assert_eq!(files(&folder), ["taken.db", "wrong.txt"]);
}

#[test]
fn openings_come_from_files_and_wrong_lines_are_named() {
    let folder = Folder::new("openings");
    folder.write("lines.txt", "# two openings\nf5d6c3\nf5f6e6\n");
    let args = ["match", "reversi", "greedy", "greedy", "--games", "4", "--openings", "lines.txt"];
    folder.stdout(&[&args[..], &["--record", "games.jsonl"]].concat());
    let games = folder.records("games.jsonl");
    let third = |game: usize| games[game]["moves"][2].as_str().unwrap().to_owned();
    assert_eq!([third(0), third(1), third(2), third(3)], ["c3", "c3", "e6", "e6"]);
    folder.write("lines.txt", "f5d6\nf5f5\n");
    assert!(failure(&folder, &args).contains("lines.txt, line 2: move 2: `f5` is not legal here"));
    folder.write("lines.txt", "# comments\n\nf5d6\n# count\nf5d6c9\n");
    assert!(failure(&folder, &args).contains("lines.txt, line 5: "));
    folder.write("lines.txt", "");
    assert!(failure(&folder, &args).contains("lines.txt: there is no opening in the file"));
}

#[test]
fn records_are_listed_shown_replayed_and_converted() {
    let folder = Folder::new("records");
    let play = ["match", "tictactoe", "greedy", "random", "--games", "10", "--store", "games.db"];
    folder.stdout(&play);
    folder.stdout(&[&play[..], &["--name", "second"]].concat());
    let list = folder.stdout(&["records", "list", "games.db"]);
    assert!(list.starts_with("match `match 1`: tictactoe, 10 games, seed 1"), "{list}");
    assert_eq!(folder.records("games.db").len(), 20);
    assert!(folder.stdout(&["records", "show", "games.db", "2", "--color", "never"]).contains("moves: "));
    assert!(folder.stdout(&["records", "replay", "games.db"]).starts_with("20 games replayed, 0 differ"));

    let convert = |from: &str, to: &str| folder.stdout(&["convert", from, to]);
    assert_eq!(convert("games.db", "games.jsonl"), "games read: 20, written: 20, read before: 0\n");
    assert_eq!(convert("games.jsonl", "again.db"), "games read: 20, added: 20, already there: 0\n");
    assert_eq!(convert("games.jsonl", "again.db"), "games read: 20, added: 0, already there: 20\n");
    assert_eq!(folder.records("again.db"), folder.records("games.db"), "nothing is lost and nothing doubled");
    folder.stdout(&["convert", "games.db", "first.txt", "--plies", "2"]);
    folder.stdout(&["match", "tictactoe", "random", "random", "--games", "4", "--openings", "first.txt"]);

    let text = std::fs::read_to_string(folder.0.join("games.jsonl")).unwrap();
    folder.write("forged.jsonl", &text.replacen("\"points\":[1,-1]", "\"points\":[-1,1]", 1));
    assert!(failure(&folder, &["records", "replay", "forged.jsonl"]).contains("1 differs from its record"));
    folder.write("broken.jsonl", &text[..text.len() - 20]);
    assert!(failure(&folder, &["records", "list", "broken.jsonl"]).contains("line 20, column "));
    assert!(failure(&folder, &["records", "show", "games.db", "99"]).contains("there is no game 99"));
    assert!(failure(&folder, &["convert", "missing.db", "new.db"]).contains("missing.db"));
    assert!(!folder.0.join("new.db").exists());
}

#[test]
fn lists_are_limited_and_filtered() {
    let folder = Folder::new("filters");
    folder.stdout(&["match", "tictactoe", "greedy", "random", "--games", "70", "--store", "games.db"]);
    folder.stdout(&["match", "connect4", "greedy", "random", "--games", "4", "--store", "games.db"]);
    let list = |more: &[&str]| folder.stdout(&[&["records", "list", "games.db"], more].concat());
    let games = |text: &str| text.lines().filter(|line| line.contains(" moves)")).count();
    let usual = list(&[]);
    assert_eq!(games(&usual), 50);
    assert!(usual.ends_with("\nand 24 more games; --limit 0 lists all\n"), "{usual}");
    assert_eq!(games(&list(&["--limit", "0"])), 74);
    assert_eq!(list(&["--json"]).lines().count(), 74);
    assert_eq!(list(&["--json", "--limit", "3"]).lines().count(), 3);
    assert_eq!(games(&list(&["--match", "match 2"])), 4);
    let last = list(&["--game", "connect4", "--limit", "1"]);
    assert!(
        last.contains("   71  ") && last.contains("and 3 more games"),
        "numbers are those of the file: {last}"
    );
    let counts =
        ["P1", "p2", "draw", "unfinished"].map(|result| games(&list(&["--limit", "0", "--result", result])));
    assert_eq!((counts.iter().sum::<usize>(), counts[3]), (74, 0));
    assert!(counts[0] > counts[2] && counts[2] > 0, "{counts:?}");
    assert_eq!(games(&list(&["--limit", "0", "--player", "GREED"])), 74);
    assert_eq!(list(&["--player", "nobody"]), "no such game among 74\n");
    let year = &folder.stdout(&["records", "list", "games.db", "--json", "--limit", "1"]);
    let year = serde_json::from_str::<Value>(year).unwrap()["date"].as_str().unwrap()[..4].to_owned();
    assert_eq!(games(&list(&["--limit", "0", "--date", &year])), 74);
    assert_eq!(games(&list(&["--date", "1999"])), 0);
    assert!(failure(&folder, &["records", "list", "games.db", "--result", "P5"]).contains("P1, P2, P3, P4"));
    assert!(failure(&folder, &["records", "list", "games.db", "--game", "chess"]).contains("chess"));
}

#[test]
fn the_example_tournament_plays_and_shows_its_tables() {
    let folder = Folder::new("tournament");
    folder.write("plan.toml", &folder.stdout(&["tournament", "--example"]));
    let table = folder.stdout(&["tournament", "plan.toml", "--html", "table.html", "--svg", "table.svg"]);
    assert!(table.starts_with("first steps: reversi:6x6, round-robin, 60 games\n"), "{table}");
    assert_eq!(folder.stdout(&["tournament", "plan.toml", "--standings"]), table);
    assert!(std::fs::read_to_string(folder.0.join("table.html")).unwrap().contains("<table>"));
    assert!(std::fs::read_to_string(folder.0.join("table.svg")).unwrap().starts_with("<svg"));
    let report = json(&folder, &["tournament", "plan.toml", "--json"]);
    assert_eq!(report["agents"].as_array().unwrap().len(), 3);
    assert_eq!(report["games"], 60);

    let example = std::fs::read_to_string(folder.0.join("plan.toml")).unwrap();
    folder.write("plan.toml", &example.replace("spec = \"greedy\"", "spec = \"greedyy\""));
    assert!(failure(&folder, &["tournament", "plan.toml"]).contains("did you mean `greedy`?"));
    folder.write("plan.toml", &example.replace("seed = 1", "seed = 2"));
    assert!(failure(&folder, &["tournament", "plan.toml"]).contains("begun with other settings"));
    for format in ["gauntlet", "knockout"] {
        folder.write("other.toml", &example.replace("round-robin", format));
        let whole = folder.stdout(&["tournament", "other.toml", "--store", &format!("{format}.db")]);
        assert!(whole.contains(", 40 games"), "{whole}");
    }
}

/// A match said so, a tournament did not.
#[test]
fn a_tournament_of_agents_without_chance_tells_that_its_games_are_copies() {
    let folder = Folder::new("tournament-copies");
    let agents = ["greedy", "alphabeta(depth=1)", "greedy"];
    let named =
        |(index, spec): (usize, &&str)| format!("[[agents]]\nname = \"agent {index}\"\nspec = \"{spec}\"\n");
    let plan = "name = \"t\"\ngame = \"reversi:4x4\"\nformat = \"knockout\"\nrounds = 3\n".to_owned();
    folder.write("plan.toml", &(plan + &agents.iter().enumerate().map(named).collect::<String>()));
    let output = folder.agon(&["tournament", "plan.toml"]);
    let (table, notes) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(table.contains("├─ agent 0\n"), "{table}");
    assert!(notes.contains("`agent 0` and `agent 2` are the same agent, greedy"), "{notes}");
    assert!(notes.contains("among the first 12 games there is only one, again and again"), "{notes}");
    assert!(notes.contains("random-plies") && !notes.contains("--random-plies"), "{notes}");
}

#[test]
fn every_command_of_the_arena_has_help_with_an_example() {
    let folder = Folder::new("help");
    for command in ["match", "tournament", "records", "convert"] {
        let help = folder.stdout(&[command, "--help"]);
        assert!(help.contains(&format!("agon {command} ")), "{command} shows no example");
    }
}
