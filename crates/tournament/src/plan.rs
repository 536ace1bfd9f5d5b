//! The file of a tournament.

use std::path::Path;

use agon_core::spec::{Word, duration};
use agon_core::{Budget, ReadError};
use agon_files::Fingerprint;
use serde::Deserialize;

use agon_arena::{Adjudication, Agreement, Conditions, MatchError, Openings, TIME_MARGIN, TimeControl};
use agon_records::PROGRAM;

/// A small complete file.
pub const EXAMPLE: &str = r#"# A tournament: `agon tournament FILE` plays it, and goes on where it was when it is started again.
name = "first steps"
game = "reversi:6x6"
format = "round-robin"    # or "gauntlet" (challengers against all others), "knockout"
rounds = 10               # openings; each is played with every agent on every seat
seed = 1                  # everything random follows from it

[limits]                  # for each move, where a spec has none: depth, nodes, time = "100ms"
nodes = 1000

[openings]                # or every = 1 (each first move), file = "openings.txt"
random-plies = 4

[[agents]]
name = "random"
spec = "random"
anchor = 0                # its rating is fixed; without any anchor the mean is 0

[[agents]]
name = "greedy"
spec = "greedy"

[[agents]]
name = "greedy with a look at the reply"
spec = "greedy(reply)"

# More that can be said: per-game = 2 (agents at a table), clock = "10s+100ms" (here or for an agent),
# time-margin = "1s", bootstrap = 500 (rating intervals by resampling), challenger = true (for an agent),
# and a table [adjudication] with max-plies = 200, win = "10:4", draw = "0:10".
"#;

/// Which pairings a tournament has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Everybody plays everybody.
    RoundRobin,
    /// Each challenger plays everybody who is no challenger.
    Gauntlet,
    /// The winner of a pairing goes on.
    Knockout,
}

impl TournamentFormat {
    /// As plans name it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Knockout => "knockout",
        }
    }
}

/// Who takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Unique among the agents; shown in the tables.
    pub name: String,
    /// As the file writes it; whoever can read specs makes the agent.
    pub spec: String,
    /// All that decides how it plays: the spec, with what is in the files that it names. Whoever can read specs says so
    /// before the games begin; the spec itself until then.
    pub identity: String,
    /// A rating that is fixed.
    pub anchor: Option<f64>,
    /// Whether it plays all others in a gauntlet.
    pub challenger: bool,
}

/// What a tournament plays.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentPlan {
    /// The name, also in the store.
    pub name: String,
    /// The spec of the game.
    pub game: String,
    /// Who plays whom.
    pub format: TournamentFormat,
    /// Rounds of each pairing.
    pub rounds: u64,
    /// How many different agents sit at a table.
    pub per_game: usize,
    /// Everything random follows from it.
    pub seed: u64,
    /// Limits, clocks, openings.
    pub conditions: Conditions,
    /// Resamplings for the rating intervals; 0 takes the standard error.
    pub bootstrap: u32,
    /// Who takes part, the strongest first where the order matters.
    pub agents: Vec<Entrant>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PlanFile {
    name: String,
    game: String,
    format: TournamentFormat,
    #[serde(default = "one")]
    rounds: u64,
    #[serde(default = "two")]
    per_game: usize,
    #[serde(default = "one")]
    seed: u64,
    clock: Option<String>,
    time_margin: Option<String>,
    #[serde(default)]
    bootstrap: u32,
    #[serde(default)]
    limits: LimitsTable,
    #[serde(default)]
    openings: OpeningsTable,
    #[serde(default)]
    adjudication: AdjudicationTable,
    agents: Vec<AgentEntry>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsTable {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct OpeningsTable {
    random_plies: Option<u32>,
    every: Option<u32>,
    file: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AdjudicationTable {
    max_plies: Option<u32>,
    win: Option<String>,
    draw: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AgentEntry {
    name: Option<String>,
    spec: String,
    anchor: Option<f64>,
    clock: Option<String>,
    #[serde(default)]
    challenger: bool,
}

fn one() -> u64 {
    1
}

fn two() -> usize {
    2
}

impl TournamentPlan {
    /// Reads a plan. Files that it names are looked for in `folder`.
    ///
    /// # Errors
    /// If the text is no plan; the message says where and what is wrong.
    pub fn from_toml(text: &str, folder: &Path) -> Result<Self, ReadError> {
        let file: PlanFile =
            toml::from_str(text).map_err(|error| ReadError::new(error.to_string().trim_end().to_owned()))?;
        let conditions = conditions(&file, folder)?;
        let entrant = |entry: AgentEntry| Entrant {
            name: entry.name.unwrap_or_else(|| entry.spec.clone()),
            identity: entry.spec.clone(),
            spec: entry.spec,
            anchor: entry.anchor,
            challenger: entry.challenger,
        };
        let mut agents: Vec<Entrant> = file.agents.into_iter().map(entrant).collect();
        if let (true, Some(first)) = (agents.iter().all(|agent| !agent.challenger), agents.first_mut()) {
            first.challenger = true;
        }
        let plan = Self {
            name: file.name,
            game: file.game,
            format: file.format,
            rounds: file.rounds,
            per_game: file.per_game,
            seed: file.seed,
            conditions,
            bootstrap: file.bootstrap,
            agents,
        };
        plan.sound()?;
        Ok(plan)
    }

    /// What can be said without knowing the game.
    fn sound(&self) -> Result<(), ReadError> {
        let twice = |(index, agent): (usize, &Entrant)| {
            self.agents[..index].iter().any(|other| other.name == agent.name).then(|| agent.name.clone())
        };
        let wrong = if let Some(name) = self.agents.iter().enumerate().find_map(twice) {
            format!("two agents are called `{name}`; give one of them another `name`")
        } else if self.agents.iter().any(|agent| agent.anchor.is_some_and(|elo| !elo.is_finite())) {
            "an `anchor` must be a number".to_owned()
        } else if self.rounds == 0 {
            "`rounds` must be at least 1".to_owned()
        } else if self.rounds.saturating_mul(self.agents.len() as u64) > 1_000_000_000 {
            "`rounds` must be at most a billion games for all agents together".to_owned()
        } else if self.per_game < 2 || self.agents.len() < self.per_game {
            let (per_game, agents) = (self.per_game, self.agents.len());
            format!(
                "`per-game` is {per_game} and there are {agents} agents; it must be 2 or more and no more than those"
            )
        } else if self.agents.len() > 500 {
            "at most 500 agents can take part".to_owned()
        } else if self.bootstrap > 100_000 {
            "`bootstrap` must be at most 100000".to_owned()
        } else if self.format == TournamentFormat::Knockout && self.per_game != 2 {
            "a knockout has pairings of two: leave `per-game` out".to_owned()
        } else {
            return self.conditions.check();
        };
        Err(ReadError::new(wrong))
    }

    /// Whether the agents can be seated at a game for so many players.
    ///
    /// # Errors
    /// If they cannot.
    pub fn check(&self, players: usize) -> Result<(), MatchError> {
        if players.is_multiple_of(self.per_game) {
            Ok(())
        } else {
            Err(MatchError::Seats { agents: self.per_game, players })
        }
    }

    /// All that decides how the game of a number goes. Rounds are not part of it: more of them can be asked for
    /// later (in a knockout they change who meets whom). `game` is the spec of the game in its shortest form.
    pub(crate) fn fingerprint(&self, game: &str) -> Fingerprint {
        let plan = Fingerprint::new("tournament", 1)
            .with("game", game)
            .with("seed", self.seed)
            .with("format", self.format.name())
            .with("agents at a table", self.per_game)
            .with_some("rounds", Some(self.rounds).filter(|_| self.format == TournamentFormat::Knockout))
            .with("program", PROGRAM)
            .with_all(self.conditions.fingerprint());
        (1..).zip(&self.agents).fold(plan, |plan, (number, agent)| {
            let challenges = agent.challenger && self.format == TournamentFormat::Gauntlet;
            let challenger = if challenges { ", challenger" } else { "" };
            plan.with(format!("agent {number:03}"), format_args!("{}{challenger}", agent.identity))
        })
    }
}

fn at(key: &str, error: &ReadError) -> ReadError {
    ReadError::new(format!("{key}: {}", error.message))
}

fn time(key: &str, text: &str) -> Result<std::time::Duration, ReadError> {
    duration(&Word::new(text)).map_err(|error| at(key, &error))
}

fn agreement(key: &str, text: &str) -> Result<Agreement, ReadError> {
    text.parse().map_err(|error| at(&format!("adjudication.{key}"), &error))
}

fn conditions(file: &PlanFile, folder: &Path) -> Result<Conditions, ReadError> {
    let LimitsTable { depth, nodes, time: limit } = &file.limits;
    let limit = limit.as_deref().map(|text| time("limits.time", text)).transpose()?;
    let clocks = clocks(file)?;
    let margin = file.time_margin.as_deref().map_or(Ok(TIME_MARGIN), |text| time("time-margin", text))?;
    let AdjudicationTable { max_plies, win, draw } = &file.adjudication;
    let adjudication = Adjudication {
        max_plies: *max_plies,
        win: win.as_deref().map(|text| agreement("win", text)).transpose()?,
        draw: draw.as_deref().map(|text| agreement("draw", text)).transpose()?,
    };
    Ok(Conditions::default()
        .budget(Budget { depth: *depth, nodes: *nodes, time: limit })
        .clocks(clocks)
        .time_margin(margin)
        .adjudication(adjudication)
        .openings(openings(&file.openings, folder)?))
}

/// One clock for all, or one for each where an agent has its own.
fn clocks(file: &PlanFile) -> Result<Vec<TimeControl>, ReadError> {
    let read = |text: &String| text.parse::<TimeControl>().map_err(|error| at("clock", &error));
    let common = file.clock.as_ref().map(read).transpose()?;
    if file.agents.iter().all(|agent| agent.clock.is_none()) {
        return Ok(common.into_iter().collect());
    }
    let own = |agent: &AgentEntry| match (&agent.clock, common) {
        (Some(clock), _) => read(clock),
        (None, Some(common)) => Ok(common),
        (None, None) => Err(ReadError::new(format!(
            "`{}` has no clock, but others have: say `clock` for it or for all",
            agent.spec
        ))),
    };
    file.agents.iter().map(own).collect()
}

fn openings(file: &OpeningsTable, folder: &Path) -> Result<Openings, ReadError> {
    match (file.random_plies, file.every, &file.file) {
        (None, None, None) => Ok(Openings::Start),
        (Some(plies), None, None) => Ok(Openings::Random(plies)),
        (None, Some(plies), None) => Ok(Openings::Every(plies)),
        (None, None, Some(name)) => {
            let openings = Openings::from_file(&folder.join(name));
            openings.map_err(|error| ReadError::new(format!("openings.file: {}", error.message)))
        }
        _ => Err(ReadError::new("[openings] takes one of `random-plies`, `every` and `file`")),
    }
}

#[cfg(test)]
mod tests;
