//! The few shapes that figures are made of.

use std::fmt::Write;

/// A picture under construction: shapes are added from the back to the front.
#[derive(Clone, Debug)]
pub struct Svg(String);

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Svg {
    /// A white picture of this size.
    #[must_use]
    pub fn new(width: f64, height: f64) -> Self {
        Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
        ))
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" \
             stroke-width=\"{width}\"/>"
        ));
    }

    /// An interval from one end to the other, with a cap at each.
    pub fn error_bar(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) {
        const CAP: f64 = 4.0;
        self.line(from, to, colour, 1.4);
        let upright = (to.1 - from.1).abs() > (to.0 - from.0).abs();
        for (x, y) in [from, to] {
            let (dx, dy) = if upright { (CAP, 0.0) } else { (0.0, CAP) };
            self.line((x - dx, y - dy), (x + dx, y + dy), colour, 1.4);
        }
    }

    /// A line through points.
    pub fn path(&mut self, points: impl IntoIterator<Item = (f64, f64)>, colour: &str) {
        let mut text = String::new();
        for (x, y) in points {
            let _ = write!(text, "{x:.1},{y:.1} ");
        }
        self.add(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"/>",
            text.trim_end()
        ));
    }

    /// A disc, with a text that appears when the pointer is on it.
    pub fn disc(&mut self, (x, y): (f64, f64), radius: f64, colour: &str, title: &str) {
        let title =
            if title.is_empty() { String::new() } else { format!("<title>{}</title>", escape(title)) };
        self.add(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{colour}\">{title}</circle>"
        ));
    }

    /// A filled rectangle.
    pub fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str) {
        self.add(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>"
        ));
    }

    /// A text.
    pub fn text(&mut self, at: (f64, f64), anchor: Anchor, colour: &str, text: &str) {
        self.turned_text(at, anchor, colour, 0.0, text);
    }

    /// A text turned by so many degrees about its place.
    pub fn turned_text(
        &mut self,
        (x, y): (f64, f64),
        anchor: Anchor,
        colour: &str,
        degrees: f64,
        text: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let turn = if degrees == 0.0 {
            String::new()
        } else {
            format!(" transform=\"rotate({degrees} {x:.1} {y:.1})\"")
        };
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\"{turn}>{}</text>",
            escape(text)
        ));
    }

    fn add(&mut self, shape: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.0, "{shape}");
    }

    /// The finished picture.
    #[must_use]
    pub fn finish(self) -> String {
        self.0 + "</svg>\n"
    }
}

/// Text that cannot be taken for markup, in XML and HTML.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // Controls are not XML, and marks of direction let text appear where it does not stand.
            letter if letter.is_control() => safe.extend(letter.escape_unicode()),
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                safe.extend(letter.escape_unicode());
            }
            letter => safe.push(letter),
        }
    }
    safe
}
