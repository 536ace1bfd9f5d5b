//! A few hundred of the command lines of `cargo xtask fuzz-commands`, which runs them by the thousand.

use std::path::Path;
use std::time::Duration;

use agon_core::Seed;
use agon_testkit::commands::fuzz::CommandLines;
use agon_testkit::commands::run::Scratch;

#[test]
fn no_command_line_crashes_the_program() {
    let program = Path::new(env!("CARGO_BIN_EXE_agon"));
    let lines = CommandLines::of(program);
    let scratch =
        Scratch::new(program, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("odd-command-lines")).unwrap();
    let mut successes = 0;
    for index in 0..360 {
        let line = lines.line(Seed(1), index);
        let run = scratch.run(0, &line, Duration::from_millis(300)).unwrap();
        assert!(!run.ending.is_failure(), "{index}: {:?}: agon {line:?}\n{}", run.ending, run.stderr);
        successes += usize::from(run.ending == agon_testkit::commands::run::Ending::Code(0));
    }
    assert!(successes > 20, "only {successes} command lines made sense: they test too little");
}
