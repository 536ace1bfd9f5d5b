//! Figure 4.3 of [Cherry2011]: what the genetic algorithm reaches with networks. The source ran four machines over a
//! weekend with eight inputs, and a laptop before with four; here each is run with many seeds.

use agon_arena::stats::Interval;
use agon_catalog::artefacts::OTHELLO_THESIS_NETWORK;

use super::trainings::{
    QUICK_TRAININGS, SPREAD, SeedResult, TRAININGS, difference, over_seeds, quartiles, spread,
};
use crate::othello_thesis::network::{EIGHT, FOUR, LearnNetwork};
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, ReportTable};
use crate::verdict::Claim;

/// Figure 4.3.
pub(super) const FIGURE_4_3: Experiment = Experiment {
    name: "fig-4.3",
    summary: "the fitness that networks of eight and of four inputs reach, over many trainings",
    needs_data: false,
    run,
};

/// Generations and maximum fitness of the four machines.
const MACHINES: [(u64, f64); 4] = [(14_608, 8.95), (11_769, 14.21), (11_808, 14.22), (12_597, 11.24)];
/// The mean of the generations of the four machines.
pub(super) const GENERATIONS: u64 = 12_700;
/// The laptop with four inputs.
const LAPTOP: (u64, f64) = (1500, 10.58);
/// For a first impression.
pub(super) const QUICK_GENERATIONS: u64 = 200;

/// The networks of eight inputs of many trainings, which other figures play with.
pub(super) fn eight_inputs(lab: &mut Lab<'_>) -> Result<Vec<SeedResult>, ExperimentError> {
    let (generations, trainings) =
        (lab.either(GENERATIONS, QUICK_GENERATIONS), lab.either(TRAININGS, QUICK_TRAININGS));
    over_seeds(lab, &EIGHT, generations, trainings)
}

fn run(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let eight = eight_inputs(lab)?;
    let of_laptop = lab.either(LAPTOP.0, QUICK_GENERATIONS);
    let four = over_seeds(lab, &FOUR, of_laptop, lab.either(TRAININGS, QUICK_TRAININGS))?;
    let [best_of_eight, best_of_four] =
        [&eight, &four].map(|all| all.iter().map(SeedResult::best).collect::<Vec<f64>>());

    let published = MACHINES.map(|(_, fitness)| fitness);
    let mut runs = ReportTable::new("The best fitness of a training", &SPREAD);
    let mut cells = spread(&best_of_eight, 2);
    beside_machines(&mut cells, &published);
    runs.push(format!("8 inputs, {} generations", lab.either(GENERATIONS, QUICK_GENERATIONS)), cells);
    let mut cells = spread(&best_of_four, 2);
    cells[1] = cells[1].clone().beside(LAPTOP.1);
    runs.push(format!("4 inputs, {of_laptop} generations"), cells);

    let populations: Vec<f64> = eight.iter().flat_map(|run| run.fitness.iter().copied()).collect();
    let mut single = ReportTable::new("The best fitness of a population of 8 inputs", &SPREAD);
    single.columns[1] = "populations".to_owned();
    single.push("all trainings", spread(&populations, 2));

    let mut claims: Vec<_> = Claim::figures("the fitness", [&runs]).into_iter().collect();
    let more = difference(&best_of_eight, &best_of_four);
    claims.extend(more.map(|more| {
        Claim::positive("eight inputs and more generations reach more than four inputs", &more, 2)
    }));
    let shipped = LearnNetwork::eight_inputs()?.fitness_of(OTHELLO_THESIS_NETWORK.parse()?)?;
    let beyond = populations.iter().filter(|&&fitness| fitness >= published[2]).count();
    let remarks = vec![
        format!(
            "Published: four trainings of eight inputs, {} generations and a best fitness of {}; one of four inputs.",
            MACHINES.map(|(generations, _)| generations.to_string()).join(", "),
            published.map(|fitness| format!("{fitness:.2}")).join(", ")
        ),
        format!(
            "A training starts a new population when the best of one has stood still. {beyond} of {} populations reach \
             {:.2}, the best of the source. The network that comes with Agon has a fitness of {shipped:.2}; \
             it is the best of a training of 200,000 generations (seed 1).",
            populations.len(),
            published[2],
        ),
    ];
    let cut = lab.quick.then(|| {
        format!(
            "{QUICK_TRAININGS} trainings instead of {TRAININGS}, {QUICK_GENERATIONS} generations instead of {GENERATIONS} \
             and {}.",
            LAPTOP.0
        )
    });
    Ok(ExperimentReport { claims, cut, tables: vec![runs, single], remarks, ..ExperimentReport::default() })
}

/// Puts what is known of the four machines beside our figures.
fn beside_machines(cells: &mut [ComparedFigure], published: &[f64]) {
    if let Some(interval) = Interval::of_few(published) {
        let mean =
            ComparedFigure { published_half: Some(interval.high - interval.value), ..cells[1].clone() };
        cells[1] = mean.beside(interval.value);
    }
    cells[0] = cells[0].clone().beside(published.len() as f64);
    for (cell, figure) in cells[2..].iter_mut().zip(quartiles(published)) {
        *cell = cell.clone().beside(figure);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_machines_are_those_of_the_source() {
        assert_eq!(MACHINES.iter().map(|(generations, _)| generations).sum::<u64>(), 50_782);
        assert_eq!(GENERATIONS, 12_700);
        let mut cells = spread(&[12.0, 13.0, 14.0], 2);
        beside_machines(&mut cells, &MACHINES.map(|(_, fitness)| fitness));
        let published: Vec<_> = cells.iter().map(|cell| cell.published.unwrap()).collect();
        assert!((published[1] - 12.155).abs() < 1e-9);
        assert_eq!((published[0], published[2], published[6]), (4.0, 8.95, 14.22));
        assert_eq!(cells[1].agrees(), Some(true));
        assert_eq!(cells[4].agrees(), None, "only means are compared");
    }
}
