//! ProbCut by name: fitted to an evaluator, kept in a file, used by searches.

use agon_catalog::game;
use agon_core::Seed;
use agon_search::ProbCutFit;

#[test]
fn a_fit_is_used_by_the_game_it_was_made_for() {
    let fit = ProbCutFit { positions: 60, depth: 4, seed: Seed(1) };
    let six = game("reversi:6x6").unwrap();
    let origin = "fit_probcut --game reversi:6x6 --eval mobility".to_owned();
    let mut seen = 0;
    let mut count = |done| {
        seen = done;
        true
    };
    let fitted = six.fit_probcut(&"mobility".parse().unwrap(), fit, origin.clone(), &mut count).unwrap();
    assert_eq!(seen, 59);
    assert!(six.fit_probcut(&"nonsense".parse().unwrap(), fit, origin, &mut |_| true).is_err());

    let path = std::env::temp_dir().join(format!("agon-probcut-{}.txt", std::process::id()));
    std::fs::write(&path, fitted.to_string()).unwrap();
    let agent = |name: &str| format!("{name}(eval=mobility, probcut=\"{}\", certain=0.8)", path.display());
    let wrong = |spec: &str, name: &str| game(spec).unwrap().check(&agent(name)).unwrap_err().to_string();
    six.check(&agent("negascout")).unwrap();
    six.check(&agent("alphabeta")).unwrap();
    assert!(wrong("reversi", "negascout").contains("it was trained for reversi:6x6"));
    assert!(wrong("reversi:6x6", "solve").contains("probcut"), "what goes to the end is never cut");
    std::fs::write(&path, "agon probcut 1\n").unwrap();
    assert!(wrong("reversi:6x6", "negascout").contains("probcut, line 1"));
    std::fs::remove_file(&path).unwrap();
}
