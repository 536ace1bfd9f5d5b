//! Figure 3.1 of the thesis, and patterns on other boards.

use super::*;
use agon_abilities::{Exploits, Occupant};
use agon_core::{Game, Notation, Symmetric};
use agon_line::Line;
use agon_patterns::{PatternFile, read_all, shipped};
use agon_reversi::Reversi;

type Board = Reversi<u64>;

fn reversi(spec: &str) -> Board {
    Reversi::new(agon_reversi::Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap()
}

/// The opponent has (1, 1) to (4, 4); white takes (2, 2) from c5.
const FIGURE: &str = "-------- -XOX---- -XXX---- -XXX---- ----X--- -------- -------- -------- O";

fn found(game: &Board, pos: &agon_reversi::Position<u64>) -> Option<String> {
    find(game, pos, &OrientedPattern::all(game, &shipped())).map(|(mv, _)| game.write_move(mv))
}

fn great(game: &Board, pos: &agon_reversi::Position<u64>) -> Vec<String> {
    let mut moves = Vec::new();
    game.great_moves(pos, &mut moves);
    moves.into_iter().map(|mv| game.write_move(mv)).collect()
}

#[test]
fn figure_3_1_prepares_the_corner() {
    let game = reversi("reversi");
    let mut pos = game.read_position(FIGURE).unwrap();
    assert!(great(&game, &pos).is_empty(), "the corner cannot be taken yet");
    assert_eq!(found(&game, &pos).as_deref(), Some("c5"));
    game.play_moves(&mut pos, "c5").unwrap();
    assert_eq!(game.occupant(&pos, (2, 2)), Some(Occupant::Opponent), "black sees it as white's");
    // Whatever black does, the corner is among white's next moves.
    let mut replies = Vec::new();
    game.moves(&pos, &mut replies);
    assert!(replies.len() > 3);
    for reply in replies {
        assert_eq!(great(&game, &game.after(&pos, reply)), ["a1"], "after {reply:?}");
    }
}

#[test]
fn figure_3_1_has_no_other_targets() {
    let game = reversi("reversi");
    // White can flip (1, 1) from a2 and (4, 4) from e4, but neither (2, 2) nor (3, 3).
    let text = "-------- -XXXO--- -XXX---- -XXX---- ----X--- ----O--- -------- -------- O";
    let pos = game.read_position(text).unwrap();
    let takers = |place| {
        let mut moves = Vec::new();
        game.takers(&pos, place, &mut moves);
        moves.len()
    };
    assert_eq!([(1, 1), (2, 2), (3, 3), (4, 4)].map(takers), [1, 0, 0, 1]);
    assert_eq!(found(&game, &pos), None);
}

#[test]
fn patterns_hold_in_every_symmetric_form() {
    for spec in ["reversi", "reversi:8x7"] {
        let game = reversi(spec);
        let cells = 64 - 8 * usize::from(spec.contains("8x7"));
        let text: String = FIGURE.replace(' ', "").chars().take(cells).chain(" O".chars()).collect();
        let pos = game.read_position(&text).unwrap();
        let patterns = OrientedPattern::all(&game, &shipped());
        assert_eq!(patterns.len(), 8, "two patterns, four corners");
        for index in 0..game.symmetries() {
            let (mv, _) = find(&game, &game.map_position(index, &pos), &patterns).unwrap();
            let c5 = game.read_move("c5").unwrap();
            assert_eq!(mv, game.map_move(index, c5), "{spec}, symmetry {index}");
        }
    }
}

fn file(text: &str) -> PatternFile {
    PatternFile { name: "own.xml".to_owned(), text: text.to_owned() }
}

#[test]
fn targets_are_tried_in_order() {
    let pattern = |targets: &str| {
        let text = format!("<pattern><cell col='3' row='3' state='7'/>{targets}</pattern>");
        read_all(&[file(&text)], &[]).unwrap()
    };
    let line: Line<u64> = Line::new(agon_line::Rules::TICTACTOE).unwrap();
    assert!(OrientedPattern::all(&line, &pattern("<target col='0' row='0'/>")).is_empty(), "no cell (3, 3)");
    let game = reversi("reversi");
    let first = |targets: &str| {
        let patterns = OrientedPattern::all(&game, &pattern(targets))[..1].to_vec();
        find(&game, &game.start(), &patterns).map(|(mv, _)| game.write_move(mv))
    };
    // d4 can be flipped from d3, d3 can be played on, a1 cannot be taken.
    assert_eq!(first("<target col='3' row='3'/>").as_deref(), Some("d3"));
    assert_eq!(first("<target col='0' row='0'/><target col='5' row='4'/>").as_deref(), Some("f5"));
    assert_eq!(first("<target col='0' row='0'/>"), None);
}

#[test]
fn line_games_have_patterns_too() {
    let game: Line<u64> = Line::new(agon_line::Rules::TICTACTOE).unwrap();
    // Against opposite corners, a side and not a corner.
    let text = "<pattern>\n<cell col='0' row='0' state='4'/><cell col='2' row='2' state='4'/>\
                <cell col='1' row='1' state='2'/><target col='1' row='0'/></pattern>";
    let patterns = read_all(&[file(text)], &[]).unwrap();
    let mut pos = game.start();
    game.play_moves(&mut pos, "a1 b2 c3").unwrap();
    let (mv, _) = find(&game, &pos, &OrientedPattern::all(&game, &patterns)).unwrap();
    assert!(["a2", "b1", "b3", "c2"].contains(&game.write_move(mv).as_str()), "{mv:?}");
}
