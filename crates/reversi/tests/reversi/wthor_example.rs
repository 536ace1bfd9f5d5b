//! The example of a WTHOR file runs, with a file and without.

use agon_testkit::run_example;

#[test]
fn without_a_file_it_reads_its_own() {
    let said = run_example("read_wthor", &[]);
    assert!(said.starts_with("year 2001: 1 games, "), "{said}");
    assert!(said.contains("1 of 1 end by the rules"), "{said}");
}

#[test]
fn a_file_is_read_from_the_disk() {
    let path = std::env::temp_dir().join(format!("agon-read-wthor-{}.wtb", std::process::id()));
    let empty = agon_reversi::wthor::Database { year: 1999, ..Default::default() };
    std::fs::write(&path, empty.write().unwrap()).unwrap();
    let said = run_example("read_wthor", &[path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    assert!(said.starts_with("year 1999: 0 games"), "{said}");
}
