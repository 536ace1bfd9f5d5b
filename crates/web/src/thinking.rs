//! Agents at work: one thread for each that thinks, and no more at once than the machine has cores. A move that comes too
//! late, since somebody took back or gave up meanwhile, is thrown away.

use std::sync::Arc;
use std::time::Duration;

use agon_catalog::Origin;
use agon_core::{AgentError, Choice, Clock, Player, Progress, Seed, Session, Stop, SystemClock, Think};

use crate::app::App;
use crate::journal::Seat;
use crate::picture::Thought;
use crate::policy;
use crate::refusal::Refusal;
use crate::table::{Table, Thinking};

/// Pages hear of progress at most so often.
pub(crate) const BETWEEN_NEWS: Duration = Duration::from_millis(100);

/// Lets the agent whose turn it is think, if it is one's.
pub(crate) fn wake(app: &Arc<App>, table: &Arc<Table>) {
    let mut play = table.play();
    let Some(player) = play.to_move() else { return };
    let is_agent = matches!(play.seat(player), Seat::Agent(_));
    if !is_agent || play.thinking.is_some() || play.failed.is_some() {
        return;
    }
    let (version, clock) = (play.version, SystemClock::start());
    let thinking = Thinking { player, clock, version, stop: Stop::default() };
    play.thinking = Some(thinking.clone());
    drop(play);
    let (app, table) = (app.clone(), table.clone());
    tokio::spawn(async move {
        let Ok(slot) = app.slots.clone().acquire_owned().await else { return };
        if thinking.stop.is_set() {
            return;
        }
        let (worker, at_work, at) = (app.clone(), table.clone(), thinking.clone());
        let found = tokio::task::spawn_blocking(move || think(&worker, &at_work, &at)).await;
        drop(slot);
        let found = found.unwrap_or_else(|_| Err(Refusal::failed("The agent broke down.")));
        let moved = apply(&table, &thinking, found);
        if moved {
            wake(&app, &table);
        }
    });
}

/// Plays what was found, if the game is still the same.
fn apply(table: &Table, thinking: &Thinking, found: Result<Thought, Refusal>) -> bool {
    let changed = table.change(|play| {
        let same = play.thinking.as_ref().is_some_and(|now| now.version == thinking.version);
        if !same || thinking.stop.is_set() {
            return Err(Refusal::conflict("The game has gone on since."));
        }
        play.thinking = None;
        let played = found.and_then(|thought| play.make_move(&thought.mv).map(|()| thought));
        match played {
            Ok(thought) => play.thought = Some((thinking.player, thought)),
            Err(refusal) => play.failed = Some(refusal.message().to_owned()),
        }
        Ok(play.failed.is_none())
    });
    changed.unwrap_or(false)
}

/// Thinks about the move that is next.
fn think(app: &App, table: &Table, thinking: &Thinking) -> Result<Thought, Refusal> {
    let kept = table.agents.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
    let mut session = match kept {
        Some(session) => session,
        None => table.seat_agents(&app.data)?,
    };
    let moves = table.play().board.played().to_vec();
    follow(&mut *session, &moves)?;
    let mut last = Duration::ZERO;
    let mut tell = |progress: &Progress| {
        if progress.elapsed >= last + BETWEEN_NEWS && !thinking.stop.is_set() {
            last = progress.elapsed;
            table.news.send_modify(|news| news.thinking = Some(*progress));
        }
    };
    let seed = Seed(app.seed).child(&table.id, moves.len() as u64);
    let limits = policy::limits(&*session, thinking.player);
    let found = choose(&mut *session, limits, seed, &thinking.stop, &mut tell);
    // Agents whose tables are large are made anew rather than kept for every game.
    if app.keeps_agents() {
        *table.agents.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(session);
    }
    found
}

/// Asks a session for a move and measures it.
pub(crate) fn choose(
    session: &mut dyn Session,
    limits: agon_core::Budget,
    seed: Seed,
    stop: &Stop,
    tell: &mut dyn FnMut(&Progress),
) -> Result<Thought, Refusal> {
    let clock = SystemClock::start();
    let mut think = Think::new(limits, seed, &clock, stop.clone()).on_progress(tell);
    let choice: Choice<String> = session.think(&mut think).map_err(said)?;
    let millis = clock.now().as_millis() as u64;
    Ok(Thought::of(session, choice, millis))
}

fn said(error: AgentError) -> Refusal {
    Refusal::from(error)
}

/// Brings a session to where the same moves are played, with as few steps as there are.
fn follow(session: &mut dyn Session, moves: &[String]) -> Result<(), Refusal> {
    let same = session.played().iter().zip(moves).take_while(|(one, other)| one == other).count();
    while session.played().len() > same {
        session.undo();
    }
    for mv in &moves[same..] {
        session.play(mv)?;
    }
    Ok(())
}

/// What the strongest agent of the game would do for the side to move.
pub(crate) fn advise(app: &App, table: &Table, stop: &Stop) -> Result<(Player, Thought), Refusal> {
    let (position, player) = {
        let play = table.play();
        let player = play.to_move().ok_or_else(|| Refusal::conflict("The game is over."))?;
        (play.board.position(), player)
    };
    let seats = vec![Some(table.game.strongest()); table.game.players()];
    let mut adviser = table.game.clone().session(&seats, &Origin::Position(&position))?;
    let limits = agon_core::Budget::time(policy::USUAL_THINKING);
    let thought = choose(&mut *adviser, limits, Seed(app.seed), stop, &mut |_| {})?;
    Ok((player, thought))
}
