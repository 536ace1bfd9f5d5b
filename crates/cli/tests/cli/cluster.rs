//! `--cluster`: the results are those of threads. With worker processes of this machine, and with Ray where it is
//! installed.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::Duration;

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

/// What a training left: all of its files, a store of ends as its lines.
fn left_by(folder: &Folder, out: &str) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder.0.join(out)).unwrap().map(|entry| entry.unwrap());
    let file = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        let text = match name.ends_with(".db") {
            true => folder.stdout(&["data", "stats", &format!("{out}/{name}"), "--json"]).replace(out, ""),
            false => std::fs::read_to_string(entry.path()).unwrap(),
        };
        (name, text)
    };
    entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.')).map(file).collect()
}

/// Small trainings whose jobs can be spread, one of each kind.
const TRAININGS: [&[&str]; 13] = [
    &["othello-thesis/influence", "--generations", "3"],
    &["othello-thesis/influence", "--generations", "3", "--lag", "30"],
    &["othello-thesis/network-td", "--generations", "2"],
    &["blokus-study/weights", "--game", "blokus:mini", "--generations", "2"],
    &["reversi-report/weights", "--generations", "2", "--lag", "9"],
    &["minimax-backwards", "--game", "reversi:4x6", "--boards", "60", "--last", "16"],
    &[
        "minimax-backwards",
        "--game",
        "reversi:6x6",
        "--boards",
        "40",
        "--gap",
        "8",
        "--depth",
        "2",
        "--drift",
        "remove",
    ],
    &["forests/tictactoe", "--generations", "3", "--set", "first-games=100", "--set", "trees=5"],
    &[
        "forests/tictactoe",
        "--generations",
        "2",
        "--set",
        "fitness=random",
        "--set",
        "random-games=3",
        "--set",
        "trees=5",
    ],
    &[
        "forests/connect4",
        "--generations",
        "1",
        "--set",
        "fitness=tasks",
        "--set",
        "first-games=50",
        "--set",
        "trees=3",
    ],
    &[
        "pattern-tables",
        "--game",
        "reversi:4x6",
        "--set",
        "games=300",
        "--set",
        "player=greedy(eval=material)",
        "--set",
        "foresight=0.5",
    ],
    &[
        "pattern-tables",
        "--game",
        "reversi:4x6",
        "--set",
        "openings=games.jsonl",
        "--set",
        "games=200",
        "--set",
        "player=greedy(eval=material)",
    ],
    &[
        "pattern-tables",
        "--game",
        "reversi:4x6",
        "--set",
        "games=100",
        "--set",
        "labels=backwards",
        "--set",
        "stray=0.2",
    ],
];

#[test]
fn trainings_in_worker_processes_learn_the_same() {
    let folder = Folder::new("cluster-train");
    folder.stdout(&["match", "reversi:4x6", "random", "random", "--games", "20", "--record", "games.jsonl"]);
    for training in TRAININGS {
        let learned = |out: &str, more: &[&str]| {
            folder.stdout(&[&["train"], training, &["--out", out], more].concat());
            let left = left_by(&folder, out);
            std::fs::remove_dir_all(folder.0.join(out)).unwrap();
            left
        };
        let here = learned("here", &[]);
        assert!(here.keys().any(|name| name.starts_with("result")), "{here:?}");
        assert_eq!(here, learned("there", &["--cluster", "processes:2"]), "{training:?}");
    }
}

/// What was begun elsewhere goes on here, and the other way round.
#[test]
fn a_training_goes_on_elsewhere() {
    let folder = Folder::new("cluster-train-resume");
    let trainings: [&[&str]; 2] = [
        &["forests/tictactoe", "--set", "first-games=100", "--set", "trees=5"],
        &["reversi-report/weights", "--lag", "50"],
    ];
    for training in trainings {
        let train = |out: &str, generations: &str, more: &[&str]| {
            let args = [&["train"], training, &["--generations", generations, "--out", out], more].concat();
            folder.stdout(&args);
        };
        train("whole", "4", &[]);
        for (out, first, second) in [
            ("elsewhere", &[][..], &["--resume", "--cluster", "processes:2"][..]),
            ("here", &["--cluster", "processes:2"], &["--resume"]),
        ] {
            train(out, "2", first);
            train(out, "4", second);
            assert_eq!(left_by(&folder, out), left_by(&folder, "whole"), "{training:?}: {out}");
            std::fs::remove_dir_all(folder.0.join(out)).unwrap();
        }
        std::fs::remove_dir_all(folder.0.join("whole")).unwrap();
    }
}

/// Nobody is asked whether the training may end: its driver is killed as soon as there is something to go on with.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_training_of_tables_goes_on_elsewhere() {
    let folder = Folder::new("cluster-train-tables");
    for labels in ["labels=results", "labels=backwards"] {
        let training =
            ["train", "pattern-tables", "--game", "reversi:6x6", "--set", "games=400", "--set", labels];
        let cluster = ["--cluster", "processes:2"];
        folder.stdout(&[&training[..], &["--out", "whole"]].concat());
        for (out, first, second) in [("elsewhere", &[][..], &cluster[..]), ("here", &cluster, &[])] {
            let mut command = folder.command(&[&training[..], &["--out", out], first].concat());
            let mut driver = command.stdout(Stdio::null()).spawn().unwrap();
            while !folder.0.join(out).join("checkpoint.txt").exists() && driver.try_wait().unwrap().is_none()
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            driver.kill().unwrap();
            driver.wait().unwrap();
            folder.stdout(&[&training[..], &["--out", out, "--resume"], second].concat());
            assert_eq!(left_by(&folder, out), left_by(&folder, "whole"), "{labels}: {out}");
            std::fs::remove_dir_all(folder.0.join(out)).unwrap();
        }
        std::fs::remove_dir_all(folder.0.join("whole")).unwrap();
    }
}

/// The processes that a process has started.
#[cfg(target_os = "linux")]
fn children(id: u32) -> Vec<i32> {
    let tasks = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let of =
        |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
    let all: String = tasks.map(of).collect();
    all.split_whitespace().map(|id| id.parse().unwrap()).collect()
}

/// Workers are killed again and again while they work; files that they were given are not left behind.
#[cfg(target_os = "linux")]
#[test]
fn killed_workers_cost_time_only() {
    let folder = Folder::new("cluster-train-kills");
    let temporary = folder.0.join("temporary");
    std::fs::create_dir(&temporary).unwrap();
    folder.stdout(&[
        "train",
        "minimax-backwards",
        "--game",
        "reversi:6x6",
        "--boards",
        "40",
        "--out",
        "first",
    ]);
    let trainings: [&[&str]; 4] = [
        &[
            "pattern-tables",
            "--game",
            "reversi:6x6",
            "--set",
            "games=600",
            "--set",
            "solve=9",
            "--set",
            "player=greedy(eval=models(set=first/result.txt))",
        ],
        &["minimax-backwards", "--game", "reversi:6x6", "--boards", "600", "--play", "first/result.txt"],
        &[
            "forests/connect4",
            "--generations",
            "2",
            "--set",
            "depth=3",
            "--set",
            "first-games=200",
            "--set",
            "trees=5",
        ],
        &["reversi-report/weights", "--generations", "3", "--lag", "40"],
    ];
    for (number, training) in trainings.into_iter().enumerate() {
        let (here, there) = (format!("here-{number}"), format!("there-{number}"));
        folder.stdout(&[&["train"], training, &["--out", &here]].concat());
        let args = [&["train"], training, &["--out", &there, "--cluster", "processes:2"]].concat();
        let mut command = folder.command(&args);
        let mut driver = command.env("TMPDIR", &temporary).stdout(Stdio::null()).spawn().unwrap();
        let mut kills = 0;
        let status = loop {
            if let Some(status) = driver.try_wait().unwrap() {
                break status;
            }
            std::thread::sleep(Duration::from_millis(if kills == 0 { 60 } else { 200 }));
            let workers = children(driver.id());
            if let Some(&worker) = workers.get(kills % workers.len().max(1)).filter(|_| kills < 6) {
                let _ = Command::new("kill").args(["-KILL", &worker.to_string()]).status();
                kills += 1;
            }
        };
        assert!(status.success() && kills > 0, "{training:?} after {kills} kills");
        assert_eq!(left_by(&folder, &there), left_by(&folder, &here), "{training:?} after {kills} kills");
    }
    // The next worker takes away what killed ones could not.
    let agent = "models(set=first/result.txt, depth=1)";
    let mut command = folder.command(&[
        "match",
        "reversi:6x6",
        agent,
        "random",
        "--games",
        "4",
        "--cluster",
        "processes:1",
    ]);
    assert!(command.env("TMPDIR", &temporary).stdout(Stdio::null()).status().unwrap().success());
    assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 0, "nothing is left");
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
    let refused = said(&["train", "game-data", "--records", "games.db", "--cluster", "processes:1"]);
    assert!(refused.contains("cannot be spread over a cluster: it only reads recorded games"), "{refused}");
    let opponent = format!("opponent={program}");
    let with_program = [
        "train",
        "forests/tictactoe",
        "--set",
        "fitness=opponent",
        "--set",
        &opponent,
        "--cluster",
        "processes:1",
    ];
    let refused = said(&with_program);
    assert!(refused.contains("runs a program of this machine"), "{refused}");
    let refused = said(&["train", "othello-thesis/influence", "--lag", "4", "--replay"]);
    assert!(refused.contains("with `lag` there are no generations"), "{refused}");
    assert!(!folder.0.join("training").exists(), "nothing was begun");
    let refused = said(&["match", "connect4", "random", "random", "--cluster", "rya"]);
    assert!(refused.contains("did you mean `ray`?"), "{refused}");
    let mut command = folder.command(&["match", "connect4", "random", "random", "--cluster", "ray"]);
    let output = command.env("AGON_PYTHON", "no-such-python").output().unwrap();
    let refused = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && refused.contains("pip install ray"), "{refused}");
}

/// Ray waits for minutes where nobody answers, and so did whoever had mistyped an address or pressed Ctrl-C meanwhile.
#[test]
#[cfg(unix)]
fn where_nobody_answers_nobody_is_waited_for() {
    let folder = Folder::new("cluster-nobody");
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("left out: no python3");
        return;
    }
    // A Ray that takes long to get anywhere.
    std::fs::create_dir(folder.0.join("ray")).unwrap();
    let slow = "import time\ndef init(**_):\n    open('connecting', 'w').close()\n    time.sleep(60)\n    open('late', 'w').close()\n";
    folder.write("ray/__init__.py", slow);
    folder.write("ray/exceptions.py", "");
    let connect = |address: &str| {
        let cluster = format!("ray:{address}");
        let mut command = folder.command(&["match", "connect4", "random", "random", "--cluster", &cluster]);
        // An empty name of a Python is none.
        command.env("PYTHONPATH", &folder.0).env("AGON_PYTHON", "");
        command
    };
    for address in ["127.0.0.1:1", "ray://127.0.0.1:1", "no.such.host.invalid:6379", "127.0.0.1:65536"] {
        let output = connect(address).output().unwrap();
        let refused = String::from_utf8(output.stderr).unwrap();
        let expected = format!("there is no Ray cluster at `{address}`: ");
        assert!(!output.status.success() && refused.contains(&expected), "{refused}");
    }
    assert!(!folder.0.join("connecting").exists(), "Ray was asked nevertheless");
    use crate::running::signals::{interrupted, wait_until};
    let mut child = connect("auto").stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    wait_until(&mut child, || folder.0.join("connecting").exists());
    interrupted(child, "INT", 130);
    assert!(!folder.0.join("late").exists(), "Ctrl-C was heard when Ray had come to an end");
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
