//! The experiments of chapter 5 of [Cherry2011], with our trained network in place of its own.

mod victories;

use crate::paper::Paper;

/// The thesis and its experiments.
pub const PAPER: Paper = Paper {
    key: "othello-thesis",
    title: "Cherry: An Intelligent Othello Player Combining Machine Learning and Game Specific Heuristics, 2011",
    experiments: &[victories::FIGURE_5_1, victories::FIGURE_5_3],
};

/// The game of the thesis.
const GAME: &str = "reversi:start=thesis,discs";
/// The depths that the thesis tried.
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=6;
/// The agents whose choices nothing random decides, as the thesis orders them.
const OPPONENTS: [&str; 3] = ["influence(thesis)", "greedy", "greedy-influence(thesis)"];
/// The sets of techniques, as the thesis names them.
const TECHNIQUES: [&str; 5] = ["M", "MCK", "MCKBoBa", "MCKBoP", "ALL"];

/// How the opponent's nodes of the tree are valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Min {
    /// The least of the children.
    Normal,
    /// The mean that chapter 4.2 weighs, without cuts.
    Expected,
    /// The same with alpha-beta cuts, an approximation.
    ExpectedPruned,
}

impl Min {
    fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal min",
            Self::Expected => "expected min",
            Self::ExpectedPruned => "expected min with alpha-beta",
        }
    }

    /// The spec of the thesis player.
    fn player(self, techniques: &str, depth: u32) -> String {
        let min = match self {
            Self::Normal => "",
            Self::Expected => ", expected-min",
            Self::ExpectedPruned => ", expected-min, pruned",
        };
        format!("thesis(techniques={techniques}, depth={depth}{min}, eval=network(thesis))")
    }
}
