//! The test agents of [Cherry2011] section 5.2.1 that look at an influence map.

use agon_reversi::{BestPlace, FlipsTimesPlace, Reversi, Word};
use agon_search::Ranked;

use super::{AgentKind, OwnAgent, Players};
use crate::evaluators::influence;

const INFLUENCE: AgentKind = AgentKind {
    name: "influence",
    summary: "the place of the highest influence; file= names a map that agon train wrote",
    example: "influence(thesis)",
    players: Players::Any,
};

const GREEDY_INFLUENCE: AgentKind = AgentKind {
    name: "greedy-influence",
    summary: "the move with the highest product of influence and flips; options as influence",
    example: "greedy-influence(thesis)",
    ..INFLUENCE
};

/// The agents of Reversi that rank moves. They need a square board of even size; on others their spec is an error.
pub(crate) fn agents<W: Word + 'static>() -> Vec<OwnAgent<Reversi<W>>> {
    vec![
        OwnAgent {
            kind: INFLUENCE,
            build: |game, args| Ok(Box::new(Ranked { ranker: BestPlace(influence(game, args)?) })),
        },
        OwnAgent {
            kind: GREEDY_INFLUENCE,
            build: |game, args| Ok(Box::new(Ranked { ranker: FlipsTimesPlace(influence(game, args)?) })),
        },
    ]
}
