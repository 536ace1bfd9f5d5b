//! Tables I and III and figure 3 of [Engel2015]: how well models near the end of the game predict its result.

use agon_catalog::game;
use agon_learn::backwards::{Ask, BoardSource, Boards};
use agon_learn::models::{Accuracy, Examples, LinearModel, ModelKind};
use agon_plot::{Axis, Chart, Series};

use super::LARGE;
use crate::minimax_training::SETTINGS;
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{Cell, Figure, Report, Table};

/// Table I and figure 3.
pub(super) const TABLE_I: Experiment = Experiment {
    name: "I",
    summary: "models of three kinds for boards of 78 stones, and figure 3: predicted against actual score",
    run: table_i,
};

/// Table III.
pub(super) const TABLE_III: Experiment = Experiment {
    name: "III",
    summary: "models trained through another model, against the ideal",
    run: table_iii,
};

/// Sigma and p of the linear, the logistic and the SVM model.
const PUBLISHED_I: [(f64, f64); 3] = [(13.430, 0.8286), (13.470, 0.8304), (13.473, 0.8303)];

/// Boards that are scored exactly.
fn exact(
    source: &dyn BoardSource,
    lab: &Lab<'_>,
    stones: u32,
    count: u64,
    purpose: &'static str,
) -> Result<Examples, ExperimentError> {
    let seed = lab.seed.child(purpose, u64::from(stones));
    Ok(source.scored(&Ask { stones, count, boards: &Boards::Random, seed, leaves: None })?)
}

fn table_i(lab: &mut Lab<'_>) -> Result<Report, ExperimentError> {
    let game = game(LARGE)?;
    let source = game.board_source(lab.executor)?;
    let count = lab.either(10_000, 2000);
    lab.step(0, 2, format!("scoring {count} boards of 78 stones"))?;
    let fitted = exact(&*source, lab, 78, count, "table-I/fitted")?;
    lab.step(1, 2, format!("scoring {count} other boards"))?;
    let fresh = exact(&*source, lab, 78, count, "table-I/fresh")?;
    let models = ModelKind::ALL.map(|kind| kind.fit(&fitted));
    let figure = Figure { name: "fig-3".to_owned(), svg: predictions(&models[2], &fresh) };
    let table = accuracies(&models, &fitted, &fresh);
    Ok(Report { tables: vec![table], figures: vec![figure], remarks: remarks_i(&fitted) })
}

/// How well the models predict the boards they were fitted to, and fresh ones.
fn accuracies(models: &[LinearModel; 3], fitted: &Examples, fresh: &Examples) -> Table {
    let mut table = Table::new("Models for boards of 78 stones", &["", "linear", "logistic", "svm"]);
    let row = |boards: &Examples, figure: fn(Accuracy) -> f64, digits| {
        models.iter().map(|model| Cell::ours(figure(model.accuracy(boards)), digits)).collect::<Vec<_>>()
    };
    let beside = |cells: Vec<Cell>, published: [f64; 3]| {
        cells.into_iter().zip(published).map(|(cell, published)| cell.beside(published)).collect()
    };
    table.push("sigma", beside(row(fitted, |fit| fit.sigma, 3), PUBLISHED_I.map(|(sigma, _)| sigma)));
    table.push("p", beside(row(fitted, |fit| fit.right, 4), PUBLISHED_I.map(|(_, right)| right)));
    table.push("p, boards that are not drawn", row(&fitted.decided(), |fit| fit.right, 4));
    table.push("sigma, fresh boards", row(fresh, |fit| fit.sigma, 3));
    table.push("p, fresh boards", row(fresh, |fit| fit.right, 4));
    table.push("p, fresh boards that are not drawn", row(&fresh.decided(), |fit| fit.right, 4));
    table
}

fn remarks_i(fitted: &Examples) -> Vec<String> {
    let count = fitted.len();
    let drawn = 1.0 - fitted.decided().len() as f64 / count as f64;
    vec![
        format!(
            "{count} boards by random play, scored by minimax to the end. The published figures are for the boards that \
             the models were fitted to; so are ours in the first three rows. The standard error of p is {:.4}. \
             Equation 7 counts a drawn board half, and {:.1} % are drawn.",
            (0.8f64 * 0.2 / count as f64).sqrt(),
            100.0 * drawn
        ),
        BOARD_DECIDES.to_owned(),
    ]
}

/// Measured with logistic models, ten stones before the board is full, fitted to 10,000 boards (6,000 where the shape is
/// another one): `agon train minimax-backwards --game reversi:discs --model logistic --last 54 --gap 50 --boards 10000`
/// and the like.
const BOARD_DECIDES: &str = "The shape of the board decides about both figures more than the kind of model does: the same \
    fit, ten stones before the end, gives sigma 13.2 and p 0.817 on 8x8, 15.9 and 0.821 on 10x10. Other boards of 88 \
    cells give 12.1 and 0.800, 13.1 and 0.805, 14.2 and 0.807 (notches in all four sides of 10x10, in the long sides of \
    12x8, at the ends of 12x8). The source shows its board as a picture only; its example speaks of four corner squares, \
    ours has eight.";

/// Figure 3: predicted against actual score.
fn predictions(model: &LinearModel, boards: &Examples) -> String {
    const SHOWN: usize = 2000;
    let points = boards.iter().take(SHOWN).map(|(row, score)| (score, model.predict(row))).collect();
    let chart = Chart {
        title: "SVM model for 78 stones".to_owned(),
        x: Axis::linear("actual score (white - black)"),
        y: Axis::linear("predicted score"),
        series: vec![
            Series::dots("boards", points),
            Series::line("as it should be", vec![(-60.0, -60.0), (60.0, 60.0)]),
        ],
    };
    chart.to_svg()
}

/// A row of table III: the model, the one it is trained through, and its published figures.
struct Propagation {
    stones: u32,
    through: u32,
    model: (f64, f64),
    ideal: (f64, f64),
}

const PUBLISHED_III: [Propagation; 2] = [
    Propagation { stones: 78, through: 83, model: (14.08, 0.8211), ideal: (13.62, 0.8227) },
    Propagation { stones: 76, through: 82, model: (14.70, 0.8159), ideal: (14.46, 0.8276) },
];

fn table_iii(lab: &mut Lab<'_>) -> Result<Report, ExperimentError> {
    let game = game(LARGE)?;
    let source = game.board_source(lab.executor)?;
    let (count, fresh) = (lab.either(SETTINGS.boards, 500), lab.either(10_000, 1000));
    let mut table = Table::new(
        "Models trained through another model, and with exact scores",
        &["", "sigma: model", "sigma: ideal", "p: model", "p: ideal"],
    );
    for (index, row) in PUBLISHED_III.iter().enumerate() {
        let Propagation { stones, through, .. } = *row;
        lab.step(index as u64, 2, format!("{stones} stones through {through}"))?;
        let between = SETTINGS.kind.fit(&exact(&*source, lab, through, count, "table-III/through")?);
        let leaves = Some((through, &between));
        let seed = lab.seed.child("table-III/fitted", u64::from(stones));
        let boards = &Boards::Random;
        let through_model =
            SETTINGS.kind.fit(&source.scored(&Ask { stones, count, boards, seed, leaves })?);
        let ideal = SETTINGS.kind.fit(&exact(&*source, lab, stones, count, "table-III/fitted")?);
        let test = exact(&*source, lab, stones, fresh, "table-III/fresh")?;
        let (model, ideal) = (through_model.accuracy(&test), ideal.accuracy(&test));
        table.push(
            format!("{stones} stones through {through}"),
            vec![
                Cell::ours(model.sigma, 2).beside(row.model.0),
                Cell::ours(ideal.sigma, 2).beside(row.ideal.0),
                Cell::ours(model.right, 4).beside(row.model.1),
                Cell::ours(ideal.right, 4).beside(row.ideal.1),
            ],
        );
    }
    let remark = format!(
        "Fitted to {count} boards, the same for both models; measured on {fresh} others, exactly scored. The text of the \
         source calls the smaller models those of 74 stones, its table 76."
    );
    Ok(Report { tables: vec![table], figures: Vec::new(), remarks: vec![remark] })
}
