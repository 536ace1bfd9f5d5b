//! What it costs to tell an outside engine a position, by game: its text, and the moves that led there. What the pipe costs
//! is measured in `agon-engines`.

#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Duration;

use agon_catalog::{AgentKind, Origin, Registry, TextAgent, TextBoard};
use agon_core::{AgentError, Budget, Clock, Seed, SystemClock, Think};

/// Asks what `external` asks, counts how long that takes, and plays any move.
struct Asking;

/// Games of each kind.
const GAMES: u64 = 20;

impl TextAgent for Asking {
    fn choose(&mut self, board: &dyn TextBoard, think: &mut Think<'_>) -> Result<String, AgentError> {
        let clock = SystemClock::start();
        let told = (board.must_pass(), board.position(), board.moves().map(|moves| moves.len()));
        let spent = clock.now();
        think.report(u32::try_from(spent.as_nanos()).unwrap_or(u32::MAX), agon_core::Score::ZERO);
        std::hint::black_box(told);
        let legal = board.legal();
        legal.get(think.seed().0 as usize % legal.len().max(1)).cloned().ok_or(AgentError::GameOver)
    }
}

fn main() {
    let mut registry = Registry::standard();
    let kind = AgentKind::new("asking", "asks for the text of a position", "asking");
    registry.add_text_agent(kind, Arc::new(|_, _| Ok(Box::new(Asking))));
    for spec in ["reversi", "gomoku", "connect4", "blokus:duo", "blokus:two", "blokus", "blokus:classic-two"]
    {
        let (mut spent, mut longest, mut moves) = (Duration::ZERO, Duration::ZERO, 0_u32);
        for game in 0..GAMES {
            let Ok(loaded) = registry.game(spec) else { return };
            let Ok(agent) = "asking".parse() else { return };
            let seats = vec![Some(agent); loaded.players()];
            let Ok(mut session) = loaded.session(&seats, &Origin::Start) else { return };
            while session.status().to_move().is_some() {
                let seed = Seed(game).child("move", session.played().len() as u64);
                let mut took = Duration::ZERO;
                let mut hear =
                    |progress: &agon_core::Progress| took = Duration::from_nanos(progress.depth.into());
                let mut think = Think::untimed(Budget::default(), seed).on_progress(&mut hear);
                let Ok(choice) = session.think(&mut think) else { return };
                if session.play(&choice.mv).is_err() {
                    return;
                }
                (spent, longest, moves) = (spent + took, longest.max(took), moves + 1);
            }
        }
        println!("{spec:20} {:>9.1?} a move, at most {longest:.1?}", spent / moves.max(1));
    }
}
