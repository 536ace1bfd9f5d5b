//! Games: begun, played, watched.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use agon_catalog::Origin;
use agon_core::{Progress, Stop};
use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, unfold};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::body::{Body, Named};
use super::catalog::find;
use crate::app::App;
use crate::clients::Client;
use crate::data_folder::new_id;
use crate::journal::{Beginning, Seat};
use crate::picture::Thought;
use crate::policy;
use crate::refusal::Refusal;
use crate::state::{GameState, Position};
use crate::table::{News, Table};
use crate::tables::Tables;
use crate::thinking::{advise, wake};

/// Games that a client may begin while the server runs.
const MOST_GAMES: usize = 1000;
/// No game is longer.
const MOST_MOVES: usize = 2000;
/// Moves are short.
const LONGEST_MOVE: usize = 200;

#[derive(Serialize)]
pub(crate) struct ListedGame {
    id: String,
    game: String,
    seats: Vec<String>,
    moves: usize,
    over: bool,
}

/// The games that changed last.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Json<Vec<ListedGame>> {
    let listed = |id: String| {
        // A game that cannot be read is told to who opens it.
        let table = app.tables.get(&id, app.catalog, &app.data).ok()?;
        let play = table.play();
        let seats = play.record().agents;
        let game = play.board.game().to_owned();
        Some(ListedGame { id, game, seats, moves: play.movers.len(), over: play.to_move().is_none() })
    };
    Json(Tables::newest(&app.data).into_iter().filter_map(listed).collect())
}

/// Who is to sit where.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum WantedSeat {
    /// Who asks.
    You,
    /// Whoever opens the link first.
    Open,
    /// An agent.
    Agent(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    game: String,
    seats: Vec<WantedSeat>,
    /// A position to begin with, as text.
    position: Option<String>,
    /// Moves that are played already.
    #[serde(default)]
    moves: Vec<String>,
}

/// Begins a game.
pub(crate) async fn begin(
    State(app): State<Arc<App>>,
    client: Client,
    Body(new): Body<NewGame>,
) -> Result<Json<GameState>, Refusal> {
    let game = find(&app, &new.game)?;
    if new.seats.len() != game.players() {
        return Err(Refusal::wrong(format!("{} has {} seats.", game.spec(), game.players())));
    }
    if new.moves.len() > MOST_MOVES || new.moves.iter().any(|mv| mv.len() > LONGEST_MOVE) {
        return Err(Refusal::wrong(format!("A game has at most {MOST_MOVES} moves.")));
    }
    let seat = |wanted: WantedSeat| match wanted {
        WantedSeat::You => Ok(Seat::Person(client.0.clone())),
        WantedSeat::Open => Ok(Seat::Open),
        WantedSeat::Agent(spec) => {
            policy::agent(&*game, &spec, &app.data).map(|_| Seat::Agent(spec.trim().to_owned()))
        }
    };
    let seats = new.seats.into_iter().map(seat).collect::<Result<Vec<_>, _>>()?;
    // Whatever is wrong with the beginning is said before there is a game.
    let origin = new.position.as_deref().map_or(Origin::Start, Origin::Position);
    let mut trial = game.clone().session(&[], &origin)?;
    for mv in &new.moves {
        trial.play(mv)?;
    }
    Tables::check_room(&app.data)?;
    app.begun.one_more(&client, "games", MOST_GAMES)?;
    let beginning = Beginning { game: game.spec(), seats, position: new.position, by: client.0.clone() };
    let id = new_id()?;
    let path = Tables::path(&app.data, &id);
    let table = Arc::new(Table::begin(id, game, beginning, &new.moves, &path)?);
    app.tables.add(table.clone());
    wake(&app, &table);
    Ok(Json(table.state(&client)))
}

fn table(app: &Arc<App>, id: &str) -> Result<Arc<Table>, Refusal> {
    let table = app.tables.get(id, app.catalog, &app.data)?;
    // A game that was taken up from the disk may wait for its agent.
    wake(app, &table);
    Ok(table)
}

/// A game as it stands.
pub(crate) async fn state(
    State(app): State<Arc<App>>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Json<GameState>, Refusal> {
    Ok(Json(table(&app, &id)?.state(&client)))
}

/// A position that a game went through.
pub(crate) async fn position(
    State(app): State<Arc<App>>,
    Named((id, ply)): Named<(String, usize)>,
) -> Result<Json<Position>, Refusal> {
    let table = table(&app, &id)?;
    let (start, moves) = {
        let play = table.play();
        (play.beginning.position.clone(), play.board.played().to_vec())
    };
    if ply > moves.len() {
        return Err(Refusal::unknown(format!("The game has {} moves.", moves.len())));
    }
    let origin = start.as_deref().map_or(Origin::Start, Origin::Position);
    let mut session = table.game.clone().session(&[], &origin)?;
    for mv in &moves[..ply] {
        session.play(mv)?;
    }
    Ok(Json(Position::of(&mut *session)))
}

/// The game as a record, to be saved.
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
) -> Result<Response, Refusal> {
    let record = table(&app, &id)?.play().record();
    let line = serde_json::to_string(&record).map_err(|error| Refusal::failed(error.to_string()))?;
    let name = format!("attachment; filename=\"agon-{id}.jsonl\"");
    let headers = [(CONTENT_TYPE, "application/jsonl".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, line + "\n").into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMove {
    #[serde(rename = "move")]
    text: String,
    /// After how many moves it is meant; a game that has gone on refuses it.
    ply: Option<usize>,
}

/// Plays a move.
pub(crate) async fn make_move(
    State(app): State<Arc<App>>,
    client: Client,
    Named(id): Named<String>,
    Body(new): Body<NewMove>,
) -> Result<Json<GameState>, Refusal> {
    let table = table(&app, &id)?;
    if new.text.len() > LONGEST_MOVE {
        return Err(Refusal::wrong("No move is that long."));
    }
    table.change(|play| {
        play.check_mover(&client, new.ply)?;
        play.make_move(new.text.trim())
    })?;
    wake(&app, &table);
    Ok(Json(table.state(&client)))
}

/// Takes back the last own move.
pub(crate) async fn take_back(
    State(app): State<Arc<App>>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Json<GameState>, Refusal> {
    let table = table(&app, &id)?;
    table.change(|play| play.take_back(&client))?;
    wake(&app, &table);
    Ok(Json(table.state(&client)))
}

/// Plays again what was taken back.
pub(crate) async fn redo(
    State(app): State<Arc<App>>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Json<GameState>, Refusal> {
    let table = table(&app, &id)?;
    table.change(|play| play.redo(&client))?;
    wake(&app, &table);
    Ok(Json(table.state(&client)))
}

/// Gives the game up.
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Json<GameState>, Refusal> {
    let table = table(&app, &id)?;
    table.change(|play| play.resign(&client))?;
    Ok(Json(table.state(&client)))
}

/// Exchanges the seats.
pub(crate) async fn swap(
    State(app): State<Arc<App>>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Json<GameState>, Refusal> {
    let table = table(&app, &id)?;
    table.change(|play| play.swap(&client))?;
    table.forget_agents();
    wake(&app, &table);
    Ok(Json(table.state(&client)))
}

/// Sits down on an open seat.
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Json<GameState>, Refusal> {
    let table = table(&app, &id)?;
    table.change(|play| play.sit_down(&client))?;
    Ok(Json(table.state(&client)))
}

#[derive(Serialize)]
pub(crate) struct Hint {
    seat: usize,
    /// After how many moves it holds.
    ply: usize,
    #[serde(flatten)]
    thought: Thought,
}

/// What the strongest agent would do.
pub(crate) async fn hint(
    State(app): State<Arc<App>>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Json<Hint>, Refusal> {
    let table = table(&app, &id)?;
    let _pass = app.searches.begin(&client)?;
    let slot = app.slots.clone().acquire_owned().await;
    let _slot = slot.map_err(|_| Refusal::failed("The server ends."))?;
    let ply = table.play().movers.len();
    let (worker, at) = (app.clone(), table.clone());
    let found = tokio::task::spawn_blocking(move || advise(&worker, &at, &Stop::default())).await;
    let (player, thought) = found.map_err(|_| Refusal::failed("The adviser broke down."))??;
    Ok(Json(Hint { seat: player.index(), ply, thought }))
}

/// How far an agent is that is thinking.
#[derive(Serialize)]
pub(super) struct ThinkingNews {
    depth: u32,
    nodes: u64,
    millis: u64,
    number: f64,
}

impl ThinkingNews {
    pub(super) fn event(progress: &Progress) -> Event {
        let news = Self {
            depth: progress.depth,
            nodes: progress.nodes,
            millis: progress.elapsed.as_millis() as u64,
            number: progress.score.to_f64(),
        };
        let event = Event::default().event("thinking").json_data(news);
        event.unwrap_or_else(|_| Event::default().comment("not sent"))
    }
}

/// Everything that happens at a table, from now on.
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let table = table(&app, &id)?;
    let mut news = table.news.subscribe();
    // The state of now is sent first.
    news.mark_changed();
    let stream = unfold((table, client, news, 0), next_event);
    let often = Duration::from_secs(15);
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(often)))
}

type Watching = (Arc<Table>, Client, watch::Receiver<News>, u64);

async fn next_event(
    (table, client, mut news, sent): Watching,
) -> Option<(Result<Event, Infallible>, Watching)> {
    news.changed().await.ok()?;
    let now = news.borrow_and_update().clone();
    let event = match now.thinking {
        Some(progress) if now.version == sent => ThinkingNews::event(&progress),
        _ => {
            let event = Event::default().event("state").json_data(table.state(&client));
            event.unwrap_or_else(|_| Event::default().comment("not sent"))
        }
    };
    Some((Ok(event), (table, client, news, now.version)))
}
