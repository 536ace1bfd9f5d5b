//! An evaluator of your own: in Agon's alpha-beta search, and in the catalog of the `agon` command.
//!
//! Alone it searches one position; with arguments it is the whole command, which now knows `quiet`:
//!
//! ```sh
//! cargo run --release -p agon-cli --example own_evaluator
//! cargo run --release -p agon-cli --example own_evaluator -- agents reversi quiet
//! cargo run --release -p agon-cli --example own_evaluator -- \
//!     match reversi "alphabeta(depth=3, eval=quiet(corner=12))" "alphabeta(depth=3)" --games 20 --random-plies 6
//! ```

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use agon_catalog::{EvaluatorKind, EvaluatorMethod, Registry};
use agon_core::spec::SpecOption;
use agon_core::{Agent, Budget, Evaluator, Game, Notation, Player, Score, Seed, Think};
use agon_grid::Cell;
use agon_reversi::{BoardWord, Position, Reversi, Wide};
use agon_search::{AlphaBeta, AlphaBetaParams, Deepening};

/// Discs beside empty cells give the opponent moves; corners can never be flipped.
struct Quiet {
    corner: i32,
}

const NEIGHBOURS: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl<W: BoardWord> Evaluator<Reversi<W>> for Quiet {
    fn value(&self, game: &Reversi<W>, pos: &Position<W>, pov: Player) -> Score {
        let (shape, discs) = (&game.rules().shape, pos.own() | pos.opponent());
        let is_open = |index: &u32| {
            let around = |step: &(i32, i32)| shape.step(Cell(*index as u16), *step);
            NEIGHBOURS.iter().filter_map(around).any(|cell| !discs.has(cell.index()))
        };
        let worth = |player: Player| {
            let own = pos.discs(player);
            self.corner * (own & game.corners()).count() as i32 - own.indices().filter(is_open).count() as i32
        };
        Score::points(worth(pov) - worth(pov.other()))
    }
}

/// The evaluator as specs name it: `quiet` or `quiet(corner=12)`.
fn quiet<W: BoardWord + 'static>() -> EvaluatorMethod<Reversi<W>> {
    let corner =
        SpecOption::whole("corner", "discs", 0, 64, "how many open discs a corner outweighs").or("8");
    let kind = EvaluatorKind::new("quiet", "few discs beside empty cells, and corners").takes(&[corner]);
    EvaluatorMethod::new(kind, |_, options| {
        let corner = options.whole_u32("corner").unwrap_or_default() as i32;
        Ok(Arc::new(Quiet { corner }))
    })
}

/// Searches a position without any catalog.
fn search() -> Result<(), Box<dyn Error>> {
    let game: Reversi<u64> = Reversi::new(Default::default())?;
    let mut pos = game.start();
    game.play_moves(&mut pos, "f5 d6 c3 d3 c4")?;
    let search = AlphaBeta::for_game(&game, Quiet { corner: 8 }, AlphaBetaParams::default())?;
    let mut agent = Deepening { search, default_depth: 6, endgame: None };
    let choice = agent.choose(&game, &pos, &mut Think::untimed(Budget::depth(6), Seed(1)))?;
    let line: Vec<_> = choice.line.iter().map(|&mv| game.write_move(mv)).collect();
    println!("best move {} after {} nodes; expected: {}", line[0], choice.nodes, line.join(" "));
    Ok(())
}

fn main() -> ExitCode {
    if std::env::args().len() > 1 {
        let mut registry = Registry::standard();
        // Boards of up to 64, up to 128 and more cell numbers are three types.
        registry.add_evaluator(quiet::<u64>()).add_evaluator(quiet::<u128>()).add_evaluator(quiet::<Wide>());
        return agon_cli::run(registry);
    }
    match search() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
