//! The solver of the trainings finds what plain minimax finds.

use std::sync::Arc;

use agon_abilities::BoardFeatures;
use agon_catalog::EndgameSolver;
use agon_core::{Evaluator, Game, Keyed, Player, Score, Seed, Status};
use agon_learn::backwards::{Shortened, Solver};
use agon_learn::models::{LinearModel, ReadyModel};
use agon_reversi::{CellKindFeatures, Reversi, Rules};

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
    let model: &dyn Evaluator<_> = &model;
    agrees_with_minimax(&Shortened::new(&game, None), 6);
    agrees_with_minimax(&Shortened::new(&game, Some((4, model))), 3);
    agrees_with_minimax(&Shortened::new(&game, Some((40, model))), 3);
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
