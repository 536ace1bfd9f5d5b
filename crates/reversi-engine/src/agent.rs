//! The engine as an agent. Original design.

use std::time::Duration;

use agon_core::{Agent, AgentError, Choice, Game, Rated, Score, Status, Think, Unit};
use agon_grid::Cell;
use agon_reversi::{BoardWord, Move, Position, Reversi, Rules, Scoring, Start};

use crate::board::Board;
use crate::engine::{Engine, Goal, Report};
use crate::pace;

/// How far to look when nothing limits a move.
const DEFAULT_DEPTH: u32 = 12;
/// How far to look when there is nothing to choose and time could be saved.
const FORCED_DEPTH: u32 = 4;

/// Chooses moves by an [`Engine`].
#[derive(Debug)]
pub struct EngineAgent {
    engine: Engine,
    name: &'static str,
    exact: bool,
}

impl EngineAgent {
    /// Plays as well as it can within the limits of a move.
    #[must_use]
    pub fn player(engine: Engine) -> Self {
        Self { engine, name: "best", exact: false }
    }

    /// Searches to the end of the game, whatever the limits say of depth.
    #[must_use]
    pub fn solver(engine: Engine) -> Self {
        Self { engine, name: "solve", exact: true }
    }

    /// Whether the engine knows these rules: 8x8, discs from the start, empty cells to the winner.
    #[must_use]
    pub fn knows(rules: &Rules) -> bool {
        let usual = Rules::default();
        rules.shape == usual.shape && rules.scoring == Scoring::Tournament && rules.start != Start::Historical
    }

    /// Where to go; a forced move takes no time, unless its value is what is asked for.
    fn goal(&self, is_forced: bool, think: &Think<'_>) -> Goal {
        let budget = think.budget();
        match budget.depth {
            _ if self.exact => Goal::Exact,
            Some(depth) => Goal::Depth(depth),
            None if is_forced && budget.time.is_some() && !self.engine.values_every_move() => {
                Goal::Depth(FORCED_DEPTH)
            }
            None if budget.nodes.is_some() || budget.time.is_some() => Goal::Furthest,
            None => Goal::Depth(DEFAULT_DEPTH),
        }
    }
}

impl<W: BoardWord> Agent<Reversi<W>> for EngineAgent {
    fn name(&self) -> &str {
        self.name
    }

    fn choose(
        &mut self,
        game: &Reversi<W>,
        pos: &Position<W>,
        think: &mut Think<'_>,
    ) -> Result<Choice<Move>, AgentError> {
        if matches!(game.status(pos), Status::Over(_)) {
            return Err(AgentError::GameOver);
        }
        if !Self::knows(game.rules()) {
            let cause = "it knows 8x8 with empty cells to the winner only".to_owned();
            return Err(AgentError::Failed { agent: self.name.to_owned(), cause });
        }
        let [[own], [opponent]] = [pos.own().words(), pos.opponent().words()];
        let goal = self.goal(game.count_moves(pos) == 1, think);
        let report = self.engine.search(Board { own, opponent }, goal, think);
        Ok(choice(game, pos, &report, think.nodes()))
    }

    fn moves_to_time(&self, _: &Reversi<W>, pos: &Position<W>, left: Duration) -> f64 {
        let [[own], [opponent]] = [pos.own().words(), pos.opponent().words()];
        pace::moves_to_time((own | opponent).count_zeros(), left)
    }

    fn new_game(&mut self) {
        self.engine.forget();
    }
}

fn choice<W: BoardWord>(game: &Reversi<W>, pos: &Position<W>, report: &Report, nodes: u64) -> Choice<Move> {
    let place = |cell: u32| Move::Place(Cell(cell as u16));
    let rated =
        |mv, value: i32, at_most| Rated { at_most, ..Rated::new(mv, Score::points(value), Unit::Points) };
    let moves = match report.moves.as_slice() {
        [] => vec![rated(Move::Pass, report.value, false)],
        moves => moves.iter().map(|found| rated(place(found.cell), found.value, found.at_most)).collect(),
    };
    Choice {
        mv: moves[0].mv,
        score: Some(Score::points(report.value)),
        unit: Unit::Points,
        exact: report.exact,
        depth: report.depth,
        nodes,
        line: with_passes(game, pos, &report.line),
        moves,
    }
}

/// A line of placements, with the passes between them.
fn with_passes<W: BoardWord>(game: &Reversi<W>, pos: &Position<W>, cells: &[u32]) -> Vec<Move> {
    let (mut pos, mut line) = (*pos, Vec::new());
    for &cell in cells {
        for mv in [Move::Pass, Move::Place(Cell(cell as u16))] {
            if game.play(&mut pos, mv).is_ok() {
                line.push(mv);
            }
        }
    }
    line
}
