//! A board as a picture: every game by its [`View`], as the browser draws it but without a page around it.

use agon_core::{Color, Look, Tile, View};

use crate::svg::{Anchor, Svg};

/// Pixels of a cell, and of the edge that holds the labels.
const CELL: f64 = 36.0;
const EDGE: f64 = 24.0;
/// Height of the line below the board that says who moves.
const FOOT: f64 = 26.0;

const INK: &str = "#333333";
/// What marks the tiles of the last move.
const MARK: &str = "#d0021b";

/// The picture of a position, with marks on the tiles of `marked`, such as those of the last move.
#[must_use]
pub fn board_svg(view: &View, marked: &[usize]) -> String {
    let (columns, rows) = (view.width as f64, view.height() as f64);
    let mut svg = Svg::new(columns * CELL + 2.0 * EDGE, rows * CELL + 2.0 * EDGE + FOOT);
    for (index, tile) in view.tiles.iter().enumerate().filter(|(_, tile)| **tile != Tile::Hole) {
        ground(&mut svg, view, index, *tile);
    }
    for (index, tile) in view.tiles.iter().enumerate() {
        if let Tile::Held(color) = tile {
            stone(&mut svg, view, index, usize::from(*color));
        }
    }
    for &index in marked.iter().filter(|index| **index < view.tiles.len()) {
        let (x, y) = centre(view, index);
        svg.disc((x, y), CELL / 9.0, MARK, "");
    }
    labels(&mut svg, view);
    foot(&mut svg, view);
    svg.finish()
}

fn corner(view: &View, index: usize) -> (f64, f64) {
    let (column, row) = (index % view.width.max(1), index / view.width.max(1));
    (EDGE + column as f64 * CELL, EDGE + row as f64 * CELL)
}

fn centre(view: &View, index: usize) -> (f64, f64) {
    let (x, y) = corner(view, index);
    (x + CELL / 2.0, y + CELL / 2.0)
}

/// A cell without what stands on it.
fn ground(svg: &mut Svg, view: &View, index: usize, tile: Tile) {
    let ((x, y), (cx, cy)) = (corner(view, index), centre(view, index));
    let (fill, line) = match view.look {
        Look::Discs => ("#2e8b57", "#1d5c39"),
        Look::Crossings => ("#e3b96b", "#e3b96b"),
        Look::Panel => ("#2456a6", "#2456a6"),
        Look::Pieces => ("#eeeeee", "#cccccc"),
        _ => ("#fafafa", "#999999"),
    };
    svg.rectangle((x, y), (CELL, CELL), line);
    svg.rectangle((x + 0.5, y + 0.5), (CELL - 1.0, CELL - 1.0), fill);
    match view.look {
        Look::Crossings => {
            let reach = |at: usize, of: usize| {
                let begin = if at == 0 { 0.0 } else { -CELL / 2.0 };
                (begin, if at + 1 == of { 0.0 } else { CELL / 2.0 })
            };
            let (left, right) = reach(index % view.width, view.width);
            let (up, down) = reach(index / view.width, view.height());
            svg.line((cx + left, cy), (cx + right, cy), "#5b4a25", 1.0);
            svg.line((cx, cy + up), (cx, cy + down), "#5b4a25", 1.0);
        }
        Look::Panel => svg.disc((cx, cy), CELL * 0.4, "#f4f4f4", ""),
        _ => {}
    }
    if let Some(color) = start_of(view, tile) {
        svg.disc((cx, cy), CELL / 8.0, &rgb(color), "");
    }
}

fn start_of(view: &View, tile: Tile) -> Option<&Color> {
    match tile {
        Tile::Start(color) => view.colors.get(usize::from(color)),
        _ => None,
    }
}

/// What stands on a cell.
fn stone(svg: &mut Svg, view: &View, index: usize, color: usize) {
    let Some(paint) = view.colors.get(color) else { return };
    let ((x, y), (cx, cy)) = (corner(view, index), centre(view, index));
    match view.look {
        Look::Pieces => svg.rectangle((x + 1.0, y + 1.0), (CELL - 2.0, CELL - 2.0), &rgb(paint)),
        Look::Marks if color == 0 => {
            let reach = CELL * 0.3;
            svg.line((cx - reach, cy - reach), (cx + reach, cy + reach), INK, 4.0);
            svg.line((cx - reach, cy + reach), (cx + reach, cy - reach), INK, 4.0);
        }
        Look::Marks => {
            svg.disc((cx, cy), CELL * 0.34, INK, "");
            svg.disc((cx, cy), CELL * 0.24, "#fafafa", "");
        }
        _ => {
            svg.disc((cx, cy), CELL * 0.42, "#202020", paint.name);
            svg.disc((cx, cy), CELL * 0.40, &rgb(paint), paint.name);
        }
    }
}

fn rgb(color: &Color) -> String {
    let [red, green, blue] = color.rgb;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn labels(svg: &mut Svg, view: &View) {
    for (column, label) in view.columns.iter().enumerate() {
        let x = EDGE + (column as f64 + 0.5) * CELL;
        svg.text((x, EDGE - 8.0), Anchor::Middle, INK, label);
    }
    for (row, label) in view.rows.iter().enumerate() {
        let y = EDGE + (row as f64 + 0.5) * CELL + 4.5;
        svg.text((EDGE - 6.0, y), Anchor::End, INK, label);
    }
}

/// Who moves, and what is counted.
fn foot(svg: &mut Svg, view: &View) {
    let mover = view.to_move.and_then(|color| view.colors.get(usize::from(color)));
    let said = mover.map_or_else(|| "the game is over".to_owned(), |color| format!("{} to move", color.name));
    let counted = view.counts.map(|what| {
        let counts = view.holdings.iter().map(|holding| holding.count.unwrap_or_default().to_string());
        format!("; {what}: {}", counts.collect::<Vec<_>>().join(" : "))
    });
    let y = EDGE * 2.0 + view.height() as f64 * CELL;
    svg.text((EDGE, y), Anchor::Start, INK, &(said + &counted.unwrap_or_default()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(look: Look) -> View {
        View {
            width: 2,
            tiles: vec![Tile::Held(0), Tile::Hole, Tile::Start(1), Tile::Held(1)],
            columns: vec!["a".to_owned(), "b".to_owned()],
            rows: vec!["2".to_owned(), "<1".to_owned()],
            colors: vec![Color::BLACK, Color::WHITE],
            to_move: Some(1),
            look,
            ..View::default()
        }
    }

    #[test]
    fn every_look_is_well_formed_and_draws_each_stone() {
        for look in [Look::Cells, Look::Discs, Look::Crossings, Look::Panel, Look::Pieces, Look::Marks] {
            let svg = board_svg(&view(look), &[3, 99]);
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{look:?}");
            assert_eq!(svg.matches(MARK).count(), 1, "a mark outside the board is left out");
            assert!(svg.contains("white to move") && svg.contains("&lt;1"), "{look:?}");
            assert_eq!(svg, board_svg(&view(look), &[3]), "the same position gives the same bytes");
        }
        let discs = board_svg(&view(Look::Discs), &[]);
        assert_eq!(discs.matches("<title>black</title>").count(), 2);
        assert_eq!(discs.matches("#2e8b57").count(), 3, "a hole is no cell");
    }

    #[test]
    fn the_end_is_said_and_no_board_is_no_trouble() {
        assert!(board_svg(&View::default(), &[0]).contains("the game is over"));
    }
}
