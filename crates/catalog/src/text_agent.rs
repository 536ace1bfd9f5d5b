//! Agents that know a game by its text only: one of them plays every game. Outside programs and other languages come in
//! through this door.

use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use agon_core::spec::{Options, Spec};
use agon_core::{Agent, AgentError, Budget, Choice, Player, ReadError, Think, View};

use crate::agent_method::{AgentKind, AgentMethod, Setup};
use crate::playable::Playable;
use crate::trail::Trail;

/// Chooses a move by the text of a position.
pub trait TextAgent: Send {
    /// One of the legal moves.
    ///
    /// # Errors
    /// If there is none to be had; the game is then forfeited.
    fn choose(&mut self, board: &dyn TextBoard, think: &mut Think<'_>) -> Result<String, AgentError>;

    /// Called before the first move of a game.
    fn new_game(&mut self) {}

    /// The limits of a move where a match or a command gives some.
    fn limits(&self, given: Budget) -> Budget {
        given
    }

    /// Whether it can play from a position at all, and what people should know of that: [`Agent::accept`].
    ///
    /// # Errors
    /// If it cannot.
    fn accept(&mut self, _board: &dyn TextBoard, _limits: Budget) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// Called when the move it chose is not a legal one: what is to be said about it.
    fn refused(&mut self, wrong: String) -> String {
        wrong
    }
}

/// A position that is to be played from.
pub trait TextBoard {
    /// The spec of the game.
    fn game(&self) -> String;

    /// Who is to move.
    fn to_move(&self) -> Option<Player>;

    /// The position as text.
    fn position(&self) -> String;

    /// The legal moves as text.
    fn legal(&self) -> Vec<String>;

    /// Whether nothing can be done but to pass.
    fn must_pass(&self) -> bool;

    /// The moves from the start of the game to here with who made each; `None` if no way is found.
    fn moves(&self) -> Option<Vec<(Player, String)>>;

    /// The picture of the position.
    fn view(&self) -> View;

    /// The position itself, for [`NumberGame::adopt`](crate::NumberGame::adopt) of its game.
    fn typed(&self) -> &dyn Any;
}

/// Makes a text agent from the spec of a game and what its own spec says; called once for each thread.
pub type MakeTextAgent =
    Arc<dyn Fn(&str, &Options<'_>) -> Result<Box<dyn TextAgent>, ReadError> + Send + Sync>;

/// A kind of text agent.
pub(crate) struct TextMethod {
    pub(crate) kind: AgentKind,
    pub(crate) make: MakeTextAgent,
}

impl TextMethod {
    /// The same kind for a type of game.
    pub(crate) fn for_game<G: Playable>(&self) -> AgentMethod<G> {
        let (make, kind) = (self.make.clone(), self.kind.clone());
        AgentMethod::new(self.kind.clone(), move |setup: &Setup<'_, G>| {
            let (game, make, kind) = (setup.game.spec(), make.clone(), kind.clone());
            let spec = setup.spec.clone();
            // Made once now, so that what is wrong is said before any game begins.
            make(&game, setup.options)?;
            Ok(Arc::new(move |_: &G| Box::new(TextPlayer::<G>::make(&game, &spec, &kind, &make))))
        })
    }
}

impl fmt::Debug for TextMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TextMethod").field(&self.kind.name).finish()
    }
}

/// A text agent on a seat.
struct TextPlayer<G: Playable> {
    name: &'static str,
    agent: Result<Box<dyn TextAgent>, ReadError>,
    trail: RefCell<Option<Trail<G>>>,
}

impl<G: Playable> TextPlayer<G> {
    fn make(game: &str, spec: &Spec, kind: &AgentKind, make: &MakeTextAgent) -> Self {
        let agent = Options::read(spec, &kind.options).and_then(|options| make(game, &options));
        Self { name: kind.name, agent, trail: RefCell::default() }
    }
}

impl<G: Playable> Agent<G> for TextPlayer<G> {
    fn name(&self) -> &str {
        self.name
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let name = || self.name.to_owned();
        let agent = match &mut self.agent {
            Ok(agent) => agent,
            Err(error) => return Err(AgentError::Failed { agent: name(), cause: error.to_string() }),
        };
        let text = agent.choose(&Board { game, pos, trail: &self.trail }, think)?;
        match game.read_move(&text) {
            Ok(mv) if game.is_legal(pos, mv) => {
                if let Some(trail) = self.trail.get_mut() {
                    trail.go_on(game, pos, mv);
                }
                Ok(Choice::unscored(mv))
            }
            Ok(_) => {
                let cause = agent.refused(format!("`{text}` is not a legal move"));
                Err(AgentError::Illegal { agent: name(), cause })
            }
            Err(error) => {
                let cause = agent.refused(format!("`{text}` is not a move: {}", error.message));
                Err(AgentError::Failed { agent: name(), cause })
            }
        }
    }

    fn limits(&self, given: Budget) -> Budget {
        self.agent.as_ref().map_or(given, |agent| agent.limits(given))
    }

    fn accept(&mut self, game: &G, start: &G::Position, limits: Budget) -> Result<Option<String>, String> {
        match &mut self.agent {
            Ok(agent) => agent.accept(&Board { game, pos: start, trail: &self.trail }, limits),
            Err(_) => Ok(None),
        }
    }

    fn new_game(&mut self) {
        self.trail.take();
        if let Ok(agent) = &mut self.agent {
            agent.new_game();
        }
    }
}

/// A position as text agents and evaluators see it.
pub(crate) struct Board<'a, G: Playable> {
    pub(crate) game: &'a G,
    pub(crate) pos: &'a G::Position,
    /// How the game went so far; only looked up when somebody asks.
    pub(crate) trail: &'a RefCell<Option<Trail<G>>>,
}

impl<G: Playable> TextBoard for Board<'_, G> {
    fn game(&self) -> String {
        self.game.spec()
    }

    fn to_move(&self) -> Option<Player> {
        self.game.status(self.pos).to_move()
    }

    fn position(&self) -> String {
        self.game.write_position(self.pos)
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.game.moves(self.pos, &mut moves);
        moves.into_iter().map(|mv| self.game.write_move(mv)).collect()
    }

    /// A pass is legal only where nothing else is.
    fn must_pass(&self) -> bool {
        self.game.read_move("pass").is_ok_and(|pass| self.game.is_legal(self.pos, pass))
    }

    fn moves(&self) -> Option<Vec<(Player, String)>> {
        let mut kept = self.trail.borrow_mut();
        let trail = kept.get_or_insert_with(|| Trail::new(self.game));
        trail.reach(self.game, self.pos);
        trail.moves().map(<[_]>::to_vec)
    }

    fn view(&self) -> View {
        self.game.view(self.pos)
    }

    fn typed(&self) -> &dyn Any {
        self.pos
    }
}
