//! The curve of a training: a line of numbers for each step, and their picture.

use agon_plot::{Axis, Chart, Series};

/// What a training writes down after each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Curve {
    /// The names of the columns, with commas between them.
    pub columns: &'static str,
    /// What the picture goes along, which is counted: a column, or else the steps under this name.
    pub along: &'static str,
    /// What the picture shows.
    pub shows: &'static str,
    /// The columns that it draws; none where a picture would say nothing.
    pub drawn: &'static [&'static str],
}

/// More points than this cannot be told apart.
const MOST_POINTS: usize = 2000;

impl Curve {
    /// The picture of the lines that a file of such columns holds, if there is anything to draw.
    #[must_use]
    pub fn to_svg(&self, title: &str, csv: &str) -> Option<String> {
        let rows: Vec<Vec<f64>> = csv.lines().skip(1).map(numbers).collect();
        if rows.is_empty() || self.drawn.is_empty() {
            return None;
        }
        let column = |name: &str| self.columns.split(',').position(|column| column == name);
        let along = column(self.along);
        let apart = rows.len().div_ceil(MOST_POINTS);
        let series = |name: &&str| {
            let at = column(name)?;
            let point = |(index, row): (usize, &Vec<f64>)| {
                let x = along.map_or(Some((index + 1) as f64), |along| row.get(along).copied())?;
                Some((x, *row.get(at)?))
            };
            let is_shown = |(index, _): &(usize, _)| index % apart == 0 || index + 1 == rows.len();
            let points = rows.iter().enumerate().filter(is_shown).filter_map(point).collect();
            Some(if rows.len() <= 50 { Series::marked(name, points) } else { Series::line(name, points) })
        };
        let chart = Chart {
            title: title.to_owned(),
            x: Axis::counting(self.along),
            y: Axis::linear(self.shows),
            series: self.drawn.iter().filter_map(series).collect(),
        };
        Some(chart.to_svg())
    }
}

fn numbers(line: &str) -> Vec<f64> {
    line.split(',').map(|number| number.parse().unwrap_or(f64::NAN)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_goes_along_a_column_or_the_steps() {
        let by_stones = Curve { columns: "stones,sigma", along: "stones", shows: "sigma", drawn: &["sigma"] };
        let svg = by_stones.to_svg("t", "stones,sigma\n29,4.5\n27,5.5\n").unwrap();
        assert!(svg.contains("sigma: 5.5 at 27") && svg.contains(">stones<"), "{svg}");
        assert_eq!(by_stones.to_svg("t", "stones,sigma\n"), None);
        let steps = Curve { along: "steps", ..by_stones };
        assert!(steps.to_svg("t", "stones,sigma\n29,4.5\n27,5.5\n").unwrap().contains("sigma: 5.5 at 2<"));
        let many: String = (0..100_000).map(|step| format!("{step},{step}\n")).collect();
        let svg = steps.to_svg("t", &format!("stones,sigma\n{many}")).unwrap();
        assert!(svg.len() < 100_000, "{}", svg.len());
        assert_eq!(Curve { drawn: &[], ..steps }.to_svg("t", "stones,sigma\n1,2\n"), None);
    }
}
