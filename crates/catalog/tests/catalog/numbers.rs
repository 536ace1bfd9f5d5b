//! Positions as values, moves as numbers, games as arrays: on every board that the families name.

use std::collections::HashMap;
use std::sync::Arc;

use agon_catalog::{
    AnyPosition, ArrayColumns, EvaluatorKind, Origin, Registry, TextBoard, TextEvaluator, game, standard,
    tile_number,
};
use agon_core::spec::Spec;
use agon_core::{Budget, PlayError, Player, Score, Seed, Stop, Think};

const ALL: ArrayColumns = ArrayColumns { boards: true, features: false, legal: true };

/// Every example of every family.
fn specs() -> Vec<&'static str> {
    standard().families().flat_map(|family| family.examples().iter().map(|(spec, _)| *spec)).collect()
}

#[test]
fn numbers_and_texts_name_the_same_moves() {
    for spec in specs() {
        let game = game(spec).unwrap();
        let count = game.move_numbers().unwrap();
        let mut rng = Seed(1).stream("numbers", 0);
        let mut position = game.clone().position(&Origin::Start).unwrap();
        let mut numbers = Vec::new();
        for _ in 0..40 {
            numbers.clear();
            assert!(position.legal_numbers(&mut numbers));
            let texts = position.legal();
            let written: Vec<_> = numbers.iter().map(|&number| game.numbered_move(number).unwrap()).collect();
            assert_eq!(written, texts, "{spec}");
            for (&number, text) in numbers.iter().zip(&texts) {
                assert!(number < count && game.number_of_move(text).unwrap() == number, "{spec}: {text}");
            }
            if numbers.is_empty() {
                break;
            }
            let chosen = numbers[rng.below(numbers.len() as u32) as usize];
            let mut by_text = position.copy();
            by_text.play(&game.numbered_move(chosen).unwrap()).unwrap();
            position.play_number(chosen).unwrap();
            assert!(position.is_same(&*by_text) && position.key() == by_text.key(), "{spec}");
        }
        assert_eq!(game.numbered_move(count), None, "{spec}");
        assert_eq!(game.numbered_move(u32::MAX), None, "{spec}");
    }
}

/// Who keeps the moves of a word must never hand them out for another position.
#[test]
fn moves_follow_from_their_word() {
    let small =
        ["line:m=2,n=1,k=2", "line:m=3,n=2,k=2,p=2", "line:m=3,n=3,k=3,gravity", "line:m=1,n=7,k=4,gravity"];
    for spec in specs().into_iter().chain(small) {
        let game = game(spec).unwrap();
        let mut known = HashMap::new();
        for round in 0..200 {
            let mut rng = Seed(1).stream("words", round);
            let mut position = game.clone().position(&Origin::Start).unwrap();
            loop {
                let mut numbers = Vec::new();
                position.legal_numbers(&mut numbers);
                let Some(word) = position.moves_word() else { break };
                assert_eq!(known.entry(word).or_insert_with(|| numbers.clone()), &numbers, "{spec}");
                if numbers.is_empty() {
                    break;
                }
                position.play_number(numbers[rng.below(numbers.len() as u32) as usize]).unwrap();
            }
        }
        assert!(
            !known.is_empty() || game.move_numbers().unwrap() > 16 || spec.starts_with("reversi"),
            "{spec}"
        );
    }
}

#[test]
fn what_is_not_a_legal_move_changes_nothing() {
    let game = game("reversi").unwrap();
    let mut position = game.clone().position(&Origin::Start).unwrap();
    let before = position.copy();
    assert!(matches!(position.play_number(0), Err(PlayError::Illegal { mv, .. }) if mv == "a1"));
    assert!(matches!(position.play_number(64), Err(PlayError::Illegal { mv, .. }) if mv == "pass"));
    assert!(matches!(position.play_number(65), Err(PlayError::Unreadable(_))));
    assert!(matches!(position.play("a1"), Err(PlayError::Illegal { .. })));
    assert!(position.play("nonsense").is_err() && !position.undo());
    assert!(position.is_same(&*before));
    let over = agon_catalog::game("tictactoe").unwrap();
    let mut over = over.position(&Origin::Moves("a1 b1 a2 b2 a3")).unwrap();
    assert!(matches!(over.play_number(8), Err(PlayError::GameOver)));
}

#[test]
fn a_position_knows_where_it_came_from() {
    let game = game("reversi").unwrap();
    let moves = game.clone().position(&Origin::Moves("f5 d6 c3")).unwrap();
    assert_eq!((moves.played().join(" "), moves.origin()), ("f5 d6 c3".to_owned(), None));
    let text = moves.text();
    let mut begun = game.clone().position(&Origin::Position(&text)).unwrap();
    assert!(begun.is_same(&*moves) && begun.played().is_empty());
    begun.play("d3").unwrap();
    assert_eq!((begun.played(), begun.origin()), (vec!["d3".to_owned()], Some(text)));
    assert_eq!(begun.last_footprint(), [19]);
    assert!(begun.undo() && !begun.undo() && begun.is_same(&*moves));
    let other = agon_catalog::game("reversi:discs").unwrap().position(&Origin::Moves("f5 d6 c3")).unwrap();
    assert!(!other.is_same(&*moves), "the same discs by other rules");
}

#[test]
fn arrays_are_the_games_played_again() {
    for spec in ["reversi:6x6", "connect4", "blokus:mini", "connect6:13x13"] {
        let game = game(spec).unwrap();
        let arrays = game.random_arrays(5, &mut Seed(3).stream("arrays", 0), ALL).unwrap();
        let cells = arrays.boards.len() / arrays.moves.len();
        let count = game.move_numbers().unwrap() as usize;
        let ends = arrays.starts[1..].iter().copied().chain([arrays.moves.len() as u64]);
        for (index, (start, end)) in arrays.starts.iter().zip(ends).enumerate() {
            let mut position = game.clone().position(&Origin::Start).unwrap();
            for at in *start as usize..end as usize {
                let (mut tiles, mut legal) = (Vec::new(), Vec::new());
                position.tiles(&mut tiles);
                let board: Vec<i8> = tiles.into_iter().map(tile_number).collect();
                assert_eq!(arrays.boards[at * cells..][..cells], board, "{spec}");
                assert_eq!(position.status().to_move(), Some(Player(arrays.to_move[at])));
                position.legal_numbers(&mut legal);
                let marked = &arrays.legal[at * count..][..count];
                assert_eq!(marked.iter().filter(|&&mark| mark == 1).count(), legal.len());
                assert!(legal.iter().all(|&number| marked[number as usize] == 1));
                position.play_number(arrays.moves[at]).unwrap();
            }
            let outcome = *position.status().outcome().unwrap();
            let players = game.players();
            assert_eq!(arrays.points[index * players..][..players], *outcome.points.as_slice(), "{spec}");
        }
        let again = game.random_arrays(5, &mut Seed(3).stream("arrays", 0), ALL).unwrap();
        assert_eq!(arrays, again);
    }
}

#[test]
fn what_a_game_lacks_is_said() {
    let duo = game("blokus:duo").unwrap();
    let features = ArrayColumns { features: true, ..ArrayColumns::default() };
    let error = duo.random_arrays(1, &mut Seed(1).stream("x", 0), features).unwrap_err();
    assert_eq!(error.message, "blokus:duo has no board features");
    let (one, other) = (game("reversi").unwrap(), game("reversi:6x6").unwrap());
    let position = other.clone().position(&Origin::Start).unwrap();
    let error = one.features(&[&*position], &mut Vec::new()).unwrap_err();
    assert_eq!(error.message, "a position of reversi:6x6, not of reversi");
    let mut agent = one.clone().agent(&Spec::new("random")).unwrap();
    let error = agent.choose(&*position, &mut Think::untimed(Budget::nodes(1), Seed(1))).unwrap_err();
    assert_eq!(error.to_string(), "random: was made for reversi and is asked about reversi:6x6");
}

/// Values positions by what their text and their type say, which must be the same.
struct Looking(Arc<dyn agon_catalog::AnyGame>);

impl TextEvaluator for Looking {
    fn value(&self, board: &dyn TextBoard, pov: Player) -> Score {
        let position: Box<dyn AnyPosition> = self.0.clone().adopt(board.typed()).unwrap();
        assert_eq!(position.text(), board.position());
        let view = board.view();
        let discs = |player: Player| {
            view.tiles.iter().filter(|&&tile| tile == agon_core::Tile::Held(player.0)).count()
        };
        Score::points(discs(pov) as i32 - discs(pov.other()) as i32)
    }
}

#[test]
fn a_text_evaluator_values_every_game() {
    let mut registry = Registry::standard();
    let make = |spec: &str, _: &agon_core::spec::Options<'_>| -> Result<Arc<dyn TextEvaluator>, _> {
        Ok(Arc::new(Looking(standard().game(spec)?)))
    };
    registry.add_text_evaluator(EvaluatorKind::new("looking", "counts what it sees"), Arc::new(make));
    for spec in ["reversi", "reversi:88", "gomoku"] {
        registry.game(spec).unwrap().check("alphabeta(depth=2, eval=looking)").unwrap();
    }
    let game = registry.game("reversi").unwrap();
    let position = game.clone().position(&Origin::Moves("f5 d6 c3")).unwrap();
    let choice = |eval: &str| {
        let spec: Spec = format!("alphabeta(depth=3, eval={eval})").parse().unwrap();
        let mut agent = game.clone().agent(&spec).unwrap();
        agent.choose(&*position, &mut Think::untimed(Budget::default(), Seed(1))).unwrap()
    };
    let essence = |eval: &str| {
        let choice = choice(eval);
        (choice.mv, choice.score, choice.nodes, choice.line)
    };
    // What its values count is not asked of a text evaluator: they are ratings.
    assert_eq!(essence("looking"), essence("material"));
    let values = |eval: &str| game.values(&Spec::new(eval), &[&*position], &Stop::default()).unwrap();
    assert_eq!(values("looking"), values("material"));
    assert!(
        game.values(&Spec::new("lookin"), &[], &Stop::default())
            .unwrap_err()
            .to_string()
            .contains("did you mean `looking`")
    );
}
