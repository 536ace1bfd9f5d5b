//! ProbCut off changes nothing, on it cuts; fits repeat, and files are read or refused.

use super::*;
use agon_core::{Agent, Budget, Choice, Seed};
use agon_reversi::{Mobility, Reversi, Rules};

use crate::{AlphaBeta, AlphaBetaParams, Deepening, Minimax};

type Board = Reversi<u64>;

fn game() -> Board {
    Reversi::new(Rules::from_spec(&"reversi:6x6".parse().unwrap()).unwrap()).unwrap()
}

fn fitted(positions: u32) -> ProbCut {
    let fit = ProbCutFit { positions, depth: 6, seed: Seed(1) };
    let params = AlphaBetaParams::default();
    ProbCut::fit(&game(), &Mobility, &params, fit, "mobility on reversi:6x6, a test".to_owned(), |_| true)
}

fn position(seed: u64, plies: usize) -> <Board as Game>::Position {
    let (game, mut rng) = (game(), Seed(seed).stream("position", 0));
    (0..plies).fold(game.start(), |pos, _| {
        game.random_move(&pos, &mut rng, &mut Vec::new()).map_or(pos, |mv| game.after(&pos, mv))
    })
}

fn choose(
    selective: Option<Selective>,
    scout: bool,
    pos: &<Board as Game>::Position,
    depth: u32,
) -> Choice<agon_reversi::Move> {
    let params = AlphaBetaParams { selective, scout, ..AlphaBetaParams::default() };
    let search = AlphaBeta::for_game(&game(), Mobility, params).unwrap();
    let mut agent = Deepening { search, default_depth: 4, endgame: None };
    agent.choose(&game(), pos, &mut Think::untimed(Budget::depth(depth), Seed(1))).unwrap()
}

#[test]
fn shallow_searches_are_about_half_as_deep() {
    assert_eq!([3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(shallow_depth), [1, 2, 3, 2, 3, 4, 5, 4, 5, 6]);
}

#[test]
fn files_hold_everything() {
    let probcut = fitted(60);
    assert!(probcut.foretold.len() >= 4 * STAGES as usize / 2, "{probcut}");
    let text = probcut.to_string();
    assert_eq!(text.parse(), Ok(probcut));
    for end in (0..text.len()).step_by(7) {
        assert!(text[..end].parse::<ProbCut>().is_err(), "cut short after {end} bytes");
    }
    let wrong = |from: &str, to: &str| text.replacen(from, to, 1).parse::<ProbCut>().unwrap_err().message;
    assert!(wrong("probcut 1", "probcut 9").contains("line 1"));
    assert!(wrong("plies", "moves").contains("line 3"));
    for (from, to) in
        [("from 1", "from 3"), ("from 1", "from 0"), ("left 0", "left 8"), ("depth 3", "depth 61")]
    {
        assert!(wrong(from, to).contains("line 4"), "{to}");
    }
    for points in ["NaN", "inf", "1e300", "-1"] {
        let line = text.lines().nth(3).unwrap();
        let (before, _) = line.rsplit_once(' ').unwrap();
        assert!(wrong(line, &format!("{before} {points}")).contains("line 4"), "{points}");
    }
}

/// An evaluator of which every depth says the same is foretold without any error.
#[test]
fn a_constant_evaluator_never_errs() {
    struct Level;
    impl Evaluator<Board> for Level {
        fn value(&self, _: &Board, _: &<Board as Game>::Position, _: agon_core::Player) -> Score {
            Score::ZERO
        }
    }
    let fit = ProbCutFit { positions: 80, depth: 5, seed: Seed(2) };
    let probcut =
        ProbCut::fit(&game(), &&Level, &AlphaBetaParams::default(), fit, "a test".to_owned(), |_| true);
    assert!(!probcut.foretold.is_empty());
    assert!(
        probcut.foretold.iter().all(|known| (known.offset, known.deviation) == (Score::ZERO, Score::ZERO))
    );
}

#[test]
fn deeper_searches_than_were_measured_are_foretold_by_the_same_difference() {
    let probcut = fitted(60);
    let known = probcut.foretold(6, 16).unwrap();
    let deeper = probcut.foretold(10, 16).unwrap();
    assert_eq!((known.shallow, deeper.shallow, deeper.deviation), (2, 6, known.deviation));
    assert_eq!(probcut.foretold(2, 16), None);
}

/// Where so many deviations are asked for that nothing is certain, the value is that of plain minimax; with few, less is
/// visited.
#[test]
fn what_is_not_certain_is_searched() {
    let probcut = Arc::new(fitted(60));
    let selective = |certain| Some(Selective { probcut: probcut.clone(), certain });
    let (mut all, mut some) = (0, 0);
    for seed in 0..6 {
        let pos = position(seed, 6 + seed as usize);
        let mut minimax = Deepening {
            search: Minimax { evaluator: Mobility, pruned: false },
            default_depth: 4,
            endgame: Some(0),
        };
        let plain = minimax.choose(&game(), &pos, &mut Think::untimed(Budget::depth(5), Seed(1))).unwrap();
        for scout in [true, false] {
            assert_eq!(choose(selective(1e9), scout, &pos, 5).score, plain.score);
            assert_eq!(choose(None, scout, &pos, 5).score, plain.score);
            all += choose(None, scout, &pos, 7).nodes;
            some += choose(selective(1.0), scout, &pos, 7).nodes;
        }
    }
    assert!(some < all / 4 * 3, "{some} of {all} nodes");
}

/// A search to the end of the game is never cut: its value is exact and proven.
#[test]
fn the_end_of_a_game_is_proven_all_the_same() {
    let probcut = Arc::new(fitted(60));
    for seed in 0..10 {
        let pos = position(seed, 22);
        let cut = choose(Some(Selective { probcut: probcut.clone(), certain: 0.0 }), true, &pos, 40);
        let whole = choose(None, true, &pos, 40);
        assert_eq!((cut.score, cut.exact), (whole.score, whole.exact));
        assert!(cut.exact);
    }
}
