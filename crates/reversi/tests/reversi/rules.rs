//! The rules against the shared checker, a naive twin, and published counts.

use std::collections::BTreeSet;

use agon_core::{Game, Notation, Player, Seed, Status, perft};
use agon_grid::Cell;
use agon_reversi::{BoardWord, Move, Reversi, Rules, Wide};
use agon_testkit::{check_perft_table, check_rules};
use proptest::prelude::*;

use crate::naive::boards::{self, Board};
use crate::naive::{self, Naive};

fn game<W: BoardWord>(spec: &str) -> Reversi<W> {
    Reversi::new(Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap()
}

#[test]
fn perft_8x8_is_the_published_one() {
    let table = include_str!("../../testdata/perft/8x8.txt");
    check_perft_table(&game::<u64>("reversi"), table, 30_000_000);
    check_perft_table(&game::<u128>("reversi"), table, 400_000);
    check_perft_table(&game::<Wide>("reversi"), table, 60_000);
}

#[test]
fn rules_hold_on_every_kind_of_board() {
    check_rules(&game::<u64>("reversi"), Seed(1));
    check_rules(&game::<u64>("reversi:4x4"), Seed(2));
    check_rules(&game::<u64>("reversi:6x6,discs"), Seed(3));
    check_rules(&game::<u64>("reversi:5x7,start=historical"), Seed(4));
    check_rules(&game::<u64>("reversi:start=thesis"), Seed(5));
    check_rules(&game::<u64>("reversi:#..#../...OX./...XO./#..#../......"), Seed(6));
    check_rules(&game::<u128>("reversi:88"), Seed(7));
    check_rules(&game::<u128>("reversi:10x10,start=historical"), Seed(8));
    check_rules(&game::<u128>("reversi:16x8,discs"), Seed(9));
    check_rules(&game::<Wide>(&format!("reversi:{}", cross(12))), Seed(10));
}

/// A 12x12 board without its corners has few enough cells, but needs more than 128 bits.
fn cross(size: u32) -> String {
    let edge = |place: u32| place.min(size - 1 - place);
    let tile = |row: u32, column: u32| if edge(row) + edge(column) < 4 { '#' } else { '.' };
    let row = |row: u32| (0..size).map(|column| tile(row, column)).collect::<String>();
    (0..size).map(row).collect::<Vec<_>>().join("/")
}

/// The start of `game` as the naive twin sees it.
fn twin<W: BoardWord>(game: &Reversi<W>) -> Naive {
    let shape = &game.rules().shape;
    let mut naive = Naive { board: Default::default(), to_move: 'X' };
    for cell in shape.cells() {
        let (column, row) = shape.place(cell);
        naive.board.insert((row as i32, column as i32), '.');
    }
    for (cell, player) in game.rules().first_discs() {
        let (column, row) = shape.place(cell);
        naive.board.insert((row as i32, column as i32), if player == Player::FIRST { 'X' } else { 'O' });
    }
    naive
}

/// Plays one random game on both and compares everything at every ply.
fn play_beside_twin<W: BoardWord>(game: &Reversi<W>, seed: u64) {
    let shape = &game.rules().shape;
    let mut naive = twin(game);
    let mut pos = game.start();
    let mut rng = Seed(seed).stream("twin", 0);
    while !naive.is_over() {
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        let expected = naive.placements(naive.to_move);
        let mv = moves[rng.below(moves.len() as u32) as usize];
        if expected.is_empty() {
            assert_eq!(moves, [Move::Pass]);
            naive.to_move = naive::other(naive.to_move);
        } else {
            let place = |mv: &Move| match mv {
                Move::Place(cell) => (shape.place(*cell).1 as i32, shape.place(*cell).0 as i32),
                Move::Pass => panic!("a pass where placing is possible"),
            };
            assert_eq!(moves.iter().map(place).collect::<Vec<_>>(), expected);
            naive.place(place(&mv));
        }
        game.play(&mut pos, mv).unwrap();
        assert_eq!(game.write_position(&pos), naive.text());
    }
    let Status::Over(outcome) = game.status(&pos) else { panic!("the twin says it is over") };
    let (black, white) = (naive.count('X'), naive.count('O'));
    let margin = outcome.margin(Player::FIRST);
    let empty = shape.count() as i32 - black - white;
    assert_eq!(margin, black - white + empty * (black - white).signum());
}

type Place = (i32, i32);

/// What the twin says of a position.
struct Answers {
    text: String,
    /// By player.
    placements: [Vec<Place>; 2],
    /// By player: what their moves would flip.
    flippable: [Vec<Place>; 2],
    /// What each placement flips and leads to; of a pass, nothing and the position after it.
    moves: Vec<(Vec<Place>, String)>,
}

impl Answers {
    fn new(naive: &Naive) -> Self {
        let sorted = |flips: Vec<Place>| BTreeSet::from_iter(flips).into_iter().collect::<Vec<_>>();
        let placements = ['X', 'O'].map(|side| naive.placements(side));
        let flips_of = |side, places: &[Place]| places.iter().flat_map(|&at| naive.flips(side, at)).collect();
        let flippable = [('X', &placements[0]), ('O', &placements[1])]
            .map(|(side, places)| sorted(flips_of(side, places)));
        let place = |&at: &Place| {
            let mut after = naive.clone();
            after.place(at);
            (sorted(naive.flips(naive.to_move, at)), after.text())
        };
        let own = &placements[usize::from(naive.to_move == 'O')];
        let mut moves: Vec<_> = own.iter().map(place).collect();
        if moves.is_empty() && !naive.is_over() {
            moves.push((Vec::new(), Naive { to_move: naive::other(naive.to_move), ..naive.clone() }.text()));
        }
        Self { text: naive.text(), placements, flippable, moves }
    }
}

fn agree_on<W: BoardWord>(game: &Reversi<W>, answers: &Answers) {
    let shape = &game.rules().shape;
    let place = |index: u32| shape.place(Cell(index as u16));
    let places = |cells: W| -> Vec<Place> {
        cells.indices().map(place).map(|(column, row)| (row as i32, column as i32)).collect()
    };
    let here = || format!("{} {}", game.rules().spec(), answers.text);
    let pos = game.read_position(&answers.text).unwrap_or_else(|error| panic!("{}: {error}", here()));
    for player in Player::all(2) {
        assert_eq!(places(game.moves_of(&pos, player)), answers.placements[player.index()], "{}", here());
        assert_eq!(places(game.flippable_by(&pos, player)), answers.flippable[player.index()], "{}", here());
    }
    let mut moves = Vec::new();
    game.moves(&pos, &mut moves);
    assert_eq!(moves.len(), answers.moves.len(), "{}", here());
    for (mv, (flips, after)) in moves.into_iter().zip(&answers.moves) {
        if let Move::Place(cell) = mv {
            assert_eq!(&places(game.flips(&pos, cell)), flips, "{}", here());
        }
        let child = game.after(&pos, mv);
        assert_eq!(&game.write_position(&child), after, "{} {}", here(), game.write_move(mv));
        assert_eq!(game.read_position(after).unwrap(), child, "{} {}", here(), game.write_move(mv));
    }
}

/// In the fast form and in the portable one, where the word holds the board.
fn agree_in_both_forms<W: BoardWord>(rules: &Rules, answers: &[Answers]) {
    if let Ok(game) = Reversi::<W>::new(rules.clone()) {
        answers.iter().for_each(|answers| agree_on(&game, answers));
        let portable = game.without_fast_path();
        answers.iter().for_each(|answers| agree_on(&portable, answers));
    }
}

/// In every word that holds the board; the catalog takes the first of them.
fn agree_in_every_word(board: &Board, seed: Seed) {
    let rules = Rules::from_spec(&board.spec.parse().unwrap());
    let rules = rules.unwrap_or_else(|error| panic!("{}: {error}", board.spec));
    let answers: Vec<_> = board.positions(seed).iter().map(Answers::new).collect();
    agree_in_both_forms::<u64>(&rules, &answers);
    agree_in_both_forms::<u128>(&rules, &answers);
    agree_in_both_forms::<Wide>(&rules, &answers);
}

/// Boards of up to 64 cells with a side above 8 once missed flips along runs of more than six discs.
#[test]
fn long_runs_agree_with_the_naive_twin_on_every_rectangle() {
    let boards = boards::rectangles();
    assert_eq!(boards.len(), 321, "every size up to 26 cells a side and 128 in all");
    for (number, board) in boards.iter().enumerate() {
        agree_in_every_word(board, Seed(number as u64));
    }
}

#[test]
fn long_runs_agree_with_the_naive_twin_on_irregular_boards() {
    for number in 0..150 {
        agree_in_every_word(&boards::irregular(Seed(number)), Seed(number));
    }
}

/// Plays a random game beside the twin in every word that holds the board, in both forms.
fn play_in_every_word(rules: &Rules, seed: u64) {
    fn play<W: BoardWord>(rules: &Rules, seed: u64) {
        if let Ok(game) = Reversi::<W>::new(rules.clone()) {
            play_beside_twin(&game, seed);
            play_beside_twin(&game.without_fast_path(), seed);
        }
    }
    play::<u64>(rules, seed);
    play::<u128>(rules, seed);
    play::<Wide>(rules, seed);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_games_agree_with_the_naive_twin(seed: u64, board in 0..boards::rectangles().len()) {
        let spec = &boards::rectangles()[board].spec;
        play_in_every_word(&Rules::from_spec(&spec.parse().unwrap()).unwrap(), seed);
    }

    /// Any set of cells around a start is a board.
    #[test]
    fn any_shape_is_a_board(seed: u64, holes in prop::collection::vec(any::<bool>(), 64)) {
        let tile = |index: usize| match index {
            27 | 36 => 'O',
            28 | 35 => 'X',
            _ if holes[index] && seed.rotate_left(index as u32) % 3 == 0 => '#',
            _ => '.',
        };
        let row = |row: usize| (0..8).map(|column| tile(8 * row + column)).collect::<String>();
        let spec = format!("reversi:{}", (0..8).map(row).collect::<Vec<_>>().join("/"));
        play_in_every_word(&Rules::from_spec(&spec.parse().unwrap()).unwrap(), seed);
        check_rules(&game::<u64>(&spec), Seed(seed));
    }

    /// Whatever is typed, reading ends in a value or an error.
    #[test]
    fn readers_never_panic(text in ".{0,80}", board in "[XO.#/ x0-9,=a-z-]{0,90}") {
        for text in [&text, &board] {
            let _ = format!("reversi:{text}").parse().and_then(|spec| Rules::from_spec(&spec)).map(|rules| rules.spec());
            let game = game::<u64>("reversi:6x6");
            let _ = game.read_position(text);
            let _ = game.read_move(text);
            let _ = game.play_moves(&mut game.start(), text);
        }
    }
}

#[test]
fn perft_agrees_with_the_naive_twin_on_other_boards() {
    for (spec, depth) in
        [("reversi:4x4", 12), ("reversi:6x6", 6), ("reversi:7x5", 6), ("reversi:start=thesis", 5)]
    {
        let game = game::<u64>(spec);
        for depth in 1..=depth {
            assert_eq!(perft(&game, &game.start(), depth), twin(&game).perft(depth), "{spec} at {depth}");
        }
    }
    for spec in ["reversi:88", "reversi:10x10"] {
        let game = game::<u128>(spec);
        assert_eq!(perft(&game, &game.start(), 5), twin(&game).perft(5), "{spec}");
    }
}

#[test]
fn the_thesis_starts_with_exchanged_colours() {
    let thesis = game::<u64>("reversi:start=thesis");
    let mut legal = Vec::new();
    thesis.moves(&thesis.start(), &mut legal);
    let names: Vec<_> = legal.iter().map(|&mv| thesis.write_move(mv)).collect();
    // Figure 1.1: (row 2, column 4) and (row 5, column 3) are among black's moves.
    assert_eq!(names, ["e3", "f4", "c5", "d6"]);
}

#[test]
fn the_historical_start_fills_the_centre_first() {
    let game = game::<u64>("reversi:start=historical");
    assert_eq!(perft(&game, &game.start(), 4), 24);
    let mut pos = game.start();
    assert!(game.play_moves(&mut pos, "d4 c4").is_err(), "c4 is not in the centre");
    assert_eq!(pos, game.start(), "a refused list changes nothing");
    game.play_moves(&mut pos, "d5 d4 e4 e5").unwrap();
    let standard = self::game::<u64>("reversi");
    assert_eq!(game.write_position(&pos), standard.write_position(&standard.start()));
}

#[test]
fn scoring_is_a_rule() {
    // The shortest wipe-out from the start: black has all 13 discs after nine moves.
    let wipe_out = "e6f4e3f6g5d6e7f5c5";
    for (spec, points) in [("reversi", [64, 0]), ("reversi:discs", [13, 0])] {
        let game = game::<u64>(spec);
        let mut pos = game.start();
        game.play_moves(&mut pos, wipe_out).unwrap();
        let Status::Over(outcome) = game.status(&pos) else { panic!("white has no disc left") };
        assert_eq!(outcome.points.as_slice(), points, "{spec}");
    }
}

#[test]
fn position_errors_name_the_wrong_part() {
    let game = game::<u64>("reversi");
    let start = game.write_position(&game.start());
    let message = |text: &str| game.read_position(text).unwrap_err().message;
    assert_eq!(message(&start[1..]), "the board has 63 characters, reversi needs 64");
    assert_eq!(message(&start[..64]), "the side to move is missing: `X` or `O` after a space");
    assert_eq!(
        message(&start.replacen('-', "?", 1)),
        "`?` cannot stand on a1: `X` is black, `O` is white, `-` is empty"
    );
    assert_eq!(message(&start.replace(" X", " Z")), "`Z` is not the side to move: `X` or `O` is");
}

/// A move is a number of a cell: what lies beyond the board is a question, not a mistake.
#[test]
fn cells_beyond_the_board_are_not_legal() {
    let game: Reversi<u64> = Reversi::new(Rules::default()).unwrap();
    for cell in [63, 64, 65, 127, 128, u16::MAX] {
        assert!(!game.is_legal(&game.start(), Move::Place(Cell(cell))), "{cell}");
    }
}

#[test]
fn a_position_shows_where_discs_can_be_placed() {
    let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
    let mut pos = game.start();
    for mv in ["f5", "d6", "c3"] {
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        let cells = moves.iter().fold(0u64, |cells, &mv| {
            let child = game.after(&pos, mv);
            let discs =
                |pos: &agon_reversi::Position<u64>| pos.discs(Player::FIRST) | pos.discs(Player::SECOND);
            cells | (discs(&child) ^ discs(&pos))
        });
        assert_eq!(pos.legal(), cells, "before {mv}");
        game.play_moves(&mut pos, mv).unwrap();
    }
}

/// Nothing is flipped before the centre is full, wherever the discs of a position lie that was set up.
#[test]
fn filling_the_centre_turns_nothing() {
    let game = game::<u64>("reversi:4x4,start=historical");
    let mut pos = game.read_position("----XO---------- X").unwrap();
    let mv = game.read_move("c2").unwrap();
    game.play(&mut pos, mv).unwrap();
    assert_eq!(game.write_position(&pos), "----XOX--------- O");
}
