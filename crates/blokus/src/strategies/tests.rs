//! Each strategy on a small drawn position, and all of them against a plain count on random games.

use super::*;
use crate::rules::{Rules, Variant};
use agon_core::{Game, Notation, Seed};

fn game(variant: Variant) -> Blokus {
    Blokus::new(Rules { variant })
}

fn after(game: &Blokus, moves: &str) -> Position {
    let mut pos = game.start();
    game.play_moves(&mut pos, moves).unwrap();
    pos
}

fn number(game: &Blokus, pos: &Position, mv: &str, strategy: Strategy) -> f64 {
    game.strategies(pos, game.read_move(mv).unwrap())[strategy as usize]
}

/// ```text
///   1 . . . +     The attach point b9 is used up; three corners of the piece are open, the fourth is taken: two more
///   . # # # .     than before.
///   + . . . +
/// ```
#[test]
fn corners_are_those_gained() {
    let game = game(Variant::Mini);
    let pos = after(&game, "a10 j10 j1 a1");
    assert_eq!(game.attach_points(&pos, PieceColor(0)).count(), 1);
    let gained = number(&game, &pos, "b9,c9,d9", Strategy::Corners) * MOST_CORNERS;
    let mut next = pos;
    game.play(&mut next, game.read_move("b9,c9,d9").unwrap()).unwrap();
    assert_eq!(gained, f64::from(game.attach_points(&next, PieceColor(0)).count()) - 1.0);
    assert_eq!(gained, 2.0);
}

/// ```text
///         h i j k
///   11    . . + +      Colour 1 attaches at j11 and covers k10, one of the three attach points that
///   10    1 1 . +      colour 2 has left: one of five. At d9 it covers none.
///    9    . . 2 .
/// ```
#[test]
fn covered_attach_points_of_others_are_blocked() {
    let game = game(Variant::Duo);
    let pos = after(&game, "e10,f10,g10,h10,i10 j5,j6,j7,j8,j9");
    assert_eq!(game.attach_points(&pos, PieceColor(1)).count(), 3);
    assert_eq!(number(&game, &pos, "k10,j11,k11", Strategy::Blocked), 0.2);
    assert_eq!(number(&game, &pos, "d9", Strategy::Blocked), 0.0);
}

/// ```text
///   # # # # . .     Four cells from the start in the corner on: 0 to 3 steps from it, 1.5 in the mean, of 18 to the
///   . . . . . .     opposite corner; and 9 to 6 steps from the middle, 7.5 in the mean, of 9 from a corner.
/// ```
#[test]
fn the_middle_is_near_and_the_start_far() {
    let game = game(Variant::Mini);
    let pos = game.start();
    assert_eq!(number(&game, &pos, "a10", Strategy::Middle), 0.0);
    assert_eq!(number(&game, &pos, "a10", Strategy::Distance), 0.0);
    assert_eq!(number(&game, &pos, "a10,b10,c10,d10", Strategy::Distance), 1.5 / 18.0);
    assert_eq!(number(&game, &pos, "a10,b10,c10,d10", Strategy::Middle), 1.0 - 7.5 / 9.0);
}

#[test]
fn size_is_counted_in_fifths() {
    let game = game(Variant::Two);
    let pos = game.start();
    assert_eq!(number(&game, &pos, "a16", Strategy::Size), 0.2);
    assert_eq!(number(&game, &pos, "a16,b16,c16,d16,e16", Strategy::Size), 1.0);
}

/// ```text
///         h i j k
///   11    . . + .     Nobody else can reach a corner of 16x16 with a first piece. In Duo the second colour can cover
///   10    1 1 . +     k10 and j11 from its corner there, and everything within five cells: all of the piece is contested.
///    9    . . 2 .
/// ```
#[test]
fn contested_cells_are_those_that_others_could_cover() {
    let corner = game(Variant::Two);
    assert_eq!(number(&corner, &corner.start(), "a16,b16", Strategy::Contested), 0.0);
    let duo = game(Variant::Duo);
    let pos = after(&duo, "e10,f10,g10,h10,i10 j5,j6,j7,j8,j9");
    assert_eq!(number(&duo, &pos, "k10,j11,k11", Strategy::Contested), 1.0);
    assert_eq!(number(&duo, &pos, "d9", Strategy::Contested), 0.0);
}

/// A plain count: play the move and look.
fn counted(game: &Blokus, pos: &Position, mv: Move) -> StrategyNumbers {
    let color = pos.to_move().unwrap();
    let me = game.rules().player_of(color);
    let cells: Vec<(f64, f64)> = game
        .cells_of(mv)
        .map(|cell| game.shape.place(cell))
        .map(|(x, y)| (f64::from(x), f64::from(y)))
        .collect();
    let size = cells.len() as f64;
    let last = f64::from(game.rules().side() - 1);
    let mean = |to: (f64, f64)| {
        cells.iter().map(|cell| (cell.0 - to.0).abs() + (cell.1 - to.1).abs()).sum::<f64>() / size
    };
    let start = game.rules().starts()[color.index()];
    let start = (f64::from(start.0), f64::from(start.1));
    let farthest = start.0.max(last - start.0) + start.1.max(last - start.1);
    let others: Vec<_> = game
        .rules()
        .colors()
        .filter(|&other| game.rules().player_of(other) != me && !pos.is_out(other))
        .collect();
    let is_on = |cells: &Cells, at: &(f64, f64)| cells.has(at.0 as u32, at.1 as u32);
    let blocked = others.iter().map(|&other| {
        let attach = game.attach_points(pos, other);
        cells.iter().filter(|cell| is_on(&attach, cell)).count() as f64
    });
    let contested = cells.iter().filter(|cell| {
        others.iter().any(|&other| {
            let mut moves = Vec::new();
            game.moves_of(pos, other, &mut moves);
            moves.iter().any(|&mv| {
                game.cells_of(mv).any(|covered| game.shape.place(covered) == (cell.0 as u32, cell.1 as u32))
            })
        })
    });
    let next = game.after(pos, mv);
    let corners = |pos: &Position| f64::from(game.attach_points(pos, color).count());
    [
        (corners(&next) - corners(pos)) / 8.0,
        blocked.sum::<f64>() / 5.0,
        1.0 - mean((last / 2.0, last / 2.0)) / last,
        size / 5.0,
        mean(start) / farthest,
        contested.count() as f64 / size,
    ]
}

#[test]
fn a_plain_count_agrees_on_random_games() {
    for variant in Variant::ALL {
        let game = game(variant);
        let (mut pos, mut rng, mut moves) = (game.start(), Seed(3).stream("strategies", 0), Vec::new());
        while let Some(mv) = game.random_move(&pos, &mut rng, &mut moves) {
            let (fast, plain) = (game.strategies(&pos, mv), counted(&game, &pos, mv));
            for ((strategy, fast), plain) in Strategy::ALL.iter().zip(fast).zip(plain) {
                assert!((fast - plain).abs() < 1e-12, "{variant:?} {}: {fast} {plain}", strategy.name());
            }
            game.play_unchecked(&mut pos, mv);
        }
    }
}
