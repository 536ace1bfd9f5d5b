//! `agon analyze`: best moves with scores and lines.

use std::io::Write;
use std::time::Duration;

use agon_catalog::game;
use agon_core::{AgentError, Budget, Choice, Clock, Player, Seed, Status, Stop, SystemClock, Think};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::failure::Failure;
use crate::limits::{From, Limits};
use crate::terminal::{self, Color, Marks};

/// Find the best moves of a position, with their values for the side to move and the expected line.
///
/// Values are final points differences for Reversi and Blokus, and for line games the distance score of solvers:
/// positive wins, larger wins sooner. `--exact` searches to the end of the game and says whether the result is proven;
/// among more than two players nothing can be proven, and the value is what the mover can make sure of. Monte Carlo
/// agents report shares of wins instead, from 0 to 1.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon analyze reversi --moves f5d6c3 --time 2s\n  \
    agon analyze connect4 --moves 6614446666373154 --exact\n  \
    agon analyze gomoku --moves \"h8 h9 g8\" --agent \"alphabeta(depth=4, radius=2)\" --json")]
pub struct Analyze {
    /// The game
    game: String,
    #[command(flatten)]
    from: From,
    /// Who analyses; a strong one for the game if not said
    #[arg(long)]
    agent: Option<String>,
    /// Prove the result by searching to the end of the game
    #[arg(long, conflicts_with = "agent")]
    exact: bool,
    #[command(flatten)]
    limits: Limits,
    /// Everything random follows from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads to search with (0: all cores)
    #[arg(long, default_value_t = 1, conflicts_with = "agent")]
    threads: usize,
    /// How many moves to list
    #[arg(long, default_value_t = 10)]
    top: usize,
    /// Whether to use colour
    #[arg(long, value_enum, default_value_t)]
    color: Color,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// No search uses more.
const MOST_THREADS: usize = 64;
/// MiB for the table of a proof: it takes only as much of them as it needs.
const PROOF_TABLE: usize = 1024;

/// The stable JSON of an analysis.
#[derive(Serialize)]
struct Report {
    game: String,
    position: String,
    to_move: String,
    agent: String,
    best: String,
    value: Option<f64>,
    exact: bool,
    depth: u32,
    nodes: u64,
    seconds: f64,
    line: Vec<String>,
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    mv: String,
    value: f64,
    /// Whether the move is only known to be worth at most that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    at_most: bool,
}

impl Analyze {
    pub fn run(&self) -> Result<(), Failure> {
        let game = game(&self.game)?;
        let agent = self.agent.clone().unwrap_or_else(|| self.default_agent(game.players()));
        let seats = vec![Some(agent.clone()); game.players()];
        let mut session = game.clone().session(&seats, &self.from.origin())?;
        let Status::ToMove(player) = session.status() else { return Err(AgentError::GameOver.into()) };
        let clock = SystemClock::start();
        let default = if self.exact { Budget::default() } else { Budget::time(Duration::from_secs(1)) };
        let budget = self.limits.for_agent(session.budget(player), default);
        let bar = spinner();
        let mut show = |progress: &agon_core::Progress| {
            bar.set_message(format!(
                "depth {}, value {}, {} nodes, {:.1} s",
                progress.depth,
                progress.score,
                progress.nodes,
                progress.elapsed.as_secs_f64()
            ));
            bar.tick();
        };
        let mut think = Think::new(budget, Seed(self.seed), &clock, Stop::default()).on_progress(&mut show);
        let choice = session.think(&mut think)?;
        bar.finish_and_clear();
        let report = report(&game.spec(), &agent, session.position(), player, choice, clock.now());
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", agon_core::visible_json(&serde_json::to_string(&report)?))?;
        } else {
            writeln!(out, "{}", terminal::draw(&session.view(), &Marks::default(), self.color.is_on()))?;
            write!(out, "{}", self.text(&report))?;
        }
        Ok(())
    }

    fn default_agent(&self, players: usize) -> String {
        let threads = agon_core::Executor::new(self.threads).threads().min(MOST_THREADS);
        match (self.exact, players) {
            (true, 2) => format!("solve(threads={threads}, table={PROOF_TABLE})"),
            (true, _) => format!("paranoid(endgame={}, threads={threads})", u32::MAX),
            (false, 2) => format!("negascout(every-move, threads={threads})"),
            (false, _) => format!("paranoid(every-move, threads={threads})"),
        }
    }

    fn text(&self, report: &Report) -> String {
        let value = report.value.map_or("no value".to_owned(), |value| format!("{value:+}"));
        let kind = match (report.exact, self.exact) {
            (true, _) => "proven",
            (false, true) => "not proven within the limits",
            (false, false) => "estimated",
        };
        let mut text = format!("{} to move, best {} {value} ({kind})\n", report.to_move, report.best);
        text += &format!("line: {}\n", report.line.join(" "));
        for mv in report.moves.iter().take(self.top) {
            let bound = if mv.at_most { "at most " } else { "" };
            text += &format!("  {:<12} {bound}{:+}\n", mv.mv, mv.value);
        }
        if report.moves.len() > self.top {
            text += &format!("  and {} more moves (--top shows them)\n", report.moves.len() - self.top);
        }
        text += &format!("depth {}, {} nodes, {:.3} s\n", report.depth, report.nodes, report.seconds);
        text
    }
}

fn report(
    game: &str,
    agent: &str,
    position: String,
    player: Player,
    choice: Choice<String>,
    elapsed: Duration,
) -> Report {
    let rated = |rated: agon_core::Rated<String>| MoveReport {
        mv: rated.mv,
        value: rated.score.to_f64(),
        at_most: rated.at_most,
    };
    Report {
        game: game.to_owned(),
        position,
        to_move: player.to_string(),
        agent: agent.to_owned(),
        best: choice.mv,
        value: choice.score.map(agon_core::Score::to_f64),
        exact: choice.exact,
        depth: choice.depth,
        nodes: choice.nodes,
        seconds: elapsed.as_secs_f64(),
        line: choice.line,
        moves: choice.moves.into_iter().map(rated).collect(),
    }
}

/// A line that says how far the search is, on a terminal only.
fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    bar
}
