//! A study as one page that stands alone and can be printed: what came of it first, then every table with its verdict,
//! its pictures, what it was made with and the command that makes it again. Original design.

use std::fmt::Write;

use agon_plot::escape;

use crate::finished::FinishedTable;
use crate::paper::Paper;
use crate::provenance::Provenance;
use crate::report::{ComparedFigure, ReportTable};
use crate::verdict::{Claim, RULE};

const HEAD: &str = "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><style>\
:root{color-scheme:light}body{font-family:system-ui,sans-serif;line-height:1.45;max-width:62rem;margin:2rem auto;\
padding:0 1rem;color:#1c1f23}h1{font-size:1.6rem}h2{margin-top:2.5rem;border-top:2px solid #ccd;padding-top:1rem}\
h3{font-size:1rem;margin-bottom:.2rem}table{border-collapse:collapse;margin:.5rem 0 1rem;font-variant-numeric:tabular-nums}\
td,th{padding:.2rem .7rem;border-bottom:1px solid #dde;text-align:right;white-space:nowrap}\
td:first-child,th:first-child{text-align:left}th{font-weight:600}.list td{text-align:left;white-space:normal}\
.scroll{overflow-x:auto}.published{color:#667}.verdict{font-weight:700}.holds,.reproduced{color:#17653a}\
.fails,.not-reproduced{color:#a02020}.open,.partly,.cannot-be{color:#7a5600}code{font-size:.85rem}\
svg{max-width:100%;height:auto}details{margin:.5rem 0}small,.notes{color:#445}\
@media print{body{margin:0;max-width:none;font-size:10pt}h2{break-before:page}table,svg{break-inside:avoid}\
.scroll{overflow:visible}details{display:block}}</style>";

/// The page of a study from finished tables, each with the seconds that it took if they are known. They are shown in the
/// order of the study.
#[must_use]
pub fn page(paper: &Paper, tables: &[(FinishedTable, Option<f64>)]) -> String {
    let title = escape(paper.title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head>{HEAD}<title>{title}</title></head><body>\n<h1>{title}</h1>\n\
         <p>Made again by <code>agon paper run {}</code>. Published figures stand in parentheses behind ours.</p>\n",
        escape(paper.key)
    );
    page += &overview(paper, tables);
    let _ = writeln!(page, "<p class=\"notes\">{}</p>", escape(RULE));
    for experiment in paper.experiments {
        for (table, seconds) in tables.iter().filter(|(table, _)| table.table == experiment.name) {
            page += &section(table, experiment.summary, *seconds);
        }
    }
    page + "</body></html>\n"
}

/// All tables of the study with their verdicts; those that were not made, too.
fn overview(paper: &Paper, tables: &[(FinishedTable, Option<f64>)]) -> String {
    let mut list =
        "<table class=\"list\">\n<tr><th>table</th><th>what it shows</th><th>verdict</th></tr>\n".to_owned();
    for experiment in paper.experiments {
        let made = tables.iter().filter(|(table, _)| table.table == experiment.name);
        let verdicts: Vec<_> =
            made.map(|(table, _)| format!("<a href=\"#{}\">{}</a>", anchor(table), verdict(table))).collect();
        let verdicts = if verdicts.is_empty() { "not made".to_owned() } else { verdicts.join("<br>") };
        let (name, summary) = (escape(experiment.name), escape(experiment.summary));
        let _ = writeln!(list, "<tr><td>{name}</td><td>{summary}</td><td>{verdicts}</td></tr>");
    }
    list + "</table>\n"
}

fn anchor(table: &FinishedTable) -> String {
    let quick = if table.quick { "-quick" } else { "" };
    escape(&format!("{}-{}{quick}", table.table, table.seed))
}

fn verdict(table: &FinishedTable) -> String {
    let name = table.verdict.name();
    let class = match name {
        "partly reproduced" => "partly",
        "not reproduced" => "not-reproduced",
        "cannot be judged" => "cannot-be",
        _ => "reproduced",
    };
    let quick = if table.quick { " (quick run)" } else { "" };
    format!("<span class=\"verdict {class}\">{}</span>{quick}", escape(&table.verdict.to_string()))
}

fn section(table: &FinishedTable, summary: &str, seconds: Option<f64>) -> String {
    let quick = if table.quick { ", a quick run" } else { "" };
    let mut out = format!(
        "<h2 id=\"{}\">{}</h2>\n<p>{}. Seed {}{quick}.</p>\n<p>{}</p>\n",
        anchor(table),
        escape(&table.table),
        escape(summary),
        table.seed,
        verdict(table)
    );
    out += &claims(&table.report.claims);
    for shown in table.report.shown() {
        out += &figures(shown);
    }
    for figure in &table.report.figures {
        out += &figure.svg;
        out.push('\n');
    }
    let notes = table.report.notes();
    if !notes.is_empty() {
        let items: String = notes.iter().map(|note| format!("<li>{}</li>", escape(note))).collect();
        let _ = writeln!(out, "<ul class=\"notes\">{items}</ul>");
    }
    let time = seconds.map_or(String::new(), |seconds| format!(", which took {}", duration(seconds)));
    let _ = writeln!(out, "<p><code>{}</code>{time}</p>", escape(&table.command()));
    out + &made_with(table)
}

fn claims(claims: &[Claim]) -> String {
    if claims.is_empty() {
        return String::new();
    }
    let row = |Claim { text, finding, evidence }: &Claim| {
        let (finding, text, evidence) = (finding.name(), escape(text), escape(evidence));
        format!("<tr><td class=\"{finding}\">{finding}</td><td>{text}</td><td>{evidence}</td></tr>\n")
    };
    let rows: String = claims.iter().map(row).collect();
    format!(
        "<table class=\"list\">\n<tr><th></th><th>claim of the source</th><th>here</th></tr>\n{rows}</table>\n"
    )
}

fn figures(table: &ReportTable) -> String {
    let header: String = table.columns.iter().map(|column| format!("<th>{}</th>", escape(column))).collect();
    let cell = |cell: &ComparedFigure| {
        let published = cell.published_text();
        let published =
            published.map_or(String::new(), |text| format!(" <span class=\"published\">({text})</span>"));
        format!("<td>{}{published}</td>", escape(&cell.own_text()))
    };
    let row = |row: &crate::report::Row| {
        let cells: String = row.cells.iter().map(cell).collect();
        format!("<tr><td>{}</td>{cells}</tr>\n", escape(&row.name))
    };
    let rows: String = table.rows.iter().map(row).collect();
    format!(
        "<h3>{}</h3>\n<div class=\"scroll\"><table>\n<tr>{header}</tr>\n{rows}</table></div>\n",
        escape(&table.title)
    )
}

fn made_with(table: &FinishedTable) -> String {
    let Provenance { games, agents, trainings, models, data } = &table.provenance;
    let mut items = vec![match &table.commit {
        Some(commit) => format!("{}, commit {commit}", table.program),
        None => format!("{}, a build of no commit", table.program),
    }];
    items.extend(games.iter().map(|(game, count)| format!("{count} games of {game}")));
    items.extend(agents.iter().map(|agent| format!("agent {agent}")));
    items.extend(trainings.iter().map(|(recipe, count)| format!("{count} trainings: {recipe}")));
    items.extend(models.iter().map(|(name, digest)| format!("model {name}: {digest}")));
    items.extend(data.iter().map(|data| format!("{} recorded games: {}", data.games, data.digest)));
    let items: String = items.iter().map(|item| format!("<li><code>{}</code></li>", escape(item))).collect();
    format!("<details><summary>Made with</summary><ul>{items}</ul></details>\n")
}

/// A time as people say it.
fn duration(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 7200.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds => format!("{:.1} hours", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::paper;
    use crate::report::{ExperimentReport, Figure};

    #[test]
    fn the_page_shows_verdicts_and_escapes_what_it_is_given() {
        let study = paper("reversi-report").unwrap();
        let mut rows = ReportTable::new("A < B", &["ply", "discs"]);
        rows.push("<1>", vec![ComparedFigure::ours(3.0, 1).beside(4.0)]);
        let report = ExperimentReport {
            claims: vec![Claim::plain("white & black", false, "1 < 2")],
            tables: vec![rows],
            figures: vec![Figure { name: "f".to_owned(), svg: "<svg></svg>".to_owned() }],
            ..ExperimentReport::default()
        };
        let made = (report, Provenance::default());
        let table = FinishedTable::new(study, &study.experiments[0], (1, false), Some("abc"), made);
        let page = page(study, &[(table, Some(90.0))]);
        for wanted in [
            "A &lt; B",
            "&lt;1&gt;",
            "3.0 <span class=\"published\">(4.0)</span>",
            "white &amp; black",
            "<svg></svg>",
            "not reproduced",
            "commit abc",
            "which took 90 s",
            "<td>fig-2</td>",
            "not made",
        ] {
            assert!(page.contains(wanted), "{wanted}: {page}");
        }
    }
}
