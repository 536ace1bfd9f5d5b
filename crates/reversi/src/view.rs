//! The board as a picture.

use agon_core::{Color, Drawn, Game, Player, Tile, View};
use agon_grid::column_letter;

use crate::game::{Move, Reversi};
use crate::geometry::BoardWord;
use crate::notation::player_on;
use crate::position::Position;

impl<W: BoardWord> Drawn for Reversi<W> {
    fn view(&self, pos: &Position<W>) -> View {
        let shape = &self.rules.shape;
        let (width, height) = (shape.width(), shape.height());
        let tile = |index: u32| match shape.cell(index % width, index / width) {
            None => Tile::Hole,
            Some(cell) => player_on(pos, cell.index()).map_or(Tile::Empty, |player| Tile::Held(player.0)),
        };
        let count = |player| pos.discs(player).count();
        View {
            width: width as usize,
            tiles: (0..width * height).map(tile).collect(),
            columns: (0..width).map(|column| column_letter(column).to_string()).collect(),
            rows: (1..=height).map(|row| row.to_string()).collect(),
            colors: vec![Color::BLACK, Color::WHITE],
            to_move: self.status(pos).to_move().map(|player| player.0),
            notes: vec![format!("discs: black {}, white {}", count(Player::FIRST), count(Player::SECOND))],
        }
    }

    fn footprint(&self, _: &Position<W>, mv: Move) -> Vec<usize> {
        match mv {
            Move::Pass => Vec::new(),
            Move::Place(cell) => {
                let (column, row) = self.rules.shape.place(cell);
                vec![(row * self.rules.shape.width() + column) as usize]
            }
        }
    }
}
