//! Tables 3, 4 and 6 of [Hoang2021]: four players, all orders of seats.

use agon_arena::Openings;

use super::contests::{Contest, published_share};
use super::{FOUR, Method, about_limits};
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ExperimentReport, ReportTable};
use crate::verdict::Claim;

/// Table 3.
pub(super) const TABLE_3: Experiment = Experiment {
    name: "3",
    summary: "max^n and paranoid search, each against MC, GA and GAMCTS, four players, 1 to 30 seconds",
    needs_data: false,
    run: table_3,
};

/// Table 4.
pub(super) const TABLE_4: Experiment = Experiment {
    name: "4",
    summary: "max^n against paranoid search, two seats each on 10x10 with nine pieces, depth 4",
    needs_data: false,
    run: table_4,
};

/// Table 6.
pub(super) const TABLE_6: Experiment = Experiment {
    name: "6",
    summary: "MC, MCTS, GAMC and GAMCTS in all orders of four seats",
    needs_data: false,
    run: table_6,
};

/// Seconds, and wins of the search, MC, GA and GAMCTS.
type Published = [(u64, [f64; 4]); 4];

const MAXN: Published = [
    (1, [3.0, 1.666, 4.335, 1.0]),
    (3, [2.1667, 9.25, 2.0, 6.583]),
    (10, [2.0, 11.666, 1.0, 5.335]),
    (30, [4.667, 11.0, 1.0, 3.335]),
];

const PARANOID: Published = [
    (1, [2.667, 12.5, 2.25, 2.583]),
    (3, [1.334, 17.0, 0.334, 1.334]),
    (10, [2.665, 13.0, 2.667, 1.667]),
    (30, [2.333, 10.998, 3.333, 3.333]),
];

/// As many orders of four seats: of each four games, everybody sits everywhere once.
fn rotations(games: usize) -> Vec<Vec<usize>> {
    orders().into_iter().cycle().take(games).collect()
}

/// All orders of four, each followed by those with the seats turned by one, two and three.
fn orders() -> Vec<Vec<usize>> {
    let first = [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 1, 3], [0, 2, 3, 1], [0, 3, 1, 2], [0, 3, 2, 1]];
    let turned = |order: [usize; 4], turn: usize| (0..4).map(|seat| order[(seat + turn) % 4]).collect();
    first.into_iter().flat_map(|order| (0..4).map(move |turn| turned(order, turn))).collect()
}

fn table_3(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let limits = lab.either(4, 1);
    let mut tables = Vec::new();
    let mut claims = Vec::new();
    for (number, (search, published)) in
        [(Method::MaxN, &MAXN), (Method::Paranoid, &PARANOID)].into_iter().enumerate()
    {
        let methods = [search, Method::Mc, Method::Ga, Method::Gamcts];
        let names = methods.map(Method::name);
        let columns: Vec<&str> = std::iter::once("seconds").chain(names).collect();
        let mut shares = ReportTable::new(&format!("Share of wins with {}", search.name()), &columns);
        let mut points = ReportTable::new(&format!("Mean points with {}", search.name()), &columns);
        let mut all = Contest::default();
        for (limit, (seconds, wins)) in published.iter().take(limits).enumerate() {
            let what = format!("{}, {seconds} s", search.name());
            lab.step((number * limits + limit) as u64, 2 * limits as u64, what)?;
            let games = lab.either(20, 2);
            let agents = methods.map(|method| method.spec(lab, 4, *seconds));
            let contest = Contest::play(lab, FOUR, &agents, &rotations(games), Openings::Start)?;
            let total: f64 = wins.iter().sum();
            let cell = |agent: usize| published_share(contest.share(agent), wins[agent], total);
            shares.push(seconds.to_string(), (0..4).map(cell).collect());
            points.push(seconds.to_string(), (0..4).map(|agent| contest.points(agent)).collect());
            all = all.with(contest);
        }
        let text = format!("MC wins more than its quarter against {}, GA and GAMCTS", search.name());
        claims.push(Claim::positive(text, &all.above(1, 0.25), 3));
        let text = format!("{} performs poorly: it wins less than its quarter", search.name());
        claims.push(Claim::negative(text, &all.above(0, 0.25), 3));
        claims.extend(Claim::figures(format!("the wins with {}", search.name()), [&shares]));
        tables.extend([shares, points]);
    }
    let cut = lab.quick.then(|| "1 second only, 2 games with each search instead of 20.".to_owned());
    let remarks = vec![about_limits(lab), "Shared wins are split.".to_owned()];
    Ok(ExperimentReport { claims, cut, tables, remarks, ..ExperimentReport::default() })
}

fn table_4(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let depth = lab.either(4, 2);
    let agents =
        ["maxn", "paranoid"].map(|search| format!("{search}(depth={depth}, eval=weights(study-4p))"));
    // Two seats each: six ways to share four.
    let shared: Vec<Vec<usize>> = (0..16usize)
        .map(|code| (0..4).map(|seat| code >> seat & 1).collect::<Vec<_>>())
        .filter(|seats| seats.iter().sum::<usize>() == 2)
        .collect();
    let openings = lab.either(10, 2);
    lab.step(0, 2, "the six games of the source")?;
    let plain = Contest::play(lab, "blokus:mini", &agents, &shared, Openings::Start)?;
    lab.step(1, 2, "the same after random openings")?;
    let seats: Vec<Vec<usize>> = (0..openings).flat_map(|_| shared.clone()).collect();
    let opened = Contest::play(lab, "blokus:mini", &agents, &seats, Openings::Random(4))?;
    let mut table = ReportTable::new(
        &format!("Max^n against paranoid search on 10x10, depth {depth}"),
        &["games", "share of max^n", "points of max^n", "points of paranoid"],
    );
    let cells = |contest: &Contest| vec![contest.share(0), contest.points(0), contest.points(1)];
    let mut first = cells(&plain);
    first[0] = published_share(first[0].clone(), 4.0, 6.0);
    table.push(format!("{} from the start", plain.games()), first);
    table.push(format!("{} after a random ply of each", opened.games()), cells(&opened));
    let claims =
        vec![Claim::positive("Max^n is better than paranoid search", &opened.with(plain).above(0, 0.5), 3)];
    let cut =
        lab.quick.then(|| format!("depth {depth} instead of 4, {openings} random openings instead of 10."));
    let remarks = vec![
        "Nothing random decides the six games from the start; the others begin with a random ply of each player.".to_owned(),
    ];
    Ok(ExperimentReport { claims, cut, tables: vec![table], remarks, ..ExperimentReport::default() })
}

fn table_6(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    const PUBLISHED: [f64; 4] = [34.5, 30.5, 32.5, 22.5];
    let methods = [Method::Mc, Method::Mcts, Method::Gamc, Method::Gamcts];
    let games = lab.either(5, 0);
    let agents = methods.map(|method| method.spec(lab, 4, 3));
    let seats: Vec<Vec<usize>> = match games {
        0 => rotations(4),
        games => orders().into_iter().flat_map(|order| vec![order; games]).collect(),
    };
    lab.step(0, 1, format!("{} games of four players", seats.len()))?;
    let contest = Contest::play(lab, FOUR, &agents, &seats, Openings::Start)?;
    let columns = ["method", "share of wins", "mean points", "mean place"];
    let mut table = ReportTable::new("Four Monte Carlo methods in all orders of seats", &columns);
    let total: f64 = PUBLISHED.iter().sum();
    for (agent, method) in methods.iter().enumerate() {
        let share = published_share(contest.share(agent), PUBLISHED[agent], total);
        table.push(method.name(), vec![share, contest.points(agent), contest.place(agent)]);
    }
    let claims = Claim::figures("MC, MCTS and GAMC are similarly strong: the wins of table 6", [&table]);
    let cut = lab.quick.then(|| "4 games instead of 120.".to_owned());
    let remarks = vec![
        about_limits(lab),
        "The source does not say how long agents thought for table 6; here it is 3 seconds.".to_owned(),
    ];
    let claims = claims.into_iter().collect();
    Ok(ExperimentReport { claims, cut, tables: vec![table], remarks, ..ExperimentReport::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_24_orders_and_rotations_use_every_seat() {
        assert_eq!(orders().into_iter().collect::<std::collections::BTreeSet<_>>().len(), 24);
        let four = rotations(4);
        for agent in 0..4 {
            let seats: std::collections::BTreeSet<_> =
                four.iter().map(|order| order.iter().position(|&one| one == agent)).collect();
            assert_eq!(seats.len(), 4, "{four:?}");
        }
    }
}
