//! What comes with Agon was made by the recipes as they are now.
#![allow(clippy::unwrap_used)]

use agon_catalog::artefacts::{OTHELLO_THESIS_INFLUENCE, OTHELLO_THESIS_NETWORK};
use agon_core::{Executor, Seed};
use agon_papers::othello_thesis::network::LearnNetwork;
use agon_papers::{Order, recipe};
use agon_reversi::FeatureSet;

/// Takes seconds: most chromosomes of a generation are known from the last one.
#[test]
fn the_influence_map_is_made_again_bit_for_bit() {
    let recipe = recipe("othello-thesis/influence").unwrap();
    let order = Order {
        seed: Seed(recipe.seed),
        generations: recipe.generations,
        executor: Executor::new(1),
        checkpoint: None,
    };
    let trained = recipe.train(&order, &mut |_| Ok(true)).unwrap();
    assert_eq!(trained.fitness.first(), Some(&18.0), "the first stage wins everything against greedy");
    assert_eq!(trained.fitness.len(), 7);
    assert_eq!(trained.artefact, OTHELLO_THESIS_INFLUENCE);
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
    let generations = influence.generations.limited_to(2);
    let order = |seed| Order { seed: Seed(seed), generations, executor: Executor::new(1), checkpoint: None };
    let mut last = String::new();
    let result = influence.train(&order(1), &mut |progress| {
        last.clone_from(&progress.checkpoint);
        Ok(true)
    });
    assert_eq!(result.unwrap().fitness.len(), 7);
    let resumed = Order { checkpoint: Some(last), ..order(2) };
    let error = influence.train(&resumed, &mut |_| Ok(true)).unwrap_err();
    assert!(error.to_string().contains("belongs to another run"), "{error}");
    assert!(recipe("othello-thesis/influenze").unwrap_err().message.contains("did you mean"));
}
