//! What a match says: the stable JSON, a table for people, lines for a spreadsheet.

use std::collections::BTreeMap;
use std::fmt::Write;

use agon_core::visible_lines;
use serde::Serialize;

use crate::matches::MatchSprt;
use crate::stats::{Interval, Scale, Verdict};
use crate::tally::Tally;

/// The stable JSON of a match.
#[derive(Debug, Serialize)]
pub struct MatchReport {
    game: String,
    games: u64,
    seed: u64,
    rounds: u64,
    agents: Vec<AgentReport>,
    sprt: Option<SprtReport>,
}

#[derive(Debug, Serialize)]
struct AgentReport {
    spec: String,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    margin: f64,
    margin_interval: Option<[f64; 2]>,
    score: f64,
    score_interval: [f64; 2],
    elo: EloReport,
    normalized_elo: f64,
    superiority: f64,
    pentanomial: Option<[u64; 5]>,
    placing: f64,
    forfeits: u64,
    forfeits_by: ForfeitReport,
    failures: Vec<FailureReport>,
    adjudicated: u64,
    ms_per_move: f64,
    nodes_per_move: f64,
}

/// Elo against the other agents together. Numbers of JSON cannot be infinite, as Elo is where every game was won or
/// lost: such a number is `null`, and `infinite` says which it is, as in `{"value":"+inf","high":"+inf"}`.
#[derive(Debug, Serialize)]
struct EloReport {
    value: f64,
    low: f64,
    high: f64,
    infinite: BTreeMap<&'static str, &'static str>,
}

impl EloReport {
    fn new(Interval { value, low, high }: Interval) -> Self {
        let numbers = [("value", value), ("low", low), ("high", high)];
        let infinite = numbers.into_iter().filter(|(_, number)| number.is_infinite());
        let sign = |number: f64| if number > 0.0 { "+inf" } else { "-inf" };
        Self { value, low, high, infinite: infinite.map(|(name, number)| (name, sign(number))).collect() }
    }
}

#[derive(Debug, Serialize)]
struct ForfeitReport {
    time: u64,
    illegal: u64,
    failed: u64,
}

/// One of the first games that the agent lost by failing to move.
#[derive(Debug, Serialize)]
struct FailureReport {
    /// Counted from 1, as `agon records list` does.
    game: u64,
    cause: String,
}

#[derive(Debug, Serialize)]
struct SprtReport {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    scale: &'static str,
    model: &'static str,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
}

impl MatchReport {
    /// What a tally says.
    #[must_use]
    pub fn new(game: String, seed: u64, specs: &[String], tally: &Tally, sprt: Option<&MatchSprt>) -> Self {
        let agent = |(index, spec): (usize, &String)| AgentReport::new(spec.clone(), tally, index);
        let agents = specs.iter().enumerate().map(agent).collect();
        let sprt = sprt.map(|sprt| SprtReport::new(sprt, tally));
        Self { game, games: tally.games, seed, rounds: tally.rounds, agents, sprt }
    }

    /// A line of names, then a line for each agent.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text =
            "game,games,seed,agent,wins,draws,losses,points,margin,score,score_low,score_high,elo,elo_low,\
             elo_high,superiority,placing,forfeits,ms_per_move,nodes_per_move\n"
                .to_owned();
        for agent in &self.agents {
            let Self { game, games, seed, .. } = self;
            let [low, high] = agent.score_interval;
            let numbers = [
                agent.points,
                agent.margin,
                agent.score,
                low,
                high,
                agent.elo.value,
                agent.elo.low,
                agent.elo.high,
                agent.superiority,
                agent.placing,
                agent.forfeits as f64,
                agent.ms_per_move,
                agent.nodes_per_move,
            ];
            let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
            let AgentReport { spec, wins, draws, losses, .. } = agent;
            let _ = writeln!(
                text,
                "{},{games},{seed},{},{wins},{draws},{losses},{}",
                quoted(game),
                quoted(spec),
                numbers.join(",")
            );
        }
        text
    }

    /// A table for people. Where it is wider than `columns`, every agent has some lines of its own instead.
    #[must_use]
    pub fn table(&self, columns: Option<usize>) -> String {
        let plural = if self.games == 1 { "" } else { "s" };
        let title = format!("{}, {} game{plural}, seed {}\n", self.game, self.games, self.seed);
        let table = self.rows();
        let fits = |columns| table.lines().all(|line| line.chars().count() <= columns);
        let agents = if columns.is_none_or(fits) { table } else { self.blocks() };
        let sprt = self.sprt.as_ref().map(SprtReport::line).unwrap_or_default();
        visible_lines(&(title + &agents + &sprt)).into_owned()
    }

    /// A line for each agent, and what does not fit into it below.
    fn rows(&self) -> String {
        let width = self.agents.iter().map(|agent| agent.spec.chars().count()).max().unwrap_or(0).max(5);
        let mut text = format!(
            "{:width$}  {:>6} {:>6} {:>6}  {:>22}  {:>20}  {:>6}  {:>7} {:>7}\n",
            "agent", "won", "drawn", "lost", "score (95%)", "Elo (95%)", "LOS", "points", "margin"
        );
        for agent in &self.agents {
            let (score, elo, los) = (agent.score_text(), agent.elo_text(), agent.superiority_text());
            let AgentReport { spec, wins, draws, losses, points, margin, .. } = agent;
            let _ = writeln!(
                text,
                "{spec:width$}  {wins:>6} {draws:>6} {losses:>6}  {score:>22}  {elo:>20}  {los:>6}  {points:>7.2} {margin:>+7.2}",
            );
        }
        for agent in &self.agents {
            let _ = writeln!(text, "{:width$}  {}", agent.spec, agent.details().join("; "));
            agent.add_failures(&mut text);
        }
        text
    }

    /// A few short lines for each agent.
    fn blocks(&self) -> String {
        let mut text = String::new();
        for agent in &self.agents {
            let AgentReport { spec, wins, draws, losses, points, margin, .. } = agent;
            let _ = writeln!(text, "{spec}");
            let _ = writeln!(text, "  won {wins}, drawn {draws}, lost {losses}");
            let _ = writeln!(text, "  score {}", agent.score_text());
            let _ = writeln!(text, "  Elo {}, LOS {}", agent.elo_text(), agent.superiority_text());
            let _ = writeln!(text, "  points {points:.2}, margin {margin:+.2}");
            for detail in agent.details() {
                let _ = writeln!(text, "  {detail}");
            }
            agent.add_failures(&mut text);
        }
        text
    }
}

impl AgentReport {
    fn new(spec: String, tally: &Tally, index: usize) -> Self {
        let own = &tally.agents[index];
        let score = tally.score(index);
        Self {
            spec,
            wins: own.wins,
            draws: own.draws,
            losses: own.losses,
            points: own.mean_points(),
            margin: own.margin.mean(),
            margin_interval: own.margin.interval().map(|interval| [interval.low, interval.high]),
            score: score.value,
            score_interval: [score.low, score.high],
            elo: EloReport::new(tally.elo(index)),
            normalized_elo: tally.normalized_elo(index),
            superiority: tally.superiority(index),
            pentanomial: tally.pentanomial(index),
            placing: own.mean_place(),
            forfeits: own.forfeits.total(),
            forfeits_by: ForfeitReport {
                time: own.forfeits.time,
                illegal: own.forfeits.illegal,
                failed: own.forfeits.failed,
            },
            failures: {
                let own = tally.failures.iter().filter(|failure| failure.agent == index);
                own.map(|told| FailureReport { game: told.number + 1, cause: told.cause.clone() }).collect()
            },
            adjudicated: own.adjudicated,
            ms_per_move: own.ms_per_move(),
            nodes_per_move: own.nodes_per_move(),
        }
    }

    fn score_text(&self) -> String {
        let [low, high] = self.score_interval;
        format!("{:.3} ({low:.3} to {high:.3})", self.score)
    }

    fn elo_text(&self) -> String {
        let EloReport { value, low, high, .. } = self.elo;
        format!("{value:+.0} ({low:+.0} to {high:+.0})")
    }

    fn superiority_text(&self) -> String {
        format!("{:.1}%", 100.0 * self.superiority)
    }

    /// What is said below the table.
    fn details(&self) -> Vec<String> {
        let (ms, nodes) = (self.ms_per_move, self.nodes_per_move);
        let mut details = vec![format!("{ms:.3} ms and {nodes:.0} nodes per move")];
        details.extend(match self.pentanomial {
            Some([0, 0, 0, 0, 0]) => None,
            Some([a, b, c, d, e]) => {
                Some(format!("pairs with 0, 1/2, 1, 3/2, 2 points: {a} {b} {c} {d} {e}"))
            }
            None => Some(format!("mean place {:.2}", self.placing)),
        });
        if self.adjudicated > 0 {
            details.push(format!("{} adjudicated", self.adjudicated));
        }
        if self.forfeits > 0 {
            let ForfeitReport { time, illegal, failed } = &self.forfeits_by;
            details.push(format!(
                "{} forfeited ({time} on time, {illegal} by illegal moves, {failed} by failing)",
                self.forfeits
            ));
        }
        details
    }

    fn add_failures(&self, text: &mut String) {
        for FailureReport { game, cause } in &self.failures {
            let _ = writeln!(text, "  game {game}: {}", cause.replace('\n', "\n    "));
        }
    }
}

impl SprtReport {
    fn new(sprt: &MatchSprt, tally: &Tally) -> Self {
        let state = tally.sprt(sprt);
        let test = &sprt.test;
        Self {
            elo0: test.elo0,
            elo1: test.elo1,
            alpha: test.alpha,
            beta: test.beta,
            scale: match test.scale {
                Scale::Logistic => "logistic",
                Scale::Normalized => "normalized",
            },
            model: if sprt.rounds { "pentanomial" } else { "trinomial" },
            llr: state.llr,
            lower: state.lower,
            upper: state.upper,
            verdict: match state.verdict() {
                Verdict::Open => "open",
                Verdict::Elo0 => "elo0",
                Verdict::Elo1 => "elo1",
            },
        }
    }

    fn line(&self) -> String {
        let Self { elo0, elo1, llr, lower, upper, scale, model, verdict, .. } = self;
        let verdict = match *verdict {
            "open" => "more games are needed".to_owned(),
            accepted => format!("{accepted} accepted"),
        };
        format!(
            "SPRT {elo0}, {elo1} ({scale}, {model}): LLR {llr:.2} ({lower:.2} to {upper:.2}), {verdict}\n"
        )
    }
}

/// A value for a line with commas.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
