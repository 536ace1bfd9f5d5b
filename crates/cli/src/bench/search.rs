//! What searches cost: nodes per second, and the branching factor that pruning leaves.

use std::time::Duration;

use agon_catalog::{Origin, Registry};
use agon_core::{Budget, Clock, Seed, Stop, SystemClock, Think};
use serde::Serialize;

use crate::failure::Failure;

/// A middle-game position that is neither forced nor quiet.
const REVERSI: &str = "f5d6c3d3c4f4f6f3e6e7c6c5d7e3";
/// The same game with 20 empty cells.
const REVERSI_ENDGAME: &str =
    "f5d6c3d3c4f4f6f3e6e7c6c5d7e3d2b4b3d8a4g4f7f8b5a2a3c7c8b8e8b6a8a5a6d1a1b2g8g7h7h8";
const CONNECT4: &str = "44455533";
const GOMOKU: &str = "h8 h9 g8 i8 g9 g10";
const FOREST: &str = "e5 e6 d5 f5 d6 d7";

/// Searches to a fixed depth: the method, the game, the moves before, the depth.
const DEPTHS: &[(&str, &str, &str, u32)] = &[
    ("minimax", "reversi", REVERSI, 6),
    ("alphabeta(table=0, order=none)", "reversi", REVERSI, 8),
    ("alphabeta", "reversi", REVERSI, 8),
    ("alphabeta", "reversi", REVERSI, 10),
    ("negascout", "reversi", REVERSI, 10),
    ("negascout(aspiration=3)", "reversi", REVERSI, 10),
    ("negascout(threads=2)", "reversi", REVERSI, 11),
    ("negascout", "reversi", REVERSI, 11),
    ("best", "reversi", REVERSI, 16),
    ("solve", "reversi", REVERSI_ENDGAME, 20),
    ("expected-min", "reversi", REVERSI, 5),
    ("expected-min(pruned)", "reversi", REVERSI, 5),
    ("alphabeta", "connect4", CONNECT4, 12),
    ("negascout", "connect4", CONNECT4, 12),
    ("negascout(radius=2)", "gomoku", GOMOKU, 4),
    ("forest(depth=3)", "gomoku:10x10", FOREST, 3),
    ("alphabeta(radius=2, eval=forest(form=walking))", "gomoku:10x10", FOREST, 2),
    ("alphabeta(radius=2, eval=forest(form=cached))", "gomoku:10x10", FOREST, 2),
    ("alphabeta(radius=2, eval=forest(form=incremental))", "gomoku:10x10", FOREST, 2),
    ("maxn", "blokus:mini", "", 3),
    ("paranoid", "blokus:mini", "", 3),
];

/// Monte Carlo searches from the start: the method, the game, the simulations.
const SIMULATIONS: &[(&str, &str, u64)] = &[
    ("mc", "reversi", 200_000),
    ("mcts", "reversi", 200_000),
    ("mc", "connect4", 1_000_000),
    ("mcts", "connect4", 1_000_000),
    ("mc", "gomoku", 100_000),
    ("mcts", "gomoku", 100_000),
    ("mcts", "blokus:duo", 20_000),
    ("mcts", "blokus", 10_000),
];

/// What one search cost.
#[derive(Serialize)]
pub struct SearchLine {
    agent: String,
    game: &'static str,
    depth: u32,
    nodes: u64,
    /// The depth-th root of the nodes; nothing for simulations, nor where time ran out before the depth was reached.
    branching: Option<f64>,
    seconds: f64,
    per_second: f64,
}

/// Runs all searches, each for at most that time, and shows each as it ends, until a signal comes.
pub fn run(
    catalog: &Registry,
    time: Option<Duration>,
    stop: &Stop,
    mut show: impl FnMut(&SearchLine) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let depths = DEPTHS.iter().map(|&(agent, game, moves, depth)| (agent, game, moves, Budget::depth(depth)));
    let simulations = SIMULATIONS.iter().map(|&(agent, game, nodes)| (agent, game, "", Budget::nodes(nodes)));
    for (agent, game, moves, budget) in depths.chain(simulations) {
        let line = measure(catalog, agent, game, moves, Budget { time, ..budget }, stop)?;
        if stop.is_set() {
            return Ok(());
        }
        show(&line)?;
    }
    Ok(())
}

fn measure(
    catalog: &Registry,
    agent: &str,
    spec: &'static str,
    moves: &str,
    budget: Budget,
    stop: &Stop,
) -> Result<SearchLine, Failure> {
    let game = catalog.game(spec)?;
    let seats = vec![Some(agent.parse()?); game.players()];
    let mut session = game.session(&seats, &Origin::Moves(moves))?;
    let clock = SystemClock::start();
    let choice = session.think(&mut Think::new(budget, Seed(1), &clock, stop.clone()))?;
    let (nodes, seconds) = (choice.nodes, clock.now().as_secs_f64());
    // Of a search that ran out of time, nobody knows to which depth its nodes belong.
    let whole = budget.depth.filter(|&depth| depth == choice.depth);
    Ok(SearchLine {
        agent: agent.to_owned(),
        game: spec,
        depth: choice.depth,
        nodes,
        branching: whole.map(|depth| (nodes as f64).powf(1.0 / f64::from(depth))),
        seconds,
        per_second: nodes as f64 / seconds,
    })
}

impl std::fmt::Display for SearchLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { agent, game, depth, nodes, branching, seconds, per_second } = self;
        let thousands = per_second / 1e3;
        // `{:#}` has the figures on a line of their own, for terminals that are not wide.
        let between = if f.alternate() { "\n " } else { "" };
        write!(f, "{agent:<31} {game:<12}{between} ")?;
        write!(f, "depth {depth:>2} {nodes:>10} nodes {seconds:>7.3} s {thousands:>7.0} k/s")?;
        match branching {
            Some(branching) => write!(f, " branching {branching:>5.2}"),
            None => Ok(()),
        }
    }
}
