//! Table 8 of [Hoang2021]: the weights, ours beside them, and what games say of both; what its section 4.2 and its
//! conclusion claim of weights, strategies and learned values.

use agon_arena::Openings;
use agon_blokus::{Strategy, StrategyWeights};
use agon_catalog::artefacts::BLOKUS_WEIGHTS;

use super::contests::Contest;
use super::{FOUR, TWO};
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, ReportTable};
use crate::verdict::Claim;

/// Table 8.
pub(super) const TABLE_8: Experiment = Experiment {
    name: "8",
    summary: "the weights of the genetic algorithm, ours beside them, and games between both",
    needs_data: false,
    run: table_8,
};

/// A match of two greedy players: who, against whom.
const MATCHES: [(&str, &str, &str, &str); 7] = [
    ("our weights, two players", TWO, "ga(weights)", "ga(weights(study-2p))"),
    ("our weights, four players", FOUR, "ga(weights)", "ga(weights(study-4p))"),
    ("weights for two, two players", TWO, "ga(weights(study-2p))", "ga(weights(study-4p))"),
    ("weights for four, four players", FOUR, "ga(weights(study-4p))", "ga(weights(study-2p))"),
    ("contested cells, two players", TWO, "ga(weights(study-2p, contested=0.3))", "ga(weights(study-2p))"),
    ("learned value, two players", TWO, "ga(learned)", "ga(weights)"),
    ("learned value, four players", FOUR, "ga(learned)", "ga(weights)"),
];

/// What the source says of some of them.
const CLAIMS: [(usize, &str); 5] = [
    (0, "weights can be learned that play better than by hand: ours beat those of table 8 for two players"),
    (1, "the same for four players"),
    (2, "the AI plays less intelligently with weights for another type of game: two players"),
    (3, "the same for four players"),
    (4, "placing pieces in contested positions enhances the GA"),
];

fn table_8(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let columns = [
        "first against second",
        "share of wins",
        "mean place",
        "points of the first",
        "points of the second",
    ];
    let mut table = ReportTable::new("Greedy players by weights", &columns);
    let mut results = Vec::new();
    for (done, (name, game, one, other)) in MATCHES.iter().enumerate() {
        lab.step(done as u64, MATCHES.len() as u64, (*name).to_owned())?;
        let (seats, openings) = if *game == TWO { (two_seats(lab), 2) } else { (four_seats(lab), 4) };
        let agents = [(*one).to_owned(), (*other).to_owned()];
        let contest = Contest::play(lab, game, &agents, &seats, Openings::Random(openings))?;
        table.push(
            format!("{name}: {one} - {other}"),
            vec![contest.share(0), contest.place(0), contest.points(0), contest.points(1)],
        );
        results.push(contest);
    }
    let positive = |(number, text): &(usize, &str)| {
        let even = if MATCHES[*number].1 == TWO { 0.5 } else { 0.25 };
        Claim::positive(*text, &results[*number].above(0, even), 3)
    };
    let claims = CLAIMS.iter().map(positive).collect();
    let cut = lab.quick.then(|| "40 games of each match instead of 400.".to_owned());
    let remarks = vec![
        "Games begin with a random ply of each player, and seats are taken in turn. With four players the first agent sits \
         alone against three of the second: an even share is a quarter, an even place 2.5."
            .to_owned(),
        "The source does not say how its strategies are counted, so that its weights can only be read beside ours, not \
         compared."
            .to_owned(),
    ];
    let mut tables = vec![table];
    tables.extend(weights()?);
    Ok(ExperimentReport { claims, cut, tables, remarks, ..ExperimentReport::default() })
}

/// Both seats in turn.
fn two_seats(lab: &Lab<'_>) -> Vec<Vec<usize>> {
    (0..lab.either(400, 40)).map(|game: usize| vec![game % 2, 1 - game % 2]).collect()
}

/// The first agent on each seat in turn, alone.
fn four_seats(lab: &Lab<'_>) -> Vec<Vec<usize>> {
    let seats = |game: usize| (0..4).map(|seat| usize::from(seat != game % 4)).collect();
    (0..lab.either(400, 40)).map(seats).collect()
}

/// The weights that come with Agon beside those of the source.
fn weights() -> Result<[ReportTable; 2], ExperimentError> {
    let [two, _, four] = BLOKUS_WEIGHTS;
    let columns: Vec<&str> =
        std::iter::once("pieces placed").chain(Strategy::ALL.map(Strategy::name)).take(6).collect();
    let table = |title: &str, ours: &str, study: &StrategyWeights| -> Result<ReportTable, ExperimentError> {
        let ours: StrategyWeights = ours.parse()?;
        let mut table = ReportTable::new(title, &columns);
        for (own, published) in ours.phases().iter().zip(study.phases()) {
            let cell = |at: usize| ComparedFigure::ours(own.weights[at], 3).beside(published.weights[at]);
            table.push(format!("{} ({})", own.from, published.from), (0..5).map(cell).collect());
        }
        Ok(table)
    };
    Ok([
        table("Weights for two players", two, &StrategyWeights::STUDY_TWO)?,
        table("Weights for four players", four, &StrategyWeights::STUDY_FOUR)?,
    ])
}
