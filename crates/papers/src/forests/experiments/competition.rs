//! Table 5-4 of [KInARow2012]: six forests of ours, trained as those of the source were, each against each.
//!
//! A column of the source adds up to zero at depths 0 to 2, and all scores are multiples of four: a victory counts 2, a loss
//! minus 2.

use agon_arena::Openings;

use super::trained::{keep_forest, player, train};
use crate::forests::settings;
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, ReportTable};

/// The competition.
pub(super) const TABLE_5_4: Experiment = Experiment {
    name: "5-4",
    summary: "six Gomoku forests against each other at depths 0 to 4, with the weighted score",
    needs_data: false,
    run,
};

/// Trees of each test; tests 87 and 90 are not described, and taken to be as test 92.
const TREES: [u32; 6] = [25, 25, 25, 50, 75, 100];

fn run(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let depths = lab.either(5, 2);
    let mut files = Vec::new();
    for (number, ((test, iterations, ..), trees)) in settings::TABLE_5_4.into_iter().zip(TREES).enumerate() {
        lab.step(number as u64, 6 + depths as u64, format!("training test {test}, {trees} trees"))?;
        let iterations = lab.either(iterations, 1);
        let trees = lab.either(trees, 5);
        let mut told = vec![("trees", trees.to_string()), ("generations", iterations.to_string())];
        if lab.quick {
            told.extend([("first-games", "100".to_owned()), ("depth", "1".to_owned())]);
        }
        let seed = lab.seed.0.wrapping_add(number as u64);
        let run = train(lab, "forests/gomoku", &told, seed)?;
        files.push(keep_forest(lab, &format!("test-{test}.xml"), &run.forest)?);
    }
    let mut scores = vec![[0.0; 5]; files.len()];
    let mut add = |forest: usize, depth: usize, points: f64| scores[forest][depth] += points;
    for depth in 0..depths {
        lab.step(6 + depth as u64, 6 + depths as u64, format!("games at depth {depth}"))?;
        let players: Vec<String> = files.iter().map(|file| player(file, depth as u32)).collect();
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        let seats: Vec<[usize; 2]> = (0..files.len())
            .flat_map(|one| (0..6).map(move |other| [one, other]))
            .filter(|[one, other]| one != other)
            .collect();
        let records = lab.games("gomoku:10x10", &players, &seats, Openings::Start)?;
        for (record, seats) in records.iter().zip(&seats) {
            let Some(twelfths) = record.twelfths() else { continue };
            let difference = (twelfths[0] as f64 - twelfths[1] as f64) / agon_core::WHOLE_WIN as f64;
            add(seats[0], depth, 2.0 * difference);
            add(seats[1], depth, -2.0 * difference);
        }
    }
    let columns =
        ["test", "iterations", "depth 0", "depth 1", "depth 2", "depth 3", "depth 4", "total", "weighted"];
    let mut table = ReportTable::new("Scores of six forests", &columns);
    for ((test, iterations, published, total, weighted), scores) in
        settings::TABLE_5_4.into_iter().zip(&scores)
    {
        let plain = |ours: f64, digits| ComparedFigure::ours(ours, digits);
        let mut cells = vec![plain(f64::from(lab.either(iterations, 1)), 0).beside(f64::from(iterations))];
        cells.extend((0..5).map(|depth| match depth < depths {
            true => plain(scores[depth], 0).beside(published[depth]),
            false => ComparedFigure { published: Some(published[depth]), ..ComparedFigure::default() },
        }));
        let sum: f64 = scores.iter().zip(settings::WEIGHTS_5_4).map(|(score, weight)| score * weight).sum();
        cells.push(plain(scores.iter().sum(), 0).beside(total));
        cells.push(plain(sum, 1).beside(weighted));
        table.push(format!("#{test}"), cells);
    }
    Ok(ExperimentReport {
        no_claims: Some("the source ranks its own six forests, which are not published; ours are others".to_owned()),
        cut: lab.quick.then(|| "one generation of 5 trees each, depths 0 and 1.".to_owned()),
        tables: vec![table],
        remarks: vec![
            "Tests 87 and 90 are not described in the source and trained as test 92 here. Each plays each with both colours, \
             without random openings: equal forests play equal games."
                .to_owned(),
        ],
        ..ExperimentReport::default()
    })
}
