//! What comes with Agon was made by the recipes as they are now.
#![allow(clippy::unwrap_used)]

use agon_catalog::artefacts::{MODEL_SETS, OTHELLO_THESIS_INFLUENCE, OTHELLO_THESIS_NETWORK};
use agon_core::{Executor, Seed};
use agon_learn::models::ModelSet;
use agon_papers::othello_thesis::network::LearnNetwork;
use agon_papers::{Gain, Order, recipe};
use agon_reversi::FeatureSet;
use agon_testkit::check_golden;

/// Takes seconds: most chromosomes of a generation are known from the last one.
#[test]
fn the_influence_map_is_made_again_bit_for_bit() {
    let recipe = recipe("othello-thesis/influence").unwrap();
    let order =
        Order { seed: Seed(recipe.seed), settings: Vec::new(), executor: Executor::new(1), checkpoint: None };
    let trained = recipe.train(&order, &mut |_| Ok(true)).unwrap();
    let Gain::Evolved { fitness, .. } = trained.gain else { panic!("evolved by a genetic algorithm") };
    assert_eq!(fitness.first(), Some(&18.0), "the first stage wins everything against greedy");
    assert_eq!(fitness.len(), 7);
    assert_eq!(trained.artefact, OTHELLO_THESIS_INFLUENCE);
}

/// A small set: the ones that come with Agon take as long as a cup of tea where nothing is optimised.
#[test]
fn models_are_made_again_bit_for_bit() {
    let recipe = recipe("minimax-backwards").unwrap();
    let settings = [("game", "reversi:6x6"), ("last", "30"), ("gap", "8"), ("boards", "100")];
    let order = Order {
        seed: Seed(1),
        settings: settings.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        executor: Executor::new(2),
        checkpoint: None,
    };
    let trained = recipe.train(&order, &mut |_| Ok(true)).unwrap();
    check_golden(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/models-6x6.txt"), &trained.artefact);
}

#[test]
fn the_models_that_come_with_agon_are_those_of_the_recipe() {
    for (game, text) in MODEL_SETS {
        let set: ModelSet = text.parse().unwrap();
        assert_eq!(set.game, game);
        let last = set.models.last().unwrap().stones;
        let command = format!(
            "agon train minimax-backwards --game {game} --model svm --last {last} --gap 4 --depth 4 --boards 2000 --seed 1"
        );
        assert_eq!(set.origin, command);
        assert!(set.models.iter().all(|model| model.accuracy.right > 0.7), "{game}");
    }
}

#[test]
fn the_network_is_as_fit_as_its_file_says() {
    let (origin, _) = OTHELLO_THESIS_NETWORK.split_once('\n').unwrap();
    let (_, fitness) = origin.rsplit_once(' ').unwrap();
    let task = LearnNetwork::new(FeatureSet::Eight).unwrap();
    assert_eq!(
        task.fitness_of(OTHELLO_THESIS_NETWORK.parse().unwrap()).unwrap(),
        fitness.parse::<f64>().unwrap()
    );
}

#[test]
fn a_checkpoint_of_another_training_is_refused() {
    let influence = recipe("othello-thesis/influence").unwrap();
    let order = |seed| Order {
        seed: Seed(seed),
        settings: vec![("generations".to_owned(), "2".to_owned())],
        executor: Executor::new(1),
        checkpoint: None,
    };
    let mut last = String::new();
    let result = influence.train(&order(1), &mut |progress| {
        last.clone_from(&progress.checkpoint);
        Ok(true)
    });
    assert!(matches!(result.unwrap().gain, Gain::Evolved { fitness, .. } if fitness.len() == 7));
    let resumed = Order { checkpoint: Some(last), ..order(2) };
    let error = influence.train(&resumed, &mut |_| Ok(true)).unwrap_err();
    assert!(error.to_string().contains("belongs to another run"), "{error}");
    assert!(recipe("othello-thesis/influenze").unwrap_err().message.contains("did you mean"));
}
