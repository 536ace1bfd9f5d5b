//! Figure 4 of [Engel2015]: how similar the weights of two sets are in each stage of the game.

use agon_learn::models::{Between, ModelSet};
use agon_plot::{Axis, Chart, Series};

use super::sets::Source;
use super::usual;
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, Figure, ReportTable};

/// Figure 4.
pub(super) const FIGURE_4: Experiment = Experiment {
    name: "fig-4",
    summary: "similarity of weights by stage: trained backwards and from game data (needs --data)",
    needs_data: true,
    run,
};

fn run(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let narrow = usual(4, Source::Minimax).set(lab)?;
    let wide = usual(10, Source::Minimax).set(lab)?;
    let games = usual(4, Source::GameData).set(lab)?;
    let pairs = [("4(M) and 10(M)", &narrow, &wide), ("4(M) and 4(G)", &narrow, &games)];
    let mut table = ReportTable::new("Cosine of the angle between the weights", &["stones"]);
    table.columns.extend(pairs.map(|(name, _, _)| name.to_owned()));
    let stages: Vec<_> = narrow.models.iter().map(|model| model.stones).collect();
    for &stones in &stages {
        let cells = pairs.map(|(_, one, other)| ComparedFigure::ours(similarity(one, other, stones), 3));
        table.push(stones.to_string(), cells.to_vec());
    }
    let line = |(name, one, other): (&str, &ModelSet, &ModelSet)| {
        Series::marked(name, stages.iter().map(|&at| (f64::from(at), similarity(one, other, at))).collect())
    };
    let chart = Chart {
        title: "Similarity of weights".to_owned(),
        x: Axis::counting("stones"),
        y: Axis::linear("cosine"),
        series: pairs.map(line).to_vec(),
    };
    let figure = Figure { name: "fig-4".to_owned(), svg: chart.to_svg() };
    let remark = "The source has this as a picture only: close to 1 for the two minimax sets everywhere; for game data \
                  close at the end and nearly orthogonal at 16 stones.";
    Ok(ExperimentReport { tables: vec![table], figures: vec![figure], remarks: vec![remark.to_owned()] })
}

fn similarity(one: &ModelSet, other: &ModelSet, stones: u32) -> f64 {
    let models =
        one.model_for(stones, Between::Interpolate).zip(other.model_for(stones, Between::Interpolate));
    models.map_or(f64::NAN, |(one, other)| one.similarity(&other))
}
