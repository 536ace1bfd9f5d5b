//! What searches ask besides the rules: the static value against a naive count of windows, and moves near the stones.

use agon_core::{Evaluator, Game, Notation, Player, Score, Seed, Status, Symmetric};
use agon_grid::{Bits, Cell, CellSet};
use agon_line::{Line, LongestLines, Move, Position, Rules};

fn game<W: CellSet>(spec: &str) -> Line<W> {
    Line::new(Rules::from_spec(&spec.parse().expect("a spec")).expect("rules")).expect("a game")
}

/// What the windows of a player are worth, counted one by one.
fn naive_worth<W: CellSet>(game: &Line<W>, pos: &Position<W>, player: Player) -> i32 {
    let k = game.rules().k as i32;
    let mut total = 0;
    for cell in game.board().indices() {
        let (column, row) = game.place(Cell(cell as u16));
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let at = |i: i32| {
                let place = (column.checked_add_signed(right * i)?, row.checked_add_signed(up * i)?);
                game.cell(place.0, place.1)
            };
            let cells: Option<Vec<Cell>> = (0..k).map(at).collect();
            let Some(cells) = cells else { continue };
            let stones =
                |player| cells.iter().filter(|cell| pos.stones(player).has(cell.index())).count() as i32;
            let missing = k - stones(player);
            if stones(player.other()) == 0 && (1..=5).contains(&missing) && missing < k {
                total += [256, 64, 16, 4, 1][missing as usize - 1];
            }
        }
    }
    total
}

/// The positions of some random games.
fn positions<W: CellSet>(game: &Line<W>) -> Vec<Position<W>> {
    let mut all = Vec::new();
    for index in 0..4 {
        let mut rng = Seed(5).stream("judgement", index);
        let mut pos = game.start();
        while let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) {
            all.push(pos);
            game.play_unchecked(&mut pos, mv);
        }
    }
    all
}

fn check_value<W: CellSet>(spec: &str) {
    let game: Line<W> = game(spec);
    for pos in positions(&game) {
        let value = LongestLines.value(&game, &pos, Player::FIRST);
        let expected = naive_worth(&game, &pos, Player::FIRST) - naive_worth(&game, &pos, Player::SECOND);
        assert_eq!(value, Score(expected.clamp(-999, 999)), "{spec}: {}", game.write_position(&pos));
        assert_eq!(LongestLines.value(&game, &pos, Player::SECOND), -value);
        for index in 0..game.symmetries() {
            assert_eq!(LongestLines.value(&game, &game.map_position(index, &pos), Player::FIRST), value);
        }
    }
}

#[test]
fn windows_are_counted_as_one_would_by_hand() {
    check_value::<u64>("tictactoe");
    check_value::<u64>("connect4");
    check_value::<u128>("gomoku:10x10,exact");
    check_value::<Bits<4>>("line:m=9,n=2,k=7,p=2");
    check_value::<Bits<4>>("line:m=1,n=8,k=2");
    check_value::<Bits<6>>("connect6:11x8");
    check_value::<Bits<7>>("line:m=20,n=1,k=5");
    check_value::<Bits<7>>("line:m=2,n=20,k=20,gravity");
}

#[test]
fn the_centre_of_tictactoe_is_worth_four_windows() {
    let game: Line<u64> = game("tictactoe");
    let mut pos = game.start();
    game.play_moves(&mut pos, "b2").unwrap();
    assert_eq!(LongestLines.value(&game, &pos, Player::FIRST), Score(4 * 64));
}

fn near<W: CellSet>(game: &Line<W>, pos: &Position<W>, radius: u32) -> Vec<Move> {
    let mut moves = Vec::new();
    game.near(pos, radius, &mut moves);
    moves
}

/// The legal moves within the radius, measured one by one.
fn naive_near<W: CellSet>(game: &Line<W>, pos: &Position<W>, radius: u32) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let close = |mv: &Move| {
        let (column, row) = game.place(game.landing(pos, *mv));
        pos.occupied().indices().any(|stone| {
            let (other, height) = game.place(Cell(stone as u16));
            column.abs_diff(other).max(row.abs_diff(height)) <= radius
        })
    };
    moves.into_iter().filter(close).collect()
}

fn check_near<W: CellSet>(spec: &str) {
    let game: Line<W> = game(spec);
    // An empty board, where nothing is near, has a test of its own.
    for pos in positions(&game).into_iter().filter(|pos| pos.placed() > 0) {
        for radius in [1, 2, 3, 40] {
            let moves = near(&game, &pos, radius);
            assert_eq!(moves, naive_near(&game, &pos, radius), "{spec}: {}", game.write_position(&pos));
            assert_eq!(moves.is_empty(), matches!(game.status(&pos), Status::Over(_)));
        }
        assert_eq!(near(&game, &pos, 0), near(&game, &pos, 1));
    }
}

#[test]
fn near_moves_are_close_to_a_stone() {
    check_near::<u64>("connect4");
    check_near::<u128>("gomoku:9x11");
    check_near::<Bits<6>>("connect6:12x12");
    check_near::<Bits<7>>("line:m=20,n=3,k=6");
    check_near::<Bits<7>>("line:m=1,n=20,k=3");
}

#[test]
fn an_empty_board_offers_its_centre() {
    let names = |spec: &str| {
        let game: Line<Bits<6>> = game(spec);
        let moves = near(&game, &game.start(), 2);
        moves.into_iter().map(|mv| game.write_move(mv)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("gomoku"), "h8");
    assert_eq!(names("gomoku:10x10"), "e5 e6 f5 f6");
    assert_eq!(names("gomoku:19x19"), "j10");
    assert_eq!(names("connect4"), "4");
    assert_eq!(names("connect4:8x8"), "4 5");
}

/// Of games that somebody wins, every position and the final score tell when that will be, to one or two plies.
#[test]
fn a_final_score_tells_when_the_game_ends() {
    for spec in ["tictactoe", "connect4:4x4", "line:m=5,n=4,k=3,p=2", "line:m=5,n=5,k=4,p=3,q=2"] {
        let game: Line<u64> = game(spec);
        let mut won = 0;
        for index in 0..60 {
            let mut rng = Seed(8).stream("plies", index);
            let (mut pos, mut seen) = (game.start(), Vec::new());
            while let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) {
                seen.push(pos);
                game.play_unchecked(&mut pos, mv);
            }
            let Status::Over(outcome) = game.status(&pos) else { panic!("nobody moves") };
            for (played, before) in seen.iter().enumerate() {
                let score = game.final_score(&pos, &outcome, before.to_move());
                let Some(plies) = game.plies_to(before, score) else {
                    assert_eq!(score, Score::ZERO, "{spec}");
                    continue;
                };
                let left = (seen.len() - played) as u32;
                assert!(
                    plies.contains(&left) && plies.end() - plies.start() <= 1,
                    "{spec}: {left} in {plies:?}"
                );
                won += 1;
            }
        }
        assert!(won > 100, "{spec}");
    }
}
