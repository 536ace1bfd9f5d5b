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

/// Checks that the moves it is told lead to the position it is asked about, and plays any legal move.
struct Historian(Arc<Registry>);

impl TextAgent for Historian {
    fn choose(&mut self, board: &dyn TextBoard, think: &mut Think<'_>) -> Result<String, AgentError> {
        let moves = board.moves().expect("a game that began at its start has a history");
        let mut session = self.0.game(&board.game()).unwrap().session(&[], &Origin::Start).unwrap();
        for (player, mv) in moves {
            assert_eq!(session.status().to_move(), Some(player));
            session.play(&mv).unwrap();
        }
        assert_eq!(session.position(), board.position());
        assert_eq!(session.legal() == ["pass"], board.must_pass());
        let legal = board.legal();
        Ok(legal[think.seed().0 as usize % legal.len()].clone())
    }
}

/// Every agent sees only the positions in which it is to move.
#[test]
fn the_moves_to_a_position_are_found() {
    let mut registry = Registry::standard();
    let known = Arc::new(Registry::standard());
    registry.add_text_agent(
        AgentKind::new("historian", "knows how it came about", "historian"),
        Arc::new(move |_, _| Ok(Box::new(Historian(known.clone())))),
    );
    for spec in [
        "reversi",
        "reversi:6x6",
        "gomoku:7x7",
        "connect4",
        "connect6:9x9",
        "blokus:duo",
        "blokus:mini",
        "blokus:classic-two",
    ] {
        for opening in [0, 8] {
            let game = registry.game(spec).unwrap();
            let seats = vec![Some("historian".parse().unwrap()); game.players()];
            let mut session = game.session(&seats, &Origin::Start).unwrap();
            let mut went_back = false;
            while session.status().to_move().is_some() && session.played().len() < 40 {
                let ply = session.played().len();
                let seed = Seed(7).child(spec, ply as u64);
                let legal = session.legal();
                let mv = match ply < opening {
                    true => legal[seed.0 as usize % legal.len()].clone(),
                    false => session.think(&mut Think::untimed(Budget::default(), seed)).unwrap().mv,
                };
                session.play(&mv).unwrap();
                // Going back is a way too.
                if ply == 13 && !std::mem::replace(&mut went_back, true) {
                    session.undo();
                    session.undo();
                    session.think(&mut Think::untimed(Budget::default(), seed)).unwrap();
                }
            }
        }
    }
}
