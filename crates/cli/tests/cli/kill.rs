//! A tournament that is killed or stopped again and again ends like one that nobody disturbed: with real processes.

use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::running::Folder;
use agon_core::Seed;

/// 10 pairs of agents, 10 openings, both ways round: 200 games.
const PLAN: &str = r#"
name = "killed"
game = "reversi"
format = "round-robin"
rounds = 10
openings.random-plies = 4
agents = [
  { spec = "random" },
  { spec = "greedy" },
  { spec = "greedy(reply)" },
  { spec = "greedy(nodes=8)" },
  { spec = "greedy(reply, nodes=40)" },
]
"#;
const KILLS: u32 = 50;

/// How much a store has written since it was opened.
fn written(folder: &Folder, store: &str) -> u64 {
    fs::metadata(folder.0.join(format!("{store}-wal"))).map_or(0, |file| file.len())
}

/// Kills a command once its store has written so many bytes; whether it ended before.
fn killed_after(folder: &Folder, mut child: Child, store: &str, bytes: u64) -> bool {
    while written(folder, store) < bytes {
        if child.try_wait().unwrap().is_some_and(|status| status.success()) {
            return false;
        }
        sleep(Duration::from_micros(200));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    true
}

#[test]
fn a_killed_tournament_plays_only_what_is_missing() {
    let folder = Folder::new("kill");
    folder.write("plan.toml", PLAN);
    let undisturbed = folder.stdout(&["tournament", "plan.toml", "--store", "undisturbed.db"]);
    let games = folder.records("undisturbed.db");
    assert_eq!(games.len(), 200);

    let mut rng = Seed(1).stream("kill", 0);
    let (mut kills, mut midway) = (0, 0);
    for attempt in 0.. {
        let store = format!("killed-{attempt}.db");
        let args = ["tournament", "plan.toml", "--threads", "2", "--store", &store];
        while kills < KILLS {
            let child = folder.command(&args).stdout(Stdio::null()).spawn().unwrap();
            // A game writes some pages of 4096 bytes; a kill before the first byte, too, must do no harm.
            if !killed_after(&folder, child, &store, u64::from(rng.below(400_000))) {
                break;
            }
            kills += 1;
            midway +=
                u32::from(folder.0.join(&store).exists() && (1..200).contains(&folder.records(&store).len()));
        }
        assert_eq!(folder.stdout(&args), undisturbed, "the table after {kills} kills");
        assert_eq!(folder.records(&store), games, "the games after {kills} kills");
        if kills == KILLS {
            break;
        }
    }
    assert!(midway > 0, "no kill came while games were played");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_tournament_with_its_table_and_the_command_to_go_on() {
    use crate::running::signals::{interrupted, to_go_on, wait_until};
    let folder = Folder::new("signal");
    folder.write("plan.toml", PLAN);
    let undisturbed = folder.stdout(&["tournament", "plan.toml", "--store", "undisturbed.db"]);
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        // So many rounds that it cannot end by itself; fewer can be asked for when it goes on.
        folder.write("plan.toml", &PLAN.replace("rounds = 10", "rounds = 5000"));
        let store = format!("{signal}.db");
        let args = ["tournament", "plan.toml", "--store", &store, "--svg", "table.svg"];
        let mut command = folder.command(&args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_until(&mut child, || written(&folder, &store) > 100_000);
        let output = interrupted(child, signal, code);
        let table = String::from_utf8(output.stdout.clone()).unwrap();
        assert!(table.starts_with("killed: reversi, round-robin, "), "{table}");
        assert!(folder.0.join("table.svg").exists(), "the picture so far");
        assert!(crate::running::signals::temporary(&folder.0).is_empty());

        folder.write("plan.toml", PLAN);
        let mut shell = std::process::Command::new("sh");
        let resumed = shell.args(["-c", &to_go_on(&output)]).current_dir(&folder.0).output().unwrap();
        assert_eq!(String::from_utf8(resumed.stdout).unwrap(), undisturbed);
    }
}

/// The file of a model set was once no part of what a tournament was known by.
#[test]
fn a_changed_model_file_is_another_agent() {
    let folder = Folder::new("changed-model");
    let models = include_str!("../../../catalog/artefacts/models-reversi-6x6.txt");
    folder.write("models.txt", models);
    folder.write(
        "plan.toml",
        "name = \"m\"\ngame = \"reversi:6x6\"\nformat = \"round-robin\"\n\
         agents = [{ spec = \"models(set=models.txt, depth=1)\" }, { spec = \"random\" }]\n",
    );
    let first = folder.stdout(&["tournament", "plan.toml"]);
    assert_eq!(folder.stdout(&["tournament", "plan.toml"]), first);
    folder.write("models.txt", &models.replacen("--seed 1", "--seed 2", 1));
    let refused = folder.agon(&["tournament", "plan.toml"]);
    assert!(!refused.status.success());
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("plan.db") && said.contains("`m`"), "{said}");
    folder.write("models.txt", models);
    assert_eq!(
        folder.stdout(&["tournament", "plan.toml"]),
        first,
        "the file as it was is the agent that played"
    );
}

#[test]
fn a_refused_tournament_leaves_nothing_behind() {
    let folder = Folder::new("refused");
    let plan = PLAN.replace("openings.random-plies = 4", "openings.file = \"openings.txt\"");
    folder.write("precious.html", "a letter");
    folder.write("openings.txt", "f5d6\nf5f5\n");
    for (plan, more, hint) in [
        (&plan, &[][..], "openings.txt, line 2: "),
        (&PLAN.replace("rounds = 10", "rounds = 10\nper-game = 3"), &[], "3 agents"),
        (&PLAN.replace("\"greedy\"", "\"greedyy\""), &[], "greedyy"),
        (&PLAN.to_owned(), &["--html", "precious.html"], "precious.html"),
        (&PLAN.to_owned(), &["--svg", "no-such-folder/table.svg"], "no-such-folder"),
    ] {
        folder.write("plan.toml", plan);
        let output = folder.agon(&[&["tournament", "plan.toml"], more].concat());
        assert!(!output.status.success(), "{hint}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(hint), "{said}");
        assert!(!folder.0.join("plan.db").exists(), "{hint}");
    }
}

/// A limit on the size of files stands for a full disk, which takes a superuser to make.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_a_tournament_and_room_lets_it_go_on() {
    let folder = Folder::new("full-disk");
    folder.write("plan.toml", PLAN);
    let undisturbed = folder.stdout(&["tournament", "plan.toml", "--store", "undisturbed.db"]);
    let full = folder.on_full_disk(200, &["tournament", "plan.toml"]);
    assert!(!full.status.success());
    let said = String::from_utf8(full.stderr).unwrap();
    assert!(said.contains("plan.db"), "{said}");
    assert_eq!(folder.stdout(&["tournament", "plan.toml"]), undisturbed);
}
