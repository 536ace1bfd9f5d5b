//! The pieces that a colour has left, drawn as small as they can be. Original design.

use crate::pieces::{Orientation, Pieces};

/// No line is longer: a board of 20x20 and these stand beside each other on 80 columns.
const COLUMNS: usize = 34;
/// Columns between pieces.
const GAP: usize = 2;

/// The pieces with their names, lying flat, as many beside each other as fit.
pub(crate) fn stock(orientations: &[Orientation], pieces: Pieces) -> Vec<String> {
    let flattest = |piece| {
        let ways = orientations.iter().filter(move |turned| turned.piece == piece);
        ways.min_by_key(|turned| turned.height)
    };
    let mut flat: Vec<&Orientation> = pieces.iter().filter_map(flattest).collect();
    flat.sort_by_key(|turned| turned.height);
    let mut lines = Vec::new();
    let mut rest = flat.as_slice();
    while !rest.is_empty() {
        let (shelf, others) = rest.split_at(fitting(rest));
        lines.extend(drawn(shelf));
        rest = others;
    }
    lines
}

fn width(turned: &Orientation) -> usize {
    (turned.width as usize).max(turned.piece.name().len()) + GAP
}

/// How many of the next pieces are of one height and fit a line; at least one.
fn fitting(rest: &[&Orientation]) -> usize {
    let mut columns = 0;
    let fits = |turned: &&&Orientation| {
        columns += width(turned);
        columns <= COLUMNS + GAP && turned.height == rest[0].height
    };
    rest.iter().take_while(fits).count().max(1)
}

fn drawn(shelf: &[&Orientation]) -> Vec<String> {
    let line = |text: &dyn Fn(&Orientation) -> String| {
        let line: String = shelf.iter().map(|turned| format!("{:1$}", text(turned), width(turned))).collect();
        line.trim_end().to_owned()
    };
    let row = |turned: &Orientation, row: usize| -> String {
        let cell = |column: u32| if turned.rows[row] >> column & 1 == 1 { '#' } else { ' ' };
        (0..turned.width).map(cell).collect()
    };
    let height = shelf.first().map_or(0, |turned| turned.height as usize);
    let names = std::iter::once(line(&|turned| turned.piece.name().to_owned()));
    names.chain((0..height).map(|at| line(&|turned| row(turned, at)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pieces_fit_beside_a_board() {
        let lines = stock(&Orientation::all(), Pieces::ALL);
        assert!(lines.len() <= 13, "{lines:#?}");
        assert!(lines.iter().all(|line| line.len() <= COLUMNS), "{lines:#?}");
        assert_eq!(lines[0], "I1  I2  I3   I4    I5");
        assert_eq!(lines[1], "#   ##  ###  ####  #####");
        let cells: usize = lines.iter().map(|line| line.matches('#').count()).sum();
        assert_eq!(cells, 89);
        assert!(stock(&Orientation::all(), Pieces::NONE).is_empty());
    }
}
