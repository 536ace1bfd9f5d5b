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
//! pattern, and the patterns are intersections of these boards. What stands before and after a gap is intersected once for
//! all gaps, and a direction in which no pattern can lie is passed over.

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

/// Places of the longest pattern: the longest line and a free cell at one end.
const LONGEST: usize = crate::LONGEST_SIDE as usize + 1;
/// Enough places for lines of up to seven: few boards are quickly filled.
const SHORT: usize = 8;
/// In lines of so many, two of which are missing at most, some stones always touch.
const TOUCHING: u32 = 5;

impl<W: CellSet> Evaluator<Line<W>> for SimplePatterns {
    fn value(&self, game: &Line<W>, pos: &Position<W>, pov: Player) -> Score {
        let is_short = (game.rules.k as usize) < SHORT;
        Score(if is_short { lead::<W, SHORT>(game, pos, pov) } else { lead::<W, LONGEST>(game, pos, pov) })
    }
}

/// What the patterns of a player are worth, less those of the opponent.
fn lead<W: CellSet, const PLACES: usize>(game: &Line<W>, pos: &Position<W>, pov: Player) -> i32 {
    let k = game.rules.k;
    let empty = game.board() & !pos.occupied();
    let stones = [pov, pov.other()].map(|player| pos.stones(player));
    let mut total = 0;
    for &step in game.geometry.directions() {
        let [own, other] = stones
            .map(|stones| (k < TOUCHING || !(stones & shift(stones, step)).is_empty()).then_some(stones));
        if own.or(other).is_none() {
            continue;
        }
        let empty: [W; PLACES] = shifted(empty, step, k);
        let worth = |stones: Option<W>| {
            stones.map_or(0, |stones| worth::<W, PLACES>(&shifted(stones, step, k), &empty, k as usize))
        };
        total += worth(own) - worth(other);
    }
    total
}

fn shift<W: CellSet>(set: W, by: u32) -> W {
    if by < W::CAPACITY { set >> by } else { W::EMPTY }
}

/// The set as seen from each place of a pattern.
fn shifted<W: CellSet, const PLACES: usize>(set: W, step: u32, k: u32) -> [W; PLACES] {
    let mut seen = [W::EMPTY; PLACES];
    for (place, slot) in (0..=k).zip(&mut seen) {
        *slot = shift(set, place * step);
    }
    seen
}

/// What the patterns of one player in one direction are worth.
fn worth<W: CellSet, const PLACES: usize>(own: &[W; PLACES], empty: &[W; PLACES], k: usize) -> i32 {
    // Runs of stones: from the first place up to a gap, the same from the second place, and after a gap up to the end.
    let (mut before, mut inside, mut after) = ([!W::EMPTY; PLACES], [!W::EMPTY; PLACES], [!W::EMPTY; PLACES]);
    for gap in 0..k {
        before[gap + 1] = before[gap] & own[gap];
        inside[gap + 1] = if gap > 0 { inside[gap] & own[gap] } else { !W::EMPTY };
    }
    for gap in (1..k).rev() {
        after[gap - 1] = after[gap] & own[gap];
    }
    let count = |set: W, worth: i32| if set.is_empty() { 0 } else { set.count() as i32 * worth };
    let mut total = count(before[k], LINE);
    total += count(empty[0] & inside[k] & empty[k], OPEN_FOUR);
    for gap in 0..k {
        total += count(before[gap] & empty[gap] & after[gap], FOUR);
    }
    if k > 2 {
        total += count(empty[0] & inside[k - 1] & empty[k - 1], THREE);
    }
    for gap in 2..k.saturating_sub(1) {
        total += count(empty[0] & inside[gap] & empty[gap] & after[gap] & empty[k], THREE);
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
        agrees::<Bits<4>>("line:m=13,n=14,k=8");
        agrees::<u64>("line:m=13,n=3,k=13");
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
