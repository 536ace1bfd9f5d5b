//! What models of line games look at. Original design, in the manner of [Engel2015] section V: whose turn it is, how many windows
//! are still open with how many stones, and who holds which kind of cell.
//!
//! A window is open for a player who has stones in it while the opponent has none; those that miss more than
//! [`MOST_MISSING`] stones say nothing more than the cells do. Cells are of one kind if a mirror of the board maps them
//! onto each other: left and right, and without gravity also top and bottom. Kinds that a diagonal of a square board
//! exchanges are of one class: evaluators give them the mean of their weights.

use agon_abilities::{BoardFeatures, Features};
use agon_core::{Place, Player, Symmetric};
use agon_grid::{Cell, CellSet};

use crate::game::Line;
use crate::geometry::runs;
use crate::material::{count_stones, windows};
use crate::position::Position;

/// Windows that miss more stones are not counted.
const MOST_MISSING: u32 = 3;

/// The features on one board.
#[derive(Clone, Debug)]
pub struct WindowFeatures<W> {
    /// How many stones are missing in the windows that are counted.
    missing: Vec<u32>,
    names: Vec<String>,
    /// The cells of each kind.
    kinds: Vec<W>,
    /// By feature.
    classes: Vec<usize>,
    cells: u32,
}

impl<W: CellSet> WindowFeatures<W> {
    /// The features on the board of `game`.
    #[must_use]
    pub fn new(game: &Line<W>) -> Self {
        let rules = game.rules();
        let missing: Vec<u32> = (1..rules.k.min(MOST_MISSING + 1)).collect();
        let mut names = vec!["turn".to_owned()];
        names.extend(missing.iter().map(|missing| format!("missing-{missing}")));
        let (mut kinds, mut seen) = (Vec::new(), W::EMPTY);
        for cell in game.board().indices().map(|index| Cell(index as u16)) {
            if !seen.has(cell.index()) {
                let kind = mirrored(game, cell);
                let (column, row) = game.place(cell);
                names.push(format!("{}{}", agon_grid::column_letter(column), row + 1));
                seen |= kind;
                kinds.push(kind);
            }
        }
        let whole = 1 + missing.len();
        let of_kinds = kinds.iter().map(|&kind| whole + first_image(game, kind, &kinds));
        let classes = (0..whole).chain(of_kinds).collect();
        Self { missing, names, kinds, classes, cells: rules.cells() }
    }
}

/// The first kind onto which a symmetry of the board maps this one.
fn first_image<W: CellSet>(game: &Line<W>, kind: W, kinds: &[W]) -> usize {
    let cell = Cell(kind.first() as u16);
    let images: Vec<Cell> = (0..game.symmetries()).map(|index| game.map_cell(index, cell)).collect();
    let holds_one = |kind: &W| images.iter().any(|cell| kind.has(cell.index()));
    kinds.iter().position(holds_one).unwrap_or(0)
}

/// A cell and its images under the mirrors of the board.
fn mirrored<W: CellSet>(game: &Line<W>, cell: Cell) -> W {
    let rules = game.rules();
    let (column, row) = game.place(cell);
    let rows = if rules.gravity { vec![row] } else { vec![row, rules.rows - 1 - row] };
    let places = rows.iter().flat_map(|&row| [(column, row), (rules.columns - 1 - column, row)]);
    let cells = places.filter_map(|(column, row)| game.cell(column, row));
    cells.fold(W::EMPTY, |set, cell| set | W::single(cell.index()))
}

/// How many windows are open for a player, for each number of missing stones.
fn open_windows<W: CellSet>(game: &Line<W>, pos: &Position<W>, player: Player, missing: &[u32]) -> [u32; 3] {
    let k = game.rules.k;
    let free_of_opponent = game.geometry.board & !pos.stones(player.other());
    let mut counts = [0; MOST_MISSING as usize];
    for &step in game.geometry.directions() {
        let [open] = runs([free_of_opponent], [step], k);
        let planes = count_stones(pos.stones(player), step, k);
        for (count, missing) in counts.iter_mut().zip(missing) {
            *count += windows(open, &planes, k - missing).count();
        }
    }
    counts
}

impl<W: CellSet> Features<Line<W>> for WindowFeatures<W> {
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn count(&self) -> usize {
        self.names.len()
    }

    fn write(&self, game: &Line<W>, pos: &Position<W>, pov: Player, out: &mut [f64]) {
        out[0] = if pos.to_move() == pov { 1.0 } else { -1.0 };
        let count = |player| open_windows(game, pos, player, &self.missing);
        let (own, other) = (count(pov), count(pov.other()));
        let (counts, kinds) = out[1..].split_at_mut(self.missing.len());
        for (slot, (own, other)) in counts.iter_mut().zip(own.into_iter().zip(other)) {
            *slot = f64::from(own) - f64::from(other);
        }
        let (own, other) = (pos.stones(pov), pos.stones(pov.other()));
        for (slot, &kind) in kinds.iter_mut().zip(&self.kinds) {
            *slot = f64::from((own & kind).count()) - f64::from((other & kind).count());
        }
    }
}

impl<W: CellSet + 'static> BoardFeatures<Line<W>> for WindowFeatures<W> {
    fn cells(&self) -> u32 {
        self.cells
    }

    fn counted_cells(&self, game: &Line<W>) -> Vec<Vec<Place>> {
        let from_top = |cell: Cell| {
            let (column, row) = game.place(cell);
            (column, game.rules().rows - 1 - row)
        };
        let places = |kind: &W| kind.indices().map(|index| from_top(Cell(index as u16))).collect();
        let whole = self.names.len() - self.kinds.len();
        (0..whole).map(|_| Vec::new()).chain(self.kinds.iter().map(places)).collect()
    }

    fn classes(&self) -> Vec<usize> {
        self.classes.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use agon_core::{Game, Notation, Seed};
    use std::sync::Arc;

    fn connect_four() -> Line<u64> {
        Line::new(Rules::from_spec(&"connect4".parse().unwrap()).unwrap()).unwrap()
    }

    #[test]
    fn a_position_counted_by_hand() {
        let game = connect_four();
        let features = WindowFeatures::new(&game);
        assert_eq!(features.count(), 1 + 3 + 4 * 6);
        let mut pos = game.start();
        game.play_moves(&mut pos, "1122").unwrap();
        let mut out = vec![f64::NAN; features.count()];
        features.write(&game, &pos, Player::FIRST, &mut out);
        // a1 and b1 against a2 and b2: the rows are level; up are a2-a5, a3-a6, b2-b5, b3-b6 for nobody but the
        // upper stones; the diagonals a1-d4 and b1-e4 are free, a2-d5 and b2-e5 too.
        let seen = |name: &str| out[features.names().iter().position(|other| other == name).unwrap()];
        assert_eq!(seen("turn"), 1.0);
        assert_eq!(seen("missing-1"), 0.0);
        assert_eq!((seen("a1"), seen("a2"), seen("b1"), seen("c1")), (1.0, -1.0, 1.0, 0.0));
        let mut other = vec![f64::NAN; features.count()];
        features.write(&game, &pos, Player::SECOND, &mut other);
        assert!(out.iter().zip(&other).all(|(one, other)| *one == -other));
    }

    /// The naive twin walks along every window.
    #[test]
    fn windows_are_counted_as_by_walking() {
        let game = connect_four();
        let features = Arc::new(WindowFeatures::new(&game));
        let weights: Vec<i32> = (0..features.count() as i32).map(|index| 3 * index - 7).collect();
        let weighing = features.clone().weighing(&weights);
        let mut rng = Seed(3).stream("windows", 0);
        for _ in 0..200 {
            let mut pos = game.start();
            for _ in 0..rng.below(30) {
                if let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) {
                    game.play_unchecked(&mut pos, mv);
                }
            }
            let mut out = vec![f64::NAN; features.count()];
            features.write(&game, &pos, Player::SECOND, &mut out);
            for (missing, &found) in out.iter().enumerate().skip(1).take(3) {
                let count = |player| walked(&game, &pos, player, 4 - missing);
                assert_eq!(found, count(Player::SECOND) - count(Player::FIRST), "{missing} missing");
            }
            let sum: f64 = out.iter().zip(&weights).map(|(number, &weight)| number * f64::from(weight)).sum();
            assert_eq!(weighing.weigh(&game, &pos), sum as i64);
        }
    }

    fn walked(game: &Line<u64>, pos: &Position<u64>, player: Player, stones: usize) -> f64 {
        let mut found = 0;
        for (column, row, (right, up)) in (0..7)
            .flat_map(|column| (0..6).map(move |row| (column, row)))
            .flat_map(|(column, row)| [(1, 0), (0, 1), (1, 1), (1, -1)].map(|step| (column, row, step)))
        {
            let cells: Option<Vec<u32>> = (0..4)
                .map(|place: i32| {
                    let (column, row) = (column + right * place, row + up * place);
                    let cell = game.cell(u32::try_from(column).ok()?, u32::try_from(row).ok()?)?;
                    Some(cell.index())
                })
                .collect();
            let Some(cells) = cells else { continue };
            let held = |player: Player| cells.iter().filter(|&&cell| pos.stones(player).has(cell)).count();
            found += usize::from(held(player) == stones && held(player.other()) == 0);
        }
        found as f64
    }

    /// Left and right, and top and bottom where nothing falls, are of one kind; turns of squares share a class.
    #[test]
    fn mirrored_cells_count_together() {
        let held = |spec: &str, moves: &str| {
            let game: Line<u64> = Line::new(Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap();
            let features = WindowFeatures::new(&game);
            let mut pos = game.start();
            game.play_moves(&mut pos, moves).unwrap();
            let mut out = vec![f64::NAN; features.count()];
            features.write(&game, &pos, Player::FIRST, &mut out);
            let names = features.names();
            let cells = names.iter().zip(&out).skip(features.missing.len() + 1);
            let held = cells.filter(|(_, held)| **held != 0.0).map(|(name, held)| format!("{name}={held}"));
            held.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(held("connect4", "1766"), "b1=1 b2=-1", "a1 and g1 make up for each other");
        assert_eq!(held("connect4", "43"), "c1=-1 d1=1");
        assert_eq!(held("line:m=5,n=3,k=3", "a1 e1 a3 c2 e3"), "a1=2 c2=-1");
        let game: Line<u64> = Line::new(Rules::TICTACTOE).unwrap();
        let features = WindowFeatures::new(&game);
        let names = features.names();
        let shared: Vec<_> = features.classes().iter().map(|&class| names[class].clone()).collect();
        assert_eq!(names[3..], ["a1", "a2", "b1", "b2"]);
        assert_eq!(shared[3..], ["a1", "a2", "a2", "b2"]);
    }
}
