//! Who ends the programs that a killed process leaves behind. Original design.
//!
//! A process that is ended by `kill -9` cannot clean up. So a shell waits at the end of a pipe that only this process
//! holds: it is told of every group of processes that begins and ends, and when the pipe closes, for whatever reason, it
//! kills the groups that are left. It has a group of its own, so that a Ctrl-C at the terminal does not reach it. Where
//! there is no shell, programs are only told that their input has ended.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;

/// Reads `+ 123` and `- 123`; kills what is left at the end of its input.
const SCRIPT: &str = "trap '' HUP INT TERM
groups=
while read -r sign group; do
  case $sign in
    +) groups=\"$groups $group\" ;;
    -) left=; for other in $groups; do [ \"$other\" = \"$group\" ] || left=\"$left $other\"; done; groups=$left ;;
  esac
done
for group in $groups; do kill -9 \"-$group\"; done 2>/dev/null";

static WATCHDOG: Mutex<Option<Watchdog>> = Mutex::new(None);

struct Watchdog {
    /// Kept so that it is not reaped while it works.
    _shell: Child,
    line: ChildStdin,
}

impl Watchdog {
    fn start() -> Option<Self> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", SCRIPT]).process_group(0);
        let mut shell =
            shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
        let line = shell.stdin.take()?;
        Some(Self { _shell: shell, line })
    }
}

/// Tells of a group that begins.
pub(crate) fn watch(group: u32) {
    tell('+', group);
}

/// Tells of a group that has ended.
pub(crate) fn forget(group: u32) {
    tell('-', group);
}

fn tell(sign: char, group: u32) {
    let mut watchdog = WATCHDOG.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if watchdog.is_none() {
        *watchdog = Watchdog::start();
    }
    if let Some(started) = watchdog.as_mut() {
        let told = writeln!(started.line, "{sign} {group}");
        if told.is_err() {
            // Somebody ended it: the next group gets another one.
            *watchdog = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a process ends by itself within some seconds.
    fn ends(process: &mut Child) -> bool {
        (0..500).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            matches!(process.try_wait(), Ok(Some(_)))
        })
    }

    #[test]
    fn what_is_left_is_ended_when_the_pipe_closes() {
        let sleeper = || Command::new("sleep").arg("1000").process_group(0).spawn().unwrap();
        let (mut left, mut forgotten) = (sleeper(), sleeper());
        let mut watchdog = Watchdog::start().unwrap();
        writeln!(watchdog.line, "+ {}\n+ {}\n- {}", left.id(), forgotten.id(), forgotten.id()).unwrap();
        drop(watchdog);
        assert!(ends(&mut left));
        assert!(matches!(forgotten.try_wait(), Ok(None)), "it had ended before, its number may be another's");
        forgotten.kill().unwrap();
        forgotten.wait().unwrap();
    }
}
