//! Runs the examples of a crate, which cargo builds beside its tests.

use std::path::PathBuf;
use std::process::Command;

/// What an example of the crate under test prints.
///
/// # Panics
/// If the example was not built (`cargo test` builds it, `cargo test --test NAME` alone does not), cannot be started or
/// fails.
#[must_use]
pub fn run_example(name: &str, words: &[&str]) -> String {
    let program = example_program(name);
    assert!(program.is_file(), "{} is not there: cargo build --example {name} makes it", program.display());
    let output = Command::new(program).args(words).output().expect("an example can be started");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{name} {words:?}: {err}");
    out.into_owned()
}

/// Tests lie in `deps`, examples in `examples` beside it.
fn example_program(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test knows where it is");
    let folder = test.parent().and_then(|deps| deps.parent()).expect("tests lie in a folder of the target");
    folder.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
