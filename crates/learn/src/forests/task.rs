//! The training step ([KInARow2012] section 3.1) as a task of the genetic engine.

use std::ops::Range;

use agon_core::{Desk, Executor, ReadError, Seed};

use super::elsewhere::GenerationOfForests;
use super::{Competition, ForestGenome, KnownEnds, Points};
use crate::evolution::{GeneOf, GenerationTask};
use crate::ga::{Champion, Population};
use crate::models::forest::{EndOfGame, Forest, Prediction};

/// A game between two forests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// What came out for who moved first.
    pub result: Prediction,
    /// What trees can learn from it; nothing where the board is smaller than the window.
    pub ends: Vec<EndOfGame>,
}

impl PlayedGame {
    /// A game that somebody gave up: nobody wins, and nothing is learned from it.
    pub const GIVEN_UP: Self = Self { result: Prediction::Draw, ends: Vec::new() };
}

/// Where forests play: a game with a search, brought from outside.
pub trait ForestGround: Send + Sync {
    /// Plays a game for each pairing of who moves first and who second whose number is in the range; results in the order
    /// of the pairings. What happens in a game depends on its number, not on the range or the number of threads.
    ///
    /// # Errors
    /// If a forest does not fit the board.
    fn play(
        &self,
        forests: &[Forest],
        pairings: &[[usize; 2]],
        games: Range<u64>,
        seed: Seed,
        executor: Executor,
    ) -> Result<Vec<PlayedGame>, ReadError>;

    /// Plays games of players who know nothing, or only the simple patterns (section 3.6); as many as the range has, and
    /// what happens in one depends on its number.
    fn first_games(&self, games: Range<u64>, seed: Seed, executor: Executor) -> Vec<PlayedGame>;

    /// Plays games of each forest against the opponent of the ground, so many on either seat at each of the depths that
    /// the ground plays at against it; results of each forest, as it sees them.
    ///
    /// # Errors
    /// If a forest does not fit the board.
    fn against_opponent(
        &self,
        forests: &[Forest],
        games: u64,
        seed: Seed,
        executor: Executor,
    ) -> Result<Vec<Vec<Prediction>>, ReadError>;

    /// How many of some tasks each forest solves, and how many tasks there are (section 6).
    ///
    /// # Errors
    /// If a forest does not fit the board.
    fn solved(
        &self,
        forests: &[Forest],
        seed: Seed,
        executor: Executor,
    ) -> Result<(Vec<u32>, u32), ReadError>;
}

/// How fit a forest is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// By games against others of its generation.
    Games(Competition, Points),
    /// By the share of tasks that it solves.
    Tasks,
    /// By its mean points in so many games on each seat, at each depth, against the opponent of the ground.
    Opponent(u64, Points),
}

/// The evolution of forests on a ground.
pub struct EvolveForests<'g, N> {
    /// What chromosomes are made of.
    pub genome: N,
    /// Where they play.
    pub ground: &'g dyn ForestGround,
    /// How many survive a generation.
    pub survivors: usize,
    /// How fit they are.
    pub measure: Measure,
    /// What is known before the first game.
    pub known: Vec<EndOfGame>,
    /// How many games are played first, by players who know little.
    pub first_games: u64,
    /// What is random in games follows from it.
    pub seed: Seed,
}

impl<N: ForestGenome> EvolveForests<'_, N> {
    /// The forest of a chromosome in the generation that has learned so much.
    #[must_use]
    pub fn forest(&self, genes: &[N::Gene], known: &KnownEnds, executor: Executor) -> Forest {
        self.genome.forest(genes, known.learned(), executor)
    }

    /// Whether a ground can be played on: whoever asks first can begin without surprises.
    ///
    /// # Errors
    /// If random patterns do not fit its board, or no window does: there would be nothing to learn from.
    pub fn check(&self) -> Result<(), ReadError> {
        let mut rng = self.seed.stream("forests/check", 0);
        let genes: Vec<N::Gene> = (0..self.genome.count()).map(|_| self.genome.draw(&mut rng)).collect();
        let forest = self.genome.forest(&genes, &[], Executor::new(1));
        self.ground.play(&[forest], &[], 0..0, self.seed, Executor::new(1))?;
        let played = self.ground.first_games(0..1, self.seed, Executor::new(1));
        match played.iter().all(|game| game.ends.is_empty()) {
            true => Err(ReadError::new("the board has no room for the window; a smaller one has")),
            false => Ok(()),
        }
    }
}

impl<N: ForestGenome> GenerationTask for EvolveForests<'_, N> {
    type Genome = N;
    type Stage = ();
    type Experience = KnownEnds;

    fn genome(&self) -> N {
        self.genome.clone()
    }

    fn stage(&self, _: &[Champion<GeneOf<Self>>]) {}

    fn first_experience(&self, executor: Executor) -> KnownEnds {
        let seed = self.seed.child("forests/first games", 0);
        let played = self.play_first(seed, executor);
        let ends: Vec<_> =
            self.known.iter().cloned().chain(played.into_iter().flat_map(|game| game.ends)).collect();
        KnownEnds { learned: ends.len(), ends }
    }

    fn measure(
        &self,
        (): &(),
        population: &Population<GeneOf<Self>>,
        known: &mut KnownEnds,
        executor: Executor,
    ) -> Vec<f64> {
        known.learned = known.ends.len();
        let generation = GenerationOfForests {
            task: self,
            genes: population.individuals.iter().map(|individual| individual.genes.as_slice()).collect(),
            ends: &known.ends,
            seed: self.seed.child("forests/generation", population.generation),
            executor,
        };
        match self.measure {
            Measure::Games(competition, points) => {
                let pairings = competition.pairings(population.individuals.len(), self.survivors);
                let games = generation.play(&pairings);
                let mut fitness = vec![0.0; population.individuals.len()];
                for (game, [first, second]) in games.into_iter().zip(pairings) {
                    fitness[first] += points.of(game.result);
                    fitness[second] += points.of(game.result.turned());
                    known.ends.extend(game.ends);
                }
                fitness
            }
            Measure::Tasks => {
                let seed = self.seed.child("forests/tasks", 0);
                let solved = GenerationOfForests { seed, ..generation }.solved();
                solved.into_iter().map(|[solved, of]| f64::from(solved) / f64::from(of.max(1))).collect()
            }
            // Other games in each generation: nobody survives for the luck of one.
            Measure::Opponent(games, points) => {
                let mean = |results: &Vec<Prediction>| {
                    let sum: f64 = results.iter().map(|&result| points.of(result)).sum();
                    sum / results.len().max(1) as f64
                };
                generation.against_opponent(games).iter().map(mean).collect()
            }
        }
    }

    fn serve(&self, desk: &dyn Desk) {
        self.answer(desk);
    }
}
