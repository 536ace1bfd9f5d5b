//! What front ends ask of a game: who can play it, a running game, text and counts.

use std::sync::Arc;

use agon_core::spec::Spec;
use agon_core::{Budget, Executor, LeafCounter, Outcome, ReadError, Rng, Session};
use agon_records::Record;

use super::{Origin, TypedGame};
use crate::agent_method::AgentKind;
use crate::evaluator_method::EvaluatorKind;
use crate::levels::Analysis;
use crate::playable::Playable;
use crate::records::NOBODY;
use crate::session::GameSession;

/// A game as people and front ends see it: agents by spec, moves and positions as text.
pub trait TextGame: Send + Sync {
    /// The spec, in its shortest form.
    fn spec(&self) -> String;

    /// How many players take part.
    fn players(&self) -> usize;

    /// More about the game, such as pictures of its pieces.
    fn about(&self) -> Option<String>;

    /// The agents that can play it.
    fn agents(&self) -> Vec<AgentKind>;

    /// The evaluators that know it.
    fn evaluators(&self) -> Vec<EvaluatorKind>;

    /// The strongest agent it has.
    fn strongest(&self) -> Spec;

    /// What a spec stands for whose name is only another name, such as a level: with its arguments, and with limits
    /// from outside where they hold. `None` for any other spec.
    fn stands_for(&self, spec: &Spec, given: Budget) -> Option<Spec>;

    /// The agent that analyses its positions, told how.
    fn analyst(&self, wish: Analysis) -> Spec;

    /// Whether a spec names an agent that can play it.
    ///
    /// # Errors
    /// If it does not.
    fn check_agent(&self, spec: &Spec) -> Result<(), ReadError>;

    /// A game in progress, with an agent on each seat that has one and is not that of a `human`.
    ///
    /// # Errors
    /// If an agent or the origin cannot be read.
    fn session(
        self: Arc<Self>,
        agents: &[Option<Spec>],
        origin: &Origin<'_>,
    ) -> Result<Box<dyn Session>, ReadError>;

    /// Counts leaves on some threads; `None` if the counter was stopped.
    ///
    /// # Errors
    /// If the origin cannot be read.
    fn perft(
        &self,
        origin: &Origin<'_>,
        depth: u32,
        threads: usize,
        counter: &LeafCounter,
    ) -> Result<Option<u64>, ReadError>;

    /// Counts the leaves below each move, until the counter is stopped.
    ///
    /// # Errors
    /// If the origin cannot be read.
    fn divide(
        &self,
        origin: &Origin<'_>,
        depth: u32,
        counter: &LeafCounter,
    ) -> Result<Vec<(String, u64)>, ReadError>;

    /// Plays one random game from the start, for benchmarks.
    fn random_game(&self, rng: &mut Rng) -> Outcome;

    /// Reads a game from a line of text; nobody knows who played it.
    ///
    /// # Errors
    /// If a move cannot be read or is not legal where it stands.
    fn read_line(&self, line: &str) -> Result<Record, ReadError>;

    /// Plays a recorded game again and compares its end with what the record says.
    ///
    /// # Errors
    /// If it cannot be played, or ends otherwise.
    fn verify(&self, record: &Record) -> Result<(), ReadError>;
}

impl<G: Playable> TextGame for TypedGame<G> {
    fn spec(&self) -> String {
        self.game.spec()
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn about(&self) -> Option<String> {
        self.game.about()
    }

    fn agents(&self) -> Vec<AgentKind> {
        self.methods.listed(&self.game).cloned().collect()
    }

    fn evaluators(&self) -> Vec<EvaluatorKind> {
        self.methods.evaluator_kinds().cloned().collect()
    }

    fn strongest(&self) -> Spec {
        self.game.levels().strongest
    }

    fn stands_for(&self, spec: &Spec, given: Budget) -> Option<Spec> {
        self.methods.stands_for(&self.game, spec, given)
    }

    fn analyst(&self, wish: Analysis) -> Spec {
        self.game.levels().analyst(self.players(), wish)
    }

    fn check_agent(&self, spec: &Spec) -> Result<(), ReadError> {
        self.methods.agent(&self.game, spec).map(|_| ())
    }

    fn session(
        self: Arc<Self>,
        agents: &[Option<Spec>],
        origin: &Origin<'_>,
    ) -> Result<Box<dyn Session>, ReadError> {
        Ok(Box::new(GameSession::new(self, agents, origin)?))
    }

    fn perft(
        &self,
        origin: &Origin<'_>,
        depth: u32,
        threads: usize,
        counter: &LeafCounter,
    ) -> Result<Option<u64>, ReadError> {
        let (pos, _) = self.take_up(origin)?;
        let executor = Executor::new(threads);
        if executor.threads() == 1 || depth < 3 {
            return Ok(counter.count(&self.game, &pos, depth).ok());
        }
        let split = self.children(&pos).into_iter().flat_map(|(_, child)| {
            let grandchildren: Vec<_> =
                self.children(&child).into_iter().map(|(_, pos)| (pos, depth - 2)).collect();
            if grandchildren.is_empty() { vec![(child, depth - 1)] } else { grandchildren }
        });
        let parts: Vec<_> = split.collect();
        if parts.is_empty() {
            return Ok(Some(1));
        }
        let count = |index| {
            let (pos, depth) = &parts[index as usize];
            counter.count(&self.game, pos, *depth).ok()
        };
        Ok(executor.map(parts.len() as u64, count).into_iter().sum())
    }

    fn divide(
        &self,
        origin: &Origin<'_>,
        depth: u32,
        counter: &LeafCounter,
    ) -> Result<Vec<(String, u64)>, ReadError> {
        let (pos, _) = self.take_up(origin)?;
        if depth == 0 {
            return Ok(Vec::new());
        }
        let count = |(mv, child): (G::Move, G::Position)| {
            let leaves = counter.count(&self.game, &child, depth.saturating_sub(1)).ok()?;
            Some((self.game.write_move(mv), leaves))
        };
        Ok(self.children(&pos).into_iter().map_while(count).collect())
    }

    fn random_game(&self, rng: &mut Rng) -> Outcome {
        self.game.playout(&mut self.game.start(), rng, &mut Vec::new())
    }

    fn read_line(&self, line: &str) -> Result<Record, ReadError> {
        let (moves, end) = self.game.read_line(line)?;
        let moves = moves.into_iter().map(|mv| self.game.write_move(mv)).collect();
        Ok(Record::new(self.spec(), vec![NOBODY.to_owned(); self.players()], moves, end))
    }

    fn verify(&self, record: &Record) -> Result<(), ReadError> {
        record.verify(&self.game)
    }
}
