//! The commands of a program, as its own help describes them: pages, options and examples. Original design.
//!
//! Tests that run every example and every odd command line read the help instead of a list of their own, so that a new
//! command, option or example is covered as soon as it is there.

pub mod fuzz;
pub mod run;

use std::path::Path;
use std::process::Command;

/// The help of one command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The words that lead to the command; none for the program itself.
    pub path: Vec<String>,
    /// The words that can follow.
    pub subcommands: Vec<String>,
    /// What stands between `<>` in the list of arguments, in order.
    pub arguments: Vec<String>,
    /// All but `--help` and `--version`.
    pub options: Vec<Flag>,
    /// Command lines as they are shown, without what is said about them.
    pub examples: Vec<String>,
}

/// An option of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// With its dashes.
    pub name: String,
    /// What it is called, if it takes a value.
    pub value: Option<String>,
    /// The values that it takes, if they are listed.
    pub possible: Vec<String>,
}

/// The help of a program and of all its commands, each before its subcommands.
///
/// # Panics
/// If the program cannot be started or has no help.
#[must_use]
pub fn pages(program: &Path) -> Vec<Page> {
    let mut pages = Vec::new();
    let mut waiting = vec![Vec::new()];
    while let Some(path) = waiting.pop() {
        let output = Command::new(program).args(&path).arg("--help").output();
        let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        assert!(output.status.success(), "{path:?} has no help");
        let page = read_page(path, &String::from_utf8_lossy(&output.stdout));
        let longer = |name: &String| [page.path.as_slice(), std::slice::from_ref(name)].concat();
        waiting.extend(page.subcommands.iter().rev().map(longer));
        pages.push(page);
    }
    pages
}

/// Reads a page as clap lays it out: headings at the left, what they hold indented below.
fn read_page(path: Vec<String>, text: &str) -> Page {
    let mut page = Page { path, ..Page::default() };
    let mut heading = "";
    for line in text.lines().filter(|line| !line.is_empty()) {
        let item = line.trim_start();
        match (line.len() - item.len(), heading) {
            (0, _) => heading = item,
            (_, "Examples:" | "Example:") => page.examples.extend(example(item)),
            (2, "Commands:") => {
                let name = item.split(' ').next().unwrap_or_default();
                // `help` shows the pages that are here already.
                page.subcommands.extend((name != "help").then(|| name.to_owned()));
            }
            (2, "Arguments:") => page.arguments.extend(between(item, '<', '>').or(between(item, '[', ']'))),
            (2 | 6, _) if item.starts_with('-') => page.options.extend(flag(item)),
            _ => {}
        }
        if let (Some(last), Some((_, listed))) =
            (page.options.last_mut(), item.split_once("[possible values: "))
        {
            last.possible = listed.trim_end_matches(']').split(", ").map(str::to_owned).collect();
        }
    }
    page
}

/// `agon games        lists them` without what is said about it.
#[must_use]
pub fn example(line: &str) -> Option<String> {
    line.starts_with("agon ").then(|| line.split("   ").next().unwrap_or(line).trim_end().to_owned())
}

fn flag(item: &str) -> Option<Flag> {
    let start = item.find("--")?;
    let usage = item[start..].split("  ").next()?;
    let name = usage.split([' ', '[', '=']).next()?.to_owned();
    let no_value = ["--help", "--version"].contains(&name.as_str());
    (!no_value).then(|| Flag { name, value: between(usage, '<', '>'), possible: Vec::new() })
}

fn between(text: &str, open: char, close: char) -> Option<String> {
    let (_, rest) = text.split_once(open)?;
    Some(rest.split_once(close)?.0.to_owned())
}

/// The words of a command line as a shell tells them apart: quotes hold a word together.
#[must_use]
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match (quote, letter) {
            (None, ' ') => words.extend(word.take()),
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == letter => quote = None,
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: &str = "\
List games

Usage: agon list [OPTIONS] <FILE> [OTHER]...

Commands:
  first  The first
  help   Print this message

Arguments:
  <FILE>      The file
  [OTHER]...  More of them

Options:
      --game <SPEC>    The game
      --color <COLOR>  Whether to use colour [default: auto] [possible values: auto,
                       always]
      --most <MOST>    At most [possible values: one, two]
  -j, --json           Print JSON
  -h, --help           Print help

Examples:
  agon list games.db
  agon list \"a b\" --json        as JSON

More about it.
";

    #[test]
    fn a_page_is_read() {
        let page = read_page(vec!["list".to_owned()], HELP);
        assert_eq!(page.subcommands, ["first"]);
        assert_eq!(page.arguments, ["FILE", "OTHER"]);
        let names: Vec<_> =
            page.options.iter().map(|flag| (flag.name.as_str(), flag.value.as_deref())).collect();
        let expected = [
            ("--game", Some("SPEC")),
            ("--color", Some("COLOR")),
            ("--most", Some("MOST")),
            ("--json", None),
        ];
        assert_eq!(names, expected);
        assert_eq!(page.options[2].possible, ["one", "two"]);
        assert_eq!(page.examples, ["agon list games.db", "agon list \"a b\" --json"]);
    }

    #[test]
    fn quotes_hold_words_together() {
        assert_eq!(words("agon x \"a b\"  'c \"d' ''"), ["agon", "x", "a b", "c \"d", ""]);
    }
}
