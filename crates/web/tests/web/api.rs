//! The API as scripts use it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::http::request;
use crate::running::{Client, Server};

fn begin(client: &mut Client, game: &str, seats: Value) -> Value {
    let answer = client.post("/api/games", &json!({ "game": game, "seats": seats }));
    assert_eq!(answer.status, 200, "{game}: {}", answer.body);
    answer.json()
}

/// Plays the first legal move whenever it is the client's turn, to the end.
fn play_out(client: &mut Client, state: &Value) -> Value {
    let path = format!("/api/games/{}", state["id"].as_str().unwrap());
    loop {
        let state = client.wait(&path, |state| {
            let seat = state["to_move"].as_u64();
            state["over"].is_object()
                || seat.is_some_and(|seat| state["seats"][seat as usize]["who"] == "you")
        });
        if state["over"].is_object() {
            return state;
        }
        let mv = json!({ "move": state["legal"][0]["move"], "ply": state["ply"] });
        let answer = client.post(&format!("{path}/moves"), &mv);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

#[test]
fn every_family_is_played_to_its_end() {
    let server = Server::start();
    let mut client = server.client();
    for game in ["reversi:6x6", "tictactoe", "connect4", "gomoku:7x7", "line:m=4,n=4,k=4,p=2", "blokus:duo"] {
        let state = begin(&mut client, game, json!(["you", { "agent": "random" }]));
        let end = play_out(&mut client, &state);
        assert_eq!(end["over"]["points"].as_array().unwrap().len(), 2, "{game}");
        let id = end["id"].as_str().unwrap();
        let record = client.get(&format!("/api/games/{id}/record")).json();
        assert_eq!(record["moves"].as_array(), end["moves"].as_array(), "{game}");
        assert_eq!(
            (&record["agents"][0], &record["end"]["by"]),
            (&json!("human"), &json!("rules")),
            "{game}"
        );
        let half = end["moves"].as_array().unwrap().len() / 2;
        let position = client.get(&format!("/api/games/{id}/positions/{half}")).json();
        assert_eq!(position["ply"], half, "{game}");
    }
    let four = begin(
        &mut client,
        "blokus:mini",
        json!(["you", { "agent": "random" }, { "agent": "random" }, { "agent": "easy" }]),
    );
    let end = play_out(&mut client, &four);
    assert_eq!(end["board"]["holdings"].as_array().unwrap().len(), 4);
    assert_eq!(client.get("/api/games").json().as_array().unwrap().len(), 7);
}

#[test]
fn moves_are_taken_back_played_again_and_given_up() {
    let server = Server::start();
    let mut client = server.client();
    let state = begin(&mut client, "reversi", json!(["you", { "agent": "greedy" }]));
    let path = format!("/api/games/{}", state["id"].as_str().unwrap());
    assert_eq!((&state["legal"][0]["turns"], &state["can_take_back"]), (&json!(1), &json!(false)));
    client.post(&format!("{path}/moves"), &json!({ "move": "d3" }));
    let answered = client.wait(&path, |state| state["ply"] == 2);
    assert_eq!(answered["last"]["mover"], 1);
    assert!(answered["thought"]["nodes"].as_u64().is_some(), "{answered}");
    let back = client.post(&format!("{path}/take-back"), &json!({})).json();
    assert_eq!((&back["ply"], &back["can_redo"]), (&json!(0), &json!(true)));
    let again = client.post(&format!("{path}/redo"), &json!({})).json();
    assert_eq!(again["moves"], answered["moves"]);
    let hint = client.post(&format!("{path}/hint"), &json!({})).json();
    let legal: Vec<_> = again["legal"].as_array().unwrap().iter().map(|legal| &legal["move"]).collect();
    assert!(legal.contains(&&hint["move"]) && hint["value"]["words"].is_string(), "{hint}");
    let swapped = client.post(&format!("{path}/swap"), &json!({})).json();
    assert_eq!(swapped["seats"][1]["who"], "you");
    let turned = client.wait(&path, |state| state["ply"] == 3);
    assert_eq!(turned["to_move"], 1);
    let over = client.post(&format!("{path}/resign"), &json!({})).json();
    assert_eq!((&over["over"]["resigned"], &over["over"]["winners"]), (&json!(1), &json!([0])));
    let late = client.post(&format!("{path}/moves"), &json!({ "move": "d3" }));
    assert_eq!((late.status, late.json()["error"].as_str()), (409, Some("The game is over.")));
}

#[test]
fn two_people_play_by_a_link_and_nobody_else() {
    let server = Server::start();
    let [mut black, mut white, mut third] = [server.client(), server.client(), server.client()];
    let state = begin(&mut black, "reversi", json!(["you", "open"]));
    let path = format!("/api/games/{}", state["id"].as_str().unwrap());
    let moves = format!("{path}/moves");
    assert_eq!(white.get(&path).json()["can_join"], true);
    assert_eq!(black.post(&moves, &json!({ "move": "d3" })).status, 200);
    assert_eq!(white.post(&moves, &json!({ "move": "c3" })).status, 409, "nobody sits there yet");
    assert_eq!(white.post(&format!("{path}/join"), &json!({})).json()["seats"][1]["who"], "you");
    assert_eq!(third.post(&format!("{path}/join"), &json!({})).status, 409);
    assert_eq!(third.post(&moves, &json!({ "move": "c3" })).status, 403);
    assert_eq!(black.post(&moves, &json!({ "move": "c3" })).status, 403);
    assert_eq!(white.post(&moves, &json!({ "move": "c3", "ply": 0 })).status, 409, "the game has gone on");
    assert_eq!(white.post(&moves, &json!({ "move": "c3", "ply": 1 })).status, 200);
    assert_eq!(black.get(&path).json()["ply"], 2);
    assert_eq!(
        black.post(&format!("{path}/take-back"), &json!({})).status,
        409,
        "it would be White's loss too"
    );
}

#[test]
fn a_game_goes_on_where_it_was_when_the_server_starts_again() {
    let server = Server::start();
    let mut client = server.client();
    let state = begin(&mut client, "reversi", json!(["you", { "agent": "random" }]));
    let path = format!("/api/games/{}", state["id"].as_str().unwrap());
    client.post(&format!("{path}/moves"), &json!({ "move": "d3" }));
    let before = client.wait(&path, |state| state["ply"] == 2);
    let folder = server.end();
    // What a kill in the middle of writing leaves behind.
    let file = folder.join("games").join(format!("{}.jsonl", state["id"].as_str().unwrap()));
    let kept = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{kept}{{\"mov")).unwrap();
    let server = Server::in_folder(folder, None);
    let mut again = server.client();
    let after = again.get(&path).json();
    assert_eq!((&after["moves"], &after["board"]), (&before["moves"], &before["board"]));
    assert_eq!(after["seats"][0]["who"], "person", "another client is another person");
}

#[test]
fn wrong_agents_are_pointed_at() {
    let server = Server::start();
    let mut client = server.client();
    let check = |client: &mut Client, agent: &str| {
        client.post("/api/check", &json!({ "game": "reversi", "agent": agent }))
    };
    let wrong = check(&mut client, "mcts(tme=1s)");
    assert_eq!(
        (wrong.status, &wrong.json()["at"], &wrong.json()["text"]),
        (400, &json!([5, 8]), &json!("mcts(tme=1s)"))
    );
    assert!(wrong.json()["error"].as_str().unwrap().contains("did you mean `time`?"), "{}", wrong.body);
    let level = check(&mut client, "hard").json();
    assert!(level["means"].as_str().unwrap().starts_with("best("), "{level}");
    for outside in
        ["models(set=/etc/passwd)", "models(set=../x)", "alphabeta(eval=influence(file=/etc/passwd))"]
    {
        let refused = check(&mut client, outside);
        assert_eq!(refused.status, 400, "{outside}");
        assert!(refused.body.contains("data folder"), "{outside}: {}", refused.body);
    }
    let game = client.get("/api/catalog/game?spec=blokus").json();
    assert_eq!(game["players"], json!(["Blue", "Yellow", "Red", "Green"]));
    let wrong = client.get("/api/catalog/game?spec=reversj");
    assert!(wrong.status == 400 && wrong.body.contains("did you mean `reversi`?"), "{}", wrong.body);
}

#[test]
fn only_this_machine_and_our_own_pages_are_answered() {
    let server = Server::start();
    let ask = |host: &str, origin: &str| {
        let text = format!("GET /api/catalog HTTP/1.1\r\nhost: {host}\r\n{origin}connection: close\r\n\r\n");
        crate::http::send_raw(server.at, text.as_bytes()).unwrap().status
    };
    let own = server.at.to_string();
    assert_eq!(ask(&own, ""), 200);
    assert_eq!(ask(&format!("localhost:{}", server.at.port()), ""), 200);
    assert_eq!(ask("evil.example", ""), 403, "a name that was pointed at this machine");
    assert_eq!(ask(&own, &format!("origin: http://{own}\r\n")), 200);
    assert_eq!(ask(&own, "origin: http://evil.example\r\n"), 403);
    assert_eq!(ask(&own, "origin: null\r\n"), 403);
    let page = request(server.at, "GET", "/", "", None);
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    let form = "content-type: text/plain\r\n";
    assert_eq!(request(server.at, "POST", "/api/games", form, None).status, 415, "forms of other sites");
}

#[test]
fn other_machines_need_the_token() {
    let data = std::env::temp_dir().join(format!("agon-web-token-{}", std::process::id()));
    let server = Server::in_folder(data, Some("127.0.0.1"));
    let token = server.url.split("token=").nth(1).unwrap().to_owned();
    let ask = |path: &str, headers: &str| request(server.at, "GET", path, headers, None);
    assert_eq!(ask("/", "").status, 401);
    assert_eq!(ask("/api/games", "authorization: Bearer wrong\r\n").status, 401);
    assert_eq!(ask("/api/games", &format!("authorization: Bearer {token}\r\n")).status, 200);
    let shown = ask(&format!("/play?token={token}"), "");
    assert_eq!((shown.status, shown.header("location")), (303, Some("/play")));
    let cookie = shown.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    assert_eq!(ask("/play", &format!("cookie: {cookie}\r\n")).status, 200);
}

/// A stream of events that is listened to as long as the socket is there.
fn listen(server: &Server, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.at).unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", server.at);
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200", "{path}");
    stream
}

/// Analyses have no end: two of them on two cores kept the agents of all games waiting.
#[test]
fn no_game_waits_for_an_analysis() {
    let server = Server::start();
    let mut client = server.client();
    let analysis = client.post("/api/analyses", &json!({ "game": "gomoku", "text": "h8" })).json();
    let engine = format!("/api/analyses/{}/nodes/1/engine", analysis["id"].as_str().unwrap());
    // More than there are cores, each of another client.
    let analyses: Vec<_> =
        (0..=std::thread::available_parallelism().unwrap().get()).map(|_| listen(&server, &engine)).collect();
    let game = begin(&mut client, "reversi", json!(["you", { "agent": "random" }]));
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    client.post(&format!("{path}/moves"), &json!({ "move": "d3" }));
    client.wait(&path, |state| state["ply"] == 2);
    drop(analyses);
}

#[test]
fn how_long_an_agent_thinks_is_known_to_who_comes_later() {
    let server = Server::start();
    let mut client = server.client();
    let game = begin(&mut client, "gomoku", json!(["you", { "agent": "mcts(time=30s)" }]));
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    client.post(&format!("{path}/moves"), &json!({ "move": "h8" }));
    client.wait(&path, |state| state["thinking_for"].as_u64().is_some_and(|millis| millis > 50));
    let back = client.post(&format!("{path}/take-back"), &json!({})).json();
    assert_eq!((&back["ply"], &back["thinking_for"]), (&json!(0), &Value::Null));
}

#[test]
fn who_looks_for_a_page_gets_one() {
    let server = Server::start();
    let page = request(server.at, "GET", "/nowhere", "accept: text/html,*/*\r\n", None);
    assert_eq!((page.status, page.body.starts_with("<!doctype html>")), (404, true));
    for (path, accept) in [("/nowhere", "application/json"), ("/api/nowhere", "text/html")] {
        let words = request(server.at, "GET", path, &format!("accept: {accept}\r\n"), None);
        assert_eq!((words.status, words.json()["error"].is_string()), (404, true), "{path}");
    }
    assert_eq!(request(server.at, "GET", "/papers/othello-thesis", "", None).status, 200);
}

/// Searches that nobody limits stop early; an analysis has given them its time.
#[test]
fn an_analysis_goes_deeper_until_it_is_proved_or_left() {
    let server = Server::start();
    let mut client = server.client();
    for game in ["connect4", "gomoku", "reversi:6x6"] {
        let analysis = client.post("/api/analyses", &json!({ "game": game, "text": "" })).json();
        let engine = format!("/api/analyses/{}/nodes/0/engine", analysis["id"].as_str().unwrap());
        let lines = BufReader::new(listen(&server, &engine)).lines().map_while(Result::ok);
        let thoughts = lines.filter_map(|line| {
            serde_json::from_str::<Value>(line.strip_prefix("data:")?)
                .ok()
                .filter(|said| said["move"].is_string())
        });
        let mut depths = thoughts.take(3).map(|thought| thought["depth"].as_u64().unwrap());
        assert!(depths.any(|depth| depth > 4), "{game}");
    }
}
