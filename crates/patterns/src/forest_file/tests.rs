//! What is written is read again; what is wrong is named with its line and column.

use super::*;
use agon_core::Seed;
use agon_learn::models::forest::{EndOfGame, Forest, Lesson, Pattern, PredictionWeights};

fn forest() -> Forest {
    let end = |number| {
        let mut rng = Seed(number).stream("end", 0);
        let cells: String = (0..25).map(|_| char::from(b'0' + rng.below(3) as u8)).collect();
        format!("{cells}/{}", rng.below(3)).parse::<EndOfGame>().unwrap()
    };
    let ends: Vec<_> = (0..200).map(end).collect();
    let lesson = Lesson::plain(&ends, 4);
    let grow = |number: u64| {
        let pattern = Pattern::random(5, 1 + number as usize, &mut Seed(number).stream("pattern", 0));
        lesson.grow(pattern, Seed(number))
    };
    let mut woods: Vec<_> = (0..6).map(grow).collect();
    woods[2].weight = 7;
    woods.push(Lesson::plain(&[], 4).grow(woods[1].pattern, Seed(1)));
    Forest {
        woods,
        weights: PredictionWeights { win: 2000, draw: 1500, loss: -500 },
        game: Some("tictactoe".to_owned()),
    }
}

#[test]
fn forests_come_back_as_they_were() {
    let text = write_forest(&forest(), "train forests/gomoku --seed 1 ?> --");
    assert!(text.contains("<?agon train forests/gomoku --seed 1 ? > --?>"));
    assert_eq!(read_forest(&text).unwrap(), forest());
    assert_eq!(write_forest(&read_forest(&text).unwrap(), ""), write_forest(&forest(), ""));
}

/// A file as the source may have written it: no attributes of ours.
#[test]
fn files_of_the_source_are_read() {
    let text = r#"<RandomForest><RandomWoods><TrainingAttributesList>
        <TrainingAttributes attributeIndxs="4"/></TrainingAttributesList>
        <ForestTree decisionAttr="9"><TreeRoot headerIndx="4"><TreeLeaf branchValue="0" categoryValue="0"/>
        <TreeLeaf branchValue="2" categoryValue="2"/><TreeLeaf branchValue="1" categoryValue="1"></TreeLeaf></TreeRoot>
        </ForestTree></RandomWoods></RandomForest>"#;
    let forest = read_forest(text).unwrap();
    assert_eq!((forest.weights, forest.woods[0].weight), (PredictionWeights::USUAL, 1));
}

#[test]
fn errors_name_line_and_column() {
    let text = write_forest(&forest(), "");
    let error = |from: &str, to: &str| read_forest(&text.replacen(from, to, 1)).unwrap_err().message;
    for (from, to, said) in [
        ("<RandomWoods weight=\"1\"", "<RandomWoods weight=\"64\"", "line 22, column 1: `weight` is `64`"),
        ("<RandomForest ", "<RandomForest size=\"2\" ", "line 21, column 1: `size` is not an attribute"),
        ("win=\"2\"", "win=\"much\"", "`much` is not a number"),
        ("attributeIndxs=\"", "attributeIndxs=\"77,", "no cell 77"),
        ("decisionAttr=\"25\"", "decisionAttr=\"24\"", "a square window"),
        ("branchValue=\"1\"", "branchValue=\"0\"", "branch 0 is there twice"),
        ("branchValue=\"1\"", "branchValue=\"3\"", "`branchValue` is 0 (empty)"),
        ("categoryValue=\"", "categoryValue=\"9", "`categoryValue` is 0, 1 or 2"),
        ("</RandomForest>", "", "the file ends before </RandomForest>"),
        ("<TreeLeaf ", "<TreeRoot/><TreeLeaf ", "<TreeRoot> cannot stand here"),
        ("<RandomForest", "<!DOCTYPE x [<!ENTITY lol \"ha\">]><RandomForest", "entities cannot be declared"),
        ("weight=\"1\"", "weight=\"&lol;\"", "`weight` is `&lol;`"),
    ] {
        assert!(error(from, to).contains(said), "{from} -> {to}: {}", error(from, to));
    }
    assert!(read_forest("").unwrap_err().message.starts_with("line 1, column 1: "));
}

/// A megabyte of open elements is refused at the first that goes too deep.
#[test]
fn nesting_is_limited() {
    let head = "<RandomForest><RandomWoods><TrainingAttributesList><TrainingAttributes attributeIndxs=\"0,1,2\"/>\
        </TrainingAttributesList><ForestTree decisionAttr=\"9\"><TreeRoot headerIndx=\"0\">";
    let deep = format!("{head}{}", "<TreeNode branchValue=\"0\" headerIndx=\"1\">".repeat(30_000));
    assert!(read_forest(&deep).unwrap_err().message.contains("asked about further up"));
    let forests = "<RandomForest>".repeat(100_000);
    assert!(
        read_forest(&forests)
            .unwrap_err()
            .message
            .contains("line 1, column 15: <RandomForest> cannot stand here")
    );
}

/// Spoilt at any place, a file is refused or read, and never more than that.
#[test]
fn spoilt_files_do_no_harm() {
    let text = write_forest(&forest(), "");
    let mut rng = Seed(9).stream("spoilt", 0);
    for _ in 0..300 {
        let mut bytes = text.clone().into_bytes();
        let at = rng.below(bytes.len() as u32) as usize;
        match rng.below(3) {
            0 => bytes.truncate(at),
            1 => bytes[at] = b'!' + rng.below(90) as u8,
            _ => drop(bytes.drain(at..(at + 7).min(text.len()))),
        }
        if let Ok(forest) = read_forest(&String::from_utf8_lossy(&bytes)) {
            assert_eq!(read_forest(&write_forest(&forest, "")).unwrap(), forest);
        }
    }
}
