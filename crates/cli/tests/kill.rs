//! A tournament that is killed again and again ends like one that nobody disturbed: with real processes.
#![allow(clippy::unwrap_used)]

mod running;

use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use agon_core::Seed;
use running::Folder;

/// 10 pairs of agents, 10 openings, both ways round: 200 games.
const PLAN: &str = r#"
name = "killed"
game = "reversi"
format = "round-robin"
rounds = 10
openings.random-plies = 4
agents = [
  { spec = "random" },
  { spec = "greedy" },
  { spec = "greedy(reply)" },
  { spec = "greedy(nodes=8)" },
  { spec = "greedy(reply, nodes=40)" },
]
"#;
const KILLS: u32 = 50;

#[test]
fn a_killed_tournament_plays_only_what_is_missing() {
    let folder = Folder::new("kill");
    folder.write("plan.toml", PLAN);
    let undisturbed = folder.stdout(&["tournament", "plan.toml", "--store", "undisturbed.db"]);
    let games = folder.records("undisturbed.db");
    assert_eq!(games.len(), 200);

    let mut rng = Seed(1).stream("kill", 0);
    let (mut kills, mut midway) = (0, 0);
    for attempt in 0.. {
        let store = format!("killed-{attempt}.db");
        let args = ["tournament", "plan.toml", "--threads", "2", "--store", &store];
        while kills < KILLS {
            let mut child = folder.command(&args).stdout(Stdio::null()).spawn().unwrap();
            sleep(Duration::from_micros(u64::from(rng.below(40_000))));
            if child.try_wait().unwrap().is_some_and(|status| status.success()) {
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            midway +=
                u32::from(folder.0.join(&store).exists() && (1..200).contains(&folder.records(&store).len()));
        }
        assert_eq!(folder.stdout(&args), undisturbed, "the table after {kills} kills");
        assert_eq!(folder.records(&store), games, "the games after {kills} kills");
        if kills == KILLS {
            break;
        }
    }
    assert!(midway > 0, "no kill came while games were played");
}
