//! Who stands where: a crosstable and ratings.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::{Player, Seed};
use serde::Serialize;

use crate::Results;
use crate::bracket::Pairing;
use crate::plan::TournamentPlan;
use crate::schedule::TournamentSchedule;
use agon_arena::stats::{Encounter, Interval, bootstrap, ratings};
use agon_arena::{FirstGames, GameJob};
use agon_records::Record;

/// Draws added to every pair that met, so that who won every game still has a rating.
const PRIOR: f64 = 0.5;

/// The tables of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The name of the tournament.
    pub name: String,
    /// The spec of its game.
    pub game: String,
    /// Who played whom.
    pub format: &'static str,
    /// Games played.
    pub games: u64,
    /// Everything random followed from it.
    pub seed: u64,
    /// Openings that each pairing played.
    pub rounds: u64,
    /// Limits, clocks, openings and adjudication, by name.
    pub conditions: BTreeMap<String, String>,
    /// The agents, the best first.
    pub agents: Vec<Standing>,
    /// The stages of a knockout, from the first one on; empty for other tournaments.
    pub bracket: Vec<Vec<Pairing>>,
    /// How many games differ in their moves.
    pub different_games: u64,
    #[serde(skip)]
    first_games: FirstGames,
}

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// 1 for the best.
    pub rank: usize,
    /// As the plan calls it.
    pub name: String,
    /// As the plan writes it.
    pub spec: String,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games in which the first place was shared.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Of the losses, those by failing to move.
    pub forfeits: u64,
    /// The first of these, each with the number of the game and what went wrong.
    pub failures: Vec<Failure>,
    /// Shares of wins.
    pub score: f64,
    /// Mean points minus those of the best opponent, in games that ended by the rules.
    pub margin: f64,
    /// Bradley-Terry rating; see [`agon_arena::stats::ratings`].
    pub elo: f64,
    /// Its 95 percent interval.
    pub elo_interval: [f64; 2],
    /// The results against each of the agents, in the order of the table; nothing against itself.
    pub against: Vec<PairScore>,
}

/// A game that was lost by failing to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Failure {
    /// The number of the game, counted from 1 as `agon records list` does.
    pub game: u64,
    /// What went wrong, with the last words of an outside program.
    pub cause: String,
}

/// What one agent scored against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PairScore {
    /// What the agent of the line scored, draws as half.
    pub score: f64,
    /// Games between the two.
    pub games: u64,
}

/// What a game brought to those at the table.
struct GameShares<'r> {
    /// The agents, each with its share in twelfths and twice the sum of its places.
    table: Vec<(usize, u64, u64)>,
    job: &'r GameJob,
    record: &'r Record,
}

impl Standings {
    /// The tables of the games that are there.
    pub(crate) fn new(plan: &TournamentPlan, schedule: TournamentSchedule, results: &Results) -> Self {
        let games: Vec<_> =
            schedule.jobs.iter().filter_map(|job| share_out(job, results.get(&job.number)?)).collect();
        let count = plan.agents.len();
        let mut lines: Vec<_> = (0..count).map(|agent| line(plan, agent, &games)).collect();
        let crosstable = crosstable(count, games.iter());
        for (line, intervals) in lines.iter_mut().zip(rate(plan, &games)) {
            (line.elo, line.elo_interval) = (intervals.value, [intervals.low, intervals.high]);
        }
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&a, &b| lines[b].elo.total_cmp(&lines[a].elo).then(a.cmp(&b)));
        let place = |(place, &agent): (usize, &usize)| Standing {
            rank: place + 1,
            against: order.iter().map(|&other| crosstable[agent][other]).collect(),
            ..lines[agent].clone()
        };
        let mut first_games = FirstGames::default();
        games.iter().for_each(|game| first_games.add_moves(&game.record.moves));
        Self {
            name: plan.name.clone(),
            game: plan.game.clone(),
            format: plan.format.name(),
            games: games.len() as u64,
            seed: plan.seed,
            rounds: plan.rounds,
            conditions: conditions(plan),
            agents: order.iter().enumerate().map(place).collect(),
            bracket: schedule.bracket,
            different_games: first_games.different(),
            first_games,
        }
    }

    /// What to tell people if most games are copies of others.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        self.first_games.warning()
    }
}

fn conditions(plan: &TournamentPlan) -> BTreeMap<String, String> {
    let conditions = plan.conditions.fingerprint();
    conditions.settings().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn share_out<'r>(job: &'r GameJob, record: &'r Record) -> Option<GameShares<'r>> {
    let ended = record.ended()?;
    if record.agents.len() != job.seats.players() {
        return None;
    }
    let mut table: Vec<(usize, u64, u64)> = Vec::new();
    for (player, &agent) in job.seats.iter() {
        let (share, place) = (ended.twelfths(player, &job.seats), ended.doubled_place(player, &job.seats));
        match table.iter_mut().find(|(known, _, _)| *known == agent) {
            Some((_, shares, places)) => (*shares, *places) = (*shares + share, *places + place),
            None => table.push((agent, share, place)),
        }
    }
    Some(GameShares { table, job, record })
}

/// The line of an agent, without its rating.
fn line(plan: &TournamentPlan, agent: usize, games: &[GameShares<'_>]) -> Standing {
    let entrant = &plan.agents[agent];
    let own = games.iter().filter_map(|game| {
        let (_, share, _) = game.table.iter().find(|(known, _, _)| *known == agent)?;
        Some((game, *share))
    });
    let mut line = Standing {
        rank: 0,
        name: entrant.name.clone(),
        spec: entrant.spec.clone(),
        games: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        forfeits: 0,
        failures: Vec::new(),
        score: 0.0,
        margin: 0.0,
        elo: 0.0,
        elo_interval: [0.0; 2],
        against: Vec::new(),
    };
    let (mut twelfths, mut margin, mut scored) = (0, 0i64, 0u64);
    for (game, share) in own {
        line.games += 1;
        twelfths += share;
        match share {
            0 => line.losses += 1,
            12 => line.wins += 1,
            _ => line.draws += 1,
        }
        let seats = Player::all(game.job.seats.players()).filter(|&seat| game.job.seats[seat] == agent);
        match game.record.ended() {
            Some(agon_arena::Ended::Regular(outcome)) => {
                for seat in seats {
                    let is_opponent = |other| game.job.seats[other] != agent;
                    margin += i64::from(outcome.margin_over(seat, is_opponent));
                    scored += 1;
                }
            }
            Some(ended) => {
                let failure = ended.failure().filter(|(player, _)| game.job.seats[*player] == agent);
                if let Some((_, cause)) = failure {
                    line.forfeits += 1;
                    line.failures.push(Failure { game: game.job.number + 1, cause });
                }
            }
            None => {}
        }
    }
    line.failures.truncate(agon_arena::TOLD_FAILURES);
    line.score = twelfths as f64 / 12.0;
    line.margin = margin as f64 / scored.max(1) as f64;
    line
}

/// What each agent scored against each other. At a table of two the shares count, at a larger one the places.
fn crosstable<'g>(agents: usize, games: impl Iterator<Item = &'g GameShares<'g>>) -> Vec<Vec<PairScore>> {
    let mut cells = vec![vec![PairScore::default(); agents]; agents];
    for game in games {
        for &(agent, share, place) in &game.table {
            for &(other, other_share, other_place) in
                game.table.iter().filter(|(other, _, _)| *other != agent)
            {
                let better = if game.table.len() == 2 {
                    share as f64 / (share + other_share).max(1) as f64
                } else {
                    match place.cmp(&other_place) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    }
                };
                cells[agent][other].score += better;
                cells[agent][other].games += 1;
            }
        }
    }
    cells
}

/// The ratings with their intervals: from the spread between rounds, or by resampling the rounds.
fn rate(plan: &TournamentPlan, games: &[GameShares<'_>]) -> Vec<Interval> {
    let agents = plan.agents.len();
    let anchors: Vec<_> = (0..agents).filter_map(|agent| Some((agent, plan.agents[agent].anchor?))).collect();
    let rounds = rounds(agents, games);
    let fitted: Vec<_> = ratings(agents, &rounds, &anchors, PRIOR).iter().map(|rating| rating.elo).collect();
    if plan.bootstrap == 0 {
        return fitted;
    }
    // With a round won and one lost for each pair, so that a sweep keeps a width when it is drawn again.
    let met: BTreeSet<_> = rounds.iter().flatten().map(|met| (met.a, met.b)).collect();
    let swept = met
        .into_iter()
        .flat_map(|(a, b)| [0.0, 2.0].map(|score| vec![Encounter { a, b, score, games: 2.0 }]));
    let pool: Vec<_> = rounds.iter().cloned().chain(swept).collect();
    let estimate = |agent: usize| {
        let drawn = bootstrap(pool.len(), plan.bootstrap, Seed(plan.seed), |drawn| {
            let rounds: Vec<_> = drawn.iter().map(|&round| pool[round].clone()).collect();
            ratings(agents, &rounds, &anchors, PRIOR)[agent].elo.value
        });
        let value = fitted[agent].value;
        Interval { value, low: drawn.low.min(value), high: drawn.high.max(value) }
    };
    (0..agents).map(estimate).collect()
}

/// Who met whom, round by round: games of one table and round share their opening.
fn rounds(agents: usize, games: &[GameShares<'_>]) -> Vec<Vec<Encounter>> {
    let mut rounds: BTreeMap<(u64, Vec<usize>), Vec<&GameShares<'_>>> = BTreeMap::new();
    for game in games {
        let mut table: Vec<_> = game.table.iter().map(|(agent, _, _)| *agent).collect();
        table.sort_unstable();
        rounds.entry((game.job.round, table)).or_default().push(game);
    }
    let encounters = |games: Vec<&GameShares<'_>>| {
        let cells = crosstable(agents, games.into_iter());
        let pairs = (0..agents).flat_map(|a| (0..a).map(move |b| (a, b)));
        let met = pairs.map(|(a, b)| (a, b, cells[a][b])).filter(|(_, _, cell)| cell.games > 0);
        met.map(|(a, b, PairScore { score, games })| Encounter { a, b, score, games: games as f64 }).collect()
    };
    rounds.into_values().map(encounters).collect()
}
