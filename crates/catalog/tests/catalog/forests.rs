//! Forests in the catalog: those that come with Agon, the three forms, and a game without loss.

use agon_catalog::artefacts::FORESTS;
use agon_catalog::{ForestPlay, Origin, game};
use agon_core::spec::Spec;
use agon_core::{Budget, Executor, Seed, Status, Think};
use agon_learn::models::forest::{Prediction, Window};

#[test]
fn what_comes_with_agon_plays_its_game_and_names_its_command() {
    for (spec, text) in FORESTS {
        agon_patterns::read_forest(text).unwrap();
        assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("<?agon train forests/")), "{spec}");
        let game = game(spec).unwrap();
        game.check("forest").unwrap();
        game.check("forest(depth=0)").unwrap();
        game.check(&format!("alphabeta(depth=2, eval=forest(file=\"{spec}\", form=walking))")).unwrap();
        game.check("simple-patterns").unwrap();
    }
    let error = game("gomoku").unwrap().check("forest").unwrap_err().to_string();
    assert!(error.contains("file="), "{error}");
    let error = game("reversi").unwrap().check("forest(file=\"tictactoe.txt\")").unwrap_err().to_string();
    assert!(error.contains("tictactoe.txt"), "{error}");
    // It played by patterns of another game, without a word.
    for (spec, forest) in [("reversi", "tictactoe"), ("connect4", "connect4:7x7"), ("gomoku", "gomoku:10x10")]
    {
        let error = game(spec).unwrap().check(&format!("forest(file=\"{forest}\")")).unwrap_err().to_string();
        assert!(error.contains(&format!("trained for {forest}, not for {spec}")), "{error}");
    }
}

/// All three forms choose the same moves.
#[test]
fn forms_of_a_forest_play_alike() {
    let line = |form: &str| {
        let agent: Spec = format!("alphabeta(depth=2, eval=forest(form={form}))").parse().unwrap();
        let game = game("connect4:7x7").unwrap();
        let mut session = game.session(&[Some(agent.clone()), Some(agent)], &Origin::Start).unwrap();
        let mut moves = Vec::new();
        while let Status::ToMove(_) = session.status() {
            let mut think = Think::untimed(Budget::default(), Seed(1));
            let mv = session.think(&mut think).unwrap().mv;
            session.play(&mv).unwrap();
            moves.push(mv);
        }
        moves.join(" ")
    };
    let walking = line("walking");
    assert_eq!(walking, line("cached"));
    assert_eq!(walking, line("incremental"));
}

/// Section 6: fitness by games against somebody from outside. Nobody wins against a player who searches to the end; from the
/// same openings on both seats, the same games at any number of threads.
#[test]
fn forests_meet_a_named_opponent() {
    let (_, text) = FORESTS.iter().find(|(spec, _)| *spec == "tictactoe").unwrap();
    let forest = agon_patterns::read_forest(text).unwrap();
    let window = Window::around_the_end(3);
    let play = ForestPlay { depth: 1, opening: 1, window, first_depth: 0, slips: 0 };
    let game = game("tictactoe").unwrap();
    let results = |opponent: &str, threads| {
        let opponent: Spec = opponent.parse().unwrap();
        let ground = game.forest_ground(play, None, Some(&opponent)).unwrap();
        let all = ground.against_opponent(std::slice::from_ref(&forest), 20, Seed(1), Executor::new(threads));
        all.unwrap().concat()
    };
    let won = |results: &[Prediction]| results.iter().filter(|&&result| result == Prediction::Win).count();
    let against_best = results("alphabeta(depth=9)", 1);
    assert_eq!((against_best.len(), won(&against_best)), (40, 0));
    let against_random = results("random", 1);
    assert!(won(&against_random) >= 25, "{against_random:?}");
    assert_eq!(against_random, results("random", 2));
    let error = game.forest_ground(play, None, Some(&"nobody".parse().unwrap())).err().unwrap();
    assert!(error.to_string().contains("nobody"), "{error}");
}

/// Table 5-1 at depth 5: whatever the opponent does, no game is lost.
#[test]
fn tic_tac_toe_is_never_lost_at_depth_five() {
    let game = game("tictactoe").unwrap();
    let agent: Spec = "forest(depth=5, table=1)".parse().unwrap();
    for seat in 0..2 {
        let mut agents = [None, None];
        agents[seat] = Some(agent.clone());
        let mut ended = 0;
        let mut open: Vec<Vec<String>> = vec![Vec::new()];
        while let Some(moves) = open.pop() {
            let text = moves.join(" ");
            let mut session = game.clone().session(&agents, &Origin::Moves(&text)).unwrap();
            match session.status() {
                Status::Over(outcome) => {
                    let winners = outcome.points.as_slice();
                    assert!(winners[seat] >= 0, "lost as {seat}: {text}");
                    ended += 1;
                }
                Status::ToMove(player) if player.index() == seat => {
                    let mv = session.think(&mut Think::untimed(Budget::default(), Seed(1))).unwrap().mv;
                    open.push(moves.iter().cloned().chain([mv]).collect());
                }
                Status::ToMove(_) => {
                    open.extend(
                        session.legal().into_iter().map(|mv| moves.iter().cloned().chain([mv]).collect()),
                    );
                }
            }
        }
        assert!(ended > 50, "{ended} games");
    }
}
