//! Four heuristics in one weighted sum: parity, stability, corners and mobility ([OReilly2016] section 3).
//!
//! ```text
//!   value = ply * parity  +  2 * mobility  +  8 * corners / ply  +  8 * stability          (section 3.e)
//!
//!   parity      own discs minus the opponent's
//!   mobility    (own moves - opponent's moves) / (all moves); -1000 without a move of one's own
//!   corners     own corners, minus one for every line on which an own disc stands between an empty corner and
//!               an opponent's disc
//!   stability   3 for each own disc connected to an own corner, minus the own discs that can be flipped next
//! ```
//!
//! `ply` is the depth of the search that asks. Connected is meant as the source scans it: from a corner along one edge,
//! and from each disc reached there straight into the board, as long as the discs are own.
//!
//! Differs from the source, whose code and text disagree twice; here the text holds. Its `corners` adds the
//! opponent's corners while it subtracts own dangers; we add own ones. Its `mobility` is multiplied by the colour once
//! more, which turns its sign for one of the players; we leave that out. The corners of other shapes are the cells
//! that can never be flipped.

use agon_core::{Evaluator, Explanation, Player, Score, Unit};
use agon_grid::Cell;

use crate::four_weights::FourWeights;
use crate::game::Reversi;
use crate::geometry::BoardWord;
use crate::position::Position;

/// The weighted sum of four heuristics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FourHeuristics {
    /// How much each of them counts.
    pub weights: FourWeights,
    /// The depth of the search that asks, at least one.
    pub ply: u32,
}

impl Default for FourHeuristics {
    /// The weights of the source for a search of four plies.
    fn default() -> Self {
        Self { weights: FourWeights::default(), ply: 4 }
    }
}

impl<W: BoardWord> Evaluator<Reversi<W>> for FourHeuristics {
    fn value(&self, game: &Reversi<W>, pos: &Position<W>, pov: Player) -> Score {
        let [parity, mobility, corners, stability] = self.parts(game, pos, pov).map(|(_, _, worth)| worth);
        Score::from_f64(parity + mobility + corners + stability)
    }

    fn explain(&self, game: &Reversi<W>, pos: &Position<W>, pov: Player) -> Explanation {
        Explanation::made_of(self.parts(game, pos, pov), Unit::Rating)
    }
}

impl FourHeuristics {
    /// The four with their numbers, and what these are worth.
    fn parts<W: BoardWord>(
        &self,
        game: &Reversi<W>,
        pos: &Position<W>,
        pov: Player,
    ) -> [(&'static str, f64, f64); 4] {
        let (weights, ply) = (&self.weights, f64::from(self.ply.max(1)));
        let (parity, corners) = (parity(pos, pov), corners(game, pos, pov));
        let (mobility, stability) = (self.mobility(game, pos, pov), self.stability(game, pos, pov));
        [
            ("parity", parity, weights.parity * ply * parity),
            ("mobility", mobility, weights.mobility * mobility),
            ("corners", corners, weights.corners * corners / ply),
            ("stability", stability, weights.stability * stability),
        ]
    }

    fn mobility<W: BoardWord>(&self, game: &Reversi<W>, pos: &Position<W>, pov: Player) -> f64 {
        let moves = |player| f64::from(game.moves_of(pos, player).count());
        let (own, opponent) = (moves(pov), moves(pov.other()));
        if own == 0.0 { self.weights.no_move } else { (own - opponent) / (own + opponent) }
    }

    fn stability<W: BoardWord>(&self, game: &Reversi<W>, pos: &Position<W>, pov: Player) -> f64 {
        let (own, opponent) = (pos.discs(pov), pos.discs(pov.other()));
        let attacks = game.moves_of(pos, pov.other()).indices();
        let flips = attacks.map(|index| game.geometry.flips(opponent, own, Cell(index as u16)));
        let in_danger = flips.fold(W::EMPTY, |all, flips| all | flips).count();
        self.weights.stable_disc * f64::from(connected(game, own).count()) - f64::from(in_danger)
    }
}

fn parity<W: BoardWord>(pos: &Position<W>, pov: Player) -> f64 {
    f64::from(pos.discs(pov).count()) - f64::from(pos.discs(pov.other()).count())
}

/// The eight ways to go from a cell.
const STEPS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

fn corners<W: BoardWord>(game: &Reversi<W>, pos: &Position<W>, pov: Player) -> f64 {
    let (own, opponent) = (pos.discs(pov), pos.discs(pov.other()));
    let shape = &game.rules.shape;
    let is_danger = |corner: Cell, step| {
        let Some(near) = shape.step(corner, step).filter(|cell| own.has(cell.index())) else { return false };
        shape.step(near, step).is_some_and(|behind| opponent.has(behind.index()))
    };
    let mut total = (own & game.corners).count() as i32;
    for corner in (game.corners & !(own | opponent)).indices() {
        total -= STEPS.iter().filter(|&&step| is_danger(Cell(corner as u16), step)).count() as i32;
    }
    f64::from(total)
}

/// The own discs that are connected to an own corner: along an edge, then straight into the board.
fn connected<W: BoardWord>(game: &Reversi<W>, own: W) -> W {
    let shape = &game.rules.shape;
    let mut found = W::EMPTY;
    let run = |from: Cell, step| {
        std::iter::successors(Some(from), move |&cell| shape.step(cell, step))
            .take_while(|cell| own.has(cell.index()))
    };
    for corner in (own & game.corners).indices() {
        let corner = Cell(corner as u16);
        for (along, inward) in [((1, 0), (0, 1)), ((1, 0), (0, -1)), ((-1, 0), (0, 1)), ((-1, 0), (0, -1))] {
            for cell in run(corner, along).flat_map(|edge| run(edge, inward)) {
                found |= W::single(cell.index());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Game, Notation};

    fn game() -> Reversi<u64> {
        Reversi::new(Default::default()).unwrap()
    }

    #[test]
    fn the_start_is_level() {
        let game = game();
        // Each of the two discs can be flipped: 8 * -2. Everything else is level.
        for pov in [Player::FIRST, Player::SECOND] {
            let value = FourHeuristics::default().value(&game, &game.start(), pov);
            assert_eq!(value, Score::points(-16));
        }
    }

    /// An L of five discs in each corner of an otherwise empty board.
    #[test]
    fn discs_are_connected_to_every_corner_alike() {
        let game = game();
        for text in [
            "XXX----- X------- X------- -------- -------- -------- -------- -------- X",
            "-----XXX -------X -------X -------- -------- -------- -------- -------- X",
            "-------- -------- -------- -------- -------- X------- X------- XXX----- X",
            "-------- -------- -------- -------- -------- -------X -------X -----XXX X",
        ] {
            let pos = game.read_position(text).unwrap();
            assert_eq!(connected(&game, pos.discs(Player::FIRST)), pos.discs(Player::FIRST), "{text}");
        }
    }

    #[test]
    fn each_heuristic_by_hand() {
        let game = game();
        let text = "XXX----- X------- -------- -------- -------- --X----- -O------ -------- X";
        let pos = game.read_position(text).unwrap();
        let (black, white) = (Player::FIRST, Player::SECOND);
        assert_eq!(parity(&pos, black), 4.0);
        assert_eq!(connected(&game, pos.discs(black)).count_ones(), 4);
        // Black has a corner; white's b7 leads to the empty corner a8, with black's c6 behind it.
        assert_eq!([corners(&game, &pos, black), corners(&game, &pos, white)], [1.0, -1.0]);
        let four = FourHeuristics { ply: 2, ..Default::default() };
        assert_eq!(four.mobility(&game, &pos, black), 0.0, "a8 for black, d5 for white");
        assert_eq!(four.stability(&game, &pos, black), 11.0);
        assert_eq!(four.stability(&game, &pos, white), -1.0);
        // 2 * 4 + 2 * 0 + 8 * 1 / 2 + 8 * 11, and 2 * -4 + 2 * 0 + 8 * -1 / 2 + 8 * -1
        assert_eq!(four.value(&game, &pos, black), Score::points(100));
        assert_eq!(four.value(&game, &pos, white), Score::points(-20));
    }

    /// A disc beside an empty corner, with an opponent's behind it: twelve ways into the four corners.
    #[test]
    fn every_way_into_a_corner_is_a_danger() {
        let game = game();
        for (column, row) in [(0, 0), (7, 0), (0, 7), (7, 7)] {
            let inwards = |at: i32| if at == 0 { 1 } else { -1 };
            let (right, down) = (inwards(column), inwards(row));
            for (right, down) in [(right, 0), (right, down), (0, down)] {
                let mut cells = vec!['-'; 64];
                let mut put =
                    |far: i32, disc| cells[((row + far * down) * 8 + column + far * right) as usize] = disc;
                put(1, 'X');
                put(2, 'O');
                let text = format!("{} X", cells.iter().collect::<String>());
                let pos = game.read_position(&text).unwrap();
                assert_eq!(corners(&game, &pos, Player::FIRST), -1.0, "{text}");
                assert_eq!(corners(&game, &pos, Player::SECOND), 0.0, "{text}");
            }
        }
    }

    #[test]
    fn passing_is_feared() {
        let game = game();
        let pos = game.read_position(&format!("XO{} X", "-".repeat(62))).unwrap();
        let four = FourHeuristics::default();
        assert_eq!(four.mobility(&game, &pos, Player::FIRST), 1.0);
        assert_eq!(four.mobility(&game, &pos, Player::SECOND), -1000.0);
    }

    #[test]
    fn the_board_inside_is_reached_from_the_edge() {
        let game = game();
        let text = "XX-X---- XXX----- X------- -X------ -------- -------- -------- -------- X";
        let pos = game.read_position(text).unwrap();
        // a1 to a3 and b1, b2; not c2, d1 or b4, which no own run reaches from the top edge.
        assert_eq!(connected(&game, pos.discs(Player::FIRST)).count_ones(), 5);
    }
}
