//! The usual shapes of a board: edges with the X cells beside their corners, blocks of 3x3 and 2x5 at the corners, and all
//! lines of at least four cells ([Buro1998] has the same kinds on 8x8).
//!
//! Boards get theirs by what edges, corners and lines are there: a corner is a cell that nobody can outflank, and an edge a
//! line of cells that all miss their neighbours on one side. A game that knows better shapes for its board
//! ([`Stones::proven_shapes`]), as 8x8 Reversi does, is looked at by those. Original design.

use agon_abilities::{Coordinates, Stones};

use super::shape::PatternShape;

/// Longer lines are looked at in parts.
const LONGEST: usize = 10;
/// Shorter lines say too little.
const SHORTEST: usize = 4;
/// Along a row, a column and both diagonals.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The shapes for the board of a game, the largest first; boards too small for lines have one shape of all cells.
#[must_use]
pub fn usual_shapes<G: Stones>(game: &G) -> Vec<PatternShape> {
    let proven: Vec<PatternShape> = game
        .proven_shapes()
        .iter()
        .filter_map(|(name, cells)| PatternShape::new(name, cells.to_vec(), game).ok())
        .collect();
    if !proven.is_empty() {
        return proven;
    }
    let board = Board { game };
    let mut chosen = Chosen { board: &board, shapes: Vec::new(), seen: Vec::new() };
    for corner in board.cells().filter(|&cell| board.is_corner(cell)) {
        for (name, columns, rows) in [("corner-3x3", 3, 3), ("corner-2x5", 5, 2), ("corner-2x5", 2, 5)] {
            chosen.add(name, board.block(corner, columns, rows));
        }
    }
    for direction in DIRECTIONS {
        for line in board.lines(direction) {
            match board.edge(&line, direction) {
                Some(edge) => chosen.add("edge-x", edge),
                None => chosen.add_line(direction, &line),
            }
        }
    }
    if chosen.shapes.is_empty() {
        chosen.add("board", board.cells().take(LONGEST).collect());
    }
    largest_first(chosen.shapes)
}

fn largest_first(mut shapes: Vec<PatternShape>) -> Vec<PatternShape> {
    shapes.sort_by_key(|shape| std::cmp::Reverse(shape.cells.len()));
    shapes
}

struct Board<'g, G> {
    game: &'g G,
}

/// A place that may lie outside.
type Place = (i32, i32);

impl<G: Stones> Board<'_, G> {
    fn cells(&self) -> impl Iterator<Item = Coordinates> {
        let (columns, rows) = self.game.extent();
        let all = (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)));
        all.filter(|&place| self.game.cell_bit(place).is_some())
    }

    fn has(&self, (column, row): Place) -> bool {
        column >= 0 && row >= 0 && self.game.cell_bit((column as u32, row as u32)).is_some()
    }

    /// Whether nothing on the cell can ever be outflanked: in every direction a neighbour is missing.
    fn is_corner(&self, (column, row): Coordinates) -> bool {
        let (column, row) = (column as i32, row as i32);
        let open = |(right, down): &Place| {
            self.has((column + right, row + down)) && self.has((column - right, row - down))
        };
        !DIRECTIONS.iter().any(open)
    }

    /// The cells of a block that begins in a corner and goes where the board is.
    fn block(&self, (column, row): Coordinates, columns: i32, rows: i32) -> Vec<Coordinates> {
        let (column, row) = (column as i32, row as i32);
        let right = if self.has((column + 1, row)) { 1 } else { -1 };
        let down = if self.has((column, row + 1)) { 1 } else { -1 };
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (column + right * x, row + down * y)));
        places.filter(|&place| self.has(place)).map(|(column, row)| (column as u32, row as u32)).collect()
    }

    /// All lines in a direction, each as long as the board goes on.
    fn lines(&self, (right, down): Place) -> Vec<Vec<Coordinates>> {
        let first = |&(column, row): &Coordinates| !self.has((column as i32 - right, row as i32 - down));
        let line = |(column, row): Coordinates| {
            let places = (0..).map(|step| (column as i32 + step * right, row as i32 + step * down));
            let places = places.take_while(|&place| self.has(place));
            places.map(|(column, row)| (column as u32, row as u32)).collect()
        };
        self.cells().filter(first).map(line).collect()
    }

    /// The line with its X cells, if it is an edge and short enough: those inside of it, beside both ends.
    fn edge(&self, line: &[Coordinates], (right, down): Place) -> Option<Vec<Coordinates>> {
        if right * down != 0 || line.len() < SHORTEST || line.len() + 2 > LONGEST {
            return None;
        }
        let beside = |&(column, row): &Coordinates, side: i32| {
            (column as i32 + side * down, row as i32 + side * right)
        };
        let side =
            [1, -1].into_iter().find(|&side| line.iter().all(|cell| !self.has(beside(cell, -side))))?;
        let inner = |index: usize| {
            let (column, row) = beside(&line[index], side);
            self.has((column, row)).then_some((column as u32, row as u32))
        };
        let both = [inner(1)?, inner(line.len() - 2)?];
        Some(line.iter().copied().chain(both).collect())
    }
}

struct Chosen<'b, G> {
    board: &'b Board<'b, G>,
    shapes: Vec<PatternShape>,
    /// The bits of all instances so far.
    seen: Vec<Vec<u32>>,
}

impl<G: Stones> Chosen<'_, G> {
    /// Adds a shape, unless it is an instance of one that is there.
    fn add(&mut self, name: &str, cells: Vec<Coordinates>) {
        let game = self.board.game;
        let bits = |cells: &[Coordinates]| {
            let mut bits: Vec<u32> = cells.iter().filter_map(|&place| game.cell_bit(place)).collect();
            bits.sort_unstable();
            bits
        };
        if cells.len() < SHORTEST.min(self.board.cells().count()) || self.seen.contains(&bits(&cells)) {
            return;
        }
        for symmetry in 0..game.symmetries() {
            let image: Vec<_> = cells.iter().map(|&place| game.map_place(symmetry, place)).collect();
            self.seen.push(bits(&image));
        }
        let name = self.free_name(name);
        self.shapes.extend(PatternShape::new(&name, cells, game));
    }

    fn add_line(&mut self, (right, down): Place, line: &[Coordinates]) {
        let kind = if right * down == 0 { "line" } else { "diagonal" };
        let name = format!("{kind}-{}", line.len().min(LONGEST));
        let last = line.len().saturating_sub(LONGEST);
        for start in
            (0..=last).step_by(LONGEST / 2).chain((!last.is_multiple_of(LONGEST / 2)).then_some(last))
        {
            self.add(&name, line[start..].iter().copied().take(LONGEST).collect());
        }
    }

    /// The name, with a number if another shape has it.
    fn free_name(&self, name: &str) -> String {
        let is_free = |name: &String| self.shapes.iter().all(|shape| shape.name != *name);
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
    }
}
