//! The agents of line games: the four that [Cherry2011] section 3.2 made for tic-tac-toe.

use agon_grid::CellSet;
use agon_line::{CellWeighing, FirstFree, Line};

use super::{AgentKind, OwnAgent, Players};

const SIMPLE: AgentKind = AgentKind {
    name: "line-simple",
    summary: "the first free cell, row by row from the top left",
    example: "line-simple",
    players: Players::Any,
};

const INFLUENCE: AgentKind = AgentKind {
    name: "line-influence",
    summary: "the free cell that most lines pass through",
    example: "line-influence",
    ..SIMPLE
};

const OFFENSIVE: AgentKind = AgentKind {
    name: "line-offensive",
    summary: "weighs lines, rows and threats of each cell, winning first; never loses at tic-tac-toe",
    example: "line-offensive",
    ..SIMPLE
};

const DEFENSIVE: AgentKind = AgentKind {
    name: "line-defensive",
    summary: "the same with the opponent's threats first; never loses at tic-tac-toe",
    example: "line-defensive",
    ..SIMPLE
};

/// The agents that only line games have.
pub(crate) fn agents<W: CellSet + 'static>() -> Vec<OwnAgent<Line<W>>> {
    vec![
        OwnAgent { kind: SIMPLE, build: |_, _| Ok(Box::new(FirstFree)) },
        OwnAgent { kind: INFLUENCE, build: |_, _| Ok(Box::new(CellWeighing::INFLUENCE)) },
        OwnAgent { kind: OFFENSIVE, build: |_, _| Ok(Box::new(CellWeighing::OFFENSIVE)) },
        OwnAgent { kind: DEFENSIVE, build: |_, _| Ok(Box::new(CellWeighing::DEFENSIVE)) },
    ]
}
