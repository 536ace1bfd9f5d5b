//! What a learned value of a position looks at: room to play in, and who else can play there. Original design, for the
//! outlook of [Hoang2021] section 6, which proposes to learn such a value by reinforcement.
//!
//! Seven numbers for the own colours together, and the means of the same over all opponents:
//!
//! | number | counts |
//! |---|---|
//! | cells | cells on the board |
//! | corners | attach points |
//! | near, far | open cells within two and six steps of an attach point, along open cells |
//! | alone | those within six steps that no opponent has within six |
//! | fives | pieces of five cells left |
//! | in | colours that can still move |

use agon_abilities::Features;
use agon_core::Player;

use crate::board::Blokus;
use crate::cells::Cells;
use crate::pieces::{Piece, Pieces};
use crate::position::{MOST_COLORS, Position};
use crate::rules::PieceColor;

/// The numbers of a side.
const NUMBERS: [&str; 7] = ["cells", "corners", "near", "far", "alone", "fives", "in"];
/// Steps to what is near, and then to what is far.
const STEPS: [u32; 2] = [2, 4];
/// Where the numbers of the opponents begin.
const SIDE: usize = NUMBERS.len();

/// What a learned value looks at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outlook;

impl Outlook {
    /// How many numbers there are.
    pub const COUNT: usize = 2 * SIDE;
    /// What they are divided by to be of a size that networks like: about three in the middle of a game.
    pub const SCALE: [f64; Self::COUNT] =
        [20.0, 5.0, 12.0, 30.0, 12.0, 2.0, 0.5, 20.0, 5.0, 12.0, 30.0, 12.0, 2.0, 0.5];
}

/// What a colour can reach.
#[derive(Clone, Copy)]
struct Room {
    corners: u32,
    near: u32,
    far: Cells,
}

const NO_ROOM: Room = Room { corners: 0, near: 0, far: Cells::EMPTY };

impl Room {
    fn of(game: &Blokus, pos: &Position, color: PieceColor) -> Self {
        let open = game.open_cells(pos, color);
        let attach = game.attach_among(pos, color, &open);
        let near = grown(attach, &open, STEPS[0]);
        Self { corners: attach.count(), near: near.count(), far: grown(near, &open, STEPS[1]) }
    }
}

/// The open cells within so many steps of some.
#[inline]
fn grown(mut cells: Cells, open: &Cells, steps: u32) -> Cells {
    for _ in 0..steps {
        cells = cells | cells.edge_neighbours() & *open;
    }
    cells
}

impl Features<Blokus> for Outlook {
    fn names(&self) -> Vec<String> {
        let side = |whose: &str| NUMBERS.map(|number| format!("{whose} {number}"));
        side("own").into_iter().chain(side("opponents'")).collect()
    }

    fn count(&self) -> usize {
        Self::COUNT
    }

    fn write(&self, game: &Blokus, pos: &Position, pov: Player, out: &mut [f64]) {
        let rules = &game.rules;
        let mut rooms = [NO_ROOM; MOST_COLORS];
        for color in rules.colors().filter(|&color| !pos.is_out(color)) {
            rooms[color.index()] = Room::of(game, pos, color);
        }
        let far = |own: bool| {
            let side = rules.colors().filter(|&color| (rules.player_of(color) == pov) == own);
            side.fold(Cells::EMPTY, |all, color| all | rooms[color.index()].far)
        };
        let (own, others) = (far(true), far(false));
        out.fill(0.0);
        let opponents = (rules.players() - 1).max(1) as f64;
        for color in rules.colors() {
            let is_own = rules.player_of(color) == pov;
            let (first, parts) = if is_own { (0, 1.0) } else { (SIDE, opponents) };
            let room = &rooms[color.index()];
            let alone = room.far & !(if is_own { others } else { own });
            let fives = Pieces(pos.pieces_left(color).0 & FIVES).0.count_ones();
            let numbers = [
                rules.pieces().cells() - pos.pieces_left(color).cells(),
                room.corners,
                room.near,
                room.far.count(),
                alone.count(),
                fives,
                u32::from(!pos.is_out(color)),
            ];
            for (sum, number) in out[first..first + SIDE].iter_mut().zip(numbers) {
                *sum += f64::from(number) / parts;
            }
        }
    }
}

/// The pieces of five cells.
const FIVES: u32 = {
    let (mut set, mut piece) = (0, 0);
    while piece < Piece::COUNT {
        if Piece::SIZES[piece] == 5 {
            set |= 1 << piece;
        }
        piece += 1;
    }
    set
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Variant};
    use agon_core::{Game, Notation};

    fn seen(game: &Blokus, pos: &Position, pov: Player) -> Vec<f64> {
        let mut numbers = vec![0.0; Outlook::COUNT];
        Outlook.write(game, pos, pov, &mut numbers);
        numbers
    }

    /// Each of two players sees what the other does, from the other side.
    #[test]
    fn two_players_see_the_same_from_two_sides() {
        let game = Blokus::new(Rules { variant: Variant::Duo });
        let (mut pos, mut rng, mut moves) =
            (game.start(), agon_core::Seed(1).stream("outlook", 0), Vec::new());
        for _ in 0..12 {
            let mv = game.random_move(&pos, &mut rng, &mut moves).unwrap();
            game.play_unchecked(&mut pos, mv);
            let [first, second] = [Player::FIRST, Player::SECOND].map(|player| seen(&game, &pos, player));
            assert_eq!((&first[..SIDE], &first[SIDE..]), (&second[SIDE..], &second[..SIDE]));
        }
    }

    /// ```text
    ///   1 . o .      One cell in the corner of an empty board: one attach point, `+`, and seven more open cells within
    ///   . + o o      two steps of it; the two beside the own cell are closed.
    ///   o o o .
    ///   . o . .
    /// ```
    #[test]
    fn room_is_counted_in_steps() {
        let game = Blokus::new(Rules { variant: Variant::Mini });
        let mut pos = game.start();
        game.play_moves(&mut pos, "a10").unwrap();
        let numbers = seen(&game, &pos, Player::FIRST);
        assert_eq!(numbers[..3], [1.0, 1.0, 8.0]);
        assert_eq!((numbers[5], numbers[6]), (0.0, 1.0));
        assert_eq!(numbers[SIDE], 0.0);
        assert_eq!(Outlook.names().len(), Outlook::COUNT);
    }
}
