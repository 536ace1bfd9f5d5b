//! The training as a whole, on games that are decided by their forests alone.

use super::*;
use crate::checkpoint;
use crate::evolution::{EvolutionSchedule, Evolver};
use crate::ga::{Breeding, GaParams, Mating, NegativeFitness};
use crate::models::forest::{EndOfGame, Forest, Prediction, PredictionWeights};
use agon_core::{Executor, ReadError, Seed};
use std::convert::Infallible;
use std::ops::Range;

/// Table 3-1: 9,900 games of a hundred that all meet, 200 of ten survivors and ten that are new.
#[test]
fn games_of_table_3_1() {
    assert_eq!(Competition::Full.pairings(100, 10).len(), 9900);
    assert_eq!(Competition::Limited.pairings(20, 10).len(), 200);
    assert_eq!(Competition::Limited.pairings(10, 5).len(), 50, "table 5-5: 5 + 5 games for each of ten");
    let limited = Competition::Limited.pairings(10, 5);
    assert!((0..10).all(|one| limited.iter().filter(|pairing| pairing[0] == one).count() == 5));
    assert!((0..10).all(|one| limited.iter().filter(|pairing| pairing[1] == one).count() == 5));
}

/// Whose trees ask about more corners of the window wins.
struct Corners;

fn corners(forest: &Forest) -> usize {
    let is_corner = |cell: &&u16| [0, 2, 6, 8].contains(*cell);
    forest.woods.iter().map(|woods| woods.pattern.cells().iter().filter(is_corner).count()).sum()
}

impl ForestGround for Corners {
    fn play(
        &self,
        forests: &[Forest],
        pairings: &[[usize; 2]],
        games: Range<u64>,
        seed: Seed,
        executor: Executor,
    ) -> Result<Vec<PlayedGame>, ReadError> {
        Ok(executor
            .map(games.end - games.start, |game| {
                let game = games.start + game;
                let [first, second] = pairings[game as usize].map(|one| corners(&forests[one]));
                let result = match first.cmp(&second) {
                    std::cmp::Ordering::Greater => Prediction::Win,
                    std::cmp::Ordering::Equal => Prediction::Draw,
                    std::cmp::Ordering::Less => Prediction::Loss,
                };
                let mut rng = seed.stream("end", game);
                Some(PlayedGame {
                    result,
                    ends: vec![EndOfGame { cells: (0..9).map(|_| rng.below(3) as u8).collect(), result }],
                })
            })
            .into_iter()
            .flatten()
            .collect())
    }

    fn first_games(&self, games: Range<u64>, seed: Seed, executor: Executor) -> Vec<PlayedGame> {
        let forest = Forest { woods: Vec::new(), weights: PredictionWeights::USUAL, game: None };
        self.play(&[forest], &vec![[0, 0]; games.end as usize], games, seed, executor).unwrap_or_default()
    }

    /// Who asks about more corners than a random pattern would wins.
    fn against_opponent(
        &self,
        forests: &[Forest],
        games: u64,
        _: Seed,
        _: Executor,
    ) -> Result<Vec<Vec<Prediction>>, ReadError> {
        let result =
            |game: u64, corners: u64| if corners > game { Prediction::Win } else { Prediction::Loss };
        let all = |forest| (0..games).map(|game| result(game, corners(forest) as u64)).collect();
        Ok(forests.iter().map(all).collect())
    }

    fn solved(&self, forests: &[Forest], _: Seed, _: Executor) -> Result<(Vec<u32>, u32), ReadError> {
        Ok((forests.iter().map(|forest| corners(forest) as u32).collect(), 24))
    }
}

fn task(measure: Measure) -> EvolveForests<'static, TreeGenome> {
    EvolveForests {
        genome: TreeGenome {
            trees: 6,
            attributes: 4,
            side: 3,
            candidates: 4,
            shape: Shape::Scattered,
            sure: [0, 0],
            counting: Counting::Equal,
            fewest: 1,
            turned: false,
            weights: PredictionWeights::USUAL,
        },
        ground: &Corners,
        survivors: 5,
        measure,
        known: Vec::new(),
        first_games: 20,
        seed: Seed(1),
    }
}

fn evolver<'t>(
    task: &'t EvolveForests<'static, TreeGenome>,
) -> Evolver<'t, EvolveForests<'static, TreeGenome>> {
    let breeding = Breeding::Survival { survivors: 5, mating: Mating::Partial };
    Evolver {
        task,
        params: GaParams {
            population: 10,
            breeding,
            crossover: 0.0,
            mutation: 0.3,
            plateau: None,
            elite: 0,
            negative: NegativeFitness::Zero,
            keep_fitness: false,
        },
        schedule: EvolutionSchedule {
            stages: 1,
            generations: 20,
            goal: f64::INFINITY,
            patience: u64::MAX,
            total: u64::MAX,
        },
        seed: Seed(1),
    }
}

const GAMES: Measure = Measure::Games(Competition::Limited, Points::USUAL);

#[test]
fn better_patterns_take_over() {
    for measure in [GAMES, Measure::Tasks, Measure::Opponent(24, Points::USUAL)] {
        let task = task(measure);
        let run = evolver(&task).run(None, Executor::new(1), |_| Ok::<_, Infallible>(true)).unwrap();
        let best = task.forest(&run.champions[0].genes, &run.experience, Executor::new(1));
        assert!(corners(&best) >= 14, "{} of 24, 10.7 at random", corners(&best));
        let games = if measure == GAMES { 20 + 20 * 50 } else { 20 };
        assert_eq!(run.experience.ends.len(), games);
    }
}

/// What was learned is in the checkpoint: a run that was killed anywhere comes to the same bytes, at any thread count.
#[test]
fn a_checkpoint_holds_what_was_learned() {
    let task = task(GAMES);
    let evolver = evolver(&task);
    let whole = evolver.run(None, Executor::new(2), |_| Ok::<_, Infallible>(true)).unwrap();
    for stop in [1, 7, 19] {
        let part =
            evolver.run(None, Executor::new(1), |run| Ok::<_, Infallible>(run.evaluated < stop)).unwrap();
        let text = checkpoint::write(&part, "forests");
        let read = checkpoint::read(&text, "forests", 6).unwrap();
        assert_eq!(read, part);
        let rest = evolver.run(Some(read), Executor::new(3), |_| Ok::<_, Infallible>(true)).unwrap();
        assert_eq!(checkpoint::write(&rest, "x"), checkpoint::write(&whole, "x"));
        let end = text.rfind("/1\n").expect("the ends of games come last");
        let wrong = format!("{}/7\n{}", &text[..end], &text[end + 3..]);
        assert!(checkpoint::read::<TreeGene, KnownEnds>(&wrong, "forests", 6).is_err());
    }
}

/// The patterns of a forest stay, their weights are drawn.
#[test]
fn weights_are_evolved_for_fixed_patterns() {
    use crate::ga::Genome;
    let trees = task(GAMES);
    let mut rng = Seed(2).stream("weights", 0);
    let genes: Vec<_> = (0..6).map(|_| trees.genome.draw(&mut rng)).collect();
    let forest = trees.genome.forest(&genes, &[], Executor::new(1));
    let weights = WeightGenome { forest: forest.clone(), heaviest: 10 };
    let weighed = weights.forest(&[0, 1, 2, 3, 10, 99], &[], Executor::new(1));
    assert_eq!(weighed.woods.iter().map(|woods| woods.weight).collect::<Vec<_>>(), [0, 1, 2, 3, 10, 63]);
    let same = weighed.woods.iter().zip(&forest.woods).all(|(one, other)| one.tree == other.tree);
    assert!(same && (0..100).all(|_| (0..=10).contains(&weights.draw(&mut rng))));
}

/// What a tree demands decides how much it counts; genes are written and read with both.
#[test]
fn surer_trees_count_more() {
    use crate::ga::Genome;
    let genome = TreeGenome {
        shape: Shape::Straight,
        sure: [52, 99],
        counting: Counting::Odds,
        side: 7,
        attributes: 5,
        ..task(GAMES).genome
    };
    let mut rng = Seed(3).stream("genes", 0);
    for _ in 0..200 {
        let gene = genome.draw(&mut rng);
        assert_eq!(gene.to_string().parse(), Ok(gene));
        assert!((52..=99).contains(&gene.sure));
        assert_eq!(u32::from(gene.weight), (u32::from(gene.sure) / (100 - u32::from(gene.sure))).min(63));
        let steps: Vec<u16> = gene.pattern.cells().windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps == [1; 4] || steps == [8; 4], "{}", gene.pattern);
    }
    for wrong in ["7:1,2#5", "7:1,2#5/101/1", "7:1,2#5/50/64", "7:1,2#5/50/1/1", "#"] {
        assert!(wrong.parse::<TreeGene>().is_err(), "{wrong}");
    }
}
