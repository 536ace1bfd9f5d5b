//! The board and the pieces as pictures.
//!
//! Differs from [Hoang2021] appendix A: colours take turns as in the boxed game, blue first, not red.

use agon_core::{
    Color as Paint, Drawn, Game, HeldPiece, Holding, Look, Player, ReadError, Tile, View, capitalized,
};
use agon_grid::{Cell, column_letter};

use crate::board::Blokus;
use crate::cells::Cells;
use crate::moves::Move;
use crate::pieces::{LONGEST, Piece, Pieces};
use crate::position::Position;
use crate::rules::PieceColor;
use crate::stock::stock;

/// The colours of the boxed game, in turn order.
const PAINTS: [Paint; 4] = [
    Paint { name: "blue", letter: 'B', rgb: [0, 98, 184] },
    Paint { name: "yellow", letter: 'Y', rgb: [246, 190, 0] },
    Paint { name: "red", letter: 'R', rgb: [205, 32, 44] },
    Paint { name: "green", letter: 'G', rgb: [0, 140, 69] },
];

/// Columns that a piece takes in the picture of all pieces, its gap included.
const PICTURE_WIDTH: usize = LONGEST + 2;
/// Pieces beside each other in that picture.
const PICTURES_IN_A_ROW: usize = 9;

impl Drawn for Blokus {
    fn view(&self, pos: &Position) -> View {
        let side = self.rules.side();
        let mut tiles = Vec::new();
        self.tiles(pos, &mut tiles);
        View {
            width: side as usize,
            tiles,
            columns: (0..side).map(|column| column_letter(column).to_string()).collect(),
            rows: (1..=side).rev().map(|row| row.to_string()).collect(),
            colors: PAINTS[..self.rules.colors().len()].to_vec(),
            to_move: self.color_to_move(pos),
            notes: self.rules.colors().map(|color| self.note(pos, color)).collect(),
            look: Look::Pieces,
            counts: Some("cells left"),
            holdings: self.rules.colors().map(|color| self.holding(pos, color)).collect(),
        }
    }

    fn color_to_move(&self, pos: &Position) -> Option<u8> {
        pos.to_move().map(|color| color.0)
    }

    fn move_on(&self, _: &Position, tiles: &[usize]) -> Option<Move> {
        let cells: Vec<Cell> = tiles.iter().map(|&tile| Cell(tile as u16)).collect();
        self.placement(&cells)
    }

    fn tiles(&self, pos: &Position, out: &mut Vec<Tile>) {
        let starts = |cell| self.rules.colors().find(|&color| self.start_cell(color) == cell);
        out.extend(self.shape.cells().map(|cell| match (self.color_on(pos, cell), starts(cell)) {
            (Some(color), _) => Tile::Held(color.0),
            (None, Some(color)) => Tile::Start(color.0),
            (None, None) => Tile::Empty,
        }));
    }

    fn footprint(&self, _: &Position, mv: Move) -> Vec<usize> {
        self.cells_of(mv).map(|cell| cell.index() as usize).collect()
    }

    /// By all colours that the player owns: `Blue and red`.
    fn player_name(&self, player: Player) -> String {
        let names: Vec<_> = self.rules.colors_of(player).map(|color| PAINTS[color.index()].name).collect();
        capitalized(&names.join(" and "))
    }

    fn about(&self) -> Option<String> {
        Some(pictures(self.rules.pieces()))
    }

    /// The attach points that some legal move covers.
    fn targets(&self, pos: &Position) -> Vec<usize> {
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        let attach = pos.to_move().map_or(Cells::EMPTY, |color| self.attach_points(pos, color));
        let reached = |cell: &Cell| moves.iter().any(|&mv| self.cells_of(mv).any(|covered| covered == *cell));
        let cells = attach.iter().map(|(column, row)| self.cell(column, row));
        cells.filter(reached).map(|cell| cell.index() as usize).collect()
    }

    fn stock(&self, pos: &Position) -> Vec<String> {
        pos.to_move().map_or_else(Vec::new, |color| stock(&self.orientations, pos.pieces_left(color)))
    }

    fn how_to_type(&self, pos: &Position) -> Option<String> {
        self.how_to_type(pos)
    }

    fn read_typed(&self, pos: &Position, text: &str) -> Option<Result<Move, ReadError>> {
        Some(self.typed(pos, text))
    }

    fn write_typed(&self, mv: Move) -> Option<String> {
        Some(self.entry(mv))
    }

    fn moves_of_word(&self, pos: &Position, word: &str, columns: usize) -> Option<Result<String, ReadError>> {
        Some(self.moves_of_piece(pos, word, columns))
    }
}

impl Blokus {
    /// The points of a colour and its pieces left, or those that are not where they are fewer.
    fn note(&self, pos: &Position, color: PieceColor) -> String {
        let names = |pieces: Pieces| pieces.iter().map(Piece::name).collect::<Vec<_>>();
        let left = names(pos.pieces_left(color));
        let placed = names(Pieces(self.rules.pieces().0 & !pos.pieces_left(color).0));
        let left = match (left.len(), placed.len()) {
            (0, _) => "nothing".to_owned(),
            (_, 0) => "all".to_owned(),
            (left, placed_count) if placed_count < left => format!("all but {}", placed.join(" ")),
            _ => left.join(" "),
        };
        let out = if pos.is_out(color) { " (out)" } else { "" };
        let points = self.points(pos, color);
        format!("{}{out}: {points} points, left: {left}", PAINTS[color.index()].name)
    }
}

impl Blokus {
    /// What a colour has placed and has still to place.
    fn holding(&self, pos: &Position, color: PieceColor) -> Holding {
        let left = pos.pieces_left(color);
        let held =
            |piece: Piece| HeldPiece { name: piece.name(), drawing: piece.drawing(), left: left.has(piece) };
        Holding {
            owner: self.rules.player_of(color),
            count: Some(left.cells()),
            pieces: self.rules.pieces().iter().map(held).collect(),
            out: pos.is_out(color),
        }
    }
}

/// The pieces with their names, some beside each other.
fn pictures(pieces: Pieces) -> String {
    let all: Vec<Piece> = pieces.iter().collect();
    let pad = |text: &str| format!("{text:PICTURE_WIDTH$}");
    let mut lines: Vec<String> = Vec::new();
    for group in all.chunks(PICTURES_IN_A_ROW) {
        let line = |text: &dyn Fn(Piece) -> String| -> String {
            let line: String = group.iter().map(|&piece| pad(&text(piece))).collect();
            line.trim_end().to_owned()
        };
        lines.push(line(&|piece| piece.name().to_owned()));
        let height = group.iter().map(|piece| piece.drawing().len()).max().unwrap_or(0);
        for row in 0..height {
            lines.push(line(&|piece| {
                piece.drawing().get(row).map_or(String::new(), |row| row.replace('.', " "))
            }));
        }
        lines.push(String::new());
    }
    lines.pop();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Variant};
    use agon_core::Notation;

    #[test]
    fn the_pieces_are_shown_with_their_names() {
        let about = Blokus::new(Rules { variant: Variant::Mini }).about().unwrap();
        let expected = "\
I1     I2     I3     V3     I4     O4     T4     L4     Z4
#      ##     ###    ##     ####   ##     ###    ###    ##
                     #             ##      #     #       ##";
        assert_eq!(about, expected);
    }

    /// Four colours on 10x10: blue begins in one corner, the next in another.
    #[test]
    fn the_board_shows_pieces_and_corners_to_begin_in() {
        let game = Blokus::new(Rules { variant: Variant::Mini });
        let mut pos = game.start();
        let corners =
            |view: &View| [(0, 0), (9, 0), (9, 9), (0, 9)].map(|(column, row)| view.tile(column, row));
        let view = game.view(&pos);
        let mut starts = corners(&view);
        starts.sort_by_key(|tile| format!("{tile:?}"));
        assert_eq!(starts, [0, 1, 2, 3].map(Tile::Start));
        assert_eq!((view.width, view.height(), view.to_move), (10, 10, Some(0)));
        assert_eq!(
            (view.columns.join(""), view.rows.join(" ")),
            ("abcdefghij".into(), "10 9 8 7 6 5 4 3 2 1".into())
        );
        assert_eq!(view.tiles.iter().filter(|tile| **tile == Tile::Empty).count(), 96);
        assert_eq!(view.notes[0], "blue: -29 points, left: all");
        assert_eq!(view.colors.len(), 4);

        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        let mv = *moves.iter().find(|&&mv| game.write_move(mv).split(',').count() == 2).unwrap();
        let footprint = game.footprint(&pos, mv);
        game.play(&mut pos, mv).unwrap();
        let after = game.view(&pos);
        let held: Vec<_> = (0..100).filter(|&tile| after.tiles[tile] == Tile::Held(0)).collect();
        assert_eq!((held, after.to_move), (footprint, Some(1)));
        assert_eq!(after.notes[0], "blue: -27 points, left: all but I2");
        let [blue, yellow] = [&after.holdings[0], &after.holdings[1]];
        let placed: Vec<_> = blue.pieces.iter().filter(|piece| !piece.left).map(|piece| piece.name).collect();
        assert_eq!((placed, blue.count, blue.out), (vec!["I2"], Some(27), false));
        assert_eq!((yellow.owner, yellow.count), (Player(1), Some(29)));
    }

    #[test]
    fn players_are_called_by_all_their_colours() {
        let names = |variant| {
            let game = Blokus::new(Rules { variant });
            Player::all(game.players()).map(|player| game.player_name(player)).collect::<Vec<_>>()
        };
        assert_eq!(names(Variant::Classic), ["Blue", "Yellow", "Red", "Green"]);
        assert_eq!(names(Variant::ClassicTwo), ["Blue and red", "Yellow and green"]);
        assert_eq!(names(Variant::Duo), ["Blue", "Yellow"]);
    }

    #[test]
    fn who_is_out_or_has_nothing_left_is_noted() {
        let game = Blokus::new(Rules { variant: Variant::Mini });
        let mut pos = game.start();
        game.playout(&mut pos, &mut agon_core::Seed(1).stream("view", 0), &mut Vec::new());
        let view = game.view(&pos);
        assert_eq!(view.to_move, None);
        assert!(view.notes.iter().all(|note| note.contains(" (out): ")), "{:?}", view.notes);
    }
}
