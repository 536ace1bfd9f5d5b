//! Values in words, for sessions of several games.

use agon_catalog::{Origin, game};
use agon_core::{Score, Unit, Value};

fn shown(game_spec: &str, moves: &str, score: Score, unit: Unit) -> [String; 2] {
    let session = game(game_spec).unwrap().session(&[], &Origin::Moves(moves)).unwrap();
    let value = Value::of(&*session, score, unit);
    [value.to_string(), value.for_opponent().to_string()]
}

#[test]
fn every_value_has_a_unit() {
    assert_eq!(shown("reversi", "", Score::points(4), Unit::Points), ["+4 points", "-4 points"]);
    assert_eq!(shown("reversi", "", Score::points(-1), Unit::Points), ["-1 point", "+1 point"]);
    assert_eq!(shown("reversi", "", Score(16_259), Unit::Points), ["+16.3 points", "-16.3 points"]);
    assert_eq!(shown("blokus:duo", "", Score(498), Unit::Chance), ["49.8 % to win", "50.2 % to win"]);
    assert_eq!(shown("gomoku", "", Score(250), Unit::Rating), ["rating +0.25", "rating -0.25"]);
}

#[test]
fn distances_are_told_in_plies() {
    let plies =
        |moves: &str, points: i32| shown("connect4", moves, Score::points(points), Unit::Distance)[0].clone();
    // The next stone is the winner's fourth, the seventh of 42: 18 of the own 21 are left with it.
    assert_eq!(plies("415162", 18), "wins in 1 ply");
    assert_eq!(plies("41516", -18), "loses in 2 plies");
    assert_eq!(plies("", 1), "wins in 41 plies");
    assert_eq!(plies("", -1), "loses in 42 plies");
    assert_eq!(plies("", 0), "draw");
    // Of two stones in a turn the score may tell which one is the last, or not.
    let several = shown("line:m=6,n=5,k=4,p=2,gravity", "1", Score::points(13), Unit::Distance);
    assert_eq!(several, ["wins in 5 plies", "loses in 5 plies"]);
    let either = shown("connect6", "j10", Score::points(-179), Unit::Distance);
    assert_eq!(either, ["loses in 3 or 4 plies", "wins in 3 or 4 plies"]);
}
