//! Many games at once: `cargo run --release -p agon-web --example load -- 200 20`.
//!
//! So many players, each with a game of Reversi against a light agent, think for a second between moves; after so many
//! moves it says how long moves took to be answered, and until the agent had moved too.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

use agon_core::{Clock, Stop, SystemClock};
use agon_web::{Settings, serve};
use serde_json::{Value, json};

const PAUSE: Duration = Duration::from_secs(1);

#[expect(clippy::print_stdout, reason = "it reports")]
fn main() {
    let mut args = std::env::args().skip(1).filter_map(|arg| arg.parse::<usize>().ok());
    let (games, moves) = (args.next().unwrap_or(200), args.next().unwrap_or(20));
    let data = std::env::temp_dir().join(format!("agon-load-{}", std::process::id()));
    let settings = Settings { host: None, port: Some(0), data: data.clone() };
    let stop = Stop::default();
    let (tell, told) = mpsc::channel();
    let ended = stop.clone();
    let server = std::thread::spawn(move || {
        serve(agon_catalog::standard(), &settings, &ended, |address| {
            let _ = tell.send(address.url.clone());
        })
    });
    let url = told.recv().expect("the server starts");
    let at: SocketAddr = url.trim_start_matches("http://").trim_end_matches('/').parse().expect("an address");
    let players: Vec<_> = (0..games)
        .map(|number| {
            std::thread::spawn(move || {
                // Not all at the same moment.
                std::thread::sleep(PAUSE * number as u32 / games as u32);
                play(at, moves)
            })
        })
        .collect();
    let times: Vec<_> = players.into_iter().filter_map(|player| player.join().ok()).flatten().collect();
    let shares = [0.5, 0.9, 0.99, 1.0];
    for (name, pick) in [("answered", 0), ("agent moved", 1)] {
        let mut sorted: Vec<_> = times.iter().map(|time| time[pick]).collect();
        sorted.sort();
        let at = |share: f64| sorted[((sorted.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
        let shown: Vec<_> =
            shares.iter().map(|&share| format!("{:.0} %: {:.1} ms", share * 100.0, at(share))).collect();
        println!("{name:12} {} moves of {games} games  {}", sorted.len(), shown.join("  "));
    }
    stop.set();
    let _ = server.join();
    let _ = std::fs::remove_dir_all(&data);
}

/// Plays some moves of a game; how long each took to be answered, and until it was our turn again.
fn play(at: SocketAddr, moves: usize) -> Vec<[Duration; 2]> {
    let mut cookie = String::new();
    let new = json!({ "game": "reversi", "seats": ["you", { "agent": "greedy" }] });
    let mut state = ask(at, "POST", "/api/games", &new, &mut cookie);
    let path = format!("/api/games/{}", state["id"].as_str().unwrap_or_default());
    let clock = SystemClock::start();
    let mut times = Vec::new();
    while times.len() < moves && state["over"].is_null() {
        std::thread::sleep(PAUSE);
        let begun = clock.now();
        let mv = json!({ "move": state["legal"][0]["move"] });
        state = ask(at, "POST", &format!("{path}/moves"), &mv, &mut cookie);
        let answered = clock.now();
        while state["over"].is_null() && state["to_move"] != 0 {
            state = ask(at, "GET", &path, &Value::Null, &mut cookie);
        }
        times.push([answered - begun, clock.now() - begun]);
    }
    times
}

fn ask(at: SocketAddr, method: &str, path: &str, body: &Value, cookie: &mut String) -> Value {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n{cookie}content-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut answer = String::new();
    let sent = TcpStream::connect(at).and_then(|mut stream| {
        stream.write_all(request.as_bytes())?;
        stream.read_to_string(&mut answer)
    });
    if sent.is_err() {
        return Value::Null;
    }
    if let Some(word) = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")) {
        *cookie = format!("cookie: {}\r\n", word.split(';').next().unwrap_or_default());
    }
    let json = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(json).unwrap_or_default()
}
