//! Trees that are read, and trees that are damaged.

use super::*;
use proptest::prelude::*;

fn shape(tree: &Tree) -> String {
    let nodes: String = tree
        .nodes
        .iter()
        .map(|node| {
            let properties = node.properties.iter().map(|property| {
                let values: Vec<_> =
                    property.values.iter().map(|value| format!("[{}]", escaped(&value.text))).collect();
                format!("{}{}", property.name, values.concat())
            });
            format!(";{}", properties.collect::<String>())
        })
        .collect();
    format!("({nodes}{})", tree.children.iter().map(shape).collect::<String>())
}

#[test]
fn variations_and_values_are_kept() {
    let text =
        "mail header\n(;GM[4]SZ[15]AB[aa]\n [bb];B[hh];W[hi](;B[gg]C[a \\] \\\\ b])(;B[ii];W[jj]))(;GM[4])";
    let trees = read(text).unwrap();
    assert_eq!(trees.len(), 2);
    assert_eq!(shape(&trees[0]), "(;GM[4]SZ[15]AB[aa][bb];B[hh];W[hi](;B[gg]C[a \\] \\\\ b])(;B[ii];W[jj]))");
    let lines = trees[0].lines();
    let moves = |line: &[&Node]| -> Vec<String> {
        line.iter()
            .filter_map(|node| node.get("B").or(node.get("W")))
            .map(|value| value.text.clone())
            .collect()
    };
    assert_eq!(
        lines.iter().map(|line| moves(line)).collect::<Vec<_>>(),
        [vec!["hh", "hi", "gg"], vec!["hh", "hi", "ii", "jj"]]
    );
    assert_eq!(trees[0].nodes[0].all("AB").len(), 2);
    assert_eq!(trees[0].nodes[0].all("AB")[1].place, Place { line: 3, column: 3 });
    assert_eq!(trees[1].place.line, 3);
}

#[test]
fn old_names_lose_their_small_letters() {
    let trees = read("(;GaMe[4]Size[9];White[aa];1[b1,c1])").unwrap();
    let names: Vec<_> = trees[0]
        .nodes
        .iter()
        .flat_map(|node| &node.properties)
        .map(|property| property.name.as_str())
        .collect();
    assert_eq!(names, ["GM", "S", "W", "1"]);
}

#[test]
fn damage_is_told_with_its_place() {
    let wrong = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(wrong(""), "line 1, column 1: there is no game: one begins with `(;`");
    assert_eq!(wrong("x\ny"), "line 2, column 2: there is no game: one begins with `(;`");
    assert_eq!(wrong("(;B[aa\n"), "line 1, column 4: the value that begins here has no end: `]` is missing");
    assert_eq!(wrong("(;B[aa]\n;W"), "line 2, column 3: `W` has no value: `[` is wanted here");
    assert!(wrong("\n(;B[aa]").contains("the game of line 2, column 1 has no end"));
    assert_eq!(wrong("(;B[aa]%)"), "line 1, column 8: `(`, `)` or `;` is wanted here");
    assert_eq!(wrong("(;B[aa]())"), "line 1, column 9: `;` is wanted here: it begins a node");
    assert!(wrong(&"(;".repeat(5000)).contains("at most 2000 deep"));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[(;)B-D\\[\\]\\\\a1 \n]{0,60}") {
        if let Ok(trees) = read(&text) {
            let written: String = trees.iter().map(shape).collect();
            let again = read(&written).unwrap();
            prop_assert_eq!(again.iter().map(shape).collect::<String>(), written);
            for tree in &trees {
                prop_assert!(!tree.lines().is_empty());
            }
        }
    }

    #[test]
    fn values_come_back(text in ".{0,30}") {
        let trees = read(&format!("(;C[{}])", escaped(&text))).unwrap();
        prop_assert_eq!(&trees[0].nodes[0].get("C").unwrap().text, &text);
    }
}
