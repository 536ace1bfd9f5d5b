//! Four players without search, made for tic-tac-toe ([Cherry2011] section 3.2), as ranks of moves.
//!
//! The simple one takes the first free cell. The others weigh every cell on which a stone can come to rest and take the
//! heaviest:
//!
//! ```text
//!                                                              influence  offensive  defensive
//!   sum = influence * (lines through the cell)                     1          1          1
//!       + own_rows * (rows it makes)                               0          6          2
//!       - opponent_rows * (rows that the answer makes)             0          3          6
//!       + win, if it completes a line                              0       1000        500
//!       + block, if the opponent would complete one there          0        500       1000
//! ```
//!
//! A row is what lacks one stone to a line, the "two-in-a-row" of tic-tac-toe. The rows of the opponent are the most
//! that one answer makes; who has a row against them must answer there. Two rows at once are a fork, so this is what
//! tells the sides from the corners when the opponent holds two opposite ones.
//!
//! The offensive and the defensive player never lose at tic-tac-toe; a test plays every game. The source gives neither
//! its weights nor its map, and "two-in-a-rows for its opponent" can be read in several ways: counting the rows that
//! the cell would give the opponent, no weights avoid every loss. All line games of the family work.

use agon_abilities::{MoveRanker, RankMeaning};
use agon_core::{Game, Player, Score};
use agon_grid::{Cell, CellSet};

use crate::game::{Line, Move};
use crate::position::Position;

/// All cells are equal: the first free one is taken, row by row from the top left.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstFree;

/// Ranks a move by the weight of its cell; of equal ones the first is taken, row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellWeighing {
    /// For each line that passes through the cell.
    pub influence: i32,
    /// For each own row that a stone there makes.
    pub own_rows: i32,
    /// Against each row that the opponent's answer makes.
    pub opponent_rows: i32,
    /// If a stone there wins.
    pub win: i32,
    /// If the opponent would win there.
    pub block: i32,
}

impl CellWeighing {
    /// The influence map alone.
    pub const INFLUENCE: Self = Self { influence: 1, own_rows: 0, opponent_rows: 0, win: 0, block: 0 };
    /// Winning before anything else.
    pub const OFFENSIVE: Self = Self { influence: 1, own_rows: 6, opponent_rows: 3, win: 1000, block: 500 };
    /// Not losing before anything else.
    pub const DEFENSIVE: Self = Self { influence: 1, own_rows: 2, opponent_rows: 6, win: 500, block: 1000 };

    /// What a stone of the side to move weighs on an open cell.
    #[must_use]
    pub fn weight<W: CellSet>(&self, game: &Line<W>, pos: &Position<W>, cell: Cell) -> i32 {
        let me = pos.to_move();
        let wins = |player: Player| i32::from(game.winning_cells(pos, player).has(cell.index()));
        let mut weight = self.influence * windows_through(game, cell).len() as i32;
        weight += self.win * wins(me) + self.block * wins(me.other());
        if self.own_rows != 0 {
            weight += self.own_rows * rows(game, pos, me, cell);
        }
        if self.opponent_rows != 0 {
            weight -= self.opponent_rows * answer_rows(game, pos, cell);
        }
        weight
    }
}

/// The most rows that an answer of the opponent makes once the side to move has a stone on an open cell.
fn answer_rows<W: CellSet>(game: &Line<W>, pos: &Position<W>, cell: Cell) -> i32 {
    let (me, child) = (pos.to_move(), game.after(pos, game.move_to(cell)));
    let forced = game.winning_cells(&child, me);
    let answers = if forced.is_empty() { game.open(&child) } else { forced };
    // Only where two stones are missing can an answer make a row.
    let makes_rows = answers & game.missing(&child, me.other(), 2);
    let made = |index| rows(game, &child, me.other(), Cell(index as u16));
    makes_rows.indices().map(made).max().unwrap_or(0)
}

/// How many rows a stone of a player on a cell makes.
fn rows<W: CellSet>(game: &Line<W>, pos: &Position<W>, player: Player, cell: Cell) -> i32 {
    let windows = windows_through(game, cell).into_iter();
    windows.filter(|&window| lacks_two(game, pos, player, window)).count() as i32
}

/// The sets of k cells in a row that a cell belongs to.
fn windows_through<W: CellSet>(game: &Line<W>, cell: Cell) -> Vec<W> {
    let (column, row) = game.place(cell);
    let k = game.rules().k as i32;
    let window = |(columns, rows): (i32, i32), first: i32| {
        (first..first + k).try_fold(W::EMPTY, |set, at| {
            let column = column.checked_add_signed(at * columns)?;
            let row = row.checked_add_signed(at * rows)?;
            Some(set | W::single(game.cell(column, row)?.index()))
        })
    };
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    directions.into_iter().flat_map(|step| (1 - k..=0).filter_map(move |first| window(step, first))).collect()
}

/// Whether a player lacks exactly two stones in a window where the opponent has none.
fn lacks_two<W: CellSet>(game: &Line<W>, pos: &Position<W>, player: Player, window: W) -> bool {
    (window & pos.stones(player.other())).is_empty()
        && (window & pos.stones(player)).count() + 2 == game.rules().k
}

/// Appends a move to each open cell, row by row from the top left.
fn in_reading_order<W: CellSet>(game: &Line<W>, pos: &Position<W>, out: &mut Vec<Move>) {
    let mut cells: Vec<_> = game.open(pos).indices().map(|index| Cell(index as u16)).collect();
    cells.sort_by_cached_key(|&cell| {
        let (column, row) = game.place(cell);
        (std::cmp::Reverse(row), column)
    });
    out.extend(cells.into_iter().map(|cell| game.move_to(cell)));
}

impl<W: CellSet> MoveRanker<Line<W>> for FirstFree {
    fn rank(&self, _: &Line<W>, _: &Position<W>, _: Move) -> Score {
        Score::ZERO
    }

    fn candidates(&self, game: &Line<W>, pos: &Position<W>, out: &mut Vec<Move>) {
        in_reading_order(game, pos, out);
    }

    fn meaning(&self) -> RankMeaning {
        RankMeaning::Nothing
    }
}

impl<W: CellSet> MoveRanker<Line<W>> for CellWeighing {
    fn rank(&self, game: &Line<W>, pos: &Position<W>, mv: Move) -> Score {
        Score(self.weight(game, pos, game.landing(pos, mv)))
    }

    fn candidates(&self, game: &Line<W>, pos: &Position<W>, out: &mut Vec<Move>) {
        in_reading_order(game, pos, out);
    }

    fn meaning(&self) -> RankMeaning {
        RankMeaning::Comparison
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Notation, Status};

    fn tictactoe() -> Line<u64> {
        Line::new(crate::Rules::TICTACTOE).unwrap()
    }

    fn chosen(game: &Line<u64>, pos: &Position<u64>, ranker: &impl MoveRanker<Line<u64>>) -> Move {
        ranker.best(game, pos, &mut Vec::new()).unwrap()
    }

    /// How many games end well, level and badly for `me` when the ranker plays and the opponent does anything.
    fn exhaust<R: MoveRanker<Line<u64>> + Copy>(
        game: &Line<u64>,
        pos: &Position<u64>,
        me: Player,
        ranker: R,
    ) -> [u32; 3] {
        let player = match game.status(pos) {
            Status::Over(outcome) => {
                let place = (1 - outcome.points[me]) as usize;
                return std::array::from_fn(|index| u32::from(index == place));
            }
            Status::ToMove(player) => player,
        };
        let mut moves = Vec::new();
        if player == me {
            moves.push(chosen(game, pos, &ranker));
        } else {
            game.moves(pos, &mut moves);
        }
        let ends = moves.into_iter().map(|mv| exhaust(game, &game.after(pos, mv), me, ranker));
        ends.fold([0; 3], |sum, ends| std::array::from_fn(|index| sum[index] + ends[index]))
    }

    fn losses(ranker: impl MoveRanker<Line<u64>> + Copy) -> u32 {
        let game = tictactoe();
        Player::all(2).map(|me| exhaust(&game, &game.start(), me, ranker)[2]).sum()
    }

    #[test]
    fn the_offensive_and_the_defensive_player_never_lose() {
        assert_eq!(losses(CellWeighing::OFFENSIVE), 0);
        assert_eq!(losses(CellWeighing::DEFENSIVE), 0);
    }

    #[test]
    fn the_simple_and_the_influence_player_do() {
        assert!(losses(FirstFree) > 0);
        assert!(losses(CellWeighing::INFLUENCE) > 0);
    }

    #[test]
    fn they_differ_as_their_names_say() {
        let game = tictactoe();
        let mut pos = game.start();
        assert_eq!(game.write_move(chosen(&game, &pos, &CellWeighing::INFLUENCE)), "b2");
        let top_left = chosen(&game, &pos, &FirstFree);
        assert_eq!(game.place(game.landing(&pos, top_left)), (0, 2));
        // Both could win: a1 for the mover, b1 for the opponent.
        game.play_moves(&mut pos, "a3 b3 a2 b2").unwrap();
        assert_eq!(game.write_move(chosen(&game, &pos, &CellWeighing::OFFENSIVE)), "a1");
        assert_eq!(game.write_move(chosen(&game, &pos, &CellWeighing::DEFENSIVE)), "b1");
    }

    #[test]
    fn influence_counts_lines() {
        let game = tictactoe();
        let weight = |name: &str| {
            let Ok(Move::Place(cell)) = game.read_move(name) else { panic!("{name}") };
            CellWeighing::INFLUENCE.weight(&game, &game.start(), cell)
        };
        assert_eq!(["a1", "a2", "b2"].map(weight), [3, 2, 4]);
    }
}
