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
//! Differs from the source: one written pattern stands for all its symmetric forms, which the
//! source had to write out. The files that hold patterns are read by `agon-patterns`.

#[cfg(test)]
mod tests;

use agon_abilities::{Coordinates, Occupied, Pattern, States};

/// A pattern as it lies on a certain board, turned or mirrored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OrientedPattern(Pattern);

impl OrientedPattern {
    /// All orientations of all patterns, each once: pattern by pattern, symmetry by symmetry.
    pub(super) fn all<G: Occupied>(game: &G, patterns: &[Pattern]) -> Vec<Self> {
        let mut all = Vec::new();
        for pattern in patterns {
            for symmetry in 0..game.symmetries() {
                all.extend(Self::mapped(game, pattern, symmetry).filter(|oriented| !all.contains(oriented)));
            }
        }
        all
    }

    /// The pattern seen through a symmetry; nothing if the board lacks one of its cells.
    fn mapped<G: Occupied>(game: &G, pattern: &Pattern, symmetry: usize) -> Option<Self> {
        let map = |place| game.map_place(symmetry, place);
        let cells = pattern.cells.iter().map(|&(place, states)| Some((map(place)?, states)));
        let mut cells: Vec<_> = cells.collect::<Option<_>>()?;
        sort(&mut cells);
        let targets = pattern.targets.iter().map(|&place| map(place)).collect::<Option<_>>()?;
        Some(Self(Pattern { name: pattern.name.clone(), cells, targets }))
    }

    /// Whether every cell is as the pattern says.
    fn matches<G: Occupied>(&self, game: &G, pos: &G::Position) -> bool {
        let fits = |&(place, states): &(Coordinates, States)| {
            game.occupant(pos, place).is_some_and(|occupant| states.allow(occupant))
        };
        self.0.cells.iter().all(fits)
    }
}

/// In one order, so that patterns that say the same are equal.
fn sort(cells: &mut [(Coordinates, States)]) {
    cells.sort_by_key(|&(place, _)| place);
}

/// The move of the first pattern that matches and one of whose targets can be taken, and the pattern as it lies there.
pub(super) fn find<'p, G: Occupied>(
    game: &G,
    pos: &G::Position,
    patterns: &'p [OrientedPattern],
) -> Option<(G::Move, &'p Pattern)> {
    let take = |&target: &Coordinates| {
        let mut takers = Vec::new();
        game.takers(pos, target, &mut takers);
        takers.first().copied()
    };
    let matching = patterns.iter().filter(|pattern| pattern.matches(game, pos)).map(|pattern| &pattern.0);
    matching.map(|pattern| Some((pattern.targets.iter().find_map(take)?, pattern))).find_map(|found| found)
}
