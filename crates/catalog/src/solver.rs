//! Minimax to the end for the trainings that score boards: alpha-beta, brought to them from outside.

use agon_core::{Budget, Evaluator, Game, Keyed, Player, Score, Seed, Think};
use agon_learn::backwards::{Solve, Solver};
use agon_search::{AlphaBeta, AlphaBetaParams, FixedDepth, Look, Root};

/// Boards are scored one after the other, each in far fewer positions than this many bytes hold.
const TABLE: usize = 4 << 20;

/// Scores positions by alpha-beta with scout windows, fewest replies first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndgameSolver;

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

#[cfg(test)]
mod tests {
    use super::*;
    use agon_abilities::BoardFeatures;
    use agon_core::Status;
    use agon_learn::backwards::Shortened;
    use agon_learn::models::{LinearModel, ReadyModel};
    use agon_reversi::{CellKindFeatures, Reversi, Rules};
    use std::sync::Arc;

    fn minimax<G: Game>(game: &G, pos: &G::Position, pov: Player) -> Score {
        let player = match game.status(pos) {
            Status::Over(outcome) => return game.final_score(pos, &outcome, pov),
            Status::ToMove(player) => player,
        };
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        let values = moves.into_iter().map(|mv| minimax(game, &game.after(pos, mv), pov));
        if player == pov { values.max() } else { values.min() }.unwrap_or(Score::ZERO)
    }

    #[test]
    fn plain_minimax_finds_the_same() {
        let rules = Rules::from_spec(&"reversi:88".parse().unwrap()).unwrap();
        let game: Reversi<u128> = Reversi::new(rules).unwrap();
        let features: Arc<dyn BoardFeatures<Reversi<u128>>> = Arc::new(CellKindFeatures::new(&game));
        let weights = (0..features.count()).map(|index| (index * index % 7) as f64 - 3.0).collect();
        let model = ReadyModel::new(&features, &LinearModel { offset: 0.5, weights });
        agrees_with_minimax(&Shortened::new(&game, None), 6);
        agrees_with_minimax(&Shortened::new(&game, Some((4, &model))), 3);
        agrees_with_minimax(&Shortened::new(&game, Some((40, &model))), 3);
    }

    /// On random positions with at most so many plies left.
    fn agrees_with_minimax<G: Keyed>(game: &G, plies: u32) {
        let mut rng = Seed(1).stream("solver", 0);
        let mut solve = EndgameSolver.on(game);
        for _ in 0..60 {
            let mut pos = game.start();
            while game.plies_left(&pos) > plies
                && let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new())
            {
                game.play_unchecked(&mut pos, mv);
            }
            if let Some(player) = game.status(&pos).to_move() {
                assert_eq!(solve(&pos), minimax(game, &pos, player));
            }
        }
    }
}
