//! `overlooking(depth=3, insight=0.6, blur=8)`: a player who errs as people do, and the levels that are made of it.

use std::sync::Arc;

use agon_core::ReadError;
use agon_core::spec::{Options, Spec, SpecOption};
use agon_search::{AlphaBeta, AlphaBetaParams, Overlooking, Paranoid, Sight};

use super::maker;
use crate::agent_method::{AgentKind, AgentMethod, Setup};
use crate::playable::Playable;

const USUAL: Sight = Sight { depth: 3, insight: 0.6, blur: 8.0 };
/// Looks are shallow: a small table serves them.
const TABLE: usize = 1 << 20;
/// The level of those who name none.
const USUAL_LEVEL: usize = 4;

const OPTIONS: &[SpecOption] = &[
    SpecOption::whole("depth", "plies", 1, 20, "no look goes deeper").or("3"),
    SpecOption::number("insight", 0.0, 1.0, "the chance that a look at a move goes on to the next ply")
        .or("0.6"),
    SpecOption::number("blur", 0.0, 1e6, "values are blurred by up to so many points").or("8"),
    SpecOption::evaluator("eval", "what unfinished positions are worth")
        .or_else("what ranks moves best in this game")
        .bare(),
];

/// The player.
pub(crate) fn agent<G: Playable>() -> AgentMethod<G> {
    let kind = AgentKind::new(
        "overlooking",
        "errs as people do: what a move is worth is missed the likelier the deeper one must look to see it",
        "overlooking(depth=3, insight=0.6, blur=8)",
    );
    AgentMethod::new(kind.for_two("greedy").takes(OPTIONS), |setup: &Setup<'_, G>| {
        let usual = setup.game.best_ranker();
        let spec = setup.options.given("eval").unwrap_or(&usual);
        let evaluator = setup.methods.evaluator(setup.game, spec)?;
        let sight = Sight {
            depth: setup.options.whole_u32("depth").unwrap_or(USUAL.depth),
            insight: setup.options.number("insight").unwrap_or(USUAL.insight),
            blur: setup.options.number("blur").unwrap_or(USUAL.blur),
        };
        let params = AlphaBetaParams {
            every_move: true,
            table: TABLE,
            look: setup.game.look(),
            ..AlphaBetaParams::<G>::default()
        };
        Ok(maker(move |game: &G| {
            let search = AlphaBeta::for_game(game, evaluator.clone(), params.clone());
            let search = search.unwrap_or_else(|_| Paranoid::search(evaluator.clone(), params.clone()));
            Overlooking { search, sight }
        }))
    })
}

/// `level(N)`: the N-th of some specs, the weakest first; other arguments come before those of the level.
pub(crate) fn numbered<G: Playable>(levels: Vec<Spec>) -> AgentMethod<G> {
    let most = levels.len() as u64;
    let kind = AgentKind::new(
        "level",
        "a level by its number, the weakest first; each beats the one below in about three games of four",
        "level(4)",
    );
    let number = SpecOption::whole(
        "number",
        "level",
        1,
        most,
        "1 is for beginners, the highest is full strength; 4 if not given",
    );
    let options: Arc<[SpecOption]> = kind.options.iter().copied().chain([number.bare()]).collect();
    AgentMethod::chosen_by(kind.takes(&[number.bare()]), move |spec| {
        let number = Options::read(spec, &options)?.size("number").unwrap_or(USUAL_LEVEL);
        let level = number.checked_sub(1).and_then(|index| levels.get(index));
        let level = level.ok_or_else(|| {
            spec.name.error(format!("`level` has a number from 1 to {most}, such as level(4)"))
        })?;
        let mut rest = spec.clone();
        rest.args.retain(|arg| arg.key.as_ref().is_some_and(|key| key.text != "number"));
        Ok::<_, ReadError>((level.clone(), rest))
    })
}
