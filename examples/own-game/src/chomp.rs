//! Chomp: a bar of chocolate whose corner a1 is poisoned. Players take turns to bite off a cell with all that is right of
//! it and below it; who eats the poison loses.
//!
//! All that Agon does with a game follows from this file: playing, analysing, matches, alpha-beta, Monte Carlo.

use agon_catalog::{Family, Playable};
use agon_core::spec::GameSpec;
use agon_core::{
    Color, Drawn, Game, Keyed, Notation, Outcome, PerPlayer, Player, ReadError, Status, Symmetric, Tile, View,
};

// ANCHOR: bar
/// The bar: at most 8 by 8, so that a set of cells is 64 bits.
pub struct Chomp {
    width: u32,
    height: u32,
}

/// The cells that are left, row by row from a1, and who bites next.
type Position = (u64, Player);

impl Chomp {
    fn place(&self, cell: u8) -> (u32, u32) {
        (u32::from(cell) % self.width, u32::from(cell) / self.width)
    }

    fn cells(&self) -> u8 {
        (self.width * self.height) as u8
    }

    /// The cell itself and all that is right of it and below it.
    fn bite(&self, cell: u8) -> u64 {
        let (column, row) = self.place(cell);
        let bitten = |other: &u8| self.place(*other).0 >= column && self.place(*other).1 >= row;
        (0..self.cells()).filter(bitten).fold(0, |set, cell| set | 1 << cell)
    }
}
// ANCHOR_END: bar

// ANCHOR: rules
impl Game for Chomp {
    type Position = Position;
    type Move = u8;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        (self.bite(0), Player::FIRST)
    }

    fn status(&self, &(left, player): &Position) -> Status {
        let points = PerPlayer::new(2, |other| if other == player { 1 } else { -1 });
        if left == 0 { Status::Over(Outcome { points }) } else { Status::ToMove(player) }
    }

    fn moves(&self, pos: &Position, out: &mut Vec<u8>) {
        out.extend((0..self.cells()).filter(|&cell| self.is_legal(pos, cell)));
    }

    fn is_legal(&self, &(left, _): &Position, cell: u8) -> bool {
        cell < 64 && left >> cell & 1 == 1
    }

    fn play_unchecked(&self, pos: &mut Position, cell: u8) {
        *pos = (pos.0 & !self.bite(cell), pos.1.other());
    }

    fn plies_left(&self, pos: &Position) -> u32 {
        pos.0.count_ones()
    }
}
// ANCHOR_END: rules

// ANCHOR: notation
impl Notation for Chomp {
    fn write_move(&self, cell: u8) -> String {
        let (column, row) = self.place(cell);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    fn read_move(&self, text: &str) -> Result<u8, ReadError> {
        let named = (0..self.cells()).find(|&cell| self.write_move(cell) == text.to_lowercase());
        named.ok_or_else(|| ReadError::new(format!("`{text}` is not a cell such as a1")))
    }

    fn write_position(&self, &(left, player): &Position) -> String {
        format!("{left:x} {player}")
    }

    fn read_position(&self, text: &str) -> Result<Position, ReadError> {
        let (left, player) = text.split_once(' ').unwrap_or((text, "P1"));
        let player = Player::all(2).find(|known| known.to_string() == player);
        let left = u64::from_str_radix(left, 16).ok().filter(|left| left & !self.bite(0) == 0);
        left.zip(player).ok_or_else(|| ReadError::new(format!("`{text}` is not a set of cells and P1 or P2")))
    }
}
// ANCHOR_END: notation

// ANCHOR: abilities
impl Keyed for Chomp {
    fn key(&self, &(left, player): &Position) -> u64 {
        left.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(player.0.into())
    }
}

impl Symmetric for Chomp {}
// ANCHOR_END: abilities

// ANCHOR: picture
impl Drawn for Chomp {
    fn view(&self, &(left, player): &Position) -> View {
        let tile = |cell: u8| if left >> cell & 1 == 1 { Tile::Held(0) } else { Tile::Empty };
        View {
            width: self.width as usize,
            tiles: (0..self.cells()).map(tile).collect(),
            columns: (0..self.width as u8).map(|column| char::from(b'a' + column).to_string()).collect(),
            rows: (1..=self.height).map(|row| row.to_string()).collect(),
            colors: vec![Color::BLACK, Color::WHITE],
            to_move: (left != 0).then_some(player.0),
            ..View::default()
        }
    }

    fn footprint(&self, _: &Position, cell: u8) -> Vec<usize> {
        vec![cell.into()]
    }
}
// ANCHOR_END: picture

// ANCHOR: playable
impl Playable for Chomp {
    fn spec(&self) -> String {
        format!("chomp:{}x{}", self.width, self.height)
    }
}
// ANCHOR_END: playable

// ANCHOR: family
/// What the registry is told.
pub fn family() -> Family {
    let load = |spec: &GameSpec| {
        let Some(option) = spec.options.last() else { return Ok(Chomp { width: 7, height: 4 }) };
        let sides = option.name.text.split_once('x').filter(|_| spec.options.len() == 1);
        match sides.map(|(width, height)| (width.parse(), height.parse())) {
            Some((Ok(width @ 1..=8), Ok(height @ 1..=8))) => Ok(Chomp { width, height }),
            _ => Err(option.name.error("one size from 1x1 to 8x8 is wanted, such as 7x4")),
        }
    };
    Family::new("chomp", "Chomp: bite off chocolate; who eats the poisoned corner loses", load)
        .example("chomp:7x4", "sides up to 8")
}
// ANCHOR_END: family
