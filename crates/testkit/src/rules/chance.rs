//! Whether what should be random is: every legal move with the same chance. Seeds are fixed, so that a test that passes
//! always passes.

use agon_core::{Game, Player, Rng, Seed, Status};

/// Positions to look at: one in so many.
const EVERY: usize = 9;
/// Draws for each legal move.
const DRAWS: usize = 40;
/// Positions with more moves are passed over: their draws would take long, and others on the way have fewer.
const MOST_MOVES: usize = 400;
/// Deviations from the expected value at which chance is no longer an explanation: once in 30 million.
const DEVIATIONS: f64 = 5.5;
/// Random games of each kind to compare.
const GAMES: u64 = 400;

/// Asserts that [`Game::random_move`] gives each of `moves` equally often, by the chi-square statistic: its mean is the
/// number of degrees of freedom and its variance twice that, with a longer tail where they are few.
pub(super) fn check_random_move<G: Game>(
    game: &G,
    pos: &G::Position,
    moves: &[G::Move],
    ply: usize,
    rng: &mut Rng,
) {
    if !ply.is_multiple_of(EVERY) || moves.len() < 2 || moves.len() > MOST_MOVES {
        return;
    }
    let mut counts = vec![0u32; moves.len()];
    let mut scratch = Vec::new();
    for _ in 0..DRAWS * moves.len() {
        let drawn = game.random_move(pos, rng, &mut scratch);
        let index = moves.iter().position(|&mv| Some(mv) == drawn);
        counts[index.unwrap_or_else(|| panic!("random_move gave {drawn:?} in {pos:?}"))] += 1;
    }
    let square = |&count: &u32| (f64::from(count) - DRAWS as f64).powi(2) / DRAWS as f64;
    let statistic: f64 = counts.iter().map(square).sum();
    let freedom = (moves.len() - 1) as f64;
    let most = freedom + DEVIATIONS * (2.0 * freedom).sqrt() + DEVIATIONS * DEVIATIONS;
    assert!(statistic < most, "random_move prefers some moves: {statistic} of at most {most} in {pos:?}");
}

/// Asserts that [`Game::playout`] gives each player as many points in the mean as random moves one by one.
pub(super) fn check_playouts<G: Game>(game: &G, seed: Seed) {
    let mut scratch = Vec::new();
    let mut whole = |index| {
        game.playout(&mut game.start(), &mut seed.stream("check_playouts/whole", index), &mut scratch).points
    };
    let by_playout: Vec<_> = (0..GAMES).map(&mut whole).collect();
    let mut scratch = Vec::new();
    let mut single = |index| {
        let mut rng = seed.stream("check_playouts/moves", index);
        let mut pos = game.start();
        loop {
            if let Status::Over(outcome) = game.status(&pos) {
                return outcome.points;
            }
            let mv = game.random_move(&pos, &mut rng, &mut scratch).expect("a player to move has a move");
            game.play_unchecked(&mut pos, mv);
        }
    };
    let by_moves: Vec<_> = (0..GAMES).map(&mut single).collect();
    for player in Player::all(game.players()) {
        let (one, other) = (
            by_playout.iter().map(|points| f64::from(points[player])),
            by_moves.iter().map(|points| f64::from(points[player])),
        );
        let ((one, spread), (other, other_spread)) = (mean_and_error(one), mean_and_error(other));
        let error = spread.hypot(other_spread).max(f64::EPSILON);
        assert!(
            (one - other).abs() <= DEVIATIONS * error,
            "{player}: {one} points by playout, {other} by single moves"
        );
    }
}

/// The mean and its standard error.
fn mean_and_error(points: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let games = GAMES as f64;
    let mean = points.clone().sum::<f64>() / games;
    let squares: f64 = points.map(|point| (point - mean).powi(2)).sum();
    (mean, squares.sqrt() / games)
}
