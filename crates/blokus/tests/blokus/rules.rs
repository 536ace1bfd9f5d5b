//! The rules against the shared checker, a naive twin, and counts made by other programs.

use std::collections::BTreeSet;

use agon_blokus::{Blokus, Move, Piece, PieceColor, PlacedCells, Position, Rules, Variant};
use agon_core::{Evaluator, Game, Keyed, Notation, Player, Score, Seed, Status};
use agon_testkit::{check_perft_table, check_rules};

use crate::naive::{self, Naive};
use proptest::prelude::*;

fn game(spec: &str) -> Blokus {
    Blokus::new(Rules::from_spec(&spec.parse().expect("a spec")).expect("rules"))
}

#[test]
fn perft_is_that_of_other_programs() {
    check_perft_table(&game("blokus:duo"), include_str!("../../testdata/perft/duo.txt"), 100_000_000);
    check_perft_table(&game("blokus:two"), include_str!("../../testdata/perft/two.txt"), 100_000_000);
    check_perft_table(&game("blokus"), include_str!("../../testdata/perft/classic.txt"), 20_000_000);
    check_perft_table(&game("blokus:classic-two"), include_str!("../../testdata/perft/classic.txt"), 200_000);
}

#[test]
fn rules_hold_in_every_variant() {
    for variant in Variant::ALL {
        check_rules(&Blokus::new(Rules { variant }), Seed(1));
    }
}

#[test]
fn the_naive_twin_grows_the_same_pieces() {
    let pieces = naive::pieces(5);
    assert_eq!(pieces.len(), 21);
    assert_eq!(pieces.iter().map(BTreeSet::len).sum::<usize>(), 91);
    assert_eq!(naive::pieces(4).len(), game("blokus:mini").rules().pieces().iter().count());
}

#[test]
fn placements_are_as_many_as_other_programs_count() {
    for (spec, count) in [("blokus:duo", 13_729), ("blokus:two", 18_569), ("blokus", 30_433)] {
        assert_eq!(game(spec).placements().count(), count, "{spec}");
    }
}

/// The cells of a move as the twin sees them.
fn form(game: &Blokus, mv: Move) -> BTreeSet<(i32, i32)> {
    let side = game.rules().side() as i32;
    game.cells_of(mv).map(|cell| (cell.index() as i32 % side, cell.index() as i32 / side)).collect()
}

fn twin(game: &Blokus) -> Naive {
    let starts = game.rules().starts().iter().map(|&(x, y)| (x as i32, y as i32)).collect();
    let most = if game.rules().variant == Variant::Mini { 4 } else { 5 };
    Naive::new(game.rules().side() as i32, starts, most)
}

/// Plays one random game on both and compares everything at every ply.
fn play_beside_twin(game: &Blokus, seed: u64) {
    let mut naive = twin(game);
    let mut pos = game.start();
    let mut rng = Seed(seed).stream("twin", 0);
    let mut out = vec![false; naive.starts.len()];
    let mut color = 0;
    while !out.iter().all(|&out| out) {
        let expected = naive.moves(color);
        if expected.is_empty() {
            out[color] = true;
            assert!(pos.is_out(PieceColor(color as u8)));
        } else {
            assert!(!out[color], "a colour that was out can move again");
            assert_eq!(pos.to_move(), Some(PieceColor(color as u8)));
            let mut moves = Vec::new();
            game.moves(&pos, &mut moves);
            assert_eq!(moves.len(), expected.len());
            assert_eq!(moves.iter().map(|&mv| form(game, mv)).collect::<BTreeSet<_>>(), expected);
            let mv = moves[rng.below(moves.len() as u32) as usize];
            naive.play(color, &form(game, mv));
            game.play(&mut pos, mv).expect("a listed move can be played");
            let text: String = naive.board.iter().flatten().collect();
            assert_eq!(game.write_position(&pos).split(' ').next(), Some(text.as_str()));
        }
        color = (color + 1) % naive.starts.len();
    }
    let Status::Over(outcome) = game.status(&pos) else { panic!("the twin says it is over") };
    for player in Player::all(game.players()) {
        let points: i32 = game.rules().colors_of(player).map(|color| naive.points(color.index())).sum();
        assert_eq!(outcome.points[player], points);
    }
}

#[test]
fn random_games_agree_with_the_naive_twin() {
    for variant in Variant::ALL {
        let game = Blokus::new(Rules { variant });
        let games = if variant == Variant::Mini { 20 } else { 2 };
        (0..games).for_each(|seed| play_beside_twin(&game, seed));
    }
}

/// Colour 1 places pieces at random while the others wait, the single cell last or first; what it has in the end.
fn points_alone(game: &Blokus, seed: u64, single_last: bool) -> i32 {
    let mut rng = Seed(seed).stream("alone", 0);
    let mut pos = game.start();
    while !pos.is_out(PieceColor(0)) {
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        let wanted = |mv: &Move| (game.piece_of(*mv) == Piece::SINGLE) != single_last;
        let preferred: Vec<_> = moves.iter().copied().filter(wanted).collect();
        let choice = if preferred.is_empty() { moves } else { preferred };
        game.play_unchecked(&mut pos, choice[rng.below(choice.len() as u32) as usize]);
        let text = game.write_position(&pos);
        assert_eq!(game.read_position(&text), Ok(pos), "{text}");
        if !pos.is_out(PieceColor(0)) {
            pos = game.read_position(&text.replace(" 2", " 1")).expect("colour 1 moves again");
        }
    }
    game.points(&pos, PieceColor(0))
}

#[test]
fn placing_everything_is_rewarded() {
    let game = game("blokus:mini");
    let best = |single_last| (0..50).map(|seed| points_alone(&game, seed, single_last)).max();
    assert_eq!(best(true), Some(20));
    assert_eq!(best(false), Some(15));
}

#[test]
fn moves_are_written_as_pentobi_does() {
    let game = game("blokus:duo");
    let mv = game.read_move("f9,e8, F8").unwrap();
    assert_eq!(game.write_move(mv), "e8,f8,f9");
    let message = |text: &str| game.read_move(text).unwrap_err().message;
    assert_eq!(message("e8,f9"), "the cells `e8,f9` do not form a piece");
    assert_eq!(message("e8,e8"), "e8 is named twice");
    assert_eq!(message("o1"), "there is no cell `o1` on this board (14x14)");
    assert!(message("e8,").starts_with("`` is not a cell"));
    assert!(
        self::game("blokus:mini").read_move("a1,a2,a3,a4,a5").is_err(),
        "mini has no piece of five cells"
    );
}

#[test]
fn position_errors_name_the_wrong_part() {
    let game = game("blokus:mini");
    let message = |text: &str| game.read_position(text).unwrap_err().message;
    let board = |rows: &[&str]| format!("{}{}", rows.concat(), "-".repeat(100 - 10 * rows.len()));
    let empty = board(&[]);
    assert_eq!(
        message(&empty[1..]),
        "the colour to move is missing: its number after a space, or `-` when the game is over"
    );
    assert_eq!(message(&format!("{} 1", &empty[1..])), "the board has 99 characters, blokus:mini needs 100");
    assert_eq!(message(&format!("{empty} 5")), "`5` is not the colour to move: one of 1 2 3 4 or `-` is");
    assert_eq!(
        message(&format!("{empty} -")),
        "the game is not over: the number of the colour to move is missing"
    );
    assert_eq!(
        message(&format!("{empty} 1 *2")),
        "`2` behind `*` is not a colour that placed all its pieces"
    );
    let strange = board(&["--x-------"]);
    assert_eq!(
        message(&format!("{strange} 1")),
        "`x` cannot stand on c10: 1 2 3 4 are colours, `-` is empty"
    );
    let long = board(&["11111-----"]);
    assert_eq!(message(&format!("{long} 2")), "the part of colour 1 at a10 is not a piece");
    let twice = board(&["1---------", "-1--------"]);
    assert_eq!(message(&format!("{twice} 2")), "the part of colour 1 at b9 is a second I1");
    let elsewhere = board(&["-1--------"]);
    assert_eq!(message(&format!("{elsewhere} 2")), "colour 1 does not cover its start cell a10");
    let apart = board(&["1---------", "---11-----"]);
    assert_eq!(message(&format!("{apart} 2")), "the piece of colour 1 at d9 touches no other at a corner");
    let rows = "1--------- / -11------- ".to_owned() + &"----------/".repeat(8) + " 2";
    assert!(game.read_position(&rows).is_ok());
}

#[test]
fn placed_cells_are_compared_with_the_best_opponent() {
    let game = game("blokus:classic-two");
    let mut pos = game.start();
    game.play_moves(&mut pos, "a20 t20,s20 t1,s1,r1 a1").unwrap();
    assert_eq!(PlacedCells.value(&game, &pos, Player::FIRST), Score::points(1));
    assert_eq!(PlacedCells.value(&game, &pos, Player::SECOND), Score::points(-1));
    assert_eq!(game.attach_points(&pos, PieceColor(1)).iter().collect::<Vec<_>>(), [(17, 1)]);
}

proptest! {
    /// Whatever is typed, reading ends in a value or an error.
    #[test]
    fn readers_never_panic(text in ".{0,80}", board in "[-1-4]{100} [-1-4*]{0,3}", cells in "[a-o0-9,]{0,20}") {
        let game = game("blokus:mini");
        for text in [&text, &board, &cells] {
            let _ = format!("blokus:{text}").parse().and_then(|spec| Rules::from_spec(&spec)).map(|rules| rules.spec());
            let _ = game.read_position(text);
            let _ = game.read_move(text);
            let _ = game.play_moves(&mut game.start(), text);
        }
    }

    /// A board that is read is written back as it was.
    #[test]
    fn sparse_boards_round_trip(cells in prop::collection::vec((0usize..100, 1u8..=4), 0..6), turn in 1u8..=4) {
        let game = game("blokus:mini");
        let mut board = vec![b'-'; 100];
        for (cell, color) in cells {
            board[cell] = b'0' + color;
        }
        let text = format!("{} {turn}", String::from_utf8(board).unwrap());
        if let Ok(pos) = game.read_position(&text) {
            prop_assert_eq!(game.write_position(&pos), text);
        }
    }
}

/// Two moves are enough for many positions: what lies where, and who is to move, is in the key.
#[test]
fn different_positions_have_different_keys() {
    for spec in ["blokus:mini", "blokus:duo"] {
        let game = game(spec);
        let after_all = |pos: &Position| {
            let mut moves = Vec::new();
            game.moves(pos, &mut moves);
            moves.into_iter().map(|mv| game.after(pos, mv)).collect::<Vec<_>>()
        };
        let first = after_all(&game.start());
        let second = first.iter().step_by(7).flat_map(&after_all);
        let positions: Vec<_> =
            [game.start()].into_iter().chain(first.iter().copied()).chain(second).collect();
        let keys: BTreeSet<_> = positions.iter().map(|pos| game.key(pos)).collect();
        assert_eq!(keys.len(), positions.len(), "{spec}");
    }
}
