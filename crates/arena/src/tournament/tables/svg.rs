//! Ratings as a picture: a point with its interval for each agent.

use agon_plot::{Anchor, Axis, Svg};

use crate::tournament::Standings;

/// Height of a line and of the space around the lines.
const LINE: f64 = 26.0;
const TOP: f64 = 44.0;
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
        let mut svg = Svg::new(800.0, bottom + 36.0);
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
        svg.finish()
    }
}

fn shorten(name: &str) -> String {
    const LONGEST: usize = 34;
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}
