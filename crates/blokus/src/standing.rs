//! The strategies asked of a position instead of a move. Original design.

use crate::board::Blokus;
use crate::position::{MOST_COLORS, Position};
use crate::rules::PieceColor;
use crate::strategies::StrategyNumbers;

/// What the colours have on the board. Each looks at the attach points of all, which are counted once.
pub(crate) struct Standings<'p> {
    game: &'p Blokus,
    pos: &'p Position,
    /// By colour.
    attach_points: [u32; MOST_COLORS],
}

impl<'p> Standings<'p> {
    pub(crate) fn new(game: &'p Blokus, pos: &'p Position) -> Self {
        let mut attach_points = [0; MOST_COLORS];
        for color in game.rules.colors() {
            attach_points[color.index()] = game.attach_points(pos, color).count();
        }
        Self { game, pos, attach_points }
    }

    /// What a colour has, in the order and the units of the strategies of a move; the sixth asks what only a move can
    /// answer.
    pub(crate) fn of(&self, color: PieceColor) -> StrategyNumbers {
        let Self { game, pos, .. } = *self;
        let own = pos.cells(color);
        let me = game.rules.player_of(color);
        let opponents = game.rules.colors().filter(|&other| game.rules.player_of(other) != me);
        let attach = |color: PieceColor| f64::from(self.attach_points[color.index()]);
        let blocked: f64 = opponents.map(attach).sum();
        let last = game.rules.side() - 1;
        let (column, row) = game.rules.starts()[color.index()];
        let longest =
            [last, column.max(last - column) + row.max(last - row)].map(|steps| f64::from(2 * steps));
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
}
