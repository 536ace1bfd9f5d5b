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

/// Waits until a command has computed for a while: by then it listens to signals and is in the middle of its work. Time on
/// the wall says nothing of that on a machine with much to do; elsewhere than on Linux it has to do.
pub fn wait_until_at_work(child: &mut Child) {
    const WHILE: u64 = 20;
    match cfg!(target_os = "linux") {
        true => {
            let id = child.id();
            wait_until(child, || hundredths_computed(id).is_none_or(|hundredths| hundredths >= WHILE));
        }
        false => sleep(Duration::from_millis(20 * WHILE)),
    }
}

/// The processor time that a process has used, as the system counts it.
fn hundredths_computed(process: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // After the name, which is in parentheses and may hold anything, come the third to the last field.
    let (_, fields) = stat.rsplit_once(')')?;
    let fields = fields.split_whitespace().skip(11).take(2);
    fields.map(|field| field.parse::<u64>().ok()).sum()
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

/// Whether this process was started by `nohup`, and what it starts is too.
pub fn hangups_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 1 != 0)
}
