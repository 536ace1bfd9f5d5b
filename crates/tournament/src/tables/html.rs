//! Standings as a page that stands alone: the table, the bracket, the crosstable and the picture.

use std::fmt::Write;

use agon_plot::escape;

use super::text::shown;
use crate::{PairScore, Standing, Standings};

const HEAD: &str = "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><style>\
body{font-family:sans-serif;margin:2em;color:#222}table{border-collapse:collapse;margin:1em 0}\
td,th{padding:.3em .7em;border-bottom:1px solid #ddd;text-align:right}td.name,th.name{text-align:left}\
.cross td,.cross th{text-align:center}svg{max-width:100%;height:auto}</style>";

impl Standings {
    /// The tables as a page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let name = escape(&self.name);
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\"><head>{HEAD}<title>{name}</title></head><body>\n<h1>{name}</h1>\n\
             <p>{}, {}, {} games</p>\n<p>{}</p>\n<table>\n<tr><th></th><th class=\"name\">agent</th><th>Elo</th><th>95%</th>\
             <th>score</th><th>games</th><th>won</th><th>drawn</th><th>lost</th><th>margin</th></tr>\n",
            escape(&self.game),
            self.format,
            self.games,
            escape(&self.played_with())
        );
        for agent in &self.agents {
            let Standing { rank, elo, elo_interval: [low, high], score, games, .. } = agent;
            let Standing { wins, draws, losses, margin, .. } = agent;
            let _ = writeln!(
                page,
                "<tr><td>{rank}</td><td class=\"name\" title=\"{}\">{}</td><td>{elo:+.0}</td>\
                 <td>{low:+.0} to {high:+.0}</td><td>{score:.1}</td><td>{games}</td><td>{wins}</td><td>{draws}</td>\
                 <td>{losses}</td><td>{margin:+.2}</td></tr>",
                escape(&agent.spec),
                escape(&agent.name)
            );
        }
        page += "</table>\n";
        if !self.bracket.is_empty() {
            let _ = writeln!(page, "<pre>{}</pre>", escape(&self.bracket_text()));
        }
        page += "<table class=\"cross\">\n<tr><th></th><th></th>";
        for agent in &self.agents {
            let _ = write!(page, "<th title=\"{}\">{}</th>", escape(&agent.name), agent.rank);
        }
        page += "</tr>\n";
        for (line, agent) in self.agents.iter().enumerate() {
            let _ =
                write!(page, "<tr><td>{}</td><td class=\"name\">{}</td>", agent.rank, escape(&agent.name));
            for (column, cell) in agent.against.iter().enumerate() {
                page += &if line == column { "<td>–</td>".to_owned() } else { coloured(cell) };
            }
            page += "</tr>\n";
        }
        page += "</table>\n<table>\n<tr><th></th><th class=\"name\">agent</th><th class=\"name\">spec</th></tr>\n";
        for Standing { rank, name, spec, .. } in &self.agents {
            let (name, spec) = (escape(name), escape(spec));
            let _ = writeln!(
                page,
                "<tr><td>{rank}</td><td class=\"name\">{name}</td><td class=\"name\"><code>{spec}</code></td></tr>"
            );
        }
        page += "</table>\n";
        page += &self.to_svg();
        page + "</body></html>\n"
    }
}

/// A cell whose colour goes from red (all lost) over white to green (all won).
fn coloured(cell: &PairScore) -> String {
    if cell.games == 0 {
        return "<td></td>".to_owned();
    }
    let share = cell.score / cell.games as f64;
    let hue = if share < 0.5 { 0 } else { 120 };
    let light = 96.0 - 40.0 * (share - 0.5).abs();
    format!("<td style=\"background:hsl({hue} 60% {light:.0}%)\">{}</td>", shown(cell))
}
