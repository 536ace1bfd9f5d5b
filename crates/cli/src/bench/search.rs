//! What searches cost: nodes per second, and the branching factor that pruning leaves.

use agon_catalog::{Origin, game};
use agon_core::{Budget, Clock, Seed, Stop, SystemClock, Think};
use serde::Serialize;

use crate::failure::Failure;

/// A middle-game position that is neither forced nor quiet.
const REVERSI: &str = "f5d6c3d3c4f4f6f3e6e7c6c5d7e3";
const CONNECT4: &str = "44455533";
const GOMOKU: &str = "h8 h9 g8 i8 g9 g10";

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
    ("expected-min", "reversi", REVERSI, 5),
    ("expected-min(pruned)", "reversi", REVERSI, 5),
    ("alphabeta", "connect4", CONNECT4, 12),
    ("negascout", "connect4", CONNECT4, 12),
    ("negascout(radius=2)", "gomoku", GOMOKU, 4),
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
    /// The depth-th root of the nodes; nothing for simulations.
    branching: Option<f64>,
    seconds: f64,
    per_second: f64,
}

/// Runs all searches, showing each as it ends.
pub fn run(mut show: impl FnMut(&SearchLine) -> Result<(), Failure>) -> Result<Vec<SearchLine>, Failure> {
    let mut lines = Vec::new();
    for &(agent, game, moves, depth) in DEPTHS {
        let mut line = measure(agent, game, moves, Budget::depth(depth))?;
        line.branching = Some((line.nodes as f64).powf(1.0 / f64::from(depth)));
        show(&line)?;
        lines.push(line);
    }
    for &(agent, game, simulations) in SIMULATIONS {
        let line = measure(agent, game, "", Budget::nodes(simulations))?;
        show(&line)?;
        lines.push(line);
    }
    Ok(lines)
}

fn measure(agent: &str, spec: &'static str, moves: &str, budget: Budget) -> Result<SearchLine, Failure> {
    let game = game(spec)?;
    let seats = vec![Some(agent.to_owned()); game.players()];
    let mut session = game.session(&seats, &Origin::Moves(moves))?;
    let clock = SystemClock::start();
    let choice = session.think(&mut Think::new(budget, Seed(1), &clock, Stop::default()))?;
    let (nodes, seconds) = (choice.nodes, clock.now().as_secs_f64());
    Ok(SearchLine {
        agent: agent.to_owned(),
        game: spec,
        depth: choice.depth,
        nodes,
        branching: None,
        seconds,
        per_second: nodes as f64 / seconds,
    })
}

impl std::fmt::Display for SearchLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { agent, game, depth, nodes, branching, seconds, per_second } = self;
        let thousands = per_second / 1e3;
        write!(
            f,
            "{agent:<31} {game:<12} depth {depth:>2} {nodes:>10} nodes {seconds:>7.3} s {thousands:>7.0} k/s"
        )?;
        match branching {
            Some(branching) => write!(f, " branching {branching:>5.2}"),
            None => Ok(()),
        }
    }
}
