//! Agon as an NBoard engine.

use agon_core::{Budget, Choice, Progress, Score, Unit};
use agon_formats::ggf;

use crate::desk::Desk;
use crate::engine_side::{Act, EngineSide, Interrupt, Thought, Wish};
use crate::told_think::{NAME, ToldThink};

/// An NBoard engine.
pub struct NBoardEngine {
    desk: Desk,
    version: String,
    depth: Option<u32>,
    told: Option<ToldThink>,
    awaited: Option<Awaited>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    Move,
    /// The values of so many moves.
    Hints(usize),
}

/// `search` lines name lines of play; values are in discs.
const DISCS: f64 = 64.0;

impl NBoardEngine {
    /// An engine of that version.
    #[must_use]
    pub fn new(desk: Desk, version: &str) -> Self {
        Self { desk, version: version.to_owned(), depth: None, told: None, awaited: None }
    }

    fn set(&mut self, what: &str, value: &str) -> Vec<Act> {
        match what {
            "game" => match self.set_game(value) {
                Ok(()) => Vec::new(),
                Err(wrong) => status(&format!("the game cannot be set: {wrong}")),
            },
            "depth" => {
                self.depth = value.trim().parse().ok().filter(|&depth| depth > 0);
                Vec::new()
            }
            "agon-think" => {
                self.told = ToldThink::read(&value.split_whitespace().collect::<Vec<_>>()).ok();
                Vec::new()
            }
            // Contempt changes nothing in play without draws to avoid; what is unknown is no error here.
            _ => Vec::new(),
        }
    }

    fn set_game(&mut self, text: &str) -> Result<(), String> {
        let games = ggf::read_games(text).map_err(|error| error.to_string())?;
        let game = games.first().ok_or("there is no game")?;
        let spec = match game.side {
            8 => "reversi".to_owned(),
            side => format!("reversi:{side}x{side}"),
        };
        let side = if game.to_move == '*' { 'X' } else { 'O' };
        let position = format!("{} {side}", game.board.replace('*', "X"));
        let start = if game.board == ggf::USUAL_BOARD && side == 'X' { None } else { Some(position) };
        let moves: Vec<String> = game.moves.iter().map(|mv| mv.text.clone()).collect();
        self.desk.follow(&spec, start.as_deref(), &moves).map_err(|error| error.to_string())
    }

    /// A move of whoever is to move; a pass that must be may be left out.
    fn play(&mut self, text: &str) -> Vec<Act> {
        let name = text.split('/').next().unwrap_or_default().trim().to_ascii_lowercase();
        let is_pass = matches!(name.as_str(), "pa" | "pass");
        if !is_pass && self.desk.must_pass() && self.desk.play("pass").is_err() {
            return status("the move cannot be played");
        }
        match self.desk.play(if is_pass { "pass" } else { &name }) {
            Ok(()) => Vec::new(),
            Err(error) => status(&format!("the move cannot be played: {error}")),
        }
    }

    fn think(&mut self, awaited: Awaited) -> Vec<Act> {
        if self.desk.to_move().is_none() {
            return status("the game is over");
        }
        self.awaited = Some(awaited);
        let told = self.told.take();
        let given = told.map_or(Budget { depth: self.depth, ..Budget::default() }, |told| told.limits);
        let Wish { budget, seed } = self.desk.wish(given);
        let seed = told.map_or(seed, |told| told.seed);
        [status("thinking"), vec![Act::Think(Wish { budget, seed })]].concat()
    }

    fn moved(&self, choice: &Choice<String>, seconds: f64) -> String {
        let value = choice.score.map(|score| format!("{:.2}", discs(score, choice.unit))).unwrap_or_default();
        format!("=== {}/{value}/{seconds:.2}", shown(&choice.mv))
    }
}

/// What stands for a move.
fn shown(mv: &str) -> String {
    if mv == "pass" { "PA".to_owned() } else { mv.to_ascii_uppercase() }
}

/// A value in discs: a chance to win is stretched over the board.
fn discs(score: Score, unit: Unit) -> f64 {
    match unit {
        Unit::Chance => (2.0 * score.to_f64() - 1.0) * DISCS,
        Unit::Points | Unit::Distance | Unit::Rating => score.to_f64(),
    }
}

/// One move with its value, and the expected line where it is the best.
fn hints(choice: &Choice<String>, count: usize) -> Vec<Act> {
    let depth = if choice.exact { "100%".to_owned() } else { choice.depth.to_string() };
    let line = |moves: &[String], score: Score, unit: Unit| {
        let moves: String = moves.iter().map(|mv| shown(mv)).collect();
        Act::Say(format!("search {moves} {:.2} 0 {depth}", discs(score, unit)))
    };
    let mut said = Vec::new();
    for rated in choice.moves.iter().take(count) {
        let best = rated.mv == choice.mv && !choice.line.is_empty();
        let moves = if best { choice.line.clone() } else { vec![rated.mv.clone()] };
        said.push(line(&moves, rated.score, rated.unit));
    }
    if said.is_empty() {
        let moves = if choice.line.is_empty() { vec![choice.mv.clone()] } else { choice.line.clone() };
        said.push(line(&moves, choice.score.unwrap_or_default(), choice.unit));
    }
    said
}

fn status(text: &str) -> Vec<Act> {
    vec![Act::Say(format!("status {text}").trim_end().to_owned())]
}

impl EngineSide for NBoardEngine {
    fn hear(&mut self, line: &str) -> Vec<Act> {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "nboard" => vec![Act::Say(format!("set myname {NAME} {}", self.version))],
            "set" => {
                let (what, value) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
                self.set(what, value)
            }
            "move" => self.play(rest),
            "hint" => self.think(Awaited::Hints(rest.trim().parse().unwrap_or(1).max(1))),
            "go" => self.think(Awaited::Move),
            "ping" => vec![Act::Say(format!("pong {}", rest.trim()))],
            "learn" => vec![Act::Say("learn".to_owned())],
            "quit" => vec![Act::Quit],
            _ => Vec::new(),
        }
    }

    fn thought(&mut self, thought: Thought) -> Vec<Act> {
        let Some(awaited) = self.awaited.take() else { return Vec::new() };
        self.desk.spend(thought.elapsed);
        let seconds = thought.elapsed.as_secs_f64();
        let choice = match thought.choice {
            Ok(choice) => choice,
            Err(error) => return status(&error.to_string().replace('\n', " | ")),
        };
        let nodes = vec![Act::Say(format!("nodestats {} {seconds:.2}", choice.nodes))];
        let answer = match awaited {
            Awaited::Hints(count) => hints(&choice, count),
            Awaited::Move => {
                let mut said = hints(&choice, 1);
                said.push(Act::Say(self.moved(&choice, seconds)));
                said
            }
        };
        [nodes, answer, status("")].concat()
    }

    fn narrate(&self) -> fn(&Progress) -> Option<String> {
        |progress| {
            let Progress { depth, nodes, score, .. } = progress;
            Some(format!("status depth {depth}, {nodes} nodes, {:+.2}", score.to_f64()))
        }
    }

    /// Whatever changes the board, and a ping, which always comes before that.
    fn interrupts(&self) -> fn(&str) -> Interrupt {
        |line| match line.split_whitespace().next().unwrap_or_default() {
            "ping" | "move" | "go" | "hint" | "learn" => Interrupt::Always,
            "set" if line.split_whitespace().nth(1) == Some("game") => Interrupt::Always,
            "quit" => Interrupt::UnlessScripted,
            _ => Interrupt::Never,
        }
    }

    fn desk(&mut self) -> &mut Desk {
        &mut self.desk
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::tests::desk;
    use crate::engine_side::tests::converse;

    fn said(lines: &[&str]) -> Vec<String> {
        converse(&mut NBoardEngine::new(desk("reversi"), "1.0"), lines)
    }

    const START: &str = "set game (;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

    #[test]
    fn a_game_is_played() {
        let game = format!("{START}B[f5]W[d6];)");
        let lines = ["nboard 2", "ping 7", &game, "move c3/1.5/0.1", "go", "quit"];
        let said = said(&lines);
        assert_eq!(said[..3], ["set myname Agon 1.0", "pong 7", "status thinking"]);
        assert!(said.iter().any(|line| line.starts_with("nodestats 1 ")), "{said:?}");
        let moved = said.iter().find(|line| line.starts_with("===")).unwrap();
        assert!(moved.ends_with("/1.50/0.01"), "{moved}");
        assert_eq!(said.last().unwrap(), "<end>");
    }

    #[test]
    fn hints_have_values() {
        let said = said(&[&format!("{START};)"), "set depth 4", "set contempt 50", "hint 3", "learn"]);
        let search: Vec<_> = said.iter().filter(|line| line.starts_with("search ")).collect();
        assert_eq!(search.len(), 3);
        assert!(search[0].ends_with(" 1.50 0 1"), "{}", search[0]);
        assert_eq!(said.last().unwrap(), "learn");
    }

    #[test]
    fn what_is_wrong_is_told_and_changes_nothing() {
        let said = said(&["set game (;GM[Go])", "move a1", "nonsense", "go"]);
        assert!(said[0].starts_with("status the game cannot be set: line 1, column 6"), "{}", said[0]);
        assert!(said[1].starts_with("status the move cannot be played"));
        assert!(said.iter().any(|line| line.starts_with("===")));
    }

    #[test]
    fn a_ping_interrupts() {
        let engine = NBoardEngine::new(desk("reversi"), "1.0");
        assert_eq!(engine.interrupts()("ping 3"), Interrupt::Always);
        assert_eq!(engine.interrupts()("set game (;)"), Interrupt::Always);
        assert_eq!(engine.interrupts()("set depth 3"), Interrupt::Never);
        assert_eq!(engine.interrupts()("quit"), Interrupt::UnlessScripted);
        let told = Progress { depth: 3, nodes: 10, elapsed: std::time::Duration::ZERO, score: Score(1500) };
        assert_eq!(engine.narrate()(&told).unwrap(), "status depth 3, 10 nodes, +1.50");
    }
}
