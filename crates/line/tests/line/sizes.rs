//! Lines on boards of every size that is accepted, against the naive twin: at the edges, across them, and in dense
//! fillings.

use agon_core::{Game, Notation, Player, Rng, Seed};
use agon_grid::{Bits, CellSet};
use agon_line::{LONGEST_SIDE, Line, Rules};

use crate::naive::Naive;

type Place = (i32, i32);

/// Sets of stones that hurt: runs of nearly k, k and more in every direction, somewhere on the board, and fillings.
fn stones(rules: &Rules, rng: &mut Rng) -> Vec<Vec<Place>> {
    let (columns, rows, k) = (rules.columns as i32, rules.rows as i32, rules.k as i32);
    let all = || (0..columns).flat_map(move |column| (0..rows).map(move |row| (column, row)));
    let mut found = Vec::new();
    for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for length in [k - 1, k, k + 1] {
            let last = |(column, row): Place| (column + right * (length - 1), row + up * (length - 1));
            let fits =
                |&from: &Place| (0..columns).contains(&last(from).0) && (0..rows).contains(&last(from).1);
            let starts: Vec<Place> = all().filter(fits).collect();
            // The first and the last place lie at the edges; where no line of this length fits there is none.
            let some = starts.get(rng.below(starts.len().max(1) as u32) as usize);
            for &(column, row) in starts.first().into_iter().chain(starts.last()).chain(some) {
                found.push((0..length).map(|step| (column + right * step, row + up * step)).collect());
            }
        }
    }
    for of_ten in [3, 6, 9] {
        found.push(all().filter(|_| rng.below(10) < of_ten).collect());
    }
    found
}

fn naive(rules: &Rules, stones: &[Place]) -> Naive {
    let mut board = std::collections::BTreeMap::new();
    for column in 0..rules.columns as i32 {
        board.extend((0..rules.rows as i32).map(|row| ((column, row), '.')));
    }
    board.extend(stones.iter().map(|&place| (place, 'X')));
    let &Rules { k, p, gravity, exact, .. } = rules;
    Naive { board, k, p, gravity, exact, to_move: 'X', left: p }
}

fn text(rules: &Rules, naive: &Naive) -> String {
    let rows = (0..rules.rows as i32).rev();
    let cells = rows.flat_map(|row| (0..rules.columns as i32).map(move |column| (column, row)));
    cells.map(|place| naive.board[&place]).chain(" X".chars()).collect()
}

/// Whether the word finds the same lines, looking everywhere and looking from the last stone.
fn agree<W: CellSet>(rules: &Rules, whole: &Naive, without_last: &Naive, last: Place, won: [bool; 2]) {
    // A word that is too narrow for the board is refused, as another test shows.
    let Ok(game) = Line::<W>::new(*rules) else { return };
    let read = |naive: &Naive| game.read_position(&text(rules, naive)).expect("a position");
    let winner = |won: bool| won.then_some(Player::FIRST);
    assert_eq!(read(whole).winner(), winner(won[0]), "{} {}", rules.spec(), text(rules, whole));
    let mut pos = read(without_last);
    assert_eq!(pos.winner(), winner(won[1]), "{} {}", rules.spec(), text(rules, without_last));
    if !won[1] {
        let cell = game.cell(last.0 as u32, last.1 as u32).expect("a cell");
        game.play_unchecked(&mut pos, game.move_to(cell));
        assert_eq!(pos.winner(), winner(won[0]), "{} {}, {last:?} last", rules.spec(), text(rules, whole));
    }
}

#[test]
fn lines_are_found_on_boards_of_every_size() {
    let mut rng = Seed(1).stream("sizes", 0);
    for (columns, rows) in (1..=LONGEST_SIDE).flat_map(|m| (1..=LONGEST_SIDE).map(move |n| (m, n))) {
        let longest = columns.max(rows);
        // No line fits one cell: such a board is refused.
        for k in [2, 3, 5, longest].into_iter().filter(|&k| k >= 2 && k <= longest) {
            for exact in [false, true] {
                let rules = Rules { columns, rows, k, exact, ..Rules::TICTACTOE };
                for stones in stones(&rules, &mut rng) {
                    let Some(last) = stones.get(rng.below(stones.len().max(1) as u32) as usize) else {
                        continue;
                    };
                    let others: Vec<_> = stones.iter().copied().filter(|place| place != last).collect();
                    let (whole, without_last) = (naive(&rules, &stones), naive(&rules, &others));
                    let won = [whole.has_line('X'), without_last.has_line('X')];
                    agree::<u64>(&rules, &whole, &without_last, *last, won);
                    agree::<u128>(&rules, &whole, &without_last, *last, won);
                    agree::<Bits<4>>(&rules, &whole, &without_last, *last, won);
                    agree::<Bits<6>>(&rules, &whole, &without_last, *last, won);
                    agree::<Bits<7>>(&rules, &whole, &without_last, *last, won);
                }
            }
        }
    }
}
