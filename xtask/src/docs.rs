//! Documentation with warnings denied.
//!
//! Citation keys stand in brackets, which rustdoc takes for links to items; `citations` looks those up in the
//! bibliography instead. Every other warning counts.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::citations::is_key;

/// Builds the documentation of all crates and returns its warnings.
pub fn check(root: &Path) -> Vec<String> {
    let output = Command::new("cargo")
        .args(["doc", "--workspace", "--no-deps", "--quiet", "--message-format", "json"])
        .current_dir(root)
        .output();
    let Ok(output) = output else { return vec!["cargo doc cannot be started".to_owned()] };
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut complaints: Vec<_> = messages.filter_map(|message| complaint(&message["message"])).collect();
    if complaints.is_empty() && !output.status.success() {
        complaints.push(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    complaints
}

fn complaint(message: &Value) -> Option<String> {
    let text = message["message"].as_str()?;
    let is_summary = message["spans"].as_array().is_none_or(Vec::is_empty);
    if is_summary || is_citation(text) {
        None
    } else {
        Some(message["rendered"].as_str().unwrap_or(text).to_owned())
    }
}

fn is_citation(text: &str) -> bool {
    let link = text.strip_prefix("unresolved link to `").and_then(|rest| rest.strip_suffix('`'));
    link.is_some_and(is_key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_citations_are_let_through() {
        assert!(is_citation("unresolved link to `Cherry2011`"));
        assert!(!is_citation("unresolved link to `Game`"));
        assert!(!is_citation("missing documentation for a function"));
    }
}
