//! Running the command in a folder of its own.

#[cfg(unix)]
pub mod signals;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// A folder that goes away at the end of the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let (process, number) = (std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("agon-{process}-{number}-{name}"));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// The command, to be run in the folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
        command.args(args).current_dir(&self.0);
        command
    }

    pub fn agon(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// A command to which somebody types.
    pub fn typed(&self, args: &[&str], input: &str) -> Output {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The command may end before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// What a command that must succeed prints.
    pub fn stdout(&self, args: &[&str]) -> String {
        let output = self.agon(args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the command where no file can grow beyond so many blocks of 512 bytes: as on a full disk, writing fails.
    #[cfg(unix)]
    pub fn on_full_disk(&self, blocks: u32, args: &[&str]) -> Output {
        let limited = format!("ulimit -f {blocks}; exec \"$@\"");
        let mut shell = Command::new("sh");
        shell.args(["-c", &limited, "sh", env!("CARGO_BIN_EXE_agon")]).args(args);
        shell.current_dir(&self.0).output().unwrap()
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    /// The records of a file, without the times and what tells one run from another.
    pub fn records(&self, file: &str) -> Vec<Value> {
        let text = self.stdout(&["records", "list", file, "--json"]);
        let record = |line: &str| {
            let mut record: Value = serde_json::from_str(line).unwrap();
            for key in ["event_id", "date"] {
                record.as_object_mut().unwrap().remove(key);
            }
            for seat in record["seats"].as_array_mut().into_iter().flatten() {
                seat["micros"] = Value::Null;
            }
            record
        };
        text.lines().map(record).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
