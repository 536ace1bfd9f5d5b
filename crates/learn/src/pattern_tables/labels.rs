//! What positions to learn from are worth, and who finds out: threads, or workers elsewhere.
//!
//! What a position is worth, its label, is known in one of two ways:
//! * [`Labels::Results`]: how its game ended, where the last plies are played as well as can be: what counts is the exact
//!   value of the game's position with `solve` plies left, and that of the position itself where it has no more. In games
//!   of the training's own, a share of the label can be what their player saw in the position ([`foresight`](super::PatternSettings::foresight)):
//!   a search errs less than the result of one game, and the result keeps it from believing itself.
//! * [`Labels::Backwards`]: the exact value with at most `solve` plies left, else minimax of a fixed depth to the tables
//!   that are already fitted ([Engel2015], see [`backwards`](crate::backwards)). Positions need no result, so they may
//!   stray from games.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use agon_abilities::Stones;
use agon_core::{Desk, Evaluator, Executor, Keyed, Notation, Player, ReadError, Score, SentJobs, Unit};

use super::asked::{Asked, AskedLeaves, AskedValues};
use super::evaluator::PatternEvaluator;
use super::own_games::OwnGames;
use super::samples::Sample;
use super::tables::PatternTables;
use super::trainer::{Labels, OnPart, PatternTrainer, PatternTraining};
use crate::backwards::{Shortened, Solver};
use crate::sent::{ReadLines, SentLines, counted};

/// Positions between two looks at who watches.
const BETWEEN_LOOKS: u64 = 256;

/// Tables that value the leaves of a search.
struct Leaves<'t> {
    /// So many plies before a full board.
    plies: u32,
    evaluator: &'t PatternEvaluator,
    /// The tables as text, for workers elsewhere.
    text: &'t dyn Fn() -> String,
}

impl<G: Stones + Keyed + Notation + 'static, S: Solver> PatternTrainer<'_, G, S> {
    /// What each position is worth to its player; `None` if `on_part` did not want to go on.
    pub(super) fn labels(
        &self,
        training: &mut PatternTraining,
        samples: &[&Sample<G::Position>],
        on_part: &mut OnPart<'_>,
    ) -> Result<Option<Vec<f32>>, ReadError> {
        match self.settings.labels {
            Labels::Results => self.results(training, samples, on_part),
            Labels::Backwards { depth } => self.backwards(&training.tables, samples, depth, on_part),
        }
    }

    fn results(
        &self,
        training: &mut PatternTraining,
        samples: &[&Sample<G::Position>],
        on_part: &mut OnPart<'_>,
    ) -> Result<Option<Vec<f32>>, ReadError> {
        let is_solved =
            |sample: &Sample<G::Position>| self.game.plies_left(&sample.pos) <= self.settings.solve;
        let open: Vec<u32> = {
            let games = samples.iter().filter(|sample| !is_solved(sample)).map(|sample| sample.game);
            let games: std::collections::BTreeSet<u32> =
                games.filter(|game| !training.solved.contains_key(game)).collect();
            games.into_iter().filter(|&game| self.anchor(game).is_some()).collect()
        };
        let own: Vec<&G::Position> =
            samples.iter().filter(|sample| is_solved(sample)).map(|sample| &sample.pos).collect();
        let anchors = open.iter().filter_map(|&game| Some(&self.anchor(game)?.0));
        let asked: Vec<&G::Position> = anchors.chain(own).collect();
        let Some(values) = self.solve(None, &asked, on_part) else { return Ok(None) };
        let (of_games, of_samples) = values.split_at(open.len());
        for (&game, &value) in open.iter().zip(of_games) {
            training.solved.insert(game, value as i32);
        }
        let mut of_samples = of_samples.iter();
        let label = |sample: &&Sample<G::Position>| {
            if is_solved(sample) {
                return of_samples.next().copied().unwrap_or(0.0);
            }
            let result = match (training.solved.get(&sample.game), self.anchor(sample.game)) {
                (Some(&value), Some((_, player))) => signed(value as f32, *player == sample.player),
                _ => sample.result.unwrap_or(0.0),
            };
            let share = self.settings.foresight as f32;
            sample.foreseen.map_or(result, |foreseen| share * foreseen + (1.0 - share) * result)
        };
        Ok(Some(samples.iter().map(label).collect()))
    }

    fn anchor(&self, game: u32) -> Option<&(G::Position, Player)> {
        self.samples.anchors.get(game as usize)?.as_ref()
    }

    fn backwards(
        &self,
        tables: &PatternTables,
        samples: &[&Sample<G::Position>],
        depth: u32,
        on_part: &mut OnPart<'_>,
    ) -> Result<Option<Vec<f32>>, ReadError> {
        let evaluator = match tables.phases.is_empty() {
            true => None,
            false => Some(PatternEvaluator::new(Arc::new(tables.clone()), self.game)?),
        };
        let text = LazyCell::new(|| tables.to_string());
        let text = || String::clone(&text);
        let mut labels = vec![0.0; samples.len()];
        let mut by_plies: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (index, sample) in samples.iter().enumerate() {
            by_plies.entry(self.game.plies_left(&sample.pos)).or_default().push(index);
        }
        let mut done = 0;
        for (plies, indices) in by_plies {
            let exact = plies <= self.settings.solve;
            let leaves = evaluator.as_ref().filter(|_| !exact);
            let leaves =
                leaves.map(|evaluator| Leaves { plies: plies.saturating_sub(depth), evaluator, text: &text });
            let asked: Vec<_> = indices.iter().map(|&index| &samples[index].pos).collect();
            let mut of_these =
                |part: f64| on_part((f64::from(done) + part * asked.len() as f64) / samples.len() as f64);
            let Some(values) = self.solve(leaves.as_ref(), &asked, &mut of_these) else { return Ok(None) };
            done += indices.len() as u32;
            indices.into_iter().zip(values).for_each(|(index, value)| labels[index] = value);
        }
        Ok(Some(labels))
    }

    /// The values of positions for the players to move; `None` if `on_part` did not want to go on, or the cluster that was
    /// to find them is lost.
    fn solve(
        &self,
        leaves: Option<&Leaves<'_>>,
        positions: &[&G::Position],
        on_part: &mut OnPart<'_>,
    ) -> Option<Vec<f32>> {
        let mut values: Vec<Option<f32>> = vec![None; positions.len()];
        let (mut done, mut wanted) = (0u64, true);
        let mut take = |index: u64, value: f32| {
            values[index as usize] = Some(value);
            done += 1;
            if done.is_multiple_of(BETWEEN_LOOKS) {
                wanted = on_part(done as f64 / positions.len() as f64);
            }
            wanted
        };
        let sent = SentJobs {
            input: &|range| {
                let text = |index: u64| self.game.write_position(positions[index as usize]);
                let tables =
                    |leaves: &Leaves<'_>| AskedLeaves { plies: leaves.plies, tables: (leaves.text)() };
                AskedValues { positions: range.map(text).collect(), leaves: leaves.map(tables) }.to_string()
            },
            read: &|range, answer| {
                counted(ReadLines(answer).row::<f32>("values")?, range.end - range.start, "values")
            },
        };
        let all = 0..positions.len() as u64;
        let was_sent = self
            .executor
            .send(all, &sent, |range, values| range.zip(values).all(|(index, value)| take(index, value)));
        if !was_sent {
            let leaves = leaves.map(|leaves| (leaves.plies, leaves.evaluator));
            self.solve_here(leaves, positions, self.executor, &mut take);
        }
        values.into_iter().collect()
    }

    /// Finds values on threads; `take` sees each and answers whether to go on.
    fn solve_here(
        &self,
        leaves: Option<(u32, &PatternEvaluator)>,
        positions: &[&G::Position],
        executor: Executor,
        take: &mut dyn FnMut(u64, f32) -> bool,
    ) {
        let counts_points = self.game.final_unit() == Unit::Points;
        let points = |value: Score| match counts_points {
            true => value.to_f64() as f32,
            false => f32::from(value.0.signum() as i8),
        };
        let leaves = leaves.map(|(plies, evaluator)| (plies, evaluator as &dyn Evaluator<G>));
        let shortened = Shortened::new(self.game, leaves);
        executor.run(
            0..positions.len() as u64,
            || self.solver.on(&shortened),
            |solve, index| points(solve(positions[index as usize])),
            take,
        );
    }

    /// Plays the games and finds the values that a driver elsewhere asks for, until there is no more of it.
    pub fn serve(&self, own: &OwnGames<'_, G>, desk: &dyn Desk) {
        // The tables of the last question: a phase asks for many values with the same.
        let mut known: Option<(String, PatternEvaluator)> = None;
        desk.serve(&mut |question| {
            let AskedValues { positions, leaves } = match question.parse::<Asked>()? {
                Asked::Games(asked) => return self.samples.answer(self.game, own, &asked),
                Asked::Values(asked) => asked,
            };
            let read = |text: &String| self.game.read_position(text);
            let positions = positions.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            let leaves = match leaves {
                None => None,
                Some(AskedLeaves { plies, tables }) => {
                    if known.as_ref().is_none_or(|(text, _)| *text != tables) {
                        let evaluator =
                            PatternEvaluator::new(Arc::new(tables.parse::<PatternTables>()?), self.game)?;
                        known = Some((tables, evaluator));
                    }
                    known.as_ref().map(|(_, evaluator)| (plies, evaluator))
                }
            };
            let mut values = Vec::with_capacity(positions.len());
            let asked: Vec<&G::Position> = positions.iter().collect();
            self.solve_here(leaves, &asked, Executor::new(1), &mut |_, value| {
                values.push(value);
                true
            });
            Ok(SentLines::default().row("values", values).0)
        });
    }
}

fn signed(value: f32, same: bool) -> f32 {
    if same { value } else { -value }
}
