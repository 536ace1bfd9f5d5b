//! Whatever is typed, reading ends in a value or an error. The targets in `fuzz/` search deeper.
#![allow(clippy::unwrap_used)]

use agon_catalog::{FAMILIES, Origin, game};
use agon_core::spec::Spec;
use proptest::prelude::*;

/// Text that is nearly a spec: pieces of real ones in any order.
fn nearly_a_spec() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "reversi",
        "blokus",
        "line",
        "connect4",
        "gomoku",
        ":",
        ",",
        "=",
        "6x6",
        "88",
        "discs",
        "start",
        "thesis",
        "#..#/....",
        "m=7",
        "n=6",
        "k=4",
        "p=2",
        "q=1",
        "gravity",
        "duo",
        "two",
        "(",
        ")",
        "random",
        "greedy",
        "eval",
        "depth",
        "9",
        "99999999999999999999",
        "-1",
        " ",
        "\t",
        "é",
        "x",
        "0x0",
        "/",
        ".",
        "X",
        "O",
    ]);
    prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn specs_are_read_or_refused(text in nearly_a_spec()) {
        if let Ok(game) = game(&text) {
            let spec = game.spec();
            prop_assert_eq!(self::game(&spec).unwrap().spec(), spec);
        }
        if let Ok(spec) = text.parse::<Spec>() {
            let printed = spec.to_string();
            prop_assert_eq!(printed.parse::<Spec>().unwrap().to_string(), printed);
            let _ = game("reversi").unwrap().check_agent(&text);
        }
    }

    #[test]
    fn positions_and_moves_are_read_or_refused(
        text in "[-XO.*xo1-9a-h, /]{0,80}",
        offsets in "[-0-9, ]{0,40}",
        any in ".{0,60}",
    ) {
        for family in FAMILIES {
            let game = game(family.examples[0].0).unwrap();
            for text in [&text, &offsets, &any] {
                let _ = game.clone().session(&[], &Origin::Position(text));
                let _ = game.clone().session(&[], &Origin::Moves(text));
            }
        }
    }
}
