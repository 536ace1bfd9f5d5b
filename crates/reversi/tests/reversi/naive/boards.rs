//! Boards of every size that is accepted, and positions that hurt: long runs in every direction, one empty cell,
//! dense fillings.

use std::collections::BTreeMap;

use agon_core::{Rng, Seed};

use super::{Naive, other};

type Place = (i32, i32);

const LONGEST_SIDE: i32 = 26;
const MOST_CELLS: i32 = 128;
const MOST_PLACES: i32 = 256;

/// A board as the twin sees it, and the spec that gives it.
pub struct Board {
    pub spec: String,
    pub start: Naive,
}

impl Board {
    /// The board with these cells; the first discs are drawn, since a thin board has no centre to start from.
    fn drawn(width: i32, height: i32, has: impl Fn(Place) -> bool) -> Self {
        let mut board = BTreeMap::new();
        let mut discs = ['X', 'O'].into_iter();
        let mut rows = Vec::new();
        for row in 0..height {
            rows.push(String::new());
            for place in (0..width).map(|column| (row, column)) {
                let tile = if has(place) { discs.next().unwrap_or('.') } else { '#' };
                rows[row as usize].push(tile);
                if tile != '#' {
                    board.insert(place, tile);
                }
            }
        }
        let name = if height == 1 { "shape=" } else { "" };
        let spec = format!("reversi:{name}{}", rows.join("/"));
        Self { spec, start: Naive { board, to_move: 'X' } }
    }

    fn rectangle(width: i32, height: i32) -> Self {
        let drawn = Self::drawn(width, height, |_| true);
        if width < 2 || height < 2 {
            return drawn;
        }
        let mut board: BTreeMap<_, _> = drawn.start.board.into_keys().map(|place| (place, '.')).collect();
        let (top, left) = (height / 2 - 1, width / 2 - 1);
        for (down, right, disc) in [(0, 0, 'O'), (0, 1, 'X'), (1, 0, 'X'), (1, 1, 'O')] {
            board.insert((top + down, left + right), disc);
        }
        Self { spec: format!("reversi:{width}x{height}"), start: Naive { board, to_move: 'X' } }
    }

    /// Positions on this board that hurt.
    pub fn positions(&self, seed: Seed) -> Vec<Naive> {
        let mut rng = seed.stream("hard positions", 0);
        let mut found = Vec::new();
        for step in steps() {
            found.push(self.long_runs(step, false, &mut rng));
            found.push(self.long_runs(step, true, &mut rng));
        }
        found.push(self.one_empty(&mut rng));
        found.push(self.one_empty(&mut rng));
        for opponents in [50, 80, 95] {
            for empty in [3, 30] {
                found.push(self.filled(|rng| dense(opponents, empty, rng), &mut rng));
            }
        }
        // The side to move has held `X` so far.
        let exchanged = |naive: Naive| Naive {
            board: naive.board.into_iter().map(|(place, tile)| (place, exchange(tile))).collect(),
            to_move: other(naive.to_move),
        };
        found.into_iter().map(|naive| if rng.below(2) == 0 { naive } else { exchanged(naive) }).collect()
    }

    fn filled(&self, mut tile: impl FnMut(&mut Rng) -> char, rng: &mut Rng) -> Naive {
        let board = self.start.board.keys().map(|&place| (place, tile(rng))).collect();
        Naive { board, to_move: 'X' }
    }

    /// On every line in this direction an empty cell, a run of the opponent and an own disc: as long as the line, or
    /// some part of it with anything around.
    fn long_runs(&self, step: Place, cut: bool, rng: &mut Rng) -> Naive {
        let mut naive = self.filled(|rng| dense(50, 30, rng), rng);
        for line in self.lines(step) {
            let length = line.len() as u32;
            let from = if cut { rng.below(length) } else { 0 };
            let to = if cut { from + rng.below(length - from) } else { length - 1 };
            for (index, &place) in line.iter().enumerate().take(to as usize + 1).skip(from as usize) {
                let end = index as u32 == to;
                let tile = if index as u32 == from {
                    '.'
                } else if end {
                    'X'
                } else {
                    'O'
                };
                naive.board.insert(place, tile);
            }
        }
        naive
    }

    /// The opponent everywhere, but one empty cell and an own disc at the end of each of its rays.
    fn one_empty(&self, rng: &mut Rng) -> Naive {
        let mut naive = self.filled(|_| 'O', rng);
        let hole = rng.below(naive.board.len() as u32) as usize;
        let empty = *naive.board.keys().nth(hole).expect("a board has cells");
        for step in steps() {
            let last = self.ray(empty, step).last().expect("a ray has its first cell");
            naive.board.insert(last, 'X');
        }
        naive.board.insert(empty, '.');
        naive
    }

    fn ray(&self, from: Place, step: Place) -> impl Iterator<Item = Place> {
        let places = std::iter::successors(Some(from), move |at| Some((at.0 + step.0, at.1 + step.1)));
        places.take_while(|place| self.start.board.contains_key(place))
    }

    fn lines(&self, step: Place) -> Vec<Vec<Place>> {
        let begins =
            |&&(row, column): &&Place| !self.start.board.contains_key(&(row - step.0, column - step.1));
        self.start.board.keys().filter(begins).map(|&from| self.ray(from, step).collect()).collect()
    }
}

fn steps() -> impl Iterator<Item = Place> {
    let all = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    all.filter(|&step| step != (0, 0))
}

fn exchange(tile: char) -> char {
    if tile == '.' { tile } else { other(tile) }
}

/// Empty in `empty` of a hundred cases; of the discs, `opponents` of a hundred are the opponent's.
fn dense(opponents: u32, empty: u32, rng: &mut Rng) -> char {
    if rng.below(100) < empty {
        '.'
    } else if rng.below(100) < opponents {
        'O'
    } else {
        'X'
    }
}

/// Every rectangle that is accepted, rows and columns of one cell included.
pub fn rectangles() -> Vec<Board> {
    let sizes = (1..=LONGEST_SIDE).flat_map(|width| (1..=LONGEST_SIDE).map(move |height| (width, height)));
    sizes
        .filter(|(width, height)| width * height <= MOST_CELLS)
        .map(|(width, height)| Board::rectangle(width, height))
        .collect()
}

/// A board with holes in a rectangle of any size whose places can be numbered.
pub fn irregular(seed: Seed) -> Board {
    let mut rng = seed.stream("holes", 0);
    let width = 1 + rng.below(LONGEST_SIDE as u32) as i32;
    let height = 1 + rng.below(LONGEST_SIDE.min(MOST_PLACES / width) as u32) as i32;
    let places = width * height;
    // As many cells as are allowed, or fewer; the first place is always a cell, so that there is a board.
    let wanted = MOST_CELLS.min(places * 9 / 10).max(1);
    let mut cells: Vec<Place> = (0..places).map(|index| (index / width, index % width)).collect();
    for index in (2..cells.len()).rev() {
        cells.swap(index, 1 + rng.below(index as u32) as usize);
    }
    cells.truncate(wanted as usize);
    Board::drawn(width, height, |place| cells.contains(&place))
}
