//! `agon train` as a user types it, and as the system kills it.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

const RECIPE: &str = "othello-thesis/network";
const GENERATIONS: &str = "60";

fn command(folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(["train", RECIPE, "--seed", "5", "--generations", GENERATIONS, "--json", "--out"]);
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

#[test]
fn a_killed_training_goes_on_to_the_same_bits() {
    let (whole, killed) = (fresh_folder("train-whole"), fresh_folder("train-killed"));
    assert!(command(&whole, &["--threads", "1"]).output().unwrap().status.success());

    let mut child = command(&killed, &["--threads", "2"]).spawn().unwrap();
    while fs::read_to_string(killed.join("curve.csv")).unwrap_or_default().lines().count() < 10 {
        assert!(child.try_wait().unwrap().is_none(), "the training ended before it could be killed");
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!killed.join("result.txt").exists());

    let refused = command(&killed, &[]).output().unwrap();
    assert!(!refused.status.success(), "a training is not written over");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--resume"));

    let resumed = command(&killed, &["--threads", "2", "--resume"]).output().unwrap();
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    let report: Value = serde_json::from_slice(&resumed.stdout).unwrap();
    assert_eq!(report["generations"], 60);
    for file in ["result.txt", "curve.csv", "checkpoint.txt"] {
        assert_eq!(fs::read(whole.join(file)).unwrap(), fs::read(killed.join(file)).unwrap(), "{file}");
    }
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
