//! Line games written once more, the slow and obvious way: a map from places to stones. Shares nothing with the library.

#![allow(dead_code)] // Not every test asks for everything.

use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naive {
    /// By column and row from the bottom; `.` for empty.
    pub board: BTreeMap<(i32, i32), char>,
    pub k: u32,
    pub p: u32,
    pub gravity: bool,
    pub exact: bool,
    pub to_move: char,
    pub left: u32,
}

pub fn other(side: char) -> char {
    if side == 'X' { 'O' } else { 'X' }
}

impl Naive {
    /// The places where a stone can come to rest, whoever has won.
    fn open(&self) -> Vec<(i32, i32)> {
        let free = |place: &(i32, i32)| self.board.get(place) == Some(&'.');
        let rests = |&(column, row): &(i32, i32)| !self.gravity || !free(&(column, row - 1));
        self.board.keys().copied().filter(|place| free(place) && rests(place)).collect()
    }

    pub fn has_line(&self, side: char) -> bool {
        let holds = |place| self.board.get(&place) == Some(&side);
        for &(column, row) in self.board.keys() {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                if holds((column - right, row - up)) {
                    continue;
                }
                let mut length = 0;
                while holds((column + right * length, row + up * length)) {
                    length += 1;
                }
                let length = length as u32;
                if length == self.k || length > self.k && !self.exact {
                    return true;
                }
            }
        }
        false
    }

    pub fn places(&self) -> Vec<(i32, i32)> {
        if self.has_line('X') || self.has_line('O') { Vec::new() } else { self.open() }
    }

    pub fn put(&mut self, place: (i32, i32)) {
        self.board.insert(place, self.to_move);
        self.left -= 1;
        if self.left == 0 {
            self.to_move = other(self.to_move);
            self.left = self.p;
        }
    }

    pub fn perft(&self, depth: u32) -> u64 {
        let places = self.places();
        if depth == 0 || places.is_empty() {
            return 1;
        }
        let child = |place| {
            let mut child = self.clone();
            child.put(place);
            child.perft(depth - 1)
        };
        places.into_iter().map(child).sum()
    }
}
