//! An agent with something before it. Original design.

use std::time::Duration;

use crate::{Agent, AgentError, Budget, Choice, Explanation, Game, Think};

/// What stands before another agent: a book, a watcher, limits. Whatever it does not say itself is left to that agent.
pub trait Wrapper<G: Game>: Send {
    /// The name shown to people.
    fn name<'a>(&'a self, agent: &'a impl Agent<G>) -> &'a str {
        agent.name()
    }

    /// Chooses a move, or lets the agent choose.
    ///
    /// # Errors
    /// As [`Agent::choose`].
    fn choose(
        &mut self,
        agent: &mut impl Agent<G>,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        agent.choose(game, pos, think)
    }

    /// As [`Agent::explain`].
    fn explain(&self, agent: &impl Agent<G>, game: &G, pos: &G::Position) -> Explanation {
        agent.explain(game, pos)
    }

    /// As [`Agent::limits`].
    fn limits(&self, agent: &impl Agent<G>, given: Budget) -> Budget {
        agent.limits(given)
    }
}

/// An agent and what stands before it.
#[derive(Clone, Debug)]
pub struct Wrapped<W, A> {
    /// Asked first.
    pub wrapper: W,
    /// Does what the wrapper leaves to it.
    pub agent: A,
}

impl<G: Game, W: Wrapper<G>, A: Agent<G>> Agent<G> for Wrapped<W, A> {
    fn name(&self) -> &str {
        self.wrapper.name(&self.agent)
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        self.wrapper.choose(&mut self.agent, game, pos, think)
    }

    fn explain(&self, game: &G, pos: &G::Position) -> Explanation {
        self.wrapper.explain(&self.agent, game, pos)
    }

    fn limits(&self, given: Budget) -> Budget {
        self.wrapper.limits(&self.agent, given)
    }

    fn moves_to_time(&self, game: &G, pos: &G::Position, left: Duration) -> f64 {
        self.agent.moves_to_time(game, pos, left)
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }

    fn accept(&mut self, game: &G, start: &G::Position, limits: Budget) -> Result<Option<String>, String> {
        self.agent.accept(game, start, limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Player, Seed, Status};

    struct Endless;

    impl Game for Endless {
        type Position = u8;
        type Move = u8;
        fn players(&self) -> usize {
            2
        }
        fn start(&self) -> u8 {
            0
        }
        fn status(&self, _: &u8) -> Status {
            Status::ToMove(Player::FIRST)
        }
        fn moves(&self, _: &u8, out: &mut Vec<u8>) {
            out.push(1);
        }
        fn is_legal(&self, _: &u8, mv: u8) -> bool {
            mv == 1
        }
        fn play_unchecked(&self, pos: &mut u8, _: u8) {
            *pos += 1;
        }
    }

    /// Answers every question in a way of its own, and counts games.
    struct Outspoken(u32);

    impl Agent<Endless> for Outspoken {
        fn name(&self) -> &str {
            "outspoken"
        }
        fn choose(&mut self, _: &Endless, _: &u8, _: &mut Think<'_>) -> Result<Choice<u8>, AgentError> {
            Ok(Choice::unscored(1))
        }
        fn explain(&self, _: &Endless, _: &u8) -> Explanation {
            Explanation::saying("so there")
        }
        fn limits(&self, given: Budget) -> Budget {
            Budget { depth: Some(3), ..given }
        }
        fn moves_to_time(&self, _: &Endless, _: &u8, left: Duration) -> f64 {
            left.as_secs_f64() / 2.0
        }
        fn new_game(&mut self) {
            self.0 += 1;
        }
        fn accept(&mut self, _: &Endless, _: &u8, _: Budget) -> Result<Option<String>, String> {
            Err("not from there".to_owned())
        }
    }

    struct Silent;

    impl Wrapper<Endless> for Silent {}

    /// A book once kept what its agent explains and refuses to itself, a watcher what it refuses.
    #[test]
    fn what_a_wrapper_does_not_say_its_agent_does() {
        let mut agent = Wrapped { wrapper: Silent, agent: Outspoken(0) };
        let mut think = Think::untimed(Budget::default(), Seed(1));
        assert_eq!(agent.choose(&Endless, &0, &mut think).map(|choice| choice.mv), Ok(1));
        assert_eq!(agent.name(), "outspoken");
        assert_eq!(agent.explain(&Endless, &0), Explanation::saying("so there"));
        assert_eq!(agent.limits(Budget::default()), Budget::depth(3));
        assert!((agent.moves_to_time(&Endless, &0, Duration::from_secs(6)) - 3.0).abs() < 1e-9);
        assert_eq!(agent.accept(&Endless, &0, Budget::default()), Err("not from there".to_owned()));
        agent.new_game();
        assert_eq!(agent.agent.0, 1);
    }
}
