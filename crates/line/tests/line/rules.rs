//! The rules against the shared checker, a naive twin, and known counts.

use std::collections::HashSet;

use agon_core::{Game, Keyed, Notation, Player, Seed, Status, perft};
use agon_grid::{Bits, CellSet};
use agon_line::{LONGEST_SIDE, Line, MOST_STONES, Move, Position, Rules};
use agon_testkit::{check_perft_table, check_rules};
use proptest::prelude::*;

use crate::naive::Naive;

fn rules(spec: &str) -> Rules {
    Rules::from_spec(&spec.parse().expect("a spec")).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn game<W: CellSet>(spec: &str) -> Line<W> {
    Line::new(rules(spec)).expect("a game")
}

/// The start of a game as the naive twin sees it.
fn twin(rules: &Rules) -> Naive {
    let mut board = std::collections::BTreeMap::new();
    for column in 0..rules.columns as i32 {
        board.extend((0..rules.rows as i32).map(|row| ((column, row), '.')));
    }
    let &Rules { k, p, q, gravity, exact, .. } = rules;
    Naive { board, k, p, gravity, exact, to_move: 'X', left: q }
}

#[test]
fn rules_hold_for_every_preset() {
    check_rules(&game::<u64>("tictactoe"), Seed(1));
    check_rules(&game::<u64>("connect4"), Seed(2));
    check_rules(&game::<u64>("connect4:7x7"), Seed(3));
    check_rules(&game::<u128>("gomoku:10x10"), Seed(4));
    check_rules(&game::<u128>("gomoku:10x10,exact"), Seed(5));
    check_rules(&game::<Bits<4>>("gomoku"), Seed(6));
}

#[test]
fn rules_hold_for_the_largest_preset() {
    check_rules(&game::<Bits<6>>("connect6"), Seed(7));
    check_rules(&game::<Bits<7>>("gomoku:20x20"), Seed(8));
}

#[test]
fn rules_hold_for_odd_games() {
    for (number, spec) in [
        "line:m=7,n=6,k=4,p=2,gravity",
        "line:m=5,n=4,k=3,p=2,q=3,gravity,exact",
        "line:m=4,n=4,k=2,p=3",
        "line:m=6,n=3,k=5,p=2,q=2,exact",
        "line:m=1,n=7,k=3",
        "line:m=20,n=1,k=4,p=3,q=9",
        "line:m=3,n=15,k=15,gravity",
        "line:m=13,n=4,k=4,gravity",
        "line:m=8,n=7,k=8",
    ]
    .into_iter()
    .enumerate()
    {
        check_rules(&game::<u64>(spec), Seed(number as u64));
        check_rules(&game::<u128>(spec), Seed(number as u64));
        check_rules(&game::<Bits<6>>(spec), Seed(number as u64));
    }
}

#[test]
fn boards_that_do_not_fit_are_refused() {
    assert!(Line::<u64>::new(rules("gomoku")).is_err());
    assert!(Line::<Bits<4>>::new(rules("connect6")).is_err());
    assert!(Line::<Bits<6>>::new(rules("gomoku:20x20")).is_err());
    assert!(Line::<u64>::new(Rules { k: 4, ..Rules::TICTACTOE }).is_err());
    assert!(Line::<u64>::new(Rules { p: 0, ..Rules::TICTACTOE }).is_err());
    assert!(Line::<u64>::new(Rules { rows: 0, ..Rules::TICTACTOE }).is_err());
}

#[test]
fn perft_tables() {
    let connect4 = include_str!("../../testdata/perft/connect4.txt");
    check_perft_table(&game::<u64>("connect4"), connect4, 50_000_000);
    check_perft_table(&game::<u128>("connect4"), connect4, 900_000);
    check_perft_table(&game::<Bits<6>>("connect4"), connect4, 900_000);
    let tictactoe = include_str!("../../testdata/perft/tictactoe.txt");
    check_perft_table(&game::<u64>("tictactoe"), tictactoe, 1_000_000);
    check_perft_table(&game::<Bits<4>>("tictactoe"), tictactoe, 1_000_000);
    let connect6 = include_str!("../../testdata/perft/connect6_9x9.txt");
    check_perft_table(&game::<u128>("connect6:9x9"), connect6, 50_000_000);
}

#[test]
fn perft_of_the_largest_board_is_that_of_its_cells() {
    let game = game::<Bits<7>>("gomoku:20x20");
    // The naive twin would take half a minute for it, and plays this board in the tests of extreme boards.
    assert_eq!(perft(&game, &game.start(), 2), 400 * 399);
    // A line in the last corner of the board.
    let mut pos = game.start();
    game.play_moves(&mut pos, "t20a1 s19a2 r18a3 q17a4").unwrap();
    assert_eq!(perft(&game, &pos, 1), 392);
    assert_eq!(game.write_move(first_win(&game, &pos)), "p16");
}

/// The first move that ends the game.
fn first_win<W: CellSet>(game: &Line<W>, pos: &Position<W>) -> Move {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    *moves.iter().find(|&&mv| game.after(pos, mv).winner().is_some()).expect("a move that wins")
}

#[test]
fn perft_agrees_with_the_naive_twin() {
    for (spec, depth) in [
        ("tictactoe", 6),
        ("connect4", 5),
        ("connect4:5x4", 6),
        ("line:m=4,n=4,k=3,p=2", 4),
        ("line:m=4,n=4,k=3,p=2,q=2,exact", 4),
        ("line:m=5,n=3,k=3,p=2,gravity", 6),
        ("line:m=4,n=5,k=3,p=3,q=2,gravity,exact", 6),
        ("line:m=7,n=1,k=2,p=2", 7),
        ("gomoku:7x7", 3),
    ] {
        let (small, large) = (game::<u64>(spec), game::<Bits<6>>(spec));
        for depth in 1..=depth {
            let expected = twin(small.rules()).perft(depth);
            assert_eq!(perft(&small, &small.start(), depth), expected, "{spec} at {depth}");
            assert_eq!(perft(&large, &large.start(), depth), expected, "{spec} at {depth}");
        }
    }
}

/// All positions that games can reach.
fn reachable(game: &Line<u64>) -> HashSet<Position<u64>> {
    let mut known = HashSet::from([game.start()]);
    let mut todo = vec![game.start()];
    while let Some(pos) = todo.pop() {
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        todo.extend(moves.into_iter().map(|mv| game.after(&pos, mv)).filter(|child| known.insert(*child)));
    }
    known
}

#[test]
fn tictactoe_has_5478_positions() {
    assert_eq!(reachable(&game("tictactoe")).len(), 5478);
}

/// With two stones a turn, the same player is to move before and after a stone: the turn must not look like one.
#[test]
fn different_positions_have_different_keys() {
    for spec in ["tictactoe", "line:m=3,n=3,k=3,p=2", "connect4:4x3", "line:m=5,n=2,k=3,p=3,q=2,exact"] {
        let game = game(spec);
        let positions = reachable(&game);
        let keys: HashSet<u64> = positions.iter().map(|pos| game.key(pos)).collect();
        assert_eq!(keys.len(), positions.len(), "{spec}");
    }
}

/// The twin's board as the library writes it.
fn text_of(naive: &Naive, rules: &Rules) -> String {
    let place = |row: u32, column: u32| naive.board[&(column as i32, row as i32)];
    let cells = (0..rules.rows).rev().flat_map(|row| (0..rules.columns).map(move |column| (row, column)));
    let board: String = cells.map(|(row, column)| place(row, column)).collect();
    let whole = if board.contains(['X', 'O']) { rules.p } else { rules.q };
    let left = if naive.left == whole { String::new() } else { naive.left.to_string() };
    format!("{} {}{left}", board.replace('.', "-"), naive.to_move)
}

fn place_of<W: CellSet>(game: &Line<W>, pos: &Position<W>, mv: Move) -> (i32, i32) {
    let (column, row) = game.place(game.landing(pos, mv));
    (column as i32, row as i32)
}

/// Plays one random game on both and compares everything at every ply.
fn play_beside_twin<W: CellSet>(game: &Line<W>, seed: u64) {
    let mut naive = twin(game.rules());
    let mut pos = game.start();
    let mut rng = Seed(seed).stream("twin", 0);
    loop {
        assert_eq!(game.write_position(&pos), text_of(&naive, game.rules()));
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        let places: Vec<_> = moves.iter().map(|&mv| place_of(game, &pos, mv)).collect();
        assert_eq!(places, naive.places());
        let mut ended = pos;
        let outcome = game.playout(&mut ended, &mut rng, &mut Vec::new());
        assert_eq!(game.read_position(&game.write_position(&ended)), Ok(ended), "a playout from {pos:?}");
        assert_eq!(game.status(&ended), Status::Over(outcome));
        if moves.is_empty() {
            break;
        }
        let index = rng.below(moves.len() as u32) as usize;
        game.play(&mut pos, moves[index]).expect("a listed move");
        naive.put(places[index]);
    }
    let Status::Over(outcome) = game.status(&pos) else { panic!("the twin says it is over") };
    let points = i32::from(naive.has_line('X')) - i32::from(naive.has_line('O'));
    assert_eq!(outcome.points.as_slice(), [points, -points]);
}

/// Plays in the word that a catalog takes for the board and in the widest one.
fn play_in_words(rules: Rules, seed: u64) {
    match rules.bits_needed() {
        ..=64 => play_beside_twin(&Line::<u64>::new(rules).unwrap(), seed),
        65..=128 => play_beside_twin(&Line::<u128>::new(rules).unwrap(), seed),
        129..=256 => play_beside_twin(&Line::<Bits<4>>::new(rules).unwrap(), seed),
        257..=384 => play_beside_twin(&Line::<Bits<6>>::new(rules).unwrap(), seed),
        _ => {}
    }
    play_beside_twin(&Line::<Bits<7>>::new(rules).unwrap(), seed);
}

#[test]
fn extreme_boards_agree_with_the_naive_twin() {
    for spec in [
        "gomoku:20x20",
        "gomoku:20x20,exact",
        "line:m=20,n=20,k=20,p=9,q=9,gravity",
        "line:m=20,n=19,k=6,p=2,gravity",
        "line:m=1,n=20,k=20,gravity",
        "line:m=20,n=1,k=20,p=9",
        "line:m=20,n=1,k=2,gravity",
        "line:m=20,n=2,k=3,exact",
        "line:m=2,n=20,k=5",
        "line:m=1,n=2,k=2",
    ] {
        play_in_words(rules(spec), 1);
    }
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let (sides, stones) = (1..=LONGEST_SIDE, 1..=MOST_STONES);
    (sides.clone(), sides, 2..=LONGEST_SIDE, stones.clone(), stones, any::<bool>(), any::<bool>()).prop_map(
        |(columns, rows, k, p, q, gravity, exact)| {
            let columns = if columns.max(rows) == 1 { 2 } else { columns };
            Rules { columns, rows, k: k.min(columns.max(rows)), p, q, gravity, exact }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_games_agree_with_the_naive_twin(seed: u64, rules in any_rules()) {
        play_in_words(rules, seed);
    }

    #[test]
    fn specs_give_the_rules_back(rules in any_rules()) {
        prop_assert_eq!(self::rules(&rules.spec()), rules);
    }
}

/// The status after a list of moves.
fn status_after<W: CellSet>(game: &Line<W>, moves: &str) -> Status {
    let mut pos = game.start();
    game.play_moves(&mut pos, moves).expect("legal moves");
    game.status(&pos)
}

#[test]
fn an_overline_wins_only_in_freestyle() {
    // X has a1 to c1 and e1 to f1, and then closes the gap: six in a row.
    let six = "a1a9 b1c9 c1e9 e1g9 f1i9 d1";
    let five = "a1a9 b1c9 c1e9 e1g9 d1";
    for spec in ["gomoku:9x9", "gomoku:9x9,exact"] {
        assert!(status_after(&game::<u128>(spec), five).outcome().is_some(), "{spec}");
        assert!(status_after(&game::<Bits<6>>(spec), five).outcome().is_some(), "{spec}");
        let over = spec == "gomoku:9x9";
        assert_eq!(status_after(&game::<u128>(spec), six).outcome().is_some(), over, "{spec}");
        assert_eq!(status_after(&game::<Bits<6>>(spec), six).outcome().is_some(), over, "{spec}");
    }
}

#[test]
fn two_stones_a_turn() {
    let game = game::<Bits<6>>("connect6");
    let mut pos = game.start();
    let mut seen = Vec::new();
    for cell in ["j10", "a1", "a2", "k10", "l10", "a3"] {
        seen.push((pos.to_move(), pos.left()));
        game.play_moves(&mut pos, cell).unwrap();
    }
    let (x, o) = (Player::FIRST, Player::SECOND);
    assert_eq!(seen, [(x, 1), (o, 2), (o, 1), (x, 2), (x, 1), (o, 2)]);
    assert!(game.write_position(&pos).ends_with(" O1"));
}

/// How many of 20000 playouts leave a stone of `X` on a cell.
fn playouts_with_x_on(game: &Line<u64>, pos: &str, (column, row): (u32, u32)) -> usize {
    let (pos, cell) = (game.read_position(pos).expect("a position"), game.cell(column, row).expect("a cell"));
    let mut rng = Seed(3).stream("even", 0);
    let mut scratch = Vec::new();
    let mut ends_with_x = || {
        let mut ended = pos;
        game.playout(&mut ended, &mut rng, &mut scratch);
        ended.stones(Player::FIRST).has(cell.index())
    };
    (0..20_000).filter(|_| ends_with_x()).count()
}

#[test]
fn playouts_choose_evenly() {
    // Two free cells: X takes either.
    let free = playouts_with_x_on(&game("tictactoe"), "XOX/XOO/O-- X", (1, 0));
    assert!((9_700..10_300).contains(&free), "{free}");
    // Column a has one free cell, b has two. X drops into a first in half of the games, and third in a quarter.
    let dropped = playouts_with_x_on(&game("line:m=2,n=3,k=3,gravity"), "--/X-/OX X", (0, 2));
    assert!((14_700..15_300).contains(&dropped), "{dropped}");
}
