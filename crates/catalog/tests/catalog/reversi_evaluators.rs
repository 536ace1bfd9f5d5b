//! Evaluators of Reversi: what comes with Agon, and what does not fit.

use agon_catalog::game;

#[test]
fn what_comes_with_agon_can_be_read() {
    let reversi = game("reversi").unwrap();
    for spec in ["influence", "influence(thesis)", "network", "network(thesis)"] {
        reversi.check(&format!("greedy(eval={spec})")).unwrap();
    }
}

#[test]
fn wrong_files_and_boards_are_explained() {
    let error = game("reversi").unwrap().check("greedy(eval=influence(file=no-such-file))").unwrap_err();
    assert!(error.message.starts_with("no-such-file: "), "{error}");
    assert!(error.span.is_some());
    let error = game("reversi:88").unwrap().check("greedy(eval=network(thesis))").unwrap_err();
    assert!(error.message.contains("needs a full square board of even size"), "{error}");
}
