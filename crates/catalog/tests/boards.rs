//! Games as a spec gives them, against the naive twins of their crates: the words and forms that users get.
#![allow(clippy::unwrap_used)]

#[path = "../../reversi/tests/naive/mod.rs"]
mod reversi;

use agon_catalog::{AnyGame, Origin, game};
use agon_core::{Player, Seed};
use reversi::Naive;
use reversi::boards::{self, Board};

/// The moves of a position and what one of them leads to.
fn agrees(game: &std::sync::Arc<dyn AnyGame>, naive: &Naive, number: usize) {
    let text = naive.text();
    let mut session = game.clone().session(&[], &Origin::Position(&text)).unwrap();
    assert_eq!(session.position(), text);
    let name = |&(row, column): &(i32, i32)| format!("{}{}", char::from(b'a' + column as u8), row + 1);
    let places = naive.placements(naive.to_move);
    if let Some(outcome) = session.status().outcome() {
        assert!(naive.is_over(), "{} {text}", game.spec());
        let margin = outcome.margin(Player::FIRST);
        assert_eq!(margin.signum(), (naive.count('X') - naive.count('O')).signum(), "{} {text}", game.spec());
        return;
    }
    if places.is_empty() {
        assert!(!naive.is_over(), "{} {text}", game.spec());
        assert_eq!(session.legal(), ["pass"], "{} {text}", game.spec());
        return;
    }
    assert_eq!(session.legal(), places.iter().map(name).collect::<Vec<_>>(), "{} {text}", game.spec());
    let place = places[number % places.len()];
    let mut after = naive.clone();
    after.place(place);
    session.play(&name(&place)).unwrap();
    assert_eq!(session.position(), after.text(), "{} {text}", game.spec());
}

fn agrees_on_board(board: &Board, seed: Seed) {
    let game = game(&board.spec).unwrap_or_else(|error| panic!("{}: {error}", board.spec));
    assert_eq!(game.clone().session(&[], &Origin::Start).unwrap().position(), board.start.text());
    for (number, naive) in board.positions(seed).iter().enumerate() {
        agrees(&game, naive, number);
    }
    assert_eq!(game.perft(&Origin::Start, 3, 1).unwrap(), board.start.perft(3), "{}", board.spec);
}

#[test]
fn every_rectangle_of_reversi_follows_the_naive_twin() {
    for (number, board) in boards::rectangles().iter().enumerate() {
        agrees_on_board(board, Seed(1000 + number as u64));
    }
}

#[test]
fn irregular_boards_of_reversi_follow_the_naive_twin() {
    (2000..2100).for_each(|number| agrees_on_board(&boards::irregular(Seed(number)), Seed(number)));
}

/// It said one, by a pass.
#[test]
fn a_run_of_seven_is_flipped_on_9x7() {
    let position = format!("-OOOOOOOX{} X", "-".repeat(54));
    let game = game("reversi:9x7").unwrap();
    assert_eq!(game.divide(&Origin::Position(&position), 1).unwrap(), [("a1".to_owned(), 1)]);
}
