//! What a value counts, so that nobody who shows one has to guess. Original design.

/// What a value counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Points at the end of the game: those of the player minus those of the best opponent.
    Points,
    /// The chance to win, from 0 to 1; a draw counts half.
    Chance,
    /// The distance score of a decided game: positive wins, larger wins sooner, 0 is a draw.
    Distance,
    /// The scale of an evaluator or a rule: more is better, and nothing else is promised.
    #[default]
    Rating,
}

impl Unit {
    /// The name in reports that programs read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Chance => "chance",
            Self::Distance => "distance",
            Self::Rating => "rating",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs read these: they may not change.
    #[test]
    fn every_unit_has_its_name() {
        let units = [Unit::Points, Unit::Chance, Unit::Distance, Unit::Rating];
        assert_eq!(units.map(Unit::name), ["points", "chance", "distance", "rating"]);
    }
}
