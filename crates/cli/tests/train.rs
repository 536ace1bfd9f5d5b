//! `agon train` as a user types it, and as the system kills it.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

const NETWORK: &str = "othello-thesis/network --generations 60";
const BACKWARDS: &str = "minimax-backwards --game reversi:6x6 --last 29 --gap 2 --boards 150";

fn command(recipe: &str, folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.arg("train").args(recipe.split(' ')).args(["--seed", "5", "--json", "--out"]);
    command.arg(folder).args(more).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn agon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agon")).args(args).output().unwrap()
}

fn fresh_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Trains undisturbed on one thread, and on two with a kill after some steps; gives the report of the second.
fn killed_and_resumed(recipe: &str, name: &str, steps: usize) -> Value {
    let (whole, killed) = (fresh_folder(&format!("{name}-whole")), fresh_folder(&format!("{name}-killed")));
    let undisturbed = command(recipe, &whole, &["--threads", "1"]).output().unwrap();
    assert!(undisturbed.status.success(), "{}", String::from_utf8_lossy(&undisturbed.stderr));

    let mut child = command(recipe, &killed, &["--threads", "2"]).spawn().unwrap();
    while fs::read_to_string(killed.join("curve.csv")).unwrap_or_default().lines().count() < steps {
        assert!(child.try_wait().unwrap().is_none(), "the training ended before it could be killed");
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!killed.join("result.txt").exists());

    let refused = command(recipe, &killed, &[]).output().unwrap();
    assert!(!refused.status.success(), "a training is not written over");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--resume"));

    let resumed = command(recipe, &killed, &["--threads", "2", "--resume"]).output().unwrap();
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    for file in ["result.txt", "curve.csv", "checkpoint.txt"] {
        assert_eq!(fs::read(whole.join(file)).unwrap(), fs::read(killed.join(file)).unwrap(), "{file}");
    }
    serde_json::from_slice(&resumed.stdout).unwrap()
}

#[test]
fn a_killed_training_goes_on_to_the_same_bits() {
    assert_eq!(killed_and_resumed(NETWORK, "train", 10)["generations"], 60);
}

#[test]
fn killed_models_go_on_to_the_same_bits_and_play() {
    let report = killed_and_resumed(BACKWARDS, "backwards", 3);
    let stones: Vec<_> =
        report["models"].as_array().unwrap().iter().map(|model| model["stones"].clone()).collect();
    assert_eq!((stones.len(), &stones[0], &stones[11]), (12, &7.into(), &29.into()));

    let agent = format!("models(set={}, depth=1)", report["result"].as_str().unwrap());
    let args = ["match", "reversi:6x6", &agent, "random", "--games", "40", "--seed", "1", "--json"];
    let played: Value = serde_json::from_slice(&agon(&args).stdout).unwrap();
    assert!(played["agents"][0]["wins"].as_u64().unwrap() > 25, "{played}");
}

#[test]
fn a_recipe_takes_its_own_settings_only() {
    let message = |args: &str| {
        let output = command(args, &fresh_folder("never"), &[]).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(
        message("minimax-backwards --generations 5")
            .contains("`generations` is no setting of minimax-backwards")
    );
    assert!(message("minimax-backwards --game blokus").contains("blokus has no board features"));
    assert!(message("minimax-backwards --model svn").contains("did you mean `svm`?"));
    assert!(message("minimax-backwards --last 88").contains("6 to 87 are possible"));
    assert!(message("minimax-backwards --boards many").contains("`many` is not a whole number of boards"));
    assert!(message("minimax-backwards --play no-such-set").contains("no-such-set"));
}

#[test]
fn recipes_are_listed_and_wrong_ones_pointed_at() {
    let list = String::from_utf8(agon(&["train", "--list"]).stdout).unwrap();
    assert!(list.contains("othello-thesis/influence"), "{list}");
    let json: Value = serde_json::from_slice(&agon(&["train", "--list", "--json"]).stdout).unwrap();
    assert_eq!(json[0]["recipe"], "othello-thesis/influence");
    let wrong = agon(&["train", "othello-thesis/netwrok"]);
    assert!(!wrong.status.success());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean `othello-thesis/network`?"));
}
