//! What comes with Agon was made by the recipes as they are now.
#![allow(clippy::unwrap_used)]

use agon_catalog::artefacts::{
    MODEL_SETS, OTHELLO_THESIS_INFLUENCE, OTHELLO_THESIS_NETWORK, REVERSI_REPORT_WEIGHTS,
};
use agon_catalog::game;
use agon_core::{Executor, Seed};
use agon_learn::backwards::{Ask, Boards};
use agon_learn::models::{ModelKind, ModelSet};
use agon_papers::othello_thesis::TrainingAgent;
use agon_papers::othello_thesis::cross_validation::folds;
use agon_papers::othello_thesis::network::LearnNetwork;
use agon_papers::reversi_report::TuneWeights;
use agon_papers::{TrainingRequest, TrainingResult, recipe};
use agon_testkit::check_golden;

fn generations(limit: u64) -> Vec<(String, String)> {
    vec![("generations".to_owned(), limit.to_string())]
}

/// Takes seconds: most chromosomes of a generation are known from the last one.
#[test]
fn the_influence_map_is_made_again_bit_for_bit() {
    let recipe = recipe("othello-thesis/influence").unwrap();
    let request = TrainingRequest {
        catalog: agon_catalog::standard(),
        seed: Seed(recipe.seed),
        settings: Vec::new(),
        executor: Executor::new(1),
        checkpoint: None,
    };
    let trained = recipe.train(&request, &mut |_| Ok(true)).unwrap();
    let TrainingResult::Evolved { fitness, .. } = trained.result else {
        panic!("evolved by a genetic algorithm")
    };
    assert_eq!(fitness.first(), Some(&18.0), "the first stage wins everything against greedy");
    assert_eq!(fitness.len(), 7);
    assert_eq!(trained.artefact, OTHELLO_THESIS_INFLUENCE);
}

/// A small set: the ones that come with Agon take as long as a cup of tea where nothing is optimised.
#[test]
fn models_are_made_again_bit_for_bit() {
    let recipe = recipe("minimax-backwards").unwrap();
    let settings = [("game", "reversi:6x6"), ("last", "30"), ("gap", "8"), ("boards", "100")];
    let request = TrainingRequest {
        catalog: agon_catalog::standard(),
        seed: Seed(1),
        settings: settings.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        executor: Executor::new(2),
        checkpoint: None,
    };
    let trained = recipe.train(&request, &mut |_| Ok(true)).unwrap();
    check_golden(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/models-6x6.txt"), &trained.artefact);
}

#[test]
fn the_models_that_come_with_agon_are_those_of_the_recipe() {
    let played = |last: u32, by: &str| {
        format!("--model svm --last {last} --gap 4 --depth 4 --boards 20000 --play {by}")
    };
    for (game, text) in MODEL_SETS {
        let set: ModelSet = text.parse().unwrap();
        assert_eq!(set.game.trim_end_matches(",discs"), game);
        let last = set.models.last().unwrap().stones;
        // Those of 6x6 guide proofs: the nearer the value the better, and the board is soon full.
        let settings = match game {
            "reversi:6x6" => format!("--model linear --last {last} --gap 2 --depth 2 --boards 10000"),
            // Ten times the boards of the source, drawn from play: on 88 cells 10 to 17 stones a game better at plies
            // 2 to 4, on 8x8 2.7 discs at ply 3.
            "reversi:88" => played(last, "random-88.txt"),
            _ => played(last, "random-reversi.txt"),
        };
        // With drift the start of 8x8 was worth 17.5 points for black.
        assert_eq!(
            set.origin,
            format!("agon train minimax-backwards --game {} {settings} --drift remove --seed 1", set.game)
        );
        assert!(set.models.iter().all(|model| model.accuracy.right > 0.7), "{game}");
    }
}

/// Table I of [Engel2015] with fewer boards: sigma about 13.5 and 83 % right there, 12.8 and 79.5 % here with 10,000
/// boards. 600 leave standard errors of 0.4 and 1.6 %.
#[test]
fn models_of_all_kinds_predict_boards_they_have_not_seen() {
    let game = game("reversi:88,discs").unwrap();
    let source = game.board_source(Executor::new(2)).unwrap();
    let scored = |seed| {
        let (stones, count, boards) = (78, 600, &Boards::Random);
        source
            .scored(&Ask { stones, count, boards, seed: Seed(seed), leaves: None }, &mut |_| true)
            .unwrap()
            .unwrap()
    };
    let (fitted, fresh) = (scored(1), scored(2));
    for kind in ModelKind::ALL {
        let fit = kind.fit(&fitted).accuracy(&fresh);
        assert!((11.5..15.0).contains(&fit.sigma) && (0.74..0.86).contains(&fit.right), "{kind}: {fit:?}");
    }
}

/// The fitness that the first line of an artefact states.
fn stated_fitness(artefact: &str) -> f64 {
    let (origin, _) = artefact.split_once('\n').unwrap();
    origin.rsplit_once(' ').unwrap().1.parse().unwrap()
}

#[test]
fn the_network_is_as_fit_as_its_file_says() {
    let task = LearnNetwork::eight_inputs().unwrap();
    let fitness = task.fitness_of(OTHELLO_THESIS_NETWORK.parse().unwrap()).unwrap();
    assert_eq!(fitness, stated_fitness(OTHELLO_THESIS_NETWORK));
    assert!(fitness >= 14.22, "the best of the thesis");
    let alone = TrainingAgent::ALL
        .map(|agent| task.fitness_against(OTHELLO_THESIS_NETWORK.parse().unwrap(), &[agent]).unwrap());
    assert!((alone.iter().sum::<f64>() / 3.0 - fitness).abs() < 1e-9, "the mean of the agents one by one");
}

#[test]
fn the_tuned_weights_are_as_fit_as_their_file_says() {
    let recipe = recipe("reversi-report/weights").unwrap();
    assert!(
        REVERSI_REPORT_WEIGHTS.starts_with(&format!("# agon train {} --seed {} ", recipe.name, recipe.seed))
    );
    let task = TuneWeights::new(Seed(recipe.seed)).unwrap();
    let fitness = task.fitness_of(REVERSI_REPORT_WEIGHTS.parse().unwrap());
    assert_eq!(fitness, stated_fitness(REVERSI_REPORT_WEIGHTS));
    assert!(fitness > 0.6 && (task.fitness_of(Default::default()) - 0.5).abs() < 0.1, "better than by hand");
}

#[test]
fn temporal_differences_go_on_from_a_checkpoint() {
    let td = recipe("othello-thesis/network-td").unwrap();
    let request = |rounds, threads, checkpoint| TrainingRequest {
        catalog: agon_catalog::standard(),
        seed: Seed(3),
        settings: generations(rounds),
        executor: Executor::new(threads),
        checkpoint,
    };
    let mut first = None;
    let whole = td.train(&request(3, 1, None), &mut |progress| {
        let step = progress.step.as_ref().expect("whole steps only");
        assert_eq!(step.last, progress.done == 3);
        first.get_or_insert_with(|| (progress.checkpoint)());
        Ok(true)
    });
    let whole = whole.unwrap();
    let resumed = td.train(&request(3, 2, first), &mut |_| Ok(true)).unwrap();
    assert_eq!(resumed.artefact, whole.artefact);
    let network = whole.artefact.parse().unwrap();
    let fitness = vec![LearnNetwork::eight_inputs().unwrap().fitness_of(network).unwrap()];
    assert_eq!(whole.result, TrainingResult::Evolved { fitness, generations: 3, games: 300 });
}

/// Fitness is not a matter of chance, so playing again changes nothing but the time.
#[test]
fn chromosomes_that_play_again_are_as_fit() {
    let train = |settings| {
        let request = TrainingRequest {
            catalog: agon_catalog::standard(),
            seed: Seed(1),
            settings,
            executor: Executor::new(2),
            checkpoint: None,
        };
        recipe("othello-thesis/network").unwrap().train(&request, &mut |_| Ok(true)).unwrap()
    };
    let kept = train(generations(3));
    let replay = [generations(3), vec![("replay".to_owned(), "true".to_owned())]].concat();
    let replayed = train(replay);
    assert_eq!(replayed.artefact, kept.artefact);
    let games = |result| match result {
        TrainingResult::Evolved { games, .. } => games,
        TrainingResult::Fitted { .. } | TrainingResult::Tabled { .. } => 0,
    };
    assert_eq!(games(replayed.result), 3 * 100 * 6);
    assert!(games(kept.result) < 3 * 100 * 6);
}

#[test]
fn every_training_agent_is_left_out_once() {
    let request = TrainingRequest {
        catalog: agon_catalog::standard(),
        seed: Seed(1),
        settings: generations(2),
        executor: Executor::new(1),
        checkpoint: None,
    };
    let folds = folds(&request, &mut |_| Ok(true)).unwrap();
    assert_eq!(folds.iter().map(|fold| fold.left_out).collect::<Vec<_>>(), TrainingAgent::ALL);
    assert!(folds.iter().all(|fold| fold.trained > 0.0 && fold.trained <= 18.0), "{folds:?}");
}

#[test]
fn a_checkpoint_of_another_training_is_refused() {
    let influence = recipe("othello-thesis/influence").unwrap();
    let request = |seed| TrainingRequest {
        catalog: agon_catalog::standard(),
        seed: Seed(seed),
        settings: generations(2),
        executor: Executor::new(1),
        checkpoint: None,
    };
    let mut last = String::new();
    let result = influence.train(&request(1), &mut |progress| {
        last = (progress.checkpoint)();
        Ok(true)
    });
    assert!(matches!(result.unwrap().result, TrainingResult::Evolved { fitness, .. } if fitness.len() == 7));
    let resumed = TrainingRequest { checkpoint: Some(last), ..request(2) };
    let error = influence.train(&resumed, &mut |_| Ok(true)).unwrap_err();
    assert!(error.to_string().contains("belongs to another run"), "{error}");
    assert!(recipe("othello-thesis/influenze").unwrap_err().message.contains("did you mean"));
}
