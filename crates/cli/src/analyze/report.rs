//! What an analysis found, for people and for programs.

use agon_core::Rated;
use serde::Serialize;

use super::{Desk, Seen};
use crate::values::Value;

/// The stable JSON of an analysis.
#[derive(Serialize)]
pub(super) struct Report {
    game: String,
    position: String,
    to_move: String,
    /// What players call the side to move.
    player: String,
    agent: String,
    pub(super) best: String,
    pub(super) value: Option<f64>,
    /// What the value counts.
    unit: Option<&'static str>,
    /// How many plies a decided line game still lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    pub(super) exact: bool,
    depth: u32,
    nodes: u64,
    seconds: f64,
    line: Vec<String>,
    pub(super) moves: Vec<MoveReport>,
    /// The value with its unit, for people.
    #[serde(skip)]
    pub(super) shown: Option<Value>,
}

#[derive(Serialize)]
pub(super) struct MoveReport {
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) value: f64,
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// Whether the move is only known to be worth at most that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) at_most: bool,
    #[serde(skip)]
    pub(super) shown: Value,
}

impl Report {
    pub(super) fn new(desk: &Desk<'_>, seen: &Seen) -> Self {
        let (session, choice) = (&*seen.session, &seen.choice);
        let shown = choice.score.map(|score| Value::of(session, score, choice.unit));
        let rated = |rated: &Rated<String>| {
            let shown = Value::of(session, rated.score, rated.unit);
            MoveReport {
                mv: rated.mv.clone(),
                value: rated.score.to_f64(),
                unit: rated.unit.name(),
                plies: shown.single_ply(),
                at_most: rated.at_most,
                shown,
            }
        };
        Self {
            game: desk.game.spec(),
            position: session.position(),
            to_move: seen.player.to_string(),
            player: session.player_name(seen.player),
            agent: desk.agent.clone(),
            best: choice.mv.clone(),
            value: choice.score.map(agon_core::Score::to_f64),
            unit: choice.score.map(|_| choice.unit.name()),
            plies: shown.as_ref().and_then(Value::single_ply),
            exact: choice.exact,
            depth: choice.depth,
            nodes: choice.nodes,
            seconds: seen.elapsed.as_secs_f64(),
            line: choice.line.clone(),
            moves: choice.moves.iter().map(rated).collect(),
            shown,
        }
    }

    /// The best move with its value, and how sure it is.
    pub(super) fn verdict(&self, wants_proof: bool) -> String {
        let kind = match (self.exact, wants_proof) {
            (true, _) => "proven",
            (false, true) => "not proven within the limits",
            (false, false) => "estimated",
        };
        let value = self.shown.as_ref().map_or_else(|| "no value".to_owned(), Value::to_string);
        format!("best {}: {value} ({kind})", self.best)
    }

    /// The whole report for people, with so many moves.
    pub(super) fn text(&self, wants_proof: bool, top: usize) -> String {
        let mut text = format!("{} to move, {}\n", self.player, self.verdict(wants_proof));
        text += &format!("line: {}\n", self.line.join(" "));
        for mv in self.moves.iter().take(top) {
            let bound = if mv.at_most { "at most " } else { "" };
            text += &format!("  {:<12} {bound}{}\n", mv.mv, mv.shown);
        }
        if self.moves.len() > top {
            text += &format!("  and {} more moves (--top shows them)\n", self.moves.len() - top);
        }
        text +=
            &format!("depth {}, {} nodes, {:.3} s, {}\n", self.depth, self.nodes, self.seconds, self.agent);
        text
    }
}
