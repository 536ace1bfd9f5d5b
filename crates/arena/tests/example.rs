//! The example of a match runs and says what it promises.

use agon_testkit::run_example;

#[test]
fn the_match_is_played_and_judged() {
    let said = run_example("match_with_statistics", &[]);
    for part in ["mobility against discs: ", "95 percent interval", "Elo ", "likelihood of superiority"] {
        assert!(said.contains(part), "{part:?} is missing:\n{said}");
    }
    assert_eq!(said, run_example("match_with_statistics", &[]), "the seed decides everything");
}
