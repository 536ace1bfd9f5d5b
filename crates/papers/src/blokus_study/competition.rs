//! Learning weights of the strategies as [Hoang2021] section 3.1 does: all individuals play against each other, the winners
//! reproduce, and phases are learned with the weights.
//!
//! A chromosome is a weight for each strategy of the source in each of three phases, from -1 to 1, and two numbers that
//! say when the second and the third phase begin. The strategy of the conclusion takes no part.
//!
//! Chosen here, because the source is silent: between two, everybody meets everybody; among four, tables are drawn anew in
//! each round. All seats are taken in turn from the same opening of one random ply each, so that neither the first move nor luck decides.
//! Fitness is the share of opponents that were left behind, and a little for each point, so that a narrow loss is better
//! than a high one. Weights below zero are allowed, and the middle of a small step and a new draw mutates them.

use agon_blokus::{Blokus, Move, Phase, Position, Strategy, StrategyWeights};
use agon_core::{Desk, Executor, Game, Outcome, Player, ReadError, Seed, SentJobs};
use agon_learn::duel::contest_from;
use agon_learn::evolution::GenerationTask;
use agon_learn::ga::{Champion, Floats, Population, SteppedFloats};
use serde::{Deserialize, Serialize};

/// The strategies of the source.
const STRATEGIES: usize = 5;
/// Weights in all phases.
const WEIGHTS: usize = STRATEGIES * StrategyWeights::PHASES;
/// When the later phases begin.
const BOUNDARIES: usize = StrategyWeights::PHASES - 1;
/// The phases can begin anywhere before this many pieces are placed.
const LATEST: f64 = 20.0;
/// What a point counts beside an opponent left behind.
const POINT: f64 = 1.0 / 200.0;
/// How far a small mutation goes.
const STEP: f64 = 0.15;

/// The competition of weights in one kind of Blokus.
pub struct WeightsCompetition {
    /// The game that is played.
    pub game: Blokus,
    /// Between two: games from each seat of a pair. Among four: rounds of tables.
    pub rounds: u64,
    /// Openings and tables follow from it.
    pub seed: Seed,
}

/// Who meets, and how the game begins.
struct TableOf {
    players: Vec<usize>,
    opening: Position,
}

impl WeightsCompetition {
    /// How many games a generation of so many chromosomes plays.
    #[must_use]
    pub fn games(&self, population: usize) -> u64 {
        let (players, all) = (self.game.players(), population as u64);
        let groups = if players == 2 { all * all.saturating_sub(1) / 2 } else { all / players as u64 };
        players as u64 * self.rounds * groups
    }

    /// The tables of a generation.
    fn tables(&self, generation: u64, population: usize) -> Vec<TableOf> {
        let seed = self.seed.child("weights/generation", generation);
        let groups: Vec<Vec<usize>> = match self.game.players() {
            2 => {
                let pairs = (0..population).flat_map(|one| (0..one).map(move |other| vec![other, one]));
                pairs.flat_map(|pair| (0..self.rounds).map(move |_| pair.clone())).collect()
            }
            players => (0..self.rounds)
                .flat_map(|round| {
                    let mut order: Vec<usize> = (0..population).collect();
                    seed.stream("weights/tables", round).shuffle(&mut order);
                    order.chunks_exact(players).map(<[_]>::to_vec).collect::<Vec<_>>()
                })
                .collect(),
        };
        let opening = |number: u64| super::opening(&self.game, seed, number);
        (0..).zip(groups).map(|(number, players)| TableOf { players, opening: opening(number) }).collect()
    }

    /// What each player of a table is worth, added up over all seats.
    fn played(
        &self,
        table: &TableOf,
        weights: &[StrategyWeights],
        scratch: &mut Vec<Move>,
    ) -> Vec<(usize, f64)> {
        let players = table.players.len();
        let mut worth: Vec<(usize, f64)> = table.players.iter().map(|&one| (one, 0.0)).collect();
        for turn in 0..players {
            let seated = |seat: usize| (seat + turn) % players;
            let rankers: Vec<_> = (0..players).map(|seat| weights[table.players[seated(seat)]]).collect();
            let end = contest_from(&self.game, table.opening, &rankers, scratch);
            if let Some(outcome) = self.game.status(&end).outcome() {
                for seat in 0..players {
                    worth[seated(seat)].1 += worth_of(outcome, Player(seat as u8));
                }
            }
        }
        worth
    }
}

/// The share of opponents left behind, and a little for each point more than theirs in the mean.
fn worth_of(outcome: &Outcome, player: Player) -> f64 {
    let points = outcome.points.as_slice();
    let own = points[player.index()];
    let others = points.iter().enumerate().filter(|(seat, _)| *seat != player.index());
    let compared: f64 = others
        .map(|(_, &other)| {
            let left_behind = match own.cmp(&other) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
            left_behind + POINT * f64::from(own - other)
        })
        .sum();
    compared / (points.len() - 1).max(1) as f64
}

impl GenerationTask for WeightsCompetition {
    type Genome = SteppedFloats;
    type Stage = ();
    type Experience = ();

    fn genome(&self) -> SteppedFloats {
        SteppedFloats { floats: Floats { count: WEIGHTS + BOUNDARIES, low: -1.0, high: 1.0 }, step: STEP }
    }

    fn stage(&self, _: &[Champion<f64>]) {}

    fn first_experience(&self, _: Executor) {}

    /// All play each other in every generation: nobody's fitness is known before.
    fn measure(&self, (): &(), population: &Population<f64>, (): &mut (), executor: Executor) -> Vec<f64> {
        let all: Vec<StrategyWeights> =
            population.individuals.iter().map(|one| weights(&one.genes)).collect();
        let tables = self.tables(population.generation, all.len());
        let sent = SentJobs {
            input: &|tables| {
                let genes = population.individuals.iter().map(|one| one.genes.clone()).collect();
                let asked = AskedTables {
                    generation: population.generation,
                    genes,
                    tables: [tables.start, tables.end],
                };
                serde_json::to_string(&asked).unwrap_or_default()
            },
            read: &|tables, answer| {
                let played: Vec<Vec<(usize, f64)>> = serde_json::from_str(answer).map_err(wrong)?;
                let is_table = |table: &Vec<(usize, f64)>| table.iter().all(|(one, _)| *one < all.len());
                let whole = played.len() as u64 == tables.end - tables.start && played.iter().all(is_table);
                if whole { Ok(played) } else { Err(wrong("other tables")) }
            },
        };
        let played = executor.map_sent(tables.len() as u64, &sent, |number| {
            self.played(&tables[number as usize], &all, &mut Vec::new())
        });
        let (mut sums, mut games) = (vec![0.0; all.len()], vec![0.0; all.len()]);
        for (one, worth) in played.into_iter().flatten() {
            sums[one] += worth;
            games[one] += self.game.players() as f64;
        }
        sums.into_iter().zip(games).map(|(sum, games): (f64, f64)| sum / games.max(1.0)).collect()
    }

    fn serve(&self, desk: &dyn Desk) {
        desk.serve(&mut |question| {
            let asked: AskedTables = serde_json::from_str(question).map_err(wrong)?;
            if asked.genes.iter().any(|genes| genes.len() != WEIGHTS + BOUNDARIES) {
                return Err(wrong("chromosomes of another length"));
            }
            let all: Vec<StrategyWeights> = asked.genes.iter().map(|genes| weights(genes)).collect();
            let tables = self.tables(asked.generation, all.len());
            let [from, to] = asked.tables.map(|table| table as usize);
            let wanted = tables.get(from..to).ok_or_else(|| wrong("there are no such tables"))?;
            let played: Vec<_> =
                wanted.iter().map(|table| self.played(table, &all, &mut Vec::new())).collect();
            serde_json::to_string(&played).map_err(wrong)
        });
    }
}

/// What a worker elsewhere is asked: tables of a generation, from and to.
#[derive(Serialize, Deserialize)]
struct AskedTables {
    generation: u64,
    genes: Vec<Vec<f64>>,
    tables: [u64; 2],
}

fn wrong(error: impl std::fmt::Display) -> ReadError {
    ReadError::new(format!("a worker and its driver disagree: {error}"))
}

/// The weights that a chromosome stands for.
#[must_use]
pub fn weights(genes: &[f64]) -> StrategyWeights {
    let mut begins: Vec<u32> =
        genes[WEIGHTS..].iter().map(|gene| ((gene + 1.0) / 2.0 * LATEST).round() as u32).collect();
    begins.sort_unstable();
    let phase = |number: usize| {
        let mut weights = [0.0; Strategy::COUNT];
        weights[..STRATEGIES].copy_from_slice(&genes[number * STRATEGIES..][..STRATEGIES]);
        Phase { from: if number == 0 { 0 } else { begins[number - 1] }, weights }
    };
    // Values from -1 to 1 in the order of their phases are weights.
    StrategyWeights::new(std::array::from_fn(phase)).unwrap_or(StrategyWeights::STUDY_TWO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_blokus::{Rules, Variant};
    use agon_learn::ga::Individual;

    fn competition(variant: Variant) -> WeightsCompetition {
        WeightsCompetition { game: Blokus::new(Rules { variant }), rounds: 2, seed: Seed(1) }
    }

    /// Chromosomes that differ in what they say of the size of pieces, from small ones first to large ones first.
    fn population(count: usize) -> Population<f64> {
        let individual = |number: usize| {
            let mut genes = vec![0.0; WEIGHTS + BOUNDARIES];
            for phase in 0..StrategyWeights::PHASES {
                genes[phase * STRATEGIES + 3] = 2.0 * number as f64 / (count - 1) as f64 - 1.0;
            }
            Individual { genes, fitness: None }
        };
        let individuals = (0..count).map(individual).collect();
        Population { generation: 0, individuals, mutation: 0.0, standing: 0, best: None }
    }

    #[test]
    fn large_pieces_first_win_at_any_number_of_threads() {
        for (variant, count) in [(Variant::Duo, 5), (Variant::Mini, 8)] {
            let task = competition(variant);
            let fitness = |threads| task.measure(&(), &population(count), &mut (), Executor::new(threads));
            let found = fitness(1);
            assert_eq!(found, fitness(3));
            assert!(found[count - 1] > 0.6 && found[0] < 0.4, "{found:?}");
        }
    }

    #[test]
    fn everybody_plays_as_often() {
        for (variant, count) in [(Variant::Two, 5), (Variant::Classic, 8)] {
            let task = competition(variant);
            let tables = task.tables(3, count);
            // A table plays a game for each seat that its players can begin on.
            assert_eq!((tables.len() * task.game.players()) as u64, task.games(count));
            for one in 0..count {
                let sat = tables.iter().filter(|table| table.players.contains(&one)).count();
                assert_eq!(sat * count, tables.len() * task.game.players());
            }
        }
    }

    #[test]
    fn phases_are_in_order_whatever_the_genes_say() {
        let mut genes = vec![0.5; WEIGHTS + BOUNDARIES];
        (genes[WEIGHTS], genes[WEIGHTS + 1]) = (1.0, -1.0);
        let begins: Vec<_> = weights(&genes).phases().iter().map(|phase| phase.from).collect();
        assert_eq!(begins, [0, 0, 20]);
    }
}
