//! The tables and figures of [Engel2015].
//!
//! Stones are counted as they lie, as in the source. Matches begin with twelve random plies, which makes 16 stones
//! unless somebody had to pass.
//!
//! The source trains each set once. Which 2,000 boards the models of a set happen to be fitted to moves its play by a stone
//! or two, several times the standard error of a match: what one match shows may be the boards, not the kind of model or
//! the gap. Here every set is trained [`TRAININGS`] times and each training plays its matches, from openings of its own.
//! Figures are means over the trainings, with the interval that follows from their spread.

mod fits;
mod matches;
mod pairings;
mod sets;
mod similarity;

use agon_learn::models::ModelKind;

use crate::minimax_training::SETTINGS;
use crate::paper::{Lab, Paper};
use sets::{Source, TrainedSet};

/// The study and its experiments.
pub const PAPER: Paper = Paper {
    key: "minimax-training",
    title: "Engel: Learning a Reversi Board Evaluator with Minimax, 2015",
    experiments: &[
        fits::TABLE_I,
        matches::TABLE_II,
        fits::TABLE_III,
        matches::TABLE_IV,
        matches::TABLE_V,
        matches::TABLE_VI,
        matches::TABLE_VII,
        matches::TABLE_VIII,
        matches::TABLE_IX,
        matches::TABLE_X,
        similarity::FIGURE_4,
        matches::SECTION_VII,
        matches::DRIFT,
        matches::TABLE_II_BOARDS,
    ],
};

/// How often a set is trained.
const TRAININGS: u64 = 8;
/// The same for a first impression.
const QUICK_TRAININGS: u64 = 3;

/// A board that sets are trained for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Board {
    /// Part of the names of files.
    key: &'static str,
    /// For readers.
    name: &'static str,
    /// Its spec.
    game: &'static str,
}

/// 10x10 without three cells in each corner.
const OCTAGON: Board = Board { key: "octagon", name: "reversi:88", game: "reversi:88,discs" };
/// 10x10 with notches of 2x3 cells in the middle of two sides.
///
/// Figure 2 of the source is a picture. Its text says that the board has 88 cells, two mirrors and 22 kinds of cells, and
/// that one kind is four corner squares. 45 boards of 10x10 cells keep the corners and the centre and lack three cells that
/// lie edge to edge in each quarter (transposed ones count once). All were tried: models of 78 stones came near to table I
/// (sigma 13.43 to 13.47, p .829 to .830) on two of them, this one (10,000 boards each, three seeds: 13.7 to 13.9, .817
/// to .830) and one whose notches are crooked (6,000 boards: 13.2, .820). One of them is made by
/// `agon train minimax-backwards --game reversi:SHAPE,discs --model logistic --last 78 --gap 74 --boards 10000`.
const NOTCHES: Board = Board {
    key: "notches",
    name: "10x10 with two notches",
    game: "reversi:....##..../....##..../....##..../........../..........\
    /........../........../....##..../....##..../....##....,discs",
};
/// The usual board.
const USUAL: Board = Board { key: "usual", name: "8x8", game: "reversi:discs" };
/// Boards of 88 cells: one that fits the text of the source and its table I, and the one that comes with Agon.
const LARGE_BOARDS: [Board; 2] = [NOTCHES, OCTAGON];
/// The gaps between models that the source tried.
const GAPS: [u32; 4] = [4, 6, 8, 10];

/// The sets for a board of 88 cells: 78 stones and fewer.
const fn large(board: Board, kind: ModelKind, gap: u32) -> TrainedSet {
    TrainedSet { board, kind, last: 78, gap, source: Source::Minimax, times: 1, number: 0 }
}

/// The sets for the usual board: 54 stones and fewer.
const fn usual(gap: u32, source: Source) -> TrainedSet {
    TrainedSet { board: USUAL, kind: ModelKind::Svm, last: 54, gap, source, times: 1, number: 0 }
}

/// What a quick run of trained sets leaves out.
fn cut(lab: &Lab<'_>, full: &str) -> Option<String> {
    lab.quick.then(|| {
        format!(
            "{QUICK_TRAININGS} trainings of each set instead of {TRAININGS}, each model fitted to {QUICK_BOARDS} boards \
             instead of {}, {full}.",
            SETTINGS.boards
        )
    })
}

/// The boards that each model is fitted to for a first impression.
const QUICK_BOARDS: u64 = 400;
