//! The simple patterns of [KInARow2012] figure 3-2: what orders the moves of a search, and all that the simple player of
//! section 3.6 knows.
//!
//! ```text
//!   XXXXX            a line                                    100
//!   -XXXX-           open: nothing can stop it                   5
//!   XXXX- XXX-X ...  one stone missing, wherever the gap is      1
//!   -XXX-  -XX-X-    two missing with room on both sides       0.4     points for each, less those of the opponent
//! ```
//!
//! Two of the seven lines of the figure cannot be read; they are taken to be `XX-XX` and `-XX-X-`. The source gives no
//! scores; these are ours. For other lengths of lines, the patterns are those with as many stones missing.
//! All patterns are found at once, as the source wishes: in each direction the board is shifted once for each place of a
//! pattern, and the patterns are intersections of these boards.

use agon_core::{Evaluator, Player, Score};
use agon_grid::CellSet;

use crate::game::Line;
use crate::position::Position;

/// Own patterns minus the opponent's, weighted by how near to a line they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct SimplePatterns;

const LINE: i32 = 100_000;
const OPEN_FOUR: i32 = 5_000;
const FOUR: i32 = 1_000;
const THREE: i32 = 400;

/// No pattern is longer: the longest line and a free cell at each end.
const LONGEST: usize = crate::LONGEST_SIDE as usize + 1;

impl<W: CellSet> Evaluator<Line<W>> for SimplePatterns {
    fn value(&self, game: &Line<W>, pos: &Position<W>, pov: Player) -> Score {
        let empty = game.board() & !pos.occupied();
        let mut total = 0;
        for &step in game.geometry.directions() {
            let empty = shifted(empty, step, game.rules.k);
            let worth = |player| {
                worth(&shifted(pos.stones(player), step, game.rules.k), &empty, game.rules.k as usize)
            };
            total += worth(pov) - worth(pov.other());
        }
        Score(total)
    }
}

/// The set as seen from each place of a pattern.
fn shifted<W: CellSet>(set: W, step: u32, k: u32) -> [W; LONGEST] {
    let mut seen = [W::EMPTY; LONGEST];
    for (place, slot) in (0..=k).zip(&mut seen) {
        let by = place * step;
        *slot = if by < W::CAPACITY { set >> by } else { W::EMPTY };
    }
    seen
}

/// What the patterns of one player in one direction are worth.
fn worth<W: CellSet>(own: &[W; LONGEST], empty: &[W; LONGEST], k: usize) -> i32 {
    let run = |from: usize, to: usize| own[from..to].iter().fold(!W::EMPTY, |set, &stones| set & stones);
    let count = |set: W, worth: i32| set.count() as i32 * worth;
    let inner = run(1, k.saturating_sub(1));
    let open = empty[0] & inner;
    let mut total = count(own[0] & inner & run(k - 1, k), LINE);
    total += count(open & own[k - 1] & empty[k], OPEN_FOUR);
    for (gap, &free) in empty.iter().enumerate().take(k) {
        total += count(run(0, gap) & free & run(gap + 1, k), FOUR);
    }
    if k > 2 {
        total += count(open & empty[k - 1], THREE);
    }
    for (gap, &free) in empty.iter().enumerate().take(k.saturating_sub(1)).skip(2) {
        total += count(empty[0] & run(1, gap) & free & run(gap + 1, k) & empty[k], THREE);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, Rules};
    use agon_core::{Game, Notation, Seed};
    use agon_grid::Bits;

    /// The naive twin lays every pattern on every cell in every direction.
    fn searched<W: CellSet>(game: &Line<W>, pos: &Position<W>, pov: Player) -> i32 {
        let k = game.rules().k as usize;
        let mut patterns = vec![("X".repeat(k), LINE)];
        patterns.push((format!("-{}-", "X".repeat(k - 1)), OPEN_FOUR));
        let with_gap = |length: usize, gap: usize| {
            (0..length).map(|place| if place == gap { '-' } else { 'X' }).collect::<String>()
        };
        patterns.extend((0..k).map(|gap| (with_gap(k, gap), FOUR)));
        if k > 2 {
            patterns.push((format!("-{}-", "X".repeat(k - 2)), THREE));
        }
        patterns.extend((1..k.saturating_sub(2)).map(|gap| (format!("-{}-", with_gap(k - 1, gap)), THREE)));
        let (columns, rows) = (game.rules().columns as i32, game.rules().rows as i32);
        let letter = |column: i32, row: i32, player: Player| {
            let cell = game.cell(u32::try_from(column).ok()?, u32::try_from(row).ok()?)?;
            let bit = cell.index();
            Some(match (pos.stones(player).has(bit), pos.occupied().has(bit)) {
                (true, _) => 'X',
                (_, false) => '-',
                _ => 'O',
            })
        };
        let mut total = 0;
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                for (pattern, worth) in &patterns {
                    for (player, sign) in [(pov, 1), (pov.other(), -1)] {
                        let mut places = (0i32..).zip(pattern.chars());
                        let fits = places.all(|(at, wanted)| {
                            letter(column + at * right, row + at * up, player) == Some(wanted)
                        });
                        total += if fits { sign * worth } else { 0 };
                    }
                }
            }
        }
        total
    }

    fn agrees<W: CellSet>(spec: &str) {
        let game: Line<W> = Line::new(Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap();
        let mut rng = Seed(2).stream("simple patterns", 0);
        for _ in 0..20 {
            let mut pos = game.start();
            while let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) {
                game.play_unchecked(&mut pos, mv);
                let player = pos.to_move();
                assert_eq!(
                    SimplePatterns.value(&game, &pos, player).0,
                    searched(&game, &pos, player),
                    "{spec}"
                );
            }
        }
    }

    #[test]
    fn all_patterns_are_found_at_once_as_one_by_one() {
        agrees::<u64>("tictactoe");
        agrees::<u64>("connect4");
        agrees::<u128>("gomoku:10x10");
        agrees::<u64>("line:m=6,n=7,k=6");
        agrees::<u64>("line:m=4,n=4,k=2");
        agrees::<Bits<4>>("line:m=14,n=12,k=7,p=2");
    }

    /// Patterns of figure 3-2 on an otherwise empty row.
    #[test]
    fn patterns_of_figure_3_2() {
        let game: Line<u128> = Line::new(Rules { columns: 10, rows: 10, ..Rules::GOMOKU }).unwrap();
        let value = |own: &str| {
            let mut pos = game.start();
            for name in own.split(' ') {
                let Move::Place(cell) = game.read_move(name).unwrap() else { panic!() };
                pos.stones[0] |= u128::single(cell.index());
            }
            SimplePatterns.value(&game, &pos, Player::FIRST).0
        };
        assert_eq!(value("c5 d5 e5 f5 g5"), LINE + 2 * FOUR);
        assert_eq!(value("c5 d5 e5 f5"), OPEN_FOUR + 2 * FOUR);
        assert_eq!(value("a5 b5 c5 d5"), FOUR);
        assert_eq!(value("c5 d5 e5 g5"), FOUR + THREE);
        assert_eq!(value("c5 d5 e5"), THREE);
        assert_eq!(value("c5 d5 f5"), THREE);
        assert_eq!(value("c5 d5"), 0);
    }
}
