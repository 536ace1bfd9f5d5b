//! What trees predict, and what their predictions are worth together ([KInARow2012] section 3.4).

use agon_core::{Outcome, Player, Score};

/// How a game ends for a player, as far as a tree can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prediction {
    /// The player wins.
    Win,
    /// Nobody does.
    Draw,
    /// The opponent wins.
    Loss,
}

impl Prediction {
    /// All three; the place of each is its number.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// What came out for a player.
    #[must_use]
    pub fn of(outcome: &Outcome, player: Player) -> Self {
        match outcome.margin(player) {
            1.. => Self::Win,
            0 => Self::Draw,
            _ => Self::Loss,
        }
    }

    /// The same as the opponent sees it.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    /// What most of the examples say, given by number, if it is at least `sure` percent of all; else a draw, as where
    /// none of them outnumbers the others.
    #[must_use]
    pub fn of_most(counts: [u32; 3], sure: u32) -> Self {
        let [win, draw, loss] = counts;
        let total = u64::from(win) + u64::from(draw) + u64::from(loss);
        let is_sure = |count: u32| 100 * u64::from(count) >= u64::from(sure) * total;
        if win > draw && win > loss && is_sure(win) {
            Self::Win
        } else if loss > draw && loss > win && is_sure(loss) {
            Self::Loss
        } else {
            Self::Draw
        }
    }
}

/// How many locations are predicted as won, drawn and lost, each times the weight of its tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub [u32; 3]);

impl Counts {
    /// One more location.
    #[inline]
    pub fn add(&mut self, prediction: Prediction, weight: u8) {
        self.0[prediction as usize] += u32::from(weight);
    }
}

/// What a hundred percent of each prediction is worth, in thousandths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PredictionWeights {
    /// Of wins.
    pub win: i32,
    /// Of draws.
    pub draw: i32,
    /// Of losses.
    pub loss: i32,
}

impl PredictionWeights {
    /// Table 3-2 of the source: 2.0, 1.0 and -0.5 for each percent.
    pub const USUAL: Self = Self { win: 2000, draw: 1000, loss: -500 };

    /// The board evaluation score of section 3.4: percentages times weights. A board without predictions has zero.
    ///
    /// Differs from the source: whole numbers, so that the score is the same on every machine.
    #[must_use]
    #[inline]
    pub fn score(&self, Counts([win, draw, loss]): Counts) -> Score {
        let total = i64::from(win) + i64::from(draw) + i64::from(loss);
        if total == 0 {
            return Score::ZERO;
        }
        let weigh = |count: u32, weight: i32| i64::from(count) * i64::from(weight);
        let sum = weigh(win, self.win) + weigh(draw, self.draw) + weigh(loss, self.loss);
        Score((100 * sum / total) as i32)
    }
}
