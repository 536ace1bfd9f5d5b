//! Games by name, and what is added to the catalog.

use agon_catalog::{AgentKind, AgentMethod, Family, Registry, game, standard};
use agon_core::Budget;
use agon_core::spec::Spec;
use agon_line::Line;

#[test]
fn every_example_is_a_game_that_can_be_played() {
    for (spec, _) in standard().families().flat_map(Family::examples) {
        let game = game(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!(&game.spec(), spec, "examples are canonical");
    }
}

/// The first of two agents of one name was once kept, and both were listed.
#[test]
fn what_is_added_last_counts() {
    type Small = Line<u64>;
    let named = |name, depth| {
        let spec = Spec::new("alphabeta").with("depth", depth);
        AgentMethod::<Small>::stands_for(AgentKind::new(name, "a search", name), spec)
    };
    let mut registry = Registry::standard();
    registry.add_agent(named("mine", "1")).add_agent(named("mine", "2")).add_agent(named("random", "3"));
    let game = registry.game("connect4").unwrap();
    let depth = |name| {
        let spec = game.stands_for(&Spec::new(name), Budget::default()).unwrap();
        spec.get("depth").unwrap().to_string()
    };
    assert_eq!((depth("mine"), depth("random")), ("2".to_owned(), "3".to_owned()));
    for name in ["mine", "random"] {
        assert_eq!(game.agents().iter().filter(|kind| kind.name == name).count(), 1, "{name}");
    }
}

#[test]
fn a_name_that_stands_for_itself_is_refused() {
    type Small = Line<u64>;
    let stands =
        |name, spec| AgentMethod::<Small>::stands_for(AgentKind::new(name, "", name), Spec::new(spec));
    let mut registry = Registry::standard();
    registry.add_agent(stands("one", "other")).add_agent(stands("other", "one"));
    let error = registry.game("connect4").unwrap().check("one(depth=2)").unwrap_err();
    assert_eq!(error.message, "`one` stands for itself");
}

#[test]
fn unknown_games_are_pointed_at() {
    let error = game("reversy:6x6").map(|_| ()).unwrap_err();
    assert_eq!(error.span, Some(0..7));
    assert!(error.message.contains("did you mean `reversi`?"), "{error}");
}
