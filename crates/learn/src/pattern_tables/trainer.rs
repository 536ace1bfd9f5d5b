//! Fits tables of patterns, phase by phase from the last to the first.
//!
//! Where results are known beside backward or foreseen labels, the offset of each number of stones is set so that on the positions
//! of games values and results have the same mean: the drift of [`backwards`](crate::backwards) does not build up.

use std::collections::BTreeMap;
use std::sync::Arc;

use agon_abilities::Stones;
use agon_core::{Evaluator, Executor, Keyed, Notation, ReadError, Seed};

use super::evaluator::PatternEvaluator;
use super::least_squares::{Fit, Rows};
use super::own_games::OwnGames;
use super::placed::{PlacedShape, cells, index_of};
use super::samples::{Sample, Samples, stones};
use super::shape::PatternShape;
use super::tables::{PARTS_OF_A_POINT, PatternTables, PhaseTables};
use crate::backwards::Solver;
use crate::ternary_places::Standing;

/// How positions are labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// By the results of their games.
    Results,
    /// By minimax to what was fitted before, so many stones ahead.
    Backwards {
        /// At least as many as a phase has.
        depth: u32,
    },
}

/// How tables are fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternSettings {
    /// How positions are labelled.
    pub labels: Labels,
    /// Positions of each number of stones at most.
    pub positions: u64,
    /// Stones of a phase.
    pub width: u32,
    /// With so many plies left positions are solved.
    pub solve: u32,
    /// The share of positions that stray from games; backward labels only.
    pub stray: f64,
    /// With results: the share of a label that is the value which the player of the training's own games saw in the
    /// position; the rest is the result.
    pub foresight: f64,
    /// How strongly weights are held near those of the phase after, in positions.
    pub ridge: f64,
    /// Steps of the fit at most.
    pub steps: u32,
    /// Everything random follows from it.
    pub seed: Seed,
}

/// What is fitted so far, and the exact values that were found for it.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternTraining {
    /// Without the phases that are still to come.
    pub tables: PatternTables,
    /// By game: the value of its first position that can be solved, in points for the player to move there.
    pub solved: BTreeMap<u32, i32>,
}

/// How well values predict labels that nothing was fitted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// Of positions with so many stones.
    pub stones: u32,
    /// Cells that are still empty.
    pub empties: u32,
    /// The mean absolute error in points.
    pub error: f64,
}

impl PatternTables {
    /// How well they predict, by number of stones; those without an error are left out.
    #[must_use]
    pub fn fitted(&self) -> Vec<Fitted> {
        let cells = self.offsets.len().saturating_sub(1) as u32;
        let of = |(stones, &error): (usize, &f64)| Fitted {
            stones: stones as u32,
            empties: cells.saturating_sub(stones as u32),
            error,
        };
        self.errors.iter().enumerate().map(of).filter(|fitted| fitted.error > 0.0).collect()
    }
}

/// Fits tables for a game.
pub struct PatternTrainer<'g, G: Stones, S> {
    pub(super) game: &'g G,
    pub(super) solver: S,
    pub(super) executor: Executor,
    pub(super) settings: PatternSettings,
    pub(super) samples: Samples<G::Position>,
    shapes: Vec<PatternShape>,
    placed: Vec<PlacedShape>,
    /// By shape and index: the number of the weight.
    columns: Vec<Vec<u32>>,
    /// Weights of patterns; the offsets come after them.
    weights: usize,
    cells: u32,
    /// What weights begin with, instead of those of the phase after.
    earlier: Option<PatternTables>,
}

/// Sees which part of a phase is done and answers whether to go on.
pub(super) type OnPart<'w> = dyn FnMut(f64) -> bool + 'w;

impl<'g, G: Stones + Keyed + Notation + 'static, S: Solver> PatternTrainer<'g, G, S> {
    /// Ready for games.
    ///
    /// # Errors
    /// If the settings make no sense, or a shape does not fit the board.
    pub fn new(
        game: &'g G,
        shapes: Vec<PatternShape>,
        solver: S,
        settings: PatternSettings,
        executor: Executor,
    ) -> Result<Self, ReadError> {
        settings.check()?;
        let place = |shape| PlacedShape::new(shape, game);
        let placed = shapes.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        let mut weights = 0;
        let columns = shapes.iter().map(|shape| {
            let first = weights;
            let classes = shape.classes();
            weights += classes.iter().max().map_or(0, |&last| last + 1);
            classes.into_iter().map(|class| first + class).collect()
        });
        let columns: Vec<_> = columns.collect();
        let anchor = (settings.labels == Labels::Results).then_some(settings.solve);
        let samples = Samples::new(settings.positions as usize, settings.stray, anchor, settings.seed);
        let (weights, cells) = (weights as usize, cells(game));
        Ok(Self {
            game,
            solver,
            executor,
            settings,
            samples,
            shapes,
            placed,
            columns,
            weights,
            cells,
            earlier: None,
        })
    }

    /// Begins with the weights of these tables: what they know is kept where new positions say nothing else.
    ///
    /// # Errors
    /// If they have other shapes.
    pub fn begin_with(&mut self, earlier: PatternTables) -> Result<(), ReadError> {
        earlier.check()?;
        if earlier.shapes != self.shapes || earlier.offsets.len() != self.cells as usize + 1 {
            return Err(ReadError::new(format!(
                "the tables to begin with, of `{}`, have other shapes",
                earlier.game
            )));
        }
        self.earlier = Some(earlier);
        Ok(())
    }

    /// Where games go.
    pub fn samples(&mut self) -> &mut Samples<G::Position> {
        &mut self.samples
    }

    /// Plays games of its own; `false` if `on_game` did not want to go on.
    pub fn play(&mut self, own: &OwnGames<'_, G>, on_game: impl FnMut(u64) -> bool) -> bool {
        self.samples.play(self.game, own, self.executor, on_game)
    }

    /// The stones with which phases begin, the last first.
    #[must_use]
    pub fn phases(&self) -> Vec<u32> {
        let first = stones(self.game, &self.game.start());
        let mut phases: Vec<u32> = (first..self.cells).step_by(self.settings.width as usize).collect();
        phases.reverse();
        phases
    }

    /// Nothing fitted yet.
    #[must_use]
    pub fn begin(&self, origin: String, licence: String, spec: String) -> PatternTraining {
        let by_stones = self.cells as usize + 1;
        let tables = PatternTables {
            origin,
            licence,
            game: spec,
            shapes: self.shapes.clone(),
            offsets: vec![0; by_stones],
            errors: vec![0.0; by_stones],
            phases: Vec::new(),
        };
        PatternTraining { tables, solved: BTreeMap::new() }
    }

    /// Fits all phases that are not there yet. `watch` sees what is fitted and how much of the next phase is done, and
    /// answers whether to go on.
    ///
    /// # Errors
    /// If `watch` fails, or there is nothing to fit a phase to.
    pub fn run<E: From<ReadError>>(
        &self,
        training: &mut PatternTraining,
        mut watch: impl FnMut(&PatternTraining, Option<f64>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let phases = self.phases();
        for (index, &first) in phases.iter().enumerate().skip(training.tables.phases.len()) {
            let end = index.checked_sub(1).map_or(self.cells, |next| phases[next]);
            let mut failure = None;
            let seen = training.clone();
            let mut on_part = |part| {
                watch(&seen, Some(part)).unwrap_or_else(|error| {
                    failure = Some(error);
                    false
                })
            };
            let fitted = self.fit_phase(training, first..end, &mut on_part);
            if let Some(error) = failure {
                return Err(error);
            }
            if !fitted? || !watch(training, None)? {
                break;
            }
        }
        Ok(())
    }

    /// Fits a phase; `false` if `on_part` did not want to go on.
    fn fit_phase(
        &self,
        training: &mut PatternTraining,
        phase: std::ops::Range<u32>,
        on_part: &mut OnPart<'_>,
    ) -> Result<bool, ReadError> {
        let samples: Vec<&Sample<G::Position>> = self
            .samples
            .by_stones
            .iter()
            .take(phase.end as usize)
            .skip(phase.start as usize)
            .flat_map(|drawn| &drawn.samples)
            .collect();
        let Some(labels) = self.labels(training, &samples, on_part)? else { return Ok(false) };
        let width = 1 + self.placed.iter().map(|shape| shape.instances.len()).sum::<usize>();
        let (mut rows, mut held_out) = (Rows::new(width), Rows::new(width));
        for (sample, &label) in samples.iter().zip(&labels) {
            let to = if sample.is_held_out() { &mut held_out } else { &mut rows };
            to.push(self.row(sample).into_iter(), label);
        }
        let begin = self.weights_of(&training.tables, &phase);
        let fit = Fit { ridge: self.settings.ridge, steps: self.settings.steps };
        let weights = fit.run(&rows, &held_out, &begin);
        drop((rows, held_out));
        self.put(&mut training.tables, &phase, &weights);
        self.settle(&mut training.tables, &samples, &labels)?;
        Ok(true)
    }

    /// The numbers of the weights that a position adds up.
    fn row(&self, sample: &Sample<G::Position>) -> Vec<u32> {
        let standing = Standing::of(self.game, &sample.pos, sample.player);
        let digits = standing.digits();
        let of_shape = |(shape, columns): (&'_ PlacedShape, &'_ Vec<u32>)| -> Vec<u32> {
            shape.instances.iter().map(|cells| columns[index_of(cells, &digits)]).collect()
        };
        let patterns = self.placed.iter().zip(&self.columns).flat_map(of_shape);
        patterns.chain([self.weights as u32 + standing.stones()]).collect()
    }

    /// The weights that a phase begins with: those of earlier tables, or of the phase after it, or nothing.
    fn weights_of(&self, tables: &PatternTables, phase: &std::ops::Range<u32>) -> Vec<f64> {
        let point = |weight: i16| f64::from(weight) / f64::from(PARTS_OF_A_POINT);
        let mut weights = vec![0.0; self.weights + self.cells as usize + 1];
        let earlier = self.earlier.as_ref();
        let like = earlier.map(|tables| &tables.phases[tables.phase_for(phase.start)]);
        if let Some(next) = like.or(tables.phases.first()) {
            for (table, columns) in next.weights.iter().zip(&self.columns) {
                for (&weight, &column) in table.iter().zip(columns) {
                    weights[column as usize] = point(weight);
                }
            }
        }
        for stones in phase.clone() {
            // Who is to have the last move changes with every stone.
            let offset = match earlier {
                Some(tables) => tables.offset_for(stones),
                None => tables.offset_for(stones + 2),
            };
            weights[self.weights + stones as usize] = point(offset);
        }
        weights
    }

    fn put(&self, tables: &mut PatternTables, phase: &std::ops::Range<u32>, weights: &[f64]) {
        let parts = |points: f64| (points * f64::from(PARTS_OF_A_POINT)).round() as i16;
        let table =
            |columns: &Vec<u32>| columns.iter().map(|&column| parts(weights[column as usize])).collect();
        let fitted = self.columns.iter().map(table).collect();
        tables.phases.insert(0, PhaseTables { stones: phase.start, weights: fitted });
        for stones in phase.clone() {
            tables.offsets[stones as usize] = parts(weights[self.weights + stones as usize]);
        }
    }

    /// Sets offsets by the results of games where labels are estimates, and measures the errors.
    fn settle(
        &self,
        tables: &mut PatternTables,
        samples: &[&Sample<G::Position>],
        labels: &[f32],
    ) -> Result<(), ReadError> {
        let evaluator = PatternEvaluator::new(Arc::new(tables.clone()), self.game)?;
        let mut sums: BTreeMap<u32, [f64; 4]> = BTreeMap::new();
        for (sample, &label) in samples.iter().zip(labels) {
            let value = evaluator.value(self.game, &sample.pos, sample.player).to_f64();
            let [errors, held_out, lacks, results] = sums.entry(stones(self.game, &sample.pos)).or_default();
            if sample.is_held_out() {
                *errors += (value - f64::from(label)).abs();
                *held_out += 1.0;
            }
            let is_estimate = (self.settings.labels != Labels::Results || self.settings.foresight > 0.0)
                && self.game.plies_left(&sample.pos) > self.settings.solve;
            if let Some(result) = sample.result.filter(|_| is_estimate) {
                *lacks += f64::from(result) - value;
                *results += 1.0;
            }
        }
        for (stones, [errors, held_out, lacks, results]) in sums {
            let stones = stones as usize;
            if held_out > 0.0 {
                tables.errors[stones] = (errors / held_out * 1000.0).round() / 1000.0;
            }
            if results >= ENOUGH_RESULTS {
                let lack = (lacks / results * f64::from(PARTS_OF_A_POINT)).round();
                tables.offsets[stones] = (f64::from(tables.offsets[stones]) + lack) as i16;
            }
        }
        Ok(())
    }
}

/// Fewer results say too little about an offset.
const ENOUGH_RESULTS: f64 = 2000.0;

impl PatternSettings {
    fn check(&self) -> Result<(), ReadError> {
        let complaint = match self.labels {
            _ if self.width == 0 => "a phase has at least one stone".to_owned(),
            _ if self.positions == 0 => "tables are fitted to at least one position".to_owned(),
            Labels::Backwards { depth } if depth < self.width => format!(
                "a depth of {depth} does not reach beyond a phase of {} stones: at least {} would do",
                self.width, self.width
            ),
            Labels::Backwards { .. } if self.foresight > 0.0 => {
                "what a player foresees can replace results only: leave it out, or label by results"
                    .to_owned()
            }
            Labels::Results if self.stray > 0.0 => {
                "positions that stray from games have no results: that needs backward labels".to_owned()
            }
            _ => return Ok(()),
        };
        Err(ReadError::new(complaint))
    }
}
