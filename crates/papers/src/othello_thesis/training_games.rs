//! The games of a training: the agent plays both colours against its rivals, and the mean fitness counts.

use agon_abilities::MoveRanker;
use agon_catalog::artefacts;
use agon_core::{Player, ReadError};
use agon_learn::duel::duel;
use agon_reversi::{
    BestPlace, FlipsTimesPlace, InfluenceMap, MostFlips, Move, Reversi, Rules, Scoring, Start,
};

use super::fitness::FinalDiscs;

/// The discs of the game: what the best result is worth in points.
pub(super) const DISCS: u16 = 64;

/// The game of the thesis: its start, and discs as they lie.
pub(super) fn game() -> Result<Reversi<u64>, ReadError> {
    Reversi::new(Rules { start: Start::Thesis, scoring: Scoring::Discs, ..Default::default() })
}

/// The fitness of an agent in two games against a rival, added up.
pub(super) fn both_colours(
    game: &Reversi<u64>,
    agent: &impl MoveRanker<Reversi<u64>>,
    rival: &impl MoveRanker<Reversi<u64>>,
    scratch: &mut Vec<Move>,
) -> f64 {
    let as_black = duel(game, agent, rival, scratch);
    let as_white = duel(game, rival, agent, scratch);
    FinalDiscs::of(game, &as_black, Player::FIRST).fitness()
        + FinalDiscs::of(game, &as_white, Player::SECOND).fitness()
}

/// The agents that networks are trained against ([Cherry2011] section 4.2.2.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingAgent {
    /// The place of the highest influence.
    Influence,
    /// The most discs flipped.
    Greedy,
    /// The highest product of both.
    GreedyInfluence,
}

impl TrainingAgent {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Influence, Self::Greedy, Self::GreedyInfluence];

    /// The name as in agent specs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Influence => "influence",
            Self::Greedy => "greedy",
            Self::GreedyInfluence => "greedy-influence",
        }
    }
}

/// The agents on their board, with the influence map that comes with Agon.
#[derive(Clone, Debug)]
pub(super) struct Rivals {
    influence: BestPlace<u64>,
    greedy_influence: FlipsTimesPlace<u64>,
}

impl Rivals {
    pub(super) fn new(game: &Reversi<u64>) -> Result<Self, ReadError> {
        let map: InfluenceMap = artefacts::OTHELLO_THESIS_INFLUENCE.parse()?;
        let influence = map.on(game.rules())?;
        Ok(Self { influence: BestPlace(influence.clone()), greedy_influence: FlipsTimesPlace(influence) })
    }

    /// The mean fitness of an agent in two games against each of some rivals.
    pub(super) fn mean_fitness(
        &self,
        game: &Reversi<u64>,
        agent: &impl MoveRanker<Reversi<u64>>,
        rivals: &[TrainingAgent],
    ) -> f64 {
        let mut scratch = Vec::new();
        let total: f64 = rivals
            .iter()
            .map(|rival| match rival {
                TrainingAgent::Influence => both_colours(game, agent, &self.influence, &mut scratch),
                TrainingAgent::Greedy => both_colours(game, agent, &MostFlips, &mut scratch),
                TrainingAgent::GreedyInfluence => {
                    both_colours(game, agent, &self.greedy_influence, &mut scratch)
                }
            })
            .sum();
        total / (2 * rivals.len()) as f64
    }
}
