//! The API as OpenAPI describes it, for scripts and for those who write them.

use axum::Json;
use serde_json::{Map, Value, json};

/// What can be asked: method, path, what it does, and an example of what is sent.
pub(crate) const API: &[(&str, &str, &str, &str)] = &[
    ("get", "/api", "This description", ""),
    ("get", "/api/catalog", "All families of games, with specs to try", ""),
    ("get", "/api/catalog/game", "One game (?spec=reversi): its players and the agents that can play it", ""),
    (
        "post",
        "/api/check",
        "Whether a spec names an agent that can play a game",
        r#"{"game":"reversi","agent":"mcts(time=1s)"}"#,
    ),
    ("get", "/api/games", "The games that changed last", ""),
    (
        "post",
        "/api/games",
        "Begins a game. A seat is \"you\", \"open\" (whoever joins first) or {\"agent\": SPEC}",
        r#"{"game":"reversi","seats":["you",{"agent":"medium"}]}"#,
    ),
    ("get", "/api/games/{id}", "A game as it stands: board, legal moves, who is to move", ""),
    (
        "get",
        "/api/games/{id}/events",
        "Server-sent events: `state` whenever something happens, `thinking` meanwhile",
        "",
    ),
    ("get", "/api/games/{id}/positions/{ply}", "A position that the game went through", ""),
    ("get", "/api/games/{id}/record", "The game as a line of a file of records", ""),
    (
        "post",
        "/api/games/{id}/moves",
        "Plays a move; with `ply`, only if so many were played before",
        r#"{"move":"d3","ply":0}"#,
    ),
    ("post", "/api/games/{id}/take-back", "Takes back the last own move and what followed it", "{}"),
    ("post", "/api/games/{id}/redo", "Plays again what was taken back", "{}"),
    ("post", "/api/games/{id}/resign", "Gives the game up", "{}"),
    ("post", "/api/games/{id}/swap", "Exchanges the seats", "{}"),
    ("post", "/api/games/{id}/join", "Sits down on an open seat", "{}"),
    ("post", "/api/games/{id}/hint", "What the strongest agent would do", "{}"),
    (
        "post",
        "/api/analyses",
        "Begins an analysis, `from` a game played here, of a `text` (a record, moves, a position) or of `tiles`",
        r#"{"game":"reversi","text":"f5 d6 c3"}"#,
    ),
    (
        "post",
        "/api/analyses/upload",
        "The records of a file, in any format that is read (?name=games.wtb&game=reversi)",
        "",
    ),
    ("get", "/api/analyses/{id}", "An analysis: a tree of positions", ""),
    ("post", "/api/analyses/{id}/nodes", "Plays a move from a position", r#"{"parent":0,"move":"d3"}"#),
    ("get", "/api/analyses/{id}/nodes/{node}", "A position", ""),
    ("get", "/api/analyses/{id}/nodes/{node}/compare", "What each legal move does", ""),
    (
        "get",
        "/api/analyses/{id}/nodes/{node}/explain",
        "What an agent says of a position: sentences, maps of the board, what a value is made of (?agent=SPEC)",
        "",
    ),
    ("get", "/api/analyses/{id}/explainers", "The agents that have something to say about positions", ""),
    ("get", "/api/analyses/{id}/record", "The game as a file (?format=jsonl, txt, sgf, ggf or psq)", ""),
    (
        "get",
        "/api/analyses/{id}/nodes/{node}/engine",
        "Server-sent events: `thought` again and again, until proved or nobody listens (?agent=SPEC)",
        "",
    ),
    ("get", "/api/analyses/{id}/graph", "Server-sent events: `value` of every position of the game", ""),
    ("get", "/api/jobs", "All matches, tournaments, trainings and tables", ""),
    (
        "post",
        "/api/jobs",
        "Begins a match, tournament, training or table",
        r#"{"kind":"match","game":"reversi","agents":["greedy","random"],"games":100,"sprt":[0,10],"random_plies":4}"#,
    ),
    ("get", "/api/jobs/{id}", "A job as it stands", ""),
    ("get", "/api/jobs/{id}/events", "Server-sent events: `state` whenever something happens", ""),
    ("post", "/api/jobs/{id}/stop", "Stops a job; what is known is kept", "{}"),
    ("post", "/api/jobs/{id}/resume", "Goes on with a job that was stopped", "{}"),
    ("get", "/api/jobs/{id}/live", "The games of a contest that are being played", ""),
    ("get", "/api/jobs/{id}/films", "The last games of a contest, position by position", ""),
    ("get", "/api/jobs/{id}/download", "The games of a contest, or what was learned", ""),
    ("get", "/api/recipes", "What can be trained, and what it can be told", ""),
    ("get", "/api/papers", "The papers and their tables", ""),
    ("get", "/api/papers/{paper}/{table}", "A table: published figures, ours, verdict", ""),
];

/// The description.
pub(crate) async fn description() -> Json<Value> {
    let mut paths: Map<String, Value> = Map::new();
    for (method, path, summary, example) in API {
        let named = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let parameters: Vec<_> = named
            .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
            .collect();
        let mut operation = json!({
            "summary": summary,
            "parameters": parameters,
            "responses": {
                "200": { "description": "as asked for" },
                "4XX": { "description": "what is wrong, and where",
                         "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } } } },
            },
        });
        if let Ok(example) = serde_json::from_str::<Value>(example) {
            operation["requestBody"] =
                json!({ "required": true, "content": { "application/json": { "example": example } } });
        }
        let entry = paths.entry((*path).to_owned()).or_insert_with(|| json!({}));
        entry[*method] = operation;
    }
    Json(json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Agon",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Keep the cookie of the first answer: it is who you are. Servers with --host ask for \
                `Authorization: Bearer TOKEN`.",
        },
        "paths": paths,
        "components": { "schemas": { "Refusal": { "type": "object", "required": ["error"], "properties": {
            "error": { "type": "string" }, "text": { "type": "string" },
            "at": { "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 },
        } } } },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The description and the router tell of the same addresses.
    #[test]
    fn every_address_is_described() {
        let router = include_str!("../routes.rs");
        let routed = router.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
        let routed: std::collections::BTreeSet<_> = routed.filter(|path| path.starts_with("/api")).collect();
        let described: std::collections::BTreeSet<_> = API.iter().map(|(_, path, ..)| *path).collect();
        assert_eq!(routed, described);
        for (_, path, _, example) in API.iter().filter(|(.., example)| !example.is_empty()) {
            assert!(serde_json::from_str::<Value>(example).is_ok(), "{path}: {example}");
        }
    }
}
