//! The weights of all shapes in all phases of a game.

use agon_core::{ReadError, Score};

use super::shape::PatternShape;

/// Weights count in this many parts of a point.
pub const PARTS_OF_A_POINT: i32 = 32;
/// Boards have no more cells.
pub(super) const MOST_STONES: u32 = 448;

/// Weights of patterns by phase of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternTables {
    /// Where they come from: the command that made them. One line.
    pub origin: String,
    /// Under which terms they may be used. One line.
    pub licence: String,
    /// The spec of the game they were made for.
    pub game: String,
    /// The shapes, in the order of the weights.
    pub shapes: Vec<PatternShape>,
    /// By number of stones on the board: added to the weights, in the same parts of a point.
    pub offsets: Vec<i16>,
    /// By number of stones: how far values were off on positions that nothing was fitted to, the mean absolute error in
    /// points; zero where there were none.
    pub errors: Vec<f64>,
    /// By number of stones, the fewest first.
    pub phases: Vec<PhaseTables>,
}

/// The weights of a phase.
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseTables {
    /// It begins with so many stones and ends where the next begins.
    pub stones: u32,
    /// For each shape the weight of every index, in parts of a point; see [`PARTS_OF_A_POINT`].
    pub weights: Vec<Vec<i16>>,
}

impl PatternTables {
    /// The number of the phase for so many stones: the first before all, the last after all.
    #[must_use]
    pub fn phase_for(&self, stones: u32) -> usize {
        self.phases.partition_point(|phase| phase.stones <= stones).saturating_sub(1)
    }

    /// The offset for so many stones.
    #[must_use]
    pub fn offset_for(&self, stones: u32) -> i16 {
        let last = self.offsets.len().saturating_sub(1);
        self.offsets.get(last.min(stones as usize)).copied().unwrap_or(0)
    }

    /// A sum of weights as a value; the negative sum has the negative value.
    #[must_use]
    #[inline]
    pub const fn score(sum: i32) -> Score {
        // A position adds up a few hundred weights at most.
        Score(sum * Score::POINT / PARTS_OF_A_POINT)
    }

    /// These tables up to a number of stones, and others of the same game and shapes from there on.
    ///
    /// # Errors
    /// If they are of another game or other shapes, or have no phase that begins with so many stones.
    pub fn until(mut self, stones: u32, later: &Self) -> Result<Self, ReadError> {
        if (&self.game, &self.shapes) != (&later.game, &later.shapes) {
            let why = format!("the tables from {stones} stones on are of another game, or have other shapes");
            return Err(ReadError::new(why));
        }
        let Some(first) = later.phases.iter().position(|phase| phase.stones == stones) else {
            let begins: Vec<String> = later.phases.iter().map(|phase| phase.stones.to_string()).collect();
            let why = format!("no phase begins with {stones} stones; there are {}", begins.join(", "));
            return Err(ReadError::new(why));
        };
        self.phases.retain(|phase| phase.stones < stones);
        self.phases.extend_from_slice(&later.phases[first..]);
        let from = self.offsets.len().min(stones as usize);
        self.offsets.splice(from.., later.offsets.iter().copied().skip(from));
        self.errors.splice(from.., later.errors.iter().copied().skip(from));
        self.origin = format!("{}; from {stones} stones: {}", self.origin, later.origin);
        Ok(self)
    }

    /// Whether all parts fit together.
    ///
    /// # Errors
    /// If they do not; the error says where.
    pub fn check(&self) -> Result<(), ReadError> {
        self.shapes.iter().try_for_each(PatternShape::check)?;
        let ascending = self.phases.is_sorted_by(|one, next| one.stones < next.stones);
        let complaint = if self.shapes.is_empty() {
            "there is no shape"
        } else if self.phases.is_empty() {
            "there is no phase"
        } else if !ascending || self.phases.iter().any(|phase| phase.stones > MOST_STONES) {
            "the phases do not begin with more and more stones"
        } else if self.offsets.is_empty()
            || self.offsets.len() > MOST_STONES as usize + 1
            || self.errors.len() != self.offsets.len()
        {
            "offsets and errors are not those of a board"
        } else {
            let fits = |phase: &PhaseTables| {
                let counts = phase.weights.iter().map(Vec::len);
                counts.eq(self.shapes.iter().map(PatternShape::indices))
            };
            return match self.phases.iter().find(|phase| !fits(phase)) {
                None => Ok(()),
                Some(phase) => {
                    Err(ReadError::new(format!("the phase from {} stones lacks weights", phase.stones)))
                }
            };
        };
        Err(ReadError::new(complaint))
    }
}
