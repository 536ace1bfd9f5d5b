//! `agon bench`: how fast the machinery is here.

mod search;

use std::fmt;
use std::io::Write;
use std::time::Duration;

use agon_catalog::{Origin, Registry};
use agon_core::{Clock, LeafCounter, ReadError, Seed, Stop, SystemClock, counted};
use agon_papers::othello_thesis::network::LearnNetwork;
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::interrupt;
use crate::terminal;

/// Measure the speed of the machinery: leaves of perft, random games, training games, and the nodes of searches.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon bench games --seconds 0.1\n  agon bench perft --seconds 0.1 --json\n  agon bench training\n\n\
    `agon bench` measures everything: about a minute.\n\
    Compare figures of one run only: another process on the machine changes all of them."
)]
pub struct Bench {
    /// What to measure; everything if not said
    #[arg(value_enum)]
    what: Option<What>,
    /// Seconds for each line; if not given, 1, and searches go to their full depth
    #[arg(long, value_parser = read_seconds)]
    seconds: Option<Duration>,
    /// Seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// Leaves per second
    Perft,
    /// Random games per second
    Games,
    /// Nodes, nodes per second and branching factor of every search
    Search,
    /// Games per second of one core in the training of the thesis's network, every one of them played
    Training,
}

/// Time for a line where none is given.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Depths that take a fraction of a second each.
const PERFT: &[(&str, u32)] = &[
    ("reversi", 11),
    ("reversi:6x6", 10),
    ("reversi:88", 8),
    ("tictactoe", 9),
    ("connect4", 9),
    ("gomoku", 3),
    ("connect6", 3),
    ("blokus:duo", 3),
    ("blokus", 4),
];
const GAMES: &[&str] = &[
    "reversi",
    "reversi:6x6",
    "reversi:88",
    "reversi:10x10",
    "tictactoe",
    "connect4",
    "connect4:7x7",
    "gomoku",
    "gomoku:10x10",
    "gomoku:20x20",
    "connect6",
    "blokus:duo",
    "blokus:two",
    "blokus",
    "blokus:classic-two",
    "blokus:mini",
];

#[derive(Serialize)]
struct Line {
    bench: &'static str,
    game: &'static str,
    per_second: f64,
    unit: &'static str,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bench, game, per_second, unit } = self;
        write!(f, "{bench:<14} {game:<18} {per_second:>12.0} {unit}/s")
    }
}

/// Reads seconds: some, and not more than a day.
fn read_seconds(text: &str) -> Result<Duration, ReadError> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0);
    let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds
        .ok_or_else(|| ReadError::new(format!("`{text}` is not a number of seconds above 0 and up to 86400")))
}

/// The lines measured so far: shown as they come, or all together as JSON.
struct Lines {
    json: bool,
    all: Vec<serde_json::Value>,
}

impl Lines {
    fn add(&mut self, line: &(impl Serialize + fmt::Display)) -> Result<(), Failure> {
        if !self.json {
            let is_wide = |columns| line.to_string().chars().count() > columns;
            let mut out = std::io::stdout().lock();
            match terminal::columns().is_some_and(is_wide) {
                true => writeln!(out, "{line:#}")?,
                false => writeln!(out, "{line}")?,
            }
        }
        self.all.push(serde_json::to_value(line)?);
        Ok(())
    }
}

impl Bench {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let stop = interrupt::stop();
        let mut lines = Lines { json: self.json, all: Vec::new() };
        self.measure(catalog, &stop, &mut lines)?;
        if self.json {
            writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(&lines.all)?)?;
        }
        match stop.is_set() {
            true => {
                let done = counted(lines.all.len() as u64, "line", "lines");
                Err(Failure::Interrupted(format!("stopped: {done} measured, the next one is not told")))
            }
            false => Ok(()),
        }
    }

    /// Measures what is wanted, until a signal comes.
    fn measure(&self, catalog: &Registry, stop: &Stop, lines: &mut Lines) -> Result<(), Failure> {
        let wanted = |what| self.what.is_none_or(|only| only == what);
        let perft = PERFT.iter().filter(|_| wanted(What::Perft));
        let games = GAMES.iter().filter(|_| wanted(What::Games));
        let training = wanted(What::Training).then_some(());
        let rates = perft
            .map(|&(spec, depth)| self.perft(catalog, spec, depth, stop))
            .chain(games.map(|&spec| self.games(catalog, spec, stop)))
            .chain(training.into_iter().map(|()| self.training(stop)));
        for line in rates {
            let line = line?;
            if stop.is_set() {
                return Ok(());
            }
            lines.add(&line)?;
        }
        if wanted(What::Search) {
            search::run(catalog, self.seconds, stop, |line| lines.add(line))?;
        }
        Ok(())
    }

    fn perft(
        &self,
        catalog: &Registry,
        spec: &'static str,
        depth: u32,
        stop: &Stop,
    ) -> Result<Line, Failure> {
        let (game, counter) = (catalog.game(spec)?, LeafCounter::new(stop.clone()));
        let seconds = self.repeat(stop, || {
            // The counter knows the leaves; the start of a game can always be read.
            let _ = game.perft(&Origin::Start, depth, 1, &counter);
        });
        let per_second = counter.leaves() as f64 / seconds;
        Ok(Line { bench: "perft", game: spec, per_second, unit: "leaves" })
    }

    fn games(&self, catalog: &Registry, spec: &'static str, stop: &Stop) -> Result<Line, Failure> {
        let game = catalog.game(spec)?;
        let mut rng = Seed(self.seed).stream("bench", 0);
        let mut games = 0u64;
        let seconds = self.repeat(stop, || {
            for _ in 0..100 {
                std::hint::black_box(game.random_game(&mut rng));
            }
            games += 100;
        });
        Ok(Line { bench: "random games", game: spec, per_second: games as f64 / seconds, unit: "games" })
    }

    /// Networks of random weights, as in a first generation: nothing is known from an earlier one.
    fn training(&self, stop: &Stop) -> Result<Line, Failure> {
        let task = LearnNetwork::eight_inputs()?;
        let mut rng = Seed(self.seed).stream("bench", 0);
        let mut games = 0;
        let seconds = self.repeat(stop, || games += task.try_random(&mut rng));
        Ok(Line {
            bench: "training games",
            game: "reversi",
            per_second: games as f64 / seconds,
            unit: "games",
        })
    }

    /// Repeats some work for the wished time or until a signal comes, and says how long it really took.
    fn repeat(&self, stop: &Stop, mut work: impl FnMut()) -> f64 {
        let (clock, wished) = (SystemClock::start(), self.seconds.unwrap_or(USUAL_TIME));
        while clock.now() < wished && !stop.is_set() {
            work();
        }
        clock.now().as_secs_f64()
    }
}
