//! The models that come with Agon, and sets that do not fit.

use agon_catalog::artefacts::MODEL_SETS;
use agon_catalog::{Playable, game};
use agon_core::{Game, Player, Seed, Symmetric, Unit};
use agon_reversi::{BoardWord, Reversi, Rules};

/// The start is worth what it should be, to within two points, and symmetric positions are worth the same.
fn level_and_symmetric<W: BoardWord + 'static>(spec: &str, start_for_black: f64) {
    let rules = Rules::from_spec(&spec.parse().unwrap()).unwrap();
    let game: Reversi<W> = Reversi::new(rules).unwrap();
    let models = game.guide();
    assert_eq!(models.counts(&game), Unit::Points, "{spec}: models foretell points");
    let start = models.value(&game, &game.start(), Player::FIRST).to_f64();
    assert!((start - start_for_black).abs() <= 2.0, "{spec}: {start}");
    let mut rng = Seed(1).stream(spec, 0);
    for _ in 0..20 {
        let mut pos = game.start();
        while let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) {
            game.play_unchecked(&mut pos, mv);
            let value = models.value(&game, &pos, Player::FIRST);
            for index in 0..game.symmetries() {
                let image = game.map_position(index, &pos);
                assert_eq!(models.value(&game, &image, Player::FIRST), value, "{spec} {index}");
            }
        }
    }
}

/// The start of 8x8 was worth 17.5 points for black, and symmetric positions differed by 0.4.
#[test]
fn what_comes_with_agon_is_level_and_symmetric() {
    level_and_symmetric::<u64>("reversi", 0.0);
    level_and_symmetric::<u128>("reversi:88", 0.0);
    // Proven: the second player wins by four.
    level_and_symmetric::<u64>("reversi:6x6", -4.0);
    assert_eq!(MODEL_SETS.len(), 3, "every set is looked at");
}

#[test]
fn what_comes_with_agon_fits_its_board() {
    for spec in ["reversi", "reversi:discs", "reversi:6x6", "reversi:88", "reversi:88,discs"] {
        let game = game(spec).unwrap();
        game.check("models(depth=2)").unwrap();
        game.check("alphabeta(depth=2, eval=models(between=larger))").unwrap();
    }
    game("reversi").unwrap().check("models(set=reversi)").unwrap();
}

#[test]
fn what_comes_with_agon_can_be_named() {
    for board in ["reversi", "reversi:6x6", "reversi:88"] {
        game(board).unwrap().check(&format!("models(set={board})")).unwrap();
    }
}

/// Weights and networks of another kind of Blokus played without a word.
#[test]
fn what_was_learned_on_another_board_is_refused() {
    let file = |name: &str| format!("{}/artefacts/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let check =
        |spec: &str, agent: String| game(spec).unwrap().check(&agent).map_err(|error| error.to_string());
    for (name, what) in [("blokus-network-duo", "learned"), ("blokus-weights-duo", "weights")] {
        check("blokus:duo", format!("ga({what}(file=\"{}\"))", file(name))).unwrap();
        let said = check("blokus:two", format!("ga({what}(file=\"{}\"))", file(name))).unwrap_err();
        assert!(said.contains("it was trained for blokus:duo, and this is blokus:two"), "{said}");
    }
}

#[test]
fn wrong_sets_are_explained() {
    let wrong = |spec: &str, agent: &str| game(spec).unwrap().check(agent).unwrap_err();
    let error = wrong("reversi", "models(set=reversi:88)");
    assert!(error.message.contains("made for `reversi:88`"), "{error}");
    assert!(error.span.is_some(), "{error}");
    assert!(wrong("reversi:10x10", "models").message.contains("set= names a file"));
    assert!(wrong("connect4", "models").message.contains("no models for connect4"));
    assert!(wrong("reversi", "models(between=smaller)").message.contains("between models"));
    assert!(wrong("reversi", "models(set=no-such-file)").message.contains("no-such-file"));
}
