//! What an analysis found, for people and for programs.

use agon_core::{Outcome, Player, Rated, Session, Unit, Value, counted};
use serde::{Serialize, Serializer};

use super::explanation::ExplanationReport;
use super::{Desk, Seen};
use crate::verdict::verdict;

/// A position in which nobody is to move.
#[derive(Serialize)]
pub(super) struct OverReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    line_number: Option<usize>,
    game: String,
    position: String,
    over: bool,
    points: Vec<i32>,
    /// What players call those who won; several if they share the first place.
    winners: Vec<String>,
    #[serde(skip)]
    pub(super) verdict: String,
}

impl OverReport {
    /// How the game ended; of a file of positions, on that line.
    pub(super) fn new(session: &dyn Session, outcome: &Outcome, line_number: Option<usize>) -> Self {
        let called = |player: Player| session.player_name(player);
        Self {
            line_number,
            game: session.game().to_owned(),
            position: session.position(),
            over: true,
            points: outcome.points.as_slice().to_vec(),
            winners: outcome.winners().map(called).collect(),
            verdict: format!("the game is over: {}", verdict(outcome, called, |_| None)),
        }
    }
}

/// The stable JSON of an analysis.
#[derive(Serialize)]
pub(super) struct AnalysisReport {
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
    pub(super) moves: MoveList,
    /// Why, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<ExplanationReport>,
    /// The value with its unit, for people.
    #[serde(skip)]
    pub(super) shown: Option<Value>,
}

/// The moves that were given values, in the order of the agent.
pub(super) struct MoveList {
    pub(super) all: Vec<MoveReport>,
    /// How many of them JSON lists; all if nobody said.
    listed: Option<usize>,
}

impl Serialize for MoveList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.all.iter().take(self.listed.unwrap_or(usize::MAX)))
    }
}

impl MoveList {
    /// Whether a move stands behind one that is worth less: then they are not in the order of their values.
    fn is_by_visits(&self) -> bool {
        let chances: Vec<_> = self.all.iter().filter(|mv| mv.shown.unit == Unit::Chance).collect();
        !chances.is_sorted_by(|a, b| a.value >= b.value)
    }
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
    /// How often it was tried, where that is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) visits: Option<u64>,
    #[serde(skip)]
    pub(super) shown: Value,
}

impl AnalysisReport {
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
                visits: rated.visits,
                shown,
            }
        };
        Self {
            game: desk.game.spec(),
            position: session.position(),
            to_move: seen.player.to_string(),
            player: session.player_name(seen.player),
            agent: desk.agent.to_string(),
            best: choice.mv.clone(),
            value: choice.score.map(agon_core::Score::to_f64),
            unit: choice.score.map(|_| choice.unit.name()),
            plies: shown.as_ref().and_then(Value::single_ply),
            exact: choice.exact,
            depth: choice.depth,
            nodes: choice.nodes,
            seconds: seen.elapsed.as_secs_f64(),
            line: choice.line.clone(),
            moves: MoveList { all: choice.moves.iter().map(rated).collect(), listed: desk.options.top },
            explanation: desk.options.explain.then(|| ExplanationReport::new(session)),
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
        match &self.shown {
            Some(value) => format!("best {}: {value} ({kind})", self.best),
            None => format!("best {}, chosen without a value by {}", self.best, self.agent),
        }
    }

    /// The whole report for people, with so many moves.
    pub(super) fn text(&self, wants_proof: bool, top: usize) -> String {
        let mut text = format!("{} to move, {}\n", self.player, self.verdict(wants_proof));
        text += &format!("line: {}\n", self.line.join(" "));
        if self.moves.is_by_visits() {
            text += "moves by how often they were tried, most first: the higher value of a later one is less sure\n";
        }
        let listed = &self.moves.all[..top.min(self.moves.all.len())];
        let width = listed.iter().map(|mv| mv.mv.chars().count()).max().unwrap_or(0);
        for mv in listed {
            let bound = if mv.at_most { "at most " } else { "" };
            let tried = mv.visits.map(|visits| format!(", tried {}", counted(visits, "time", "times")));
            text += &format!("  {:<width$}  {bound}{}{}\n", mv.mv, mv.shown, tried.unwrap_or_default());
        }
        if self.moves.all.len() > top {
            let more = counted((self.moves.all.len() - top) as u64, "more move", "more moves");
            text += &format!("  and {more} (--top shows them)\n");
        }
        if let Some(explanation) = &self.explanation {
            text += &explanation.text();
        }
        let nodes = counted(self.nodes, "node", "nodes");
        text += &format!("depth {}, {nodes}, {:.3} s, {}\n", self.depth, self.seconds, self.agent);
        text
    }
}
