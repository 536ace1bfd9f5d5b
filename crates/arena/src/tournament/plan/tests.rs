//! Plans that are right, and plans that are wrong.

use super::*;
use proptest::prelude::*;

fn read(text: &str) -> Result<Plan, ReadError> {
    Plan::from_toml(text, Path::new("."))
}

#[test]
fn the_example_is_complete() {
    let plan = read(EXAMPLE).unwrap();
    assert_eq!((plan.agents.len(), plan.rounds), (3, 10));
    assert_eq!(plan.conditions.openings, Openings::Random(4));
    assert!(plan.agents[0].challenger && !plan.agents[1].challenger);
}

#[test]
fn mistakes_are_named() {
    let wrong = |from: &str, to: &str| read(&EXAMPLE.replace(from, to)).unwrap_err().message;
    assert!(wrong("rounds = 10", "ruonds = 10").contains("unknown field `ruonds`"));
    assert!(wrong("rounds = 10", "ruonds = 10").contains("line 5"));
    assert!(wrong("round-robin", "swiss").contains("unknown variant `swiss`"));
    assert!(wrong("rounds = 10", "rounds = 0").contains("at least 1"));
    assert!(wrong("name = \"greedy\"", "name = \"random\"").contains("two agents are called `random`"));
    assert!(wrong("nodes = 1000", "time = \"5\"").starts_with("limits.time: `5` is not a time"));
    assert!(wrong("random-plies = 4", "file = \"no-such-file\"").contains("no-such-file"));
    assert!(wrong("seed = 1", "per-game = 9").contains("there are 3 agents"));
    assert!(wrong("anchor = 0", "clock = \"1s\"").contains("has no clock"));
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(text in "\\PC*") {
        let _ = read(&text);
    }

    #[test]
    fn no_damage_breaks_the_reader(at in 0..EXAMPLE.len(), with in "\\PC{0,3}") {
        let _ = read(&format!("{}{with}{}", &EXAMPLE[..at], &EXAMPLE[at + 1..]));
    }
}
