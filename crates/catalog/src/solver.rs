//! Minimax to the end for the trainings that score boards: alpha-beta, brought to them from outside.

use agon_core::{Budget, Evaluator, Game, Keyed, Player, Score, Seed, Think};
use agon_learn::backwards::{Solve, Solver};
use agon_search::{AlphaBeta, AlphaBetaParams, FixedDepth, Look, Root};

/// Boards are scored one after the other, each in far fewer positions than this many bytes hold.
const TABLE: usize = 4 << 20;

/// Scores positions by alpha-beta with scout windows, fewest replies first: the solver that the trainings of
/// `agon_learn::backwards` ask for.
#[derive(Clone, Copy, Debug)]
pub struct EndgameSolver;

/// The search goes to the end: nobody asks.
struct NeverAsked;

impl<G: Game> Evaluator<G> for NeverAsked {
    fn value(&self, _: &G, _: &G::Position, _: Player) -> Score {
        Score::ZERO
    }
}

impl Solver for EndgameSolver {
    fn on<'g, G: Keyed>(&'g self, game: &'g G) -> Solve<'g, G::Position> {
        let params = AlphaBetaParams { table: TABLE, look: Look::Replies, ..AlphaBetaParams::default() };
        let mut search = AlphaBeta::for_game(game, NeverAsked, params).ok();
        Box::new(move |pos| {
            let player = game.status(pos).to_move().unwrap_or(Player::FIRST);
            let mut moves = Vec::new();
            game.moves(pos, &mut moves);
            moves.sort_by_cached_key(|&mv| game.count_moves(&game.after(pos, mv)));
            let root = Root { pos: pos.clone(), player, moves, expected: None };
            let depth = game.plies_left(pos).max(1);
            let mut think = Think::untimed(Budget::default(), Seed(0));
            let found = search.as_mut().and_then(|search| {
                search.forget();
                search.search(game, &root, depth, &mut think).ok()
            });
            let best = found.and_then(|found| found.moves.iter().map(|root_move| root_move.score).max());
            best.map_or(Score::ZERO, agon_core::static_value::reported)
        })
    }
}
