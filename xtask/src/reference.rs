//! The reference chapter of the guide: every game, agent and evaluator with its options, as the catalog declares them.
//!
//! What all families have alike comes first; what several have alike is told where it comes up first.

use std::fmt::Write;
use std::path::Path;

use agon_catalog::{AnyGame, Family, standard};
use agon_core::Budget;
use agon_core::spec::{Preset, Spec, SpecOption, Takes};

const CHAPTER: &str = "docs/guide/src/reference.md";

const OPENING: &str = "# Reference: agents and evaluators

Made from the catalog by `cargo xtask reference`; do not edit it by hand. `agon agents GAME NAME` tells the same.

Options of a game stand behind a colon (`reversi:6x6,discs`), those of an agent or evaluator in parentheses
(`alphabeta(depth=4, eval=material)`).

Every agent takes the limits `depth=` (plies), `nodes=` (positions, or simulations of a Monte Carlo method) and `time=`
(`250ms`, `1.5s`, `2m`), unless it says otherwise. They are not repeated below.
";

/// An agent or an evaluator, as it is written down.
#[derive(Clone, PartialEq)]
struct Entry {
    name: &'static str,
    text: String,
}

/// A family: what its specs take, and what the games that it gives as examples have.
struct Shown {
    name: &'static str,
    summary: &'static str,
    options: Vec<SpecOption>,
    agents: Vec<Entry>,
    evaluators: Vec<Entry>,
}

/// Writes the chapter.
pub fn write(root: &Path) -> std::io::Result<()> {
    std::fs::write(root.join(CHAPTER), chapter())
}

/// A complaint if the chapter is not what the catalog says.
pub fn check(root: &Path) -> Vec<String> {
    let stands = std::fs::read_to_string(root.join(CHAPTER)).unwrap_or_default();
    let is_true = stands == chapter();
    (!is_true).then(|| format!("{CHAPTER} is out of date: cargo xtask reference")).into_iter().collect()
}

fn chapter() -> String {
    let shown: Vec<_> = standard().families().map(Shown::of).collect();
    let agents = in_all(&shown, |family| &family.agents);
    let evaluators = in_all(&shown, |family| &family.evaluators);
    let mut out = OPENING.to_owned();
    section(&mut out, "## Agents of every game", &agents);
    section(&mut out, "## Evaluators of every game", &evaluators);
    for (index, family) in shown.iter().enumerate() {
        let _ = write!(out, "\n## `{}`\n\n{}.\n", family.name, family.summary);
        write_options(&mut out, &family.options);
        let earlier = &shown[..index];
        own_section(&mut out, "### Agents", family, earlier, |family| &family.agents, &agents);
        own_section(&mut out, "### Evaluators", family, earlier, |family| &family.evaluators, &evaluators);
    }
    out
}

/// What all families have alike.
fn in_all(shown: &[Shown], entries: impl Fn(&Shown) -> &Vec<Entry>) -> Vec<Entry> {
    let Some((first, others)) = shown.split_first() else { return Vec::new() };
    let everywhere = |entry: &&Entry| others.iter().all(|family| entries(family).contains(entry));
    entries(first).iter().filter(everywhere).cloned().collect()
}

/// What a family has beyond the general; what an earlier family has alike is only named.
fn own_section(
    out: &mut String,
    title: &str,
    family: &Shown,
    earlier: &[Shown],
    entries: impl Fn(&Shown) -> &Vec<Entry>,
    general: &[Entry],
) {
    let (mut own, mut alike) = (Vec::new(), Vec::new());
    for entry in entries(family).iter().filter(|entry| !general.contains(entry)) {
        match earlier.iter().find(|family| entries(family).contains(entry)) {
            None => own.push(entry.clone()),
            Some(family) => alike.push(format!("`{}` (`{}`)", entry.name, family.name)),
        }
    }
    let text = format!("Told above, for the game in parentheses: {}.\n", alike.join(", "));
    own.extend((!alike.is_empty()).then_some(Entry { name: "", text }));
    section(out, title, &own);
}

fn section(out: &mut String, title: &str, entries: &[Entry]) {
    if !entries.is_empty() {
        let _ = write!(out, "\n{title}\n");
    }
    for entry in entries {
        let _ = write!(out, "\n{}", entry.text);
    }
}

impl Shown {
    fn of(family: &Family) -> Self {
        let (name, summary, options) = (family.name(), family.summary(), family.options().to_vec());
        let mut shown = Self { name, summary, options, agents: Vec::new(), evaluators: Vec::new() };
        let specs = family.examples().iter().map(|(spec, _)| *spec);
        for game in specs.filter_map(|spec| standard().game(spec).ok()) {
            add_new(&mut shown.agents, agents(&*game));
            add_new(&mut shown.evaluators, evaluators(&*game));
        }
        shown
    }
}

/// Adds what no earlier board of the family has.
fn add_new(entries: &mut Vec<Entry>, more: Vec<Entry>) {
    for entry in more {
        if entries.iter().all(|known| known.name != entry.name) {
            entries.push(entry);
        }
    }
}

fn agents(game: &dyn AnyGame) -> Vec<Entry> {
    let entry = |kind: agon_catalog::AgentKind| {
        let stands_for = game.stands_for(&Spec::new(kind.name), Budget::default());
        let mut text = format!("**`{}`**: {}.", kind.name, kind.summary);
        if let Some(needs) = kind.needs {
            // Not the game: what several families have alike is told once.
            let _ = write!(text, " It needs `{needs}` here.");
        }
        match stands_for {
            Some(spec) => {
                let _ =
                    write!(text, " On `{}` it stands for `{spec}`, and takes what that takes.", game.spec());
            }
            None => {
                let _ = write!(text, " For example `{}`.", kind.example);
            }
        }
        text.push('\n');
        write_options(&mut text, &kind.options);
        Entry { name: kind.name, text }
    };
    game.agents().into_iter().map(entry).collect()
}

fn evaluators(game: &dyn AnyGame) -> Vec<Entry> {
    let entry = |kind: agon_catalog::EvaluatorKind| {
        let mut text = format!("**`{}`**: {}.\n", kind.name, kind.summary);
        write_options(&mut text, &kind.options);
        Entry { name: kind.name, text }
    };
    game.evaluators().into_iter().map(entry).collect()
}

/// A table of what is not among the limits that everybody takes.
fn write_options(text: &mut String, options: &[SpecOption]) {
    let usual = agon_catalog::AgentKind::new("", "", "").options;
    let own: Vec<_> = options.iter().filter(|option| !usual.contains(option)).collect();
    if !own.is_empty() {
        text.push_str("\n| Option | Takes | Usually | |\n|---|---|---|---|\n");
    }
    for option in own {
        let name = match option.takes {
            // Some options of games have an example in the place of a name.
            _ if option.name.contains(' ') => option.name.to_owned(),
            Takes::Flag => format!("`{}`", option.name),
            _ => format!("`{}=`", option.name),
        };
        let default = match option.default {
            Preset::Value(value) => format!("`{value}`"),
            Preset::Depends(words) => words.to_owned(),
            _ => String::new(),
        };
        let (takes, about) = match option.takes {
            Takes::Refused { why } => ("nothing".to_owned(), why),
            _ => (option.wanted(), option.about),
        };
        let row = [name, takes, default, about.to_owned()].map(|cell| cell.replace('|', "\\|"));
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_told_without_the_usual_limits() {
        let limits = agon_catalog::AgentKind::new("x", "", "").takes(&[
            SpecOption::whole("table", "MiB", 0, 9, "memory").or("4"),
            SpecOption::flag("fast", "hurry"),
        ]);
        let mut text = String::new();
        write_options(&mut text, &limits.options);
        assert!(text.contains("| `table=` | a whole number of MiB | `4` | memory |\n"), "{text}");
        assert!(text.contains("| `fast` | a flag |  | hurry |\n") && !text.contains("depth"), "{text}");
    }

    #[test]
    fn what_every_game_has_is_told_once() {
        let chapter = chapter();
        assert_eq!(chapter.matches("**`random`**").count(), 1);
        assert_eq!(chapter.matches("**`line-simple`**").count(), 1, "the line games have it alike");
        assert!(chapter.contains("## `reversi`") && chapter.contains("**`influence`**"));
    }
}
