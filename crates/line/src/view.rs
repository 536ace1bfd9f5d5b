//! The board as a picture: rows are numbered from the bottom, as players do. Original design.

use agon_core::{Color, Drawn, Game, Player, Tile, View};
use agon_grid::CellSet;

use crate::game::{Line, Move};
use crate::position::Position;
use crate::rules::Rules;

/// The colours of Connect Four, with the letters of the position text.
const RED: Color = Color { name: "red", letter: 'X', rgb: [208, 48, 40] };
const YELLOW: Color = Color { name: "yellow", letter: 'O', rgb: [240, 200, 40] };

/// The marks of tic-tac-toe, named as everybody calls them.
const CROSS: Color = Color { name: "X", ..Color::BLACK };
const NOUGHT: Color = Color { name: "O", ..Color::WHITE };

impl Rules {
    /// The colours of the two players.
    fn colors(&self) -> [Color; 2] {
        match *self {
            Self::TICTACTOE => [CROSS, NOUGHT],
            Self { gravity: true, .. } => [RED, YELLOW],
            _ => [Color::BLACK, Color::WHITE],
        }
    }
}

impl<W: CellSet> Drawn for Line<W> {
    fn view(&self, pos: &Position<W>) -> View {
        let tile = |player: Option<Player>| player.map_or(Tile::Empty, |p| Tile::Held(p.0));
        let to_move = self.status(pos).to_move();
        let several = to_move.is_some() && self.rules.p.max(self.rules.q) > 1;
        View {
            width: self.rules.columns as usize,
            tiles: self.cells_from_top().map(|cell| tile(pos.player_on(cell.index()))).collect(),
            columns: (0..self.rules.columns).map(|column| self.column_name(column).to_string()).collect(),
            rows: (1..=self.rules.rows).rev().map(|row| row.to_string()).collect(),
            colors: self.rules.colors().to_vec(),
            to_move: to_move.map(|player| player.0),
            notes: several.then(|| format!("stones left in this turn: {}", pos.left)).into_iter().collect(),
        }
    }

    fn footprint(&self, pos: &Position<W>, mv: Move) -> Vec<usize> {
        let (column, row) = self.place(self.landing(pos, mv));
        if row >= self.rules.rows {
            return Vec::new();
        }
        vec![((self.rules.rows - 1 - row) * self.rules.columns + column) as usize]
    }
}
