//! `agon bench`: how fast the machinery is here.

mod search;

use std::io::Write;
use std::time::Duration;

use agon_catalog::{Origin, game};
use agon_core::{Clock, ReadError, Seed, SystemClock};
use agon_papers::othello_thesis::network::LearnNetwork;
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;

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
    /// Seconds for each line
    #[arg(long, default_value = "1", value_parser = read_seconds)]
    seconds: Duration,
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

/// Reads seconds: some, and not more than a day.
fn read_seconds(text: &str) -> Result<Duration, ReadError> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0);
    let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds
        .ok_or_else(|| ReadError::new(format!("`{text}` is not a number of seconds above 0 and up to 86400")))
}

impl Bench {
    pub fn run(&self) -> Result<(), Failure> {
        let wanted = |what| self.what.is_none_or(|only| only == what);
        let mut lines = Vec::new();
        if wanted(What::Perft) {
            for &(spec, depth) in PERFT {
                lines.push(self.perft(spec, depth)?);
                self.show(&lines)?;
            }
        }
        if wanted(What::Games) {
            for &spec in GAMES {
                lines.push(self.games(spec)?);
                self.show(&lines)?;
            }
        }
        if wanted(What::Training) {
            lines.push(self.training()?);
            self.show(&lines)?;
        }
        let mut searches = Vec::new();
        if wanted(What::Search) {
            searches = search::run(|line| match self.json {
                true => Ok(()),
                false => Ok(writeln!(std::io::stdout().lock(), "{line}")?),
            })?;
        }
        if self.json {
            let lines = lines.iter().map(serde_json::to_value);
            let all =
                lines.chain(searches.iter().map(serde_json::to_value)).collect::<Result<Vec<_>, _>>()?;
            writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(&all)?)?;
        }
        Ok(())
    }

    fn show(&self, lines: &[Line]) -> Result<(), Failure> {
        if let (false, Some(line)) = (self.json, lines.last()) {
            let Line { bench, game, per_second, unit } = line;
            writeln!(std::io::stdout().lock(), "{bench:<14} {game:<16} {per_second:>14.0} {unit}/s")?;
        }
        Ok(())
    }

    fn perft(&self, spec: &'static str, depth: u32) -> Result<Line, Failure> {
        let game = game(spec)?;
        let mut leaves = 0;
        let seconds = self.repeat(|| leaves += game.perft(&Origin::Start, depth, 1).unwrap_or(0));
        Ok(Line { bench: "perft", game: spec, per_second: leaves as f64 / seconds, unit: "leaves" })
    }

    fn games(&self, spec: &'static str) -> Result<Line, Failure> {
        let game = game(spec)?;
        let mut rng = Seed(self.seed).stream("bench", 0);
        let mut games = 0u64;
        let seconds = self.repeat(|| {
            for _ in 0..100 {
                std::hint::black_box(game.random_game(&mut rng));
            }
            games += 100;
        });
        Ok(Line { bench: "random games", game: spec, per_second: games as f64 / seconds, unit: "games" })
    }

    /// Networks of random weights, as in a first generation: nothing is known from an earlier one.
    fn training(&self) -> Result<Line, Failure> {
        let task = LearnNetwork::eight_inputs()?;
        let mut rng = Seed(self.seed).stream("bench", 0);
        let mut games = 0;
        let seconds = self.repeat(|| games += task.try_random(&mut rng));
        Ok(Line {
            bench: "training games",
            game: "reversi",
            per_second: games as f64 / seconds,
            unit: "games",
        })
    }

    /// Repeats some work for the wished time and says how long it really took.
    fn repeat(&self, mut work: impl FnMut()) -> f64 {
        let clock = SystemClock::start();
        while clock.now() < self.seconds {
            work();
        }
        clock.now().as_secs_f64()
    }
}
