//! A forest for people: what is in it, and pictures of its patterns, its trees and its votes. Original design.

use agon_catalog::artefacts::forest_named;
use agon_catalog::{AnyGame, Origin};
use agon_core::ReadError;
use agon_core::spec::Word;
use agon_learn::models::forest::{Forest, Node, Pattern, Prediction, Woods};
use agon_plot::{Anchor, HeatMap, Svg};
use serde::Serialize;

/// A forest that was read, to be shown.
#[derive(Clone, Debug)]
pub struct ShownForest(Forest);

/// What is in a forest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ForestSummary {
    /// The spec of the game that it was trained for, where it is known.
    pub game: Option<String>,
    /// How many trees there are.
    pub trees: usize,
    /// The side of the largest window.
    pub window: u32,
    /// The most cells that a tree asks about.
    pub cells: usize,
    /// Nodes and leaves of all trees.
    pub nodes: usize,
    /// The mean share of examples outside of a tree's bootstrap sample that it predicts wrongly.
    pub out_of_bag_error: Option<f64>,
    /// What a percent of predicted wins, draws and losses is worth.
    pub weights: [f64; 3],
}

const CELL: f64 = 14.0;
const GAP: f64 = 22.0;
const COLUMNS: usize = 8;
/// Questions further down are left out of pictures.
const SHOWN_DEPTH: usize = 4;
const LEAF_WIDTH: f64 = 34.0;
const LEVEL: f64 = 64.0;

impl ShownForest {
    /// The forest of a file, or the one that comes with Agon for a game.
    ///
    /// # Errors
    /// If there is neither; an error in a file has its line and column.
    pub fn named(name: &str) -> Result<Self, ReadError> {
        let word = Word::new(name);
        forest_named(&word).map(Self).map_err(|error| error.within(&word.text))
    }

    /// What is in it.
    #[must_use]
    pub fn summary(&self) -> ForestSummary {
        let Forest { woods, weights, .. } = &self.0;
        ForestSummary {
            game: self.0.game.clone(),
            trees: woods.len(),
            window: woods.iter().map(|woods| woods.pattern.side()).max().unwrap_or(0),
            cells: woods.iter().map(|woods| woods.pattern.count()).max().unwrap_or(0),
            nodes: woods.iter().map(|woods| woods.tree.size()).sum(),
            out_of_bag_error: self.0.error(),
            weights: [weights.win, weights.draw, weights.loss].map(|weight| f64::from(weight) / 1000.0),
        }
    }

    /// The spec of the game that it was trained for, where it is known.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        self.0.game.as_deref()
    }

    /// The patterns of all trees, each in its window.
    #[must_use]
    pub fn patterns(&self) -> String {
        let side = f64::from(self.summary().window) * CELL;
        let rows = self.0.woods.len().div_ceil(COLUMNS) as f64;
        let mut svg = Svg::new(GAP + COLUMNS as f64 * (side + GAP), GAP + rows * (side + GAP));
        for (number, woods) in self.0.woods.iter().enumerate() {
            let (column, row) = ((number % COLUMNS) as f64, (number / COLUMNS) as f64);
            let corner = (GAP + column * (side + GAP), GAP + row * (side + GAP));
            draw_pattern(&mut svg, corner, &woods.pattern);
            svg.text((corner.0, corner.1 - 5.0), Anchor::Start, "#555", &(number + 1).to_string());
        }
        svg.finish()
    }

    /// A tree, counted from one: its first questions and what they lead to. `None` if there is no such tree.
    #[must_use]
    pub fn tree(&self, number: usize) -> Option<String> {
        let Woods { pattern, tree, .. } = self.0.woods.get(number.checked_sub(1)?)?;
        let side = f64::from(pattern.side()) * CELL;
        let width = LEAF_WIDTH * leaves(&tree.root, 0) as f64;
        let mut svg = Svg::new(
            2.0 * GAP + width.max(side + 200.0),
            3.0 * GAP + side + LEVEL * (SHOWN_DEPTH as f64 + 1.0),
        );
        draw_pattern(&mut svg, (GAP, GAP), pattern);
        for (place, (column, row)) in pattern.places().enumerate() {
            let at = (GAP + (f64::from(column) + 0.5) * CELL, GAP + (f64::from(row) + 0.8) * CELL);
            svg.text(at, Anchor::Middle, "white", &place.to_string());
        }
        let legend = "branches from left: empty, own, the opponent's";
        svg.text((GAP + side + GAP, GAP + 12.0), Anchor::Start, "#555", legend);
        draw_node(&mut svg, &tree.root, (GAP, 3.0 * GAP + side), 0);
        Some(svg.finish())
    }

    /// What the forest says of each cell of a position: predicted wins less losses that cover it.
    ///
    /// # Errors
    /// If the position cannot be read, or the forest does not fit the board.
    pub fn votes(&self, game: &dyn AnyGame, origin: &Origin<'_>) -> Result<String, ReadError> {
        let rows = game.forest_votes(&self.0, origin)?;
        let title = format!("{}: predicted wins less losses", game.spec());
        Ok(HeatMap { title, rows }.to_svg())
    }
}

fn draw_pattern(svg: &mut Svg, (left, top): (f64, f64), pattern: &Pattern) {
    let side = pattern.side();
    for cell in 0..side * side {
        let at = (left + f64::from(cell % side) * CELL, top + f64::from(cell / side) * CELL);
        let colour = if pattern.cells().contains(&(cell as u16)) { "#08306b" } else { "#e4e9f0" };
        svg.rectangle(at, (CELL - 1.0, CELL - 1.0), colour);
    }
}

/// How many ends the shown part of a tree has.
fn leaves(node: &Node, depth: usize) -> usize {
    match node {
        Node::Split { branches, .. } if depth < SHOWN_DEPTH => {
            branches.iter().map(|branch| leaves(branch, depth + 1)).sum()
        }
        _ => 1,
    }
}

/// Draws a node and what is below it; the place of the node.
fn draw_node(svg: &mut Svg, node: &Node, (left, top): (f64, f64), depth: usize) -> (f64, f64) {
    let at = (left + LEAF_WIDTH * leaves(node, depth) as f64 / 2.0, top + LEVEL * depth as f64);
    match node {
        Node::Split { attribute, branches } if depth < SHOWN_DEPTH => {
            let mut from = left;
            for branch in branches.iter() {
                let end = draw_node(svg, branch, (from, top), depth + 1);
                svg.line((at.0, at.1 + 6.0), (end.0, end.1 - 8.0), "#999", 1.0);
                from += LEAF_WIDTH * leaves(branch, depth + 1) as f64;
            }
            svg.text((at.0, at.1 + 4.5), Anchor::Middle, "#222", &format!("{attribute}?"));
        }
        Node::Split { .. } => svg.text((at.0, at.1 + 4.5), Anchor::Middle, "#555", "..."),
        Node::Leaf(answer) => {
            let (colour, word) = match answer {
                Prediction::Win => ("#1a7f37", "win"),
                Prediction::Draw => ("#777", "draw"),
                Prediction::Loss => ("#b3261e", "loss"),
            };
            svg.text((at.0, at.1 + 4.5), Anchor::Middle, colour, word);
        }
    }
    at
}
