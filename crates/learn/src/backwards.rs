//! Learning backwards from the end of the game ([Engel2015] section IV).
//!
//! ```text
//!   stones    6 ...  70      74       78        full board
//!                    |<------|<-------|<--------|
//!              depth-4 search   depth 4   exact minimax
//!              to the 74-model  to the 78-model
//! ```
//!
//! Boards of `last` stones are drawn by random play and scored by minimax to the end; a model is fitted to them. Boards
//! with `gap` stones fewer are scored by minimax to that model, and so on down to the beginning of the game.
//!
//! What the source leaves open, and how it is here:
//! * Depth counts stones, not plies: a pass is free ([`Shortened`]), so leaves have exactly the stones their model is for.
//!   Boards on which a side has to pass are taken up after the pass.
//! * Games that end before a leaf count what the rules say; models of all kinds are in points, so the two can be compared
//!   (see [`LinearModel`]).
//! * Random games that end before the wanted number of stones are played again.
//! * Weights are rounded to six decimals, so that a file holds exactly what was trained.
//! * The smallest model has at least two stones more than the start of the game.
//!
//! For wide gaps section VI.C proposes a shallower search to a model between two stages, one of which is the one being
//! fitted: it starts as a copy of the model before it and is fitted again until it stands still. Here the same boards are
//! scored again in each of these rounds, at most [`MOST_ROUNDS`] times; the leaves are scored by weights between the two
//! models in proportion to their stones.
//!
//! # Drift
//!
//! A model learns from random play what it is worth to be on the move: somebody has just thrown something away, and
//! there is something to be won. The leaves of a search come from good moves and leave less to win, so minimax over a
//! model is wrong in favour of whoever is on the move at its leaves. On the board of 88 cells, boards of 76 stones scored
//! by the exact models of other stages, minus their exact scores (second player's, 1,000 boards):
//!
//! ```text
//!   leaves   77    78    79    80    81    82    83    84        even: the first player is on the move
//!   error  +4.5  -0.7  +4.3  -1.6  +3.4  -2.3  +2.8  -3.7        standard error 0.2 to 0.4
//! ```
//!
//! With an even gap all stages have the same player on the move, and errors add up: nineteen stages of gap 4 end at a mean
//! of -22 points, where nearly all boards are lost, and classifiers of 10 stones and fewer learn nothing from who wins.
//! The source says nothing of this. [`Drift::Remove`] takes the mean of the scores that a model gave away before a stage
//! is fitted, so that what is learned is which boards are better than others of the same stage; exact scores stay as
//! they are. In play from 16 stones on the difference is smaller than that between sets of different seeds (88 cells, SVM,
//! 600 to 2,000 games each, stones per game, drift removed against kept, standard errors 0.6 to 1.1; boards between models
//! by the larger one with seed 1 and gap 4, else interpolated):
//!
//! ```text
//!            seed 1, plies 1 to 3     seed 2, plies 1 to 3     seed 3, ply 2
//!   gap 4    +0.3   -0.3   +0.6       -1.2   +1.8   +3.1           +0.4
//!   gap 8    -2.8   -2.0   -3.7       +1.2   +4.2   +3.0
//!   gap 10   -1.9   -0.6   +0.5
//! ```
//!
//! From 7 stones on it is +1.4 and +2.5 (seed 1, plies 1 and 3), +1.3 and +0.2 (seeds 2 and 3, ply 2). None of this is
//! enough to leave the way of the source, [`Drift::Keep`]; the sets that come with Agon are trained without drift, since
//! a value that people see should be one: that of the start of 8x8 was 17.5 points for black.
//!
//! Section VII wishes for boards from play by an earlier model set instead of random play: [`Boards::Played`].

mod asked;
mod drawn_boards;
mod shortened;

use std::ops::RangeInclusive;
use std::str::FromStr;

use agon_core::spec::Word;
use agon_core::{Desk, ReadError, Seed, counted};

use crate::models::{Accuracy, Examples, LinearModel, ModelKind, ModelSet, StageModel};
pub use drawn_boards::{DrawnBoards, Solve, Solver};
pub use shortened::Shortened;
pub(crate) use shortened::skip_pass;

/// Wider gaps are searched half way.
pub const WIDEST_DIRECT_GAP: u32 = 6;
/// A model that still moves after so many rounds is taken as it is.
pub const MOST_ROUNDS: u32 = 10;
/// A model stands still when its weights are this similar to those of the round before.
const STANDS_STILL: f64 = 0.9995;

/// How a set is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Backwards {
    /// How models are fitted.
    pub kind: ModelKind,
    /// The stones of the largest model.
    pub last: u32,
    /// The stones between two models.
    pub gap: u32,
    /// How deep boards are searched, in stones; less than the gap means to interpolate between models.
    pub depth: u32,
    /// How many boards each model is fitted to.
    pub count: u64,
    /// Where the boards come from.
    pub boards: Boards,
    /// What becomes of the mean that scores gain on their way back.
    pub drift: Drift,
    /// Everything random follows from it.
    pub seed: Seed,
}

/// What becomes of the mean of the scores that a stage gets from the model of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drift {
    /// It stays, as in the source.
    #[default]
    Keep,
    /// It is taken away: a board is good if it is better than others of its stage.
    Remove,
}

impl Drift {
    const ALL: [Self; 2] = [Self::Keep, Self::Remove];

    /// The name on command lines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Remove => "remove",
        }
    }
}

impl FromStr for Drift {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        Self::ALL.into_iter().find(|drift| drift.name() == text).ok_or_else(|| {
            let word = Word::new(text);
            word.unknown("way to treat drift", &Self::ALL.map(Self::name)).within(text)
        })
    }
}

/// How training boards come about.
#[derive(Clone, Debug, PartialEq)]
pub enum Boards {
    /// By random moves from the start.
    Random,
    /// By random moves at first, then by the moves that a model set likes best one ply ahead.
    Played {
        /// Who plays.
        by: ModelSet,
        /// How many stones random moves place, those of the start included.
        random_until: u32,
    },
}

/// The depth that suits a gap: the whole of it, or half of a wide one.
#[must_use]
pub fn usual_depth(gap: u32) -> u32 {
    if gap <= WIDEST_DIRECT_GAP { gap } else { gap / 2 }
}

/// The stones that models can have: at least two more than the start, and one cell is free.
///
/// # Errors
/// If the board has no room for that.
pub fn possible_stones(source: &dyn BoardSource) -> Result<RangeInclusive<u32>, ReadError> {
    let (start, cells) = (source.first_stones(), source.cells());
    let possible = start + SMALLEST_MODEL..=cells.saturating_sub(1);
    if possible.is_empty() {
        let (start, cells) =
            (counted(start.into(), "stone", "stones"), counted(cells.into(), "cell", "cells"));
        return Err(ReadError::new(format!(
            "{} is too small to train: it begins with {start} on {cells}, and the smallest model has \
             {SMALLEST_MODEL} stones more and a free cell",
            source.game()
        )));
    }
    Ok(possible)
}

/// Stones of the smallest model, those of the start not counted.
const SMALLEST_MODEL: u32 = 2;

/// Boards that are wanted, and how they are to be scored.
#[derive(Clone, Debug)]
pub struct Ask<'a> {
    /// Stones on each board.
    pub stones: u32,
    /// How many boards.
    pub count: u64,
    /// How they come about.
    pub boards: &'a Boards,
    /// Everything random follows from it.
    pub seed: Seed,
    /// The model at the leaves and their stones; minimax goes to the end without.
    pub leaves: Option<(u32, &'a LinearModel)>,
}

/// Sees how many boards are scored and answers whether to go on.
pub type OnBoard<'w> = dyn FnMut(u64) -> bool + 'w;

/// A game that can draw boards and score them; its type does not matter here.
pub trait BoardSource {
    /// The spec of the game.
    fn game(&self) -> String;
    /// The features by name.
    fn features(&self) -> Vec<String>;
    /// Stones on the board when the game begins.
    fn first_stones(&self) -> u32;
    /// Stones on a full board.
    fn cells(&self) -> u32;
    /// As many stones as are wanted, if games have them while there is still one to place; or else the most that one
    /// game in ten has.
    ///
    /// # Errors
    /// If a model set does not fit the game.
    fn most_stones(&self, wanted: u32, boards: &Boards, seed: Seed) -> Result<u32, ReadError>;
    /// Draws boards and scores them for the second player; `None` if `on_board` did not want to go on, or the cluster that
    /// was to do it is lost.
    ///
    /// # Errors
    /// If no such boards come about, or a model set does not fit the game.
    fn scored(&self, ask: &Ask<'_>, on_board: &mut OnBoard<'_>) -> Result<Option<Examples>, ReadError>;
    /// Draws and scores the boards that a driver elsewhere asks for, until there is no more of it.
    fn serve(&self, desk: &dyn Desk);
}

/// Sees how much of the work for a model is done and answers whether to go on.
type OnPart<'w> = dyn FnMut(f64) -> bool + 'w;

/// What a training has just done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Done {
    /// This much of the work for the next model, from 0 to 1; where rounds are needed, all of them, though few may do.
    Part(f64),
    /// A model.
    Model,
}

/// All boards of a model are in memory at once, with their features: some gigabytes.
const MOST_BOARDS: u64 = 10_000_000;

impl Backwards {
    /// The stones of the models, the largest first.
    ///
    /// # Errors
    /// If the settings make no sense for this game.
    pub fn stages(&self, source: &dyn BoardSource) -> Result<Vec<u32>, ReadError> {
        let possible = possible_stones(source)?;
        let (first, most) = (*possible.start(), *possible.end());
        let complaint = if !possible.contains(&self.last) {
            let range = if first == most { format!("only {first}") } else { format!("{first} to {most}") };
            format!(
                "the last model cannot have {}: {range} would do",
                counted(self.last.into(), "stone", "stones")
            )
        } else if self.gap == 0 {
            "the gap between models is at least one stone".to_owned()
        } else if self.depth == 0 || self.depth > self.gap {
            let range = if self.gap == 1 { "only 1".to_owned() } else { format!("1 to {}", self.gap) };
            format!("a depth of {} does not fit a gap of {}: {range} would", self.depth, self.gap)
        } else if self.count == 0 {
            "a model is fitted to at least one board".to_owned()
        } else if self.count > MOST_BOARDS {
            format!("{} boards are too many: a model is fitted to at most {MOST_BOARDS}", self.count)
        } else {
            let smaller = |&stones: &u32| stones.checked_sub(self.gap).filter(|&stones| stones >= first);
            return Ok(std::iter::successors(Some(self.last), smaller).collect());
        };
        Err(ReadError::new(complaint))
    }

    /// Whether boards of the largest model come about in play.
    ///
    /// # Errors
    /// If games end before; the error says what could be reached.
    pub fn check_boards(&self, source: &dyn BoardSource) -> Result<(), ReadError> {
        let most = source.most_stones(self.last, &self.boards, self.seed)?;
        if most >= self.last {
            return Ok(());
        }
        let (game, last, free) = (source.game(), self.last, source.cells().saturating_sub(most));
        Err(ReadError::new(format!(
            "the last model cannot have {last} stones: games of {game} end before; --last {most} is reached by one in \
             ten, and minimax then searches {free} free cells to the end"
        )))
    }

    /// Trains all models that `set` does not hold yet. `watch` sees the set as it grows and answers whether to go on.
    ///
    /// # Errors
    /// If the settings or the set do not fit, or `watch` fails.
    pub fn run<E: From<ReadError>>(
        &self,
        source: &dyn BoardSource,
        set: &mut ModelSet,
        mut watch: impl FnMut(&ModelSet, Done) -> Result<bool, E>,
    ) -> Result<(), E> {
        let stages = self.stages(source)?;
        let held = set.models.iter().rev().map(|model| model.stones);
        if set.models.len() > stages.len() || !held.zip(&stages).all(|(held, wanted)| held == *wanted) {
            return Err(ReadError::new("the model set was trained with other settings").into());
        }
        for &stones in &stages[set.models.len()..] {
            let mut failure = None;
            let so_far = &*set;
            let mut on_part = |part| {
                watch(so_far, Done::Part(part)).unwrap_or_else(|error| {
                    failure = Some(error);
                    false
                })
            };
            let stage = self.stage(source, stones, so_far.models.first(), &mut on_part)?;
            if let Some(error) = failure {
                return Err(error);
            }
            let Some(stage) = stage else { break };
            set.models.insert(0, stage);
            if !watch(set, Done::Model)? {
                break;
            }
        }
        Ok(())
    }

    /// The model of a stage; `None` if `on_part` did not want to go on.
    fn stage(
        &self,
        source: &dyn BoardSource,
        stones: u32,
        larger: Option<&StageModel>,
        on_part: &mut OnPart<'_>,
    ) -> Result<Option<StageModel>, ReadError> {
        let Some(larger) = larger else {
            return self.fitted(source, stones, None, on_part);
        };
        if self.depth == self.gap {
            return self.fitted(source, stones, Some((larger.stones, &larger.model)), on_part);
        }
        self.interpolated_stage(source, stones, larger, on_part)
    }

    /// A set without models.
    #[must_use]
    pub fn empty_set(&self, source: &dyn BoardSource, origin: String) -> ModelSet {
        ModelSet {
            origin,
            game: source.game(),
            kind: self.kind,
            features: source.features(),
            models: Vec::new(),
        }
    }

    fn interpolated_stage(
        &self,
        source: &dyn BoardSource,
        stones: u32,
        larger: &StageModel,
        on_part: &mut OnPart<'_>,
    ) -> Result<Option<StageModel>, ReadError> {
        let share = f64::from(self.depth) / f64::from(self.gap);
        let mut stage = StageModel { stones, ..larger.clone() };
        for round in 0..MOST_ROUNDS {
            let mut of_round = |part: f64| on_part((f64::from(round) + part) / f64::from(MOST_ROUNDS));
            let between = stage.model.towards(&larger.model, share);
            let leaves = (stones + self.depth, &between);
            let Some(fitted) = self.fitted(source, stones, Some(leaves), &mut of_round)? else {
                return Ok(None);
            };
            let still = fitted.model.similarity(&stage.model) >= STANDS_STILL;
            stage = fitted;
            if still {
                break;
            }
        }
        Ok(Some(stage))
    }

    /// A model fitted to boards that are scored exactly, or by a model at the leaves, with or without its drift.
    fn fitted(
        &self,
        source: &dyn BoardSource,
        stones: u32,
        leaves: Option<(u32, &LinearModel)>,
        on_part: &mut OnPart<'_>,
    ) -> Result<Option<StageModel>, ReadError> {
        let on_board = &mut |boards| on_part(boards as f64 / self.count as f64);
        let Some(scored) = source.scored(&self.ask(stones, leaves), on_board)? else { return Ok(None) };
        let scored = match (self.drift, leaves) {
            (Drift::Remove, Some(_)) => scored.centred(),
            _ => scored,
        };
        Ok(Some(StageModel::fitted(self.kind, stones, &scored)))
    }

    fn ask<'a>(&'a self, stones: u32, leaves: Option<(u32, &'a LinearModel)>) -> Ask<'a> {
        let seed = self.seed.child("backwards/stage", u64::from(stones));
        Ask { stones, count: self.count, boards: &self.boards, seed, leaves }
    }
}

impl StageModel {
    /// The model of a stage, fitted to examples and rounded as it will be written.
    #[must_use]
    pub fn fitted(kind: ModelKind, stones: u32, examples: &Examples) -> Self {
        let model = kind.fit(examples).rounded();
        let Accuracy { sigma, right } = model.accuracy(examples);
        let short = |number: f64| (number * 1e4).round() / 1e4;
        Self { stones, model, accuracy: Accuracy { sigma: short(sigma), right: short(right) } }
    }
}

#[cfg(test)]
mod tests;
