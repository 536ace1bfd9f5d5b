//! A server that is killed in the middle of everything: nothing that anybody made is lost.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::json;

use crate::running::Client;

/// The server as a process of its own: the example, which cargo builds along with the tests.
struct Process {
    child: Child,
    at: SocketAddr,
}

impl Process {
    fn example() -> PathBuf {
        let tests = std::env::current_exe().unwrap();
        tests.parent().unwrap().parent().unwrap().join("examples").join("serve")
    }

    fn start(data: &Path) -> Self {
        Self::run(Command::new(Self::example()).arg("0").arg(data))
    }

    /// As on a disk that is nearly full: no file grows beyond a block of 512 bytes.
    #[cfg(unix)]
    fn start_without_room(data: &Path) -> Self {
        let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" 0 \"$1\"";
        Self::run(Command::new("sh").args(["-c", script]).arg(Self::example()).arg(data))
    }

    fn run(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap_or_else(|error| {
            panic!("{command:?}: {error}; `cargo test -p agon-web` builds the example")
        });
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let at = line.trim().trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
        Self { child, at }
    }

    /// At once, as by `kill -9`.
    fn kill(self) {
        drop(self);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn games_and_jobs_survive_a_kill() {
    let data = std::env::temp_dir().join(format!("agon-web-kill-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&data);
    let server = Process::start(&data);
    let mut client = Client::of(server.at);
    let game =
        client.post("/api/games", &json!({ "game": "reversi", "seats": ["you", { "agent": "greedy" }] }));
    let path = format!("/api/games/{}", game.json()["id"].as_str().unwrap());
    client.post(&format!("{path}/moves"), &json!({ "move": "d3" }));
    let before = client.wait(&path, |state| state["ply"] == 2);
    let analysis = client.post("/api/analyses", &json!({ "text": "f5 d6 c3" })).json();
    let tree = format!("/api/analyses/{}", analysis["id"].as_str().unwrap());
    let mut begin = |plan: serde_json::Value| {
        format!("/api/jobs/{}", client.post("/api/jobs", &plan).json()["id"].as_str().unwrap())
    };
    let contest = begin(
        json!({ "kind": "match", "game": "reversi", "agents": ["mcts(simulations=400)", "greedy"], "games": 3000 }),
    );
    let queued = begin(
        json!({ "kind": "training", "recipe": "othello-thesis/network", "settings": { "generations": "40" } }),
    );
    // What was told a second ago is kept.
    client.wait(&contest, |job| {
        job["result"]["games"].as_u64().unwrap_or(0) >= 20 && job["seconds"].as_f64().unwrap() > 1.5
    });
    server.kill();
    let server = Process::start(&data);
    let mut again = Client::of(server.at);
    let after = again.get(&path).json();
    assert_eq!((&after["moves"], &after["board"]), (&before["moves"], &before["board"]));
    assert_eq!(again.get(&tree).json()["main_line"], analysis["main_line"]);
    let stopped = again.get(&contest).json();
    assert_eq!(stopped["standing"], "stopped");
    let played = stopped["result"]["games"].as_u64().unwrap();
    assert!(played >= 2, "{stopped}");
    assert_eq!(again.get(&queued).json()["standing"], "stopped");
    again.post(&format!("{contest}/resume"), &json!({}));
    again.wait(&contest, |job| job["result"]["games"].as_u64().unwrap_or(0) > played + 20);
    again.post(&format!("{contest}/stop"), &json!({}));
    again.post(&format!("{queued}/resume"), &json!({}));
    again.wait(&queued, |job| job["standing"] == "done");
    server.kill();
    std::fs::remove_dir_all(&data).unwrap();
}

/// A move that cannot be kept is refused and has not been played; the game goes on when there is room again.
#[cfg(unix)]
#[test]
fn a_game_survives_a_full_disk() {
    let data = std::env::temp_dir().join(format!("agon-web-full-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&data);
    let server = Process::start_without_room(&data);
    let mut client = Client::of(server.at);
    let game = client.post("/api/games", &json!({ "game": "reversi", "seats": ["you", "you"] })).json();
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let play = |client: &mut Client| {
        let state = client.get(&path).json();
        client.post(&format!("{path}/moves"), &json!({ "move": state["legal"][0]["move"] }))
    };
    let mut played = 0;
    let refused = loop {
        let answer = play(&mut client);
        if answer.status != 200 {
            break answer;
        }
        played += 1;
    };
    assert!(played > 5 && refused.status == 500, "{played}: {}", refused.body);
    assert!(refused.json()["error"].as_str().unwrap().contains("could not be kept"), "{}", refused.body);
    let before = client.get(&path).json();
    assert_eq!(play(&mut client).status, 500);
    let after = client.get(&path).json();
    assert_eq!((&after["moves"], &after["board"]), (&before["moves"], &before["board"]));
    server.kill();
    let server = Process::start(&data);
    // Another browser has no seat, but sees the same game.
    let again = Client::of(server.at).get(&path).json();
    assert_eq!((&again["moves"], &again["board"]), (&before["moves"], &before["board"]));
    assert_eq!(play(&mut client.elsewhere(server.at)).status, 200);
    server.kill();
    std::fs::remove_dir_all(&data).unwrap();
}
