//! Agents that do not search.

use agon_core::spec::SpecOption;
use agon_search::{Greedy, Random, Ranked};

use super::{evaluator_or_material, maker, ranker_or_best};
use crate::agent_method::{AgentKind, AgentMethod};
use crate::playable::Playable;

/// The agents that every game has.
pub(super) fn agents<G: Playable>(game: &G) -> Vec<AgentMethod<G>> {
    let random = AgentKind::new("random", "any legal move, each with equal chance", "random");
    let greedy = AgentKind::new(
        "greedy",
        "the move whose position is worth most; `reply` subtracts the next player's best",
        "greedy(eval=material, reply)",
    );
    let greedy = greedy.takes(&[
        SpecOption::flag("reply", "subtract the best value that the next player can reach"),
        SpecOption::evaluator("eval", "what a position is worth").or_else("material").bare(),
    ]);
    let ga = AgentKind::new(
        "ga",
        "the move that ranks highest; Blokus has ranks by strategies whose weights a genetic algorithm found",
        game.ranking_example(),
    );
    let ga = ga.takes(&[
        SpecOption::flag("reply", "subtract the best rank that the next player then has"),
        SpecOption::evaluator("eval", "what ranks moves").or_else("what ranks them best in this game").bare(),
    ]);
    vec![
        AgentMethod::new(random, |_| Ok(maker(|_| Random))),
        AgentMethod::new(greedy, |setup| {
            let (evaluator, reply) = (evaluator_or_material(setup)?, setup.options.flag("reply"));
            Ok(maker(move |_| Greedy { evaluator: evaluator.clone(), reply }))
        }),
        AgentMethod::new(ga, |setup| {
            let (ranker, reply) = (ranker_or_best(setup)?, setup.options.flag("reply"));
            Ok(maker(move |_| Ranked { ranker: ranker.clone(), reply }))
        }),
    ]
}
