//! Why: what an agent says of a position, for people and for programs.

use agon_core::{CellMap, Explanation, Session, View};
use serde::Serialize;

/// The stable JSON of an explanation.
#[derive(Serialize)]
pub(super) struct ExplanationReport {
    /// Whole sentences, the most important first.
    sentences: Vec<String>,
    /// What the value of the position is made of, for the side to move.
    contributions: Vec<ContributionReport>,
    /// What the contributions count.
    unit: &'static str,
    /// Numbers on the board.
    maps: Vec<MapReport>,
    /// What was learned.
    weights: Vec<WeightReport>,
}

#[derive(Serialize)]
struct ContributionReport {
    name: String,
    amount: f64,
    worth: f64,
}

#[derive(Serialize)]
struct MapReport {
    name: String,
    meaning: String,
    cells: Vec<CellReport>,
    #[serde(skip)]
    table: String,
}

#[derive(Serialize)]
struct CellReport {
    /// The column and the row from the top left, from zero.
    column: u32,
    row: u32,
    value: f64,
}

#[derive(Serialize)]
struct WeightReport {
    name: String,
    columns: Vec<String>,
    rows: Vec<RowReport>,
}

#[derive(Serialize)]
struct RowReport {
    name: String,
    weights: Vec<f64>,
}

impl ExplanationReport {
    /// What the agent to move says.
    pub(super) fn new(session: &dyn Session) -> Self {
        let (Explanation { sentences, maps, contributions, unit, weights }, view) =
            (session.explain(), session.view());
        let contribution = |part: agon_core::Contribution| ContributionReport {
            name: part.name,
            amount: part.amount,
            worth: part.worth,
        };
        let weight = |table: agon_core::WeightTable| WeightReport {
            name: table.name,
            columns: table.columns,
            rows: table.rows.into_iter().map(|(name, weights)| RowReport { name, weights }).collect(),
        };
        Self {
            sentences,
            contributions: contributions.into_iter().map(contribution).collect(),
            unit: unit.name(),
            maps: maps.iter().map(|map| MapReport::new(map, &view)).collect(),
            weights: weights.into_iter().map(weight).collect(),
        }
    }

    /// The same for people.
    pub(super) fn text(&self) -> String {
        let Self { sentences, contributions, unit, maps, weights: _ } = self;
        if sentences.is_empty() && contributions.is_empty() && maps.is_empty() {
            return "why: this agent says no more than its values\n".to_owned();
        }
        let mut text = "why:\n".to_owned();
        for sentence in sentences {
            text += &format!("  {sentence}\n");
        }
        let width = contributions.iter().map(|part| part.name.chars().count()).max().unwrap_or(0);
        for ContributionReport { name, amount, worth } in contributions {
            text += &format!("  {name:<width$}  {amount:>8.2}  worth {worth:+.2} ({unit})\n");
        }
        for map in maps {
            text += &format!("  {}: {}\n{}", map.name, map.meaning, map.table);
        }
        text
    }
}

impl MapReport {
    fn new(map: &CellMap, view: &View) -> Self {
        let CellMap { name, meaning, cells } = map;
        let cell = |&((column, row), value): &((u32, u32), f64)| CellReport { column, row, value };
        Self {
            name: name.clone(),
            meaning: meaning.clone(),
            cells: cells.iter().map(cell).collect(),
            table: table(map, view),
        }
    }
}

/// The numbers of a map where their cells lie, in the fewest digits that tell them apart.
fn table(map: &CellMap, view: &View) -> String {
    let whole = map.cells.iter().all(|(_, value)| value.fract() == 0.0);
    let written = |value: f64| if whole { format!("{value}") } else { format!("{value:.1}") };
    let shown = |column: usize, row: usize| {
        let here = map.cells.iter().find(|((x, y), _)| (*x as usize, *y as usize) == (column, row));
        here.map_or(String::new(), |(_, value)| written(*value))
    };
    let width = map.cells.iter().map(|(_, value)| written(*value).len()).max().unwrap_or(0);
    let line = |row: usize| {
        let cells: Vec<_> = (0..view.width).map(|column| format!("{:>width$}", shown(column, row))).collect();
        let label = view.rows.get(row).map_or("", String::as_str);
        format!("  {label:>2}  {}\n", cells.join(" ").trim_end())
    };
    (0..view.height()).map(line).collect()
}
