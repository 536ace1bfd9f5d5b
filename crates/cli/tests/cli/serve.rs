//! `agon serve` and what is left of its games after a kill.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::running::Folder;

/// A server and where it is.
fn start(folder: &Folder) -> (Child, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["serve", "--port", "0"])
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let at =
        said.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_owned();
    (server, at)
}

/// What a server answers, and the cookie it gives.
fn ask(at: &str, path: &str, body: Option<&Value>, cookie: &str) -> (Value, String) {
    let method = if body.is_some() { "POST" } else { "GET" };
    let body = body.map(Value::to_string).unwrap_or_default();
    let head = format!("{method} {path} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\ncookie: {cookie}\r\n");
    let kind = format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
    let mut stream = TcpStream::connect(at).unwrap();
    stream.write_all(format!("{head}{kind}{body}").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let set = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = set.map_or(cookie, |set| set.split(';').next().unwrap()).to_owned();
    (serde_json::from_str(body).unwrap_or_default(), cookie)
}

#[test]
fn games_outlive_a_kill_of_the_server() {
    let folder = Folder::new("serve-kill");
    let (mut server, at) = start(&folder);
    let new = json!({ "game": "reversi", "seats": ["you", { "agent": "random" }] });
    let (game, cookie) = ask(&at, "/api/games", Some(&new), "");
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let (moved, cookie) = ask(&at, &format!("{path}/moves"), Some(&json!({ "move": "d3" })), &cookie);
    assert_eq!(moved["moves"][0], "d3");
    server.kill().unwrap();
    server.wait().unwrap();

    let (mut server, at) = start(&folder);
    // It is the same person, the move is there, and the agent answers it if it had not.
    let after = loop {
        let (after, _) = ask(&at, &path, None, &cookie);
        if after["ply"] == 2 {
            break after;
        }
        assert_eq!((&after["moves"][0], &after["seats"][0]["who"]), (&json!("d3"), &json!("you")));
    };
    assert_eq!((&after["moves"][0], &after["to_move"]), (&json!("d3"), &json!(0)));
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn a_port_or_a_folder_that_cannot_be_had_is_told() {
    let folder = Folder::new("serve-refused");
    let (mut server, at) = start(&folder);
    let refused = |args: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_agon")).args(args).current_dir(&folder.0).output().unwrap();
        assert!(!output.status.success(), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let port = at.split(':').nth(1).unwrap();
    assert!(refused(&["serve", "--port", port, "--data", "other"]).contains("--port names another port"));
    assert!(refused(&["serve", "--port", "0"]).contains("another process works in this folder"));
    server.kill().unwrap();
    server.wait().unwrap();
}
