//! Ratings as a picture: a point with its interval for each agent.

use std::fmt::Write;

use super::html::escape;
use crate::tournament::Standings;

/// Height of a line and of the space around the lines.
const LINE: f64 = 26.0;
const TOP: f64 = 44.0;
/// Where the names end, and where the plot begins and ends.
const NAMES: f64 = 250.0;
const LEFT: f64 = 270.0;
const RIGHT: f64 = 730.0;

impl Standings {
    /// The ratings as an SVG picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let finite = |value: f64| if value.is_finite() { value } else { 0.0 };
        let ends = self.agents.iter().flat_map(|agent| agent.elo_interval).map(finite);
        let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), end| (low.min(end), high.max(end)));
        let span = (high - low).max(1.0);
        let x = |elo: f64| LEFT + (finite(elo) - low) / span * (RIGHT - LEFT);
        let bottom = TOP + LINE * self.agents.len() as f64;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 {0}\" width=\"800\" height=\"{0}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"800\" height=\"{0}\" fill=\"white\"/>\n\
             <text x=\"16\" y=\"24\" font-size=\"15\">{1}: {2}</text>\n",
            bottom + 36.0,
            escape(&self.name),
            escape(&self.game)
        );
        for mark in marks(low, high) {
            let x = x(mark);
            let _ = writeln!(
                svg,
                "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"#ddd\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">{mark:+}</text>",
                bottom + 18.0
            );
        }
        for (index, agent) in self.agents.iter().enumerate() {
            let y = TOP + LINE * (index as f64 + 0.5);
            let [low, high] = agent.elo_interval.map(x);
            let _ = writeln!(
                svg,
                "<text x=\"{NAMES}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
                 <line x1=\"{low:.1}\" y1=\"{y:.1}\" x2=\"{high:.1}\" y2=\"{y:.1}\" stroke=\"#2a6fb0\" stroke-width=\"2\"/>\
                 <circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#2a6fb0\"><title>{:+.0} Elo</title></circle>",
                y + 4.5,
                escape(&shorten(&agent.name)),
                x(agent.elo),
                agent.elo
            );
        }
        svg + "</svg>\n"
    }
}

/// Round numbers between two ratings, about six of them.
fn marks(low: f64, high: f64) -> Vec<f64> {
    let rough = ((high - low) / 6.0).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(power);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last.min(first + 20)).map(|mark| mark as f64 * step).collect()
}

fn shorten(name: &str) -> String {
    const LONGEST: usize = 34;
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}
