//! Everything that scripts can ask: each address with what it does, an example of what is sent, and who answers.

use std::sync::Arc;

use axum::handler::Handler;
use axum::routing::{MethodRouter, get, post};

use super::{analyses, catalog, description, explain, games, jobs, papers, reading};
use crate::app::App;

/// An address of the API.
pub(super) struct ApiRoute {
    /// As OpenAPI writes it.
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) summary: &'static str,
    /// JSON; nothing where none is sent.
    pub(super) example: &'static str,
    pub(super) answers: MethodRouter<Arc<App>>,
}

fn asked<H: Handler<T, Arc<App>>, T: 'static>(path: &'static str, summary: &'static str, who: H) -> ApiRoute {
    ApiRoute { method: "get", path, summary, example: "", answers: get(who) }
}

fn sent<H: Handler<T, Arc<App>>, T: 'static>(
    path: &'static str,
    summary: &'static str,
    example: &'static str,
    who: H,
) -> ApiRoute {
    ApiRoute { method: "post", path, summary, example, answers: post(who) }
}

/// The API.
pub(super) fn api() -> Vec<ApiRoute> {
    vec![
        asked("/api", "This description", description::description),
        asked("/api/catalog", "All families of games, with specs to try", catalog::families),
        asked(
            "/api/catalog/game",
            "One game (?spec=reversi): its players and the agents that can play it",
            catalog::game,
        ),
        sent(
            "/api/check",
            "Whether a spec names an agent that can play a game",
            r#"{"game":"reversi","agent":"mcts(time=1s)"}"#,
            catalog::check,
        ),
        asked("/api/games", "The games that changed last", games::list),
        sent(
            "/api/games",
            "Begins a game. A seat is \"you\", \"open\" (whoever joins first) or {\"agent\": SPEC}",
            r#"{"game":"reversi","seats":["you",{"agent":"medium"}]}"#,
            games::begin,
        ),
        asked("/api/games/{id}", "A game as it stands: board, legal moves, who is to move", games::state),
        asked(
            "/api/games/{id}/events",
            "Server-sent events: `state` whenever something happens, `thinking` meanwhile",
            games::events,
        ),
        asked("/api/games/{id}/positions/{ply}", "A position that the game went through", games::position),
        asked("/api/games/{id}/record", "The game as a line of a file of records", games::record),
        sent(
            "/api/games/{id}/moves",
            "Plays a move; with `ply`, only if so many were played before",
            r#"{"move":"d3","ply":0}"#,
            games::make_move,
        ),
        sent(
            "/api/games/{id}/take-back",
            "Takes back the last own move and what followed it",
            "{}",
            games::take_back,
        ),
        sent("/api/games/{id}/redo", "Plays again what was taken back", "{}", games::redo),
        sent("/api/games/{id}/resign", "Gives the game up", "{}", games::resign),
        sent("/api/games/{id}/swap", "Exchanges the seats", "{}", games::swap),
        sent("/api/games/{id}/join", "Sits down on an open seat", "{}", games::join),
        sent("/api/games/{id}/hint", "What the strongest agent would do", "{}", games::hint),
        sent(
            "/api/analyses",
            "Begins an analysis, `from` a game played here, of a `text` (a record, moves, a position) or of `tiles`",
            r#"{"game":"reversi","text":"f5 d6 c3"}"#,
            analyses::begin,
        ),
        sent(
            "/api/analyses/upload",
            "The records of a file, in any format that is read (?name=games.wtb&game=reversi)",
            "",
            reading::upload,
        ),
        asked("/api/analyses/{id}", "An analysis: a tree of positions", analyses::state),
        sent(
            "/api/analyses/{id}/nodes",
            "Plays a move from a position",
            r#"{"parent":0,"move":"d3"}"#,
            analyses::add,
        ),
        asked("/api/analyses/{id}/nodes/{node}", "A position", analyses::position),
        asked("/api/analyses/{id}/nodes/{node}/compare", "What each legal move does", analyses::compare),
        asked(
            "/api/analyses/{id}/nodes/{node}/explain",
            "What an agent says of a position: sentences, maps of the board, what a value is made of (?agent=SPEC)",
            explain::explain,
        ),
        asked(
            "/api/analyses/{id}/explainers",
            "The agents that have something to say about positions",
            explain::explainers,
        ),
        asked(
            "/api/analyses/{id}/record",
            "The game as a file (?format=jsonl, txt, sgf, ggf or psq)",
            reading::record,
        ),
        asked(
            "/api/analyses/{id}/nodes/{node}/engine",
            "Server-sent events: `thought` again and again, `thinking` meanwhile, until proved or nobody listens (?agent=SPEC)",
            analyses::engine,
        ),
        asked(
            "/api/analyses/{id}/graph",
            "Server-sent events: `value` of every position of the game",
            analyses::graph,
        ),
        asked("/api/jobs", "All matches, tournaments, trainings and tables", jobs::list),
        sent(
            "/api/jobs",
            "Begins a match, tournament, training or table",
            r#"{"kind":"match","game":"reversi","agents":["greedy","random"],"games":100,"sprt":[0,10],"random_plies":4}"#,
            jobs::begin,
        ),
        asked("/api/jobs/{id}", "A job as it stands", jobs::state),
        asked(
            "/api/jobs/{id}/events",
            "Server-sent events: `state` whenever something happens",
            jobs::events,
        ),
        sent("/api/jobs/{id}/stop", "Stops a job; what is known is kept", "{}", jobs::stop),
        sent("/api/jobs/{id}/resume", "Goes on with a job that was stopped", "{}", jobs::resume),
        asked("/api/jobs/{id}/live", "The games of a contest that are being played", jobs::live),
        asked("/api/jobs/{id}/films", "The last games of a contest, position by position", jobs::films),
        asked("/api/jobs/{id}/download", "The games of a contest, or what was learned", jobs::download),
        asked("/api/recipes", "What can be trained, and what it can be told", jobs::recipe_list),
        asked("/api/papers", "The papers and their tables", papers::list),
        asked("/api/papers/{paper}/{table}", "A table: published figures, ours, verdict", papers::table),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_json() {
        for ApiRoute { path, example, .. } in api().iter().filter(|route| !route.example.is_empty()) {
            assert!(serde_json::from_str::<serde_json::Value>(example).is_ok(), "{path}: {example}");
        }
    }
}
