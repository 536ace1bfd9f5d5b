//! The influence map of [Cherry2011] section 4.2.1: a value from 0 to 10 for each place, learned as eight numbers.
//!
//! ```text
//!     10  A  C  F  F  C  A 10        figure 4.1: corners are worth 10, the four centre cells are taken when the
//!      A  B  D  G  G  D  B  A        game starts and carry no value, and the rest is the same in every quadrant
//!      C  D  E  H  H  E  D  C        and on both sides of its diagonal
//!      F  G  H  .  .  H  G  F
//!      ...
//! ```
//!
//! Beyond the source: the letters name distances from the two nearest edges (`A` = 0 and 1, `G` = 1 and 3), so the map
//! also covers other square boards of even size. Smaller boards use the letters they have; on larger ones a distance
//! above 3 counts as 3, and cells that far from both edges, the centre excepted, take `H`. Other shapes are refused.

use std::fmt;
use std::str::FromStr;

use agon_core::{CellMap, Evaluator, Explanation, Place, Player, ReadError, Score, Unit};
use agon_grid::{Cell, Shape};

use crate::rules::Rules;
use crate::{BoardWord, Position, Reversi};

/// The value of a corner.
const CORNER: u8 = 10;
/// The largest value of a place.
const LARGEST: u8 = 10;
/// The distances to the nearer and the farther edge that each letter stands for, from `A` to `H`.
const PLACES: [(u32, u32); 8] = [(0, 1), (1, 1), (0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3)];

/// The eight values, from `A` to `H`; each from 0 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InfluenceMap([u8; 8]);

impl InfluenceMap {
    /// The map with these values for `A` to `H`.
    ///
    /// # Errors
    /// If a value is above 10.
    pub fn new(values: [u8; 8]) -> Result<Self, ReadError> {
        match values.iter().position(|&value| value > LARGEST) {
            None => Ok(Self(values)),
            Some(at) => Err(ReadError::new(format!(
                "influence {} is {}; values go from 0 to {LARGEST}",
                letter(at),
                values[at]
            ))),
        }
    }

    /// The values of `A` to `H`.
    #[must_use]
    pub fn values(&self) -> [u8; 8] {
        self.0
    }

    /// The map laid out on the board of some rules.
    ///
    /// # Errors
    /// If the board is not a full square of even size.
    pub fn on<W: BoardWord>(&self, rules: &Rules) -> Result<Influence<W>, ReadError> {
        let shape = &rules.shape;
        if !rules.has_influence() {
            return Err(ReadError::new(format!(
                "an influence map needs a full square board of even size, {} is none",
                rules.spec()
            )));
        }
        let centre = rules.centre().unwrap_or([Cell(u16::MAX); 4]);
        let mut influence =
            Influence { by_cell: vec![0; shape.numbers() as usize], planes: [W::EMPTY; PLANES] };
        for cell in shape.cells().filter(|cell| !centre.contains(cell)) {
            let value = self.value_at(shape, cell);
            influence.by_cell[cell.index() as usize] = value;
            for (bit, plane) in influence.planes.iter_mut().enumerate() {
                if value >> bit & 1 == 1 {
                    *plane |= W::single(cell.index());
                }
            }
        }
        Ok(influence)
    }

    fn value_at(&self, shape: &Shape, cell: Cell) -> u8 {
        let (column, row) = shape.place(cell);
        let from_edge = |place: u32| place.min(shape.width() - 1 - place).min(3);
        let (near, far) = (from_edge(column).min(from_edge(row)), from_edge(column).max(from_edge(row)));
        match PLACES.iter().position(|&place| place == (near.min(2), far)) {
            Some(at) => self.0[at],
            None => CORNER,
        }
    }
}

impl Rules {
    /// Whether an influence map fits the board: it must be a full square of even size.
    #[must_use]
    pub fn has_influence(&self) -> bool {
        let shape = &self.shape;
        shape.is_rectangle() && shape.width() == shape.height() && shape.width().is_multiple_of(2)
    }
}

fn letter(at: usize) -> char {
    char::from(b'A' + at as u8)
}

impl fmt::Display for InfluenceMap {
    /// A header, then a line for each letter: `A 3`. Reading it gives the same map.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        self.0.iter().enumerate().try_for_each(|(at, value)| writeln!(f, "{} {value}", letter(at)))
    }
}

const HEADER: &str = "agon influence map 1";

impl FromStr for InfluenceMap {
    type Err = ReadError;

    /// Reads what [`Display`](fmt::Display) writes; empty lines and those that begin with `#` say nothing.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        let wrong = |number: usize, cause: String| ReadError::new(format!("line {}: {cause}", number + 1));
        let mut lines =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        match lines.next() {
            Some((_, line)) if line.trim() == HEADER => {}
            Some((number, _)) => {
                return Err(wrong(number, format!("an influence map begins with `{HEADER}`")));
            }
            None => return Err(ReadError::new(format!("nothing is there; the first line is `{HEADER}`"))),
        }
        let mut values = [None; 8];
        for (number, line) in lines {
            let (name, value) = line
                .trim()
                .split_once(char::is_whitespace)
                .ok_or_else(|| wrong(number, format!("`{line}` is not a letter and a value")))?;
            let slot = (0..8)
                .find(|&at| name == letter(at).to_string())
                .ok_or_else(|| wrong(number, format!("`{name}` is not a place: A to H are")))?;
            let value = value.trim().parse().ok().filter(|&value: &u8| value <= LARGEST);
            let value =
                value.ok_or_else(|| wrong(number, format!("{name} needs a whole number from 0 to 10")))?;
            if values[slot].replace(value).is_some() {
                return Err(wrong(number, format!("{name} is given twice")));
            }
        }
        match values.iter().position(Option::is_none) {
            Some(at) => Err(ReadError::new(format!("the value of {} is missing", letter(at)))),
            None => Ok(Self(values.map(Option::unwrap_or_default))),
        }
    }
}

/// Values up to 10 have four binary digits.
const PLANES: usize = 4;

/// An influence map on a board; as an evaluator, own places minus the opponent's.
///
/// The sum over a set of cells needs no loop: the cells whose value has a certain binary digit are one set, so the
/// sum is four counts.
#[derive(Clone, Debug)]
pub struct Influence<W> {
    by_cell: Vec<u8>,
    planes: [W; PLANES],
}

impl<W: BoardWord> Influence<W> {
    /// The value of a place.
    #[must_use]
    #[inline]
    pub fn at(&self, cell: Cell) -> i32 {
        i32::from(self.by_cell[cell.index() as usize])
    }

    /// The values of all places of a set together.
    #[must_use]
    #[inline]
    pub fn sum(&self, cells: W) -> i32 {
        self.planes.iter().rev().fold(0, |sum, &plane| 2 * sum + (cells & plane).count() as i32)
    }
}

impl<W: BoardWord> Evaluator<Reversi<W>> for Influence<W> {
    #[inline]
    fn value(&self, _: &Reversi<W>, pos: &Position<W>, pov: Player) -> Score {
        Score::points(self.sum(pos.discs(pov)) - self.sum(pos.discs(pov.other())))
    }

    fn explain(&self, game: &Reversi<W>, pos: &Position<W>, pov: Player) -> Explanation {
        let [own, other] =
            [pov, pov.other()].map(|player| (pos.discs(player).count(), self.sum(pos.discs(player))));
        let parts = [
            ("own discs", f64::from(own.0), f64::from(own.1)),
            ("opponent's discs", f64::from(other.0), -f64::from(other.1)),
        ];
        Explanation::showing(self.map(&game.rules().shape)).and(Explanation::made_of(parts, Unit::Rating))
    }
}

impl<W: BoardWord> Influence<W> {
    /// What each place is worth, to be shown.
    pub(crate) fn map(&self, shape: &Shape) -> CellMap {
        let value = |cell| (shape.place(cell) as Place, f64::from(self.at(cell)));
        CellMap {
            name: "influence".to_owned(),
            meaning: "what holding a cell is worth, from 0 to 10".to_owned(),
            cells: shape.cells().map(value).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Game;

    const MAP: InfluenceMap = InfluenceMap([1, 2, 3, 4, 5, 6, 7, 8]);

    fn drawn(size: u32) -> String {
        let rules = Rules { shape: Shape::rectangle(size, size).unwrap(), ..Default::default() };
        let influence: Influence<u128> = MAP.on(&rules).unwrap();
        let rows = (0..size / 2).map(|row| {
            let values =
                (0..size).map(|column| influence.at(rules.shape.cell(column, row).unwrap()).to_string());
            values.collect::<Vec<_>>().join(" ")
        });
        rows.collect::<Vec<_>>().join("/")
    }

    #[test]
    fn the_board_is_that_of_figure_4_1() {
        assert_eq!(drawn(8), "10 1 3 6 6 3 1 10/1 2 4 7 7 4 2 1/3 4 5 8 8 5 4 3/6 7 8 0 0 8 7 6");
    }

    #[test]
    fn other_square_boards_have_their_classes() {
        assert_eq!(drawn(6), "10 1 3 3 1 10/1 2 4 4 2 1/3 4 0 0 4 3");
        let last_row = drawn(10).rsplit('/').next().unwrap().to_owned();
        assert_eq!(last_row, "6 7 8 8 0 0 8 8 7 6");
        let eighty_eight = Rules::from_spec(&"reversi:88".parse().unwrap()).unwrap();
        let error = MAP.on::<u128>(&eighty_eight).unwrap_err();
        assert_eq!(
            error.message,
            "an influence map needs a full square board of even size, reversi:88 is none"
        );
    }

    #[test]
    fn sums_are_the_values_added_up() {
        let game: Reversi<u64> = Reversi::new(Rules::default()).unwrap();
        let influence: Influence<u64> = MAP.on(game.rules()).unwrap();
        let mut rng = agon_core::Seed(1).stream("influence", 0);
        for _ in 0..100 {
            let cells = rng.u64();
            let plain: i32 = (0..64).filter(|at| cells >> at & 1 == 1).map(|at| influence.at(Cell(at))).sum();
            assert_eq!(influence.sum(cells), plain);
        }
        assert_eq!(influence.value(&game, &game.start(), Player::FIRST), Score::ZERO);
        // Black holds the corner a1, worth 10, White c1, worth 3, and d1, worth 6.
        let pos = agon_core::Notation::read_position(&game, &format!("X-OO{} X", "-".repeat(60))).unwrap();
        let values = [Player::FIRST, Player::SECOND].map(|player| influence.value(&game, &pos, player));
        assert_eq!(values, [Score::points(1), Score::points(-1)]);
    }

    #[test]
    fn text_round_trips_and_errors_name_the_line() {
        assert_eq!(MAP.to_string().parse(), Ok(MAP));
        let read = |text: &str| text.parse::<InfluenceMap>().unwrap_err().message;
        assert_eq!(read("hello"), "line 1: an influence map begins with `agon influence map 1`");
        assert_eq!(read("agon influence map 1\n\nA 3\nJ 4"), "line 4: `J` is not a place: A to H are");
        assert_eq!(read("agon influence map 1\nA 11"), "line 2: A needs a whole number from 0 to 10");
        assert_eq!(read("agon influence map 1\nA 1\nA 1"), "line 3: A is given twice");
        assert_eq!(read("agon influence map 1\nA 1"), "the value of B is missing");
        assert_eq!(InfluenceMap::new([10, 2, 3, 4, 5, 6, 7, 0]).unwrap().values(), [10, 2, 3, 4, 5, 6, 7, 0]);
        assert!(InfluenceMap::new([0, 0, 0, 11, 0, 0, 0, 0]).is_err());
    }
}
