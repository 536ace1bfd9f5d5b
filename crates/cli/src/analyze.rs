//! `agon analyze`: best moves with scores and lines, of one position, a list of them, or a recorded game.

mod explanation;
mod positions;
mod recorded;
mod report;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use agon_catalog::{Analysis, AnyGame, MOST_SEARCH_THREADS, Origin, Registry};
use agon_core::spec::Spec;
use agon_core::{
    AgentError, Budget, Choice, Clock, Outcome, Player, Seed, Session, Status, Stop, SystemClock, Think,
    counted,
};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::interrupt;
use crate::limits::{Limits, StartArgs, threads};
use crate::terminal::{self, ColorChoice, Marks};
use report::{AnalysisReport, OverReport};

/// Find the best moves of a position, with their values for the side to move and the expected line.
///
/// The strongest agent of the game analyses, unless --agent names another one. Values are final points differences for
/// Reversi and Blokus, the distance to the end for decided line games, chances to win where random games were played,
/// and else ratings, which only compare. `--exact` searches to the end of the game and says whether the result is
/// proven; among more than two players nothing can be proven, and the value is what the mover can make sure of.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon analyze reversi --moves f5d6c3 --time 2s\n  \
    agon analyze connect4 --moves 52753311433677442422121 --exact --every-move\n  \
    agon analyze gomoku --moves \"h8 h9 g8\" --agent \"alphabeta(depth=4, radius=2)\" --json\n  \
    agon analyze reversi --moves f5d6c3 --agent \"thesis(depth=3)\" --explain\n  \
    agon analyze reversi positions.obf --exact       a result for each line of a file\n  \
    agon analyze --record games.jsonl 1 --time 50ms --svg game.svg\n\n\
    A file of positions has one on each line: a position or a move list, which the value it should have may follow, or \
    OBF (`BOARD X; f5:+2; d6:-4;`). `#` and `%` begin comments.\n\
    Expected values are for the side to move: points more than the opponent at the end for Reversi and Blokus; for line \
    games a win is worth 1 and half of the cells that stay free, rounded down (Connect Four won with the 7th stone: 18), a \
    loss the same below zero, a draw 0. `a1 b1 0` is a draw after two moves. A list of digits needs no spaces: of two words \
    the second is the value, of more the last one if it has a sign.")]
pub struct Analyze {
    /// The game; with --record, that of move lists
    #[arg(required_unless_present = "record")]
    game: Option<String>,
    /// A file of positions, one to a line
    #[arg(conflicts_with_all = ["position", "moves", "record"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    from: StartArgs,
    /// A whole recorded game: a file of records and the number of the game, counted from 1
    #[arg(long, num_args = 2, value_names = ["FILE", "N"], conflicts_with_all = ["position", "moves"])]
    record: Option<Vec<String>>,
    /// Draw the evaluation of the recorded game as a picture too
    #[arg(long, value_name = "FILE", requires = "record")]
    svg: Option<PathBuf>,
    /// Replace a file at that place, whatever it is
    #[arg(long, requires = "svg")]
    force: bool,
    /// Who analyses; the strongest agent of the game if not said
    #[arg(long)]
    agent: Option<String>,
    /// Prove the result by searching to the end of the game
    #[arg(long, conflicts_with_all = ["agent", "depth"])]
    exact: bool,
    /// With --exact: prove the value of every move, not only of the best (without, every move has a value anyway)
    #[arg(long, conflicts_with = "agent")]
    every_move: bool,
    #[command(flatten)]
    limits: Limits,
    /// Everything random follows from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads to search with (0: all cores)
    #[arg(long, default_value_t = 1, conflicts_with = "agent")]
    threads: usize,
    /// How many moves to list; if not given, 10, and all of them with --json
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Say why, where the agent can: rules that hold, what the value is made of, maps of the board; of one position
    #[arg(long, conflicts_with_all = ["file", "record"])]
    explain: bool,
    /// Whether to use colour
    #[arg(long, value_enum, default_value_t)]
    color: ColorChoice,
    /// Print JSON; a line for each position of a file or a recorded game
    #[arg(long)]
    json: bool,
}

/// Moves that are listed for people.
const USUAL_TOP: usize = 10;
/// Time for a position when nothing else limits the search.
const USUAL_TIME: Duration = Duration::from_secs(1);

impl Analyze {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        match (&self.record, &self.game, &self.file) {
            (Some(record), _, _) => recorded::run(self, catalog, record),
            (None, Some(spec), Some(file)) => positions::run(self, &catalog.game(spec)?, file),
            (None, Some(spec), None) => self.one_position(catalog.game(spec)?),
            (None, None, _) => Err(Failure::File("name a game".to_owned())),
        }
    }

    fn one_position(&self, game: Arc<dyn AnyGame>) -> Result<(), Failure> {
        let desk = Desk::new(self, game, USUAL_TIME)?;
        let session = desk.session(&self.from.origin())?;
        if let Status::Over(outcome) = session.status() {
            return self.finished(&*session, &outcome);
        }
        let seen = desk.look(&self.from.origin())?;
        let report = AnalysisReport::new(&desk, &seen);
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", agon_core::visible_json(&serde_json::to_string(&report)?))?;
        } else {
            let board = terminal::draw(&seen.session.view(), &Marks::default(), self.color.screen());
            let text = report.text(self.exact, self.top.unwrap_or(USUAL_TOP));
            write!(out, "{board}\n{}", terminal::fitted(&text, terminal::columns()))?;
        }
        match desk.stop.is_set() {
            true => Err(Failure::Interrupted("stopped: this is the best that was found so far".to_owned())),
            false => Ok(()),
        }
    }

    /// A game that is over has a result and no best move.
    fn finished(&self, session: &dyn Session, outcome: &Outcome) -> Result<(), Failure> {
        let report = OverReport::new(session, outcome, None);
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", agon_core::visible_json(&serde_json::to_string(&report)?))?;
        } else {
            let board = terminal::draw(&session.view(), &Marks::default(), self.color.screen());
            writeln!(out, "{board}\n{}", report.verdict)?;
        }
        Ok(())
    }
}

/// Who analyses, and with what limits.
struct Desk<'a> {
    options: &'a Analyze,
    game: Arc<dyn AnyGame>,
    agent: Spec,
    /// What limits a search that nothing else limits.
    usual: Budget,
    stop: Stop,
    bar: ProgressBar,
}

/// A position that was looked at.
struct Seen {
    session: Box<dyn Session>,
    player: Player,
    choice: Choice<String>,
    elapsed: Duration,
}

impl<'a> Desk<'a> {
    fn new(options: &'a Analyze, game: Arc<dyn AnyGame>, usual: Duration) -> Result<Self, Failure> {
        let agent = match &options.agent {
            Some(agent) => agent.parse()?,
            None => game.analyst(Analysis {
                exact: options.exact,
                every_move: options.every_move || !options.exact,
                threads: threads(options.threads, MOST_SEARCH_THREADS),
            }),
        };
        game.check_agent(&agent)?;
        options.limits.note_unlimited(std::iter::once(&agent));
        let usual = if options.exact { Budget::default() } else { Budget::time(usual) };
        Ok(Self { options, game, agent, usual, stop: interrupt::stop(), bar: spinner() })
    }

    /// A session at that place with the agent on every seat.
    fn session(&self, origin: &Origin<'_>) -> Result<Box<dyn Session>, Failure> {
        let seats = vec![Some(self.agent.clone()); self.game.players()];
        Ok(self.game.clone().session(&seats, origin)?)
    }

    fn look(&self, origin: &Origin<'_>) -> Result<Seen, Failure> {
        let mut session = self.session(origin)?;
        let Status::ToMove(player) = session.status() else { return Err(AgentError::GameOver.into()) };
        let clock = SystemClock::start();
        let limits = &self.options.limits;
        let budget = match self.options.agent {
            Some(_) => limits.for_agent(&*session, player, self.usual),
            None => limits.for_own_choice(&*session, player, self.usual),
        };
        let mut show = |progress: &agon_core::Progress| {
            let (depth, seconds) = (progress.depth, progress.elapsed.as_secs_f64());
            let nodes = counted(progress.nodes, "node", "nodes");
            self.bar.set_message(format!("depth {depth}, {nodes}, {seconds:.1} s"));
            self.bar.tick();
        };
        let seed = Seed(self.options.seed);
        let mut think = Think::new(budget, seed, &clock, self.stop.clone()).on_progress(&mut show);
        let choice = session.think(&mut think)?;
        self.bar.finish_and_clear();
        Ok(Seen { session, player, choice, elapsed: clock.now() })
    }
}

/// A line that says how far the search is, on a terminal only.
fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}
