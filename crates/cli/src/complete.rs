//! `agon complete`: what could stand at the end of a command line, for the shells of `agon completions`.
//!
//! Words come from the definition of the commands; games, agents, evaluators and their options from the catalog.

use std::any::TypeId;
use std::io::Write;

use agon_catalog::{AnyGame, Family, Registry};
use agon_core::spec::{Preset, SpecOption, Takes};
use clap::{Arg, ArgAction, Args, Command};

use crate::failure::Failure;

/// Print what could stand at the end of a command line, one to a line.
#[derive(Debug, Args)]
pub struct Complete {
    /// Characters behind which the shell begins a new word, unless it is quoted
    #[arg(long, default_value = "")]
    breaks: String,
    /// The command line up to where somebody types
    line: String,
}

impl Complete {
    pub fn run(&self, program: &Command, catalog: &Registry) -> Result<(), Failure> {
        let typed = TypedLine::read(&self.line);
        let mut out = std::io::stdout().lock();
        for found in candidates(&typed, program, catalog) {
            let cut = match typed.quoted {
                true => 0,
                false => typed.last.rfind(|c| self.breaks.contains(c)).map_or(0, |at| at + 1),
            };
            // A word is complete unless something has to follow.
            let end = if typed.quoted || found.ends_with(['(', '=', ':']) { "" } else { " " };
            writeln!(out, "{}{end}", &found[cut..])?;
        }
        Ok(())
    }
}

/// A command line as a shell would split it.
#[derive(Debug, PartialEq)]
struct TypedLine {
    /// The whole words behind the name of the program.
    words: Vec<String>,
    /// What stands at the end, which may be nothing yet.
    last: String,
    /// Whether a quote is open there.
    quoted: bool,
}

impl TypedLine {
    fn read(line: &str) -> Self {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        let mut letters = line.chars();
        while let Some(letter) = letters.next() {
            match (letter, quote) {
                (' ' | '\t', None) => words.extend(word.take()),
                ('"' | '\'', None) => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (letter, Some(open)) if letter == open => quote = None,
                ('\\', None | Some('"')) => word.get_or_insert_default().extend(letters.next()),
                (letter, _) => word.get_or_insert_default().push(letter),
            }
        }
        let words = words.into_iter().skip(1).collect();
        Self { words, last: word.unwrap_or_default(), quoted: quote.is_some() }
    }
}

/// All that could stand in the place of the last word, which begins like it.
fn candidates(typed: &TypedLine, program: &Command, catalog: &Registry) -> Vec<String> {
    let (mut command, mut wanted, mut given) = (program, None::<&Arg>, Vec::new());
    for word in &typed.words {
        let option = word.strip_prefix("--").and_then(|name| {
            command.get_arguments().find(|arg| arg.get_long() == Some(name) && takes_value(arg))
        });
        match (wanted.take(), command.find_subcommand(word)) {
            (Some(_), _) => {}
            (None, Some(below)) => command = below,
            (None, None) if option.is_some() => wanted = option,
            (None, None) if word.starts_with('-') => {}
            (None, None) => given.push(word.as_str()),
        }
    }
    let mut found = match wanted {
        Some(arg) => values(arg, &typed.last, &given, catalog),
        None if typed.last.starts_with('-') => options(command),
        None if command.has_subcommands() => {
            let shown = command.get_subcommands().filter(|below| !below.is_hide_set());
            shown.map(|below| below.get_name().to_owned()).collect()
        }
        None => {
            let places: Vec<_> = command.get_positionals().collect();
            let place = places.get(given.len()).or(places.last().filter(|last| is_list(last)));
            place.map_or_else(Vec::new, |arg| values(arg, &typed.last, &given, catalog))
        }
    };
    found.retain(|text| text.starts_with(&typed.last));
    found
}

fn takes_value(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Set | ArgAction::Append)
}

fn is_list(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
}

fn options(command: &Command) -> Vec<String> {
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    shown.filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect()
}

/// What an argument could be, by its name in the definition of the commands.
fn values(arg: &Arg, last: &str, given: &[&str], catalog: &Registry) -> Vec<String> {
    let game = || given.first().and_then(|spec| catalog.game(spec).ok());
    let is_text = arg.get_value_parser().type_id() == TypeId::of::<String>();
    match arg.get_id().as_str() {
        // Elsewhere it is the number of a recorded game.
        "game" | "spec" if is_text => games(last, catalog),
        "agents" | "agent" => game().map_or_else(Vec::new, |game| agents(last, &*game)),
        "name" if arg.is_positional() => game().map_or_else(Vec::new, |game| {
            let evaluators = game.evaluators().into_iter().map(|kind| kind.name);
            let agents = game.agents().into_iter().map(|kind| kind.name);
            let mut names: Vec<_> = agents.chain(evaluators).map(str::to_owned).collect();
            names.sort_unstable();
            names.dedup();
            names
        }),
        "recipe" => agon_papers::recipes().map(|recipe| recipe.name.to_owned()).collect(),
        _ => arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect(),
    }
}

/// Specs of games: all examples, and the options of a family behind its colon.
fn games(last: &str, catalog: &Registry) -> Vec<String> {
    let examples = catalog.families().flat_map(Family::examples).map(|(spec, _)| (*spec).to_owned());
    let mut found: Vec<_> = examples.collect();
    if let Some((name, rest)) = last.split_once(':') {
        let family = catalog.families().find(|family| family.name() == name);
        let options = family.map(Family::options).unwrap_or_default();
        let before = &last[..last.len() - rest.rsplit([',', '=']).next().unwrap_or_default().len()];
        match before.ends_with('=') {
            true => found.extend(value_words(options, before).map(|word| format!("{before}{word}"))),
            false => found.extend(option_words(options).map(|word| format!("{before}{word}"))),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Specs of agents: a name, or what can stand next between its parentheses.
fn agents(last: &str, game: &dyn AnyGame) -> Vec<String> {
    let (mut owners, mut start) = (Vec::new(), 0);
    for (at, letter) in last.char_indices() {
        match letter {
            '(' => owners.push(last[start..at].trim()),
            ')' => drop(owners.pop()),
            _ => {}
        }
        if "(),= ".contains(letter) {
            start = at + 1;
        }
    }
    let before = &last[..start];
    let evaluators = || game.evaluators().into_iter();
    let names = |names: Vec<&str>| -> Vec<String> {
        // The name that is there already could get arguments.
        let opened = names.iter().filter(|name| **name == &last[start..]).map(|name| format!("{name}("));
        names.iter().map(|name| (*name).to_owned()).chain(opened).collect()
    };
    let declared = match owners.as_slice() {
        [] => None,
        [agent] => {
            let full = game.stands_for(&agon_core::spec::Spec::new(agent), agon_core::Budget::default());
            let name = full.map_or_else(|| (*agent).to_owned(), |full| full.name.text);
            game.agents().into_iter().find(|kind| kind.name == name).map(|kind| kind.options)
        }
        [.., evaluator] => evaluators().find(|kind| kind.name == *evaluator).map(|kind| kind.options),
    };
    let found = match (owners.is_empty(), before.ends_with('='), declared) {
        (true, _, _) => names(game.agents().iter().map(|kind| kind.name).collect()),
        (false, _, None) => Vec::new(),
        (false, false, Some(options)) => option_words(&options).collect(),
        (false, true, Some(options)) => {
            let mut found: Vec<_> = value_words(&options, before).collect();
            if asked(&options, before).is_some_and(|option| takes_evaluator(option.takes)) {
                found.extend(names(evaluators().map(|kind| kind.name).collect()));
            }
            found
        }
    };
    found.into_iter().map(|word| format!("{before}{word}")).collect()
}

fn takes_evaluator(takes: Takes) -> bool {
    matches!(takes, Takes::Evaluator | Takes::WordOrEvaluator { .. })
}

/// Names of options as they are typed; those that only describe a value have a space in their name.
fn option_words(options: &[SpecOption]) -> impl Iterator<Item = String> {
    let taken = options.iter().filter(|option| !matches!(option.takes, Takes::Refused { .. }));
    let named = taken.filter(|option| !option.name.contains(' '));
    named.map(|option| match option.takes {
        Takes::Flag => option.name.to_owned(),
        _ => format!("{}=", option.name),
    })
}

/// The option whose value comes next.
fn asked<'o>(options: &'o [SpecOption], before: &str) -> Option<&'o SpecOption> {
    let name = before.strip_suffix('=')?.rsplit(['(', ',', ':', ' ']).next()?;
    options.iter().find(|option| option.name == name)
}

/// The values of the option that are known.
fn value_words(options: &[SpecOption], before: &str) -> impl Iterator<Item = String> {
    let option = asked(options, before);
    let words = option.map_or(&[][..], |option| match option.takes {
        Takes::OneOf { words, .. } | Takes::WordOrEvaluator { words, .. } => words,
        _ => &[],
    });
    let usual = option.and_then(|option| match option.default {
        Preset::Value(text) if words.is_empty() => Some(text),
        _ => None,
    });
    words.iter().copied().chain(usual).chain(option.and_then(|option| option.word)).map(str::to_owned)
}

/// What bash is told.
pub const BASH: &str = r#"_agon() {
    local IFS=$'\n'
    COMPREPLY=($("$1" complete --breaks "$COMP_WORDBREAKS" -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null))
    # A single word would get its closing quote, before its parentheses are closed.
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *\(* ]]; then COMPREPLY+=("${COMPREPLY[0]}..."); fi
}
complete -o default -o nospace -F _agon agon
"#;

/// What zsh is told.
pub const ZSH: &str = r#"#compdef agon
_agon() {
    local -a found
    found=("${(@f)$("$words[1]" complete -- "${(j: :)words[1,CURRENT]}" 2>/dev/null)}")
    found=("${(@)found:#}")
    if (( $#found )); then compadd -Q -S '' -- "${(@)found}"; else _files; fi
}
# Found in $fpath, the file is the body of the function; read by `source`, it only defines it.
if [[ "$funcstack[1]" == _agon ]]; then _agon "$@"; else compdef _agon agon; fi
"#;

/// What fish is told.
pub const FISH: &str = r#"complete -c agon -a '(agon complete -- (commandline -cp) 2>/dev/null | string trim -r)'
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_as_shells_do_it() {
        let read = |line: &str| {
            let TypedLine { words, last, quoted } = TypedLine::read(line);
            (words.join("|"), last, quoted)
        };
        let split = |words: &str, last: &str, quoted| (words.to_owned(), last.to_owned(), quoted);
        assert_eq!(read("agon "), split("", "", false));
        assert_eq!(read("agon mat"), split("", "mat", false));
        assert_eq!(
            read("agon match reversi \"mcts(time=1s, "),
            split("match|reversi", "mcts(time=1s, ", true)
        );
        assert_eq!(read("agon play 'a b' c\\ d"), split("play|a b", "c d", false));
        assert_eq!(read("agon play \"\" "), split("play|", "", false));
    }
}
