//! Moves as people type them: a piece, a cell and the way it lies, `Y e10 3`, or its cells in any order. Original design.
//!
//! The ways of a piece are numbered as `moves Y` draws them. The cell is any cell that the piece is to cover; where several
//! places of one way would cover it, it is the one that the picture marks with `@`, the first of the piece from the top
//! left. The number can be left out where only one move is meant. A single cell alone names no piece: `I1 e10` does.
//!
//! Some words name a cell and a piece, such as `i5`. A capital letter names the piece; the cell is meant where a comma
//! follows and where a piece was named before. What could be either still is asked for: nothing is played by mistake.

use std::ops::Range;

use agon_core::{Game, ReadError};
use agon_grid::Cell;

use crate::board::Blokus;
use crate::moves::Move;
use crate::pieces::Piece;
use crate::position::Position;

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

/// How the first word is read where it could be either.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Piece,
    Cell,
}

impl Blokus {
    /// The one legal move that somebody means.
    pub(crate) fn typed(&self, pos: &Position, text: &str) -> Result<Move, ReadError> {
        let words = words(text);
        let Some(first) = words.first().filter(|word| named(word).is_some() && self.read_cell(word).is_ok())
        else {
            return self.meant(pos, &words, First::Piece);
        };
        let (as_piece, as_cell) =
            (self.meant(pos, &words, First::Piece), self.meant(pos, &words, First::Cell));
        let is_capital = first.starts_with(|letter: char| letter.is_ascii_uppercase());
        let is_listed = text.split_once(first).is_some_and(|(_, rest)| rest.trim_start().starts_with(','));
        let others: Vec<_> = words[1..].iter().filter(|word| word.parse::<usize>().is_err()).collect();
        match (others.len(), is_capital) {
            (count, false) if is_listed || count == 0 => as_cell,
            (1, false) if as_cell.is_ok() => {
                let (piece, cell) = (first.to_ascii_uppercase(), others[0]);
                Err(ReadError::new(format!(
                    "`{first}` is a piece and a cell: `{piece} {cell}` is the piece, `{first},{cell}` the cells"
                )))
            }
            (0 | 1, _) => as_piece,
            (_, true) => as_piece.or_else(|error| as_cell.map_err(|_| error)),
            (_, false) => as_cell.or_else(|error| as_piece.map_err(|_| error)),
        }
    }

    /// The move that words mean, where the first one may name a piece or only a cell.
    fn meant(&self, pos: &Position, words: &[&str], first: First) -> Result<Move, ReadError> {
        let Typed { piece, cells, way } = self.read_words(words, first)?;
        match (piece, cells.as_slice()) {
            (None, []) => Err(ReadError::new(match self.how_to_type(pos) {
                Some(how) => format!("which piece, and where? {how}"),
                None => "which piece, and where?".to_owned(),
            })),
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

    /// How moves are typed, for the prompt: the example can be typed, and shows what most ways have.
    pub(crate) fn how_to_type(&self, pos: &Position) -> Option<String> {
        let moves = self.legal(pos);
        let ways = |mv: &Move| self.ways_of(self.piece_of(*mv)).len();
        let example = moves.into_iter().rev().max_by_key(ways)?;
        let (entry, name) = (self.entry(example), self.piece_of(example).name());
        Some(format!("piece, cell and way as {entry}, or its cells; moves {name} draws the ways"))
    }

    fn read_words(&self, words: &[&str], first: First) -> Result<Typed, ReadError> {
        let mut typed = Typed { piece: None, cells: Vec::new(), way: None };
        for (index, word) in words.iter().copied().enumerate() {
            let number = word.parse::<usize>().ok();
            let is_cell = || match index {
                0 => first == First::Cell,
                _ => {
                    let is_capital = word.starts_with(|letter: char| letter.is_ascii_uppercase());
                    (typed.piece.is_some() || !is_capital) && self.read_cell(word).is_ok()
                }
            };
            if let Some(piece) = named(word).filter(|_| !is_cell()) {
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

    pub(crate) fn typed_cells(
        &self,
        pos: &Position,
        cells: &[Cell],
        way: Option<usize>,
    ) -> Result<Move, ReadError> {
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

fn words(text: &str) -> Vec<&str> {
    text.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect()
}

/// The piece of that name, in whatever letters.
fn named(word: &str) -> Option<Piece> {
    Piece::all().find(|piece| piece.name().eq_ignore_ascii_case(word))
}

fn starts(name: &str, word: &str) -> bool {
    name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests;
