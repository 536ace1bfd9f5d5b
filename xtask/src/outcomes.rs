//! What came of the published experiments, in the README: made from finished tables that are kept in `docs/outcomes`,
//! never typed.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use agon_papers::verdict::Finding;
use agon_papers::{Experiment, FinishedTable, PAPERS, Paper};

const KEPT: &str = "docs/outcomes";
const README: &str = "README.md";
/// The same tables as the program brings them along.
const SHIPPED: &str = "crates/papers/outcomes.jsonl";
/// The list stands between these lines.
const BEGIN: &str = "<!-- outcomes: made by cargo xtask outcomes -->\n";
const END: &str = "<!-- end of outcomes -->\n";

/// Keeps the finished tables of some runs, without pictures, and writes the list anew.
pub fn keep(root: &Path, runs: &[&str]) -> Result<(), String> {
    for run in runs {
        for (paper, experiment) in all_tables() {
            let path = Path::new(run).join(format!("{}.json", experiment.name));
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let table =
                FinishedTable::from_json(&text).map_err(|error| format!("{}: {error}", path.display()))?;
            if table.paper != paper.key {
                continue;
            }
            if table.quick {
                return Err(format!("{}: a quick run is not worth keeping", path.display()));
            }
            let file = root.join(kept_file(paper, experiment));
            let text =
                serde_json::to_string_pretty(&table.without_files()).map_err(|error| error.to_string())?;
            write(&file, &(text + "\n"))?;
        }
    }
    let readme = read(&root.join(README))?;
    let (before, _, after) = parts(&readme).ok_or("README.md has no place for the outcomes")?;
    write(&root.join(README), &format!("{before}{BEGIN}{}{END}{after}", list(root)?))?;
    write(&root.join(SHIPPED), &shipped(root)?)
}

/// All kept tables, one to a line: what comes with the program.
fn shipped(root: &Path) -> Result<String, String> {
    let mut lines = String::new();
    for (paper, experiment) in all_tables() {
        let path = root.join(kept_file(paper, experiment));
        if path.exists() {
            let table: FinishedTable = serde_json::from_str(&read(&path)?)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            lines += &serde_json::to_string(&table).map_err(|error| error.to_string())?;
            lines.push('\n');
        }
    }
    Ok(lines)
}

/// Complaints if the list in the README does not follow from what is kept.
pub fn check(root: &Path) -> Vec<String> {
    let stands = read(&root.join(README)).and_then(|readme| {
        let list = list(root)?;
        Ok(parts(&readme).is_some_and(|(_, stands, _)| stands == list))
    });
    let ships = shipped(root).and_then(|lines| Ok(read(&root.join(SHIPPED))? == lines));
    let stands = stands.and_then(|stands| Ok(stands && ships?));
    match stands {
        Ok(true) => Vec::new(),
        Ok(false) => {
            vec![format!("the outcomes in README.md or {SHIPPED} are out of date: cargo xtask outcomes")]
        }
        Err(error) => vec![error],
    }
}

fn all_tables() -> impl Iterator<Item = (&'static Paper, &'static Experiment)> {
    PAPERS.iter().flat_map(|paper| paper.experiments.iter().map(move |experiment| (paper, experiment)))
}

fn kept_file(paper: &Paper, experiment: &Experiment) -> PathBuf {
    Path::new(KEPT).join(paper.key).join(format!("{}.json", experiment.name))
}

/// What stands before, between and behind the marks.
fn parts(readme: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = readme.split_once(BEGIN)?;
    let (list, after) = rest.split_once(END)?;
    Some((before, list, after))
}

fn list(root: &Path) -> Result<String, String> {
    let mut out = "\n| | | verdict | claims that hold | commit |\n|---|---|---|---|---|\n".to_owned();
    let mut missing = String::new();
    for paper in PAPERS {
        let kept = |experiment: &&Experiment| root.join(kept_file(paper, experiment)).exists();
        let (made, not_made): (Vec<_>, Vec<_>) = paper.experiments.iter().partition(kept);
        for experiment in made {
            let path = root.join(kept_file(paper, experiment));
            let table = FinishedTable::from_json(&read(&path)?);
            let table = table.map_err(|error| format!("{}: {error}", path.display()))?;
            let _ = writeln!(out, "| {} | {} | {} |", paper.key, experiment.name, outcome(&table));
        }
        if !not_made.is_empty() {
            let names: Vec<_> = not_made.iter().map(|experiment| experiment.name).collect();
            let _ = writeln!(missing, "\nNo full run is kept of {}: {}.", paper.key, names.join(", "));
        }
    }
    Ok(out + &missing + "\n")
}

fn outcome(table: &FinishedTable) -> String {
    let claims = &table.report.claims;
    let hold = claims.iter().filter(|claim| claim.finding == Finding::Holds).count();
    let claims = if claims.is_empty() { String::new() } else { format!("{hold} of {}", claims.len()) };
    format!("{} | {claims} | {}", table.verdict, table.commit.as_deref().unwrap_or("none"))
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder.and_then(|()| std::fs::write(path, text)).map_err(|error| format!("{}: {error}", path.display()))
}
