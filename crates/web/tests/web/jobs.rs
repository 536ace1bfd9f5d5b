//! Analyses and jobs by the API: what is begun, stopped and gone on with.

use serde_json::{Value, json};

use crate::running::Server;

const GAME: &str = "f5 d6 c3 d3 c4 f4 f6";

#[test]
fn a_pasted_game_is_a_tree_that_is_kept() {
    let server = Server::start();
    let mut client = server.client();
    let begun = client.post("/api/analyses", &json!({ "game": "reversi", "text": GAME })).json();
    let path = format!("/api/analyses/{}", begun["id"].as_str().unwrap());
    assert_eq!(begun["main_line"].as_array().unwrap().len(), 8);
    let added = client.post(&format!("{path}/nodes"), &json!({ "parent": 1, "move": "f4" })).json();
    assert_eq!((&added["node"], &added["nodes"][8]["parent"]), (&json!(8), &json!(1)));
    let again = client.post(&format!("{path}/nodes"), &json!({ "parent": 1, "move": "f4" })).json();
    assert_eq!(again["node"], 8, "the same move is the same position");
    assert_eq!(client.post(&format!("{path}/nodes"), &json!({ "parent": 1, "move": "a1" })).status, 409);
    assert_eq!(client.post(&format!("{path}/nodes"), &json!({ "parent": 99, "move": "a1" })).status, 404);
    let position = client.get(&format!("{path}/nodes/8")).json();
    assert_eq!((&position["ply"], &position["to_move"]), (&json!(2), &json!(0)));
    let compared = client.get(&format!("{path}/nodes/0/compare")).json();
    assert_eq!((compared.as_array().unwrap().len(), &compared[0]["turns"]), (4, &json!(1)));
    let folder = server.end();
    let server = Server::in_folder(folder, None);
    let after = server.client().get(&path).json();
    assert_eq!(after["nodes"], again["nodes"]);
}

#[test]
fn texts_of_all_kinds_are_read_and_wrong_ones_pointed_at() {
    let server = Server::start();
    let mut client = server.client();
    let mut begin =
        |game: &str, text: &str| client.post("/api/analyses", &json!({ "game": game, "text": text }));
    let record = json!({ "game": "connect4", "agents": ["a", "b"], "moves": ["4", "4", "3"] }).to_string();
    assert_eq!(begin("reversi", &record).json()["game"], "connect4");
    let position = "---------------------------OX------XO--------------------------- X";
    assert_eq!(begin("reversi", position).json()["main_line"], json!([0]));
    let wrong = begin("reversi", "f5 d6 a1");
    assert_eq!((wrong.status, &wrong.json()["at"]), (400, &json!([6, 8])), "{}", wrong.body);
    assert_eq!(begin("reversi", "").status, 200, "no moves are the start");
    assert_eq!(begin("nothing", "f5").status, 400);
}

fn wait_for(client: &mut crate::running::Client, path: &str, standing: &str) -> Value {
    client.wait(path, |job| {
        assert_ne!(job["standing"], "failed", "{job}");
        job["standing"] == standing
    })
}

#[test]
fn a_match_and_a_tournament_are_played_and_shown() {
    let server = Server::start();
    let mut client = server.client();
    let plan = json!({ "kind": "match", "game": "tictactoe", "agents": ["greedy", "random"], "games": 40, "sprt": [0, 200] });
    let job = client.post("/api/jobs", &plan).json();
    let path = format!("/api/jobs/{}", job["id"].as_str().unwrap());
    let done = wait_for(&mut client, &path, "done");
    assert!(done["result"]["agents"][0]["score"].as_f64().unwrap() > 0.5, "{done}");
    assert!(
        done["result"]["sprt"]["llr"].is_number() && !done["result"]["trace"].as_array().unwrap().is_empty()
    );
    let films = client.get(&format!("{path}/films")).json();
    assert!(films[0]["pictures"].as_array().unwrap().len() > films[0]["moves"].as_array().unwrap().len());
    let records = client.get(&format!("{path}/download"));
    assert_eq!(records.body.lines().count() as u64, done["result"]["games"].as_u64().unwrap());

    let plan = json!({ "kind": "tournament", "game": "tictactoe", "agents": ["greedy", "random", "easy"], "rounds": 3 });
    let job = client.post("/api/jobs", &plan).json();
    let done = wait_for(&mut client, &format!("/api/jobs/{}", job["id"].as_str().unwrap()), "done");
    assert_eq!(
        (done["result"]["games"].as_u64(), done["result"]["agents"].as_array().unwrap().len()),
        (Some(18), 3)
    );
    assert_eq!(client.get("/api/jobs").json().as_array().unwrap().len(), 2);
    for wrong in [
        json!({ "kind": "match", "game": "reversi", "agents": ["greedy", "models(set=/etc/passwd)"], "games": 2, "sprt": null }),
        json!({ "kind": "match", "game": "reversi", "agents": ["greedy", "greedy"], "games": 2, "sprt": null }),
        json!({ "kind": "match", "game": "reversi", "agents": ["greedy", "random"], "games": 0, "sprt": null }),
        json!({ "kind": "training", "recipe": "nothing" }),
        json!({ "kind": "training", "recipe": "game-data", "settings": { "records": "/etc/passwd" } }),
        json!({ "kind": "table", "paper": "othello-thesis", "table": "nothing" }),
        json!({ "kind": "dance" }),
    ] {
        let refused = client.post("/api/jobs", &wrong);
        assert_eq!(refused.status, 400, "{wrong}: {}", refused.body);
    }
}

/// Stopped and gone on with, also by another server, a training ends as one that was never stopped.
#[test]
fn a_training_is_stopped_gone_on_with_and_used() {
    let server = Server::start();
    let mut client = server.client();
    let plan = json!({ "kind": "training", "recipe": "othello-thesis/network", "settings": { "generations": "400" } });
    let whole = client.post("/api/jobs", &plan).json();
    let whole = format!("/api/jobs/{}", whole["id"].as_str().unwrap());
    wait_for(&mut client, &whole, "done");
    let expected = client.get(&format!("{whole}/download")).body;

    let begun = client.post("/api/jobs", &plan).json();
    let path = format!("/api/jobs/{}", begun["id"].as_str().unwrap());
    client.wait(&path, |job| job["part"].as_f64().unwrap() > 0.02);
    let stopped = client.post(&format!("{path}/stop"), &json!({}));
    let folder = match stopped.status {
        200 => {
            client.wait(&path, |job| job["standing"] != "running");
            server.end()
        }
        // A quick machine was done before.
        _ => server.end(),
    };
    let server = Server::in_folder(folder, None);
    let mut client = server.client();
    let now = client.get(&path).json();
    if now["standing"] == "stopped" {
        assert!(now["part"].as_f64().unwrap() < 1.0, "{now}");
        assert_eq!(client.post(&format!("{path}/resume"), &json!({})).status, 200);
    }
    wait_for(&mut client, &path, "done");
    assert_eq!(client.get(&format!("{path}/download")).body, expected);
    let agent = format!(
        "alphabeta(depth=2, eval=network(file=\"jobs/{}/run/result.txt\"))",
        begun["id"].as_str().unwrap()
    );
    let game = client.post("/api/games", &json!({ "game": "reversi", "seats": ["you", { "agent": agent }] }));
    assert_eq!(game.status, 200, "{}", game.body);
}

#[test]
fn a_table_is_made_again_in_quick_form() {
    let server = Server::start();
    let mut client = server.client();
    let page = "/api/papers/reversi-report/fig-1";
    assert_eq!(client.get(page).json()["here"], false, "it comes with Agon");
    let plan = json!({ "kind": "table", "paper": "reversi-report", "table": "fig-1", "quick": true });
    let job = client.post("/api/jobs", &plan).json();
    wait_for(&mut client, &format!("/api/jobs/{}", job["id"].as_str().unwrap()), "done");
    let made = client.get(page).json();
    assert!(made["verdict"].is_string() && made["made"]["quick"] == true, "{made}");
    let list = client.get("/api/papers").json();
    let tables: Vec<_> =
        list.as_array().unwrap().iter().flat_map(|paper| paper["tables"].as_array().unwrap()).collect();
    assert_eq!(tables.iter().filter(|table| table["made"] == "quick").count(), 1);
    assert_eq!(client.get("/api/papers/reversi-report/nothing").status, 404);
}

#[test]
fn a_table_that_waits_is_not_made_twice() {
    let server = Server::start();
    let mut client = server.client();
    let long = json!({ "kind": "match", "game": "reversi", "agents": ["mcts(simulations=400)", "greedy"], "games": 3000 });
    let before = client.post("/api/jobs", &long).json();
    let plan = json!({ "kind": "table", "paper": "reversi-report", "table": "fig-1", "quick": true });
    let [one, again] = [(); 2].map(|()| client.post("/api/jobs", &plan).json()["id"].clone());
    assert!(one.is_string() && one == again, "{one} {again}");
    let full = json!({ "kind": "table", "paper": "reversi-report", "table": "fig-1" });
    assert_ne!(client.post("/api/jobs", &full).json()["id"], one, "the full form is another job");
    client.post(&format!("/api/jobs/{}/stop", one.as_str().unwrap()), &json!({}));
    assert_ne!(client.post("/api/jobs", &plan).json()["id"], one, "what was stopped begins anew");
    client.post(&format!("/api/jobs/{}/stop", before["id"].as_str().unwrap()), &json!({}));
}
