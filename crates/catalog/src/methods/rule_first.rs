//! Specs of the rule-first player: `thesis(techniques=MCKBoBa, expected-min, depth=5, eval=material, patterns=DIR)`.
//!
//! Without `expected-min` the opponent is taken to play well, as in plain minimax, and alpha-beta searches; all options
//! of either search can be given. With `minimax` the search is the textbook's, which chooses the first in board order among
//! equal moves; alpha-beta chooses among them by what its shallower searches found. The presets are those of [Cherry2011] section 5.4.2, which says what suits people of
//! different strength; arguments given to them come before their own. All evaluate with the network that comes with
//! Agon where the board allows it (a full square of even size), and with discs or lines elsewhere. `patterns=` names a
//! folder of pattern files, with templates in a folder `templates` inside it, instead of the patterns that ship.
//! `history=` names a file of moves that did well in earlier games, which `agon records history` writes; they are
//! repeated without any search.

use std::sync::Arc;

use agon_abilities::{Exploits, Occupied};
use agon_core::spec::{Spec, SpecOption};
use agon_core::{ReadError, Wrapped};
use agon_search::{MoveHistory, Remembering, RuleFirst, Techniques, USUAL_LIMIT, UnknownTechnique};

use super::deepening::Search;
use super::maker;
use crate::agent_method::{AgentKind, AgentMethod, MakeAgent, Setup};
use crate::artefacts::read_file;
use crate::playable::Playable;

const OPTIONS: &[SpecOption] = &[
    SpecOption::text("techniques", "which techniques are used: M, C, K, Bo, P, Ba together, or ALL")
        .or_else("ALL"),
    SpecOption::folder("patterns", "a folder of pattern files").or_else("the patterns that come with Agon"),
    SpecOption::flag("expected-min", "expect an opponent who errs"),
    SpecOption::flag("minimax", "search as a textbook does: among equal moves the first in board order"),
    SpecOption::evaluator("eval", "what unfinished positions are worth")
        .or_else("what was learned for the game, or else material")
        .bare(),
    SpecOption::file("history", "moves that did well in earlier games, written by agon records history"),
];

/// The rule-first player.
pub(crate) fn agent<G: Playable + Exploits + Occupied>(game: &G) -> AgentMethod<G> {
    let kind = AgentKind::new(
        "thesis",
        "rules first, then minimax; techniques= M, C, K, Bo, P, Ba together, or ALL; patterns= a folder; history= a file",
        "thesis(techniques=MCKBoBa, expected-min, depth=3)",
    );
    let searches = [Search::ExpectedMin, Search::AlphaBeta].map(|search| search.options(game));
    let kind = kind.for_two("paranoid").takes(&searches[0]).takes(&searches[1]).takes(OPTIONS);
    AgentMethod::new(kind, prepare)
}

/// What suits people of different strength, chosen for Reversi.
pub(crate) fn presets<G: Playable>() -> impl Iterator<Item = AgentMethod<G>> {
    let presets = [
        (
            "thesis-easy",
            "the thesis player for beginners: expected-min at depth 2",
            Spec::new("thesis").with("techniques", "M").with("depth", "2").with_bare("expected-min"),
        ),
        (
            "thesis-medium",
            "the thesis player with corner and killer moves: minimax at depth 3",
            Spec::new("thesis").with("techniques", "MCK").with("depth", "3"),
        ),
        (
            "thesis-hard",
            "the thesis player with all techniques: minimax at depth 6",
            Spec::new("thesis").with("techniques", "ALL").with("depth", "6"),
        ),
    ];
    presets.into_iter().map(|(name, summary, spec)| {
        AgentMethod::stands_for(AgentKind::new(name, summary, name).for_two("paranoid"), spec)
    })
}

fn prepare<G: Playable + Exploits + Occupied>(setup: &Setup<'_, G>) -> Result<MakeAgent<G>, ReadError> {
    let (game, options) = (setup.game, setup.options);
    let techniques = match options.given("techniques") {
        None => Techniques::ALL,
        Some(spec) => {
            spec.name.text.parse().map_err(|error: UnknownTechnique| spec.name.error(error.to_string()))?
        }
    };
    let patterns = match options.given("patterns") {
        None => agon_patterns::shipped(),
        Some(spec) => agon_patterns::read_folder(&spec.name.text).map_err(|cause| spec.name.error(cause))?,
    };
    let search = match (options.given("minimax"), options.flag("expected-min")) {
        (None, false) => Search::AlphaBeta,
        (None, true) => Search::ExpectedMin,
        (Some(_), false) => Search::Minimax,
        (Some(given), true) => {
            return Err(given.name.error("`minimax` and `expected-min` are two searches: give one of them"));
        }
    };
    let evaluator = setup.evaluator("eval")?.unwrap_or_else(|| game.learned());
    // The player of the thesis looks as deep at the end as before.
    let fallback = search.read(setup, evaluator, Some(0))?;
    let read_history = |text: &str| MoveHistory::read(game, text, USUAL_LIMIT);
    let history = options.given("history").map(|spec| read_file(&spec.name, read_history)).transpose()?;
    let agent = move |game: &G| RuleFirst::new(game, techniques, &patterns, fallback(game));
    Ok(match history.map(Arc::new) {
        None => maker(agent),
        Some(history) => maker(move |game| Wrapped {
            wrapper: Remembering { history: history.clone(), least: TRUSTED_FROM },
            agent: agent(game),
        }),
    })
}

/// In how many games a move must have been played to be repeated.
const TRUSTED_FROM: u32 = 2;
