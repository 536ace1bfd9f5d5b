//! Threats: the cells on which a player would complete a line. Original design.
//!
//! All windows of a direction are looked at side by side, as in [`LongestLines`](crate::LongestLines): those without
//! a stone of the opponent and with few stones missing are spread over their cells, and what is empty there is what
//! is missing.

use agon_core::{Game, Player};
use agon_grid::{Cell, CellSet};

use crate::game::Line;
use crate::geometry::runs;
use crate::material::{count_stones, windows};
use crate::position::Position;

impl<W: CellSet> Line<W> {
    /// The empty cells of all windows in which the opponent of `player` has no stone and `player` misses exactly
    /// `missing`.
    pub(crate) fn missing(&self, pos: &Position<W>, player: Player, missing: u32) -> W {
        let k = self.rules.k;
        if missing > k {
            return W::EMPTY;
        }
        let free_of_opponent = self.geometry.board & !pos.stones(player.other());
        let mut cells = W::EMPTY;
        for &step in self.geometry.directions() {
            let [open] = runs([free_of_opponent], [step], k);
            let starts = windows(open, &count_stones(pos.stones(player), step, k), k - missing);
            for place in 0..k {
                cells |= starts << (place * step);
            }
        }
        cells & !pos.occupied()
    }

    /// The cells on which the next stone of `player` would complete a line, whoever is to move.
    #[must_use]
    pub fn winning_cells(&self, pos: &Position<W>, player: Player) -> W {
        let cells = self.missing(pos, player, 1) & self.open(pos);
        if !self.rules.exact {
            return cells;
        }
        let wins = |&cell: &u32| self.geometry.has_line_through(pos.stones(player) | W::single(cell), cell);
        cells.indices().filter(wins).fold(W::EMPTY, |set, cell| set | W::single(cell))
    }

    /// The open cells of windows that `player` could fill with at most this many stones.
    pub(crate) fn within_reach(&self, pos: &Position<W>, player: Player, stones: u32) -> W {
        let missing = |count| self.missing(pos, player, count);
        (1..=stones).map(missing).fold(W::EMPTY, |set, cells| set | cells) & self.open(pos)
    }

    /// Whether the side to move wins with what is left of its turn if the next stone comes to rest on an open cell.
    pub(crate) fn wins_this_turn(&self, pos: &Position<W>, cell: Cell) -> bool {
        let me = pos.to_move();
        let child = self.after(pos, self.move_to(cell));
        child.winner() == Some(me)
            || child.winner().is_none()
                && child.to_move() == me
                && self
                    .within_reach(&child, me, child.left())
                    .indices()
                    .any(|next| self.wins_this_turn(&child, Cell(next as u16)))
    }

    /// Whether a stone on an open cell leaves more winning cells than the opponent can take, who cannot win first.
    /// Asked only where a turn has one stone.
    pub(crate) fn cannot_be_stopped(&self, pos: &Position<W>, cell: Cell) -> bool {
        let me = pos.to_move();
        let child = self.after(pos, self.move_to(cell));
        self.winning_cells(&child, me).count() > 1 && self.winning_cells(&child, me.other()).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Notation;

    /// From windows that miss one stone to those that are empty, and no further.
    #[test]
    fn windows_miss_from_one_stone_to_all() {
        let game: Line<u64> = Line::new(crate::Rules::TICTACTOE).unwrap();
        let missing = |text: &str, count| {
            let pos = game.read_position(text).unwrap();
            game.missing(&pos, Player::FIRST, count).count()
        };
        // One stone completes the first row; two complete what begins there; three any line that is empty.
        assert_eq!([1, 2, 3, 4].map(|count| missing("XX------- X", count)), [1, 5, 7, 0]);
        assert_eq!([1, 2, 3, 4].map(|count| missing("--------- X", count)), [0, 0, 9, 0]);
    }
}
