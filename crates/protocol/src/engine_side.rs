//! The side that answers: what is common to all protocols.

use std::time::Duration;

use agon_core::{AgentError, Budget, Choice, Progress, Seed};

use crate::desk::Desk;

/// What is to be done after a line was heard, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Say a line.
    Say(String),
    /// Let the agent think about the position of the desk; [`EngineSide::thought`] hears what came of it.
    Think(Wish),
    /// End.
    Quit,
}

/// With what a search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Its limits.
    pub budget: Budget,
    /// What everything random in it follows from.
    pub seed: Seed,
}

/// What came of thinking.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move, or why there is none.
    pub choice: Result<Choice<String>, AgentError>,
    /// How long it took.
    pub elapsed: Duration,
}

/// Whether a line ends the search during which it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// It waits its turn.
    Never,
    /// It does, unless it was sent together with the question: then it is the next line of a script.
    UnlessScripted,
    /// It does.
    Always,
}

/// An engine that hears and says lines.
pub trait EngineSide: Send {
    /// Takes in a line. At most one of the acts is to think, and it is the last.
    fn hear(&mut self, line: &str) -> Vec<Act>;

    /// Takes in what came of thinking.
    fn thought(&mut self, thought: Thought) -> Vec<Act>;

    /// What is said of a search that goes on; nothing for most protocols.
    fn narrate(&self) -> fn(&Progress) -> Option<String> {
        |_| None
    }

    /// Tells whether a line that comes while the engine thinks ends its thinking. A function of its own: the engine is
    /// busy then.
    fn interrupts(&self) -> fn(&str) -> Interrupt;

    /// The game that is played.
    fn desk(&mut self) -> &mut Desk;
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use agon_core::Think;

    /// Lets an engine hear lines, thinks where it wants to, and gives what it said; a `<end>` stands for its end.
    pub(crate) fn converse(engine: &mut dyn EngineSide, lines: &[&str]) -> Vec<String> {
        let mut said = Vec::new();
        for line in lines {
            let mut acts = engine.hear(line);
            while !acts.is_empty() {
                match acts.remove(0) {
                    Act::Say(line) => said.push(line),
                    Act::Quit => said.push("<end>".to_owned()),
                    Act::Think(wish) => {
                        assert!(acts.is_empty(), "thinking comes last");
                        let mut think = Think::untimed(wish.budget, wish.seed);
                        let choice = engine.desk().session_mut().think(&mut think);
                        acts = engine.thought(Thought { choice, elapsed: Duration::from_millis(10) });
                    }
                }
            }
        }
        said
    }
}
