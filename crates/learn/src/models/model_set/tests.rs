//! What is written is read; what is wrong is pointed at.

use super::*;
use proptest::prelude::*;

fn set(stones: &[u32]) -> ModelSet {
    let model = |&stones: &u32| StageModel {
        stones,
        model: LinearModel { offset: 0.5, weights: vec![f64::from(stones), -1.25] },
        accuracy: Accuracy { sigma: 3.0, right: 0.75 },
    };
    ModelSet {
        origin: "agon train".to_owned(),
        game: "reversi:6x6".to_owned(),
        kind: ModelKind::Svm,
        features: vec!["parity".to_owned(), "a1".to_owned()],
        models: stones.iter().map(model).collect(),
    }
}

#[test]
fn between_models_weights_are_mixed_or_rounded_up() {
    let set = set(&[10, 14]);
    let first = |stones, between| set.model_for(stones, between).unwrap().weights[0];
    let interpolated = [6, 10, 11, 13, 14, 20].map(|stones| first(stones, Between::Interpolate));
    assert_eq!(interpolated, [10.0, 10.0, 11.0, 13.0, 14.0, 14.0]);
    let larger = [6, 10, 11, 14, 20].map(|stones| first(stones, Between::Larger));
    assert_eq!(larger, [10.0, 10.0, 14.0, 14.0, 14.0]);
}

#[test]
fn errors_point_into_the_line() {
    let text = set(&[10, 14]).to_string();
    let wrong = |from: &str, to: &str| {
        let error = text.replacen(from, to, 1).parse::<ModelSet>().unwrap_err();
        let part = error.text.as_ref().zip(error.span.clone()).map(|(line, span)| line[span].to_owned());
        (error.message, part.unwrap_or_default())
    };
    assert_eq!(wrong("14", "9").1, "9");
    assert_eq!(
        wrong("feature a1 -1.25", "feature a1 -1.2x"),
        ("line 10: `-1.2x` is not a number".into(), "-1.2x".into())
    );
    assert_eq!(wrong("-1.25 -1.25", "-1.25").0, "line 10: 1 numbers, but there are 2 models");
    assert_eq!(wrong("kind svm", "kind svn").1, "svn");
    assert_eq!(wrong("sigma", "omega").1, "omega");
    assert_eq!(wrong("agon model", "agon modem").1, "agon modem set 2");
    let cut = text.split_inclusive('\n').take(5).collect::<String>().parse::<ModelSet>().unwrap_err();
    assert_eq!(cut.message, "line 6 is missing: the model set ends too soon");
    assert!("".parse::<ModelSet>().is_err());
}

/// A set that was cut anywhere was once read as another set: with fewer features, or with a shorter last number.
#[test]
fn a_set_that_was_cut_is_refused() {
    let text = set(&[10, 14]).to_string();
    assert!(text.parse::<ModelSet>().is_ok());
    for length in 0..text.len() {
        let cut = text[..length].parse::<ModelSet>();
        assert!(cut.is_err(), "{length} of {} bytes: {cut:?}", text.len());
    }
    assert!(format!("{text}feature b1 1 1\n").parse::<ModelSet>().is_err(), "something after the end");
}

#[test]
fn sets_of_the_first_version_are_read() {
    let written = set(&[10, 14]);
    let old = written.to_string().replace("set 2", "set 1").replace("\nend\n", "\n");
    assert_eq!(old.parse::<ModelSet>(), Ok(written));
    assert!(old[..old.len() - 1].parse::<ModelSet>().is_err(), "the last number may be cut");
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        stones in prop::collection::btree_set(0u32..200, 1..6),
        numbers in prop::collection::vec(-1e6f64..1e6, 30),
    ) {
        let stones: Vec<u32> = stones.into_iter().collect();
        let mut written = set(&stones);
        for (stage, numbers) in written.models.iter_mut().zip(numbers.chunks(5)) {
            stage.model = LinearModel { offset: numbers[0], weights: numbers[1..3].to_vec() }.rounded();
            stage.accuracy = Accuracy { sigma: numbers[3], right: numbers[4] };
        }
        prop_assert_eq!(written.to_string().parse::<ModelSet>(), Ok(written));
    }

    #[test]
    fn nonsense_is_refused_without_a_panic(text in "(#|agon model set [12]\n|end\n|game |kind svm\n|stones |[0-9. x\n-]|feature ){0,12}") {
        let _ = text.parse::<ModelSet>();
    }
}
