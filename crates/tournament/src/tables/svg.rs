//! Ratings as a picture: a point with its interval for each agent.

use agon_plot::{Anchor, Axis, Svg};

use crate::Standings;

/// Height of a line and of the space around the lines.
const LINE: f64 = 26.0;
const TOP: f64 = 44.0;
/// Height of a line of text under the picture.
const NOTE: f64 = 18.0;
/// Where the names end, and where the plot begins and ends.
const NAMES: f64 = 250.0;
const LEFT: f64 = 270.0;
const RIGHT: f64 = 730.0;
const BLUE: &str = "#2a6fb0";

impl Standings {
    /// The ratings as an SVG picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let ends = self.agents.iter().flat_map(|agent| agent.elo_interval.into_iter().chain([agent.elo]));
        let scale = Axis::counting("Elo").scale(ends.chain([0.0]), LEFT, RIGHT).widened();
        let bottom = TOP + LINE * self.agents.len() as f64;
        let notes = self.notes();
        let mut svg = Svg::new(800.0, bottom + 44.0 + NOTE * notes.len() as f64);
        svg.text((16.0, 24.0), Anchor::Start, "#222", &format!("{}: {}", self.name, self.game));
        for mark in scale.marks() {
            let x = scale.place(mark);
            svg.line((x, TOP), (x, bottom), "#ddd", 1.0);
            svg.text((x, bottom + 18.0), Anchor::Middle, "#555", &format!("{mark:+}"));
        }
        for (index, agent) in self.agents.iter().enumerate() {
            let y = TOP + LINE * (index as f64 + 0.5);
            // What has no end goes on to the edge.
            let x = |elo: f64| scale.place(elo).clamp(LEFT, RIGHT);
            let [low, high] = agent.elo_interval.map(x);
            svg.text((NAMES, y + 4.5), Anchor::End, "#222", &shorten(&agent.name));
            svg.error_bar((low, y), (high, y), BLUE);
            svg.disc((x(agent.elo), y), 4.0, BLUE, &format!("{:+.0} Elo", agent.elo));
        }
        for (index, note) in notes.iter().enumerate() {
            svg.text((16.0, bottom + 50.0 + NOTE * index as f64), Anchor::Start, "#555", note);
        }
        svg.finish()
    }

    /// What stands under the picture: how it was played, and the whole spec of every agent.
    fn notes(&self) -> Vec<String> {
        let specs = self.agents.iter().map(|agent| match agent.name == agent.spec {
            true => agent.spec.clone(),
            false => format!("{}: {}", agent.name, agent.spec),
        });
        std::iter::once(self.played_with()).chain(specs).flat_map(|note| wrapped(&note)).collect()
    }
}

/// A text in lines that fit the picture.
fn wrapped(text: &str) -> Vec<String> {
    const LONGEST: usize = 115;
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(LONGEST).map(|line| line.iter().collect()).collect()
}

fn shorten(name: &str) -> String {
    const LONGEST: usize = 34;
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}
