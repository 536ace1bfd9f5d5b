//! `--cluster`: the results are those of threads. With worker processes of this machine, and with Ray where it is
//! installed.

use std::process::Command;

use crate::running::Folder;
use serde_json::Value;

/// A report without what depends on the machine.
fn untimed(text: &str) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.retain(|key, _| {
                    !["second", "time", "micros", "ms_per", "result"].iter().any(|word| key.contains(word))
                });
                map.values_mut().for_each(strip);
            }
            Value::Array(all) => all.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut report = serde_json::from_str(text).unwrap();
    strip(&mut report);
    report
}

#[test]
fn a_match_in_worker_processes_is_the_same_match() {
    let folder = Folder::new("cluster-match");
    let both = |args: &[&str]| {
        let here = folder.stdout(args);
        let there = folder.stdout(&[args, &["--cluster", "processes:2"]].concat());
        (untimed(&here), untimed(&there))
    };
    let matches: [&[&str]; 4] = [
        &["match", "reversi", "random", "greedy", "--games", "31", "--random-plies", "4", "--json"],
        &["match", "connect4", "random", "random", "--games", "5000", "--json"],
        &["match", "tictactoe", "random", "greedy", "--games", "900", "--sprt", "-100,0", "--json"],
        &["match", "blokus:mini", "random", "random", "random", "random", "--games", "6", "--json"],
    ];
    for args in matches {
        let (here, there) = both(args);
        assert_eq!(here, there, "{args:?}");
    }
    let record = |file: &str, more: &[&str]| {
        let args = ["match", "reversi", "random", "greedy", "--games", "20", "--record", file];
        folder.stdout(&[&args[..], more].concat());
        folder.records(file)
    };
    assert_eq!(record("here.jsonl", &[]), record("there.jsonl", &["--cluster", "processes:2"]));
}

#[test]
fn a_stored_match_goes_on_elsewhere() {
    let folder = Folder::new("cluster-resume");
    let play = |store: &str, games: &str, more: &[&str]| {
        let args =
            ["match", "connect4", "random", "greedy", "--store", store, "--name", "m", "--games", games];
        folder.stdout(&[&args[..], more].concat())
    };
    play("whole.db", "40", &[]);
    play("parts.db", "14", &[]);
    play("parts.db", "40", &["--resume", "--cluster", "processes:2"]);
    assert_eq!(folder.records("parts.db"), folder.records("whole.db"));
}

#[test]
fn a_tournament_in_worker_processes_has_the_same_table() {
    let folder = Folder::new("cluster-tournament");
    folder.write("plan.toml", &folder.stdout(&["tournament", "--example"]));
    let play = |store: &str, more: &[&str]| {
        untimed(
            &folder.stdout(&[&["tournament", "plan.toml", "--json", "--store", store][..], more].concat()),
        )
    };
    assert_eq!(play("here.db", &[]), play("there.db", &["--cluster", "processes:2"]));
}

#[test]
fn trainings_in_worker_processes_learn_the_same() {
    let folder = Folder::new("cluster-train");
    let trainings: [&[&str]; 4] = [
        &["othello-thesis/influence", "--generations", "3"],
        &["othello-thesis/network-td", "--generations", "2"],
        &["blokus-study/weights", "--game", "blokus:mini", "--generations", "2"],
        &["reversi-report/weights", "--generations", "2"],
    ];
    for training in trainings {
        let learned = |out: &str, more: &[&str]| {
            let args = [&["train"], training, &["--out", out], more].concat();
            folder.stdout(&args);
            let result = std::fs::read_dir(folder.0.join(out)).unwrap().map(|entry| entry.unwrap().path());
            let result =
                result.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("result"));
            let texts: Vec<String> = result.map(|path| std::fs::read_to_string(path).unwrap()).collect();
            std::fs::remove_dir_all(folder.0.join(out)).unwrap();
            texts
        };
        let here = learned("here", &[]);
        assert!(!here.is_empty() && !here[0].is_empty());
        assert_eq!(here, learned("there", &["--cluster", "processes:2"]), "{training:?}");
    }
}

#[test]
fn files_that_specs_name_travel_along() {
    let folder = Folder::new("cluster-files");
    folder.stdout(&["train", "othello-thesis/influence", "--generations", "2", "--out", "map"]);
    let agent = "place(influence(map/result.txt))";
    let agent = if folder.agon(&["match", "reversi", agent, "random", "--games", "2"]).status.success() {
        agent.to_owned()
    } else {
        "greedy(eval=influence(file=map/result.txt))".to_owned()
    };
    let args = ["match", "reversi", &agent, "random", "--games", "10", "--json"];
    let there = folder.stdout(&[&args[..], &["--cluster", "processes:2"]].concat());
    assert_eq!(untimed(&folder.stdout(&args)), untimed(&there));
}

#[test]
fn what_cannot_be_spread_is_refused_in_words() {
    let folder = Folder::new("cluster-refused");
    let said = |args: &[&str]| {
        let output = folder.agon(args);
        assert!(!output.status.success(), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let program = "external(gtp, \"sh\")";
    let refused = said(&["match", "connect4", program, "random", "--cluster", "processes:1"]);
    assert!(refused.contains("runs a program of this machine"), "{refused}");
    let refused = said(&["train", "forests/tictactoe", "--generations", "1", "--cluster", "processes:1"]);
    assert!(refused.contains("cannot be spread over a cluster"), "{refused}");
    assert!(!folder.0.join("training").exists(), "nothing was begun");
    let refused = said(&["match", "connect4", "random", "random", "--cluster", "rya"]);
    assert!(refused.contains("did you mean `ray`?"), "{refused}");
    let mut command = folder.command(&["match", "connect4", "random", "random", "--cluster", "ray"]);
    let output = command.env("AGON_PYTHON", "no-such-python").output().unwrap();
    let refused = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && refused.contains("pip install ray"), "{refused}");
}

/// A Python with Ray, if there is one.
fn ray() -> Option<String> {
    let python = std::env::var("AGON_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", "import ray"]).output();
    found.is_ok_and(|output| output.status.success()).then_some(python)
}

/// The kills are two here; `two_nodes.py AGON 20` is the long form.
#[test]
fn on_two_nodes_of_ray_a_match_is_the_same_also_when_nodes_die() {
    let Some(python) = ray() else {
        eprintln!("left out: no Python with Ray (AGON_PYTHON, or python3 with `pip install ray`)");
        return;
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ray/two_nodes.py");
    let output = Command::new(python).args([script, env!("CARGO_BIN_EXE_agon"), "2"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
}
