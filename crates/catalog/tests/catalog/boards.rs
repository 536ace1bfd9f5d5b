//! Games as a spec gives them, against the naive twins of their crates: the words and forms that users get.

#[path = "../../../reversi/tests/reversi/naive/mod.rs"]
mod reversi;

#[path = "../../../line/tests/line/naive/mod.rs"]
mod line;

use std::collections::BTreeMap;

use agon_arena::{Conditions, Contest, Match, Openings};
use agon_catalog::{AnyGame, Origin, game};
use agon_core::{LeafCounter, Player, Seed};
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
    let counter = LeafCounter::default();
    assert_eq!(
        game.perft(&Origin::Start, 3, 1, &counter).unwrap(),
        Some(board.start.perft(3)),
        "{}",
        board.spec
    );
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
    assert_eq!(
        game.divide(&Origin::Position(&position), 1, &LeafCounter::default()).unwrap(),
        [("a1".to_owned(), 1)]
    );
}

/// Random moves on a board of this size beside the twin: what can be played, and when the game ends.
fn plays_beside_the_twin(columns: i32, rows: i32, k: u32, gravity: bool) {
    let name = if gravity { ",gravity" } else { "" };
    let game = game(&format!("line:m={columns},n={rows},k={k}{name}")).unwrap();
    let places = (0..columns).flat_map(|column| (0..rows).map(move |row| ((column, row), '.')));
    let board: BTreeMap<_, _> = places.collect();
    let mut naive = line::Naive { board, k, p: 1, gravity, exact: false, to_move: 'X', left: 1 };
    let mut session = game.clone().session(&[], &Origin::Start).unwrap();
    let mut rng = Seed(1).stream(&game.spec(), 0);
    for _ in 0..60 {
        let places = naive.places();
        let legal = session.legal();
        assert_eq!(legal.len(), places.len(), "{} {}", game.spec(), session.position());
        if places.is_empty() {
            let won = i32::from(naive.has_line('X')) - i32::from(naive.has_line('O'));
            assert_eq!(session.status().outcome().unwrap().points[Player::FIRST], won, "{}", game.spec());
            return;
        }
        let index = rng.below(places.len() as u32) as usize;
        session.play(&legal[index]).unwrap();
        naive.put(places[index]);
    }
}

#[test]
fn line_games_of_every_size_follow_the_naive_twin() {
    for (columns, rows) in (1..=20).flat_map(|columns| (1..=20).map(move |rows| (columns, rows))) {
        // Short lines end the game at the edges soon; one cell has room for none.
        let longest = columns.max(rows) as u32;
        for k in [2, 3, longest].into_iter().filter(|&k| k >= 2 && k <= longest) {
            plays_beside_the_twin(columns, rows, k, false);
            plays_beside_the_twin(columns, rows, k, true);
        }
    }
}

/// The openings of Gomocup: offsets from the centre, in a file that a match reads.
#[test]
fn openings_of_gomocup_are_played() {
    let openings = Openings::from_text("0,0, 1,0, 1,3\n# the corners\n-10,-10, 9,9, -10,9, 9,-10\n").unwrap();
    let game = game("gomoku:20x20").unwrap();
    let Openings::Listed(lines) = &openings else { panic!("a list") };
    let reached = |line: &str| game.clone().session(&[], &Origin::Moves(line)).unwrap().played().join(" ");
    assert_eq!(
        lines.iter().map(|line| reached(&line.text)).collect::<Vec<_>>(),
        ["k10 l10 l7", "a20 t1 a1 t20"]
    );
    let clock = agon_core::ManualClock::default();
    let contest = Contest::new(Seed(1), Conditions::default().openings(openings)).clock(&clock);
    let settings = Match::new(4).keep_moves(true).contest(contest);
    let mut begun = Vec::new();
    let agents = [agon_core::spec::Spec::new("random"), agon_core::spec::Spec::new("random")];
    let tally = game.play_match(&agents, &settings, &mut |_, records| {
        begun.extend(records().iter().map(|record| record.moves[..3].join(" ")));
        true
    });
    assert_eq!(tally.unwrap().games, 4);
    assert_eq!(begun, ["k10 l10 l7", "k10 l10 l7", "a20 t1 a1", "a20 t1 a1"]);
}
