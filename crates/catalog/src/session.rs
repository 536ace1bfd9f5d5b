//! A running game of any type behind [`Session`].

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use agon_arena::AgentMaker;
use agon_core::spec::Spec;
use agon_core::{
    Agent, AgentError, Budget, Choice, Explanation, ForPeople, PlayError, Player, ReadError, Score, Session,
    Status, Think, Unit, View,
};

use crate::any_agent::spelled;
use crate::any_game::{Origin, TypedGame};
use crate::playable::Playable;

/// A game in progress.
pub(crate) struct GameSession<G: Playable> {
    loaded: Arc<TypedGame<G>>,
    spec: String,
    /// The position before each move, and the current one last.
    positions: Vec<G::Position>,
    played: Vec<String>,
    agents: Vec<Option<Box<dyn Agent<G>>>>,
}

impl<G: Playable> GameSession<G> {
    pub(crate) fn new(
        loaded: Arc<TypedGame<G>>,
        specs: &[Option<Spec>],
        origin: &Origin<'_>,
    ) -> Result<Self, ReadError> {
        let game = &loaded.game;
        let players = game.players();
        if specs.len() > players {
            return Err(ReadError::new(format!(
                "{} agents were named, but {} has {players} seats",
                specs.len(),
                game.spec()
            )));
        }
        let build = |spec: &Option<Spec>| match spec {
            Some(spec) => Ok(loaded.methods.seat(game, spec)?.map(|factory| factory.make(game))),
            None => Ok(None),
        };
        let mut agents = specs.iter().map(build).collect::<Result<Vec<_>, ReadError>>()?;
        agents.resize_with(players, || None);
        let (end, moves) = loaded.take_up(origin)?;
        for agent in agents.iter_mut().flatten() {
            let accepted = agent.accept(game, &end, Budget::default());
            accepted.map_err(|cause| ReadError::new(format!("`{}`: {cause}", agent.name())))?;
        }
        let mut positions = vec![if moves.is_empty() { end } else { game.start() }];
        for &mv in &moves {
            positions.push(game.after(&positions[positions.len() - 1], mv));
        }
        let played = moves.into_iter().map(|mv| game.write_move(mv)).collect();
        let spec = game.spec();
        Ok(Self { loaded, spec, positions, played, agents })
    }

    fn position(&self) -> &G::Position {
        &self.positions[self.positions.len() - 1]
    }

    fn texts(&self, moves: &[G::Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.loaded.game.write_move(mv)).collect()
    }
}

impl<G: Playable> Session for GameSession<G> {
    fn game(&self) -> &str {
        &self.spec
    }

    fn players(&self) -> usize {
        self.loaded.game.players()
    }

    fn player_name(&self, player: Player) -> String {
        self.loaded.game.player_name(player)
    }

    fn status(&self) -> Status {
        self.loaded.game.status(self.position())
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.loaded.game.moves(self.position(), &mut moves);
        self.texts(&moves)
    }

    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        let game = &self.loaded.game;
        if self.status().to_move().is_none() {
            return Err(PlayError::GameOver);
        }
        let mv = game.read_move(text)?;
        let mut next = self.position().clone();
        if game.play(&mut next, mv).is_err() {
            return Err(PlayError::Illegal { mv: text.to_owned(), legal: self.legal() });
        }
        self.played.push(game.write_move(mv));
        self.positions.push(next);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let possible = self.played.pop().is_some();
        if possible {
            self.positions.pop();
        }
        possible
    }

    fn agent(&self, player: Player) -> Option<&str> {
        Some(self.agents.get(player.index())?.as_ref()?.name())
    }

    fn limits(&self, player: Player, given: Budget) -> Budget {
        match self.agents.get(player.index()) {
            Some(Some(agent)) => agent.limits(given),
            _ => given,
        }
    }

    fn moves_to_time(&self, left: Duration) -> f64 {
        let (game, pos) = (&self.loaded.game, self.position());
        let agent = self.status().to_move().and_then(|player| self.agents[player.index()].as_ref());
        match agent {
            Some(agent) => agent.moves_to_time(game, pos, left),
            None => f64::from(game.plies_left(pos).div_ceil(game.players() as u32)),
        }
    }

    fn think(&mut self, think: &mut Think<'_>) -> Result<Choice<String>, AgentError> {
        let player = self.status().to_move().ok_or(AgentError::GameOver)?;
        let agent = self.agents[player.index()].as_mut().ok_or(AgentError::NoAgent(player))?;
        let pos = &self.positions[self.positions.len() - 1];
        let choice = agent.choose(&self.loaded.game, pos, think)?;
        Ok(spelled(&self.loaded.game, choice))
    }

    fn explain(&self) -> Explanation {
        let player = self.status().to_move();
        let agent = player.and_then(|player| self.agents[player.index()].as_ref());
        agent.map(|agent| agent.explain(&self.loaded.game, self.position())).unwrap_or_default()
    }

    fn final_unit(&self) -> Unit {
        self.loaded.game.final_unit()
    }

    fn plies_to(&self, score: Score) -> Option<RangeInclusive<u32>> {
        self.loaded.game.plies_to(self.position(), score)
    }

    fn position(&self) -> String {
        self.loaded.game.write_position(self.position())
    }

    fn played(&self) -> &[String] {
        &self.played
    }

    fn view(&self) -> View {
        self.loaded.game.view(self.position())
    }

    fn footprint(&self, text: &str) -> Vec<usize> {
        let game = &self.loaded.game;
        game.read_move(text).map(|mv| game.footprint(self.position(), mv)).unwrap_or_default()
    }

    fn play_typed(&mut self, text: &str) -> Result<(), PlayError> {
        let game = &self.loaded.game;
        match self.status().to_move().and_then(|_| game.read_typed(self.position(), text)) {
            None => self.play(text),
            Some(typed) => {
                let text = game.write_move(typed?);
                self.play(&text)
            }
        }
    }

    fn typed(&self, mv: &str) -> String {
        let game = &self.loaded.game;
        game.read_move(mv).ok().and_then(|mv| game.write_typed(mv)).unwrap_or_else(|| mv.to_owned())
    }

    fn for_people(&self) -> ForPeople {
        let (game, pos) = (&self.loaded.game, self.position());
        ForPeople { targets: game.targets(pos), stock: game.stock(pos), how_to_type: game.how_to_type(pos) }
    }

    fn moves_of_word(&self, word: &str, columns: usize) -> Option<Result<String, ReadError>> {
        self.loaded.game.moves_of_word(self.position(), word, columns)
    }

    fn last_footprint(&self) -> Vec<usize> {
        let game = &self.loaded.game;
        let mover = |pos: &G::Position| game.status(pos).to_move();
        let next = mover(self.position());
        let mut tiles = Vec::new();
        for (index, (before, text)) in self.positions.iter().zip(&self.played).rev().enumerate() {
            if index > 0 && (next.is_none() || mover(before) == next) {
                break;
            }
            tiles.extend(game.read_move(text).map(|mv| game.footprint(before, mv)).unwrap_or_default());
        }
        tiles
    }
}
