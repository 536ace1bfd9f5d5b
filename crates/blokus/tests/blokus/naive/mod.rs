//! Blokus written once more, the slow and obvious way: polyominoes grown cell by cell, a board of characters, every
//! piece tried in every place. Shares nothing with the library.

use std::collections::BTreeSet;

type Place = (i32, i32);
type Form = BTreeSet<Place>;

const STEPS: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Moves a form to the top left.
fn settled(form: &Form) -> Form {
    let left = form.iter().map(|place| place.0).min().expect("a form has cells");
    let top = form.iter().map(|place| place.1).min().expect("a form has cells");
    form.iter().map(|place| (place.0 - left, place.1 - top)).collect()
}

/// All rotations and reflections of a form, each once.
pub fn orientations(form: &Form) -> BTreeSet<Form> {
    let turned = |form: &Form| settled(&form.iter().map(|&(x, y)| (-y, x)).collect());
    let mirrored = |form: &Form| settled(&form.iter().map(|&(x, y)| (-x, y)).collect());
    let mut all = BTreeSet::new();
    let mut form = settled(form);
    for _ in 0..4 {
        all.insert(form.clone());
        all.insert(mirrored(&form));
        form = turned(&form);
    }
    all
}

/// All pieces of up to `most` cells, grown from the single cell: each by its orientations.
pub fn pieces(most: usize) -> Vec<BTreeSet<Form>> {
    let mut size: BTreeSet<BTreeSet<Form>> = [orientations(&[(0, 0)].into())].into();
    let mut all: Vec<_> = size.iter().cloned().collect();
    for _ in 1..most {
        let mut next = BTreeSet::new();
        for form in size.iter().flatten() {
            for &(x, y) in form {
                for (right, down) in STEPS {
                    let mut grown = form.clone();
                    if grown.insert((x + right, y + down)) {
                        next.insert(orientations(&grown));
                    }
                }
            }
        }
        all.extend(next.iter().cloned());
        size = next;
    }
    all
}

pub struct Naive {
    pub side: i32,
    pub starts: Vec<Place>,
    /// Rows from the top, `-` for empty.
    pub board: Vec<Vec<char>>,
    /// The pieces left of each colour.
    pub left: Vec<Vec<BTreeSet<Form>>>,
    pub single_last: Vec<bool>,
}

impl Naive {
    pub fn new(side: i32, starts: Vec<Place>, most: usize) -> Self {
        let board = vec![vec!['-'; side as usize]; side as usize];
        let colors = starts.len();
        Self { side, starts, board, left: vec![pieces(most); colors], single_last: vec![false; colors] }
    }

    fn at(&self, (x, y): Place) -> Option<char> {
        self.board.get(y as usize)?.get(x as usize).copied()
    }

    fn is_legal(&self, color: usize, cells: &Form) -> bool {
        let own = char::from(b'1' + color as u8);
        let first = !self.board.iter().flatten().any(|&held| held == own);
        let near = |(x, y): Place, (right, down): Place| self.at((x + right, y + down)) == Some(own);
        let diagonals = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        cells.iter().all(|&cell| self.at(cell) == Some('-'))
            && !cells.iter().any(|&cell| STEPS.iter().any(|&step| near(cell, step)))
            && (first || cells.iter().any(|&cell| diagonals.iter().any(|&step| near(cell, step))))
            && (!first || cells.contains(&self.starts[color]))
    }

    /// Every legal move of a colour as a set of cells.
    pub fn moves(&self, color: usize) -> BTreeSet<Form> {
        let mut found = BTreeSet::new();
        for form in self.left[color].iter().flatten() {
            for y in 0..self.side {
                for x in 0..self.side {
                    let cells: Form = form.iter().map(|cell| (cell.0 + x, cell.1 + y)).collect();
                    if self.is_legal(color, &cells) {
                        found.insert(cells);
                    }
                }
            }
        }
        found
    }

    pub fn play(&mut self, color: usize, cells: &Form) {
        for &(x, y) in cells {
            self.board[y as usize][x as usize] = char::from(b'1' + color as u8);
        }
        self.left[color].retain(|piece| !piece.contains(&settled(cells)));
        self.single_last[color] = cells.len() == 1;
    }

    pub fn points(&self, color: usize) -> i32 {
        let left: i32 =
            self.left[color].iter().map(|piece| piece.first().map_or(0, BTreeSet::len) as i32).sum();
        match (left, self.single_last[color]) {
            (0, true) => 20,
            (0, false) => 15,
            (left, _) => -left,
        }
    }
}
