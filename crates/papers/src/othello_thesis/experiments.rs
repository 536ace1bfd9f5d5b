//! The experiments of chapters 4 to 6 of [Cherry2011] and its appendix. The network of the source is not published: the one
//! that comes with Agon stands in its place, and where a figure depends on it, those of many trainings do.
//! Left out: the games against people (figure 5.2).

mod every_game;
mod growth;
mod influence_curve;
mod left_out;
mod network_runs;
mod random_agent;
mod trainings;
mod victories;

use agon_arena::Openings;
use agon_core::{Game, Notation, Player};
use agon_records::Record;
use agon_reversi::Reversi;

use super::fitness::FinalDiscs;
use crate::paper::{ExperimentError, Lab, Paper};

/// The thesis and its experiments.
pub const PAPER: Paper = Paper {
    key: "othello-thesis",
    title: "Cherry: An Intelligent Othello Player Combining Machine Learning and Game Specific Heuristics, 2011",
    experiments: &[
        influence_curve::FIGURE_4_2,
        network_runs::FIGURE_4_3,
        victories::FIGURE_5_1,
        victories::FIGURE_5_3,
        victories::FIGURE_5_4,
        random_agent::CHARTS_F_AND_G,
        growth::FIGURE_5_5,
        growth::FIGURE_5_6,
        growth::FIGURE_5_7,
        growth::FIGURE_5_8,
        every_game::APPENDIX,
        left_out::SECTION_6_2_1,
    ],
};

/// The game of the thesis.
const GAME: &str = "reversi:start=thesis,discs";
/// The depths that the thesis tried.
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=6;
/// The deepest search for a first impression.
const QUICK_DEPTH: u32 = 4;
/// The agents whose choices nothing random decides, as the thesis orders and names them.
const OPPONENTS: [(&str, &str); 3] =
    [("Inf", "influence(thesis)"), ("Gre", "greedy"), ("GInf", "greedy-influence(thesis)")];
/// The sets of techniques, as the thesis names them.
const TECHNIQUES: [&str; 5] = ["M", "MCK", "MCKBoBa", "MCKBoP", "ALL"];

/// How the opponent's nodes of the tree are valued, and how the search goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Min {
    /// The least of the children, by alpha-beta in board order as in the source: equal moves go to the first.
    Normal,
    /// The same by an alpha-beta that deepens, orders moves and keeps a table: equal moves go to what was best before.
    Deepened,
    /// The mean that chapter 4.2 weighs, without cuts.
    Expected,
    /// The same with alpha-beta cuts, an approximation.
    ExpectedPruned,
}

/// The evaluator with the network that comes with Agon.
const SHIPPED: &str = "network(thesis)";

impl Min {
    /// What the thesis could run: memory sufficed for expected min without cuts up to depth 5.
    fn as_published(self, depth: u32) -> Self {
        if self == Self::Expected && depth > 5 { Self::ExpectedPruned } else { self }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal min",
            Self::Deepened => "normal min, deepened and ordered",
            Self::Expected => "expected min",
            Self::ExpectedPruned => "expected min with alpha-beta",
        }
    }

    /// The spec of the thesis player with an evaluator.
    fn player(self, techniques: &str, depth: u32, evaluator: &str) -> String {
        let min = match self {
            Self::Normal => ", minimax, pruned",
            Self::Deepened => "",
            Self::Expected => ", expected-min",
            Self::ExpectedPruned => ", expected-min, pruned",
        };
        format!("thesis(techniques={techniques}, depth={depth}{min}, eval={evaluator})")
    }
}

/// What a reader of tables with [`Min::as_published`] must know, if they come to that depth.
fn cuts_at_depth_6(lab: &Lab<'_>) -> Option<&'static str> {
    (!lab.quick).then_some("Expected min at depth 6 is searched with alpha-beta cuts, as published.")
}

/// What a quick run of games by depth leaves out.
fn depths_cut(lab: &Lab<'_>) -> Option<String> {
    lab.quick.then(|| format!("depths 1 to {QUICK_DEPTH} instead of {}.", DEPTHS.end()))
}

/// The seats of the player, number 0, in his six games: as black and as white against each opponent.
const SIX_GAMES: [[usize; 2]; 6] = [[0, 1], [1, 0], [0, 2], [2, 0], [0, 3], [3, 0]];

/// A player's six games against the agents that leave nothing to chance.
fn six_games(lab: &mut Lab<'_>, player: &str) -> Result<Vec<Record>, ExperimentError> {
    let [first, second, third] = OPPONENTS.map(|(_, spec)| spec);
    lab.games(GAME, &[player, first, second, third], &SIX_GAMES, Openings::Start)
}

/// Counts the six games of a player that the run has played before.
fn count_six_games(lab: &mut Lab<'_>, player: &str, times: u64) -> Result<(), ExperimentError> {
    let [first, second, third] = OPPONENTS.map(|(_, spec)| spec);
    lab.count_games(GAME, &[player, first, second, third], times * SIX_GAMES.len() as u64)
}

/// The last position of a game as the player on a seat saw it, and as the other did.
fn endings(
    game: &Reversi<u64>,
    record: &Record,
    seat: Player,
) -> Result<(FinalDiscs, FinalDiscs), ExperimentError> {
    let mut end = game.start();
    game.play_moves(&mut end, &record.moves.join(" "))?;
    Ok((FinalDiscs::of(game, &end, seat), FinalDiscs::of(game, &end, seat.other())))
}
