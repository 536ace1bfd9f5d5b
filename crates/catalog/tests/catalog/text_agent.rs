//! Agents that know games by their text only.

use std::sync::Arc;

use agon_catalog::{AgentKind, Family, Origin, Registry, TextAgent, TextBoard};
use agon_core::spec::SpecOption;
use agon_core::{AgentError, Budget, Seed, Think};

/// Plays what it is told, or the last legal move.
struct Told(Option<String>);

impl TextAgent for Told {
    fn choose(&mut self, board: &dyn TextBoard, _: &mut Think<'_>) -> Result<String, AgentError> {
        let last = || board.legal().pop();
        self.0.clone().or_else(last).ok_or(AgentError::GameOver)
    }
}

fn choice(game: &str, agent: &str) -> Result<String, AgentError> {
    let mut registry = Registry::standard();
    let kind = AgentKind::new("told", "what it is told", "told(e6)");
    registry.add_text_agent(
        kind.takes(&[SpecOption::text("move", "the move").bare()]),
        Arc::new(|_, options| Ok(Box::new(Told(options.word("move").map(str::to_owned))))),
    );
    let game = registry.game(game).unwrap();
    let seats = vec![Some(agent.parse().unwrap()); game.players()];
    let mut session = game.session(&seats, &Origin::Start).unwrap();
    session.think(&mut Think::untimed(Budget::default(), Seed(1))).map(|choice| choice.mv)
}

#[test]
fn one_text_agent_plays_every_game() {
    assert_eq!(choice("reversi", "told(d3)").unwrap(), "d3");
    assert_eq!(choice("connect4", "told").unwrap(), "7");
    for (spec, _) in Registry::standard().families().flat_map(Family::examples) {
        choice(spec, "told").unwrap_or_else(|error| panic!("{spec}: {error}"));
    }
}

#[test]
fn what_is_no_legal_move_forfeits() {
    let said = |agent: &str| choice("reversi", agent).unwrap_err().to_string();
    assert_eq!(said("told(a1)"), "told: `a1` is not a legal move");
    assert!(said("told(castle)").starts_with("told: "));
}
