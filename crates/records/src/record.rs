//! One game as text: what was played, by whom, how it ended and what made it.

use agon_arena::Ruling;
use agon_core::{MAX_PLAYERS, PerPlayer, Player, ReadError};
use serde::{Deserialize, Serialize};

/// The program that makes records, with its version.
pub const PROGRAM: &str = concat!("agon ", env!("CARGO_PKG_VERSION"));

/// A game that was played. Seats are numbered from 0, in turn order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The spec of the game.
    pub game: String,
    /// The spec of the agent on each seat, or a name.
    pub agents: Vec<String>,
    /// The position before the first move, where it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The first `opening` moves belong to the opening.
    #[serde(default)]
    pub opening: usize,
    /// Including those of the opening.
    pub moves: Vec<String>,
    /// How it ended, as far as that is known.
    #[serde(default)]
    pub end: End,
    /// What each seat used; empty when nobody measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<SeatRecord>,
    /// The match or tournament it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// What tells it from every other match, also from those of the same name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event_id: Option<String>,
    /// Its number there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// Its round there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// The seed of the match or tournament: with the number it gives the seed of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The program that played it, with its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// When it was played, as far as anybody knows: `2001`, `2001-05` or `2001-05-31`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// How a recorded game ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "lowercase")]
pub enum End {
    /// By the rules, with these points.
    Rules {
        /// Points of each seat.
        points: Vec<i32>,
    },
    /// With points that somebody wrote down, not the rules: it was given up, or counted otherwise.
    Scored {
        /// Points of each seat.
        points: Vec<i32>,
    },
    /// The clock of a seat ran out.
    Time {
        /// Who lost.
        seat: usize,
    },
    /// A seat chose a move that is not legal.
    Illegal {
        /// Who lost.
        seat: usize,
        /// What was wrong.
        detail: String,
    },
    /// A seat gave up or went away.
    Failed {
        /// Who lost.
        seat: usize,
        /// What was wrong.
        detail: String,
    },
    /// It was cut short.
    Adjudicated {
        /// Who won; nobody in a draw.
        winner: Option<usize>,
        /// By which rule: `length`, `win` or `draw`.
        ruling: Ruling,
    },
    /// It was never finished, or nobody wrote down how.
    #[default]
    Unknown,
}

/// What the agent on one seat used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRecord {
    /// Moves chosen.
    pub moves: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken, in microseconds.
    pub micros: u64,
}

impl Record {
    /// A record of which nothing else is known.
    #[must_use]
    pub fn new(game: String, agents: Vec<String>, moves: Vec<String>, end: End) -> Self {
        Self {
            game,
            agents,
            start: None,
            opening: 0,
            moves,
            end,
            seats: Vec::new(),
            event: None,
            event_id: None,
            number: None,
            round: None,
            seed: None,
            program: None,
            date: None,
        }
    }

    /// Reads one line of JSON.
    ///
    /// # Errors
    /// If it is no record, which the error points at, or one that contradicts itself.
    pub fn from_json(line: &str) -> Result<Self, ReadError> {
        let record: Self = serde_json::from_str(line).map_err(|error| {
            let column = error.column().saturating_sub(1);
            ReadError::new(format!("no record: {}", without_place(&error))).at(column..column + 1)
        })?;
        record.check()?;
        Ok(record)
    }

    /// Whether the parts fit each other.
    pub(super) fn check(&self) -> Result<(), ReadError> {
        let players = self.agents.len();
        let seat_exists = |seat: usize| seat < players;
        let sound = match &self.end {
            End::Rules { points } | End::Scored { points } => points.len() == players,
            End::Time { seat } | End::Illegal { seat, .. } | End::Failed { seat, .. } => seat_exists(*seat),
            End::Adjudicated { winner, .. } => winner.is_none_or(seat_exists),
            End::Unknown => true,
        };
        let too_many = |points: &i32| !(-End::MOST_POINTS..=End::MOST_POINTS).contains(points);
        let wrong = if !(1..=MAX_PLAYERS).contains(&players) {
            format!("`agents` names {players} seats; a game has 1 to {MAX_PLAYERS}")
        } else if !sound {
            format!("`end` does not fit the {players} seats of `agents`")
        } else if let Some(points) = self.end.points().iter().find(|points| too_many(points)) {
            format!("nobody can have {points} points; {} are the most", End::MOST_POINTS)
        } else if self.opening > self.moves.len() {
            format!("`opening` has {} of {} moves", self.opening, self.moves.len())
        } else if !self.seats.is_empty() && self.seats.len() != players {
            format!("`seats` does not fit the {players} seats of `agents`")
        } else if self.event_id.is_some() && self.event.is_none() {
            "`event_id` stands without `event`".to_owned()
        } else if let Some(date) = self.date.as_ref().filter(|date| !is_date(date)) {
            format!("`date` is `{date}`; a year, a month or a day is wanted, such as 2001-05-31")
        } else {
            return Ok(());
        };
        Err(ReadError::new(format!("no record: {wrong}")))
    }

    /// The share of the win of each seat, in twelfths.
    #[must_use]
    pub fn twelfths(&self) -> Option<Vec<u64>> {
        let ended = self.ended()?;
        let seated = self.seated();
        Some(Player::all(seated.players()).map(|player| ended.twelfths(player, &seated)).collect())
    }

    /// Which seats belong together: those of the same agent, unless it plays against itself.
    #[must_use]
    pub fn seated(&self) -> PerPlayer<usize> {
        let first = |agent: &String| self.agents.iter().position(|other| other == agent);
        let alone = self.agents.iter().all(|agent| *agent == self.agents[0]);
        PerPlayer::new(self.agents.len(), |seat| match alone {
            true => seat.index(),
            false => first(&self.agents[seat.index()]).unwrap_or_default(),
        })
    }
}

/// What is wrong with a line of JSON. Where it is, is told with the number that the line has in its file: here it is
/// always the first.
pub(super) fn without_place(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    said.strip_suffix(&place).map(str::to_owned).unwrap_or(said)
}

/// Whether a text is a year, a month or a day, by its look.
fn is_date(text: &str) -> bool {
    let lengths: Vec<_> = text.split('-').map(str::len).collect();
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') && [4, 2, 2].starts_with(&lengths)
}

impl End {
    /// What is wrong with a seat that gave up of its own will.
    pub const RESIGNED: &str = "resigned";
    /// More than any game gives, and few enough to be added up.
    pub const MOST_POINTS: i32 = 1_000_000;

    /// The points of each seat; none if nobody counted them.
    #[must_use]
    pub fn points(&self) -> &[i32] {
        match self {
            Self::Rules { points } | Self::Scored { points } => points,
            _ => &[],
        }
    }
}

impl std::fmt::Display for End {
    /// The result as people write it: points or shares, and why if not by the rules.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rules { points } | Self::Scored { points } => {
                let points: Vec<_> = points.iter().map(ToString::to_string).collect();
                f.write_str(&points.join(" : "))
            }
            Self::Time { seat } => write!(f, "P{} lost on time", seat + 1),
            Self::Illegal { seat, detail } => write!(f, "P{} lost by an illegal move ({detail})", seat + 1),
            Self::Failed { seat, detail } if detail == Self::RESIGNED => write!(f, "P{} {detail}", seat + 1),
            Self::Failed { seat, detail } => write!(f, "P{} lost by a failure ({detail})", seat + 1),
            Self::Adjudicated { winner: Some(seat), .. } => write!(f, "P{} won by adjudication", seat + 1),
            Self::Adjudicated { winner: None, ruling } => write!(f, "drawn by adjudication ({ruling})"),
            Self::Unknown => f.write_str("unfinished"),
        }
    }
}
