//! Games under analysis: from a game, a text or a file; judged position by position.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use agon_catalog::Origin;
use agon_core::spec::Spec;
use agon_core::{Budget, Player, Progress, Seed, Session, Stop};
use axum::Json;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use super::body::{Asked, Body, Named};
use super::games::ThinkingNews;
use super::reading::{by_hand, read};
use crate::analysis::{Analysis, Node, NodeValue};
use crate::app::App;
use crate::clients::{Client, SearchPass};
use crate::data_folder::{is_id, new_id};
use crate::picture::Thought;
use crate::policy;
use crate::refusal::Refusal;
use crate::state::Position;
use crate::thinking::{BETWEEN_NEWS, choose};

/// Analyses that a client may begin while the server runs.
const MOST_ANALYSES: usize = 500;
/// What the graph gives to each position.
const FOR_THE_GRAPH: Duration = Duration::from_millis(120);
/// The first look at a position, which every further one doubles.
const FIRST_LOOK: Duration = Duration::from_millis(250);
/// Nobody looks at one position for longer.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(1200);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAnalysis {
    /// A game that was played here.
    from: Option<String>,
    /// A record, a list of moves or a position, as text.
    text: Option<String>,
    /// The game that a text without one is of.
    game: Option<String>,
    /// A position by hand: what stands on each tile, numbered as in pictures.
    tiles: Option<Vec<i16>>,
    /// The colour that moves there.
    to_move: Option<u8>,
}

#[derive(Serialize)]
pub(crate) struct AnalysisState {
    id: String,
    game: String,
    title: String,
    players: Vec<String>,
    /// What the players are called, in turn order.
    seats: Vec<String>,
    nodes: Vec<Node>,
    main_line: Vec<usize>,
}

impl AnalysisState {
    fn of(analysis: &Analysis) -> Result<Json<Self>, Refusal> {
        let session = analysis.session(0)?;
        let seats = Player::all(analysis.game.players()).map(|player| session.player_name(player)).collect();
        Ok(Json(Self {
            id: analysis.id.clone(),
            game: analysis.subject.game.clone(),
            title: analysis.subject.title.clone(),
            players: analysis.subject.players.clone(),
            seats,
            nodes: analysis.nodes(),
            main_line: analysis.main_line(),
        }))
    }
}

/// Begins an analysis.
pub(crate) async fn begin(
    State(app): State<Arc<App>>,
    client: Client,
    Body(new): Body<NewAnalysis>,
) -> Result<Json<AnalysisState>, Refusal> {
    let named = new.game.as_deref().unwrap_or("reversi");
    let (game, record, title) = match (&new.from, &new.text, &new.tiles) {
        (Some(id), None, None) => {
            let table = app.tables.get(id, app.catalog, &app.data)?;
            let record = table.play().record();
            (table.game.clone(), record, "A game played here".to_owned())
        }
        (None, Some(text), None) => read(&app, named, text.trim())?,
        (None, None, Some(tiles)) => by_hand(&app, named, tiles, new.to_move.unwrap_or(0))?,
        _ => return Err(Refusal::wrong("Name a game that was played here, or give a text or tiles.")),
    };
    app.begun.one_more(&client, "analyses", MOST_ANALYSES)?;
    let id = new_id()?;
    let path = app.data.at("analyses").join(format!("{id}.jsonl"));
    let analysis = Arc::new(Analysis::begin(id, game, &record, title, &path)?);
    app.analyses.add(analysis.clone());
    AnalysisState::of(&analysis)
}

pub(crate) fn get(app: &App, id: &str) -> Result<Arc<Analysis>, Refusal> {
    if !is_id(id) {
        return Err(Refusal::unknown("There is no analysis at this address."));
    }
    app.analyses.get(id, app.catalog, &app.data)
}

/// An analysis as it stands.
pub(crate) async fn state(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
) -> Result<Json<AnalysisState>, Refusal> {
    AnalysisState::of(&*get(&app, &id)?)
}

/// One position of it.
pub(crate) async fn position(
    State(app): State<Arc<App>>,
    Named((id, node)): Named<(String, usize)>,
) -> Result<Json<Position>, Refusal> {
    let mut session = get(&app, &id)?.session(node)?;
    Ok(Json(Position::of(&mut *session)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewNode {
    parent: usize,
    #[serde(rename = "move")]
    mv: String,
}

#[derive(Serialize)]
pub(crate) struct Added {
    node: usize,
    nodes: Vec<Node>,
}

/// Plays a move from a position: a variation, where the game went otherwise.
pub(crate) async fn add(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
    Body(new): Body<NewNode>,
) -> Result<Json<Added>, Refusal> {
    let analysis = get(&app, &id)?;
    let node = analysis.add(new.parent, new.mv.trim())?;
    Ok(Json(Added { node, nodes: analysis.nodes() }))
}

#[derive(Serialize)]
pub(crate) struct Compared {
    #[serde(rename = "move")]
    mv: String,
    /// Tiles that change hands.
    turns: usize,
    /// Moves left to whoever moves next, and who that is.
    replies: usize,
    next: Option<usize>,
}

/// What each legal move does, without judging it.
pub(crate) async fn compare(
    State(app): State<Arc<App>>,
    Named((id, node)): Named<(String, usize)>,
) -> Result<Json<Vec<Compared>>, Refusal> {
    let mut session = get(&app, &id)?.session(node)?;
    let before = session.view();
    let mut compared = Vec::new();
    for mv in session.legal() {
        session.play(&mv)?;
        let (turns, next) =
            (crate::picture::turned(&before, &session.view()).len(), session.status().to_move());
        compared.push(Compared { mv, turns, replies: session.legal().len(), next: next.map(Player::index) });
        session.undo();
    }
    Ok(Json(compared))
}

#[derive(Deserialize)]
pub(crate) struct Engine {
    /// Who judges; the strongest of the game if nobody is named.
    pub(super) agent: Option<String>,
}

/// The agent that judges positions of an analysis.
pub(super) fn analyst(app: &App, analysis: &Analysis, agent: Option<&str>) -> Result<Spec, Refusal> {
    let wish = agon_catalog::Analysis { exact: false, every_move: true, threads: 1 };
    match agent.map(str::trim).filter(|agent| !agent.is_empty()) {
        Some(agent) => Ok(policy::agent(&*analysis.game, agent, &app.data)?),
        None => Ok(analysis.game.analyst(wish)),
    }
}

/// A session at a position, with the agent on every seat.
pub(super) fn seated(analysis: &Analysis, spec: &Spec, node: usize) -> Result<Box<dyn Session>, Refusal> {
    let seats = vec![Some(spec.clone()); analysis.game.players()];
    let origin = analysis.subject.position.as_deref().map_or(Origin::Start, Origin::Position);
    let mut session = analysis.game.clone().session(&seats, &origin)?;
    for mv in analysis.moves_to(node)? {
        session.play(&mv)?;
    }
    Ok(session)
}

/// Who works on a thread of its own: looks at positions in turn with others, and tells what it finds.
struct Looker {
    turns: Arc<Semaphore>,
    runtime: Handle,
    tell: mpsc::Sender<Event>,
    stop: Stop,
}

impl Looker {
    /// Waits for its turn. Between two looks others have theirs, so that nobody waits longer than a look takes.
    fn turn(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let turn = self.runtime.block_on(self.turns.clone().acquire_owned());
        turn.map_err(|_| Refusal::failed("The server ends."))
    }

    fn send<T: Serialize>(&self, name: &str, news: &T) -> Result<(), Refusal> {
        let event = Event::default()
            .event(name)
            .json_data(news)
            .map_err(|error| Refusal::failed(error.to_string()))?;
        self.tell.blocking_send(event).map_err(|_| Refusal::conflict("Nobody listens."))
    }

    /// Judges where a session stands; how far it is, is told on the way to who listens fast enough. An agent that was
    /// told a depth or nodes keeps to them, one that was told nothing has the whole time.
    fn look(&self, session: &mut dyn Session, time: Duration, seed: Seed) -> Result<Thought, Refusal> {
        let _turn = self.turn()?;
        let given = Budget::time(time);
        let own = session.status().to_move().map_or(given, |player| session.limits(player, given));
        let limits = Budget { time: given.time, ..own };
        let mut told = Duration::ZERO;
        let mut progress = |progress: &Progress| {
            if progress.elapsed >= told + BETWEEN_NEWS {
                told = progress.elapsed;
                let _ = self.tell.try_send(ThinkingNews::event(progress));
            }
        };
        choose(session, limits, seed, &self.stop, &mut progress)
    }
}

/// News of somebody who works on a thread of its own, until nobody listens.
struct Work {
    news: mpsc::Receiver<Event>,
    stop: Stop,
    _pass: SearchPass,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.stop.set();
    }
}

/// Lets work be done as long as somebody listens to its news.
fn listened<W: FnOnce(&Looker) -> Result<(), Refusal> + Send + 'static>(
    app: &App,
    client: &Client,
    work: W,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>> + use<W>>, Refusal> {
    let pass = app.searches.begin(client)?;
    let (tell, news) = mpsc::channel(4);
    let stop = Stop::default();
    let looker = Looker { turns: app.looks.clone(), runtime: Handle::current(), tell, stop: stop.clone() };
    tokio::task::spawn_blocking(move || {
        let last = match work(&looker) {
            Ok(()) => Event::default().event("done").data("{}"),
            Err(refusal) => Event::default()
                .event("failed")
                .data(serde_json::json!({ "error": refusal.message() }).to_string()),
        };
        let _ = looker.tell.blocking_send(last);
    });
    let next = |mut work: Work| async move { work.news.recv().await.map(|event| (Ok(event), work)) };
    Ok(Sse::new(unfold(Work { news, stop, _pass: pass }, next)).keep_alive(KeepAlive::default()))
}

/// Judges a position again and again, each time for longer, until it is proved or nobody listens.
pub(crate) async fn engine(
    State(app): State<Arc<App>>,
    client: Client,
    Named((id, node)): Named<(String, usize)>,
    Asked(asked): Asked<Engine>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let analysis = get(&app, &id)?;
    let spec = analyst(&app, &analysis, asked.agent.as_deref())?;
    let mut session = seated(&analysis, &spec, node)?;
    let seed = Seed(app.seed).child(&id, node as u64);
    listened(&app, &client, move |looker| {
        let Some(player) = session.status().to_move() else { return Ok(()) };
        let (mut time, mut spent) = (FIRST_LOOK, Duration::ZERO);
        while spent < LONGEST_ANALYSIS && !looker.stop.is_set() {
            let thought = looker.look(&mut *session, time.min(policy::LONGEST_THINKING), seed)?;
            if looker.stop.is_set() {
                return Ok(());
            }
            let settled = thought.exact || thought.millis + 20 < time.as_millis() as u64;
            let played = analysis.played(node);
            let players = analysis.game.players();
            if let Some(value) = NodeValue::of(&thought, (player, players), played.as_deref()) {
                analysis.judge(node, value)?;
            }
            looker.send("thought", &Found { agent: spec.to_string(), thought })?;
            // What ends before its time finds nothing more with more of it.
            if settled {
                return Ok(());
            }
            spent += time;
            time *= 2;
        }
        Ok(())
    })
}

#[derive(Serialize)]
struct Found {
    agent: String,
    #[serde(flatten)]
    thought: Thought,
}

#[derive(Serialize)]
struct Judgement {
    node: usize,
    value: NodeValue,
}

/// Judges every position of the game that was played, the known ones at once.
pub(crate) async fn graph(
    State(app): State<Arc<App>>,
    client: Client,
    Named(id): Named<String>,
    Asked(asked): Asked<Engine>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let analysis = get(&app, &id)?;
    let players = analysis.game.players();
    let spec = analyst(&app, &analysis, asked.agent.as_deref())?;
    let mut session = seated(&analysis, &spec, 0)?;
    let seed = Seed(app.seed).child(&id, 0);
    listened(&app, &client, move |looker| {
        let nodes = analysis.nodes();
        let line = analysis.main_line();
        for (ply, &node) in line.iter().enumerate() {
            if ply > 0 {
                session.play(&nodes[node].mv)?;
            }
            let value = match (&nodes[node].value, session.status().to_move()) {
                (Some(value), _) => Some(value.clone()),
                (None, None) => {
                    session.status().outcome().filter(|_| players == 2).map(|outcome| NodeValue {
                        number: f64::from(outcome.margin(Player::FIRST)),
                        unit: "result".to_owned(),
                        exact: true,
                        best: None,
                        lost: None,
                        player: None,
                    })
                }
                (None, Some(player)) => {
                    let thought = looker.look(&mut *session, FOR_THE_GRAPH, seed)?;
                    NodeValue::of(&thought, (player, players), analysis.played(node).as_deref())
                }
            };
            if looker.stop.is_set() {
                return Ok(());
            }
            if let Some(value) = value {
                if nodes[node].value.is_none() {
                    analysis.judge(node, value.clone())?;
                }
                looker.send("value", &Judgement { node, value })?;
            }
        }
        Ok(())
    })
}
