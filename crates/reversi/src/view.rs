//! The board as a picture.

use agon_core::{Color, Drawn, Game, Holding, Look, Player, Tile, View};
use agon_grid::column_letter;

use crate::game::{Move, Reversi};
use crate::geometry::BoardWord;
use crate::notation::player_on;
use crate::position::Position;

impl<W: BoardWord> Drawn for Reversi<W> {
    fn view(&self, pos: &Position<W>) -> View {
        let (width, height) = (self.rules.shape.width(), self.rules.shape.height());
        let count = |player| pos.discs(player).count();
        let mut tiles = Vec::new();
        self.tiles(pos, &mut tiles);
        View {
            width: width as usize,
            tiles,
            columns: (0..width).map(|column| column_letter(column).to_string()).collect(),
            rows: (1..=height).map(|row| row.to_string()).collect(),
            colors: vec![Color::BLACK, Color::WHITE],
            to_move: self.status(pos).to_move().map(|player| player.0),
            notes: vec![format!("discs: black {}, white {}", count(Player::FIRST), count(Player::SECOND))],
            look: Look::Discs,
            counts: Some("discs"),
            holdings: Player::all(2)
                .map(|player| Holding { count: Some(count(player)), ..Holding::of(player) })
                .collect(),
        }
    }

    fn tiles(&self, pos: &Position<W>, out: &mut Vec<Tile>) {
        let shape = &self.rules.shape;
        let places = (0..shape.height()).flat_map(|row| (0..shape.width()).map(move |column| (column, row)));
        out.extend(places.map(|(column, row)| match shape.cell(column, row) {
            None => Tile::Hole,
            Some(cell) => player_on(pos, cell.index()).map_or(Tile::Empty, |player| Tile::Held(player.0)),
        }));
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

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Notation;

    fn game(spec: &str) -> Reversi<u64> {
        Reversi::new(crate::Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap()
    }

    /// The picture as text, row by row from the top.
    fn drawn(view: &View) -> String {
        let letter = |tile: &Tile| match tile {
            Tile::Held(color) => view.colors[usize::from(*color)].letter,
            Tile::Empty => '.',
            Tile::Hole => '#',
            Tile::Start(_) => '?',
        };
        let rows = view.tiles.chunks(view.width).map(|row| row.iter().map(letter).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    #[test]
    fn rows_come_from_the_top_and_holes_are_seen() {
        let game = game("reversi:#...../....../....../.....#");
        let mut pos = game.start();
        let view = game.view(&pos);
        assert_eq!(drawn(&view), "#...../..OX../..XO../.....#");
        assert_eq!((view.columns.join(""), view.rows.join("")), ("abcdef".to_owned(), "1234".to_owned()));
        assert_eq!((view.to_move, view.notes), (Some(0), vec!["discs: black 2, white 2".to_owned()]));
        assert_eq!(view.holdings.iter().map(|holding| holding.count).collect::<Vec<_>>(), [Some(2); 2]);
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        let footprints: Vec<_> =
            moves.iter().map(|&mv| (game.write_move(mv), game.footprint(&pos, mv))).collect();
        let named = |name: &str, tile: usize| (name.to_owned(), vec![tile]);
        assert_eq!(footprints, [named("c1", 2), named("b2", 7), named("e3", 16), named("d4", 21)]);
        assert_eq!(game.footprint(&pos, Move::Pass), [0; 0]);
        game.play_moves(&mut pos, "c1").unwrap();
        assert_eq!(drawn(&game.view(&pos)), "#.X.../..XX../..XO../.....#");
        assert_eq!(game.view(&pos).notes, ["discs: black 4, white 1"]);
    }
}
