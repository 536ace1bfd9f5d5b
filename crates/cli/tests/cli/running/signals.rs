//! Real signals to real processes, sent when something was seen to happen and not after some time.

use std::process::{Child, Command, Output};
use std::thread::sleep;
use std::time::Duration;

/// Waits until something is there; the process must not end before.
pub fn wait_until(child: &mut Child, mut there: impl FnMut() -> bool) {
    while !there() {
        assert!(child.try_wait().unwrap().is_none(), "the command ended before it could be disturbed");
        sleep(Duration::from_millis(1));
    }
}

/// Sends a signal (`INT`, `TERM`) and gives what the command says then. It must end with the exit code of the signal.
pub fn interrupted(child: Child, signal: &str, code: i32) -> Output {
    let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The command that goes on with what was interrupted, as it was printed.
pub fn to_go_on(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    let command = said.lines().find_map(|line| line.strip_prefix("to go on: "));
    command.unwrap_or_else(|| panic!("no command to go on: {said}")).to_owned()
}

/// The names of temporary files in a folder.
pub fn temporary(folder: &std::path::Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.map(|name| name.to_string_lossy().into_owned()).filter(|name| name.ends_with(".part")).collect()
}
