//! A position as JSON: all that a page needs to draw it and to let somebody move.

use agon_catalog::tile_number;
use agon_core::{Choice, Session, Tile, Value, View};
use serde::Serialize;

/// A board.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Picture {
    /// Tiles in a row.
    width: usize,
    /// Row by row from the top, as [`tile_number`] gives them.
    tiles: Vec<i8>,
    columns: Vec<String>,
    rows: Vec<String>,
    colors: Vec<&'static str>,
    look: &'static str,
    /// The colour to move.
    to_move: Option<u8>,
    counts: Option<&'static str>,
    holdings: Vec<Holding>,
    notes: Vec<String>,
}

/// What a colour has.
#[derive(Clone, Debug, Serialize)]
struct Holding {
    owner: usize,
    count: Option<u32>,
    out: bool,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, Serialize)]
struct Piece {
    name: &'static str,
    drawing: &'static [&'static str],
    left: bool,
}

impl From<View> for Picture {
    fn from(view: View) -> Self {
        let piece = |piece: agon_core::HeldPiece| Piece {
            name: piece.name,
            drawing: piece.drawing,
            left: piece.left,
        };
        let holding = |holding: agon_core::Holding| Holding {
            owner: holding.owner.index(),
            count: holding.count,
            out: holding.out,
            pieces: holding.pieces.into_iter().map(piece).collect(),
        };
        Self {
            width: view.width,
            tiles: view.tiles.iter().map(|&tile| tile_number(tile)).collect(),
            columns: view.columns,
            rows: view.rows,
            colors: view.colors.iter().map(|color| color.name).collect(),
            look: view.look.name(),
            to_move: view.to_move,
            counts: view.counts,
            holdings: view.holdings.into_iter().map(holding).collect(),
            notes: view.notes,
        }
    }
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LegalMove {
    #[serde(rename = "move")]
    text: String,
    /// The tiles on which it puts something.
    cells: Vec<usize>,
    /// How many other tiles change hands; left out where that is none or where there are too many moves to look.
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<usize>,
}

/// With more moves than this, what each would turn is not looked at: only Blokus has so many, and turns nothing.
const MOST_LOOKED_AT: usize = 64;

/// The legal moves of a session, which is given back as it was.
pub(crate) fn legal_moves(session: &mut dyn Session) -> Vec<LegalMove> {
    let legal = session.legal();
    let before = (legal.len() <= MOST_LOOKED_AT).then(|| session.view());
    let look_at = |text: String| {
        let cells = session.footprint(&text);
        let turns = before.as_ref().map(|before| turned_by(session, before, &text).len());
        LegalMove { text, cells, turns: turns.filter(|&turns| turns > 0) }
    };
    legal.into_iter().map(look_at).collect()
}

/// The tiles that would change hands.
fn turned_by(session: &mut dyn Session, before: &View, mv: &str) -> Vec<usize> {
    if session.play(mv).is_err() {
        return Vec::new();
    }
    let after = session.view();
    session.undo();
    turned(before, &after)
}

/// The tiles that changed hands between two pictures.
pub(crate) fn turned(before: &View, after: &View) -> Vec<usize> {
    let both = before.tiles.iter().zip(&after.tiles).enumerate();
    let changed =
        both.filter(|(_, tiles)| matches!(tiles, (Tile::Held(one), Tile::Held(other)) if one != other));
    changed.map(|(index, _)| index).collect()
}

/// What an agent found out.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Thought {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// In words and with its unit, for the side to move.
    pub(crate) value: Option<Judged>,
    pub(crate) exact: bool,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) millis: u64,
    pub(crate) line: Vec<String>,
    /// The moves that were looked at, the best first.
    pub(crate) moves: Vec<RatedMove>,
}

/// A value: a number for graphs, and words for people.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Judged {
    pub(crate) number: f64,
    pub(crate) unit: &'static str,
    pub(crate) words: String,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct RatedMove {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    #[serde(flatten)]
    pub(crate) value: Judged,
    pub(crate) at_most: bool,
    /// How often it was tried.
    pub(crate) visits: Option<u64>,
}

impl Judged {
    /// The value for the side to move of a session.
    pub(crate) fn of(session: &dyn Session, score: agon_core::Score, unit: agon_core::Unit) -> Self {
        Self { number: score.to_f64(), unit: unit.name(), words: Value::of(session, score, unit).to_string() }
    }
}

impl Thought {
    /// What was chosen for the side to move of a session.
    pub(crate) fn of(session: &dyn Session, choice: Choice<String>, millis: u64) -> Self {
        let mut moves: Vec<_> = choice.moves.into_iter().collect();
        moves.sort_by_key(|rated| std::cmp::Reverse(rated.score));
        let rated = |rated: agon_core::Rated<String>| RatedMove {
            value: Judged::of(session, rated.score, rated.unit),
            at_most: rated.at_most,
            visits: rated.visits,
            mv: rated.mv,
        };
        Self {
            value: choice.score.map(|score| Judged::of(session, score, choice.unit)),
            exact: choice.exact,
            depth: choice.depth,
            nodes: choice.nodes,
            millis,
            line: choice.line,
            moves: moves.into_iter().map(rated).collect(),
            mv: choice.mv,
        }
    }
}
