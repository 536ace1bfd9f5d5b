//! Random games recorded by other programs, replayed: the number of legal moves before every move, and the points.
//!
//! The records are not part of the repository. When their folder does not lie beside it, the test passes without
//! having looked at anything.

use std::path::Path;

use agon_blokus::{Blokus, PieceColor, Rules};
use agon_core::{Game, Notation, Status};

const RECORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/blokus");

/// The cells of all pieces: records count placed cells, the rules those left.
const ALL_CELLS: i32 = 89;

/// Replays one line: `colour:legal moves:move ... | points ...`.
fn replay(game: &Blokus, line: &str) {
    let mut parts = line.split(" | ");
    let mut pos = game.start();
    for token in parts.next().expect("a part").split_whitespace() {
        let fields: Vec<_> = token.split(':').collect();
        let color = match fields[0] {
            "b" => PieceColor(0),
            "w" => PieceColor(1),
            number => PieceColor(number.parse::<u8>().expect("a colour") - 1),
        };
        if fields[2] == "-" {
            assert!(pos.is_out(color), "{token}");
            continue;
        }
        assert_eq!(pos.to_move(), Some(color), "{token}");
        assert_eq!(game.count_moves(&pos).to_string(), fields[1], "{token}");
        let mv = game.read_move(fields[2]).expect("a move");
        assert_eq!(game.write_move(mv), fields[2]);
        game.play(&mut pos, mv).expect("a legal move");
    }
    assert!(matches!(game.status(&pos), Status::Over(_)));
    let points =
        parts.next().expect("a part").split_whitespace().map(|points| points.parse::<i32>().expect("points"));
    let ours = game.rules().colors().map(|color| game.points(&pos, color) + ALL_CELLS);
    assert_eq!(ours.collect::<Vec<_>>(), points.collect::<Vec<_>>());
}

#[test]
fn recorded_games_can_be_replayed() {
    for (spec, file) in [("blokus:duo", "duo"), ("blokus", "classic"), ("blokus:two", "board16")] {
        let path = Path::new(RECORDS).join(format!("random-games-{file}.txt"));
        let Ok(records) = std::fs::read_to_string(path) else { return };
        let game = Blokus::new(Rules::from_spec(&spec.parse().unwrap()).unwrap());
        let games: Vec<_> =
            records.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
        assert!(!games.is_empty(), "{file} has no games");
        games.into_iter().for_each(|line| replay(&game, line));
    }
}
