//! Why: what an agent or an evaluator can say of a position besides a move and a number. Original design.
//!
//! An explanation is plain data. Terminals and browsers show it without knowing who speaks or which game is played, so
//! that a new method explains itself everywhere as soon as it gives one.

use crate::Unit;

/// A column and a row, both from zero at the top left of a [`View`](crate::View).
pub type Place = (u32, u32);

/// What can be said of a position, for the player to move; empty where nothing can.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// Whole sentences, the most important first.
    pub sentences: Vec<String>,
    /// Numbers that belong to cells.
    pub maps: Vec<CellMap>,
    /// What the value of the position is made of.
    pub contributions: Vec<Contribution>,
    /// What the contributions count.
    pub unit: Unit,
    /// What was learned, as tables of weights.
    pub weights: Vec<WeightTable>,
}

/// Weights that were learned: of a network, of strategies by phase.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightTable {
    /// In a word or two.
    pub name: String,
    /// What each column stands for.
    pub columns: Vec<String>,
    /// What each row stands for, and its weights.
    pub rows: Vec<(String, Vec<f64>)>,
}

/// A number for each of some cells: a heat map.
#[derive(Clone, Debug, PartialEq)]
pub struct CellMap {
    /// In a word or two, such as `influence`.
    pub name: String,
    /// What the numbers mean, in a few words.
    pub meaning: String,
    /// The cells that have one.
    pub cells: Vec<(Place, f64)>,
}

/// A part of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Contribution {
    /// What is looked at, such as `mobility`.
    pub name: String,
    /// How much of it there is.
    pub amount: f64,
    /// What that adds to the value.
    pub worth: f64,
}

impl Explanation {
    /// One sentence.
    #[must_use]
    pub fn saying(sentence: impl Into<String>) -> Self {
        Self { sentences: vec![sentence.into()], ..Self::default() }
    }

    /// One map.
    #[must_use]
    pub fn showing(map: CellMap) -> Self {
        Self { maps: vec![map], ..Self::default() }
    }

    /// One table of weights.
    #[must_use]
    pub fn weighing(table: WeightTable) -> Self {
        Self { weights: vec![table], ..Self::default() }
    }

    /// What a value is made of: names, amounts and what each is worth. What is worth nothing is left out, and what is
    /// worth most comes first.
    #[must_use]
    pub fn made_of<N: Into<String>>(parts: impl IntoIterator<Item = (N, f64, f64)>, unit: Unit) -> Self {
        let part = |(name, amount, worth): (N, f64, f64)| Contribution { name: name.into(), amount, worth };
        let mut contributions: Vec<_> =
            parts.into_iter().map(part).filter(|part| part.worth != 0.0).collect();
        worth_most_first(&mut contributions);
        Self { contributions, unit, ..Self::default() }
    }

    /// Both together; the unit is that of whoever has contributions.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        if self.contributions.is_empty() {
            self.unit = other.unit;
        }
        self.sentences.extend(other.sentences);
        self.maps.extend(other.maps);
        self.contributions.extend(other.contributions);
        self.weights.extend(other.weights);
        self
    }

    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { sentences, maps, contributions, unit: _, weights } = self;
        sentences.is_empty() && maps.is_empty() && contributions.is_empty() && weights.is_empty()
    }
}

/// Equal parts stay in the order of their method.
fn worth_most_first(contributions: &mut [Contribution]) {
    contributions.sort_by(|one, other| other.worth.abs().total_cmp(&one.worth.abs()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_part_comes_first_and_what_is_worth_nothing_is_left_out() {
        let parts = [("discs", 3.0, 1.0), ("corners", 0.0, 0.0), ("moves", 2.0, -4.0), ("edges", 1.0, 1.0)];
        let made_of = Explanation::made_of(parts, Unit::Points);
        let names: Vec<_> = made_of.contributions.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["moves", "discs", "edges"]);
        assert_eq!(made_of.unit, Unit::Points);
    }

    #[test]
    fn explanations_add_up() {
        assert!(Explanation::default().is_empty());
        let map =
            CellMap { name: "influence".to_owned(), meaning: String::new(), cells: vec![((0, 1), 2.0)] };
        let parts = Explanation::made_of([("moves", 1.0, 1.0)], Unit::Points);
        let all = Explanation::saying("No rule knows a move.").and(Explanation::showing(map)).and(parts);
        assert_eq!((all.sentences.len(), all.maps.len(), all.contributions.len()), (1, 1, 1));
        assert_eq!(all.unit, Unit::Points);
        assert!(!all.is_empty());
    }
}
