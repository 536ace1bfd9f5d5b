//! The cells of a board, coloured by a number.

use crate::axis::short;
use crate::svg::{Anchor, Svg};

const CELL: f64 = 48.0;
const EDGE: f64 = 40.0;
const TITLE: f64 = 36.0;

/// A board with a number on each cell: white is the lowest, dark the highest.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// What it shows.
    pub title: String,
    /// The rows from the top; a place without a number is not a cell.
    pub rows: Vec<Vec<Option<f64>>>,
}

impl HeatMap {
    /// The map as a picture, columns named by letters and rows by numbers.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = (2.0 * EDGE + CELL * columns as f64).max(12.0 * EDGE);
        let mut svg = Svg::new(width, TITLE + 2.0 * EDGE + CELL * self.rows.len() as f64);
        svg.text((EDGE, 24.0), Anchor::Start, "#222", &self.title);
        for column in 0..columns {
            let letter = char::from_u32('a' as u32 + column as u32).unwrap_or('?').to_string();
            svg.text((corner(0, column).0 + CELL / 2.0, TITLE + EDGE - 8.0), Anchor::Middle, "#555", &letter);
        }
        for (row, cells) in self.rows.iter().enumerate() {
            let height = corner(row, 0).1 + CELL / 2.0 + 4.5;
            svg.text((EDGE - 8.0, height), Anchor::End, "#555", &(row + 1).to_string());
            for (column, value) in cells.iter().enumerate() {
                if let Some(value) = value {
                    self.draw_cell(&mut svg, corner(row, column), *value);
                }
            }
        }
        svg.finish()
    }

    fn draw_cell(&self, svg: &mut Svg, corner: (f64, f64), value: f64) {
        let heat = self.heat(value);
        svg.rectangle(corner, (CELL - 1.0, CELL - 1.0), &colour(heat));
        let ink = if heat > 0.55 { "white" } else { "#222" };
        svg.text((corner.0 + CELL / 2.0, corner.1 + CELL / 2.0 + 4.5), Anchor::Middle, ink, &short(value));
    }

    /// From 0 for the lowest number to 1 for the highest.
    fn heat(&self, value: f64) -> f64 {
        let numbers = || self.rows.iter().flatten().flatten().copied().filter(|number| number.is_finite());
        let (low, high) =
            (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
        if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 }
    }
}

fn corner(row: usize, column: usize) -> (f64, f64) {
    (EDGE + CELL * column as f64, TITLE + EDGE + CELL * row as f64)
}

/// From nearly white to dark blue.
fn colour(heat: f64) -> String {
    let mix = |from: f64, to: f64| (from + heat * (to - from)).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(242.0, 8.0), mix(247.0, 48.0), mix(252.0, 107.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_is_darkest_and_holes_stay_empty() {
        let map =
            HeatMap { title: "t".to_owned(), rows: vec![vec![Some(0.0), None], vec![Some(5.0), Some(10.0)]] };
        let svg = map.to_svg();
        assert_eq!([0.0, 5.0, 10.0].map(|value| map.heat(value)), [0.0, 0.5, 1.0]);
        assert_eq!(svg.matches("<rect").count(), 1 + 3);
        assert!(svg.contains("#08306b") && svg.contains("#f2f7fc"));
    }

    #[test]
    fn a_level_map_is_white() {
        let map = HeatMap { title: String::new(), rows: vec![vec![Some(3.0); 2]; 2] };
        assert_eq!(map.heat(3.0), 0.0);
        assert!(!HeatMap { title: String::new(), rows: Vec::new() }.to_svg().contains("NaN"));
    }
}
