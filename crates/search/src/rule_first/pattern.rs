//! Pattern detection ([Cherry2011] section 3.5.1): known configurations and the cell that should be taken there.
//!
//! A pattern says of some cells what may stand on them, in bits that add up, and is silent about all others. If the
//! board matches, its targets are tried in order: the first that some legal move takes over decides, by playing on it
//! if it is empty or by flipping it if it is the opponent's. How a target is taken is for the game to know, so that one
//! pattern covers hundreds of positions.
//!
//! The patterns that ship prepare a corner (figure 3.1): they flip a disc on the diagonal that cannot be flipped back
//! at once, so that the corner at its end can be taken next.
//!
//! ```text
//!   diagonal-2:  + . . . .      + the corner: empty           diagonal-3:  + . . . .
//!                . x o o .      x the opponent's                           . x . . .
//!                . o T o .      T the opponent's, the target               . . x o o
//!                . o o x .      o taken: no empty cell touches T           . . o T o
//!                . . . . .      . anything                                 . . o o x
//! ```
//!
//! Differs from the source: one written pattern stands for all its forms under the symmetries of the board, which the
//! source had to write out; and its pattern files are not published, so these follow the text.

mod read;
#[cfg(test)]
mod tests;

use agon_core::{Occupant, Occupied, Place};
pub use read::{PatternError, PatternFile};

/// What may stand on a cell: a sum of 1 for nothing, 2 for an own piece and 4 for one of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct States(u8);

impl States {
    /// The states that a number from 1 to 7 stands for.
    #[must_use]
    pub fn from_bits(bits: u8) -> Option<Self> {
        (1..=7).contains(&bits).then_some(Self(bits))
    }

    /// Whether the occupant is among them.
    #[must_use]
    pub fn allow(self, occupant: Occupant) -> bool {
        let bit = match occupant {
            Occupant::Empty => 1,
            Occupant::Own => 2,
            Occupant::Opponent => 4,
        };
        self.0 & bit != 0
    }
}

/// Some cells with what may stand on them, and the cells to take then, best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The cells that matter.
    pub cells: Vec<(Place, States)>,
    /// The cells to take, in order of precedence.
    pub targets: Vec<Place>,
}

impl Pattern {
    /// The patterns that ship with the program.
    #[must_use]
    pub fn shipped() -> Vec<Self> {
        let file = |name: &str, text: &str| PatternFile { name: name.to_owned(), text: text.to_owned() };
        let templates = [file("open-corner.xml", include_str!("../../patterns/templates/open-corner.xml"))];
        let patterns = [
            file("diagonal-2.xml", include_str!("../../patterns/diagonal-2.xml")),
            file("diagonal-3.xml", include_str!("../../patterns/diagonal-3.xml")),
        ];
        // A test reads them without error.
        Self::read_all(&patterns, &templates).unwrap_or_default()
    }
}

/// A pattern as it lies on a certain board, turned or mirrored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form(Pattern);

impl Form {
    /// All forms of all patterns, each once: pattern by pattern, symmetry by symmetry.
    pub(super) fn all<G: Occupied>(game: &G, patterns: &[Pattern]) -> Vec<Self> {
        let mut forms = Vec::new();
        for pattern in patterns {
            for symmetry in 0..game.symmetries() {
                forms.extend(Self::mapped(game, pattern, symmetry).filter(|form| !forms.contains(form)));
            }
        }
        forms
    }

    /// The pattern seen through a symmetry; nothing if the board lacks one of its cells.
    fn mapped<G: Occupied>(game: &G, pattern: &Pattern, symmetry: usize) -> Option<Self> {
        let map = |place| game.map_place(symmetry, place);
        let cells = pattern.cells.iter().map(|&(place, states)| Some((map(place)?, states)));
        let mut cells: Vec<_> = cells.collect::<Option<_>>()?;
        // In one order, so that forms that say the same are equal.
        cells.sort_by_key(|&(place, _)| place);
        let targets = pattern.targets.iter().map(|&place| map(place)).collect::<Option<_>>()?;
        Some(Self(Pattern { cells, targets }))
    }

    /// Whether every cell is as the pattern says.
    fn matches<G: Occupied>(&self, game: &G, pos: &G::Position) -> bool {
        let fits = |&(place, states): &(Place, States)| {
            game.occupant(pos, place).is_some_and(|occupant| states.allow(occupant))
        };
        self.0.cells.iter().all(fits)
    }
}

/// The move of the first form that matches and one of whose targets can be taken.
pub(super) fn find<G: Occupied>(game: &G, pos: &G::Position, forms: &[Form]) -> Option<G::Move> {
    let take = |&target: &Place| {
        let mut takers = Vec::new();
        game.takers(pos, target, &mut takers);
        takers.first().copied()
    };
    let matching = forms.iter().filter(|form| form.matches(game, pos));
    matching.flat_map(|form| form.0.targets.iter()).find_map(take)
}
