//! Standings as text: the table, the bracket of a knockout, then who scored what against whom.

use std::fmt::Write;

use agon_core::visible;

use crate::{PairScore, Standing, Standings};

impl Standings {
    /// The table, the bracket and the crosstable as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let shown_width = |agent: &Standing| visible(&agent.name).chars().count();
        let width = self.agents.iter().map(shown_width).max().unwrap_or(0).max(5);
        let (title, game) = (visible(&self.name), visible(&self.game));
        let mut text = format!("{title}: {game}, {}, {} games\n", self.format, self.games);
        let _ = writeln!(
            text,
            "{:>3}  {:width$}  {:>22}  {:>8} {:>6}  {:>5} {:>5} {:>5}  {:>7}",
            "", "agent", "Elo (95%)", "score", "games", "won", "drawn", "lost", "margin"
        );
        for agent in &self.agents {
            let Standing { rank, name, elo, elo_interval: [low, high], score, games, .. } = agent;
            let Standing { wins, draws, losses, forfeits, margin, .. } = agent;
            let name = visible(name);
            let elo = format!("{elo:+.0} ({low:+.0} to {high:+.0})");
            let _ = write!(
                text,
                "{rank:>3}  {name:width$}  {elo:>22}  {score:>8.1} {games:>6}  {wins:>5} {draws:>5} {losses:>5}  {margin:>+7.2}"
            );
            text += &if *forfeits > 0 { format!("  ({forfeits} forfeited)\n") } else { "\n".to_owned() };
        }
        if !self.bracket.is_empty() {
            text = text + "\n" + &self.bracket_text();
        }
        self.crosstable(&mut text, width);
        self.failures(&mut text);
        text
    }

    /// Which games were lost by failing, and what was said.
    fn failures(&self, text: &mut String) {
        for agent in &self.agents {
            for failure in &agent.failures {
                let told = format!("game {}: {} failed: {}", failure.game, agent.name, failure.cause);
                let _ = writeln!(text, "{}", agon_core::visible_lines(&told));
            }
            let untold = agent.forfeits - agent.failures.len() as u64;
            if untold > 0 {
                let _ = writeln!(text, "and {untold} more of {}", visible(&agent.name));
            }
        }
    }

    /// Seed, rounds and conditions in one line.
    pub(super) fn played_with(&self) -> String {
        let conditions = self.conditions.iter().map(|(name, value)| format!("{name}: {value}"));
        let all = [format!("seed: {}", self.seed), format!("rounds: {}", self.rounds)]
            .into_iter()
            .chain(conditions);
        all.collect::<Vec<_>>().join("; ")
    }

    fn crosstable(&self, text: &mut String, width: usize) {
        let cells = self.agents.iter().flat_map(|agent| &agent.against);
        let cell_width = cells.map(|cell| shown(cell).len()).max().unwrap_or(0).max(4);
        let _ = write!(text, "\n{:>3}  {:width$}", "", "");
        for agent in &self.agents {
            let _ = write!(text, "  {:>cell_width$}", agent.rank);
        }
        text.push('\n');
        for (line, agent) in self.agents.iter().enumerate() {
            let _ = write!(text, "{:>3}  {:width$}", agent.rank, visible(&agent.name));
            for (column, cell) in agent.against.iter().enumerate() {
                let shown = if line == column { "-".to_owned() } else { shown(cell) };
                let _ = write!(text, "  {shown:>cell_width$}");
            }
            text.push('\n');
        }
    }
}

/// What stands in a cell: the score of so many games, and nothing where none was played.
pub(super) fn shown(cell: &PairScore) -> String {
    if cell.games == 0 { String::new() } else { format!("{}/{}", cell.score, cell.games) }
}
