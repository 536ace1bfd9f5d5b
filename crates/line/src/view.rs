//! The board as a picture: rows are numbered from the bottom, as players do. Original design.

use agon_core::{Color, Drawn, Game, Look, Player, Tile, View};
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

    /// How people know the board: from paper, upright, or of wood.
    fn look(&self) -> Look {
        match *self {
            Self::TICTACTOE => Look::Marks,
            Self { gravity: true, .. } => Look::Panel,
            _ => Look::Crossings,
        }
    }
}

impl<W: CellSet> Drawn for Line<W> {
    fn view(&self, pos: &Position<W>) -> View {
        let mut tiles = Vec::new();
        self.tiles(pos, &mut tiles);
        let to_move = self.status(pos).to_move();
        let several = to_move.is_some() && self.rules.p.max(self.rules.q) > 1;
        View {
            width: self.rules.columns as usize,
            tiles,
            columns: (0..self.rules.columns).map(|column| self.column_name(column).to_string()).collect(),
            rows: (1..=self.rules.rows).rev().map(|row| row.to_string()).collect(),
            colors: self.rules.colors().to_vec(),
            to_move: to_move.map(|player| player.0),
            notes: several.then(|| format!("stones left in this turn: {}", pos.left)).into_iter().collect(),
            look: self.rules.look(),
            ..View::default()
        }
    }

    fn tiles(&self, pos: &Position<W>, out: &mut Vec<Tile>) {
        let tile = |player: Option<Player>| player.map_or(Tile::Empty, |p| Tile::Held(p.0));
        out.extend(self.cells_from_top().map(|cell| tile(pos.player_on(cell.index()))));
    }

    fn footprint(&self, pos: &Position<W>, mv: Move) -> Vec<usize> {
        let (column, row) = self.place(self.landing(pos, mv));
        if row >= self.rules.rows {
            return Vec::new();
        }
        vec![((self.rules.rows - 1 - row) * self.rules.columns + column) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Notation;

    fn game(spec: &str) -> Line<u64> {
        Line::new(Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap()
    }

    /// The picture as text, row by row from the top.
    fn drawn(view: &View) -> String {
        let letter = |tile: &Tile| match tile {
            Tile::Held(color) => view.colors[usize::from(*color)].letter,
            Tile::Empty => '.',
            Tile::Hole | Tile::Start(_) => '?',
        };
        let rows = view.tiles.chunks(view.width).map(|row| row.iter().map(letter).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    #[test]
    fn rows_come_from_the_top_with_their_numbers() {
        let game = game("line:m=4,n=3,k=3");
        let mut pos = game.start();
        game.play_moves(&mut pos, "a1 d3 b2").unwrap();
        let view = game.view(&pos);
        assert_eq!(drawn(&view), "...O/.X../X...");
        assert_eq!((view.columns.join(""), view.rows.join("")), ("abcd".to_owned(), "321".to_owned()));
        assert_eq!((view.to_move, view.notes.len()), (Some(1), 0));
        game.play_moves(&mut pos, "d2 c3").unwrap();
        assert_eq!(game.view(&pos).to_move, None, "the game is won");
    }

    #[test]
    fn a_move_is_seen_where_its_stone_comes_to_rest() {
        let falling = game("connect4:4x3");
        let mut pos = falling.start();
        let footprint =
            |pos: &Position<u64>, mv: &str| falling.footprint(pos, falling.read_move(mv).unwrap());
        assert_eq!(footprint(&pos, "2"), [9]);
        falling.play_moves(&mut pos, "22").unwrap();
        assert_eq!((footprint(&pos, "2"), footprint(&pos, "4")), (vec![1], vec![11]));
        falling.play_moves(&mut pos, "2").unwrap();
        assert_eq!(footprint(&pos, "2"), [0; 0], "the column is full");
        let free = game("line:m=4,n=3,k=3");
        let cells = ["a3", "d3", "b2", "a1", "d1"].map(|name| free.read_move(name).unwrap());
        assert_eq!(cells.map(|mv| free.footprint(&free.start(), mv)), [[0], [3], [5], [8], [11]]);
    }

    #[test]
    fn the_rest_of_a_turn_is_noted_where_turns_have_several_stones() {
        let notes = |spec: &str, moves: &str| {
            let game = game(spec);
            let mut pos = game.start();
            game.play_moves(&mut pos, moves).unwrap();
            game.view(&pos).notes.join("")
        };
        assert_eq!(notes("line:m=4,n=4,k=4,p=2", ""), "stones left in this turn: 1");
        assert_eq!(notes("line:m=4,n=4,k=4,p=2", "a1"), "stones left in this turn: 2");
        assert_eq!(notes("line:m=4,n=4,k=4,q=2", ""), "stones left in this turn: 2");
        assert_eq!(notes("line:m=2,n=2,k=2,p=2", "a1 b1 b2"), "", "the game is over");
    }

    #[test]
    fn players_are_called_by_their_colour() {
        let names =
            |spec: &str| Player::all(2).map(|player| game(spec).player_name(player)).collect::<Vec<_>>();
        let look = |spec: &str| game(spec).view(&game(spec).start()).look;
        assert_eq!(
            ["tictactoe", "connect4", "gomoku:7x7"].map(look),
            [Look::Marks, Look::Panel, Look::Crossings]
        );
        assert_eq!(names("tictactoe"), ["X", "O"]);
        assert_eq!(names("connect4"), ["Red", "Yellow"]);
        assert_eq!(names("gomoku:7x7"), ["Black", "White"]);
    }
}
