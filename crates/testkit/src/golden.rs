//! Golden files: output that people read, kept beside the tests, so that a change of it is seen and meant.

use std::path::Path;

/// Compares `found` with the golden file at `path`; with `AGON_ACCEPT` set, writes it instead.
///
/// # Panics
/// If they differ; the message says how to accept the change.
pub fn check_golden(path: impl AsRef<Path>, found: &str) {
    let path = path.as_ref();
    if std::env::var_os("AGON_ACCEPT").is_some() {
        let folder = path.parent().expect("a golden file lies in a folder");
        std::fs::create_dir_all(folder).expect("the folder of golden files can be made");
        std::fs::write(path, found).expect("a golden file can be written");
        return;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        expected == found,
        "{} differs; `cargo xtask golden --accept` takes the new text\n--- expected\n{expected}\n--- found\n{found}",
        path.display()
    );
}
