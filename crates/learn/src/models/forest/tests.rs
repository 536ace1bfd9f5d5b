//! Trees and patterns against tables of the source, the three forms against each other.

use std::collections::BTreeSet;

use super::*;
use crate::ternary_places::Standing;
use agon_abilities::Stones;
use agon_core::{Evaluator, Game, Notation, Player, Seed};
use agon_grid::{Bits, CellSet};
use agon_line::{Line, Rules};
use agon_reversi::Reversi;
use proptest::prelude::*;

fn line<W: CellSet>(spec: &str) -> Line<W> {
    Line::new(Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap()
}

/// A place as a picture, rows from the top.
fn picture(game: &Line<u64>, place: &[u16]) -> String {
    let cell = |column, row| game.cell_bit((column, row)).is_some_and(|bit| place.contains(&(bit as u16)));
    let row = |row| (0..5).map(|column| if cell(column, row) { 'X' } else { '-' }).collect::<String>();
    (0..5).map(row).collect::<Vec<_>>().join(" ")
}

fn leaf(prediction: Prediction) -> DecisionTree {
    DecisionTree { root: Node::Leaf(prediction) }
}

fn woods(pattern: Pattern, tree: DecisionTree) -> Woods {
    Woods { pattern, tree, weight: 1, error: None }
}

/// Table 3-3: a pattern in a window of four on 5x5, each image in four places. The rows that can be read are those of the
/// images that are transposed and mirrored.
#[test]
fn table_3_3() {
    let pattern = Pattern::new(4, &[2, 3, 9, 11, 12]).unwrap();
    assert_eq!(pattern.images().len(), 8);
    let game: Line<u64> = line("line:m=5,n=5,k=5");
    let forest = Forest {
        woods: vec![woods(pattern, leaf(Prediction::Win))],
        weights: PredictionWeights::USUAL,
        game: None,
    };
    let placed = PlacedForest::new(&forest, &game).unwrap();
    let pictures: Vec<_> = placed.woods[0].places().map(|place| picture(&game, place)).collect();
    assert_eq!(pictures.len(), 32);
    assert_eq!(pictures[0], "--XX- ----- -X-X- X---- -----", "the pattern itself");
    let vertically = [
        "X---- -X--- ---X- -X-X- -----",
        "-X--- --X-- ----X --X-X -----",
        "----- X---- -X--- ---X- -X-X-",
        "----- -X--- --X-- ----X --X-X",
    ];
    let both_ways = [
        "-X-X- ---X- -X--- X---- -----",
        "--X-X ----X --X-- -X--- -----",
        "----- -X-X- ---X- -X--- X----",
        "----- --X-X ----X --X-- -X---",
    ];
    assert!(pictures.chunks(4).any(|image| image == vertically), "{pictures:#?}");
    assert!(pictures.chunks(4).any(|image| image == both_ways), "{pictures:#?}");
}

#[test]
fn equal_images_count_once() {
    let images = |side, cells: &[u16]| Pattern::new(side, cells).unwrap().images().len();
    assert_eq!(images(3, &[4]), 1, "a single cell");
    assert_eq!(images(3, &[0, 1, 2]), 4, "a row: to both sides, lying and standing");
    assert_eq!(images(3, &[0, 4, 8]), 4, "a diagonal");
    assert_eq!(
        images(3, &[0, 1, 3]),
        8,
        "an angle, although a mirror maps it onto itself: its cells change places"
    );
    assert_eq!(images(3, &[0, 1, 5]), 8);
}

#[test]
fn patterns_and_ends_are_text() {
    let pattern = Pattern::random(7, 8, &mut Seed(1).stream("pattern", 0));
    assert_eq!(pattern.count(), 8);
    assert_eq!(pattern.to_string().parse::<Pattern>().unwrap(), pattern);
    assert!("7:1,1".parse::<Pattern>().unwrap_err().message.contains("named twice"));
    assert!("7:49".parse::<Pattern>().unwrap_err().message.contains("no cell 49"));
    assert_eq!(
        Pattern::random(2, 8, &mut Seed(1).stream("pattern", 0)).count(),
        4,
        "a small window has few cells"
    );
    let figure_3_4 = "0211202212011110122200201/1";
    let end: EndOfGame = figure_3_4.parse().unwrap();
    assert_eq!(end.to_string(), figure_3_4);
    assert_eq!((end.side(), end.result), (5, Prediction::Win));
    for wrong in ["", "0/3", "00/1", "0003/1", "0000"] {
        assert!(wrong.parse::<EndOfGame>().is_err(), "{wrong}");
    }
}

/// The window moves inside the board; the player of the last move sees own stones as 1.
#[test]
fn ends_are_the_cells_around_the_last_move() {
    let game: Line<u64> = line("line:m=5,n=4,k=3");
    let mut pos = game.start();
    let moves = game.play_moves(&mut pos, "a4 b1 b4 c1 c4").unwrap();
    let ends = |window| {
        let ends = EndOfGame::all_of(&game, &game.start(), &moves, window);
        ends.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(ends(Window::around_the_end(3)), ["110000000/1"]);
    assert_eq!(ends(Window::around_the_end(4)), ["1100000000002200/1"]);
    assert!(ends(Window::around_the_end(5)).is_empty(), "the board is smaller");
    let lifted = Window { lifted: true, ..Window::around_the_end(3) };
    assert_eq!(ends(lifted), ["100000000/1"], "without the last piece");
    let three = Window { moves: 3, ..lifted };
    assert_eq!(
        ends(three),
        ["100000000/1", "000000100/2", "100000000/1"],
        "the loser's move between two of the winner"
    );
    assert_eq!(ends(Window { moves: 99, ..three }).len(), 5);
    assert!(EndOfGame::all_of(&game, &game.start(), &moves[..4], three).is_empty(), "the game is not over");
}

/// Every window is part of the board after its move, at some place; the finished line is in none.
#[test]
fn windows_may_lie_anywhere() {
    let game: Line<u64> = line("line:m=5,n=4,k=3");
    let mut pos = game.start();
    let moves = game.play_moves(&mut pos, "a4 b1 b4 c1 c4").unwrap();
    let window = Window { moves: 99, places: Places::Anywhere, ..Window::around_the_end(3) };
    let ends = EndOfGame::all_of(&game, &game.start(), &moves, window);
    assert_eq!(ends.len(), 4, "not the last one");
    assert_eq!(ends, EndOfGame::all_of(&game, &game.start(), &moves, window), "nothing else is random");
    let mut corners = BTreeSet::new();
    let mut pos = game.start();
    for (ply, end) in ends.iter().enumerate() {
        let player = game.status(&pos).to_move().unwrap();
        game.play_unchecked(&mut pos, moves[ply]);
        let digits = Standing::of(&game, &pos, player).digits();
        let cell = |place| digits[game.cell_bit(place).unwrap() as usize];
        let at = |(left, top): (u32, u32)| -> Vec<u8> {
            (0..9).map(|index| cell((left + index % 3, top + index / 3))).collect()
        };
        let places: Vec<_> =
            (0..6).map(|at| (at % 3, at / 3)).filter(|&corner| at(corner) == end.cells).collect();
        assert!(!places.is_empty(), "{end}");
        corners.extend(places.first().copied());
        assert_eq!(end.result, if ply % 2 == 0 { Prediction::Win } else { Prediction::Loss });
    }
    assert!(corners.len() > 1, "{corners:?}");
}

/// The first cell tells everything, the second nothing, the third a little.
#[test]
fn trees_ask_what_tells_most() {
    let ends: Vec<EndOfGame> = ["120/1", "110/1", "100/1", "000/0", "020/0", "010/0"]
        .iter()
        .map(|text| format!("{}000000/{}", &text[..3], &text[4..]).parse().unwrap())
        .collect();
    let lesson = Lesson::plain(&ends, 3);
    let grown = lesson.grow(Pattern::new(3, &[0, 1, 2]).unwrap(), Seed(2));
    let Node::Split { attribute, branches } = &grown.tree.root else { panic!("{:?}", grown.tree) };
    assert_eq!(*attribute, 0);
    let leaves = [Prediction::Draw, Prediction::Win, Prediction::Loss].map(Node::Leaf);
    assert_eq!(**branches, leaves, "the opponent of the player of the last move loses");
    assert_eq!(grown.error, Some(0.0));
    assert_eq!(grown, lesson.grow(grown.pattern, Seed(2)), "the same seed, the same tree");
}

#[test]
fn scores_are_percentages_times_weights() {
    let score = |counts| PredictionWeights::USUAL.score(Counts(counts)).0;
    assert_eq!(score([1, 1, 2]), 25 * 2000 + 25 * 1000 - 50 * 500);
    assert_eq!(score([0, 0, 0]), 0);
    assert_eq!(score([0, 0, 7]), -50_000);
}

/// A forest of random trees, in which every answer and every weight occurs.
fn random_forest(side: u32, attributes: usize, seed: u64) -> Forest {
    let mut rng = Seed(seed).stream("random forest", 0);
    let tree = |pattern: &Pattern, rng: &mut agon_core::Rng| {
        fn node(left: &[u8], rng: &mut agon_core::Rng) -> Node {
            if left.is_empty() || rng.below(6) == 0 {
                return Node::Leaf(Prediction::ALL[rng.below(3) as usize]);
            }
            let at = rng.below(left.len() as u32) as usize;
            let rest: Vec<u8> = left.iter().copied().filter(|&other| other != left[at]).collect();
            let branches = Box::new(std::array::from_fn(|_| node(&rest, rng)));
            Node::Split { attribute: left[at], branches }
        }
        let all: Vec<u8> = (0..pattern.count() as u8).collect();
        DecisionTree { root: node(&all, rng) }
    };
    let woods = (0..6).map(|number| {
        let pattern = Pattern::random(side, attributes, &mut rng);
        Woods { tree: tree(&pattern, &mut rng), pattern, weight: number * 12, error: None }
    });
    Forest {
        woods: woods.collect(),
        weights: PredictionWeights { win: 2000, draw: 1500, loss: -500 },
        game: None,
    }
}

/// Plays on at random, from time to time from an earlier position, and asks all three forms.
fn forms_agree<G: Stones>(game: &G, forest: &Forest, seed: u64) {
    let placed = PlacedForest::new(forest, game).unwrap();
    let (walking, cached) = (WalkingForest(placed.clone()), CachedForest::new(placed.clone()));
    let incremental = IncrementalForest::new(&placed);
    let mut rng = Seed(seed).stream("positions", 0);
    let (mut pos, mut earlier, mut scratch) = (game.start(), vec![game.start()], Vec::new());
    for _ in 0..60 {
        for pov in [Player::FIRST, Player::SECOND] {
            let counts = walking.counts(game, &pos, pov);
            assert_eq!(counts, cached.counts(game, &pos, pov));
            assert_eq!(counts, incremental.counts(game, &pos, pov));
            assert_eq!(walking.value(game, &pos, pov), incremental.value(game, &pos, pov));
            votes_are_what_covers_a_cell(game, &pos, pov, &cached, &incremental);
        }
        if rng.below(3) == 0 {
            pos = earlier[rng.below(earlier.len() as u32) as usize].clone();
        }
        match game.random_move(&pos, &mut rng, &mut scratch) {
            Some(mv) => {
                earlier.push(pos.clone());
                game.play_unchecked(&mut pos, mv);
            }
            None => pos = game.start(),
        }
    }
}

/// Votes counted place by place, and what they come to.
fn votes_are_what_covers_a_cell<G: Stones>(
    game: &G,
    pos: &G::Position,
    pov: Player,
    cached: &CachedForest,
    incremental: &IncrementalForest,
) {
    let mut sums = std::collections::HashMap::new();
    cached.each_prediction(game, pos, pov, |cells, answer, weight| {
        let vote = match answer {
            Prediction::Win => f64::from(weight),
            Prediction::Draw => 0.0,
            Prediction::Loss => -f64::from(weight),
        };
        cells.iter().for_each(|&cell| *sums.entry(u32::from(cell)).or_insert(0.0) += vote);
    });
    for (place, vote) in incremental.votes(game, pos, pov) {
        let bit = game.cell_bit(place).unwrap();
        assert_eq!(vote, sums.get(&bit).copied().unwrap_or(0.0), "{place:?}");
    }
    let said = incremental.explain(game, pos, pov);
    let sum: f64 = said.contributions.iter().map(|part| part.worth).sum();
    assert!((sum - incremental.value(game, pos, pov).to_f64()).abs() < 0.002, "{sum}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    /// Square and oblong boards, gravity, boards wider than 8, holes, windows as large as the board.
    #[test]
    fn three_forms_of_one_evaluator(seed in 0u64..1 << 40, side in 1u32..8, attributes in 1usize..9) {
        let forest = random_forest(side, attributes, seed);
        forms_agree(&line::<u64>("connect4:7x7"), &forest, seed);
        forms_agree(&line::<u128>("line:m=9,n=7,k=4,gravity"), &random_forest(side.min(7), attributes, seed), seed);
        forms_agree(&line::<u128>("gomoku:10x10"), &forest, seed);
        forms_agree(&line::<Bits<6>>("connect6"), &forest, seed);
        forms_agree(&Reversi::<u64>::new(Default::default()).unwrap(), &forest, seed);
        let holes = agon_reversi::Rules::from_spec(&"reversi:88".parse().unwrap()).unwrap();
        forms_agree(&Reversi::<u128>::new(holes).unwrap(), &random_forest(side.min(4), attributes, seed), seed);
        forms_agree(&line::<u64>("tictactoe"), &random_forest(side.min(3), attributes, seed), seed);
    }
}

/// The same position turned and mirrored has the same counts: woods cover all eight.
#[test]
fn symmetric_positions_have_equal_counts() {
    use agon_core::Symmetric;
    let game: Line<u128> = line("gomoku:10x10");
    let forest = IncrementalForest::new(&PlacedForest::new(&random_forest(5, 6, 3), &game).unwrap());
    let mut rng = Seed(5).stream("symmetric", 0);
    let mut pos = game.start();
    for _ in 0..30 {
        let mv = game.random_move(&pos, &mut rng, &mut Vec::new()).unwrap();
        game.play_unchecked(&mut pos, mv);
        let counts = forest.counts(&game, &pos, Player::FIRST);
        for index in 0..game.symmetries() {
            let image = game.map_position(index, &pos);
            assert_eq!(forest.counts(&game, &image, Player::FIRST), counts, "{index}");
        }
    }
}

#[test]
fn a_forest_that_fits_nowhere_is_refused() {
    let game: Line<u64> = line("tictactoe");
    let pattern = Pattern::new(5, &[0, 4, 24]).unwrap();
    let forest = Forest {
        woods: vec![woods(pattern, leaf(Prediction::Win))],
        weights: PredictionWeights::USUAL,
        game: None,
    };
    let error = PlacedForest::new(&forest, &game).unwrap_err();
    assert_eq!(error.message, "no pattern of the forest fits a board of 3x3");
}

/// Rows, columns and diagonals of a window are the same line for a tree that learns from it in all positions; a leaf needs
/// its examples.
#[test]
fn turned_windows_and_small_leaves() {
    let ends: Vec<EndOfGame> = ["111000000/1", "100100100/1", "001001001/1", "000000111/1", "010000000/0"]
        .iter()
        .map(|text| text.parse().unwrap())
        .collect();
    let grow = |lesson: Lesson<'_>| lesson.grow(Pattern::new(3, &[0, 1, 2]).unwrap(), Seed(1)).tree;
    let row = |tree: &DecisionTree| tree.predict(|_| 1);
    let turned = Lesson { turned: true, ..Lesson::plain(&ends, 3) };
    assert_eq!(row(&grow(turned)), Prediction::Win);
    let coarse = Lesson { fewest: 1000, ..turned };
    assert!(matches!(grow(coarse).root, Node::Leaf(_)), "no branch has so many examples");
    let images = Pattern::new(3, &[0, 1, 2]).unwrap().in_window();
    assert_eq!(images.len(), 8);
    assert!(images.contains(&vec![6, 3, 0]) && images.contains(&vec![8, 7, 6]));
}

#[test]
fn a_forest_of_another_game_is_refused() {
    let forest = Forest { game: Some("tictactoe".to_owned()), ..random_forest(3, 4, 1) };
    assert_eq!(forest.check_game("tictactoe"), Ok(()));
    let error = forest.check_game("connect4:7x7").unwrap_err().message;
    assert!(error.starts_with("this forest was trained for tictactoe, not for connect4:7x7"), "{error}");
}
