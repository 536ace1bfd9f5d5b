//! What is played: board, start cells, pieces, and who plays which colour.
//!
//! The boards of 20x20 with four players and 16x16 with two are those of [Hoang2021] section 2.1, the small one is
//! that of its section 4.4, which does not name its nine pieces: here they are the nine smallest, I1 I2 I3 V3 I4 O4
//! T4 L4 Z4. Duo and the game of two players with two colours each are those of the boxed game.

use agon_core::spec::{GameSpec, SpecOption};
use agon_core::{Player, ReadError};

use crate::pieces::Pieces;

/// A colour of pieces; one player may own two. Shown as 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceColor(pub u8);

impl PieceColor {
    /// The number of the colour, for use as an index.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which of the games that share the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// 20x20, four players, a corner each.
    #[default]
    Classic,
    /// 20x20, two players who own two opposite corners each.
    ClassicTwo,
    /// 16x16, two players in opposite corners.
    Two,
    /// 14x14, two players who start inside the board.
    Duo,
    /// 10x10, four players, the nine smallest pieces.
    Mini,
}

impl Variant {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Classic, Self::ClassicTwo, Self::Two, Self::Duo, Self::Mini];

    /// Its name behind `blokus:`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::ClassicTwo => "classic-two",
            Self::Two => "two",
            Self::Duo => "duo",
            Self::Mini => "mini",
        }
    }
}

/// What a spec of Blokus can be told: one of these.
pub const OPTIONS: &[SpecOption] = &[
    SpecOption::flag("classic", "20x20, four players, a corner each; as without any word"),
    SpecOption::flag("classic-two", "20x20, two players who own two opposite corners each"),
    SpecOption::flag("two", "16x16, two players in opposite corners"),
    SpecOption::flag("duo", "14x14, two players who start inside the board"),
    SpecOption::flag("mini", "10x10, four players, the nine smallest pieces"),
];

/// The rules of one kind of Blokus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which kind.
    pub variant: Variant,
}

impl Rules {
    /// Reads the options of a spec such as `blokus:duo`.
    ///
    /// # Errors
    /// If an option is unknown or one too many; the error points at it.
    pub fn from_spec(spec: &GameSpec) -> Result<Self, ReadError> {
        let Some(option) = spec.options.first() else { return Ok(Self::default()) };
        let named = Variant::ALL.into_iter().find(|variant| variant.name() == option.name.text);
        let names = Variant::ALL.map(Variant::name);
        let variant = named.ok_or_else(|| option.name.unknown("kind of blokus", &names))?;
        if let Some(value) = &option.value {
            return Err(value.error(format!("`{}` takes no value", option.name.text)));
        }
        if let Some(second) = spec.options.get(1) {
            return Err(second.name.error("only one kind of blokus can be played at a time"));
        }
        Ok(Self { variant })
    }

    /// The spec that gives these rules, in its shortest form.
    #[must_use]
    pub fn spec(&self) -> String {
        match self.variant {
            Variant::Classic => "blokus".to_owned(),
            variant => format!("blokus:{}", variant.name()),
        }
    }

    /// Cells on each side of the board.
    #[must_use]
    pub const fn side(&self) -> u32 {
        match self.variant {
            Variant::Classic | Variant::ClassicTwo => 20,
            Variant::Two => 16,
            Variant::Duo => 14,
            Variant::Mini => 10,
        }
    }

    /// Column and row of each colour's start cell, from the top left, in turn order.
    #[must_use]
    pub const fn starts(&self) -> &'static [(u32, u32)] {
        match self.variant {
            Variant::Classic | Variant::ClassicTwo => &[(0, 0), (19, 0), (19, 19), (0, 19)],
            Variant::Two => &[(0, 0), (15, 15)],
            Variant::Duo => &[(4, 4), (9, 9)],
            Variant::Mini => &[(0, 0), (9, 0), (9, 9), (0, 9)],
        }
    }

    /// The colours in turn order.
    pub fn colors(&self) -> impl ExactSizeIterator<Item = PieceColor> + Clone + use<> {
        (0..self.starts().len() as u8).map(PieceColor)
    }

    /// How many players take part.
    #[must_use]
    pub const fn players(&self) -> usize {
        match self.variant {
            Variant::Classic | Variant::Mini => 4,
            Variant::ClassicTwo | Variant::Two | Variant::Duo => 2,
        }
    }

    /// Who plays a colour.
    #[must_use]
    pub const fn player_of(&self, color: PieceColor) -> Player {
        Player(color.0 % self.players() as u8)
    }

    /// The colours of a player in turn order.
    pub fn colors_of(&self, player: Player) -> impl Iterator<Item = PieceColor> + use<> {
        let rules = *self;
        self.colors().filter(move |&color| rules.player_of(color) == player)
    }

    /// The pieces that each colour begins with.
    #[must_use]
    pub const fn pieces(&self) -> Pieces {
        match self.variant {
            Variant::Mini => Pieces::first(9),
            _ => Pieces::ALL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Rules, ReadError> {
        Rules::from_spec(&text.parse()?)
    }

    #[test]
    fn specs_round_trip() {
        for text in ["blokus", "blokus:classic-two", "blokus:two", "blokus:duo", "blokus:mini"] {
            assert_eq!(read(text).unwrap().spec(), text);
        }
        assert_eq!(read("blokus:classic").unwrap(), Rules::default());
    }

    #[test]
    fn errors_name_the_option() {
        for (text, wrong) in [("blokus:dou", "dou"), ("blokus:duo=4", "4"), ("blokus:duo,mini", "mini")] {
            assert_eq!(&text[read(text).unwrap_err().span.unwrap()], wrong);
        }
    }

    #[test]
    fn a_player_may_own_two_colours() {
        let rules = Rules { variant: Variant::ClassicTwo };
        assert_eq!(rules.colors_of(Player::SECOND).collect::<Vec<_>>(), [PieceColor(1), PieceColor(3)]);
    }
}
