//! A running game: moves, agents and seats.

use agon_catalog::{Origin, game};
use agon_core::spec::Spec;
use agon_core::{AgentError, Budget, PlayError, Player, Seed, Think};

#[test]
fn moves_are_played_taken_back_and_refused() {
    let mut session = game("reversi").unwrap().session(&[], &Origin::Moves("f5d6")).unwrap();
    let before = session.position();
    assert!(matches!(session.play("a1"), Err(PlayError::Illegal { .. })));
    assert!(matches!(session.play("z9"), Err(PlayError::Unreadable(_))));
    assert_eq!(session.position(), before, "refused moves change nothing");
    session.play("c3").unwrap();
    assert_eq!(session.played(), ["f5", "d6", "c3"]);
    assert!(session.undo());
    assert_eq!(session.position(), before);
    assert!(session.undo() && session.undo() && !session.undo());
}

#[test]
fn agents_sit_where_they_are_put() {
    let seats = [None, Some(Spec::new("greedy"))];
    let mut session = game("reversi").unwrap().session(&seats, &Origin::Start).unwrap();
    let mut think = Think::untimed(Budget::default(), Seed(1));
    assert_eq!(session.think(&mut think), Err(AgentError::NoAgent(Player::FIRST)));
    session.play("d3").unwrap();
    let choice = session.think(&mut think).unwrap();
    assert!(session.legal().contains(&choice.mv));
    assert_eq!(session.agent(Player::SECOND), Some("greedy"));
}

#[test]
fn too_many_agents_are_refused() {
    let three = vec![Some(Spec::new("random")); 3];
    let error = game("reversi").unwrap().session(&three, &Origin::Start).map(|_| ()).unwrap_err();
    assert_eq!(error.message, "3 agents were named, but reversi has 2 seats");
}
