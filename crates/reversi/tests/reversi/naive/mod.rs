//! Reversi written once more, the slow and obvious way: a map from places to discs. Shares nothing with the library.

pub mod boards;

use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naive {
    /// `.` for empty; a place that is missing is a hole.
    pub board: BTreeMap<(i32, i32), char>,
    pub to_move: char,
}

pub fn other(side: char) -> char {
    if side == 'X' { 'O' } else { 'X' }
}

impl Naive {
    pub fn flips(&self, side: char, place: (i32, i32)) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        if self.board.get(&place) != Some(&'.') {
            return all;
        }
        for down in -1..=1 {
            for right in -1..=1 {
                if (down, right) == (0, 0) {
                    continue;
                }
                let mut line = Vec::new();
                let mut at = (place.0 + down, place.1 + right);
                while self.board.get(&at) == Some(&other(side)) {
                    line.push(at);
                    at = (at.0 + down, at.1 + right);
                }
                if self.board.get(&at) == Some(&side) {
                    all.extend(line);
                }
            }
        }
        all
    }

    pub fn placements(&self, side: char) -> Vec<(i32, i32)> {
        self.board.keys().copied().filter(|&place| !self.flips(side, place).is_empty()).collect()
    }

    /// The board row by row and the side to move, as people write it.
    pub fn text(&self) -> String {
        let tiles: String = self.board.values().map(|&tile| if tile == '.' { '-' } else { tile }).collect();
        format!("{tiles} {}", self.to_move)
    }

    pub fn is_over(&self) -> bool {
        self.placements('X').is_empty() && self.placements('O').is_empty()
    }

    pub fn place(&mut self, place: (i32, i32)) {
        for flipped in self.flips(self.to_move, place) {
            self.board.insert(flipped, self.to_move);
        }
        self.board.insert(place, self.to_move);
        self.to_move = other(self.to_move);
    }

    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 || self.is_over() {
            return 1;
        }
        let places = self.placements(self.to_move);
        if places.is_empty() {
            return Self { to_move: other(self.to_move), ..self.clone() }.perft(depth - 1);
        }
        let child = |place| {
            let mut child = self.clone();
            child.place(place);
            child.perft(depth - 1)
        };
        places.into_iter().map(child).sum()
    }

    pub fn count(&self, side: char) -> i32 {
        self.board.values().filter(|&&tile| tile == side).count() as i32
    }
}
