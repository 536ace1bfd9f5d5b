//! What the signs on a board mean.

use agon_core::{Look, Tile, View};

use super::{Marks, Paint};

/// The signs that a board shows now, each with its meaning.
pub fn signs(view: &View, marks: &Marks, paint: Paint) -> Vec<(String, &'static str)> {
    let is_lettered = matches!(paint, Paint::Plain | Paint::Sixteen);
    let starts = view.tiles.iter().enumerate().filter(|(index, _)| !marks.legal.contains(index));
    let starts = starts.filter_map(|(_, tile)| match tile {
        Tile::Start(color) => view.colors.get(usize::from(*color)),
        _ => None,
    });
    let mut letters: Vec<_> = starts.map(|color| color.letter.to_ascii_lowercase().to_string()).collect();
    letters.sort();
    letters.dedup();
    let start = match (letters.is_empty(), is_lettered) {
        (true, _) => None,
        (false, true) => Some(letters.join(" ")),
        (false, false) => Some("\u{25cb}".to_owned()),
    };
    let last = match (is_lettered, view.look) {
        (true, _) => "( )",
        (false, Look::Pieces) => "\u{25cf}",
        (false, _) => "red ground",
    };
    let shown = |sign: &str, is_there: bool| is_there.then(|| sign.to_owned());
    let all = [
        (shown("+", !marks.legal.is_empty()), "where your next move can begin"),
        (shown(last, !marks.last.is_empty()), "put there since your last move"),
        (start, "where a colour has to begin"),
    ];
    all.into_iter().filter_map(|(sign, meaning)| Some((sign?, meaning))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_catalog::{Origin, game};

    fn of(spec: &str, moves: &str, legal: Vec<usize>, paint: Paint) -> Vec<String> {
        let session = game(spec).unwrap().session(&[], &Origin::Moves(moves)).unwrap();
        let marks = Marks { last: session.last_footprint(), legal, stock: Vec::new() };
        signs(&session.view(), &marks, paint).into_iter().map(|(sign, _)| sign).collect()
    }

    #[test]
    fn signs_are_those_of_the_board_as_it_is_drawn() {
        assert_eq!(of("blokus", "", vec![0], Paint::Plain), ["+", "g r y"]);
        assert_eq!(of("blokus", "", vec![0], Paint::Full), ["+", "\u{25cb}"]);
        assert_eq!(of("blokus:duo", "e10 j5", vec![3], Paint::Palette), ["+", "\u{25cf}"]);
        assert_eq!(of("reversi", "f5", vec![20], Paint::Sixteen), ["+", "( )"]);
        assert_eq!(of("gomoku", "h8", vec![], Paint::Full), ["red ground"]);
        assert!(of("gomoku", "", vec![], Paint::Full).is_empty());
    }
}
