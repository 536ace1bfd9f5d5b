//! The strategies asked of a position instead of a move. Original design.

use crate::board::Blokus;
use crate::position::Position;
use crate::rules::PieceColor;
use crate::strategies::StrategyNumbers;

/// What a colour has on the board, in the order and the units of the strategies of a move; the sixth asks what only a
/// move can answer.
pub(crate) fn standing(game: &Blokus, pos: &Position, color: PieceColor) -> StrategyNumbers {
    let own = pos.cells(color);
    let me = game.rules.player_of(color);
    let opponents = game.rules.colors().filter(|&other| game.rules.player_of(other) != me);
    let attach = |color| f64::from(game.attach_points(pos, color).count());
    let blocked: f64 = opponents.map(attach).sum();
    let last = game.rules.side() - 1;
    let (column, row) = game.rules.starts()[color.index()];
    let longest = [last, column.max(last - column) + row.max(last - row)].map(|steps| f64::from(2 * steps));
    let (mut cells, mut ways) = (0.0, [0.0; 2]);
    for (column, row) in own.iter() {
        let cell = game.cell(column, row).index() as usize;
        cells += 1.0;
        ways[0] += f64::from(game.ways(color)[cell][0]);
        ways[1] += f64::from(game.ways(color)[cell][1]);
    }
    let mean = |way: usize| if cells > 0.0 { ways[way] / (cells * longest[way]) } else { 0.0 };
    [attach(color) / 8.0, -blocked / 5.0, 1.0 - mean(0), cells / 5.0, mean(1), 0.0]
}
