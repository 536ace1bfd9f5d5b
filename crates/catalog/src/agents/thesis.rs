//! Specs of the rule-first player: `thesis(techniques=MCKBoBa, expected-min, depth=5, eval=material, patterns=DIR)`.
//!
//! Without `expected-min` the opponent is taken to play well, as in plain minimax, and alpha-beta searches; all options
//! of either search can be given. The presets are those of [Cherry2011] section 5.4.2, which says what suits people of
//! different strength; arguments given to them come before their own. All evaluate with the network that comes with
//! Agon where the board allows it (a full square of even size), and with discs or lines elsewhere. `patterns=` names a
//! folder of pattern files, with templates in a folder `templates` inside it, instead of the patterns that ship.
//! `history=` names a file of moves that did well in earlier games, which `agon records history` writes; they are
//! repeated without any search.

use agon_core::spec::{Args, Spec};
use agon_core::{Agent, Exploits, Occupied, ReadError};
use agon_search::{MoveHistory, Pattern, Remembering, RuleFirst, Techniques, USUAL_LIMIT, UnknownTechnique};

use super::{AgentKind, OwnAgent, Players, deepened, pattern_folder};
use crate::artefacts::read_file;
use crate::playable::Playable;

const THESIS: AgentKind = AgentKind {
    name: "thesis",
    summary: "rules first, then minimax; techniques= M, C, K, Bo, P, Ba together, or ALL; patterns= a folder; history= a file",
    example: "thesis(techniques=MCKBoBa, expected-min, depth=3)",
    players: Players::Two { instead: "paranoid" },
};

const EASY: AgentKind = AgentKind {
    name: "thesis-easy",
    summary: "the thesis player for beginners: expected-min at depth 2",
    example: "thesis-easy",
    ..THESIS
};

const MEDIUM: AgentKind = AgentKind {
    name: "thesis-medium",
    summary: "the thesis player with corner and killer moves: minimax at depth 3",
    example: "thesis-medium",
    ..THESIS
};

const HARD: AgentKind = AgentKind {
    name: "thesis-hard",
    summary: "the thesis player with all techniques: minimax at depth 6",
    example: "thesis-hard",
    ..THESIS
};

/// What the presets stand for.
const PRESETS: [(&str, &str); 3] = [
    ("thesis-easy", "thesis(techniques=M, depth=2, expected-min)"),
    ("thesis-medium", "thesis(techniques=MCK, depth=3)"),
    ("thesis-hard", "thesis(techniques=ALL, depth=6)"),
];

/// The rule-first player.
pub(crate) fn agent<G: Playable + Exploits + Occupied>() -> OwnAgent<G> {
    OwnAgent { kind: THESIS, build }
}

/// The presets, which were chosen for Reversi.
pub(crate) fn presets<G: Playable + Exploits + Occupied>() -> impl Iterator<Item = OwnAgent<G>> {
    [EASY, MEDIUM, HARD].into_iter().map(|kind| OwnAgent { kind, build })
}

/// What a preset stands for; `None` for any other name.
pub(super) fn preset(name: &str) -> Option<Result<Spec, ReadError>> {
    PRESETS.iter().find(|(preset, _)| *preset == name).map(|(_, text)| text.parse())
}

fn build<G: Playable + Exploits + Occupied>(
    game: &G,
    args: &mut Args<'_>,
) -> Result<Box<dyn Agent<G>>, ReadError> {
    let techniques = match args.keyed("techniques") {
        None => Techniques::ALL,
        Some(spec) => {
            spec.name.text.parse().map_err(|error: UnknownTechnique| spec.name.error(error.to_string()))?
        }
    };
    let patterns = match args.keyed("patterns") {
        None => Pattern::shipped(),
        Some(spec) => pattern_folder::read(&spec.name.text).map_err(|cause| spec.name.error(cause))?,
    };
    let search = if args.flag("expected-min") { "expected-min" } else { "alphabeta" };
    // The player of the thesis looks as deep at the end as before.
    let usual = deepened::Usual { evaluator: game.learned(), endgame: Some(0) };
    let fallback = deepened::build(game, search, usual, args)?;
    let read_history = |text: &str| MoveHistory::read(game, text, USUAL_LIMIT);
    let history = args.keyed("history").map(|spec| read_file(&spec.name, read_history)).transpose()?;
    let agent = RuleFirst::new(game, techniques, &patterns, fallback);
    Ok(match history {
        Some(history) => Box::new(Remembering { history, least: TRUSTED_FROM, otherwise: agent }),
        None => Box::new(agent),
    })
}

/// In how many games a move must have been played to be repeated.
const TRUSTED_FROM: u32 = 2;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::levels::merged;

    fn full(text: &str) -> String {
        let spec: Spec = text.parse().unwrap();
        merged(preset(&spec.name.text).unwrap().unwrap(), &spec).to_string()
    }

    #[test]
    fn presets_stand_for_specs() {
        assert_eq!(full("thesis-easy"), "thesis(techniques=M, depth=2, expected-min)");
        assert_eq!(full("thesis-hard(depth=4)"), "thesis(techniques=ALL, depth=4)");
        assert_eq!(full("thesis-medium(eval=material)"), "thesis(techniques=MCK, depth=3, eval=material)");
        assert!(preset("random").is_none());
    }
}
