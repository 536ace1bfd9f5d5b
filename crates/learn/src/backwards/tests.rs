//! The method on small games, with plain minimax as the search.

use super::*;
use agon_abilities::BoardFeatures;
use agon_core::{Evaluator, Executor, Game, Keyed, Player, Score, Status};
use agon_line::{Line, WindowFeatures};
use agon_reversi::{CellKindFeatures, Reversi, Rules};
use std::sync::Arc;

/// Plain minimax, without any pruning.
struct Plain;

fn minimax<G: Game>(game: &G, pos: &G::Position, pov: Player) -> Score {
    let player = match game.status(pos) {
        Status::Over(outcome) => return game.final_score(pos, &outcome, pov),
        Status::ToMove(player) => player,
    };
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let values = moves.into_iter().map(|mv| minimax(game, &game.after(pos, mv), pov));
    if player == pov { values.max() } else { values.min() }.unwrap_or(Score::ZERO)
}

impl Solver for Plain {
    fn on<'g, G: Keyed>(&'g self, game: &'g G) -> Solve<'g, G::Position> {
        Box::new(|pos| {
            let player = game.status(pos).to_move().unwrap_or(Player::FIRST);
            minimax(game, pos, player)
        })
    }
}

fn small_reversi() -> Reversi<u64> {
    Reversi::new(Rules::from_spec(&"reversi:4x6".parse().unwrap()).unwrap()).unwrap()
}

fn source<G: Keyed + 'static>(
    game: &G,
    features: impl BoardFeatures<G> + 'static,
    threads: usize,
) -> DrawnBoards<'_, G, Plain> {
    let executor = Executor::new(threads);
    DrawnBoards { spec: "test".to_owned(), game, features: Arc::new(features), solver: Plain, executor }
}

fn settings(kind: ModelKind, last: u32, gap: u32) -> Backwards {
    let (depth, count, boards, drift, seed) =
        (usual_depth(gap), 60, Boards::Random, Drift::default(), Seed(1));
    Backwards { kind, last, gap, depth, count, boards, drift, seed }
}

fn train(settings: &Backwards, source: &dyn BoardSource) -> ModelSet {
    let mut set = settings.empty_set(source, String::new());
    settings.run(source, &mut set, |_, _| Ok::<_, ReadError>(true)).unwrap();
    set
}

/// It was found out only when the boards were wanted.
#[test]
fn boards_that_no_game_reaches_are_refused_with_what_can_be_reached() {
    let rules = agon_line::Rules::from_spec(&"line:m=4,n=4,k=2".parse().unwrap()).unwrap();
    let game: Line<u64> = Line::new(rules).unwrap();
    let source = source(&game, WindowFeatures::new(&game), 1);
    let error = settings(ModelKind::Linear, 15, 1).check_boards(&source).unwrap_err();
    let most = source.most_stones(15, &Boards::Random, Seed(1)).unwrap();
    assert!((2..15).contains(&most), "{most}");
    assert!(error.message.contains(&format!("--last {most} is reached")), "{error}");
    settings(ModelKind::Linear, most, 1).check_boards(&source).unwrap();
}

#[test]
fn models_come_from_the_end_to_the_beginning() {
    let game = small_reversi();
    let source = source(&game, CellKindFeatures::new(&game), 1);
    let set = train(&settings(ModelKind::Svm, 19, 3), &source);
    assert_eq!(set.models.iter().map(|model| model.stones).collect::<Vec<_>>(), [7, 10, 13, 16, 19]);
    assert!(set.models.iter().all(|model| model.accuracy.right > 0.6), "{set}");
}

#[test]
fn connect_four_is_learned_by_the_same_method() {
    let game: Line<u64> =
        Line::new(agon_line::Rules::from_spec(&"connect4:5x4".parse().unwrap()).unwrap()).unwrap();
    let source = source(&game, WindowFeatures::new(&game), 1);
    let set = train(&settings(ModelKind::Logistic, 14, 4), &source);
    assert_eq!(set.models.iter().map(|model| model.stones).collect::<Vec<_>>(), [2, 6, 10, 14]);
    assert!(set.models.iter().all(|model| model.accuracy.right > 0.6), "{set}");
}

#[test]
fn threads_and_interruptions_change_no_bit() {
    let game = small_reversi();
    for gap in [3, 8] {
        let settings = settings(ModelKind::Svm, 19, gap);
        let one = source(&game, CellKindFeatures::new(&game), 1);
        let three = source(&game, CellKindFeatures::new(&game), 3);
        let whole = train(&settings, &one);
        let mut set = settings.empty_set(&three, String::new());
        while set.models.len() < whole.models.len() {
            set = set.to_string().parse().unwrap_or(set);
            let stop_at_a_model = |_: &_, done| Ok::<_, ReadError>(done != Done::Model);
            settings.run(&three, &mut set, stop_at_a_model).unwrap();
        }
        assert_eq!(set, whole);
    }
}

#[test]
fn progress_within_a_model_grows_and_can_end_there() {
    let game = small_reversi();
    let source = source(&game, CellKindFeatures::new(&game), 2);
    let settings = settings(ModelKind::Svm, 19, 8);
    let mut set = settings.empty_set(&source, String::new());
    let mut parts = [Vec::new(), Vec::new()];
    let watch = |set: &ModelSet, done| {
        if let Done::Part(part) = done {
            parts[set.models.len()].push(part);
        }
        Ok::<_, ReadError>(parts[1].len() < 70)
    };
    settings.run(&source, &mut set, watch).unwrap();
    assert_eq!(set.models.len(), 1, "stopped in the second round of the second model");
    assert_eq!((parts[0].len(), parts[0].last(), parts[1].len()), (60, Some(&1.0), 70));
    assert!(parts.iter().all(|parts| parts.is_sorted_by(|one, next| one < next)), "{parts:?}");
    let failing = |_: &_, done| match done {
        Done::Part(_) => Err(ReadError::new("full disk")),
        Done::Model => Ok(true),
    };
    assert_eq!(settings.run(&source, &mut set, failing).unwrap_err().message, "full disk");
    assert_eq!(set.models.len(), 1);
}

/// Every leaf of the shortened game has the stones of its model or ended before; passes are not seen.
#[test]
fn depth_counts_stones() {
    let game = small_reversi();
    let features: Arc<dyn BoardFeatures<Reversi<u64>>> = Arc::new(CellKindFeatures::new(&game));
    let weights = vec![0.25; features.count()];
    let ready = crate::models::ReadyModel::new(&features, &LinearModel { offset: 1.0, weights });
    let shortened = Shortened::new(&game, Some((8, &ready as &dyn Evaluator<_>)));
    let (mut passes, mut cut) = (0, 0);
    let mut rng = Seed(4).stream("shortened", 0);
    for _ in 0..500 {
        let mut pos = shortened.start();
        while let Status::ToMove(player) = shortened.status(&pos) {
            assert!(game.plies_left(&pos) > 8);
            let mv = shortened.random_move(&pos, &mut rng, &mut Vec::new()).unwrap();
            shortened.play_unchecked(&mut pos, mv);
            passes += u32::from(game.status(&pos).to_move() == Some(player));
        }
        let Status::Over(outcome) = shortened.status(&pos) else { unreachable!() };
        let score = |player| shortened.final_score(&pos, &outcome, player);
        assert_eq!(score(Player::FIRST), -score(Player::SECOND));
        match game.status(&pos) {
            Status::Over(outcome) => assert_eq!(score(Player::FIRST), outcome.score(Player::FIRST)),
            Status::ToMove(_) => {
                cut += 1;
                assert_eq!(
                    (game.plies_left(&pos), score(Player::SECOND)),
                    (8, ready.value(&game, &pos, Player::SECOND))
                );
            }
        }
    }
    assert!(passes > 0 && cut > 0, "{passes} passes, {cut} leaves");
}

#[test]
fn boards_can_come_from_the_play_of_models() {
    let game = small_reversi();
    let source = source(&game, CellKindFeatures::new(&game), 1);
    let random = settings(ModelKind::Svm, 18, 4);
    let by = train(&random, &source);
    let played = Backwards { boards: Boards::Played { by: by.clone(), random_until: 8 }, ..random.clone() };
    assert_ne!(train(&played, &source).models, by.models);
    let other = ModelSet { features: Vec::new(), ..by };
    let boards = Boards::Played { by: other, random_until: 8 };
    let ask = Ask { stones: 10, count: 1, boards: &boards, seed: Seed(1), leaves: None };
    assert!(source.scored(&ask, &mut |_| true).is_err());
}

#[test]
fn senseless_settings_are_refused() {
    let game = small_reversi();
    let source = source(&game, CellKindFeatures::new(&game), 1);
    let good = settings(ModelKind::Linear, 18, 4);
    let wrong = |settings: &Backwards| settings.stages(&source).unwrap_err().message;
    assert!(wrong(&Backwards { last: 24, ..good.clone() }).contains("24 stones: 6 to 23 would do"));
    assert!(wrong(&Backwards { gap: 0, ..good.clone() }).contains("at least one stone"));
    assert!(wrong(&Backwards { depth: 5, ..good.clone() }).contains("gap of 4: 1 to 4 would"));
    assert!(wrong(&Backwards { count: 0, ..good.clone() }).contains("at least one board"));
    let mut set = train(&good, &source);
    let other = Backwards { gap: 3, depth: 3, ..good };
    let error = other.run(&source, &mut set, |_, _| Ok::<_, ReadError>(true)).unwrap_err();
    assert!(error.message.contains("other settings"));
}

/// Early boards of a stage are then won about as often as lost, and the classifiers have something to learn from.
#[test]
fn without_drift_scores_of_models_have_no_mean() {
    let game = small_reversi();
    let source = source(&game, CellKindFeatures::new(&game), 1);
    let keep = Backwards { count: 200, ..settings(ModelKind::Linear, 19, 3) };
    let remove = Backwards { drift: Drift::Remove, ..keep.clone() };
    let (centred, drifted) = (train(&remove, &source), train(&keep, &source));
    assert_eq!(centred.models.last(), drifted.models.last(), "exact scores stay");
    let mean = |set: &ModelSet, stage: usize| {
        let [stage, larger] = [&set.models[stage], &set.models[stage + 1]];
        let leaves = Some((larger.stones, &larger.model));
        let boards = source.scored(&remove.ask(stage.stones, leaves), &mut |_| true).unwrap().unwrap();
        boards.iter().map(|(row, _)| stage.model.predict(row)).sum::<f64>() / boards.len() as f64
    };
    for stage in 0..centred.models.len() - 1 {
        assert!(mean(&centred, stage).abs() < 1e-3, "{centred}");
    }
    assert!((0..drifted.models.len() - 1).any(|stage| mean(&drifted, stage).abs() > 1.0), "{drifted}");
    assert!("remove".parse() == Ok(Drift::Remove) && "keep".parse() == Ok(Drift::Keep));
    assert!("kept".parse::<Drift>().unwrap_err().message.contains("keep"));
}
