//! The games, by family.

use std::sync::Arc;

use agon_blokus::Blokus;
use agon_core::ReadError;
use agon_core::spec::GameSpec;
use agon_grid::Bits;
use agon_line::Line;
use agon_reversi::{Reversi, Wide};

use crate::any_game::{AnyGame, Loaded};
use crate::playable::Playable;

/// A family of games that share their rules.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name before the colon.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// Specs to try, each with what it is.
    pub examples: &'static [(&'static str, &'static str)],
    load: fn(&GameSpec) -> Result<Arc<dyn AnyGame>, ReadError>,
}

/// All families.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "reversi",
        summary: "Reversi (Othello): outflank discs to flip them; most discs win",
        examples: &[
            ("reversi", "8x8, standard start, empty cells to the winner"),
            ("reversi:6x6", "any size up to 128 cells"),
            ("reversi:88", "10x10 without the three cells at each corner"),
            ("reversi:discs", "plain disc count, as the papers score"),
            ("reversi:start=thesis", "black on d4 and e5"),
            ("reversi:start=historical", "the players fill the centre first"),
            ("reversi:#..#/..../..../#..#", "any shape: . is a cell, # a hole, X and O are first discs"),
        ],
        load: load_reversi,
    },
    Family {
        name: "tictactoe",
        summary: "Tic-tac-toe: three in a row",
        examples: &[("tictactoe", "3x3")],
        load: load_line,
    },
    Family {
        name: "connect4",
        summary: "Connect Four: stones fall down a column; four in a row",
        examples: &[("connect4", "7 columns, 6 rows"), ("connect4:7x7", "any size up to 20x20")],
        load: load_line,
    },
    Family {
        name: "gomoku",
        summary: "Gomoku: five in a row",
        examples: &[
            ("gomoku", "15x15, five or more win"),
            ("gomoku:10x10", "any size up to 20x20"),
            ("gomoku:20x20", "the board of Gomocup, whose openings can be read"),
            ("gomoku:exact", "exactly five win"),
        ],
        load: load_line,
    },
    Family {
        name: "connect6",
        summary: "Connect6: six in a row, two stones a turn, one on the first",
        examples: &[("connect6", "19x19"), ("connect6:13x13", "any size up to 20x20")],
        load: load_line,
    },
    Family {
        name: "line",
        summary: "k in a row on m columns and n rows, p stones a turn and q on the first",
        examples: &[
            ("line:m=5,n=4,k=4", "one stone a turn"),
            ("line:m=6,n=5,k=4,p=2,gravity", "two stones a turn that fall down"),
        ],
        load: load_line,
    },
    Family {
        name: "blokus",
        summary: "Blokus: pieces of one to five cells that meet at corners only; fewest cells left win",
        examples: &[
            ("blokus", "20x20, four players"),
            ("blokus:two", "16x16, two players from opposite corners"),
            ("blokus:duo", "14x14, two players"),
            ("blokus:mini", "10x10, nine pieces, four players"),
            ("blokus:classic-two", "20x20, two players with two colours each"),
        ],
        load: load_blokus,
    },
];

fn load_reversi(spec: &GameSpec) -> Result<Arc<dyn AnyGame>, ReadError> {
    let rules = agon_reversi::Rules::from_spec(spec)?;
    match rules.shape.numbers() {
        ..=64 => loaded(Reversi::<u64>::new(rules)),
        65..=128 => loaded(Reversi::<u128>::new(rules)),
        _ => loaded(Reversi::<Wide>::new(rules)),
    }
}

fn load_line(spec: &GameSpec) -> Result<Arc<dyn AnyGame>, ReadError> {
    let rules = agon_line::Rules::from_spec(spec)?;
    match rules.bits_needed() {
        ..=64 => loaded(Line::<u64>::new(rules)),
        65..=128 => loaded(Line::<u128>::new(rules)),
        129..=256 => loaded(Line::<Bits<4>>::new(rules)),
        257..=384 => loaded(Line::<Bits<6>>::new(rules)),
        _ => loaded(Line::<Bits<7>>::new(rules)),
    }
}

fn load_blokus(spec: &GameSpec) -> Result<Arc<dyn AnyGame>, ReadError> {
    loaded(Ok(Blokus::new(agon_blokus::Rules::from_spec(spec)?)))
}

fn loaded<G: Playable>(game: Result<G, ReadError>) -> Result<Arc<dyn AnyGame>, ReadError> {
    Ok(Arc::new(Loaded::new(game?)))
}

/// The game that a spec names.
///
/// # Errors
/// If there is no such game; the error points at the wrong word and says what could stand there.
pub fn game(text: &str) -> Result<Arc<dyn AnyGame>, ReadError> {
    let spec: GameSpec = text.parse()?;
    let load = || {
        let names: Vec<_> = FAMILIES.iter().map(|family| family.name).collect();
        let family = FAMILIES.iter().find(|family| family.name == spec.name.text);
        (family.ok_or_else(|| spec.name.unknown("game", &names))?.load)(&spec)
    };
    load().map_err(|error| error.within(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_game_that_can_be_played() {
        for family in FAMILIES {
            for (spec, _) in family.examples {
                let game = game(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
                assert_eq!(&game.spec(), spec, "examples are canonical");
            }
        }
    }

    #[test]
    fn unknown_games_are_pointed_at() {
        let error = game("reversy:6x6").map(|_| ()).unwrap_err();
        assert_eq!(error.span, Some(0..7));
        assert!(error.message.contains("did you mean `reversi`?"), "{error}");
    }
}
