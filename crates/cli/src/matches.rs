//! `agon match`: games between agents, and what they say.

use std::io::Write;

use agon_arena::stats::{self, Interval};
use agon_arena::{Match, Tally};
use agon_catalog::game;
use agon_core::{Executor, Seed, Stop, SystemClock};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::failure::Failure;
use crate::limits::Limits;

/// Play games between agents. Seats are exchanged from game to game; the same seed gives the same games.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon match reversi random greedy --games 100 --seed 1\n  \
    agon match reversi:88 greedy \"greedy(reply)\" --games 1000 --threads 2 --json")]
pub struct MatchCommand {
    /// The game
    game: String,
    /// The agents; they share the seats evenly
    #[arg(required = true)]
    agents: Vec<String>,
    /// Games to play
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Everything random follows from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    limits: Limits,
    /// Threads to play with (0: all cores)
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The stable JSON of a match.
#[derive(Serialize)]
struct Report {
    game: String,
    games: u64,
    seed: u64,
    agents: Vec<AgentReport>,
    sprt: Option<()>,
}

#[derive(Serialize)]
struct AgentReport {
    spec: String,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    margin: f64,
    score: f64,
    score_interval: [f64; 2],
    elo: EloReport,
    forfeits: u64,
    ms_per_move: f64,
    nodes_per_move: f64,
}

/// Elo against the other agents together; `null` where it is beyond all measure (every game won or lost).
#[derive(Serialize)]
struct EloReport {
    value: f64,
    low: f64,
    high: f64,
}

impl MatchCommand {
    pub fn run(&self) -> Result<(), Failure> {
        let game = game(&self.game)?;
        let clock = SystemClock::start();
        let settings = Match {
            games: self.games,
            seed: Seed(self.seed),
            budget: self.limits.given(),
            executor: Executor::new(self.threads),
            clock: &clock,
            stop: Stop::default(),
        };
        let bar = progress_bar(self.games);
        let tally = game.play_match(&self.agents, &settings, &mut |tally| {
            bar.set_position(tally.games);
            true
        });
        bar.finish_and_clear();
        let report = self.report(game.spec(), &tally?);
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            write!(out, "{}", table(&report))?;
        }
        Ok(())
    }

    fn report(&self, game: String, tally: &Tally) -> Report {
        let agent = |(index, spec): (usize, &String)| {
            let own = &tally.agents[index];
            let score = tally.score(index);
            let Interval { value, low, high } = score.map(stats::elo);
            AgentReport {
                spec: spec.clone(),
                wins: own.wins,
                draws: own.draws,
                losses: own.losses,
                points: own.mean_points(),
                margin: own.mean_margin(),
                score: score.value,
                score_interval: [score.low, score.high],
                elo: EloReport { value, low, high },
                forfeits: own.forfeits,
                ms_per_move: own.ms_per_move(),
                nodes_per_move: own.nodes_per_move(),
            }
        };
        let agents = self.agents.iter().enumerate().map(agent).collect();
        Report { game, games: tally.games, seed: self.seed, agents, sprt: None }
    }
}

/// A bar on a terminal, nothing elsewhere.
fn progress_bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}

fn table(report: &Report) -> String {
    let width = report.agents.iter().map(|agent| agent.spec.chars().count()).max().unwrap_or(0).max(5);
    let mut text = format!("{}, {} games, seed {}\n", report.game, report.games, report.seed);
    text += &format!(
        "{:width$}  {:>6} {:>6} {:>6}  {:>22}  {:>20}  {:>7} {:>7}\n",
        "agent", "won", "drawn", "lost", "score (95%)", "Elo (95%)", "points", "margin"
    );
    for agent in &report.agents {
        let [low, high] = agent.score_interval;
        let score = format!("{:.3} ({low:.3} to {high:.3})", agent.score);
        let elo = format!("{:+.0} ({:+.0} to {:+.0})", agent.elo.value, agent.elo.low, agent.elo.high);
        text += &format!(
            "{:width$}  {:>6} {:>6} {:>6}  {score:>22}  {elo:>20}  {:>7.2} {:>+7.2}\n",
            agent.spec, agent.wins, agent.draws, agent.losses, agent.points, agent.margin
        );
        if agent.forfeits > 0 {
            text += &format!("{:width$}  of the losses, {} by failing to move\n", "", agent.forfeits);
        }
    }
    for agent in &report.agents {
        let (ms, nodes) = (agent.ms_per_move, agent.nodes_per_move);
        text += &format!("{:width$}  {ms:.3} ms and {nodes:.0} nodes per move\n", agent.spec);
    }
    text
}
