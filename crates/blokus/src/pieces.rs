//! The 21 pieces and the 91 ways to lay them down: figure 1 of [Hoang2021].
//!
//! Named by the letter each resembles and, where several sizes share it, the number of cells.

use agon_grid::Symmetry;

/// A piece is at most this long.
pub(crate) const LONGEST: usize = 5;

/// One of the 21 pieces, smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// How many pieces there are.
    pub const COUNT: usize = DRAWINGS.len();
    /// The piece of a single cell: worth a bonus when it goes last.
    pub const SINGLE: Self = Self(0);

    /// The cells of each.
    pub(crate) const SIZES: [u32; Self::COUNT] = {
        let (mut sizes, mut piece) = ([0; Self::COUNT], 0);
        while piece < Self::COUNT {
            sizes[piece] = Self(piece as u8).size();
            piece += 1;
        }
        sizes
    };

    /// All pieces, smallest first.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The number of the piece, for use as an index.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its name, such as `V3`.
    #[must_use]
    pub fn name(self) -> &'static str {
        DRAWINGS[self.index()].0
    }

    /// Its rows from the top, `#` for each cell.
    #[must_use]
    pub fn drawing(self) -> &'static [&'static str] {
        DRAWINGS[self.index()].1
    }

    /// How many cells it covers.
    #[must_use]
    pub const fn size(self) -> u32 {
        let (rows, mut cells, mut row) = (DRAWINGS[self.index()].1, 0, 0);
        while row < rows.len() {
            let (bytes, mut column) = (rows[row].as_bytes(), 0);
            while column < bytes.len() {
                cells += (bytes[column] == b'#') as u32;
                column += 1;
            }
            row += 1;
        }
        cells
    }

    /// Columns and rows of its cells.
    fn cells(self) -> impl Iterator<Item = (u32, u32)> {
        self.drawing().iter().enumerate().flat_map(|(row, text)| {
            let cells = text.bytes().enumerate().filter(|&(_, byte)| byte == b'#');
            cells.map(move |(column, _)| (column as u32, row as u32))
        })
    }
}

const DRAWINGS: [(&str, &[&str]); 21] = [
    ("I1", &["#"]),
    ("I2", &["##"]),
    ("I3", &["###"]),
    ("V3", &["##", "#."]),
    ("I4", &["####"]),
    ("O4", &["##", "##"]),
    ("T4", &["###", ".#."]),
    ("L4", &["###", "#.."]),
    ("Z4", &["##.", ".##"]),
    ("F", &[".##", "##.", ".#."]),
    ("I5", &["#####"]),
    ("L5", &["####", "#..."]),
    ("N", &["##..", ".###"]),
    ("P", &["##", "##", "#."]),
    ("T5", &["###", ".#.", ".#."]),
    ("U", &["#.#", "###"]),
    ("V5", &["#..", "#..", "###"]),
    ("W", &["#..", "##.", ".##"]),
    ("X", &[".#.", "###", ".#."]),
    ("Y", &["####", ".#.."]),
    ("Z5", &["##.", ".#.", ".##"]),
];

/// The pieces of more than 0, 1, 2, 3 and 4 cells.
const LARGER_THAN: [u32; LONGEST] = {
    let (mut sets, mut piece) = ([0; LONGEST], 0);
    while piece < Piece::COUNT {
        let mut size = 0;
        while size < Piece::SIZES[piece] {
            sets[size as usize] |= 1 << piece;
            size += 1;
        }
        piece += 1;
    }
    sets
};

/// A set of pieces, such as those a colour has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces(pub(crate) u32);

impl Pieces {
    /// No piece.
    pub const NONE: Self = Self(0);
    /// All 21.
    pub const ALL: Self = Self::first(Piece::COUNT);

    /// The `count` smallest pieces.
    pub(crate) const fn first(count: usize) -> Self {
        Self((1 << count) - 1)
    }

    /// Whether the piece is among them.
    #[must_use]
    #[inline]
    pub const fn has(self, piece: Piece) -> bool {
        self.0 >> piece.0 & 1 == 1
    }

    /// These without one.
    #[must_use]
    #[inline]
    pub const fn without(self, piece: Piece) -> Self {
        Self(self.0 & !(1 << piece.0))
    }

    /// Whether there is none.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The pieces, smallest first.
    pub fn iter(self) -> impl Iterator<Item = Piece> + Clone {
        Piece::all().filter(move |&piece| self.has(piece))
    }

    /// How many cells they cover together.
    #[must_use]
    #[inline]
    pub fn cells(self) -> u32 {
        // Each set of pieces that are larger than so many cells counts one cell of each of them.
        LARGER_THAN.iter().map(|larger| (self.0 & larger).count_ones()).sum()
    }
}

/// A piece turned and mirrored in one way, with what surrounds it.
///
/// Bit `column` of `rows[row]` is a cell. The surroundings start one column and one row earlier:
///
/// ```text
///   rows  ##.   edges  .##..   corners  #..#.
///         .##          #..#.            ....#
///                      .#..#            #....
///                      ..##.            .#..#
/// ```
#[derive(Clone, Debug)]
pub(crate) struct Orientation {
    pub piece: Piece,
    pub width: u32,
    pub height: u32,
    pub rows: [u32; LONGEST],
    /// Cells that share an edge with the piece.
    pub edges: [u32; LONGEST + 2],
    /// Cells that touch it only at a corner.
    pub corners: [u32; LONGEST + 2],
}

impl Orientation {
    /// All orientations of all pieces, in the order of the pieces.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for piece in Piece::all() {
            let first = all.len();
            for symmetry in Symmetry::ALL {
                let turned = Self::new(piece, symmetry);
                if all[first..].iter().all(|other| other.rows != turned.rows) {
                    all.push(turned);
                }
            }
        }
        all
    }

    fn new(piece: Piece, symmetry: Symmetry) -> Self {
        let (wide, high) = (piece.drawing()[0].len() as u32, piece.drawing().len() as u32);
        let mut rows = [0; LONGEST];
        for cell in piece.cells() {
            let (column, row) = symmetry.apply((wide, high), cell);
            rows[row as usize] |= 1 << column;
        }
        let (width, height) = if symmetry.transpose { (high, wide) } else { (wide, high) };
        let (edges, corners) = surroundings(&rows);
        Self { piece, width, height, rows, edges, corners }
    }

    /// How far its cells lie behind the first one of its rectangle, by number, on a board of that width.
    pub fn offsets(&self, width: u32) -> Vec<u16> {
        self.cells().map(|(column, row)| (row * width + column) as u16).collect()
    }

    /// Columns and rows of its cells.
    pub fn cells(&self) -> impl Iterator<Item = (u32, u32)> {
        let has = |column: u32, row: u32| self.rows[row as usize] >> column & 1 == 1;
        (0..self.height).flat_map(move |row| {
            (0..self.width).filter(move |&column| has(column, row)).map(move |column| (column, row))
        })
    }
}

/// The cells at the edges and those only at the corners of a piece.
fn surroundings(rows: &[u32; LONGEST]) -> ([u32; LONGEST + 2], [u32; LONGEST + 2]) {
    let body = |at: usize| at.checked_sub(1).and_then(|row| rows.get(row)).map_or(0, |row| row << 1);
    let beside = |row: u32| row << 1 | row >> 1;
    let above_and_below = |at: usize| at.checked_sub(1).map_or(0, body) | body(at + 1);
    let edges = std::array::from_fn(|at| (beside(body(at)) | above_and_below(at)) & !body(at));
    let corners = std::array::from_fn(|at| beside(above_and_below(at)) & !body(at) & !edges[at]);
    (edges, corners)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_21_pieces_in_91_orientations() {
        let all = Orientation::all();
        assert_eq!(all.len(), 91);
        assert_eq!(Pieces::ALL.cells(), 89);
        assert!(Piece::all().all(|piece| Pieces(1 << piece.index()).cells() == piece.size()));
        // Each cell of each orientation can lie on the start cell: the 414 first moves of Duo.
        assert_eq!(all.iter().map(|turned| turned.cells().count()).sum::<usize>(), 414);
    }

    #[test]
    fn a_single_cell_has_four_edges_and_four_corners() {
        let single = &Orientation::all()[0];
        assert_eq!(single.edges[..3], [0b010, 0b101, 0b010]);
        assert_eq!(single.corners[..3], [0b101, 0b000, 0b101]);
    }
}
