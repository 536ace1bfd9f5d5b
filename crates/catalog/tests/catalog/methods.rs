//! Any method on any game: every agent and every evaluator plays two quick games of every game, or there is a reason why
//! it cannot. The table of both is `docs/methods.md`; `cargo xtask golden --accept` writes it anew.

use std::collections::BTreeMap;
use std::path::Path;

use agon_arena::Match;
use agon_catalog::{AnyGame, game};
use agon_core::spec::Spec;
use agon_core::{Budget, Executor, Seed};

/// The columns: a name, and a board on which games are quick.
const GAMES: [(&str, &str); 8] = [
    ("Reversi", "reversi:6x6"),
    ("Reversi, 88 cells", "reversi:88"),
    ("Tic-tac-toe", "tictactoe"),
    ("Connect Four", "connect4"),
    ("Gomoku", "gomoku:7x7"),
    ("Connect6", "connect6:7x7"),
    ("Blokus for two", "blokus:duo"),
    ("Blokus for four", "blokus:mini"),
];

/// Why a method is missing where it is: by the beginning of its name and by family.
const REASONS: &[(&str, &[&str], &str)] = &[
    (
        "patterns",
        &["reversi:", "tictactoe", "connect4", "gomoku", "connect6"],
        "no tables for this board come with Agon; `agon train pattern-tables` makes some",
    ),
    ("patterns", &["blokus"], "tables need cells of three values"),
    (
        "best",
        &["reversi:", "tictactoe", "connect4", "gomoku", "connect6", "blokus"],
        "the engine knows 8x8 Reversi alone",
    ),
    (
        "level",
        &["tictactoe", "connect4", "gomoku", "connect6", "blokus"],
        "levels by number were measured for Reversi alone",
    ),
    (
        "line-",
        &["reversi", "blokus"],
        "weighs the lines of k stones through a cell, which this game does not have",
    ),
    (
        "thesis-",
        &["tictactoe", "connect4", "gomoku", "connect6"],
        "a preset that was chosen for Reversi; `thesis(...)` plays this game too",
    ),
    ("thesis", &["blokus"], "no exploits such as corners or completed lines are known for this game"),
    (
        "influence",
        &["reversi:88", "tictactoe", "connect4", "gomoku", "connect6", "blokus"],
        "an influence map is of a full square board of Reversi; `line-influence` is its relative in line games",
    ),
    (
        "greedy-influence",
        &["reversi:88", "tictactoe", "connect4", "gomoku", "connect6", "blokus"],
        "an influence map is of a full square board of Reversi; `line-influence` is its relative in line games",
    ),
    (
        "models",
        &["tictactoe", "connect4", "gomoku", "connect6"],
        "no set of models comes with Agon for this board; `agon train minimax-backwards --game ...` makes one, and \
         `models(set=FILE)` plays with it",
    ),
    (
        "external",
        &["reversi", "tictactoe", "connect4", "gomoku", "connect6", "blokus"],
        "an outside program: its spec must name a protocol and a command",
    ),
    (
        "weights",
        &["reversi", "tictactoe", "connect4", "gomoku", "connect6"],
        "weighs strategies of laying pieces, which only Blokus has",
    ),
    (
        "learned",
        &["reversi", "tictactoe", "connect4", "gomoku", "connect6"],
        "looks at the room that pieces of Blokus have",
    ),
    (
        "learned",
        &["blokus:mini"],
        "no network comes with Agon for this board; `agon train blokus-study/network --game ...` makes one, and \
         `learned(file=FILE)` plays with it",
    ),
    (
        "forest",
        &["reversi", "tictactoe", "connect4", "gomoku", "connect6"],
        "no forest comes with Agon for this board; `agon train forests/...` makes one for a line game, and \
         `forest(file=FILE)` plays with it",
    ),
    ("forest", &["blokus"], "a forest looks at cells that are empty, own or of the one opponent"),
    (
        "simple-patterns",
        &["reversi", "blokus"],
        "looks for nearly complete lines, which only line games have",
    ),
    ("models", &["blokus"], "Blokus has no board features yet that models could weigh"),
    ("backwards", &["blokus"], "Blokus has no board features yet that models could weigh"),
    (
        "network",
        &["reversi:88", "tictactoe", "connect4", "gomoku", "connect6", "blokus"],
        "a network of the thesis looks at the features of a full square board of Reversi",
    ),
    (
        "",
        &["tictactoe", "connect4", "gomoku", "connect6", "blokus"],
        "knows discs, corners and mobility of Reversi only",
    ),
];

enum Trial {
    Plays,
    Missing(String),
}

/// Two games against random moves, each move by a few nodes.
fn assert_plays(game: &dyn AnyGame, agent: &Spec) {
    let settings = Match::new(2).seed(Seed(1)).threads(1).budget(Budget::nodes(10));
    let agents = [agent.clone(), Spec::new("random")];
    let tally = match game.play_match(&agents, &settings, &mut |_, _| true) {
        Ok(tally) => tally,
        Err(error) => panic!("{}: {error}", game.spec()),
    };
    let agon_arena::Forfeits { time, illegal, failed } = tally.agents[0].forfeits;
    assert_eq!((tally.games, time + illegal + failed), (2, 0), "{}: {agent}", game.spec());
}

fn reason(method: &str, spec: &str) -> String {
    let fits = |families: &[&str]| families.iter().any(|family| spec.starts_with(family));
    let known = REASONS.iter().find(|(name, families, _)| method.starts_with(name) && fits(families));
    known.map_or_else(
        || panic!("{method} is missing on {spec}, and nobody says why"),
        |found| found.2.to_owned(),
    )
}

/// A row of agents: who is listed and needs no file plays, who is for two players says so, anybody else has a reason.
fn agent_cell(game: &dyn AnyGame, spec: &str, name: &str, for_two: bool) -> Trial {
    if game.agents().iter().any(|kind| kind.name == name && kind.needs.is_none()) {
        assert_plays(game, &Spec::new(name));
        return Trial::Plays;
    }
    match for_two && game.players() != 2 {
        true => Trial::Missing("for two players".to_owned()),
        false => Trial::Missing(reason(name, spec)),
    }
}

/// What values positions plays with `greedy`; what can only rank moves, with `ga`.
fn evaluator_cell(game: &dyn AnyGame, spec: &str, name: &str) -> Trial {
    let greedy = Spec::new("greedy").with("eval", name);
    let agent = match game.check_agent(&greedy) {
        Ok(()) => greedy,
        Err(_) => Spec::new("ga").with("eval", name),
    };
    match game.check_agent(&agent) {
        Ok(()) => {
            assert_plays(game, &agent);
            Trial::Plays
        }
        Err(_) => Trial::Missing(reason(name, spec)),
    }
}

fn training_cell(game: &dyn AnyGame, spec: &str) -> Trial {
    match game.board_source(Executor::new(1)) {
        Ok(_) => Trial::Plays,
        Err(_) => Trial::Missing(reason("backwards", spec)),
    }
}

/// The rows under a heading; reasons get a number at their first use.
fn table(heading: &str, rows: &[(String, Vec<Trial>)], notes: &mut Vec<String>) -> String {
    let names: Vec<_> = GAMES.iter().map(|(name, _)| *name).collect();
    let mut text =
        format!("\n## {heading}\n\n| | {} |\n|---|{}\n", names.join(" | "), ":-:|".repeat(names.len()));
    for (name, cells) in rows {
        let mut shown = Vec::new();
        for cell in cells {
            shown.push(match cell {
                Trial::Plays => "yes".to_owned(),
                Trial::Missing(reason) => {
                    let place = notes.iter().position(|note| note == reason).unwrap_or_else(|| {
                        notes.push(reason.clone());
                        notes.len() - 1
                    });
                    format!("({})", place + 1)
                }
            });
        }
        text += &format!("| `{name}` | {} |\n", shown.join(" | "));
    }
    text
}

#[test]
fn every_method_plays_every_game_or_has_a_reason() {
    let games: Vec<_> = GAMES.iter().map(|(_, spec)| (*spec, game(spec).unwrap())).collect();
    let (mut agents, mut evaluators) = (BTreeMap::new(), BTreeMap::new());
    for (order, (_, game)) in games.iter().enumerate() {
        for (place, kind) in game.agents().into_iter().enumerate() {
            let for_two = kind.players != agon_catalog::Players::Any;
            agents.entry(kind.name).or_insert(((order, place), for_two));
        }
        for (place, kind) in game.evaluators().into_iter().enumerate() {
            evaluators.entry(kind.name).or_insert((order, place));
        }
    }
    let mut agents: Vec<_> = agents.into_iter().collect();
    agents.sort_by_key(|(_, (order, _))| *order);
    let mut evaluators: Vec<_> = evaluators.into_iter().collect();
    evaluators.sort_by_key(|(_, order)| *order);
    let cells = |cell: &dyn Fn(&dyn AnyGame, &str) -> Trial| -> Vec<Trial> {
        games.iter().map(|(spec, game)| cell(&**game, spec)).collect()
    };
    let agent_rows: Vec<_> = agents
        .iter()
        .map(|&(name, (_, two))| (name.to_owned(), cells(&|game, spec| agent_cell(game, spec, name, two))))
        .collect();
    let evaluator_rows: Vec<_> = evaluators
        .iter()
        .map(|&(name, _)| (format!("eval={name}"), cells(&|game, spec| evaluator_cell(game, spec, name))))
        .collect();
    let training_rows =
        [("train minimax-backwards".to_owned(), cells(&|game, spec| training_cell(game, spec)))];
    let mut notes = Vec::new();
    let mut text = "# Any method on any game\n\nWhat plays what. Every `yes` is tried by a test: two games against \
        random moves, on a small board of the game. Every other cell has its reason below. `mc` and `mcts` take \
        `narrow=`, and all searches take `eval=`, on every game. `cargo xtask golden --accept` writes this file.\n"
        .to_owned();
    text += &table("Agents", &agent_rows, &mut notes);
    text += &table("Evaluators", &evaluator_rows, &mut notes);
    text += &table("Trainings on any game with board features", &training_rows, &mut notes);
    text += "\n## Why not\n\n";
    for (number, note) in (1..).zip(&notes) {
        text += &format!("{number}. {note}.\n");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/methods.md");
    agon_testkit::check_golden(&path, &text);
}
