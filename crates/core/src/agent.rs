//! Anything that chooses a move. Original design.

use std::fmt;
use std::time::Duration;

use crate::{Budget, Explanation, Game, Score, Think, Unit};

/// Chooses moves: a rule, a search, a person, an outside program.
///
/// ```
/// use agon_core::{Agent, AgentError, Choice, Game, Think};
///
/// /// Plays the first legal move.
/// struct First;
/// impl<G: Game> Agent<G> for First {
///     fn name(&self) -> &str { "first" }
///     fn choose(&mut self, game: &G, pos: &G::Position, _: &mut Think<'_>) -> Result<Choice<G::Move>, AgentError> {
///         let mut moves = Vec::new();
///         game.moves(pos, &mut moves);
///         moves.first().copied().map(Choice::unscored).ok_or(AgentError::GameOver)
///     }
/// }
/// ```
pub trait Agent<G: Game>: Send {
    /// The name shown to people.
    fn name(&self) -> &str;

    /// Chooses one of the legal moves.
    ///
    /// # Errors
    /// If there is no move to choose, or an outside program failed; the arena then forfeits the game.
    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError>;

    /// What the agent can say of an unfinished position besides moves and values: a rule that holds, what its evaluator
    /// looks at. Nothing, unless it has something to say.
    fn explain(&self, _: &G, _: &G::Position) -> Explanation {
        Explanation::default()
    }

    /// The limits of a move where a match or a command gives some: what the agent was told itself comes first.
    fn limits(&self, given: Budget) -> Budget {
        given
    }

    /// Among how many moves as long as the next one the time that is left on a clock is to be shared: all that are to come,
    /// unless the agent knows which of them want little.
    fn moves_to_time(&self, game: &G, pos: &G::Position, _left: Duration) -> f64 {
        f64::from(game.plies_left(pos).div_ceil(game.players() as u32))
    }

    /// Called before the first move of a game: what was learned of the last one is forgotten.
    fn new_game(&mut self) {}

    /// Whether the agent can be told a position and its limits at all: asked once, before any game begins. Outside
    /// programs speak protocols that have no words for some. The answer is what people should know all the same.
    ///
    /// # Errors
    /// If it cannot play from there, with the reason.
    fn accept(&mut self, _game: &G, _start: &G::Position, _limits: Budget) -> Result<Option<String>, String> {
        Ok(None)
    }
}

impl<G: Game, A: Agent<G> + ?Sized> Agent<G> for Box<A> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        (**self).choose(game, pos, think)
    }

    fn explain(&self, game: &G, pos: &G::Position) -> Explanation {
        (**self).explain(game, pos)
    }

    fn limits(&self, given: Budget) -> Budget {
        (**self).limits(given)
    }

    fn moves_to_time(&self, game: &G, pos: &G::Position, left: Duration) -> f64 {
        (**self).moves_to_time(game, pos, left)
    }

    fn new_game(&mut self) {
        (**self).new_game();
    }

    fn accept(&mut self, game: &G, start: &G::Position, limits: Budget) -> Result<Option<String>, String> {
        (**self).accept(game, start, limits)
    }
}

/// A chosen move with what the agent knows of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// A legal move of the position that was asked about.
    pub mv: M,
    /// Its value for the player to move, if the agent gives values.
    pub score: Option<Score>,
    /// What that value counts.
    pub unit: Unit,
    /// Whether the value is the proven result of perfect play.
    pub exact: bool,
    /// How many plies were searched completely.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// The expected line of play, the chosen move first.
    pub line: Vec<M>,
    /// Every move that was given a value, best first.
    pub moves: Vec<Rated<M>>,
}

/// A move with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated<M> {
    /// A legal move of the position that was asked about.
    pub mv: M,
    /// Its value for the player to move.
    pub score: Score,
    /// What that value counts.
    pub unit: Unit,
    /// Whether the move is only known to be worth at most that: a pruned search looks no closer at a worse move.
    pub at_most: bool,
    /// How often the move was tried, where a method counts that.
    pub visits: Option<u64>,
}

impl<M> Rated<M> {
    /// A move with its true value.
    pub fn new(mv: M, score: Score, unit: Unit) -> Self {
        Self { mv, score, unit, at_most: false, visits: None }
    }

    /// The same with another way to write the move.
    pub fn map<N>(self, write: impl FnOnce(M) -> N) -> Rated<N> {
        let Self { mv, score, unit, at_most, visits } = self;
        Rated { mv: write(mv), score, unit, at_most, visits }
    }

    /// Puts moves in order, those of the highest value first; equal ones keep their order.
    pub fn best_first(rated: &mut [Self]) {
        rated.sort_by_key(|rated| std::cmp::Reverse(rated.score));
    }
}

impl<M: Copy> Choice<M> {
    /// A move chosen without giving any value.
    pub fn unscored(mv: M) -> Self {
        Self {
            mv,
            score: None,
            unit: Unit::default(),
            exact: false,
            depth: 0,
            nodes: 0,
            line: vec![mv],
            moves: Vec::new(),
        }
    }
}

/// Why no move was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AgentError {
    /// The game is over, so there is nothing to choose.
    GameOver,
    /// No agent sits on this seat.
    NoAgent(crate::Player),
    /// An outside program answered nonsense or went away.
    Failed {
        /// Who failed.
        agent: String,
        /// How.
        cause: String,
    },
    /// An outside program chose a move that is not legal.
    Illegal {
        /// Who chose it.
        agent: String,
        /// What it was, and what else is known.
        cause: String,
    },
    /// An outside program gave the game up.
    Resigned,
}

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::NoAgent(player) => write!(f, "no agent plays for {player}"),
            Self::Failed { agent, cause } | Self::Illegal { agent, cause } => write!(f, "{agent}: {cause}"),
            Self::Resigned => f.write_str("resigned"),
        }
    }
}

impl std::error::Error for AgentError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Player;

    #[test]
    fn errors_say_who_failed_and_how() {
        let failed = AgentError::Failed { agent: "engine".to_owned(), cause: "went away".to_owned() };
        assert_eq!(failed.to_string(), "engine: went away");
        assert_eq!(AgentError::NoAgent(Player(2)).to_string(), "no agent plays for P3");
        assert_eq!(AgentError::GameOver.to_string(), "the game is over");
        let illegal = AgentError::Illegal { agent: "engine".to_owned(), cause: "a1 is taken".to_owned() };
        assert_eq!(
            (illegal.to_string(), AgentError::Resigned.to_string()),
            ("engine: a1 is taken".into(), "resigned".into())
        );
    }

    #[test]
    fn a_rated_move_keeps_its_value_in_other_words() {
        let rated = Rated { at_most: true, visits: Some(3), ..Rated::new(7, Score(5), Unit::Chance) };
        let written = rated.map(|mv| mv.to_string());
        let visits = Some(3);
        assert_eq!(
            written,
            Rated { mv: "7".to_owned(), score: Score(5), unit: Unit::Chance, at_most: true, visits }
        );
        assert!(!Rated::new(7, Score(5), Unit::Chance).at_most);
    }
}
