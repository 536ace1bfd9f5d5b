//! What people type, right and wrong.

use super::*;
use crate::rules::{Rules, Variant};
use agon_core::Notation;

fn duo(moves: &str) -> (Blokus, Position) {
    let game = Blokus::new(Rules { variant: Variant::Duo });
    let mut pos = game.start();
    game.play_moves(&mut pos, moves).unwrap();
    (game, pos)
}

fn typed(game: &Blokus, pos: &Position, text: &str) -> Result<String, String> {
    game.typed(pos, text).map(|mv| game.write_move(mv)).map_err(|error| error.message)
}

#[test]
fn a_piece_a_cell_and_a_way_are_a_move() {
    let (game, pos) = duo("");
    let several = typed(&game, &pos, "X e10").unwrap_err();
    assert!(several.starts_with("X can cover e10 in 5 ways: X "), "{several}");
    // Way 1 of I5 lies flat, with the marked cell on the left.
    assert_eq!(typed(&game, &pos, "i5 e10 1"), Ok("e10,f10,g10,h10,i10".to_owned()));
    assert_eq!(typed(&game, &pos, "I1 e10"), Ok("e10".to_owned()));
    assert_eq!(typed(&game, &pos, "e10 f10, g10"), Ok("e10,f10,g10".to_owned()));
    assert_eq!(typed(&game, &pos, "I3 e10 f10 g10"), Ok("e10,f10,g10".to_owned()));
}

#[test]
fn every_listed_entry_is_the_move_it_stands_for() {
    let (game, pos) = duo("e9,f9,d10,e10,f10 j4,k4,i5,j5,i6");
    for mv in game.legal(&pos) {
        assert_eq!(game.typed(&pos, &game.entry(mv)), Ok(mv), "{}", game.entry(mv));
        if game.piece_of(mv) != Piece::SINGLE {
            assert_eq!(game.typed(&pos, &game.write_move(mv).replace(',', " ")), Ok(mv));
        }
    }
}

/// `i5` was always the piece: the cells of a listed move were refused, and `i2 j2` placed I2 elsewhere.
#[test]
fn words_that_name_a_piece_and_a_cell_are_told_apart() {
    let (game, pos) = duo("e9,f9,d10,e10,f10");
    assert_eq!(typed(&game, &pos, "i5,j5,j6,k6,j7"), Ok("i5,j5,j6,k6,j7".to_owned()));
    assert_eq!(typed(&game, &pos, "i5 j5 j6 k6 j7"), Ok("i5,j5,j6,k6,j7".to_owned()));
    assert_eq!(typed(&game, &pos, "I5 i5 1"), Ok("i5,j5,k5,l5,m5".to_owned()));
    assert_eq!(typed(&game, &pos, "i5 i5 1"), Ok("i5,j5,k5,l5,m5".to_owned()));
    assert_eq!(typed(&game, &pos, "i4,j4,j5,k5"), Ok("i4,j4,j5,k5".to_owned()));
    assert_eq!(typed(&game, &pos, "i5,j5"), Ok("i5,j5".to_owned()));
    let wrong = |text: &str| typed(&game, &pos, text).unwrap_err();
    assert!(wrong("i5").starts_with("which piece on i5? I2 "), "{}", wrong("i5"));
    assert!(wrong("I5").starts_with("where? `I5 "), "{}", wrong("I5"));
    assert!(wrong(",i5 j5 3").starts_with("I5 lies in ways 1 to 2"), "{}", wrong(",i5 j5 3"));
    assert!(wrong("i5,k5").contains("do not form a piece"), "{}", wrong("i5,k5"));
    let (game, mut pos) = duo("e9,f9,d10,e10,f10 j5,j4,j3");
    let blue = game.legal(&pos)[0];
    game.play(&mut pos, blue).unwrap();
    let both = typed(&game, &pos, "i1 i2").unwrap_err();
    assert_eq!(both, "`i1` is a piece and a cell: `I1 i2` is the piece, `i1,i2` the cells");
    assert_eq!(typed(&game, &pos, "I1 i2"), Ok("i2".to_owned()));
    assert_eq!(typed(&game, &pos, "i1, i2"), Ok("i1,i2".to_owned()));
    // I3 has been placed: neither form is the other piece.
    assert_eq!(typed(&game, &pos, "I3 i2").unwrap_err(), "I3 is placed already");
    assert_eq!(
        typed(&game, &pos, "i3,i4").unwrap_err(),
        "I2 cannot lie there: i3: it shares an edge with a piece of your colour"
    );
}

#[test]
fn every_legal_move_can_be_typed_in_every_way() {
    for variant in [Variant::Classic, Variant::Two, Variant::Duo, Variant::Mini] {
        let game = Blokus::new(Rules { variant });
        let mut pos = game.start();
        for ply in 0.. {
            let moves = game.legal(&pos);
            let Some(&next) = moves.get(ply * 37 % moves.len().max(1)) else { break };
            for &mv in &moves {
                assert_eq!(game.typed(&pos, &game.entry(mv)), Ok(mv), "{}", game.entry(mv));
                if game.piece_of(mv) != Piece::SINGLE {
                    assert_eq!(game.typed(&pos, &game.write_move(mv)), Ok(mv), "{}", game.write_move(mv));
                }
            }
            game.play(&mut pos, next).unwrap();
        }
    }
}

#[test]
fn wrong_input_is_explained() {
    let (game, pos) = duo("e9,f9,d10,e10,f10 j4,k4,i5,j5,i6");
    let wrong = |text: &str| typed(&game, &pos, text).unwrap_err();
    assert!(wrong("g8").starts_with("which piece on g8? I1 I2 "), "{}", wrong("g8"));
    assert!(wrong("e10").starts_with("no piece can cover e10: it is taken"), "{}", wrong("e10"));
    assert_eq!(wrong("P g8"), "P is placed already");
    assert!(wrong("X e10").starts_with("X cannot cover e10: it is taken"), "{}", wrong("X e10"));
    assert_eq!(wrong("L g8"), "`L` is not a piece: L4 and L5 are");
    assert!(wrong("Q g8").starts_with("`Q` is neither a cell such as e10 nor a piece"), "{}", wrong("Q g8"));
    assert_eq!(wrong("X z99"), "there is no cell `z99` on this board (14x14)");
    assert!(wrong("I5 g8 3").starts_with("I5 lies in ways 1 to 2, not 3"), "{}", wrong("I5 g8 3"));
    assert_eq!(wrong("X g8 2"), "X lies in one way only, not in way 2");
    assert_eq!(wrong("P"), "P is placed already");
    // The cell that is named is one where the piece can go: once it was always e10, taken or not.
    let place = wrong("Y");
    let example = place.split('`').nth(1).unwrap();
    assert!(place.starts_with("where? `Y ") && !place.contains("e10"), "{place}");
    assert!(typed(&game, &pos, example).map_or_else(|several| several.starts_with("Y can cover"), |_| true));
    assert!(
        wrong("g9 h9").contains("g9: it shares an edge with a piece of your colour"),
        "{}",
        wrong("g9 h9")
    );
    assert!(wrong("a1 b1").contains("none of its cells touches a corner of yours"), "{}", wrong("a1 b1"));
    assert!(wrong("").starts_with("which piece, and where?"));
    assert_eq!(wrong("X Y g8"), "two pieces are named: a move places one");
    // The last number counted, and beside cells none did.
    assert_eq!(wrong("Y g8 1 2"), "two ways are named: a piece lies in one");
    assert_eq!(wrong("g8 h8 2"), "these cells are I2 in way 1, not 2");
}

/// It was always `Y e10 3`: Mini has no Y, and elsewhere e10 is out of reach or taken.
#[test]
fn the_example_of_the_prompt_can_be_typed() {
    for variant in [Variant::Classic, Variant::ClassicTwo, Variant::Two, Variant::Duo, Variant::Mini] {
        let game = Blokus::new(Rules { variant });
        let mut pos = game.start();
        while let Some(how) = game.how_to_type(&pos) {
            let example = how.strip_prefix("piece, cell and way as ").unwrap();
            let example = example.split(',').next().unwrap();
            let mv = game.typed(&pos, example).unwrap_or_else(|error| panic!("{example}: {error}"));
            assert!(how.contains(&format!("moves {} draws", game.piece_of(mv).name())), "{how}");
            game.play(&mut pos, mv).unwrap();
        }
        assert!(game.legal(&pos).is_empty());
    }
}

/// Who has placed nothing has no corner that could be touched.
#[test]
fn a_first_piece_must_cover_the_start() {
    let game = Blokus::new(Rules { variant: Variant::Classic });
    let wrong = |text: &str| typed(&game, &game.start(), text).unwrap_err();
    assert_eq!(wrong("X a20"), "X cannot cover a20: there is no room around it");
    assert_eq!(wrong("I1 b20"), "I1 cannot cover b20: your first piece must cover a20");
    assert_eq!(wrong("k10"), "no piece can cover k10: your first piece must cover a20");
    assert_eq!(wrong("b19 b18"), "I2 cannot lie there: your first piece must cover a20");
}

#[test]
fn the_ways_of_a_piece_are_drawn() {
    let (game, pos) = duo("");
    let text = game.moves_of_piece(&pos, "l4", 80).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "1      2      3      4      5      6      7      8");
    assert!(lines[1].starts_with("@##    @##"), "{text}");
    assert!(text.contains("32 places") && text.contains("L4 e10 1"), "{text}");
    assert!(game.moves_of_piece(&pos, "Q", 80).is_err());
    let several = typed(&game, &pos, "Y e10").unwrap_err();
    assert!(
        several.starts_with("Y can cover e10 in 40 ways: Y e10 1, ") && several.contains(", 34 more ("),
        "{several}"
    );
}

/// On 40 columns pictures and lists were broken in the middle of their lines.
#[test]
fn ways_and_places_fit_a_narrow_terminal() {
    let (game, pos) = duo("");
    for columns in [1, 14, 40, 80] {
        let text = game.moves_of_piece(&pos, "y", columns).unwrap();
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= columns.max(30), "{columns}: {text}");
        assert_eq!(text.matches('@').count(), 9, "eight ways and the line about them: {text}");
    }
    let narrow = game.moves_of_piece(&pos, "y", 40).unwrap();
    assert!(narrow.starts_with("1      2      3      4      5\n@###   @###    @"), "{narrow}");
    assert!(narrow.contains("\n6      7      8\n"), "{narrow}");
}

/// `I5 e10 1`, as a hint says it, was only "not legal here".
#[test]
fn a_list_of_moves_says_why_a_move_is_not_legal() {
    let game = Blokus::new(Rules { variant: Variant::Duo });
    let wrong = |moves: &str| game.play_moves(&mut game.start(), moves).unwrap_err().message;
    assert_eq!(
        wrong("I5 e10 1"),
        "move 1: `I5` is not legal here: I1 cannot lie there: your first piece must cover e10; in a list a move is \
         its cells, as in e10,e11"
    );
    assert_eq!(
        wrong("e10,e11 e10,f10"),
        "move 2: `e10,f10` is not legal here: I2 cannot lie there: e10: it is taken"
    );
}
