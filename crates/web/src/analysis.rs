//! A game under analysis: a tree of positions, of which the first line is the game that was played. What is added to it,
//! and what was found about it, is in its journal.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_catalog::{AnyGame, Origin, Registry};
use agon_core::{Player, Session};
use agon_files::Journal;
use agon_records::Record;
use serde::{Deserialize, Serialize};

use crate::picture::{Judged, Thought};
use crate::refusal::Refusal;

/// No tree has more positions.
const MOST_NODES: usize = 5000;

/// The first line of the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Subject {
    pub(crate) game: String,
    /// Who played, as far as anybody knows.
    pub(crate) players: Vec<String>,
    /// What it is, such as the name of a tournament.
    pub(crate) title: String,
    /// The position before the first move, where it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
}

/// Any further line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Event {
    /// A position was added: the next node.
    Node {
        parent: usize,
        #[serde(rename = "move")]
        mv: String,
    },
    /// A position was judged.
    Value { node: usize, value: NodeValue },
}

/// A position of the tree and the move that led there.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Node {
    /// None at the root.
    pub(crate) parent: Option<usize>,
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// Who made the move.
    pub(crate) mover: usize,
    /// How many moves led here.
    pub(crate) ply: usize,
    pub(crate) value: Option<NodeValue>,
}

/// What a position is worth to the first player, or among more than two to who moves there, and what would have been best there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct NodeValue {
    pub(crate) number: f64,
    pub(crate) unit: String,
    pub(crate) exact: bool,
    /// The best move.
    pub(crate) best: Option<String>,
    /// Whose value it is, in games of more than two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) player: Option<usize>,
    /// What the move that was played loses against it, in the same unit; found by one search, which looked at both.
    #[serde(default)]
    pub(crate) lost: Option<f64>,
}

impl NodeValue {
    /// What a search found for the side to move; `played` is the move of the game.
    pub(crate) fn of(
        thought: &Thought,
        (to_move, players): (Player, usize),
        played: Option<&str>,
    ) -> Option<Self> {
        let value = thought.value.as_ref()?;
        let number = match (to_move == Player::FIRST || players > 2, value.unit) {
            (true, _) => value.number,
            (false, "chance") => 1.0 - value.number,
            (false, _) => -value.number,
        };
        let rated = |mv: &str| thought.moves.iter().find(|rated| rated.mv == mv).map(|rated| &rated.value);
        let lost = |played: &Judged| match value.unit {
            _ if played.unit != value.unit => None,
            // How far it is to the end matters less than who wins.
            "distance" => Some(value.number.signum() - played.number.signum()),
            _ => Some(value.number - played.number),
        };
        Some(Self {
            number,
            unit: value.unit.to_owned(),
            exact: thought.exact,
            player: (players > 2).then(|| to_move.index()),
            best: Some(thought.mv.clone()),
            lost: played.and_then(rated).and_then(lost),
        })
    }
}

/// A game under analysis.
pub(crate) struct Analysis {
    pub(crate) id: String,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) subject: Subject,
    tree: Mutex<Tree>,
}

struct Tree {
    nodes: Vec<Node>,
    journal: Journal,
}

impl Analysis {
    /// Begins with a game.
    pub(crate) fn begin(
        id: String,
        game: Arc<dyn AnyGame>,
        record: &Record,
        title: String,
        path: &Path,
    ) -> Result<Self, Refusal> {
        let subject = Subject {
            game: game.spec(),
            players: record.agents.clone(),
            title,
            position: record.start.clone(),
        };
        let line = serde_json::to_string(&subject).map_err(|error| Refusal::failed(error.to_string()))?;
        // Whatever is wrong with the game is said before anything is kept.
        let mut trial = start(&game, &subject)?;
        for (number, mv) in (1..).zip(&record.moves) {
            trial.play(mv).map_err(|_| {
                Refusal::wrong(format!("Move {number} of the record is not a legal move: {mv}."))
            })?;
        }
        let journal = Journal::create(path, &line)?;
        let analysis = Self::new(id, game, subject, journal);
        for (parent, mv) in record.moves.iter().enumerate() {
            analysis.add(parent, mv)?;
        }
        Ok(analysis)
    }

    /// Takes up what was kept.
    pub(crate) fn take_up(id: String, catalog: &Registry, path: &Path) -> Result<Self, Refusal> {
        let damaged = |what: &str| Refusal::failed(format!("The analysis cannot be read any more: {what}."));
        let (journal, lines) = Journal::open(path)?;
        let first = lines.first().ok_or_else(|| damaged("it is empty"))?;
        let subject: Subject = serde_json::from_str(first).map_err(|error| damaged(&error.to_string()))?;
        let game = catalog.game(&subject.game)?;
        let analysis = Self::new(id, game, subject, journal);
        for line in &lines[1..] {
            match serde_json::from_str(line).map_err(|error| damaged(&error.to_string()))? {
                Event::Node { parent, mv } => {
                    let mut session = analysis.session(parent)?;
                    let node = next_node(&mut *session, parent, &mv)?;
                    analysis.tree().nodes.push(node);
                }
                Event::Value { node, value } => {
                    if let Some(node) = analysis.tree().nodes.get_mut(node) {
                        node.value = Some(value);
                    }
                }
            }
        }
        Ok(analysis)
    }

    fn new(id: String, game: Arc<dyn AnyGame>, subject: Subject, journal: Journal) -> Self {
        let root = Node { parent: None, mv: String::new(), mover: 0, ply: 0, value: None };
        Self { id, game, subject, tree: Mutex::new(Tree { nodes: vec![root], journal }) }
    }

    fn tree(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All positions, in the order in which they were added.
    pub(crate) fn nodes(&self) -> Vec<Node> {
        self.tree().nodes.clone()
    }

    /// A session at a position.
    pub(crate) fn session(&self, node: usize) -> Result<Box<dyn Session>, Refusal> {
        let moves = self.moves_to(node)?;
        let mut session = start(&self.game, &self.subject)?;
        for mv in &moves {
            session.play(mv)?;
        }
        Ok(session)
    }

    /// The moves that lead to a position.
    pub(crate) fn moves_to(&self, node: usize) -> Result<Vec<String>, Refusal> {
        let tree = self.tree();
        let mut moves = Vec::new();
        let mut at = tree
            .nodes
            .get(node)
            .ok_or_else(|| Refusal::unknown("There is no such position in this analysis."))?;
        while let Some(parent) = at.parent {
            moves.push(at.mv.clone());
            at = &tree.nodes[parent];
        }
        moves.reverse();
        Ok(moves)
    }

    /// Adds what a move leads to, and gives its number; a move that is there already is found again.
    pub(crate) fn add(&self, parent: usize, mv: &str) -> Result<usize, Refusal> {
        let mut session = self.session(parent)?;
        let node = next_node(&mut *session, parent, mv)?;
        let mut tree = self.tree();
        let same = |other: &Node| other.parent == Some(parent) && other.mv == node.mv;
        if let Some(known) = tree.nodes.iter().position(same) {
            return Ok(known);
        }
        if tree.nodes.len() >= MOST_NODES {
            return Err(Refusal::too_much(format!("An analysis has at most {MOST_NODES} positions.")));
        }
        let line = Event::Node { parent, mv: node.mv.clone() };
        tree.journal.add(&serde_json::to_string(&line).unwrap_or_default())?;
        tree.nodes.push(node);
        Ok(tree.nodes.len() - 1)
    }

    /// Writes down what a position is worth.
    pub(crate) fn judge(&self, node: usize, value: NodeValue) -> Result<(), Refusal> {
        let mut tree = self.tree();
        let line = Event::Value { node, value: value.clone() };
        tree.journal.add(&serde_json::to_string(&line).unwrap_or_default())?;
        if let Some(node) = tree.nodes.get_mut(node) {
            node.value = Some(value);
        }
        Ok(())
    }

    /// The move of the game from a position.
    pub(crate) fn played(&self, node: usize) -> Option<String> {
        self.tree().nodes.iter().find(|next| next.parent == Some(node)).map(|next| next.mv.clone())
    }

    /// The positions of the game that was played: from each the move that was there first.
    pub(crate) fn main_line(&self) -> Vec<usize> {
        let tree = self.tree();
        let mut line = vec![0];
        while let Some(next) = tree.nodes.iter().position(|node| node.parent == line.last().copied()) {
            line.push(next);
        }
        line
    }
}

fn start(game: &Arc<dyn AnyGame>, subject: &Subject) -> Result<Box<dyn Session>, Refusal> {
    let origin = subject.position.as_deref().map_or(Origin::Start, Origin::Position);
    Ok(game.clone().session(&[], &origin)?)
}

/// The node that a move makes of a session.
fn next_node(session: &mut dyn Session, parent: usize, mv: &str) -> Result<Node, Refusal> {
    let mover = session.status().to_move().map_or(0, Player::index);
    session.play(mv)?;
    let mv = session.played().last().cloned().unwrap_or_default();
    Ok(Node { parent: Some(parent), mv, mover, ply: session.played().len(), value: None })
}
