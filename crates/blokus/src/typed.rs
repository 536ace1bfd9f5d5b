//! Moves as people type them: a piece, a cell and the way it lies, `Y e10 3`, or its cells in any order. Original design.
//!
//! The ways of a piece are numbered as `moves Y` draws them. The cell is any cell that the piece is to cover; where several
//! places of one way would cover it, it is the one that the picture marks with `@`, the first of the piece from the top
//! left. The number can be left out where only one move is meant. A single cell alone names no piece: `I1 e10` does.

use std::ops::Range;

use agon_core::{Game, ReadError};
use agon_grid::Cell;

use crate::board::Blokus;
use crate::moves::Move;
use crate::pieces::Piece;
use crate::position::Position;

/// How moves are typed, for the prompt.
pub(crate) const HOW: &str = "piece, cell and way as Y e10 3, or its cells; moves Y draws the ways";

/// Columns of a picture of one way, its gap included.
const PICTURE: usize = 7;
/// Columns of an entry in the list of moves.
const ENTRY: usize = 12;
/// Entries beside each other where there is room.
const IN_A_ROW: usize = 6;
/// So many moves are named where several could be meant.
const NAMED: usize = 6;

/// What somebody typed, word by word.
struct Typed {
    piece: Option<Piece>,
    cells: Vec<Cell>,
    way: Option<usize>,
}

impl Blokus {
    /// The one legal move that somebody means.
    pub(crate) fn typed(&self, pos: &Position, text: &str) -> Result<Move, ReadError> {
        let Typed { piece, cells, way } = self.read_words(text)?;
        match (piece, cells.as_slice()) {
            (None, []) => Err(ReadError::new(format!("which piece, and where? {HOW}"))),
            (None, [cell]) => Err(self.piece_is_missing(pos, *cell)),
            (None, cells) => self.typed_cells(pos, cells, way),
            (Some(piece), []) => Err(self.cell_is_missing(pos, piece)),
            (Some(piece), [cell]) => self.typed_place(pos, piece, *cell, way),
            (Some(piece), cells) => {
                let mv = self.typed_cells(pos, cells, way)?;
                match self.piece_of(mv) == piece {
                    true => Ok(mv),
                    false => Err(ReadError::new(format!(
                        "these cells are {}, not {}",
                        self.piece_of(mv).name(),
                        piece.name()
                    ))),
                }
            }
        }
    }

    fn read_words(&self, text: &str) -> Result<Typed, ReadError> {
        let mut typed = Typed { piece: None, cells: Vec::new(), way: None };
        for word in text.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
            let number = word.parse::<usize>().ok();
            if let Some(piece) = named(word) {
                if typed.piece.replace(piece).is_some() {
                    return Err(ReadError::new("two pieces are named: a move places one"));
                }
            } else if let Some(way) = number {
                if typed.way.replace(way).is_some() {
                    return Err(ReadError::new("two ways are named: a piece lies in one"));
                }
            } else {
                let cell = self.read_cell(word).map_err(|error| self.neither(word, error))?;
                if typed.cells.contains(&cell) {
                    return Err(ReadError::new(format!("{} is named twice", self.cell_name(cell))));
                }
                typed.cells.push(cell);
            }
        }
        Ok(typed)
    }

    /// A word that is not a cell may have been meant for a piece.
    fn neither(&self, word: &str, error: ReadError) -> ReadError {
        let alike: Vec<_> =
            self.rules.pieces().iter().map(Piece::name).filter(|name| starts(name, word)).collect();
        match (alike.is_empty(), word.bytes().any(|byte| byte.is_ascii_digit())) {
            (false, _) => ReadError::new(format!("`{word}` is not a piece: {} are", alike.join(" and "))),
            (true, true) => error,
            (true, false) => {
                let names: Vec<_> = self.rules.pieces().iter().map(Piece::name).collect();
                ReadError::new(format!(
                    "`{word}` is neither a cell such as e10 nor a piece: {} are pieces",
                    names.join(" ")
                ))
            }
        }
    }

    fn legal(&self, pos: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        moves
    }

    /// A cell without a piece: which ones could cover it?
    fn piece_is_missing(&self, pos: &Position, cell: Cell) -> ReadError {
        let name = self.cell_name(cell);
        let moves = self.legal(pos);
        let covers =
            |piece: &Piece| moves.iter().any(|&mv| self.piece_of(mv) == *piece && self.covers(mv, cell));
        let pieces: Vec<_> = self.rules.pieces().iter().filter(covers).map(Piece::name).collect();
        ReadError::new(match pieces.is_empty() {
            true => format!("no piece can cover {name}: {}", self.why_not(pos, cell)),
            false => format!(
                "which piece on {name}? {} can cover it, as in `{} {name}`",
                pieces.join(" "),
                pieces[0]
            ),
        })
    }

    /// A piece without a cell: where can it go, if it is left?
    fn cell_is_missing(&self, pos: &Position, piece: Piece) -> ReadError {
        let name = piece.name();
        if let Err(error) = self.must_be_left(pos, piece) {
            return error;
        }
        let place = self.legal(pos).into_iter().find(|&mv| self.piece_of(mv) == piece);
        let Some(cell) = place.and_then(|mv| self.cells_of(mv).next()) else {
            return ReadError::new(format!("{name} can go nowhere"));
        };
        let at = self.cell_name(cell);
        ReadError::new(format!("where? `{name} {at}` covers {at}; `moves {name}` lists all places"))
    }

    fn must_be_left(&self, pos: &Position, piece: Piece) -> Result<(), ReadError> {
        let cause = match (pos.pieces_left(pos.to_move).has(piece), self.rules.pieces().has(piece)) {
            (true, _) => return Ok(()),
            (false, true) => "is placed already",
            (false, false) => "is not in this game",
        };
        Err(ReadError::new(format!("{} {cause}", piece.name())))
    }

    fn typed_cells(&self, pos: &Position, cells: &[Cell], way: Option<usize>) -> Result<Move, ReadError> {
        let names: Vec<_> = cells.iter().map(|&cell| self.cell_name(cell)).collect();
        let mv = self.placement(cells).filter(|&mv| self.rules.pieces().has(self.piece_of(mv)));
        let mv =
            mv.ok_or_else(|| ReadError::new(format!("the cells {} do not form a piece", names.join(" "))))?;
        let piece = self.piece_of(mv);
        let lies = mv.orientation() - self.ways_of(piece).start + 1;
        if let Some(way) = way.filter(|&way| way != lies) {
            let name = piece.name();
            return Err(ReadError::new(format!("these cells are {name} in way {lies}, not {way}")));
        }
        if self.is_legal(pos, mv) {
            return Ok(mv);
        }
        let open = self.open_cells(pos, pos.to_move);
        let closed = cells.iter().find(|&&cell| {
            let (column, row) = self.shape.place(cell);
            !open.has(column, row)
        });
        let cause = if !pos.pieces_left(pos.to_move).has(piece) {
            format!("{} is placed already", piece.name())
        } else if let Some(&cell) = closed {
            format!("{}: {}", self.cell_name(cell), self.why_not(pos, cell))
        } else {
            let first = self.first_must_cover(pos);
            first.unwrap_or_else(|| "none of its cells touches a corner of yours".to_owned())
        };
        Err(ReadError::new(format!("{} cannot lie there: {cause}", piece.name())))
    }

    fn typed_place(
        &self,
        pos: &Position,
        piece: Piece,
        cell: Cell,
        way: Option<usize>,
    ) -> Result<Move, ReadError> {
        let (name, at) = (piece.name(), self.cell_name(cell));
        self.must_be_left(pos, piece)?;
        let ways = self.ways_of(piece);
        if let Some(way) = way.filter(|way| !(1..=ways.len()).contains(way)) {
            return Err(ReadError::new(match ways.len() {
                1 => format!("{name} lies in one way only, not in way {way}"),
                most => format!("{name} lies in ways 1 to {most}, not {way}; `moves {name}` draws them"),
            }));
        }
        let wanted = way.map(|way| ways.start + way - 1);
        let mut found = self.legal(pos);
        found.retain(|&mv| self.piece_of(mv) == piece && self.covers(mv, cell));
        if found.is_empty() {
            let cause = self.why_not(pos, cell);
            return Err(ReadError::new(format!("{name} cannot cover {at}: {cause}")));
        }
        let lies = |mv: &Move| wanted.is_none_or(|wanted| mv.orientation() == wanted);
        let fitting: Vec<Move> = found.iter().copied().filter(lies).collect();
        let begins = |mv: &&Move| self.cells_of(**mv).next() == Some(cell);
        match (fitting.as_slice(), fitting.iter().filter(begins).collect::<Vec<_>>().as_slice()) {
            ([one], _) => Ok(*one),
            (_, [one]) if wanted.is_some() => Ok(**one),
            _ => {
                let shown = if fitting.is_empty() { &found } else { &fitting };
                let mut texts: Vec<_> = shown.iter().take(NAMED).map(|&mv| self.entry(mv)).collect();
                texts.extend((shown.len() > NAMED).then(|| format!("{} more", shown.len() - NAMED)));
                let what = match fitting.is_empty() {
                    true => format!("{name} cannot cover {at} in way {}; it can as", way.unwrap_or_default()),
                    false => format!("{name} can cover {at} in {} ways:", shown.len()),
                };
                Err(ReadError::new(format!("{what} {} (`moves {name}` draws them)", texts.join(", "))))
            }
        }
    }

    /// Why a colour cannot use a cell.
    fn why_not(&self, pos: &Position, cell: Cell) -> String {
        let (column, row) = self.shape.place(cell);
        if self.color_on(pos, cell).is_some() {
            return "it is taken".to_owned();
        }
        if !self.open_cells(pos, pos.to_move).has(column, row) {
            return "it shares an edge with a piece of your colour".to_owned();
        }
        if self.attach_points(pos, pos.to_move).has(column, row) {
            return "there is no room around it".to_owned();
        }
        let first = self.first_must_cover(pos);
        first.unwrap_or_else(|| {
            "no piece that covers it touches a corner of yours and nothing else".to_owned()
        })
    }

    /// What is asked of a first piece; nothing once a colour has placed one.
    fn first_must_cover(&self, pos: &Position) -> Option<String> {
        if !pos.cells(pos.to_move).is_empty() {
            return None;
        }
        let starts = self.attach_points(pos, pos.to_move);
        let names: Vec<_> =
            starts.iter().map(|(column, row)| self.cell_name(self.cell(column, row))).collect();
        Some(format!("your first piece must cover {}", names.join(" or ")))
    }

    fn covers(&self, mv: Move, cell: Cell) -> bool {
        self.cells_of(mv).any(|covered| covered == cell)
    }

    /// The numbers of the orientations of a piece.
    fn ways_of(&self, piece: Piece) -> Range<usize> {
        let first = self.orientations.iter().position(|turned| turned.piece == piece).unwrap_or(0);
        let count = self.orientations.iter().filter(|turned| turned.piece == piece).count();
        first..first + count
    }

    /// A move as it can be typed.
    pub(crate) fn entry(&self, mv: Move) -> String {
        let piece = self.piece_of(mv);
        let first = self.cells_of(mv).next().map(|cell| self.cell_name(cell)).unwrap_or_default();
        format!("{} {first} {}", piece.name(), mv.orientation() - self.ways_of(piece).start + 1)
    }

    /// The ways of a piece, drawn, and where it can go.
    pub(crate) fn moves_of_piece(
        &self,
        pos: &Position,
        word: &str,
        columns: usize,
    ) -> Result<String, ReadError> {
        let piece = named(word).filter(|&piece| self.rules.pieces().has(piece)).ok_or_else(|| {
            let names: Vec<_> = self.rules.pieces().iter().map(Piece::name).collect();
            ReadError::new(format!("`{word}` is not a piece: {} are", names.join(" ")))
        })?;
        let mut moves = self.legal(pos);
        moves.retain(|&mv| self.piece_of(mv) == piece);
        let mut lines = self.drawn_ways(piece, (columns / PICTURE).max(1));
        lines.push(match (moves.len(), pos.pieces_left(pos.to_move).has(piece)) {
            (_, false) => format!("{} is placed already", piece.name()),
            (0, true) => format!("{} can go nowhere", piece.name()),
            (1, true) => "one place, with @ on the cell:".to_owned(),
            (count, true) => format!("{count} places, with @ on the cell:"),
        });
        let entries: Vec<_> = moves.iter().map(|&mv| format!("{:ENTRY$}", self.entry(mv))).collect();
        let in_a_row = (columns / ENTRY).clamp(1, IN_A_ROW);
        lines.extend(entries.chunks(in_a_row).map(|row| row.concat().trim_end().to_owned()));
        Ok(lines.join("\n"))
    }

    /// The ways of a piece, so many beside each other, each below its number.
    fn drawn_ways(&self, piece: Piece, beside: usize) -> Vec<String> {
        let all = self.ways_of(piece);
        let shelf = |first: usize| self.drawn_shelf(all.clone(), first..(first + beside).min(all.len()));
        (0..all.len()).step_by(beside).flat_map(shelf).collect()
    }

    fn drawn_shelf(&self, all: Range<usize>, shown: Range<usize>) -> Vec<String> {
        let ways = &self.orientations[all];
        let height = ways[shown.clone()].iter().map(|turned| turned.height).max().unwrap_or(0);
        let line = |text: &dyn Fn(usize) -> String| {
            let all: String = shown.clone().map(|way| format!("{:PICTURE$}", text(way))).collect();
            all.trim_end().to_owned()
        };
        let mut lines = vec![line(&|way| (way + 1).to_string())];
        for row in 0..height {
            lines.push(line(&|way| {
                let cells = ways[way].rows[row as usize];
                let first = if row == 0 { cells & cells.wrapping_neg() } else { 0 };
                let mark = |column: u32| match (cells >> column & 1, first >> column & 1) {
                    (_, 1) => '@',
                    (1, _) => '#',
                    _ => ' ',
                };
                (0..ways[way].width).map(mark).collect()
            }));
        }
        lines
    }
}

/// The piece of that name, in whatever letters.
fn named(word: &str) -> Option<Piece> {
    Piece::all().find(|piece| piece.name().eq_ignore_ascii_case(word))
}

fn starts(name: &str, word: &str) -> bool {
    name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Variant};
    use agon_core::Notation;

    fn duo(moves: &str) -> (Blokus, Position) {
        let game = Blokus::new(Rules { variant: Variant::Duo });
        let mut pos = game.start();
        game.play_moves(&mut pos, moves).unwrap();
        (game, pos)
    }

    fn typed(game: &Blokus, pos: &Position, text: &str) -> Result<String, String> {
        game.typed(pos, text).map(|mv| game.write_move(mv)).map_err(|error| error.message)
    }

    #[test]
    fn a_piece_a_cell_and_a_way_are_a_move() {
        let (game, pos) = duo("");
        let several = typed(&game, &pos, "X e10").unwrap_err();
        assert!(several.starts_with("X can cover e10 in 5 ways: X "), "{several}");
        // Way 1 of I5 lies flat, with the marked cell on the left.
        assert_eq!(typed(&game, &pos, "i5 e10 1"), Ok("e10,f10,g10,h10,i10".to_owned()));
        assert_eq!(typed(&game, &pos, "I1 e10"), Ok("e10".to_owned()));
        assert_eq!(typed(&game, &pos, "e10 f10, g10"), Ok("e10,f10,g10".to_owned()));
        assert_eq!(typed(&game, &pos, "I3 e10 f10 g10"), Ok("e10,f10,g10".to_owned()));
    }

    #[test]
    fn every_listed_entry_is_the_move_it_stands_for() {
        let (game, pos) = duo("e9,f9,d10,e10,f10 j4,k4,i5,j5,i6");
        for mv in game.legal(&pos) {
            assert_eq!(game.typed(&pos, &game.entry(mv)), Ok(mv), "{}", game.entry(mv));
            if game.piece_of(mv) != Piece::SINGLE {
                assert_eq!(game.typed(&pos, &game.write_move(mv).replace(',', " ")), Ok(mv));
            }
        }
    }

    #[test]
    fn wrong_input_is_explained() {
        let (game, pos) = duo("e9,f9,d10,e10,f10 j4,k4,i5,j5,i6");
        let wrong = |text: &str| typed(&game, &pos, text).unwrap_err();
        assert!(wrong("g8").starts_with("which piece on g8? I1 I2 "), "{}", wrong("g8"));
        assert!(wrong("e10").starts_with("no piece can cover e10: it is taken"), "{}", wrong("e10"));
        assert_eq!(wrong("P g8"), "P is placed already");
        assert!(wrong("X e10").starts_with("X cannot cover e10: it is taken"), "{}", wrong("X e10"));
        assert_eq!(wrong("L g8"), "`L` is not a piece: L4 and L5 are");
        assert!(
            wrong("Q g8").starts_with("`Q` is neither a cell such as e10 nor a piece"),
            "{}",
            wrong("Q g8")
        );
        assert_eq!(wrong("X z99"), "there is no cell `z99` on this board (14x14)");
        assert!(wrong("I5 g8 3").starts_with("I5 lies in ways 1 to 2, not 3"), "{}", wrong("I5 g8 3"));
        assert_eq!(wrong("X g8 2"), "X lies in one way only, not in way 2");
        assert_eq!(wrong("P"), "P is placed already");
        // The cell that is named is one where the piece can go: once it was always e10, taken or not.
        let place = wrong("Y");
        let example = place.split('`').nth(1).unwrap();
        assert!(place.starts_with("where? `Y ") && !place.contains("e10"), "{place}");
        assert!(
            typed(&game, &pos, example).map_or_else(|several| several.starts_with("Y can cover"), |_| true)
        );
        assert!(
            wrong("g9 h9").contains("g9: it shares an edge with a piece of your colour"),
            "{}",
            wrong("g9 h9")
        );
        assert!(wrong("a1 b1").contains("none of its cells touches a corner of yours"), "{}", wrong("a1 b1"));
        assert!(wrong("").starts_with("which piece, and where?"));
        assert_eq!(wrong("X Y g8"), "two pieces are named: a move places one");
        // The last number counted, and beside cells none did.
        assert_eq!(wrong("Y g8 1 2"), "two ways are named: a piece lies in one");
        assert_eq!(wrong("g8 h8 2"), "these cells are I2 in way 1, not 2");
    }

    /// Who has placed nothing has no corner that could be touched.
    #[test]
    fn a_first_piece_must_cover_the_start() {
        let game = Blokus::new(Rules { variant: Variant::Classic });
        let wrong = |text: &str| typed(&game, &game.start(), text).unwrap_err();
        assert_eq!(wrong("X a20"), "X cannot cover a20: there is no room around it");
        assert_eq!(wrong("I1 b20"), "I1 cannot cover b20: your first piece must cover a20");
        assert_eq!(wrong("k10"), "no piece can cover k10: your first piece must cover a20");
        assert_eq!(wrong("b19 b18"), "I2 cannot lie there: your first piece must cover a20");
    }

    #[test]
    fn the_ways_of_a_piece_are_drawn() {
        let (game, pos) = duo("");
        let text = game.moves_of_piece(&pos, "l4", 80).unwrap();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "1      2      3      4      5      6      7      8");
        assert!(lines[1].starts_with("@##    @##"), "{text}");
        assert!(text.contains("32 places") && text.contains("L4 e10 1"), "{text}");
        assert!(game.moves_of_piece(&pos, "Q", 80).is_err());
        let several = typed(&game, &pos, "Y e10").unwrap_err();
        assert!(
            several.starts_with("Y can cover e10 in 40 ways: Y e10 1, ") && several.contains(", 34 more ("),
            "{several}"
        );
    }

    /// On 40 columns pictures and lists were broken in the middle of their lines.
    #[test]
    fn ways_and_places_fit_a_narrow_terminal() {
        let (game, pos) = duo("");
        for columns in [1, 14, 40, 80] {
            let text = game.moves_of_piece(&pos, "y", columns).unwrap();
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(widest <= columns.max(30), "{columns}: {text}");
            assert_eq!(text.matches('@').count(), 9, "eight ways and the line about them: {text}");
        }
        let narrow = game.moves_of_piece(&pos, "y", 40).unwrap();
        assert!(narrow.starts_with("1      2      3      4      5\n@###   @###    @"), "{narrow}");
        assert!(narrow.contains("\n6      7      8\n"), "{narrow}");
    }
}
