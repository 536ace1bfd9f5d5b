//! Table 7 of [Hoang2021]: four games against the program Pentobi, with the points of its table 23. The engine is not part
//! of Agon: `--engine` names its command. Our strongest agents play as many games of their own.

use agon_arena::Openings;

use super::contests::{Contest, published_points, published_share};
use super::{FOUR, Method, about_limits};
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, ReportTable};
use crate::verdict::Claim;

/// Table 7.
pub(super) const TABLE_7: Experiment = Experiment {
    name: "7",
    summary: "MC, GAMC and GA against an outside engine (--engine), four players",
    needs_data: false,
    run: table_7,
};

/// Seconds for a move; the source does not say how many.
const SECONDS: u64 = 3;

/// Wins of the engine, MC, GAMC and GA, and their mean points.
const WINS: [f64; 4] = [3.0, 1.0, 0.0, 0.0];
const POINTS: [f64; 4] = [1.0, -18.5, -27.0, -21.25];

/// The seats of the four games of table 23, with the engine as number 0.
const SEATS: [[usize; 4]; 4] = [[1, 2, 3, 0], [0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1]];

fn table_7(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let engine = lab.engine.clone().ok_or(ExperimentError::NoEngine("7"))?.to_string();
    let seats: Vec<Vec<usize>> = SEATS.map(|seats| seats.to_vec()).to_vec();
    let columns = ["agent", "share of wins", "mean points", "mean place"];
    let study = [Method::Mc, Method::Gamc, Method::Ga];
    let agents: Vec<String> =
        std::iter::once(engine.clone()).chain(study.map(|method| method.spec(lab, 4, SECONDS))).collect();
    lab.step(0, 2, "the four games of the source")?;
    let contest = Contest::play(lab, FOUR, &agents, &seats, Openings::Start)?;
    let mut table = ReportTable::new("The methods of the source against the engine", &columns);
    let names = std::iter::once("engine").chain(study.map(Method::name));
    for (agent, name) in names.enumerate() {
        let share = published_share(contest.share(agent), WINS[agent], 4.0);
        let points = published_points(contest.points(agent), POINTS[agent], 4.0);
        table.push(name, vec![share, points, contest.place(agent)]);
    }

    lab.step(1, 2, "our strongest agents")?;
    let limit = Method::Mcts.spec(lab, 4, SECONDS);
    let limit = limit.trim_start_matches("mcts(").trim_end_matches(')').to_owned();
    let ours = [
        ("mcts", format!("mcts({limit})")),
        ("gamcts(learned)", format!("gamcts({limit}, eval=learned)")),
        ("gamc(learned)", format!("gamc({limit}, eval=learned)")),
    ];
    let agents: Vec<String> =
        std::iter::once(engine).chain(ours.iter().map(|(_, spec)| spec.clone())).collect();
    let rounds = lab.either(3, 1);
    let seats: Vec<Vec<usize>> = (0..rounds).flat_map(|_| seats.clone()).collect();
    let strongest = Contest::play(lab, FOUR, &agents, &seats, Openings::Start)?;
    let title = format!("Our strongest agents against the engine, {} games", strongest.games());
    let mut full = ReportTable::new(&title, &columns);
    let cells = |agent: usize| -> Vec<ComparedFigure> {
        vec![strongest.share(agent), strongest.points(agent), strongest.place(agent)]
    };
    for (agent, name) in std::iter::once("engine").chain(ours.iter().map(|(name, _)| *name)).enumerate() {
        full.push(name, cells(agent));
    }
    let mut claims =
        vec![Claim::positive("the engine wins more than its quarter", &contest.above(0, 0.25), 2)];
    claims.extend(Claim::figures("the wins of table 7 and the points of table 23", [&table]));
    let cut = lab.quick.then(|| "4 games of our strongest agents instead of 12.".to_owned());
    let mut remarks = vec![
        about_limits(lab),
        "The engine takes the time that its own level takes.".to_owned(),
        format!("The engine won {:.1} of {} games.", contest.won(0), contest.games()),
    ];
    let forfeited = SEATS.len() - contest.games() + seats.len() - strongest.games();
    remarks
        .extend((forfeited > 0).then(|| format!("{forfeited} games were forfeited and count for nobody.")));
    Ok(ExperimentReport { claims, cut, tables: vec![table, full], remarks, ..ExperimentReport::default() })
}
