//! Merging is the union of sets.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::union::RecordUnion;

/// A source of games: of two matches with ids that may have the same name, of one that is known by its name, and of
/// no match; with and without numbers; few enough moves that equal games are common.
fn source() -> impl Strategy<Value = Vec<Record>> {
    let origin = prop_oneof![
        Just(None),
        Just(Some(("match 1", None))),
        Just(Some(("match 1", Some("id-1")))),
        Just(Some(("match 1", Some("id-2")))),
        Just(Some(("match 2", Some("id-2")))),
    ];
    let game = (origin, proptest::option::of(0..3u64), 0..2i32, any::<bool>());
    let record = game.prop_map(|(origin, number, points, played)| Record {
        event: origin.map(|(name, _)| name.to_owned()),
        event_id: origin.and_then(|(_, id)| id).map(str::to_owned),
        number,
        seed: played.then_some(1),
        ..record(0, [points, 0])
    });
    proptest::collection::vec(record, 0..8)
}

/// The games of a store, told apart by what belongs to their identity, with how often each is there. Not compared is
/// what the first to come brings along: the name of a match, and the number of a game that was collected.
fn content(store: &Store) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for record in all(store) {
        let event = record.origin();
        let (seed, number) = record.seed.zip(record.number).unzip();
        let text = serde_json::to_string(&Record { event, event_id: None, seed, number, ..record }).unwrap();
        *counts.entry(text).or_default() += 1;
    }
    counts
}

fn merged(sources: &[&[Record]]) -> Store {
    let mut store = Store::in_memory().unwrap();
    for source in sources {
        store.add(source).unwrap();
    }
    store
}

proptest! {
    #[test]
    fn the_union_is_a_union(a in source(), b in source(), c in source()) {
        let all_three = merged(&[&a, &b, &c]);
        let expected = content(&all_three);
        prop_assert_eq!(&content(&merged(&[&c, &a, &b])), &expected, "commutative");
        let (left, right) = (merged(&[&a, &b]), merged(&[&b, &c]));
        prop_assert_eq!(&content(&merged(&[&all(&left), &c])), &expected, "associative");
        prop_assert_eq!(&content(&merged(&[&a, &all(&right)])), &expected, "associative");
        prop_assert_eq!(&content(&merged(&[&all(&all_three), &a, &b, &b])), &expected, "idempotent");
        let mut again = merged(&[&c, &b, &a]);
        prop_assert_eq!(again.add(&all(&all_three)).unwrap(), 0, "importing adds nothing");
    }

    /// Files that are written as a whole hold what a store would.
    #[test]
    fn files_and_stores_agree(a in source(), b in source()) {
        let mut union = RecordUnion::default();
        let mut lines = Vec::new();
        for source in [&a, &b] {
            union.begin_source();
            lines.extend(source.iter().filter_map(|record| union.add(record.clone())));
        }
        let store = merged(&[&a, &b]);
        prop_assert_eq!(content(&merged(&[&lines])), content(&store));
        let mut names = BTreeMap::new();
        for record in lines {
            if let Some(name) = &record.event {
                prop_assert_eq!(names.entry(name.clone()).or_insert(record.origin()), &record.origin());
            }
        }
    }
}

/// 10 games and 20 games once made 20: games of two matches had the same name and number.
#[test]
fn matches_of_one_name_stay_apart() {
    let match_of = |id: &str, games: u64| {
        let game = |number| Record {
            event: Some("match 1".into()),
            event_id: Some(id.into()),
            ..record(number, [64, 0])
        };
        (0..games).map(game).collect::<Vec<_>>()
    };
    let store = merged(&[&match_of("one", 10), &match_of("two", 20)]);
    let events: Vec<_> = store.events().unwrap().into_iter().map(|event| (event.name, event.games)).collect();
    assert_eq!(events, [("match 1".into(), 10), ("match 1 (2)".into(), 20)]);
    let mut kept = Store::in_memory().unwrap();
    kept.adopt(&[EventSummary { plan: "plan".into(), ..store.events().unwrap()[1].clone() }]).unwrap();
    kept.add(&all(&store)).unwrap();
    let events = kept.events().unwrap();
    assert_eq!((&*events[0].name, &*events[0].plan, events[0].games), ("match 1 (2)", "plan", 20));
}
