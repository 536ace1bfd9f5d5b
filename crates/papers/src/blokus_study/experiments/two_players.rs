//! Tables 1, 2 and 5 of [Hoang2021]: two players on 16x16, each first in half of the games; points from its tables 9 to 13
//! and 14 to 22.
//!
//! Table 22 says 10 seconds, but its results are those that table 2 prints for 30, and table 16 has those for 10.

use agon_arena::Openings;

use super::contests::{Contest, published_points, published_share};
use super::{Method, TWO, about_limits};
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ExperimentReport, ReportTable};
use crate::verdict::Claim;

/// Table 1.
pub(super) const TABLE_1: Experiment = Experiment {
    name: "1",
    summary: "flat Monte Carlo against tree search, two players, 1 to 30 seconds",
    needs_data: false,
    run: |lab| by_limit(lab, &MC_AND_MCTS, "MC wins 60 percent of 140 games against MCTS"),
};

/// Table 2.
pub(super) const TABLE_2: Experiment = Experiment {
    name: "2",
    summary: "the same with moves narrowed by the genetic weights: GAMC against GAMCTS",
    needs_data: false,
    run: |lab| by_limit(lab, &GAMC_AND_GAMCTS, "GAMC wins some 71 percent against GAMCTS"),
};

/// Table 5.
pub(super) const TABLE_5: Experiment = Experiment {
    name: "5",
    summary: "every method against every other, two players, 3 seconds",
    needs_data: false,
    run: table_5,
};

/// What was published for two agents in one order.
struct Row {
    seconds: u64,
    /// Wins of the first seat, wins of the second, draws.
    wins: [f64; 3],
    /// Mean points of both.
    points: [f64; 2],
}

const fn row(seconds: u64, wins: [f64; 3], points: [f64; 2]) -> Row {
    Row { seconds, wins, points }
}

/// Two methods, with what was published for each of both orders.
struct Pairing {
    methods: [Method; 2],
    orders: [[Row; 4]; 2],
}

static MC_AND_MCTS: Pairing = Pairing {
    methods: [Method::Mc, Method::Mcts],
    orders: [
        [
            row(1, [14.0, 9.0, 2.0], [-19.92, -22.76]),
            row(3, [16.0, 8.0, 1.0], [-21.24, -20.84]),
            row(10, [8.0, 0.0, 2.0], [-19.8, -23.9]),
            row(30, [8.0, 2.0, 0.0], [-20.0, -23.1]),
        ],
        [
            row(1, [9.0, 16.0, 0.0], [-23.16, -20.24]),
            row(3, [11.0, 14.0, 0.0], [-22.64, -20.68]),
            row(10, [7.0, 3.0, 0.0], [-20.8, -23.7]),
            row(30, [5.0, 5.0, 0.0], [-21.3, -22.0]),
        ],
    ],
};

static GAMC_AND_GAMCTS: Pairing = Pairing {
    methods: [Method::Gamc, Method::Gamcts],
    orders: [
        [
            row(1, [14.0, 9.0, 2.0], [-17.2, -17.76]),
            row(3, [17.0, 8.0, 0.0], [-17.6, -20.8]),
            row(10, [7.0, 3.0, 0.0], [-16.5, -20.5]),
            row(30, [8.0, 1.0, 1.0], [-16.4, -21.7]),
        ],
        [
            row(1, [7.0, 17.0, 1.0], [-19.72, -17.48]),
            row(3, [5.0, 19.0, 1.0], [-19.92, -16.92]),
            row(10, [1.0, 8.0, 1.0], [-19.0, -16.4]),
            row(30, [0.0, 10.0, 0.0], [-21.3, -15.0]),
        ],
    ],
};

/// Games of each order where the source has more.
const QUICK_GAMES: usize = 3;

fn by_limit(lab: &mut Lab<'_>, pairing: &Pairing, claim: &str) -> Result<ExperimentReport, ExperimentError> {
    let [one, other] = pairing.methods;
    let columns = ["", "share of the first", "points of the first", "points of the second"];
    let mut table = ReportTable::new(&format!("{} and {} by seconds", one.name(), other.name()), &columns);
    let limits = lab.either(4, 1);
    let (mut all, mut firsts) = (Contest::default(), Contest::default());
    for limit in 0..limits {
        for (order, rows) in pairing.orders.iter().enumerate() {
            let Row { seconds, wins, points } = &rows[limit];
            let published = wins.iter().sum::<f64>();
            let games = lab.either(published as usize, QUICK_GAMES);
            let names = [pairing.methods[order].name(), pairing.methods[1 - order].name()];
            let what = format!("{seconds} s, {} first", names[0]);
            lab.step((2 * limit + order) as u64, 2 * limits as u64, what.clone())?;
            let agents = pairing.methods.map(|method| method.spec(lab, 2, *seconds));
            let contest =
                Contest::play(lab, TWO, &agents, &vec![vec![order, 1 - order]; games], Openings::Start)?;
            let share = published_share(contest.share(order), wins[0] + wins[2] / 2.0, published);
            let [first, second] = [order, 1 - order].map(|agent| contest.points(agent));
            let cells = vec![
                share,
                published_points(first, points[0], published),
                published_points(second, points[1], published),
            ];
            table.push(what, cells);
            firsts = firsts.with(contest.clone().renamed(order));
            all = all.with(contest);
        }
    }
    let mut claims = vec![
        Claim::positive(claim, &all.above(0, 0.5), 3),
        Claim::positive("the first player has a small advantage", &firsts.above(0, 0.5), 3),
    ];
    claims.extend(Claim::figures("the shares and points of tables 1, 2 and appendix C", [&table]));
    let cut = lab.quick.then(|| format!("1 second only, {QUICK_GAMES} games in each order."));
    let remarks = vec![about_limits(lab), "A draw counts as half a win.".to_owned()];
    Ok(ExperimentReport { claims, cut, tables: vec![table], remarks, ..ExperimentReport::default() })
}

/// The methods of table 5.
const METHODS: [Method; 4] = [Method::Mc, Method::Ga, Method::Gamc, Method::MaxN];

/// Games won by the row, which is first, of so many; by row and column.
const WON: [[Option<(f64, f64)>; 4]; 4] = [
    [None, Some((10.0, 10.0)), Some((8.0, 10.0)), Some((9.0, 10.0))],
    [Some((1.5, 10.0)), None, Some((0.0, 10.0)), Some((1.0, 1.0))],
    [Some((4.5, 10.0)), Some((10.0, 10.0)), None, Some((9.0, 10.0))],
    [Some((1.0, 10.0)), Some((0.0, 1.0)), Some((0.0, 10.0)), None],
];

/// Mean points of the row and of the column, from tables 19 to 21.
fn points(row: Method, column: Method) -> Option<[f64; 2]> {
    match (row, column) {
        (Method::Gamc, Method::Ga) => Some([-15.0, -22.7]),
        (Method::Ga, Method::Gamc) => Some([-25.3, -17.1]),
        (Method::Mc, Method::Gamc) => Some([-19.5, -24.6]),
        (Method::Gamc, Method::Mc) => Some([-21.1, -20.6]),
        (Method::Mc, Method::Ga) => Some([-15.8, -23.9]),
        (Method::Ga, Method::Mc) => Some([-25.0, -18.5]),
        _ => None,
    }
}

fn table_5(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let columns = ["first and second", "share of the first", "points of the first", "points of the second"];
    let mut table = ReportTable::new("Every method against every other, 3 seconds", &columns);
    let games = lab.either(10, 2);
    let agents = METHODS.map(|method| method.spec(lab, 2, 3));
    let mut all = Contest::default();
    let pairs: Vec<_> =
        (0..4).flat_map(|first| (0..4).map(move |second| (first, second))).filter(|(a, b)| a != b).collect();
    for (done, &(first, second)) in pairs.iter().enumerate() {
        let what = format!("{} - {}", METHODS[first].name(), METHODS[second].name());
        lab.step(done as u64, pairs.len() as u64, what.clone())?;
        let contest = Contest::play(lab, TWO, &agents, &vec![vec![first, second]; games], Openings::Start)?;
        let share = contest.share(first);
        let share = match WON[first][second] {
            Some((won, of)) => published_share(share, won, of),
            None => share,
        };
        let means = points(METHODS[first], METHODS[second]);
        let cell = |seat: usize, agent| {
            published_points(contest.points(agent), means.map(|means| means[seat]), 10.0)
        };
        table.push(what, vec![share, cell(0, first), cell(1, second)]);
        all = all.with(contest);
    }
    let mut sums =
        ReportTable::new("Share of the wins of each method, in all its games", &["method", "share"]);
    for (agent, method) in METHODS.iter().enumerate() {
        sums.push(method.name(), vec![all.of(agent).share(agent)]);
    }
    let against = |one: usize, other: usize| all.of(one).of(other).above(one, 0.5);
    let mut claims = vec![
        Claim::positive("MC is the strongest: it beats GAMC", &against(0, 2), 3),
        Claim::positive("MC beats GA", &against(0, 1), 3),
        Claim::positive("GAMC beats GA", &against(2, 1), 3),
        Claim::positive("MC beats Max^n", &against(0, 3), 3),
        Claim::positive("GAMC beats Max^n", &against(2, 3), 3),
    ];
    claims.extend(Claim::figures("the win rates of table 5 and points of tables 19 to 21", [&table]));
    let cut = lab.quick.then(|| format!("{games} games in each order instead of 10."));
    let remarks = vec![about_limits(lab)];
    Ok(ExperimentReport { claims, cut, tables: vec![table, sums], remarks, ..ExperimentReport::default() })
}
