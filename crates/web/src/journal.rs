//! What is kept of a game: its beginning and everything that happened, a line of JSON each. Reading it again gives the
//! game as it was, after a kill of the server too.

use serde::{Deserialize, Serialize};

use crate::clients::Client;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Beginning {
    /// The spec of the game.
    pub(crate) game: String,
    /// Who sits where, in turn order.
    pub(crate) seats: Vec<Seat>,
    /// The position before the first move, where it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
    /// The digest of the client that began it.
    pub(crate) by: String,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Seat {
    /// A person, known by the digest of a client.
    Person(String),
    /// Whoever opens the link.
    Open,
    /// An agent, by its spec.
    Agent(String),
}

impl Seat {
    /// Whether a client sits there.
    pub(crate) fn is_of(&self, client: &Client) -> bool {
        matches!(self, Self::Person(person) if *person == client.0)
    }
}

/// Any further line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Event {
    /// A move was played.
    Move(String),
    /// Moves were taken back until so many were left.
    Back(usize),
    /// Somebody sat down on a seat.
    Sat {
        /// Which one.
        seat: usize,
        /// The digest of the client.
        person: String,
    },
    /// The player of a seat gave up.
    Resigned(usize),
    /// Everybody moved to the seat before theirs.
    Swapped,
}

impl Event {
    pub(crate) fn line(&self) -> String {
        // A text or a number is always written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read_back() {
        let events = [
            Event::Move("f5".to_owned()),
            Event::Back(3),
            Event::Sat { seat: 1, person: "x".to_owned() },
            Event::Resigned(0),
            Event::Swapped,
        ];
        for event in events {
            assert_eq!(serde_json::from_str::<Event>(&event.line()).unwrap(), event);
        }
        let seats = vec![Seat::Person("a".to_owned()), Seat::Open, Seat::Agent("mcts(time=1s)".to_owned())];
        let beginning = Beginning { game: "reversi".to_owned(), seats, position: None, by: "a".to_owned() };
        let line = serde_json::to_string(&beginning).unwrap();
        assert_eq!(serde_json::from_str::<Beginning>(&line).unwrap(), beginning);
    }
}
