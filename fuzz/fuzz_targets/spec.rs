//! Specs of games and agents: any text is read or refused, and what was read prints back to the same.
#![no_main]

use agon_core::spec::Spec;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(game) = agon_catalog::game(text) {
        let spec = game.spec();
        let again = agon_catalog::game(&spec).expect("a canonical spec can be read");
        assert_eq!(again.spec(), spec);
    }
    if let Ok(spec) = text.parse::<Spec>() {
        let again: Spec = spec.to_string().parse().expect("a printed spec can be read");
        assert_eq!(again.to_string(), spec.to_string());
        let reversi = agon_catalog::game("reversi").expect("reversi is a game");
        let _ = reversi.check_agent(text);
    }
});
