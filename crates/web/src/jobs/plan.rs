//! What a job is to do, as pages and scripts say it.

use std::collections::BTreeMap;

use agon_core::Seed;
use agon_papers::{TrainingRequest, paper, recipe};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::policy;
use crate::refusal::Refusal;

/// The most that can be asked for.
const MOST_GAMES: u64 = 100_000;
const MOST_AGENTS: usize = 16;
const MOST_PLIES: u32 = 60;

/// A job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Plan {
    /// Everybody plays everybody.
    Tournament(TournamentWish),
    /// Two play until it is clear who is better, or so many games.
    Match(MatchWish),
    /// Something is learned.
    Training(TrainingWish),
    /// A table or figure of a paper is made again.
    Table(TableWish),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentWish {
    pub(crate) game: String,
    pub(crate) agents: Vec<String>,
    /// Rounds of each pairing: each has one opening, and both play both sides.
    pub(crate) rounds: u64,
    #[serde(default = "one")]
    pub(crate) seed: u64,
    /// Random plies at the beginning of each round.
    #[serde(default)]
    pub(crate) random_plies: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchWish {
    pub(crate) game: String,
    pub(crate) agents: [String; 2],
    pub(crate) games: u64,
    /// The two hypotheses of a sequential test, in Elo.
    pub(crate) sprt: Option<[f64; 2]>,
    #[serde(default = "one")]
    pub(crate) seed: u64,
    #[serde(default)]
    pub(crate) random_plies: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrainingWish {
    pub(crate) recipe: String,
    pub(crate) seed: Option<u64>,
    /// What is not as usual.
    #[serde(default)]
    pub(crate) settings: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableWish {
    pub(crate) paper: String,
    pub(crate) table: String,
    #[serde(default)]
    pub(crate) quick: bool,
    #[serde(default = "one")]
    pub(crate) seed: u64,
}

fn one() -> u64 {
    1
}

impl Plan {
    /// Refuses what makes no sense or is too much, before there is a job.
    pub(crate) fn check(&self, app: &App) -> Result<(), Refusal> {
        match self {
            Self::Tournament(wish) => {
                let few = "A tournament has 2 to 16 agents.";
                (2..=MOST_AGENTS)
                    .contains(&wish.agents.len())
                    .then_some(())
                    .ok_or_else(|| Refusal::wrong(few))?;
                check_games(wish.rounds, wish.random_plies)?;
                check_agents(app, &wish.game, &wish.agents)
            }
            Self::Match(wish) => {
                check_games(wish.games, wish.random_plies)?;
                if let Some([low, high]) = wish.sprt {
                    let sensible = low < high && low.abs() <= 5000.0 && high.abs() <= 5000.0;
                    let said =
                        "A sequential test takes two numbers of Elo, the lower first, such as 0 and 10.";
                    sensible.then_some(()).ok_or_else(|| Refusal::wrong(said))?;
                }
                check_agents(app, &wish.game, &wish.agents)
            }
            Self::Training(wish) => wish.check(app),
            Self::Table(wish) => {
                let experiment = paper(&wish.paper)?.experiment(&wish.table)?;
                match experiment.needs_data && app.data.records().is_none() {
                    false => Ok(()),
                    true => Err(Refusal::conflict(format!(
                        "This table needs recorded games of people, which do not come with Agon: put them, such as \
                         the WTHOR files, into {}.",
                        app.data.at("records").display()
                    ))),
                }
            }
        }
    }

    /// The command line that does the same; none for a tournament.
    pub(crate) fn command(&self) -> String {
        let plies = |plies: u32| if plies == 0 { String::new() } else { format!(" --random-plies {plies}") };
        match self {
            // It takes a file, which nobody has written.
            Self::Tournament(_) => String::new(),
            Self::Match(MatchWish { game, agents: [one, other], games, sprt, seed, random_plies }) => {
                let sprt = sprt.map_or(String::new(), |[low, high]| format!(" --sprt {low},{high}"));
                format!(
                    "agon match {} {} {} --games {games} --seed {seed}{}{sprt}",
                    word(game),
                    word(one),
                    word(other),
                    plies(*random_plies)
                )
            }
            Self::Training(wish) => {
                let settings: String =
                    wish.settings.iter().map(|(name, value)| format!(" --{name} {}", word(value))).collect();
                let seed = wish.seed.map_or(String::new(), |seed| format!(" --seed {seed}"));
                format!("agon train {}{settings}{seed}", wish.recipe)
            }
            Self::Table(wish) => {
                let quick = if wish.quick { " --quick" } else { "" };
                format!("agon paper run {} --table {}{quick} --seed {}", wish.paper, wish.table, wish.seed)
            }
        }
    }
}

/// A word of a command line, as shells read it: in quotes that do not occur in it, where it needs any.
fn word(text: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || "-_./:=,".contains(char);
    match text {
        "" => "\"\"".to_owned(),
        _ if text.chars().all(plain) => text.to_owned(),
        _ if text.contains(['"', '$', '`', '\\']) => format!("'{}'", text.replace('\'', r"'\''")),
        _ => format!("\"{text}\""),
    }
}

impl TrainingWish {
    /// The seed: that of what comes with Agon unless another is asked for.
    pub(crate) fn seed(&self) -> Result<u64, Refusal> {
        Ok(self.seed.unwrap_or(recipe(&self.recipe)?.seed))
    }

    /// The request, with files named from the data folder on.
    pub(crate) fn request<'c>(
        &self,
        app: &'c App,
        executor: agon_core::Executor,
    ) -> Result<TrainingRequest<'c>, Refusal> {
        let recipe = recipe(&self.recipe)?;
        let mut settings = Vec::new();
        for (name, value) in &self.settings {
            let option = recipe.settings.iter().find(|option| option.name == name);
            let is_file = option.is_some_and(|option| {
                matches!(option.takes, agon_core::spec::Takes::File | agon_core::spec::Takes::Folder)
            });
            let value = match is_file && !agon_catalog::is_shipped(value) {
                false => value.clone(),
                true => match app.data.inside(value) {
                    Some(path) => path.display().to_string(),
                    None => {
                        return Err(Refusal::wrong(format!(
                            "There is no {value} in the data folder of this server."
                        )));
                    }
                },
            };
            settings.push((name.clone(), value));
        }
        Ok(TrainingRequest {
            catalog: app.catalog,
            seed: Seed(self.seed()?),
            settings,
            executor,
            checkpoint: None,
        })
    }

    fn check(&self, app: &App) -> Result<(), Refusal> {
        let request = self.request(app, agon_core::Executor::new(1))?;
        recipe(&self.recipe)?.fingerprint(&request).map_err(|error| Refusal::wrong(error.to_string()))?;
        Ok(())
    }
}

fn check_games(games: u64, plies: u32) -> Result<(), Refusal> {
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(Refusal::wrong(format!("1 to {MOST_GAMES} games can be played.")));
    }
    if plies > MOST_PLIES {
        return Err(Refusal::wrong(format!("An opening has at most {MOST_PLIES} random plies.")));
    }
    Ok(())
}

fn check_agents(app: &App, game: &str, agents: &[String]) -> Result<(), Refusal> {
    let game = app.catalog.game(game)?;
    if agents.iter().enumerate().any(|(at, agent)| agents[..at].contains(agent)) {
        return Err(Refusal::wrong("Each agent is named once."));
    }
    for agent in agents {
        policy::agent(&*game, agent, &app.data)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_words_of_a_shell() {
        let agents = ["greedy".to_owned(), "network(file=\"jobs/x/run/result.txt\")".to_owned()];
        let (game, games, sprt) = ("reversi".to_owned(), 10, None);
        let plan = Plan::Match(MatchWish { game, agents, games, sprt, seed: 1, random_plies: 4 });
        let command =
            "agon match reversi greedy 'network(file=\"jobs/x/run/result.txt\")' --games 10 --seed 1";
        assert_eq!(plan.command(), format!("{command} --random-plies 4"));
        assert_eq!(word("mcts(time=1s)"), "\"mcts(time=1s)\"");
        assert_eq!(word("it's \"it\""), r#"'it'\''s "it"'"#);
    }
}
