//! Lines and clouds of points over two axes.

use crate::axis::{Axis, Scale, short};
use crate::svg::{Anchor, Svg};

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 590.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 420.0;
/// Marks and error bars do not touch the axis on the left.
const MARGIN: f64 = 12.0;
/// Colours that people who confuse red and green can tell apart too.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// Numbers over numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// The axis at the bottom.
    pub x: Axis,
    /// The axis on the left.
    pub y: Axis,
    /// What is drawn, one above the other.
    pub series: Vec<Series>,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What the legend says.
    pub name: String,
    /// The points; those without a place on the axes are left out.
    pub points: Vec<(f64, f64)>,
    /// How they are drawn.
    pub style: Style,
    /// Where intervals stand on the lower axis, and their ends.
    pub intervals: Vec<(f64, [f64; 2])>,
}

/// How points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Joined in their order.
    Line,
    /// Joined, and each with a mark that tells its value.
    MarkedLine,
    /// Each for itself.
    Dots,
}

impl Series {
    /// Points that a line joins.
    #[must_use]
    pub fn line(name: &str, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.to_owned(), points, style: Style::Line, intervals: Vec::new() }
    }

    /// Few points, joined by a line.
    #[must_use]
    pub fn marked(name: &str, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.to_owned(), points, style: Style::MarkedLine, intervals: Vec::new() }
    }

    /// A cloud of points.
    #[must_use]
    pub fn dots(name: &str, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.to_owned(), points, style: Style::Dots, intervals: Vec::new() }
    }

    /// The same with error bars.
    #[must_use]
    pub fn with_intervals(self, intervals: Vec<(f64, [f64; 2])>) -> Self {
        Self { intervals, ..self }
    }

    /// Heights that must find room: points and the ends of intervals.
    fn heights(&self) -> impl Iterator<Item = f64> {
        let ends = self.intervals.iter().flat_map(|interval| interval.1);
        self.points.iter().map(|point| point.1).chain(ends)
    }
}

impl Chart {
    /// The chart as a picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let points = self.series.iter().flat_map(|series| &series.points);
        let x = self.x.scale(points.map(|point| point.0), LEFT + MARGIN, RIGHT - MARGIN);
        let heights = self.series.iter().flat_map(Series::heights);
        let y = self.y.scale(heights, BOTTOM, TOP).from_near_zero().widened();
        let mut svg = Svg::new(WIDTH, HEIGHT);
        self.draw_axes(&mut svg, &x, &y);
        for (index, series) in self.series.iter().enumerate() {
            let colour = COLOURS[index % COLOURS.len()];
            self.draw_series(&mut svg, series, colour, &x, &y);
            let height = TOP + 10.0 + 20.0 * index as f64;
            svg.disc((RIGHT + 20.0, height - 4.5), 4.5, colour, "");
            svg.text((RIGHT + 32.0, height), Anchor::Start, "#222", &series.name);
        }
        svg.finish()
    }

    fn draw_axes(&self, svg: &mut Svg, x: &Scale, y: &Scale) {
        svg.text((WIDTH / 2.0, 26.0), Anchor::Middle, "#222", &self.title);
        for mark in x.marks() {
            let at = x.place(mark);
            svg.line((at, TOP), (at, BOTTOM), "#e4e4e4", 1.0);
            svg.text((at, BOTTOM + 18.0), Anchor::Middle, "#555", &short(mark));
        }
        for mark in y.marks() {
            let at = y.place(mark);
            svg.line((LEFT, at), (RIGHT, at), "#e4e4e4", 1.0);
            svg.text((LEFT - 8.0, at + 4.5), Anchor::End, "#555", &short(mark));
        }
        svg.line((LEFT, BOTTOM), (RIGHT, BOTTOM), "#555", 1.0);
        svg.line((LEFT, TOP), (LEFT, BOTTOM), "#555", 1.0);
        svg.text(((LEFT + RIGHT) / 2.0, BOTTOM + 42.0), Anchor::Middle, "#222", &self.x.label);
        svg.turned_text((20.0, (TOP + BOTTOM) / 2.0), Anchor::Middle, "#222", -90.0, &self.y.label);
    }

    fn has_room(&self, at: f64, ends: &[f64; 2]) -> bool {
        self.x.holds(at) && ends.iter().all(|&end| self.y.holds(end))
    }

    fn draw_series(&self, svg: &mut Svg, series: &Series, colour: &str, x: &Scale, y: &Scale) {
        let shown = || series.points.iter().filter(|point| self.x.holds(point.0) && self.y.holds(point.1));
        if series.style != Style::Dots {
            svg.path(shown().map(|point| (x.place(point.0), y.place(point.1))), colour);
        }
        for &(at, ends) in series.intervals.iter().filter(|(at, ends)| self.has_room(*at, ends)) {
            let (at, [low, high]) = (x.place(at), ends.map(|end| y.place(end)));
            svg.error_bar((at, low), (at, high), colour);
        }
        for point in shown().filter(|_| series.style != Style::Line) {
            let radius = if series.style == Style::Dots { 1.6 } else { 3.5 };
            let title = match series.style {
                Style::Dots => String::new(),
                _ => format!("{}: {} at {}", series.name, short(point.1), short(point.0)),
            };
            svg.disc((x.place(point.0), y.place(point.1)), radius, colour, &title);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the picture as XML and counts its elements of a name.
    fn count(svg: &str, name: &str) -> usize {
        let mut reader = quick_xml::Reader::from_str(svg);
        let mut found = 0;
        loop {
            match reader.read_event().expect("well-formed XML") {
                quick_xml::events::Event::Eof => return found,
                quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag) => {
                    found += usize::from(tag.name().as_ref() == name);
                }
                _ => {}
            }
        }
    }

    #[test]
    fn every_point_with_a_place_is_drawn() {
        let chart = Chart {
            title: "a < b & \"c\"".to_owned(),
            x: Axis::linear("x"),
            y: Axis::logarithmic("y"),
            series: vec![
                Series::marked("marked", vec![(1.0, 7.0), (2.0, 28.0), (3.0, 0.0), (4.0, f64::NAN)]),
                Series::line("line", vec![(1.0, 3.0), (2.0, 900.0)]),
                Series::dots("dots", vec![(1.5, 3.0), (2.5, 9.0), (2.6, 8.0)]),
            ],
        };
        let svg = chart.to_svg();
        let legend = 3;
        assert_eq!(count(&svg, "circle"), legend + 2 + 3);
        assert_eq!(count(&svg, "polyline"), 2);
        assert!(svg.contains("a &lt; b &amp; &quot;c&quot;"));
    }

    #[test]
    fn intervals_find_room_and_have_caps() {
        let series = Series::marked("a", vec![(1.0, 20.0), (2.0, 30.0)]).with_intervals(vec![
            (1.0, [12.0, 28.0]),
            (2.0, [25.0, 41.0]),
            (3.0, [f64::NAN, 1.0]),
        ]);
        let chart = |series: Series| Chart {
            title: String::new(),
            x: Axis::counting("plies"),
            y: Axis::linear("discs"),
            series: vec![series],
        };
        let bare = chart(Series { intervals: Vec::new(), ..series.clone() }).to_svg();
        let svg = chart(series).to_svg();
        assert!(svg.contains(">0</text>") && svg.contains(">50</text>"), "from zero, past the highest end");
        assert!(!svg.contains(">1.5</text>") && !svg.contains("NaN"));
        let marks = |svg: &str| svg.matches("#e4e4e4").count();
        assert_eq!(count(&svg, "line") - marks(&svg), count(&bare, "line") - marks(&bare) + 2 * 3);
    }

    #[test]
    fn a_chart_of_nothing_is_still_a_picture() {
        let chart = Chart {
            title: String::new(),
            x: Axis::linear("x"),
            y: Axis::linear("y"),
            series: vec![Series::line("nothing", Vec::new())],
        };
        assert!(!chart.to_svg().contains("NaN"));
    }
}
