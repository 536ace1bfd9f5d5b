//! Matches between agents, by the conditions of `agon match`.

use std::path::PathBuf;

use agon_arena::stats::{Scale, Sprt};
use agon_arena::{
    Adjudication, Agreement, Conditions, Contest, Match, MatchReport, MatchSprt, Openings, TIME_MARGIN,
    Tally, TimeControl,
};
use agon_core::spec::Spec;
use agon_core::{Budget, ReadError, Seed, SystemClock};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::call::{Reporter, attended, doors_of};
use crate::catalog::{Time, budget};
use crate::cluster::Place;
use crate::errors::{settings as read, told};
use crate::game::Game;
use crate::numbers::{Depth, EveryOpening, Games, MaxPlies, Nodes, RandomPlies, SeedNumber, Threads};
use crate::records::Record;

/// What a match can be told, by the names of the command's options.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Settings {
    games: Games,
    seed: SeedNumber,
    threads: Threads,
    cluster: Option<String>,
    depth: Option<Depth>,
    nodes: Option<Nodes>,
    time: Option<Time>,
    random_plies: Option<RandomPlies>,
    every_opening: Option<EveryOpening>,
    openings: Option<PathBuf>,
    clock: Vec<String>,
    max_plies: Option<MaxPlies>,
    adjudicate_win: Option<String>,
    adjudicate_draw: Option<String>,
    sprt: Option<(f64, f64)>,
    alpha: f64,
    beta: f64,
    normalized: bool,
    trinomial: bool,
    keep_records: bool,
}

impl Settings {
    fn openings(&self) -> Result<Openings, ReadError> {
        match (&self.openings, self.random_plies, self.every_opening) {
            (None, None, None) => Ok(Openings::Start),
            (Some(path), None, None) => {
                Openings::from_file(path).map_err(|error| ReadError::new(error.to_string()))
            }
            (None, Some(RandomPlies(plies)), None) => Ok(Openings::Random(plies)),
            (None, None, Some(EveryOpening(plies))) => Ok(Openings::Every(plies)),
            _ => Err(ReadError::new("give one of random_plies, every_opening and openings")),
        }
    }

    fn conditions(&self, limits: Budget) -> Result<Conditions, ReadError> {
        let agreement = |text: &Option<String>| text.as_deref().map(str::parse::<Agreement>).transpose();
        let adjudication = Adjudication {
            max_plies: self.max_plies.map(|MaxPlies(plies)| plies),
            win: agreement(&self.adjudicate_win)?,
            draw: agreement(&self.adjudicate_draw)?,
        };
        let clocks = self.clock.iter().map(|text| text.parse::<TimeControl>()).collect::<Result<_, _>>()?;
        Ok(Conditions::default()
            .budget(limits)
            .clocks(clocks)
            .time_margin(TIME_MARGIN)
            .adjudication(adjudication)
            .openings(self.openings()?))
    }

    fn sprt(&self) -> Result<Option<MatchSprt>, ReadError> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        let possible = |chance: f64| chance > 0.0 && chance < 0.5;
        let sensible = |elo: f64| elo.abs() <= Sprt::MOST_ELO;
        let hypotheses = sensible(elo0) && sensible(elo1) && elo0 < elo1;
        if !(hypotheses && possible(self.alpha) && possible(self.beta)) {
            return Err(ReadError::new(format!(
                "sprt takes two Elo up to {}, the lower first, such as (0, 10); alpha and beta are between 0 and 0.5",
                Sprt::MOST_ELO
            )));
        }
        let scale = if self.normalized { Scale::Normalized } else { Scale::Logistic };
        let test = Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta, scale };
        Ok(Some(MatchSprt { test, rounds: !self.trinomial }))
    }
}

/// Plays a match; gives its report as JSON, its table for people and the records of its games.
#[pyfunction]
pub(crate) fn play_match(
    py: Python<'_>,
    game: &Game,
    agents: Vec<String>,
    settings: &Bound<'_, PyDict>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<(String, String, Vec<Record>)> {
    let mut settings: Settings = read(settings)?;
    let specs = agents.iter().map(|agent| agent.parse()).collect::<Result<Vec<Spec>, _>>().map_err(told)?;
    let limits = budget(settings.depth, settings.nodes, settings.time.take())?;
    let (conditions, sprt) = (settings.conditions(limits).map_err(told)?, settings.sprt().map_err(told)?);
    let place = Place::read(py, settings.threads, settings.cluster.as_deref())?;
    let (inner, doors) = (&game.inner, doors_of(&specs));
    let (Games(games), SeedNumber(seed)) = (settings.games, settings.seed);
    if let (true, Some(door)) = (place.is_cluster(), doors.first()) {
        return Err(told(format!(
            "`{door}` is written in Python, and the workers of a cluster do not know it: leave cluster out"
        )));
    }
    let played = attended(py, doors, |call| {
        let workplace = place.open(call)?;
        let clock = SystemClock::start();
        let contest = Contest::new(Seed(seed), conditions)
            .executor(workplace.executor)
            .clock(&clock)
            .stop(call.stop.clone());
        let plan = Match::new(games).sprt(sprt).keep_moves(settings.keep_records).contest(contest);
        inner.check_match(&specs, &plan)?;
        let (mut reporter, mut records) = (Reporter::new(call, on_progress), Vec::new());
        let tally = inner.play_match(&specs, &plan, &mut |tally, round| {
            if settings.keep_records {
                records.extend(round());
            }
            reporter.tell(tally.games as f64, games as f64, || workplace.with_workers(standing(tally)))
        })?;
        if let Some(error) = workplace.failure() {
            return Err(ReadError::new(error).into());
        }
        let report = MatchReport::new(inner.spec(), seed, &agents, &tally, plan.sprt.as_ref());
        Ok((report, records))
    })?;
    let (report, records) = played.map_err(|error: agon_catalog::MatchRefused| told(error))?;
    let json = serde_json::to_string(&report).map_err(told)?;
    Ok((json, report.table(None), records.into_iter().map(Record::from).collect()))
}

fn standing(tally: &Tally) -> String {
    let score = tally.score(0);
    format!("score {:.3} ({:.3} to {:.3})", score.value, score.low, score.high)
}
