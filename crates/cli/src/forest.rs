//! `agon forest`: what is in a forest file, and pictures of it.

use std::io::Write;
use std::path::{Path, PathBuf};

use agon_catalog::{Origin, Registry};
use agon_core::{counted, visible};
use agon_files::{FileKind, Replace, refuse_used};
use agon_papers::forests::{ForestSummary, ShownForest};
use clap::Args;

use crate::failure::Failure;
use crate::terminal;

/// Check a forest file, say what is in it, and draw its patterns, one of its trees, or its votes on a position.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon forest gomoku:10x10\n  agon forest tictactoe --patterns patterns.svg\n  \
    agon forest tictactoe --tree 1 tree.svg\n  \
    agon forest gomoku:10x10 --votes votes.svg --moves \"e5 f5 e6 f6\"\n\n\
    A file that is not a forest is refused with the line and the column of what is wrong."
)]
pub struct ForestCommand {
    /// The file, or the game whose forest comes with Agon
    forest: String,
    /// Draw the patterns of all trees
    #[arg(long, value_name = "FILE")]
    patterns: Option<PathBuf>,
    /// Draw one tree, counted from 1
    #[arg(long, num_args = 2, value_names = ["NUMBER", "FILE"])]
    tree: Option<Vec<String>>,
    /// Draw what the forest says of each cell of a position: predicted wins less losses that cover it
    #[arg(long, value_name = "FILE")]
    votes: Option<PathBuf>,
    /// The game of the position; if not given, the one that the forest was trained for
    #[arg(long, requires = "votes")]
    game: Option<String>,
    /// The moves that lead to the position
    #[arg(long, requires = "votes", default_value = "")]
    moves: String,
    /// Replace a file that is not a picture
    #[arg(long)]
    force: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ForestCommand {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let forest = ShownForest::named(&self.forest)?;
        if let Some(game) = forest.game() {
            let of_forest =
                |error| Failure::file(Path::new(&self.forest), &format!("the game of this forest: {error}"));
            catalog.game(game).map_err(of_forest)?;
        }
        self.check_outputs()?;
        if let Some(path) = &self.patterns {
            self.write(path, &forest.patterns())?;
        }
        if let Some([number, path]) = self.tree.as_deref() {
            let tree = number.parse().ok().and_then(|number| forest.tree(number));
            let none =
                || Failure::File(format!("`{number}` is not one of the {} trees", forest.summary().trees));
            self.write(Path::new(path), &tree.ok_or_else(none)?)?;
        }
        if let Some(path) = &self.votes {
            let spec = self.game.as_deref().or(forest.game()).unwrap_or(&self.forest);
            let game = catalog.game(spec)?;
            self.write(path, &forest.votes(&*game, &Origin::Moves(&self.moves))?)?;
        }
        self.say(&forest.summary())
    }

    /// The files of the pictures.
    fn pictures(&self) -> impl Iterator<Item = PathBuf> {
        let tree = self.tree.as_ref().and_then(|tree| tree.get(1)).map(PathBuf::from);
        [self.patterns.clone(), tree, self.votes.clone()].into_iter().flatten()
    }

    /// Whether each picture has a file of its own, before the first one is written.
    fn check_outputs(&self) -> Result<(), Failure> {
        let mut used = vec![PathBuf::from(&self.forest)];
        for path in self.pictures() {
            refuse_used(&path, &used)?;
            used.push(path);
        }
        Ok(())
    }

    fn write(&self, path: &Path, svg: &str) -> Result<(), Failure> {
        Ok(agon_files::write(path, FileKind::SVG, Replace::forced(self.force), svg)?)
    }

    fn say(&self, summary: &ForestSummary) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(summary)?)?;
            return Ok(());
        }
        let mut lines = vec![about(summary)];
        lines.extend(summary.out_of_bag_error.map(out_of_bag));
        let [win, draw, loss] = summary.weights;
        lines.push(format!("a percent of predicted wins is worth {win}, of draws {draw}, of losses {loss}"));
        lines.extend(self.pictures().map(|path| visible(&path.display().to_string()).into_owned()));
        writeln!(out, "{}", terminal::fitted(&lines.join("\n"), terminal::columns()))?;
        Ok(())
    }
}

/// What it is for, and how large it is.
fn about(summary: &ForestSummary) -> String {
    let ForestSummary { game, trees, window, cells, nodes, .. } = summary;
    let game = game.as_deref().map_or_else(String::new, |game| format!("for {}: ", visible(game)));
    format!(
        "{game}{} of at most {} in a window of {window}x{window}, {}",
        counted(*trees as u64, "tree", "trees"),
        counted(*cells as u64, "cell", "cells"),
        counted(*nodes as u64, "node", "nodes")
    )
}

/// What the error says, and why a large one is nothing to worry about.
fn out_of_bag(error: f64) -> String {
    format!(
        "out-of-bag error: {error:.3}: one tree alone is wrong about {:.0} of 100 ends of games that it did not learn from\n\
         (a tree that is not sure says draw, which is wrong wherever somebody won; the forest counts only wins and losses \
         that its trees predict)",
        100.0 * error
    )
}
