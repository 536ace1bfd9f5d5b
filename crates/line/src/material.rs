//! Longest lines: the simplest value of a position. Original design.
//!
//! A window is k cells in a row. It is open for a player who has stones in it while the opponent has none, and worth
//! more the fewer stones are missing:
//!
//! ```text
//!   missing     1    2    3    4    5    more
//!   worth     256   64   16    4    1       0     thousandths of a point
//! ```
//!
//! The value is the sum over the open windows of one player minus that of the other, kept below the value of a win.
//! All windows of a direction are counted at once: bit i of the five planes together is the number of stones in the
//! window that begins on cell i.

use agon_core::{Evaluator, Player, Score};
use agon_grid::CellSet;

use crate::game::Line;
use crate::geometry::runs;
use crate::position::Position;

/// Five bits count the stones of the longest window.
pub(crate) type Planes<W> = [W; 5];

/// The latest win is worth one point.
const BELOW_A_WIN: i32 = Score::POINT - 1;

/// Own open windows minus the opponent's, weighted by how few stones they miss.
#[derive(Clone, Copy, Debug, Default)]
pub struct LongestLines;

impl<W: CellSet> Evaluator<Line<W>> for LongestLines {
    fn value(&self, game: &Line<W>, pos: &Position<W>, pov: Player) -> Score {
        let difference = worth(game, pos, pov) - worth(game, pos, pov.other());
        Score(difference.clamp(-BELOW_A_WIN, BELOW_A_WIN))
    }
}

/// The sum over the open windows of a player.
fn worth<W: CellSet>(game: &Line<W>, pos: &Position<W>, player: Player) -> i32 {
    let (own, k) = (pos.stones(player), game.rules.k);
    let free_of_opponent = game.geometry.board & !pos.stones(player.other());
    let mut total = 0;
    for &step in game.geometry.directions() {
        let [open] = runs([free_of_opponent], [step], k);
        let planes = count_stones(own, step, k);
        for missing in 1..k.min(6) {
            total += windows(open, &planes, k - missing).count() as i32 * (256 >> (2 * (missing - 1)));
        }
    }
    total
}

/// How many stones each window holds.
pub(crate) fn count_stones<W: CellSet>(own: W, step: u32, k: u32) -> Planes<W> {
    let mut planes = [W::EMPTY; 5];
    for place in 0..k {
        let mut carry = own >> (place * step);
        for plane in &mut planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }
    planes
}

/// Those of the windows that hold this many stones.
pub(crate) fn windows<W: CellSet>(open: W, planes: &Planes<W>, stones: u32) -> W {
    let fits = |(bit, &plane): (usize, &W)| if stones >> bit & 1 == 1 { plane } else { !plane };
    planes.iter().enumerate().map(fits).fold(open, |set, plane| set & plane)
}
