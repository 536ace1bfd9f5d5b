//! Which crate may depend on which: games never see search, and only the catalog sees everything.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// For each package, what it may depend on in ordinary code and, behind the bar, in tests too.
///
/// A package that is not listed is a complaint: a new crate decides here where it stands.
const ARROWS: &[(&str, &str, &str)] = &[
    ("agon-core", "", ""),
    ("agon-files", "", ""),
    ("agon-testkit", "agon-core", ""),
    ("agon-plot", "agon-core", ""),
    ("agon-abilities", "agon-core", "agon-testkit"),
    ("agon-grid", "agon-core", "agon-testkit"),
    ("agon-reversi", "agon-core agon-abilities agon-grid", "agon-testkit"),
    (
        "agon-reversi-engine",
        "agon-core agon-abilities agon-grid agon-reversi agon-learn",
        "agon-testkit agon-search agon-files",
    ),
    ("agon-blokus", "agon-core agon-abilities agon-grid", "agon-testkit"),
    ("agon-line", "agon-core agon-abilities agon-grid", "agon-testkit"),
    ("agon-patterns", "agon-core agon-abilities agon-files agon-learn", "agon-testkit"),
    (
        "agon-search",
        "agon-core agon-abilities",
        "agon-testkit agon-grid agon-reversi agon-line agon-blokus agon-patterns",
    ),
    (
        "agon-learn",
        "agon-core agon-abilities",
        "agon-testkit agon-files agon-grid agon-reversi agon-line agon-blokus",
    ),
    ("agon-arena", "agon-core agon-files", "agon-testkit agon-search agon-reversi agon-line agon-blokus"),
    ("agon-records", "agon-core agon-files agon-arena", "agon-testkit agon-search agon-reversi agon-line"),
    ("agon-tournament", "agon-core agon-files agon-plot agon-arena agon-records", "agon-testkit"),
    ("agon-formats", "", ""),
    ("agon-cluster", "agon-core", "agon-testkit"),
    ("agon-protocol", "agon-core agon-arena agon-formats", "agon-testkit agon-grid agon-reversi agon-line"),
    ("agon-engines", "agon-core agon-protocol", "agon-testkit"),
    (
        "agon-catalog",
        "agon-core agon-abilities agon-files agon-grid agon-reversi agon-reversi-engine agon-blokus agon-line agon-patterns \
         agon-search agon-learn agon-arena agon-records agon-formats agon-protocol agon-engines",
        "agon-testkit agon-tournament",
    ),
    (
        "agon-papers",
        "agon-catalog agon-core agon-abilities agon-files agon-grid agon-reversi agon-blokus agon-line agon-search \
         agon-learn agon-arena agon-records agon-plot agon-patterns",
        "agon-testkit",
    ),
    (
        "agon-web",
        "agon-catalog agon-core agon-files agon-arena agon-records agon-tournament agon-papers",
        "agon-testkit",
    ),
    (
        "agon-python",
        "agon-catalog agon-core agon-files agon-plot agon-arena agon-records agon-papers agon-cluster",
        "",
    ),
    (
        "agon-cli",
        "agon-catalog agon-core agon-files agon-plot agon-arena agon-records agon-tournament agon-papers agon-protocol \
         agon-engines agon-web agon-cluster",
        "agon-testkit agon-grid agon-reversi agon-search",
    ),
    (
        "agon-guide",
        "",
        "agon-core agon-abilities agon-reversi agon-line agon-search agon-learn agon-arena agon-catalog",
    ),
    ("xtask", "agon-catalog agon-core agon-papers agon-testkit", ""),
];

/// Complaints about edges that point the wrong way.
pub fn check(root: &Path) -> Vec<String> {
    let output = Command::new("cargo")
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output();
    let Ok(metadata) =
        output.map(|output| serde_json::from_slice::<Value>(&output.stdout).unwrap_or_default())
    else {
        return vec!["cargo metadata does not answer".to_owned()];
    };
    let packages = metadata["packages"].as_array().cloned().unwrap_or_default();
    if packages.is_empty() {
        return vec!["cargo metadata lists no package".to_owned()];
    }
    packages.iter().flat_map(check_package).collect()
}

fn check_package(package: &Value) -> Vec<String> {
    let name = package["name"].as_str().unwrap_or_default();
    let Some((_, code, tests)) = ARROWS.iter().find(|(known, _, _)| *known == name) else {
        return vec![format!("{name}: a new crate; say in xtask/src/arrows.rs what it may depend on")];
    };
    let allowed = |dependency: &str, for_tests: bool| {
        let listed = |names: &str| names.split(' ').any(|allowed| allowed == dependency);
        listed(code) || (for_tests && listed(tests))
    };
    let dependencies = package["dependencies"].as_array().cloned().unwrap_or_default();
    let ours = dependencies.iter().filter_map(|dependency| {
        let target = dependency["name"].as_str().filter(|target| target.starts_with("agon-"))?;
        Some((target.to_owned(), dependency["kind"] == "dev"))
    });
    ours.filter(|(target, for_tests)| !allowed(target, *for_tests))
        .map(|(target, _)| format!("{name} may not depend on {target}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_game_that_sees_search_is_refused() {
        let edge = |kind: Value| json!({"name": "agon-reversi", "dependencies": [{"name": "agon-search", "kind": kind}]});
        assert_eq!(check_package(&edge(Value::Null)), ["agon-reversi may not depend on agon-search"]);
        assert_eq!(check_package(&edge(json!("dev"))), ["agon-reversi may not depend on agon-search"]);
        let fine = json!({"name": "agon-reversi", "dependencies": [{"name": "agon-testkit", "kind": "dev"}]});
        assert!(check_package(&fine).is_empty());
        let stranger = json!({"name": "agon-stranger", "dependencies": []});
        assert_eq!(check_package(&stranger).len(), 1);
    }
}
