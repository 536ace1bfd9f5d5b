//! The tables and figures of [Engel2015].
//!
//! Stones are counted as they lie, as in the source. Matches begin with twelve random plies, which makes 16 stones
//! unless somebody had to pass.

mod fits;
mod matches;
mod seeds;
mod sets;
mod similarity;

use agon_learn::models::ModelKind;

use crate::paper::Paper;
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
        seeds::TABLE_II,
        seeds::TABLE_V,
    ],
};

/// The board of 88 cells.
const LARGE: &str = "reversi:88,discs";
/// 10x10 with notches of 2x3 cells in the middle of two sides.
///
/// Figure 2 of the source is a picture. Its text says that the board has 88 cells, two mirrors and 22 kinds of cells, and
/// that one kind is four corner squares. 45 boards of 10x10 cells keep the corners and the centre and lack three cells that
/// lie edge to edge in each quarter (transposed ones count once). All were tried: models of 78 stones came near to table I
/// (sigma 13.43 to 13.47, p .829 to .830) on two of them, this one (10,000 boards each, three seeds: 13.7 to 13.9, .817
/// to .830) and one whose notches are crooked (6,000 boards: 13.2, .820). One of them is made by
/// `agon train minimax-backwards --game reversi:SHAPE,discs --model logistic --last 78 --gap 74 --boards 10000`.
const TWO_NOTCHES: &str = "reversi:....##..../....##..../....##..../........../..........\
    /........../........../....##..../....##..../....##....,discs";
/// The usual board.
const USUAL: &str = "reversi:discs";
/// The gaps between models that the source tried.
const GAPS: [u32; 4] = [4, 6, 8, 10];

/// The sets for the board of 88 cells: 78 stones and fewer.
const fn large(kind: ModelKind, gap: u32) -> TrainedSet {
    TrainedSet { game: LARGE, kind, last: 78, gap, source: Source::Minimax, times: 1, number: 0 }
}

/// The sets for the usual board: 54 stones and fewer.
const fn usual(gap: u32, source: Source) -> TrainedSet {
    TrainedSet { game: USUAL, kind: ModelKind::Svm, last: 54, gap, source, times: 1, number: 0 }
}
