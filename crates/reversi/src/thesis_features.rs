//! What the networks of [Cherry2011] look at.
//!
//! Section 4.2: `I_A` and `I_O`, the influence sums of both sides; `F_A`, how many own discs the opponent's next move
//! could flip, and `F_O`, how many of the opponent's the agent's could, each disc counted once and either side
//! imagined to move at once. Section 4.2.2.2.2 adds corners and sides. Section 6.2.2 proposes more (see
//! [`strong_groups`](crate::strong_groups)).
//!
//! Where the source is silent: a side is a disc on an edge outside the corners.

use agon_abilities::Features;
use agon_core::{Explanation, Player, ReadError};
use agon_grid::Cell;

use crate::strong_groups::StrongGroups;
use crate::{BoardWord, Influence, InfluenceMap, Position, Reversi};

/// How much is looked at; each choice contains the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FeatureSet {
    /// Influence and uniquely flippable discs: 4 numbers.
    Four,
    /// Also corners and sides: 8 numbers.
    Eight,
    /// Also what section 6.2.2 proposes: 18 numbers.
    Large,
}

/// The inputs of the thesis's networks on one board.
#[derive(Clone, Debug)]
pub struct ThesisFeatures<W> {
    set: FeatureSet,
    influence: Influence<W>,
    corners: W,
    sides: W,
    groups: StrongGroups<W>,
}

impl<W: BoardWord> ThesisFeatures<W> {
    /// The features on the board of `game`.
    ///
    /// # Errors
    /// If the influence map does not fit the board.
    pub fn new(game: &Reversi<W>, map: &InfluenceMap, set: FeatureSet) -> Result<Self, ReadError> {
        let shape = &game.rules().shape;
        let influence = map.on(game.rules())?;
        let cells_where = |fits: &dyn Fn(bool, bool) -> bool| {
            let cells = shape.cells().filter(|&cell| {
                let (column, row) = shape.place(cell);
                fits(column == 0 || column + 1 == shape.width(), row == 0 || row + 1 == shape.height())
            });
            cells.fold(W::EMPTY, |set, cell| set | W::single(cell.index()))
        };
        Ok(Self {
            set,
            influence,
            corners: cells_where(&|column, row| column && row),
            sides: cells_where(&|column, row| column != row),
            groups: StrongGroups::new(shape),
        })
    }

    fn write_large(&self, game: &Reversi<W>, pos: &Position<W>, pov: Player, out: &mut [f64]) {
        for (slots, player) in out.chunks_exact_mut(5).zip([pov, pov.other()]) {
            let (own, other) = (pos.discs(player), pos.discs(player.other()));
            let discs = f64::from(other.count().max(1));
            let (mut total, mut largest) = (0, 0);
            let moves = game.moves_of(pos, player);
            for cell in moves.indices() {
                let flips = game.geometry.flips(own, other, Cell(cell as u16)).count();
                total += flips;
                largest = largest.max(flips);
            }
            slots[0] = f64::from(game.flippable_by(pos, player).count()) / discs;
            slots[1] = f64::from(total) / f64::from(moves.count().max(1));
            slots[2] = f64::from(largest);
            slots[3] = f64::from(self.groups.lines(own).count());
            slots[4] = f64::from(self.groups.squares(own).count());
        }
    }
}

/// The numbers of the large set, first the agent's five, then the opponent's.
const LARGE: [&str; 5] =
    ["flippable share", "mean flips", "most flips", "discs in strong lines", "discs in 3x3"];

impl<W: BoardWord> Features<Reversi<W>> for ThesisFeatures<W> {
    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut both =
            |what: &str| names.extend(["own", "opponent's"].map(|whose| format!("{whose} {what}")));
        both("influence");
        both("flippable discs");
        if self.set >= FeatureSet::Eight {
            both("corners");
            both("sides");
        }
        if self.set >= FeatureSet::Large {
            for whose in ["own", "opponent's"] {
                names.extend(LARGE.map(|what| format!("{whose} {what}")));
            }
        }
        names
    }

    #[inline]
    fn write(&self, game: &Reversi<W>, pos: &Position<W>, pov: Player, out: &mut [f64]) {
        let (own, opponent) = (pos.discs(pov), pos.discs(pov.other()));
        out[0] = f64::from(self.influence.sum(own));
        out[1] = f64::from(self.influence.sum(opponent));
        out[2] = f64::from(game.flippable_by(pos, pov.other()).count());
        out[3] = f64::from(game.flippable_by(pos, pov).count());
        if self.set >= FeatureSet::Eight {
            out[4] = f64::from((own & self.corners).count());
            out[5] = f64::from((opponent & self.corners).count());
            out[6] = f64::from((own & self.sides).count());
            out[7] = f64::from((opponent & self.sides).count());
        }
        if self.set >= FeatureSet::Large {
            self.write_large(game, pos, pov, &mut out[8..]);
        }
    }

    fn explain(&self, game: &Reversi<W>) -> Explanation {
        Explanation::showing(self.influence.map(&game.rules().shape))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Notation;

    fn features(set: FeatureSet, position: &str) -> Vec<f64> {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let map = InfluenceMap::new([1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        let features = ThesisFeatures::new(&game, &map, set).unwrap();
        let pos = game.read_position(position).unwrap();
        let mut out = vec![f64::NAN; features.count()];
        features.write(&game, &pos, Player::FIRST, &mut out);
        out
    }

    const BOARD: &str = "XXXXX--- O------- -------- ---OX--- ---XO--- -------- -------- -------- X";

    #[test]
    fn a_position_counted_by_hand() {
        // Black: a1 10, b1 1, c1 3, d1 6, e1 6; the centre counts nothing. White: a2 1.
        // White flips d5 or e4, never both at once, but both count; black flips d4, e5 and a2.
        let out = features(FeatureSet::Eight, BOARD);
        assert_eq!(out, [26.0, 1.0, 2.0, 3.0, 1.0, 0.0, 4.0, 1.0]);
        assert_eq!(features(FeatureSet::Four, BOARD), out[..4]);
    }

    #[test]
    fn the_large_set_adds_flips_and_groups() {
        let out = features(FeatureSet::Large, BOARD);
        assert_eq!(out.len(), 18);
        assert_eq!(
            out[8..13],
            [1.0, 1.0, 1.0, 5.0, 0.0],
            "own: all three flippable, a line of five from a corner"
        );
        assert_eq!(out[13..18], [2.0 / 7.0, 1.0, 1.0, 0.0, 0.0]);
    }
}
