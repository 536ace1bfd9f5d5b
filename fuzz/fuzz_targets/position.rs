//! Positions and move lists: the first line names the game, the rest is read as both.
#![no_main]

use agon_catalog::{Origin, game};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (spec, rest) = text.split_once('\n').unwrap_or(("reversi", text));
    let Ok(game) = game(spec) else { return };
    if let Ok(session) = game.clone().session(&[], &Origin::Position(rest)) {
        let written = session.position();
        let again = game.clone().session(&[], &Origin::Position(&written)).expect("own text can be read");
        assert_eq!(again.position(), written);
    }
    let _ = game.session(&[], &Origin::Moves(rest));
});
