//! Moves and positions as text: what players would write, and what is wrong with what they did not.

use agon_core::{Game, Notation, Player};
use agon_grid::{Bits, CellSet};
use agon_line::{Line, Rules};
use proptest::prelude::*;

fn game<W: CellSet>(spec: &str) -> Line<W> {
    Line::new(Rules::from_spec(&spec.parse().expect("a spec")).expect("rules")).expect("a game")
}

#[test]
fn rows_are_numbered_from_the_bottom() {
    let game = game::<u64>("tictactoe");
    let mut pos = game.start();
    game.play_moves(&mut pos, "a1 c3").unwrap();
    assert_eq!(game.write_position(&pos), "--O---X-- X");
}

#[test]
fn wide_boards_with_gravity_name_columns_by_letters() {
    let game = game::<u128>("connect4:10x6");
    let mut pos = game.start();
    game.play_moves(&mut pos, "jJ a").unwrap();
    assert!(game.write_position(&pos).ends_with("---------OX--------X O"));
    assert!(game.read_move("1").is_err());
}

/// The format of Gomocup's openings: offsets from the centre, to the right and down.
#[test]
fn openings_are_offsets_from_the_centre() {
    let played = |spec: &str, text: &str| {
        let game = game::<Bits<7>>(spec);
        let moves = game.play_moves(&mut game.start(), text);
        moves.map(|moves| moves.into_iter().map(|mv| game.write_move(mv)).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(played("gomoku:20x20", "0,0, 1,0, -10,9").unwrap(), "k10 l10 a1");
    assert_eq!(played("gomoku:20x20", " 9,-10,0,-1 ,\t-1,0").unwrap(), "t20 k11 j10");
    assert_eq!(played("gomoku", "0,0, 7,7, -7,-7").unwrap(), "h8 o1 a15");
    assert_eq!(played("line:m=4,n=7,k=4", "1,3").unwrap(), "d1");
    let error = |spec, text| played(spec, text).unwrap_err();
    let outside = error("gomoku:20x20", "0,0, 10,0");
    assert_eq!(outside.message, "move 2: there is no cell `10,0` on this board (20x20)");
    assert_eq!(outside.span, Some(5..9));
    for (text, wrong) in [("0,0, 1", 5..6), ("0,0,,1", 4..6), ("0,0, 1-1,0", 5..10), ("0,99999999999", 0..13)]
    {
        assert_eq!(error("gomoku", text).span, Some(wrong), "{text}");
    }
    assert_eq!(error("gomoku", "0,0, 0,0").message, "move 2: `0,0` is not legal here");
    // Where stones fall, numbers are columns, with commas or without.
    assert_eq!(played("connect4", "4,4,5").unwrap(), "4 4 5");
}

#[test]
fn position_errors_name_the_wrong_part() {
    let connect4 = game::<u64>("connect4");
    let start = connect4.write_position(&connect4.start());
    let message = |text: &str| connect4.read_position(text).unwrap_err().message;
    assert_eq!(message(&start[1..]), "the board has 41 characters, connect4 needs 42");
    assert_eq!(message(&start[..42]), "the side to move is missing: `X` or `O` after a space");
    assert_eq!(
        message(&start.replacen('-', "?", 1)),
        "`?` cannot stand on a6: `X` moves first, `O` second, `-` is empty"
    );
    assert_eq!(message(&start.replace(" X", " Z")), "`Z` is not the side to move: `X` or `O` is");
    assert_eq!(
        message(&start.replace(" X", " X2")),
        "`2` is not a number of stones left in the turn: 1 to 1 is"
    );
    assert_eq!(message(&start.replacen('-', "X", 1)), "the stone on a6 floats: the cell below it is empty");
    let both = "------- ------- ------- ------- XXXX--- OOOO--- X";
    assert_eq!(message(both), "both sides have a line of 4");
    assert_eq!(
        connect4.read_move("8").unwrap_err().message,
        "`8` is not a column of this board: `1` to `7` are"
    );
    let won = "......./......./......./......./RRR..../YYYY... R";
    let pos = connect4.read_position(won).unwrap();
    assert_eq!(pos.winner(), Some(Player::SECOND));
}

/// A turn in progress is part of the position: without the number, a whole turn is meant.
#[test]
fn the_stones_left_are_part_of_the_text() {
    let game = game::<u64>("line:m=3,n=2,k=3,p=2,q=1");
    for (text, left) in [("------ X", 1), ("------ X2", 2), ("X----- O", 2), ("XO---- O1", 1)] {
        let pos = game.read_position(text).unwrap();
        assert_eq!((pos.left(), game.write_position(&pos).as_str()), (left, text));
    }
    for bad in ["------ X0", "------ X3", "------ X+1", "------ Xa", "------ 2"] {
        let error = game.read_position(bad).unwrap_err();
        assert_eq!(error.span, Some(7..bad.len()), "{error}");
    }
}

proptest! {
    /// Whatever is typed, reading ends in a value or an error.
    #[test]
    fn readers_never_panic(
        text in ".{0,80}",
        board in "[XOxo/ .0-9-]{0,60}",
        options in "(line|gomoku|connect4):[mnkpq=0-9x,gravity]{0,30}",
        offsets in "[-0-9, \t]{0,30}",
    ) {
        let _ = options.parse().and_then(|spec| Rules::from_spec(&spec)).map(|rules| rules.spec());
        for text in [&text, &board, &options, &offsets] {
            let _ = format!("line:{text}").parse().and_then(|spec| Rules::from_spec(&spec));
            for game in ["connect4", "line:m=5,n=6,k=4,p=2"].map(game::<u64>) {
                let _ = game.read_position(text);
                let _ = game.read_move(text);
                let _ = game.play_moves(&mut game.start(), text);
            }
        }
    }
}
