//! Figure 4.2 of [Cherry2011]: the fitness of the influence maps by generation, and the map that is found. The source
//! shows the games against greedy up to generation 986, where the best fitness is about 8.6.
//!
//! The map that comes with Agon is the first from seed 1 on that reaches the highest fitness there is. What a training
//! reaches that was not chosen for it is shown beside: the quartiles of many seeds.

use std::collections::BTreeMap;

use agon_core::{ReadError, Seed};
use agon_plot::{Axis, Chart, HeatMap, Series};
use agon_reversi::{Influence, InfluenceMap};

use super::trainings::{QUICK_TRAININGS, SPREAD, SeedResult, TRAININGS, over_seeds, quartiles, spread};
use crate::othello_thesis::influence::RECIPE;
use crate::othello_thesis::settings::INFLUENCE_SCHEDULE;
use crate::othello_thesis::training_games::game;
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::recipe::{TrainingRequest, TrainingResult};
use crate::report::{ComparedFigure, ExperimentReport, Figure, ReportTable};
use crate::verdict::Claim;

/// Figure 4.2.
pub(super) const FIGURE_4_2: Experiment = Experiment {
    name: "fig-4.2",
    summary: "how the genetic algorithm learns the influence map, and the map",
    needs_data: false,
    run,
};

/// The best fitness that the source reads off its curve.
const PUBLISHED_BEST: f64 = 8.6;

/// The generations of a stage for a first impression.
const QUICK_GENERATIONS: u64 = 50;

/// The fitness of each generation of a stage.
#[derive(Default)]
struct Curve {
    highest: Vec<f64>,
    mean: Vec<f64>,
}

fn run(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let seed = Seed(RECIPE.seed.wrapping_add(lab.seed.0).wrapping_sub(1));
    let settings = lab.either(Vec::new(), vec![("generations".to_owned(), QUICK_GENERATIONS.to_string())]);
    let request = TrainingRequest {
        catalog: agon_catalog::standard(),
        seed,
        settings,
        executor: lab.executor,
        checkpoint: None,
    };
    let mut stages: BTreeMap<usize, Curve> = BTreeMap::new();
    let trained = RECIPE.train(&request, &mut |progress| {
        let row = progress.step.as_ref().map(|step| &step.row[..]);
        if let Some(&[stage, _, _, highest, mean]) = row {
            let curve = stages.entry(stage as usize).or_default();
            curve.highest.push(highest);
            curve.mean.push(mean);
        }
        Ok(lab.step(progress.done, progress.of, progress.note.clone()).is_ok())
    });
    if lab.stop.is_set() {
        return Err(ExperimentError::Stopped);
    }
    let trained = trained?;
    let map: InfluenceMap = trained.artefact.parse()?;
    let luck = over_seeds(
        lab,
        &RECIPE,
        lab.either(INFLUENCE_SCHEDULE.generations, QUICK_GENERATIONS),
        lab.either(TRAININGS, QUICK_TRAININGS),
    )?;
    let against_greedy: Vec<_> = luck.iter().filter_map(|run| run.fitness.first().copied()).collect();
    let mut spread_table = ReportTable::new("The best fitness against greedy, over seeds", &SPREAD);
    let mut cells = spread(&against_greedy, 2);
    cells[1] = cells[1].clone().beside(PUBLISHED_BEST);
    spread_table
        .push(format!("seeds {} to {}", lab.seed.0, lab.seed.0.wrapping_add(luck.len() as u64 - 1)), cells);
    let claims = Claim::figures("the best fitness against greedy", [&spread_table]).into_iter().collect();
    let figures = vec![
        figure("fig-4.2", first_stage(&stages, &luck).to_svg()),
        figure("fig-4.2-stages", all_stages(&stages).to_svg()),
        figure("fig-4.2-map", heat_map(&map)?.to_svg()),
    ];
    let remarks = vec![
        "The first stage plays against greedy, each other one against the champion before.".to_owned(),
        "Published is what figure 4.2 shows at generation 986; of the later stages nothing was recorded."
            .to_owned(),
        made_by(lab, &request),
    ];
    let TrainingResult::Evolved { fitness, .. } = trained.result else {
        return Err(ExperimentError::Stopped);
    };
    Ok(ExperimentReport {
        claims,
        cut: lab.quick.then(|| {
            format!("{QUICK_GENERATIONS} generations instead of 1,000, {QUICK_TRAININGS} seeds instead of {TRAININGS}.")
        }),
        tables: vec![spread_table, stage_table(&stages, &fitness), map_table(&map)],
        figures,
        remarks,
        ..ExperimentReport::default()
    })
}

/// The command that trains the same. Seed 1 of a run is the seed of what comes with Agon, and so on.
fn made_by(lab: &Lab<'_>, request: &TrainingRequest<'_>) -> String {
    let generations = request.settings.iter().map(|(name, value)| format!(" --{name} {value}"));
    let command = format!("agon train {}{}", RECIPE.label(request), generations.collect::<String>());
    let kept = match (lab.quick, request.seed.0 == RECIPE.seed) {
        (false, true) => "This is the map that comes with Agon.".to_owned(),
        _ => format!("The map that comes with Agon is trained in full with seed {}.", RECIPE.seed),
    };
    format!(
        "The stages and the map are made by {command} (a run with --seed N trains with seed N + {}, beginning anew beyond \
         the largest). {kept}",
        RECIPE.seed - 1
    )
}

fn figure(name: &str, svg: String) -> Figure {
    Figure { name: name.to_owned(), svg }
}

fn stage_table(stages: &BTreeMap<usize, Curve>, best: &[f64]) -> ReportTable {
    let mut table = ReportTable::new("Learning the influence map", &["stage", "generations", "best fitness"]);
    for (&stage, curve) in stages {
        let fitness =
            ComparedFigure { ours: best.get(stage).copied(), digits: 2, ..ComparedFigure::default() };
        let published = (stage == 0).then_some(PUBLISHED_BEST);
        let generations = ComparedFigure::ours(curve.highest.len() as f64, 0);
        table.push((stage + 1).to_string(), vec![generations, fitness.beside(published)]);
    }
    table
}

fn map_table(map: &InfluenceMap) -> ReportTable {
    let letters = ["place", "A", "B", "C", "D", "E", "F", "G", "H"];
    let mut table = ReportTable::new("The influence map", &letters);
    table.push("value", map.values().map(|value| ComparedFigure::ours(f64::from(value), 0)).to_vec());
    table
}

fn by_generation(values: &[f64]) -> Vec<(f64, f64)> {
    (1..).map(f64::from).zip(values.iter().copied()).collect()
}

fn first_stage(stages: &BTreeMap<usize, Curve>, luck: &[SeedResult]) -> Chart {
    let curves = stages.values().take(1).flat_map(|curve| {
        let highest = Series::line("best of the generation", by_generation(&curve.highest));
        [highest, Series::line("mean", by_generation(&curve.mean))]
    });
    let median =
        Series::line("best of the generation, median of many seeds", by_generation(&median_of(luck)));
    chart("Influence maps against greedy", curves.chain([median]).collect())
}

/// The median over trainings of the best of each generation; one that has ended keeps its last.
fn median_of(luck: &[SeedResult]) -> Vec<f64> {
    let generations = luck.iter().map(|run| run.highest.len()).max().unwrap_or(0);
    let at = |generation: usize| {
        let all: Vec<_> = luck
            .iter()
            .filter_map(|run| run.highest.get(generation).or(run.highest.last()).copied())
            .collect();
        quartiles(&all)[2]
    };
    (0..generations).map(at).collect()
}

fn all_stages(stages: &BTreeMap<usize, Curve>) -> Chart {
    let curves = stages.iter().map(|(stage, curve)| {
        Series::line(&format!("best of stage {}", stage + 1), by_generation(&curve.highest))
    });
    chart("Influence maps against greedy, then against the last champion", curves.collect())
}

fn chart(title: &str, series: Vec<Series>) -> Chart {
    Chart { title: title.to_owned(), x: Axis::counting("generation"), y: Axis::linear("fitness"), series }
}

/// The map on the board; the centre is taken when the game starts and has no value.
fn heat_map(map: &InfluenceMap) -> Result<HeatMap, ReadError> {
    let game = game()?;
    let rules = game.rules();
    let influence: Influence<u64> = map.on(rules)?;
    let centre = rules.centre();
    let value = |column: u32, row: u32| {
        let cell = rules
            .shape
            .cell(column, row)
            .filter(|cell| !centre.is_some_and(|centre| centre.contains(cell)))?;
        Some(f64::from(influence.at(cell)))
    };
    let row = |row: u32| (0..rules.shape.width()).map(|column| value(column, row)).collect();
    Ok(HeatMap { title: "The influence map".to_owned(), rows: (0..rules.shape.height()).map(row).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heat_map_is_that_of_figure_4_1() {
        let map = InfluenceMap::new([1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        let rows = heat_map(&map).unwrap().rows;
        let row = |values: [i32; 8]| values.map(|value| Some(f64::from(value))).to_vec();
        assert_eq!(rows[0], row([10, 1, 3, 6, 6, 3, 1, 10]));
        assert_eq!(rows[2], row([3, 4, 5, 8, 8, 5, 4, 3]));
        assert_eq!(rows[3][2..6], [Some(8.0), None, None, Some(8.0)]);
        assert_eq!(rows[7], rows[0]);
    }
}
