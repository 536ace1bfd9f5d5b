//! Who only searches positions of one game needs few crates, and no compiler for C.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The program that only uses these.
const PACKAGES: [&str; 2] = ["agon-reversi", "agon-search"];
/// It has fewer crates than this, those of Agon included.
const TOO_MANY: usize = 15;

/// What is wrong with the dependencies.
pub fn check(root: &Path) -> Vec<String> {
    let mut tree = Command::new("cargo");
    tree.args(["tree", "--offline", "-e", "normal,build", "--prefix", "none"]).current_dir(root);
    for package in PACKAGES {
        tree.args(["-p", package]);
    }
    match tree.output() {
        Ok(output) if output.status.success() => complaints(&String::from_utf8_lossy(&output.stdout)),
        Ok(output) => vec![format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr))],
        Err(error) => vec![format!("cargo tree: {error}")],
    }
}

fn complaints(tree: &str) -> Vec<String> {
    let names: BTreeSet<_> = tree.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let needs_c = |name: &&&str| **name == "cc" || name.ends_with("-sys");
    let c =
        names.iter().filter(needs_c).map(|name| format!("{}: needs `{name}`, so C", PACKAGES.join(" + ")));
    let many = (names.len() >= TOO_MANY).then(|| {
        format!("{}: {} crates, fewer than {TOO_MANY} are wanted", PACKAGES.join(" + "), names.len())
    });
    c.chain(many).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_crates_and_c_are_told() {
        assert!(
            complaints("agon-core v0.1.0 (crates/core)\nstrsim v0.11.1\nstrsim v0.11.1 (*)\n").is_empty()
        );
        assert_eq!(complaints("cc v1\nlibsqlite3-sys v1\n").len(), 2);
        let many: String = (0..15).map(|number| format!("crate{number} v1\n")).collect();
        assert_eq!(complaints(&many).len(), 1);
    }
}
