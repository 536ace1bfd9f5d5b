//! The front end as text: its types are right. TypeScript and axe come from the package registry, into the target folder.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// A folder with packages of the registry; `None`, said aloud, where there is no npm and none is demanded.
pub fn packages() -> Option<PathBuf> {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("npm");
    let modules = folder.join("node_modules");
    if modules.join("typescript").is_dir() && modules.join("axe-core").is_dir() {
        return Some(modules);
    }
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("package.json"), "{\"private\":true}").unwrap();
    let install = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "typescript@5", "axe-core@4"];
    let done = Command::new("npm").args(install).current_dir(&folder).output();
    match done {
        Ok(output) if output.status.success() => Some(modules),
        other => {
            let why = other.map_or_else(
                |error| error.to_string(),
                |output| String::from_utf8_lossy(&output.stderr).into_owned(),
            );
            assert!(std::env::var("CI").is_err(), "typescript and axe-core cannot be installed: {why}");
            eprintln!("not tested: typescript and axe-core cannot be installed: {why}");
            None
        }
    }
}

#[test]
fn the_types_of_the_front_end_are_right() {
    let Some(modules) = packages() else { return };
    let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
    let files = std::fs::read_dir(assets).unwrap().map(|entry| entry.unwrap().path());
    let scripts: Vec<_> = files.filter(|path| path.extension().is_some_and(|kind| kind == "js")).collect();
    let options = [
        "--checkJs",
        "--allowJs",
        "--noEmit",
        "--strict",
        "--target",
        "es2022",
        "--module",
        "es2022",
        "--moduleResolution",
        "bundler",
        "--lib",
        "es2022,dom,dom.iterable",
    ];
    let checked = Command::new("node")
        .arg(modules.join("typescript/bin/tsc"))
        .args(options)
        .args(scripts)
        .output()
        .unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}
