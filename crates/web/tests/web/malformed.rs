//! Requests that make no sense: each is answered with 4xx and words, none harms a game. `AGON_MALFORMED` says how many.

use agon_core::{Rng, Seed};
use serde_json::{Value, json};

use crate::http::{send_broken, send_raw};
use crate::running::Server;

/// In an ordinary test; the full test has 100,000.
const FEW: u64 = 1500;

const PATHS: &[&str] = &[
    "/",
    "/play",
    "/api/games",
    "/api/games/GAME",
    "/api/games/GAME/moves",
    "/api/games/GAME/take-back",
    "/api/check",
    "/api/games/GAME/positions/0",
    "/api/games/GAME/positions/99999999999999999999",
    "/api/games/../../etc/passwd",
    "/api/games/%2e%2e%2f%2e%2e",
    "/assets/../Cargo.toml",
    "/assets/%2e%2e%2fmain.rs",
    "/api/catalog/game",
    "/api/catalog/game?spec=reversi:%00",
    "/api/catalog/game?spec=",
    "/api/games/GAME/record",
    "/%ff%fe",
    "//",
    "/api",
    "/api/games/aaaaaaaaaa",
    "/api/games/GAME/hint/x",
    "/api/catalog/game?spec=line:m=99999999,n=99999999,k=3",
    "/nowhere",
    "/papers/x/y/z",
    "/api/analyses",
    "/api/analyses/aaaaaaaaaa",
    "/api/analyses/ANALYSIS",
    "/api/analyses/ANALYSIS/nodes",
    "/api/analyses/ANALYSIS/nodes/99",
    "/api/analyses/ANALYSIS/nodes/-1/compare",
    "/api/analyses/ANALYSIS/nodes/0/explain?agent=mcts((",
    "/api/analyses/ANALYSIS/nodes/0/explain?agent=external(gtp,%20%22touch%20x%22)",
    "/api/analyses/ANALYSIS/record?format=exe",
    "/api/analyses/upload?name=x.wtb&game=reversi",
    "/api/analyses/upload?name=../../x.db",
    "/api/analyses/upload",
    "/api/jobs",
    "/api/jobs/aaaaaaaaaa",
    "/api/jobs/../..",
    "/api/jobs/aaaaaaaaaa/stop",
    "/api/jobs/aaaaaaaaaa/events",
    "/api/papers/othello-thesis/none",
    "/api/papers/%2e%2e/x",
];
const BODIES: &[&str] = &[
    "",
    "{",
    "null",
    "[]",
    "{}",
    "\u{0}",
    "\"x\"",
    "{\"move\":1}",
    "{\"move\":\"zz\"}",
    "{\"move\":\"a1\",\"ply\":-1}",
    "{\"game\":\"reversi\"}",
    "{\"game\":\"reversi\",\"seats\":[]}",
    "{\"game\":\"reversi\",\"seats\":[\"you\",{\"agent\":\"((((\"}]}",
    "{\"game\":\"reversi\",\"seats\":[\"you\",{\"agent\":\"models(set=/etc/passwd)\"}]}",
    "{\"game\":\"reversi\",\"seats\":[\"you\",\"open\"],\"position\":\"x\"}",
    "{\"game\":\"reversi\",\"seats\":[\"you\",\"open\"],\"moves\":[\"a1\"]}",
    "{\"game\":\"reversi\",\"agent\":\"mcts(time=99999h)\"}",
    "{\"game\":\"x\",\"agent\":\"\u{1f600}\"}",
    "{\"parent\":0,\"move\":\"a1\"}",
    "{\"parent\":99,\"move\":\"d3\"}",
    "{\"text\":\"(;GM[4]\"}",
    "{\"game\":\"reversi\",\"tiles\":[1,2,3],\"to_move\":9}",
    "{\"game\":\"reversi\",\"from\":\"../../x\"}",
    "{\"kind\":\"match\"}",
    "{\"kind\":\"match\",\"game\":\"reversi\",\"agents\":[\"greedy\",\"greedy\"],\"games\":1,\"sprt\":null}",
    "{\"kind\":\"tournament\",\"game\":\"reversi\",\"agents\":[],\"rounds\":18446744073709551615}",
    "{\"kind\":\"training\",\"recipe\":\"../x\",\"settings\":{\"records\":\"/etc/passwd\"}}",
    "{\"kind\":\"table\",\"paper\":\"x\",\"table\":\"y\"}",
];
const METHODS: &[&str] =
    &["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "G\u{7f}T", ""];

fn pick<'t>(rng: &mut Rng, from: &[&'t str]) -> &'t str {
    from[rng.below(from.len() as u32) as usize]
}

/// A request that is wrong in some way, and whether the server can know where it ends.
fn malformed(rng: &mut Rng, (game, analysis): (&str, &str), host: &str) -> (Vec<u8>, bool) {
    let (method, path, body) = (pick(rng, METHODS), pick(rng, PATHS), pick(rng, BODIES));
    let path = path.replace("GAME", game).replace("ANALYSIS", analysis);
    let kind = pick(rng, &["application/json", "text/plain", "application/json; charset=x", ""]);
    let lengths = rng.below(6);
    let length = match lengths {
        0 => "content-length: x\r\n".to_owned(),
        1 => "transfer-encoding: chunked\r\n".to_owned(),
        _ => format!("content-length: {}\r\n", body.len()),
    };
    let host = if rng.below(5) == 0 { "evil.example" } else { host };
    let mut bytes = format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: {kind}\r\n{length}\r\n{body}"
    )
    .into_bytes();
    let breaks = rng.below(4);
    match breaks {
        // Some bytes are others, or the end is missing.
        0 => {
            for _ in 0..=rng.below(4) {
                let at = rng.below(bytes.len() as u32) as usize;
                bytes[at] = rng.below(256) as u8;
            }
        }
        1 => bytes.truncate(rng.below(bytes.len() as u32) as usize),
        _ => {}
    }
    (bytes, breaks > 1 && lengths > 1)
}

#[test]
fn nothing_that_is_sent_breaks_the_server_or_a_game() {
    let count = std::env::var("AGON_MALFORMED").ok().and_then(|count| count.parse().ok()).unwrap_or(FEW);
    let server = Server::start();
    let mut client = server.client();
    let begun = client
        .post("/api/games", &json!({ "game": "reversi", "seats": ["you", { "agent": "random" }] }))
        .json();
    let path = format!("/api/games/{}", begun["id"].as_str().unwrap());
    client.post(&format!("{path}/moves"), &json!({ "move": "d3" }));
    let before = client.wait(&path, |state| state["ply"] == 2);
    let (id, host) = (begun["id"].as_str().unwrap().to_owned(), server.at.to_string());
    let analysis = client.post("/api/analyses", &json!({ "text": "f5 d6 c3" })).json();
    let analysis = analysis["id"].as_str().unwrap().to_owned();
    let send = |number: u64| {
        let mut rng = Seed(1).stream("malformed", number);
        let (bytes, ends) = malformed(&mut rng, (&id, &analysis), &host);
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        let answer = if ends { send_raw(server.at, &bytes) } else { send_broken(server.at, &bytes) };
        assert!(!ends || answer.is_some(), "{number}: no answer to {shown}");
        // An unfinished request may only be closed.
        let Some(answer) = answer else { return };
        assert!(answer.status < 500 || answer.status == 501, "{number}: {} for {shown}", answer.status);
        if answer.status >= 400 && answer.head.contains("application/json") && !shown.starts_with("HEAD") {
            let said = answer.json();
            assert!(said["error"].as_str().is_some_and(|said| !said.is_empty()), "{number}: {}", answer.body);
        }
    };
    // Most of them wait.
    agon_core::Executor::new(16).map(count, send);
    let after: Value = client.get(&path).json();
    assert_eq!((&after["moves"], &after["board"]), (&before["moves"], &before["board"]));
}
