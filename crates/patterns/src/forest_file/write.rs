//! Writing a forest.

use std::fmt::Write as _;

use agon_learn::models::forest::{Forest, Node, Pattern, Prediction, Woods};
use quick_xml::escape::escape;

/// The type of the documents: that of the source, with the attributes that were added.
pub const DTD: &str = r#"<!DOCTYPE RandomForest [
<!ELEMENT RandomForest (RandomWoods)+>
<!ELEMENT RandomWoods (TrainingAttributesList, ForestTree)>
<!ELEMENT TrainingAttributesList (TrainingAttributes)+>
<!ELEMENT TrainingAttributes EMPTY>
<!ELEMENT ForestTree (TreeRoot)>
<!ELEMENT TreeRoot (TreeNode | TreeLeaf)+>
<!ELEMENT TreeNode (TreeNode | TreeLeaf)+>
<!ELEMENT TreeLeaf EMPTY>
<!ATTLIST RandomForest win CDATA "2.0" draw CDATA "1.0" loss CDATA "-0.5" game CDATA #IMPLIED>
<!ATTLIST RandomWoods weight CDATA "1" error CDATA #IMPLIED>
<!ATTLIST TrainingAttributes attributeIndxs CDATA "">
<!ATTLIST ForestTree decisionAttr CDATA "">
<!ATTLIST TreeRoot headerIndx CDATA "">
<!ATTLIST TreeNode branchValue CDATA "">
<!ATTLIST TreeNode headerIndx CDATA "">
<!ATTLIST TreeLeaf branchValue CDATA "">
<!ATTLIST TreeLeaf categoryValue CDATA "">
]>"#;

/// The text of a forest; `origin` says where it comes from.
#[must_use]
pub fn write_forest(forest: &Forest, origin: &str) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let origin: String = origin.chars().filter(|letter| !letter.is_control()).collect();
    if !origin.is_empty() {
        let _ = writeln!(text, "<?agon {}?>", origin.replace("?>", "? >"));
    }
    let weight = |thousandths: i32| format!("{}", f64::from(thousandths) / 1000.0);
    let weights = forest.weights;
    let [win, draw, loss] = [weights.win, weights.draw, weights.loss].map(weight);
    let game = forest.game.as_deref().map_or_else(String::new, |game| format!(" game=\"{}\"", escape(game)));
    let _ = writeln!(text, "{DTD}\n<RandomForest win=\"{win}\" draw=\"{draw}\" loss=\"{loss}\"{game}>");
    forest.woods.iter().for_each(|woods| write_woods(&mut text, woods));
    text + "</RandomForest>\n"
}

fn write_woods(text: &mut String, woods: &Woods) {
    let pattern = &woods.pattern;
    let cells: Vec<_> = pattern.cells().iter().map(ToString::to_string).collect();
    let error = woods.error.map_or_else(String::new, |error| format!(" error=\"{error}\""));
    let _ = writeln!(text, "<RandomWoods weight=\"{}\"{error}>", woods.weight);
    let _ = writeln!(
        text,
        "<TrainingAttributesList><TrainingAttributes attributeIndxs=\"{}\"/></TrainingAttributesList>",
        cells.join(",")
    );
    let _ = write!(
        text,
        "<ForestTree decisionAttr=\"{}\"><TreeRoot headerIndx=\"",
        pattern.side() * pattern.side()
    );
    match &woods.tree.root {
        Node::Leaf(answer) => {
            let _ = write!(text, "\"><TreeLeaf branchValue=\"\" categoryValue=\"{}\"/>", category(*answer));
        }
        Node::Split { attribute, branches } => {
            let _ = write!(text, "{}\">", pattern.cells()[usize::from(*attribute)]);
            write_branches(text, pattern, branches);
        }
    }
    text.push_str("</TreeRoot></ForestTree>\n</RandomWoods>\n");
}

fn write_branches(text: &mut String, pattern: &Pattern, branches: &[Node; 3]) {
    for (value, branch) in branches.iter().enumerate() {
        match branch {
            Node::Leaf(answer) => {
                let _ = write!(
                    text,
                    "<TreeLeaf branchValue=\"{value}\" categoryValue=\"{}\"/>",
                    category(*answer)
                );
            }
            Node::Split { attribute, branches } => {
                let cell = pattern.cells()[usize::from(*attribute)];
                let _ = write!(text, "<TreeNode branchValue=\"{value}\" headerIndx=\"{cell}\">");
                write_branches(text, pattern, branches);
                text.push_str("</TreeNode>");
            }
        }
    }
}

/// Who wins, as in the data: 1 the player, 2 the opponent, 0 nobody.
fn category(answer: Prediction) -> u8 {
    match answer {
        Prediction::Win => 1,
        Prediction::Draw => 0,
        Prediction::Loss => 2,
    }
}
