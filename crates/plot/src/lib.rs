//! Figures as SVG. Original design: the kinds of picture that experiments need and the boards of games, drawn without fonts, files or threads, so that
//! the same numbers give the same bytes everywhere.
//!
//! ```
//! use agon_plot::{Axis, Chart, Series};
//!
//! let growth = Series::line("normal min", vec![(1.0, 7.0), (2.0, 28.0), (3.0, 219.0)]);
//! let chart = Chart {
//!     title: "Nodes per move".to_owned(),
//!     x: Axis::linear("depth"),
//!     y: Axis::logarithmic("nodes"),
//!     series: vec![growth],
//! };
//! assert!(chart.to_svg().starts_with("<svg"));
//! ```

mod axis;
mod board;
mod chart;
mod heat_map;
mod svg;

pub use axis::{Axis, Scale};
pub use board::board_svg;
pub use chart::{Chart, Series, Style};
pub use heat_map::HeatMap;
pub use svg::{Anchor, Svg, escape};
