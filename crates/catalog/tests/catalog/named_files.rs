//! What an agent is called that is told a file.

use std::path::Path;

use agon_catalog::artefacts::OTHELLO_THESIS_NETWORK;
use agon_catalog::{agent_identity, game};
use agon_core::ReadError;

fn identity(text: &str) -> Result<String, ReadError> {
    agent_identity(&text.parse()?)
}

#[test]
fn a_changed_file_is_a_changed_agent() {
    let folder = std::env::temp_dir().join(format!("agon-named-files-{}", std::process::id()));
    let (here, there) = (folder.join("here"), folder.join("there"));
    for folder in [&here, &there] {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join("net.txt"), OTHELLO_THESIS_NETWORK).unwrap();
    }
    let spec = |folder: &Path| {
        format!("alphabeta(depth=2, eval=network(file={}))", folder.join("net.txt").display())
    };
    game("reversi").unwrap().check(&spec(&here)).unwrap();
    let first = identity(&spec(&here)).unwrap();
    assert!(first.starts_with("alphabeta(depth=2, eval=network(file=net.txt#"), "{first}");
    assert_eq!(identity(&spec(&there)).unwrap(), first);
    std::fs::write(there.join("net.txt"), "another").unwrap();
    assert_ne!(identity(&spec(&there)).unwrap(), first);
    let patterns = format!("thesis(patterns={}, depth=1)", here.display());
    assert!(identity(&patterns).unwrap().contains("patterns=here#"));
    for plain in ["greedy(reply, nodes=40)", "models(set=reversi, depth=1)", "random"] {
        assert_eq!(identity(plain).unwrap(), plain);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
