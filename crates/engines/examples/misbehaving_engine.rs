//! A GTP engine that plays the first free cell of a small board and misbehaves on purpose: what a manager of engines must
//! live through. `misbehaving_engine crash 2` crashes at its second move; see `Fault` for the others.

use std::io::{BufRead, Write, stderr, stdin, stdout};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

/// What goes wrong at the move of that number.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    /// Ends with code 3 and a word on the error output.
    Crash,
    /// Never answers.
    Hang,
    /// Answers after a while.
    Late,
    /// Names a cell that is taken.
    Illegal,
    /// Says megabytes of nonsense, then the answer.
    Garbage,
    /// Says nonsense for ever, in one line.
    Flood,
    /// Begins an answer and ends.
    Half,
    /// Answers with bytes that are no text.
    Bytes,
    /// Ends before it is greeted.
    Start,
    /// Says answers that nobody asked for.
    Early,
    /// Leaves children behind that never end.
    Children,
    /// Does not end when it is told to, nor when its input ends.
    Stay,
    /// Gives up.
    Resign,
}

const FAULTS: &[(&str, Fault)] = &[
    ("none", Fault::None),
    ("crash", Fault::Crash),
    ("hang", Fault::Hang),
    ("late", Fault::Late),
    ("illegal", Fault::Illegal),
    ("garbage", Fault::Garbage),
    ("flood", Fault::Flood),
    ("half", Fault::Half),
    ("bytes", Fault::Bytes),
    ("start", Fault::Start),
    ("early", Fault::Early),
    ("children", Fault::Children),
    ("stay", Fault::Stay),
    ("resign", Fault::Resign),
];

struct Engine {
    fault: Fault,
    /// The move at which it goes wrong.
    at: u32,
    moves: u32,
    size: usize,
    /// In the order in which they were taken.
    taken: Vec<String>,
}

fn main() {
    let words: Vec<_> = std::env::args().collect();
    let name = words.get(1).map_or("none", String::as_str);
    let Some(&(_, fault)) = FAULTS.iter().find(|(known, _)| *known == name) else { exit(2) };
    let at = words.get(2).and_then(|word| word.parse().ok()).unwrap_or(1);
    let mut engine = Engine { fault, at, moves: 0, size: 3, taken: Vec::new() };
    if fault == Fault::Start {
        let _ = writeln!(stderr(), "no license found");
        exit(1);
    }
    if fault == Fault::Early {
        say("= A1\n\n=7 B2\n\nhello\n");
    }
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        engine.hear(&line);
    }
    if fault == Fault::Stay {
        sleep(Duration::from_secs(1000));
    }
}

impl Engine {
    fn hear(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        let number = words.next().unwrap_or_default();
        let (number, command) = match number.parse::<u64>() {
            Ok(_) => (number, words.next().unwrap_or_default()),
            Err(_) => ("", number),
        };
        let arguments: Vec<_> = words.collect();
        let answer = match command {
            "list_commands" => {
                "list_commands\nboardsize\nclear_board\nplay\nundo\ntime_settings\ngenmove\nquit".to_owned()
            }
            "boardsize" => {
                self.size = arguments.first().and_then(|word| word.parse().ok()).unwrap_or(3);
                String::new()
            }
            "clear_board" => {
                self.taken.clear();
                String::new()
            }
            "play" => {
                self.taken.extend(arguments.get(1).map(|cell| cell.to_ascii_uppercase()));
                String::new()
            }
            "undo" => {
                self.taken.pop();
                String::new()
            }
            "genmove" => self.choose(number),
            "quit" if self.fault != Fault::Stay => {
                say(&format!("={number}\n\n"));
                exit(0);
            }
            _ => String::new(),
        };
        say(&format!("={number} {answer}\n\n"));
        if self.fault == Fault::Early {
            say("= C3\n\nand another thing\n");
        }
    }

    fn choose(&mut self, number: &str) -> String {
        self.moves += 1;
        let cells = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (column, row)));
        let names = cells.map(|(column, row)| format!("{}{}", char::from(b'A' + column as u8), row + 1));
        let free = names.into_iter().find(|name| !self.taken.contains(name)).unwrap_or_default();
        if self.moves == self.at {
            self.misbehave(number);
            if self.fault == Fault::Illegal {
                return self.taken.first().cloned().unwrap_or_else(|| "Z9".to_owned());
            }
            if self.fault == Fault::Resign {
                return "resign".to_owned();
            }
        }
        self.taken.push(free.clone());
        free
    }

    fn misbehave(&self, number: &str) {
        match self.fault {
            Fault::Crash => {
                let _ = writeln!(stderr(), "segmentation fault of a sort");
                exit(3);
            }
            Fault::Hang => sleep(Duration::from_secs(1000)),
            Fault::Late => sleep(Duration::from_millis(400)),
            // A thousand lines at a time: a busy machine takes long to hand over each.
            Fault::Garbage => {
                let lines = "the quick brown fox jumps over the lazy dog\n".repeat(1_000);
                (0..100).for_each(|_| say(&lines));
            }
            Fault::Flood => loop {
                say("flood ");
            },
            Fault::Half => {
                say(&format!("={number} A"));
                exit(0);
            }
            Fault::Bytes => {
                let _ = stdout().write_all(b"= \xff\xfe\xfd\n\n\xc3\x28\n");
                let _ = stdout().write_all(format!("={number} ").as_bytes());
                let _ = stdout().write_all(b"\xff\n\n");
                let _ = stdout().flush();
            }
            Fault::Children => {
                let _ = Command::new("sleep").arg("1000").spawn();
            }
            _ => {}
        }
    }
}

/// Who cannot be told anything any more ends.
fn say(text: &str) {
    let mut out = stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}
