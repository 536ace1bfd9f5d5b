//! Tournaments and matches as jobs: the games are in a store, from which both go on.

use std::path::Path;

use agon_arena::stats::{Scale, Sprt, Verdict};
use agon_arena::{Conditions, Contest, Match, MatchSprt, Openings, Tally};
use agon_catalog::{AnyGame, agent_identity};
use agon_core::spec::Spec;
use agon_core::{Budget, Executor, Seed, SystemClock};
use agon_files::Fingerprint;
use agon_records::{BeginOrResume, Event, PROGRAM, Store};
use agon_tournament::{Entrant, TournamentError, TournamentFormat, TournamentPlan};
use serde_json::{Value, json};

use super::plan::{MatchWish, TournamentWish};
use super::{Ended, Progress};
use crate::app::App;
use crate::policy;
use crate::refusal::Refusal;

/// The store of a job.
pub(super) const GAMES: &str = "games.db";
/// For agents without limits of their own: games are many, and people wait.
const USUAL: Budget = Budget { depth: None, nodes: Some(20_000), time: None };

fn conditions(random_plies: u32) -> Conditions {
    let openings = if random_plies == 0 { Openings::Start } else { Openings::Random(random_plies) };
    Conditions::default().openings(openings).budget(USUAL)
}

fn specs(app: &App, game: &dyn AnyGame, agents: &[String]) -> Result<Vec<Spec>, Refusal> {
    agents.iter().map(|agent| Ok(policy::agent(game, agent, &app.data)?)).collect()
}

fn failed(error: impl std::fmt::Display) -> Refusal {
    Refusal::failed(error.to_string())
}

/// Everybody against everybody.
pub(super) fn tournament(
    app: &App,
    wish: &TournamentWish,
    folder: &Path,
    progress: &mut Progress<'_>,
) -> Result<Ended, Refusal> {
    let game = app.catalog.game(&wish.game)?;
    let specs = specs(app, &*game, &wish.agents)?;
    let entrant = |(spec, text): (&Spec, &String)| {
        let identity = agent_identity(spec)?;
        Ok(Entrant { name: text.clone(), spec: text.clone(), identity, anchor: None, challenger: false })
    };
    let agents = specs.iter().zip(&wish.agents).map(entrant).collect::<Result<Vec<_>, Refusal>>()?;
    let plan = TournamentPlan {
        name: "tournament".to_owned(),
        game: game.spec(),
        format: TournamentFormat::RoundRobin,
        rounds: wish.rounds,
        per_game: 2,
        seed: wish.seed,
        conditions: conditions(wish.random_plies),
        bootstrap: 0,
        agents,
    };
    plan.check(game.players()).map_err(|error| Refusal::wrong(error.to_string()))?;
    let clock = SystemClock::start();
    let contest = Contest::new(Seed(plan.seed), plan.conditions.clone())
        .executor(Executor::new(0))
        .clock(&clock)
        .stop(progress.stop.clone())
        .spectator(progress.job.watched());
    let path = folder.join(GAMES);
    let mut store = Store::open(&path).map_err(failed)?;
    // Standings are read from the store by another connection, while games go into it by this one.
    let reader = Store::open(&path).map_err(failed)?;
    let standings = || agon_tournament::standings(&plan, game.players(), &reader).ok();
    let shown = || standings().and_then(|standings| serde_json::to_value(standings).ok());
    let (mut done, mut all) = (0, 1);
    let played = agon_tournament::run(
        &plan,
        &game.spec(),
        game.players(),
        &mut store,
        |jobs, on_game| game.play_jobs(&specs, &contest, jobs, on_game),
        |games, expected| {
            (done, all) = (games, expected);
            progress.tell(
                games as f64 / expected.max(1) as f64,
                &format!("{games} of {expected} games"),
                shown,
            );
        },
    );
    progress.tell_now(done as f64 / all.max(1) as f64, &format!("{done} of {all} games"), shown());
    match played {
        Ok(_) => Ok(Ended::Done),
        Err(TournamentError::Stopped) => Ok(Ended::Stopped),
        Err(error) => Err(failed(error)),
    }
}

/// Two against each other.
pub(super) fn duel(
    app: &App,
    wish: &MatchWish,
    folder: &Path,
    progress: &mut Progress<'_>,
) -> Result<Ended, Refusal> {
    let game = app.catalog.game(&wish.game)?;
    let specs = specs(app, &*game, &wish.agents)?;
    let sprt = wish.sprt.map(|[elo0, elo1]| MatchSprt {
        test: Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, scale: Scale::Logistic },
        rounds: true,
    });
    let clock = SystemClock::start();
    let contest = Contest::new(Seed(wish.seed), conditions(wish.random_plies))
        .executor(Executor::new(0))
        .clock(&clock)
        .stop(progress.stop.clone())
        .spectator(progress.job.watched());
    let mut settings = Match::new(wish.games).sprt(sprt).keep_moves(true).contest(contest);
    game.check_match(&specs, &settings).map_err(|error| Refusal::wrong(error.to_string()))?;
    let mut store = Store::open(&folder.join(GAMES)).map_err(failed)?;
    let plan = fingerprint(wish, &game.spec(), &specs, &settings)?.to_string();
    let event = Event { name: Some("match".to_owned()), game: game.spec(), plan, seed: wish.seed };
    let begun = store.begin(&event, BeginOrResume::Any).map_err(failed)?;
    let mut kept = Vec::new();
    let read = store.for_each(Some("match"), |record| {
        if record.number == Some(kept.len() as u64) {
            kept.extend(record.kept_game());
        }
        true
    });
    read.map_err(failed)?;
    kept.truncate(kept.len() / 2 * 2);
    settings.kept = &kept;
    let mut trace: Vec<[f64; 2]> = match &progress.job.state().result["trace"] {
        Value::Array(points) if !kept.is_empty() => points.iter().filter_map(point).collect(),
        _ => Vec::new(),
    };
    trace.retain(|[games, _]| *games <= kept.len() as f64);
    let mut failure = None;
    let tally = game.play_match(&specs, &settings, &mut |tally, records| {
        let records: Vec<_> = records().into_iter().map(|record| begun.game(record)).collect();
        failure = store.add(&records).err();
        if let Some(sprt) = &sprt {
            let apart = (wish.games / MOST_POINTS).max(1);
            if tally.rounds.is_multiple_of(apart) {
                trace.push([tally.games as f64, tally.sprt(sprt).llr]);
            }
        }
        let part = tally.games as f64 / wish.games as f64;
        progress.tell(part, &words(tally, wish), || Some(result(tally, wish, sprt.as_ref(), &trace)));
        failure.is_none()
    });
    if let Some(failure) = failure {
        return Err(failed(failure));
    }
    let tally = tally.map_err(failed)?;
    let part = tally.games as f64 / wish.games as f64;
    progress.tell_now(part, &words(&tally, wish), Some(result(&tally, wish, sprt.as_ref(), &trace)));
    Ok(if settings.is_over(&tally) { Ended::Done } else { Ended::Stopped })
}

/// Points of the trace of a sequential test.
const MOST_POINTS: u64 = 800;

fn point(value: &Value) -> Option<[f64; 2]> {
    Some([value[0].as_f64()?, value[1].as_f64()?])
}

fn words(tally: &Tally, wish: &MatchWish) -> String {
    format!("{} of {} games", tally.games, wish.games)
}

/// All that decides how the game of a number goes.
fn fingerprint(
    wish: &MatchWish,
    game: &str,
    specs: &[Spec],
    settings: &Match<'_>,
) -> Result<Fingerprint, Refusal> {
    let sprt = wish.sprt.map(|[low, high]| format!("{low},{high}"));
    let plan = Fingerprint::new("match", 1)
        .with("game", game)
        .with("seed", wish.seed)
        .with("program", PROGRAM)
        .with_some("sprt", sprt)
        .with_all(settings.contest.conditions.fingerprint())
        .with("agent 1", agent_identity(&specs[0])?)
        .with("agent 2", agent_identity(&specs[1])?);
    Ok(plan)
}

/// What a match says so far.
fn result(tally: &Tally, wish: &MatchWish, sprt: Option<&MatchSprt>, trace: &[[f64; 2]]) -> Value {
    let agent = |(index, spec): (usize, &String)| {
        let (own, score, elo) = (&tally.agents[index], tally.score(index), tally.elo(index));
        let bounded = |elo: f64| elo.clamp(-5000.0, 5000.0);
        json!({
            "spec": spec, "wins": own.wins, "draws": own.draws, "losses": own.losses,
            "score": score.value, "score_interval": [score.low, score.high],
            "elo": bounded(elo.value), "elo_interval": [bounded(elo.low), bounded(elo.high)],
            "superiority": tally.superiority(index), "forfeits": own.forfeits.total(),
            "ms_per_move": own.ms_per_move(), "nodes_per_move": own.nodes_per_move(),
        })
    };
    let test = sprt.map(|sprt| {
        let state = tally.sprt(sprt);
        let verdict = match state.verdict() {
            Verdict::Open => "open",
            Verdict::Elo0 => "elo0",
            Verdict::Elo1 => "elo1",
        };
        json!({ "llr": state.llr, "lower": state.lower, "upper": state.upper, "verdict": verdict,
                "elo0": sprt.test.elo0, "elo1": sprt.test.elo1 })
    });
    let agents: Vec<_> = wish.agents.iter().enumerate().map(agent).collect();
    json!({ "games": tally.games, "of": wish.games, "agents": agents, "sprt": test, "trace": trace })
}
