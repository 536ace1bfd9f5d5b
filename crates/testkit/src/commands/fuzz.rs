//! Command lines that nobody would type: real ones with parts exchanged, dropped, doubled and spoilt. Original design.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use agon_core::{Rng, Seed};
use serde_json::Value;

use super::{Flag, Page, pages, words};

/// Numbers that are usual in most places.
const USUAL: &str = "0 1 2 3 5 10";
/// Numbers at which something changes, and what is not quite a number.
const NUMBERS: &str = "\
    0 1 2 3 -1 -0 +1 0.5 nan inf -inf 1e308 -1e308 1e-320 127 128 65536 2147483647 4294967295 \
    4294967296 9223372036854775807 18446744073709551615 18446744073709551616 \
    99999999999999999999999 1_000 0x10 ٣ 1e";
/// Times, with and without a unit.
const TIMES: &str = "\
    0s 1ms 10ms 1ns -1s nans 1e308s 18446744073709551615s 18446744073709551615ms \
    99999999999999999999h 0";
/// Clocks, bounds of a test and agreements.
const PAIRS: &str = "\
    0s+0s 1ms+1ms 1s+10ms 18446744073709551615s+18446744073709551615s 0,10 10,0 0,0 nan,nan \
    -1e308,1e308 1:1 0:0 -1:4294967295 nan:2 2:2";
/// Text that breaks columns, terminals and parsers.
const TEXTS: &[&str] = &[
    "",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\u{1b}[31m",
    "\u{1b}]0;title\u{7}",
    "\u{7f}",
    "\u{9b}31m",
    "\u{202e}",
    "é",
    "日本",
    "🎲",
    "\u{feff}",
    "-",
    "--",
    "=",
    ",",
    ":",
    ";",
    "(",
    ")",
    "()",
    "((((((((",
    "\"",
    "'",
    "`",
    "%s",
    "{}",
    "$HOME",
    "#..#",
    "X",
    "pass",
    "a1",
    "human",
    "help",
];
/// Names of what [`super::run::Scratch`] holds, and of what it does not.
const FILES: &str = "\
    games.jsonl games.db games.wtb games.txt openings.txt plan.toml history.txt set.txt training \
    empty folder folder/ pipe pipe.jsonl null broken.jsonl broken.db broken.wtb broken.txt \
    broken.toml missing.db missing/new.jsonl new.jsonl new.db new.wtb new.txt new.svg . \
    games.jsonl/below :memory: file:new.db?mode=memory";
/// Options that bound how much is done, with values that end within milliseconds.
const SMALL: &[(&str, &str)] =
    &[("--games", "2"), ("--nodes", "20"), ("--seconds", "0.001"), ("--generations", "1"), ("--boards", "5")];
/// How often options of [`SMALL`] are added where they are missing.
const KEPT_SMALL: f64 = 0.8;

/// A source of command lines.
#[derive(Clone, Debug)]
pub struct CommandLines {
    pages: Vec<Page>,
    /// The words of the examples, without the name of the program.
    examples: Vec<Vec<String>>,
    games: Vec<Game>,
    /// Words that the program lists itself, by the name of the argument that takes them.
    named: Vec<(&'static str, Vec<String>)>,
}

/// A game and what plays it.
#[derive(Clone, Debug)]
struct Game {
    spec: String,
    agents: Vec<Agent>,
}

#[derive(Clone, Debug)]
struct Agent {
    example: String,
    /// Names of arguments that its summary mentions, such as `table=`.
    arguments: Vec<String>,
}

impl CommandLines {
    /// Command lines of a program that lists its commands, games and agents itself.
    ///
    /// # Panics
    /// If it cannot be started or lists none.
    #[must_use]
    pub fn of(program: &Path) -> Self {
        let json = |words: &[&str]| -> Value {
            let output = Command::new(program).args(words).output();
            output.ok().and_then(|output| serde_json::from_slice(&output.stdout).ok()).unwrap_or_default()
        };
        let families = json(&["games", "--json"]);
        let examples = items(&families).flat_map(|family| items(&family["examples"]));
        let game = |spec: &str| Game {
            spec: spec.to_owned(),
            agents: items(&json(&["agents", spec, "--json"])).filter_map(Agent::read).collect(),
        };
        let games: Vec<Game> = examples.filter_map(|example| example["spec"].as_str()).map(game).collect();
        assert!(games.iter().any(|game| !game.agents.is_empty()), "{} lists no agents", program.display());
        let named = |argument, words: &[&str], key: &str| (argument, texts(&json(words), key));
        let named = vec![
            named("RECIPE", &["train", "--list", "--json"], "recipe"),
            named("KEY", &["paper", "list", "--json"], "key"),
            named("TABLE", &["paper", "list", "--json"], "table"),
        ];
        Self::new(pages(program), games, named)
    }

    fn new(pages: Vec<Page>, games: Vec<Game>, named: Vec<(&'static str, Vec<String>)>) -> Self {
        let lines = pages.iter().flat_map(|page| &page.examples);
        let examples = lines.map(|line| words(line).into_iter().skip(1).collect()).collect();
        Self { pages, examples, games, named }
    }

    /// A command line, without the name of the program; the same seed and index give the same one.
    #[must_use]
    pub fn line(&self, seed: Seed, index: u64) -> Vec<OsString> {
        let mut rng = seed.stream("command line", index);
        let is_fresh = rng.chance(0.5);
        let mut line = if is_fresh { self.fresh(&mut rng) } else { pick(&mut rng, &self.examples).clone() };
        for _ in 0..if is_fresh { rng.below(4) / 3 } else { 1 + rng.below(3) / 2 } {
            self.spoil(&mut rng, &mut line);
        }
        self.keep_small(&mut rng, &mut line);
        line.into_iter().map(|word| outside_word(&mut rng, word)).collect()
    }

    /// A command with values for its arguments and a few of its options.
    fn fresh(&self, rng: &mut Rng) -> Vec<String> {
        let page = pick(rng, &self.pages);
        let game = pick(rng, &self.games);
        let mut line = page.path.clone();
        for name in &page.arguments {
            let times = if name.ends_with('S') { 2 } else { 1 };
            line.extend((0..times).map(|_| self.value(rng, game, name)));
        }
        for _ in 0..rng.below(4).min(page.options.len() as u32) {
            let flag = pick(rng, &page.options);
            self.add_flag(rng, game, flag, &mut line);
        }
        line
    }

    fn add_flag(&self, rng: &mut Rng, game: &Game, flag: &Flag, line: &mut Vec<String>) {
        let value = match (&flag.value, flag.possible.as_slice()) {
            (None, _) => None,
            (Some(_), possible) if !possible.is_empty() && rng.chance(0.8) => {
                Some(pick(rng, possible).clone())
            }
            (Some(name), _) => Some(self.value(rng, game, name)),
        };
        match value {
            Some(value) if rng.chance(0.5) => line.push(format!("{}={value}", flag.name)),
            value => line.extend([flag.name.clone()].into_iter().chain(value)),
        }
    }

    /// A value for something of this name: mostly of the right kind, sometimes of any.
    fn value(&self, rng: &mut Rng, game: &Game, name: &str) -> String {
        let kind = if rng.chance(0.05) { "" } else { name };
        if let Some((_, words)) = self.named.iter().find(|(named, words)| *named == kind && !words.is_empty())
        {
            let word = pick(rng, words).clone();
            return respelled(rng, word, 0.05);
        }
        let listed = match kind {
            "GAME" | "SPEC" if rng.chance(0.9) => return respelled(rng, game.spec.clone(), 0.2),
            "AGENT" | "AGENTS" if !game.agents.is_empty() => {
                let agent = pick(rng, &game.agents).spec(rng);
                return respelled(rng, agent, 0.1);
            }
            "FILE" | "FOLDER" | "FROM" | "TO" | "OUT" | "DIR" | "STORE" => FILES,
            "TIME" => TIMES,
            "TIME+INCREMENT" | "POINTS:PLIES" | "ELO0,ELO1" => PAIRS,
            "PLIES" | "N" | "GAMES" | "SEED" | "THREADS" | "MOST" | "STONES" | "DEPTH" | "SECONDS"
            | "TOP" | "ALPHA" | "BETA" => {
                if rng.chance(0.5) {
                    USUAL
                } else {
                    NUMBERS
                }
            }
            _ => match rng.below(7) {
                0 => {
                    let text = (*pick(rng, TEXTS)).to_owned();
                    return respelled(rng, text, 0.1);
                }
                1 => FILES,
                2 => TIMES,
                3 => PAIRS,
                4 | 5 => {
                    let example = pick(rng, &self.examples);
                    return pick(rng, example).clone();
                }
                _ => NUMBERS,
            },
        };
        let value = word_of(rng, listed).to_owned();
        respelled(rng, value, 0.1)
    }

    /// Changes one thing.
    fn spoil(&self, rng: &mut Rng, line: &mut Vec<String>) {
        let game = pick(rng, &self.games);
        let at = rng.below(line.len() as u32 + 1) as usize;
        let Some(word) = line.get(at).cloned() else {
            line.push(self.value(rng, game, ""));
            return;
        };
        match rng.below(10) {
            0 => {
                line.remove(at);
            }
            1 => line.insert(at, word),
            2 => line[at] = self.value(rng, game, ""),
            3 => {
                let same_command = |page: &&Page| !page.path.is_empty() && line.starts_with(&page.path);
                let page = self.pages.iter().rev().find(same_command).unwrap_or(&self.pages[0]);
                if !page.options.is_empty() {
                    let flag = pick(rng, &page.options);
                    self.add_flag(rng, game, flag, line);
                }
            }
            4 => line[at] = spoilt_text(rng, &word),
            _ => exchange_number(rng, line),
        }
    }

    /// Adds limits where the command takes them and has none.
    fn keep_small(&self, rng: &mut Rng, line: &mut Vec<String>) {
        let Some(page) =
            self.pages.iter().rev().find(|page| !page.path.is_empty() && line.starts_with(&page.path))
        else {
            return;
        };
        for &(name, value) in SMALL {
            let takes = page.options.iter().any(|flag| flag.name == name);
            if takes && !line.iter().any(|word| word.starts_with(name)) && rng.chance(KEPT_SMALL) {
                line.extend([name.to_owned(), value.to_owned()]);
            }
        }
    }
}

impl Agent {
    fn read(listed: &Value) -> Option<Self> {
        let mentioned = listed["summary"].as_str()?.split([' ', ',', ';', '(', ')']);
        let arguments = mentioned.filter_map(|word| Some(word.split_once('=')?.0.to_owned()));
        let limits = ["depth", "nodes", "time"].map(str::to_owned);
        Some(Self {
            example: listed["example"].as_str()?.to_owned(),
            arguments: arguments.chain(limits).collect(),
        })
    }

    /// The example, often with one more argument.
    fn spec(&self, rng: &mut Rng) -> String {
        if rng.chance(0.5) {
            return self.example.clone();
        }
        let kind = if rng.chance(0.8) { NUMBERS } else { TIMES };
        let argument = format!("{}={}", pick(rng, &self.arguments), word_of(rng, kind));
        match self.example.strip_suffix(')') {
            Some(open) => format!("{open}, {argument})"),
            None => format!("{}({argument})", self.example),
        }
    }
}

/// Every text under a key, however deep.
fn texts(value: &Value, key: &str) -> Vec<String> {
    let own = value.get(key).and_then(Value::as_str).map(str::to_owned);
    let children: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(map) => map.values().collect(),
        _ => Vec::new(),
    };
    own.into_iter().chain(children.into_iter().flat_map(|child| texts(child, key))).collect()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The text, or with this probability a spoilt one.
fn respelled(rng: &mut Rng, text: String, probability: f64) -> String {
    if rng.chance(probability) { spoilt_text(rng, &text) } else { text }
}

fn pick<'a, T>(rng: &mut Rng, items: &'a [T]) -> &'a T {
    &items[rng.below(items.len() as u32) as usize]
}

/// One of the words of a list.
fn word_of(rng: &mut Rng, list: &'static str) -> &'static str {
    let words: Vec<&str> = list.split_ascii_whitespace().collect();
    pick::<&str>(rng, &words)
}

/// The text with one part cut out, doubled, exchanged or put in.
fn spoilt_text(rng: &mut Rng, text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let start = rng.below(letters.len() as u32 + 1) as usize;
    let end = start + rng.below((letters.len() - start) as u32 + 1) as usize;
    let piece = match rng.below(4) {
        0 => word_of(rng, NUMBERS),
        1 => word_of(rng, TIMES),
        _ => pick(rng, TEXTS),
    };
    match rng.below(5) {
        0 => drop(letters.drain(start..end)),
        1 => {
            let part = letters[start..end].to_vec();
            letters.splice(start..start, part);
        }
        2 => drop(letters.splice(start..start, piece.chars())),
        3 => drop(letters.splice(start..end, piece.chars())),
        _ => {
            let part = letters[start..end].repeat(if rng.chance(0.1) { 1000 } else { 3 });
            letters.splice(start..end, part);
        }
    }
    letters.into_iter().collect()
}

/// Puts another number for one of the line: what is read as a number is where limits are forgotten.
fn exchange_number(rng: &mut Rng, line: &mut [String]) {
    let digits =
        |word: &str| word.char_indices().find(|(_, letter)| letter.is_ascii_digit()).map(|(at, _)| at);
    let mut numbered: Vec<&mut String> = line.iter_mut().filter(|word| digits(word).is_some()).collect();
    if numbered.is_empty() {
        return;
    }
    let chosen = rng.below(numbered.len() as u32) as usize;
    let word = &mut *numbered[chosen];
    let starts: Vec<usize> =
        word.match_indices(|letter: char| letter.is_ascii_digit()).map(|(at, _)| at).collect();
    let start = *pick(rng, &starts);
    let rest = word[start..]
        .find(|letter: char| !letter.is_ascii_digit())
        .map_or(word.len(), |length| start + length);
    word.replace_range(start..rest, word_of(rng, NUMBERS));
}

/// A word as the system takes it. Nothing leads out of the scratch folder: an output may go anywhere.
fn outside_word(rng: &mut Rng, word: String) -> OsString {
    let leads_out =
        |path: &str| path.starts_with(['/', '~', '\\']) || path.split(['/', '\\']).any(|part| part == "..");
    let values = word.match_indices('=').map(|(at, _)| &word[at + 1..]);
    let mut word = if values.chain([word.as_str()]).any(leads_out) { "folder".to_owned() } else { word };
    word.retain(|letter| letter != '\0');
    // Longer ones are refused by the system itself.
    while word.len() > 50_000 {
        word.pop();
    }
    if rng.chance(0.01) { not_unicode(&word) } else { word.into() }
}

#[cfg(unix)]
fn not_unicode(word: &str) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec([word.as_bytes(), b"\xff\xfe"].concat())
}

#[cfg(not(unix))]
fn not_unicode(word: &str) -> OsString {
    word.into()
}

#[cfg(test)]
mod tests {
    use std::path::Component;

    use super::*;

    fn source() -> CommandLines {
        let flag = |name: &str, value: Option<&str>| Flag {
            name: name.to_owned(),
            value: value.map(str::to_owned),
            possible: Vec::new(),
        };
        let page = |path: &[&str], options: Vec<Flag>| Page {
            path: path.iter().copied().map(str::to_owned).collect(),
            arguments: vec!["GAME".to_owned(), "FILE".to_owned()],
            options,
            examples: vec!["agon match reversi \"mcts(time=1s)\" /etc/x --out=../y".to_owned()],
            ..Page::default()
        };
        let pages = vec![page(&[], Vec::new()), page(&["match"], vec![flag("--games", Some("N"))])];
        let listed = serde_json::json!({"summary": "one; table= MiB, beam=2", "example": "greedy(reply)"});
        let agents: Vec<Agent> = Agent::read(&listed).into_iter().collect();
        assert_eq!(agents[0].arguments, ["table", "beam", "depth", "nodes", "time"]);
        CommandLines::new(pages, vec![Game { spec: "reversi:6x6".to_owned(), agents }], Vec::new())
    }

    #[test]
    fn lines_repeat_and_differ() {
        let source = source();
        let lines: Vec<_> = (0..500).map(|index| source.line(Seed(1), index)).collect();
        assert!((0..500).all(|index| lines[index as usize] == source.line(Seed(1), index)));
        let different: std::collections::HashSet<_> = lines.iter().collect();
        assert!(different.len() > 250, "{}", different.len());
        assert!(lines.iter().any(|line| line.windows(2).any(|pair| pair[0] == "--games" && pair[1] == "2")));
    }

    #[test]
    fn nothing_leads_out_of_the_folder() {
        let source = source();
        for word in (0..5000).flat_map(|index| source.line(Seed(2), index)) {
            let word = word.to_string_lossy();
            let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
            let values = word.match_indices('=').map(|(at, _)| &word[at + 1..]);
            for path in values.chain([&word[..]]) {
                assert!(Path::new(path).components().all(inside), "{word:?}");
            }
        }
    }
}
