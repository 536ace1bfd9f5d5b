//! The study of search for Blokus [Hoang2021]: its genetic weights ([`weights`]), the value function that its outlook asks
//! for ([`network`]), and its tables ([`experiments`]).

pub mod competition;
pub mod experiments;
pub mod network;
pub mod weights;

pub use experiments::PAPER;

use agon_blokus::{Blokus, Rules};
use agon_core::spec::SpecOption;
use agon_core::{Game, ReadError, Seed};

use crate::recipe::{Recipe, TrainingRequest};

/// `agon train blokus-study/...`.
pub const RECIPES: &[Recipe] = &[weights::RECIPE, network::RECIPE];

/// Which kind of Blokus is learned.
const GAME: SpecOption = SpecOption::text("game", "the kind of Blokus that is learned").or("blokus:two");

/// The kind of Blokus that a request names.
fn game(request: &TrainingRequest<'_>) -> Result<Blokus, ReadError> {
    let spec = request.setting("game", "a kind of Blokus")?.unwrap_or_else(|| "blokus:two".to_owned());
    let read = || {
        let spec: agon_core::spec::GameSpec = spec.parse()?;
        match spec.name.text.as_str() {
            "blokus" => Ok(Blokus::new(Rules::from_spec(&spec)?)),
            _ => Err(spec.name.error("only kinds of blokus can be learned here")),
        }
    };
    read().map_err(|error: ReadError| error.within(&spec))
}

/// A position after a random ply of each colour.
fn opening(game: &Blokus, seed: Seed, number: u64) -> agon_blokus::Position {
    let (mut rng, mut scratch) = (seed.stream("blokus-study/opening", number), Vec::new());
    let mut pos = game.start();
    for _ in game.rules().colors() {
        if let Some(mv) = game.random_move(&pos, &mut rng, &mut scratch) {
            game.play_unchecked(&mut pos, mv);
        }
    }
    pos
}
