//! Analyses as scripts use them: explanations, positions by hand, files of other programs; and what comes with Agon.

use serde_json::{Value, json};

use crate::running::{Client, Server};

fn analysis(client: &mut Client, wish: &Value) -> String {
    let answer = client.post("/api/analyses", wish);
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()["id"].as_str().unwrap().to_owned()
}

fn why(client: &mut Client, id: &str, node: usize, agent: &str) -> Value {
    let agent = agent.replace('(', "%28").replace(')', "%29").replace('=', "%3D").replace(' ', "%20");
    let answer = client.get(&format!("/api/analyses/{id}/nodes/{node}/explain?agent={agent}"));
    assert_eq!(answer.status, 200, "{agent}: {}", answer.body);
    answer.json()
}

#[test]
fn agents_say_why() {
    let server = Server::start();
    let mut client = server.client();
    let id = analysis(&mut client, &json!({ "text": "f5 d6 c3 d3 c4" }));
    let thesis = why(&mut client, &id, 5, "thesis(depth=2)");
    assert!(thesis["sentences"][0].as_str().unwrap().starts_with("No rule knows a move"), "{thesis}");
    assert_eq!(thesis["maps"][0]["name"], "influence");
    assert_eq!(thesis["maps"][0]["tiles"].as_array().unwrap().len(), 64);
    assert_eq!(thesis["weights"][0]["rows"].as_array().unwrap().len(), 6);
    let models = why(&mut client, &id, 5, "models");
    assert!(models["contributions"].as_array().unwrap().len() > 5, "{models}");
    assert_eq!((&models["unit"], &models["maps"][0]["name"]), (&json!("points"), &json!("cell weights")));
    let silent = why(&mut client, &id, 5, "random");
    assert_eq!((&silent["sentences"], &silent["maps"]), (&json!([]), &json!([])));
    let explainers = client.get(&format!("/api/analyses/{id}/explainers")).json();
    let named = |name: &str| {
        explainers.as_array().unwrap().iter().any(|spec| spec.as_str().unwrap().starts_with(name))
    };
    assert!(named("thesis") && named("models") && !named("random") && !named("mcts"), "{explainers}");
    let outside = client.get(&format!("/api/analyses/{id}/nodes/5/explain?agent=external%28gtp,x%29"));
    assert_eq!(outside.status, 400, "{}", outside.body);
    let line = analysis(&mut client, &json!({ "game": "connect4:7x7", "text": "4 4 3" }));
    let forest = why(&mut client, &line, 3, "forest");
    assert_eq!(forest["maps"][0]["name"], "votes", "{forest}");
    let blokus = analysis(&mut client, &json!({ "game": "blokus:duo", "text": "e10" }));
    assert!(!why(&mut client, &blokus, 0, "ga")["contributions"].is_null());
}

#[test]
fn a_position_is_set_up_by_hand() {
    let server = Server::start();
    let mut client = server.client();
    let mut tiles = vec![0; 35];
    for (tile, stone) in [(16, 2), (17, 1), (23, 1), (24, 2)] {
        tiles[tile] = stone;
    }
    let odd = json!({ "game": "reversi:7x5", "tiles": tiles, "to_move": 1 });
    let id = analysis(&mut client, &odd);
    let position = client.get(&format!("/api/analyses/{id}/nodes/0")).json();
    assert_eq!((&position["board"]["tiles"], &position["to_move"]), (&json!(tiles), &json!(1)));
    let holes = analysis(&mut client, &json!({ "game": "reversi:88", "text": "e4" }));
    let of_88 = client.get(&format!("/api/analyses/{holes}/nodes/0")).json();
    let same = json!({ "game": "reversi:88", "tiles": of_88["board"]["tiles"], "to_move": 0 });
    let again = analysis(&mut client, &same);
    let copied = client.get(&format!("/api/analyses/{again}/nodes/0")).json();
    assert_eq!((&copied["text"], &copied["board"]), (&of_88["text"], &of_88["board"]));
    let mut floating = vec![0; 42];
    floating[0] = 1;
    for (wish, why) in [
        (json!({ "game": "connect4", "tiles": floating, "to_move": 1 }), ""),
        (json!({ "game": "reversi", "tiles": [1, 2], "to_move": 0 }), "tiles"),
        (json!({ "game": "tictactoe", "tiles": [9, 0, 0, 0, 0, 0, 0, 0, 0], "to_move": 0 }), "tiles"),
        (json!({ "game": "tictactoe", "tiles": [0, 0, 0, 0, 0, 0, 0, 0, 0], "to_move": 7 }), "tiles"),
    ] {
        let refused = client.post("/api/analyses", &wish);
        assert!(refused.status == 400 && refused.body.contains(why), "{wish}: {}", refused.body);
    }
}

#[test]
fn games_of_other_programs_come_and_go() {
    let server = Server::start();
    let mut client = server.client();
    let id = analysis(&mut client, &json!({ "game": "gomoku", "text": "h8 i9 h9" }));
    for format in ["jsonl", "txt", "sgf", "psq"] {
        let file = client.get(&format!("/api/analyses/{id}/record?format={format}"));
        assert_eq!(file.status, 200, "{format}: {}", file.body);
        let again = analysis(&mut client, &json!({ "game": "gomoku", "text": file.body.trim() }));
        let state = client.get(&format!("/api/analyses/{again}")).json();
        assert_eq!(state["main_line"].as_array().unwrap().len(), 4, "{format}: {state}");
    }
    let wrong = client.get(&format!("/api/analyses/{id}/record?format=pdf"));
    assert!(wrong.status == 400 && wrong.body.contains(".jsonl"), "{}", wrong.body);
    let broken = client.post("/api/analyses", &json!({ "text": "(;GM[4]SZ[15];B[zz" }));
    assert_eq!(broken.status, 400, "{}", broken.body);
}

#[test]
fn full_runs_come_with_agon() {
    let server = Server::start();
    let mut client = server.client();
    let kept = client.get("/api/papers/othello-thesis/fig-5.5").json();
    assert_eq!((&kept["here"], &kept["made"]["quick"]), (&json!(false), &json!(false)));
    assert_eq!(kept["verdict"], "reproduced");
    let papers = client.get("/api/papers").json();
    let tables = papers.as_array().unwrap().iter().flat_map(|paper| paper["tables"].as_array().unwrap());
    assert!(tables.filter(|table| table["kept"] == true).count() >= 10);
}

/// The games of a match can be watched while it runs.
#[test]
fn games_are_seen_while_they_are_played() {
    let server = Server::start();
    let mut client = server.client();
    let plan = json!({ "kind": "match", "game": "reversi", "agents": ["alphabeta(depth=7)", "alphabeta(depth=6)"],
                       "games": 1000 });
    let id = client.post("/api/jobs", &plan).json()["id"].as_str().unwrap().to_owned();
    let live = client.wait(&format!("/api/jobs/{id}/live"), |live| {
        live[0]["agents"].as_array().is_some_and(|agents| agents.iter().all(Value::is_string))
    });
    assert_eq!(live[0]["board"]["tiles"].as_array().unwrap().len(), 64, "{live}");
    client.post(&format!("/api/jobs/{id}/stop"), &json!({}));
    client.wait(&format!("/api/jobs/{id}"), |job| job["standing"] == "stopped");
    assert_eq!(client.get(&format!("/api/jobs/{id}/live")).json(), json!([]));
}

/// What is learned is shown while it is learned, and plays.
#[test]
fn the_best_so_far_is_shown_and_plays() {
    let server = Server::start();
    let mut client = server.client();
    for (recipe, settings) in [
        ("othello-thesis/influence", json!({ "generations": "2" })),
        ("othello-thesis/network-td", json!({ "generations": "2" })),
        ("minimax-backwards", json!({ "game": "reversi:6x6", "boards": "20" })),
        ("forests/tictactoe", json!({ "generations": "1" })),
        ("blokus-study/weights", json!({ "generations": "1", "game": "blokus:mini" })),
    ] {
        let plan = json!({ "kind": "training", "recipe": recipe, "settings": settings });
        let begun = client.post("/api/jobs", &plan);
        assert_eq!(begun.status, 200, "{}", begun.body);
        let id = begun.json()["id"].as_str().unwrap().to_owned();
        let done = client.wait(&format!("/api/jobs/{id}"), |job| {
            !["queued", "running"].contains(&job["standing"].as_str().unwrap())
        });
        assert_eq!(done["standing"], "done", "{recipe}: {done}");
        let best = &done["result"]["best"];
        assert!(best["explained"].is_object() || best["drawn"].is_string(), "{recipe}: {best}");
        let game = client.get(&format!("/api/catalog/game?spec={}", best["game"].as_str().unwrap())).json();
        let seats: Vec<_> =
            game["players"].as_array().unwrap().iter().map(|_| json!({ "agent": best["agent"] })).collect();
        let played = client.post("/api/games", &json!({ "game": best["game"], "seats": seats }));
        assert_eq!(played.status, 200, "{recipe}: {}", played.body);
        let path = format!("/api/games/{}", played.json()["id"].as_str().unwrap());
        client.wait(&path, |state| state["ply"].as_u64().unwrap() > 1 || state["failed"].is_string());
        assert!(client.get(&path).json()["failed"].is_null(), "{recipe}");
        assert_eq!(client.get(&format!("/api/jobs/{id}/download")).status, 200, "{recipe}");
    }
}
