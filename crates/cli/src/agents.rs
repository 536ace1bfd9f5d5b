//! `agon agents`: list what can play a game, or tell all about one agent or evaluator.

use std::io::Write;

use agon_catalog::{AgentKind, AnyGame, EvaluatorKind, Registry};
use agon_core::Budget;
use agon_core::spec::{Preset, Spec, SpecOption, Takes, Word};
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::terminal;

/// List the agents that can play a game, or tell what one of them can be told.
///
/// Evaluators, which agents take as eval=, are told about in the same way.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon agents reversi\n  agon agents reversi mcts\n  \
    agon agents reversi four-heuristics\n  agon agents reversi --evaluators\n  agon agents reversi --json\n\n\
    Every agent also takes the limits depth=, nodes= and time=, as in random(time=1s).")]
pub struct Agents {
    /// The game
    game: String,
    /// An agent or an evaluator to tell about
    name: Option<String>,
    /// List the evaluators in the place of the agents
    #[arg(long, conflicts_with = "name")]
    evaluators: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct AgentKindReport {
    name: &'static str,
    summary: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'static str>,
    /// What another name for a spec stands for in this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_for: Option<String>,
    /// What a spec must say before the agent can play this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<OptionReport>,
    /// The evaluator of the same name.
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluator: Option<Box<AgentKindReport>>,
}

/// What an agent, an evaluator or a game can be told.
#[derive(Serialize)]
pub struct OptionReport {
    name: &'static str,
    takes: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
    about: &'static str,
}

impl Agents {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let game = catalog.game(&self.game)?;
        match &self.name {
            None if self.evaluators => self.list_evaluators(&*game),
            None => self.list(&*game),
            Some(name) => self.tell(&*game, name),
        }
    }

    fn list(&self, game: &dyn AnyGame) -> Result<(), Failure> {
        let kinds = game.agents();
        let mut out = std::io::stdout().lock();
        if self.json {
            let reports: Vec<_> = kinds.iter().map(|kind| AgentKindReport::of_agent(game, kind)).collect();
            writeln!(out, "{}", serde_json::to_string(&reports)?)?;
            return Ok(());
        }
        let columns = terminal::columns();
        let width = kinds.iter().map(|kind| kind.name.len()).max().unwrap_or(0);
        for kind in &kinds {
            let example = format!("e.g. {}", kind.example);
            let here = match (kind.needs, stands_for(game, kind)) {
                (Some(needs), _) => Some(format!("here it needs {needs}")),
                (None, full) => full.map(|spec| format!("here {spec}")),
            };
            write!(out, "{}", terminal::beside(kind.name, width, kind.summary, columns))?;
            for more in std::iter::once(example).chain(here) {
                write!(out, "{}", terminal::below(width, &more, columns))?;
            }
        }
        writeln!(out)?;
        let names: Vec<_> = game.evaluators().iter().map(|kind| kind.name).collect();
        let strongest = format!("strongest: {} (what agon analyze uses)", game.strongest());
        let evaluators = format!("evaluators, for eval=: {}", names.join(", "));
        let more =
            format!("agon agents {} NAME tells what an agent or an evaluator can be told", game.spec());
        for line in [strongest, evaluators, more] {
            write!(out, "{}", terminal::wrapped(&line, 0, columns))?;
        }
        Ok(())
    }

    fn list_evaluators(&self, game: &dyn AnyGame) -> Result<(), Failure> {
        let kinds = game.evaluators();
        let mut out = std::io::stdout().lock();
        if self.json {
            let reports: Vec<_> = kinds.iter().map(AgentKindReport::of_evaluator).collect();
            writeln!(out, "{}", serde_json::to_string(&reports)?)?;
            return Ok(());
        }
        let width = kinds.iter().map(|kind| kind.name.len()).max().unwrap_or(0);
        for kind in &kinds {
            write!(out, "{}", terminal::beside(kind.name, width, kind.summary, terminal::columns()))?;
        }
        Ok(())
    }

    fn tell(&self, game: &dyn AnyGame, name: &str) -> Result<(), Failure> {
        let report = AgentKindReport::named(game, name)?;
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
            return Ok(());
        }
        report.write(&mut out)
    }
}

/// How the JSON calls what takes no value.
const FLAG: &str = "a flag";
/// And what takes any.
const TEXT: &str = "a text";

impl AgentKindReport {
    fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        let columns = terminal::columns();
        let Self { name, summary, example, stands_for, needs, options, evaluator } = self;
        write!(out, "{}", terminal::wrapped(&format!("{name}: {summary}"), 0, columns))?;
        if let Some(spec) = stands_for {
            write!(
                out,
                "{}",
                terminal::wrapped(&format!("stands for {spec}, and takes what that takes:"), 0, columns)
            )?;
        }
        if let Some(needs) = needs {
            write!(out, "{}", terminal::wrapped(&format!("here it needs {needs}"), 0, columns))?;
        }
        write!(out, "{}", option_lines(options))?;
        if let Some(example) = example {
            write!(out, "{}", terminal::wrapped(&format!("e.g. {example}"), 0, columns))?;
        }
        if let Some(evaluator) = evaluator {
            write!(out, "\nas an evaluator, eval={name}:\n")?;
            evaluator.write(out)?;
        }
        Ok(())
    }

    /// The agent of that name, with the evaluator of the same name; or else the evaluator.
    fn named(game: &dyn AnyGame, name: &str) -> Result<Self, Failure> {
        let (agents, evaluators) = (game.agents(), game.evaluators());
        let agent = agents.iter().find(|kind| kind.name == name).map(|kind| Self::of_agent(game, kind));
        let evaluator = evaluators.iter().find(|kind| kind.name == name).map(Self::of_evaluator);
        match (agent, evaluator) {
            (Some(agent), evaluator) => return Ok(Self { evaluator: evaluator.map(Box::new), ..agent }),
            (None, Some(evaluator)) => return Ok(evaluator),
            (None, None) => {}
        }
        let mut names: Vec<_> = agents.iter().map(|kind| kind.name).collect();
        // Some agents have the name of the evaluator that they follow.
        names.extend(
            evaluators.iter().map(|kind| kind.name).filter(|name| !names.contains(name)).collect::<Vec<_>>(),
        );
        let what = format!("agent or evaluator for {}", game.spec());
        Err(Word::new(name).unknown(&what, &names).within(name).into())
    }

    fn of_agent(game: &dyn AnyGame, kind: &AgentKind) -> Self {
        let full_spec = stands_for(game, kind);
        let full = full_spec
            .as_ref()
            .and_then(|spec| game.agents().into_iter().find(|kind| kind.name == spec.name.text));
        let full_options = full.as_ref().map_or(&[][..], |full| &full.options);
        let is_own = |option: &&SpecOption| full_options.iter().all(|other| other.name != option.name);
        // A name may take something of its own, such as the number of a level.
        let options = kind.options.iter().filter(is_own).chain(full_options);
        Self {
            name: kind.name,
            summary: kind.summary,
            example: Some(kind.example),
            stands_for: full_spec.as_ref().map(ToString::to_string),
            needs: kind.needs,
            options: options.filter_map(|option| OptionReport::within(option, full_spec.as_ref())).collect(),
            evaluator: None,
        }
    }

    fn of_evaluator(kind: &EvaluatorKind) -> Self {
        Self {
            name: kind.name,
            summary: kind.summary,
            example: None,
            stands_for: None,
            needs: None,
            options: kind.options.iter().filter_map(OptionReport::of).collect(),
            evaluator: None,
        }
    }
}

/// What the name of a kind stands for, if it is only another name.
fn stands_for(game: &dyn AnyGame, kind: &AgentKind) -> Option<Spec> {
    game.stands_for(&Spec::new(kind.name), Budget::default())
}

impl OptionReport {
    /// What is told of an option; nothing of one that is refused.
    pub fn of(option: &SpecOption) -> Option<Self> {
        let default = match option.default {
            Preset::Value(text) | Preset::Depends(text) => Some(text.to_owned()),
            _ => None,
        };
        let is_taken = !matches!(option.takes, Takes::Refused { .. });
        is_taken.then(|| Self { name: option.name, takes: option.wanted(), default, about: option.about })
    }

    /// The same of an option within a spec: what stands there holds.
    fn within(option: &SpecOption, spec: Option<&Spec>) -> Option<Self> {
        let given = spec.and_then(|spec| spec.get(option.name)).map(ToString::to_string);
        Self::of(option).map(|report| Self { default: given.or(report.default.clone()), ..report })
    }

    fn line(&self) -> String {
        let takes = match self.takes.as_str() {
            FLAG | TEXT => String::new(),
            takes => format!("; {takes}"),
        };
        let default = self.default.as_ref();
        let default = default.map_or_else(String::new, |default| format!(" (usually {default})"));
        format!("{}{takes}{default}", self.about)
    }
}

/// A line or more for each option, its name first.
pub fn option_lines(options: &[OptionReport]) -> String {
    let named = |option: &OptionReport| match option.takes.as_str() {
        FLAG => option.name.to_owned(),
        // Some values have no name of their own, but an example.
        _ if option.name.contains(' ') => option.name.to_owned(),
        _ => format!("{}=", option.name),
    };
    let width = options.iter().map(|option| named(option).chars().count() + 2).max().unwrap_or(0).min(WIDEST);
    let line = |option: &OptionReport| {
        terminal::beside(&format!("  {}", named(option)), width, &option.line(), terminal::columns())
    };
    options.iter().map(line).collect()
}

/// Longer names do not push the text of the others away.
const WIDEST: usize = 24;
