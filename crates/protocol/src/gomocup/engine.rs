//! Agon as a Gomocup engine, a "brain" for Piskvork.

use agon_core::{Budget, Choice, Progress, Score, Unit};

use super::clock::MatchClock;
use super::{read_cell, write_cell};
use crate::board_text::BoardFacts;
use crate::desk::Desk;
use crate::engine_side::{Act, EngineSide, Interrupt, Thought};
use crate::told_think::{NAME, ToldThink};

/// A Gomocup engine.
pub struct GomocupEngine {
    desk: Desk,
    board: BoardFacts,
    version: String,
    clock: MatchClock,
    /// Limits that are not in the protocol, but that many managers send.
    limits: Budget,
    /// Whether only rows of exactly five win.
    exact: bool,
    told: Option<ToldThink>,
    /// The stones of a `BOARD` that is being sent, or what was wrong first.
    stones: Option<Result<Vec<Stone>, String>>,
    thinks: bool,
    /// What was thought last, for those who point at a cell.
    last: Option<Choice<String>>,
}

struct Stone {
    cell: String,
    own: bool,
}

/// Rules that the protocol numbers.
const EXACTLY_FIVE: u32 = 1;
const OTHER_RULES: u32 = 4 | 8;

/// What went wrong, in the words of the protocol.
type Answer = Result<Vec<Act>, String>;

impl GomocupEngine {
    /// An engine of that version.
    #[must_use]
    pub fn new(desk: Desk, version: &str) -> Self {
        let board = BoardFacts::of(desk.spec());
        let exact = desk.spec().contains("exact");
        Self {
            desk,
            board,
            version: version.to_owned(),
            clock: MatchClock::default(),
            limits: Budget::default(),
            exact,
            told: None,
            stones: None,
            thinks: false,
            last: None,
        }
    }

    /// Begins a game on a board of that size.
    fn start(&mut self, columns: u32, rows: u32) -> Answer {
        let exact = if self.exact { ",exact" } else { "" };
        let spec = format!("gomoku:{columns}x{rows}{exact}");
        self.desk
            .open(&spec, None)
            .map_err(|error| format!("unsupported size or rule: {}", error.message))?;
        self.board = BoardFacts { columns, rows, ..BoardFacts::of(&spec) };
        self.last = None;
        Ok(say("OK"))
    }

    fn info(&mut self, words: &str) -> Vec<Act> {
        let (what, value) = words.trim().split_once(char::is_whitespace).unwrap_or((words.trim(), ""));
        let what = what.to_ascii_lowercase();
        if self.clock.tell(&what, value) {
            return Vec::new();
        }
        let number = value.trim().parse::<u64>().ok();
        match (what.as_str(), number) {
            ("max_node", Some(nodes)) => self.limits.nodes = (nodes > 0).then_some(nodes),
            ("max_depth", Some(depth)) => {
                self.limits.depth = u32::try_from(depth).ok().filter(|&depth| depth > 0);
            }
            ("rule", Some(rule)) => return self.rule(rule as u32),
            ("evaluate", _) => return self.evaluate(value),
            ("agon_think", _) => {
                self.told = ToldThink::read(&value.split_whitespace().collect::<Vec<_>>()).ok();
            }
            // Memory, game type, folder: nothing depends on them.
            _ => {}
        }
        Vec::new()
    }

    fn rule(&mut self, rule: u32) -> Vec<Act> {
        if rule & OTHER_RULES != 0 {
            return say("MESSAGE only freestyle and exactly five are known; freestyle is played");
        }
        let exact = rule & EXACTLY_FIVE != 0;
        if exact != self.exact {
            self.exact = exact;
            let BoardFacts { columns, rows, .. } = self.board;
            // The new game is there before the first stone.
            if self.desk.session().played().is_empty() {
                let _ = self.start(columns, rows);
            }
        }
        Vec::new()
    }

    /// What the last search thought of a cell.
    fn evaluate(&self, text: &str) -> Vec<Act> {
        let Some(cell) = read_cell(&self.board, text) else { return Vec::new() };
        let known = self.last.as_ref().and_then(|last| last.moves.iter().find(|rated| rated.mv == cell));
        match known {
            Some(rated) => say(&format!("MESSAGE {cell}: {}", valued(rated.score, rated.unit))),
            None => say(&format!("MESSAGE {cell}: no value is known")),
        }
    }

    fn turn(&mut self, text: &str) -> Answer {
        let cell =
            read_cell(&self.board, text).ok_or_else(|| format!("`{text}` is not a cell of the board"))?;
        self.desk.play(&cell).map_err(|error| error.to_string())?;
        self.think()
    }

    fn think(&mut self) -> Answer {
        if self.desk.to_move().is_none() {
            return Err("the game is over".to_owned());
        }
        self.thinks = true;
        let clock = self.clock.limit(|left| self.desk.session().moves_to_time(left));
        let mut wish = self.desk.wish(clock.or(self.limits));
        if let Some(told) = self.told.take() {
            wish = self.desk.wish(told.limits);
            wish.seed = told.seed;
        }
        Ok(vec![Act::Think(wish)])
    }

    /// A line between `BOARD` and `DONE`. A wrong one is answered once the whole board was sent: its other lines are no
    /// commands.
    fn stone(&mut self, stones: Result<Vec<Stone>, String>, line: &str) -> Answer {
        if line.eq_ignore_ascii_case("DONE") {
            return self.whole_board(&stones?);
        }
        self.stones = Some(stones.and_then(|mut stones| {
            stones.extend(self.read_stone(line)?);
            Ok(stones)
        }));
        Ok(Vec::new())
    }

    /// A stone, or nothing for those of a row that has won and for cells that are forbidden.
    fn read_stone(&self, line: &str) -> Result<Option<Stone>, String> {
        let (cell, who) = line.rsplit_once(',').unwrap_or((line, ""));
        let own = match who.trim() {
            "1" => true,
            "2" => false,
            "3" => return Ok(None),
            _ => return Err(format!("`{line}` is not a stone: column, row and 1 or 2 are")),
        };
        let found =
            read_cell(&self.board, cell).ok_or_else(|| format!("`{cell}` is not a cell of the board"))?;
        Ok(Some(Stone { cell: found, own }))
    }

    /// Sets the stones in turns, those of the first player first.
    fn whole_board(&mut self, stones: &[Stone]) -> Answer {
        let of =
            |own: bool| stones.iter().filter(move |stone| stone.own == own).map(|stone| stone.cell.clone());
        let (own, other): (Vec<_>, Vec<_>) = (of(true).collect(), of(false).collect());
        let (first, second) = match other.len().checked_sub(own.len()) {
            Some(0) => (own, other),
            Some(1) => (other, own),
            _ => return Err("the numbers of stones do not fit: it would not be my turn".to_owned()),
        };
        let mut moves = Vec::with_capacity(stones.len());
        for (index, cell) in first.into_iter().enumerate() {
            moves.push(cell);
            moves.extend(second.get(index).cloned());
        }
        let spec = self.desk.spec().to_owned();
        self.desk.follow(&spec, None, &moves).map_err(|error| error.to_string())?;
        self.think()
    }

    fn take_back(&mut self, text: &str) -> Answer {
        let cell =
            read_cell(&self.board, text).ok_or_else(|| format!("`{text}` is not a cell of the board"))?;
        if self.desk.session().played().last() != Some(&cell) {
            return Err(format!("{text} is not the last stone"));
        }
        self.desk.undo();
        Ok(say("OK"))
    }

    fn command(&mut self, command: &str, rest: &str) -> Answer {
        let size = |text: &str| text.trim().parse::<u32>().map_err(|_| "unsupported size".to_owned());
        match command {
            "START" => self.start(size(rest)?, size(rest)?),
            "RECTSTART" => {
                let (columns, rows) = rest.split_once(',').ok_or("unsupported size")?;
                self.start(size(columns)?, size(rows)?)
            }
            "RESTART" => self.start(self.board.columns, self.board.rows),
            "BEGIN" => self.think(),
            "TURN" => self.turn(rest),
            "BOARD" => {
                self.stones = Some(Ok(Vec::new()));
                Ok(Vec::new())
            }
            "INFO" => Ok(self.info(rest)),
            "TAKEBACK" => self.take_back(rest),
            "ABOUT" => Ok(say(&format!(
                "name=\"{NAME}\", version=\"{}\", author=\"the Agon team\", country=\"\"",
                self.version
            ))),
            "END" => Ok(vec![Act::Quit]),
            // They only end a search.
            "STOP" | "YXSTOP" | "" => Ok(Vec::new()),
            _ => Ok(say(&format!("UNKNOWN command {command}"))),
        }
    }
}

fn say(line: &str) -> Vec<Act> {
    vec![Act::Say(line.to_owned())]
}

fn valued(score: Score, unit: Unit) -> String {
    format!("{:+.3} {}", score.to_f64(), unit.name())
}

impl EngineSide for GomocupEngine {
    fn hear(&mut self, line: &str) -> Vec<Act> {
        let line = line.trim();
        let answer = match self.stones.take() {
            Some(stones) => self.stone(stones, line),
            None => {
                let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
                self.command(&command.to_ascii_uppercase(), rest.trim())
            }
        };
        answer.unwrap_or_else(|wrong| say(&format!("ERROR {}", wrong.replace('\n', " "))))
    }

    fn thought(&mut self, thought: Thought) -> Vec<Act> {
        if !std::mem::take(&mut self.thinks) {
            return Vec::new();
        }
        self.desk.spend(thought.elapsed);
        self.clock.spend(thought.elapsed);
        let choice = match thought.choice {
            Ok(choice) => choice,
            Err(error) => return say(&format!("ERROR {}", error.to_string().replace('\n', " "))),
        };
        let cell = write_cell(&self.board, &choice.mv).unwrap_or_else(|| choice.mv.clone());
        if let Err(error) = self.desk.play(&choice.mv) {
            return say(&format!("ERROR {error}"));
        }
        let value = choice.score.map(|score| valued(score, choice.unit)).unwrap_or_default();
        let told = format!("MESSAGE depth {}, {} nodes, {value}", choice.depth, choice.nodes);
        self.last = Some(choice);
        [say(&told), say(&cell)].concat()
    }

    fn narrate(&self) -> fn(&Progress) -> Option<String> {
        |progress| {
            let Progress { depth, nodes, score, .. } = progress;
            Some(format!("MESSAGE depth {depth}, {nodes} nodes, {:+.2}", score.to_f64()))
        }
    }

    fn interrupts(&self) -> fn(&str) -> Interrupt {
        |line| match line.trim().to_ascii_uppercase().as_str() {
            "STOP" | "YXSTOP" => Interrupt::Always,
            "END" => Interrupt::UnlessScripted,
            _ => Interrupt::Never,
        }
    }

    fn desk(&mut self) -> &mut Desk {
        &mut self.desk
    }
}

#[cfg(test)]
mod tests;
