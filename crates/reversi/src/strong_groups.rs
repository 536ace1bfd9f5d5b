//! Groups of discs that are hard to take, as proposed in [Cherry2011] section 6.2.2.
//!
//! * A strong line: at least five discs in a row, one end of which lies on an edge. If both ends lie on the same side,
//!   the whole line can be taken from its ends, so it does not count; with one end in a corner it does, because a
//!   corner lies on two sides. Discs are counted, each once.
//! * A 3x3 square of own discs. Discs are counted, each once.

use agon_grid::{Cell, Shape};

use crate::BoardWord;

/// How long a line must be to be strong.
const STRONG: usize = 5;
/// East, south, south-west, south-east.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];

/// The places where strong groups can lie on one board.
#[derive(Clone, Debug)]
pub struct StrongGroups<W> {
    lines: Vec<W>,
    squares: Vec<W>,
}

impl<W: BoardWord> StrongGroups<W> {
    /// Finds the places.
    #[must_use]
    pub fn new(shape: &Shape) -> Self {
        let set = |cells: &[Cell]| cells.iter().fold(W::EMPTY, |set, cell| set | W::single(cell.index()));
        let mut lines = Vec::new();
        for (cell, step) in shape.cells().flat_map(|cell| STEPS.map(|step| (cell, step))) {
            let ray: Vec<Cell> = std::iter::successors(Some(cell), |&at| shape.step(at, step)).collect();
            let strong =
                (STRONG..=ray.len()).map(|length| &ray[..length]).filter(|line| is_strong(shape, line));
            lines.extend(strong.map(set));
        }
        let square = |cell| {
            let cells: Option<Vec<Cell>> = (0..9).map(|at| shape.step(cell, (at % 3, at / 3))).collect();
            cells.map(|cells| set(&cells))
        };
        Self { lines, squares: shape.cells().filter_map(square).collect() }
    }

    /// The discs that lie in strong lines.
    #[must_use]
    pub fn lines(&self, own: W) -> W {
        within(&self.lines, own)
    }

    /// The discs that lie in squares of three by three.
    #[must_use]
    pub fn squares(&self, own: W) -> W {
        within(&self.squares, own)
    }
}

fn within<W: BoardWord>(groups: &[W], own: W) -> W {
    groups.iter().filter(|&&group| group & own == group).fold(W::EMPTY, |all, &group| all | group)
}

/// Whether the ends of a line keep it from being taken from there.
fn is_strong(shape: &Shape, line: &[Cell]) -> bool {
    let sides = |cell: Option<&Cell>| {
        let (column, row) = cell.map_or((0, 0), |&cell| shape.place(cell));
        [column == 0, column + 1 == shape.width(), row == 0, row + 1 == shape.height()]
    };
    let (first, last) = (sides(line.first()), sides(line.last()));
    let on_edge = |sides: [bool; 4]| sides.contains(&true);
    let in_corner = |sides: [bool; 4]| sides.iter().filter(|&&side| side).count() == 2;
    let share_a_side = first.iter().zip(last).any(|(&first, last)| first && last);
    (on_edge(first) || on_edge(last)) && (!share_a_side || in_corner(first) || in_corner(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn discs_in_lines(cells: &[&str]) -> u32 {
        let shape = Shape::rectangle(8, 8).unwrap();
        let own = cells.iter().fold(0u64, |set, name| set | 1 << shape.named(name).unwrap().index());
        StrongGroups::<u64>::new(&shape).lines(own).count_ones()
    }

    #[test]
    fn lines_are_strong_by_their_ends() {
        assert_eq!(discs_in_lines(&["a1", "b1", "c1", "d1", "e1"]), 5, "from a corner");
        assert_eq!(discs_in_lines(&["b1", "c1", "d1", "e1", "f1"]), 0, "both ends on the same side");
        assert_eq!(discs_in_lines(&["a4", "b4", "c4", "d4", "e4"]), 5, "one end on a side");
        assert_eq!(discs_in_lines(&["b4", "c4", "d4", "e4", "f4"]), 0, "no end on a side");
        assert_eq!(discs_in_lines(&["d1", "c2", "b3", "a4"]), 0, "too short");
        assert_eq!(discs_in_lines(&["e1", "d2", "c3", "b4", "a5"]), 5, "two different sides");
    }

    #[test]
    fn squares_count_each_disc_once() {
        let groups = StrongGroups::<u64>::new(&Shape::rectangle(8, 8).unwrap());
        assert_eq!(groups.squares(0x0f_0f_0f).count_ones(), 12);
        assert_eq!(groups.squares(0x0f_0f).count_ones(), 0);
    }
}
