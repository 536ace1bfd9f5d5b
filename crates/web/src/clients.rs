//! Who asks: a browser is known by a random word in its cookie, which stands for nothing else. What is kept is its digest,
//! so that the data folder lets nobody take another's seat.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::refusal::Refusal;

/// A browser, or a script that keeps its cookie.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(pub(crate) String);

impl Client {
    /// The one whose cookie has this word.
    pub(crate) fn of_word(word: &str) -> Self {
        let mut digest = agon_files::digest(word.as_bytes());
        digest.truncate(20);
        Self(digest)
    }
}

/// How much each client has begun since the server started. The words of clients that did nothing are not kept.
#[derive(Debug, Default)]
pub(crate) struct Begun {
    counts: Mutex<HashMap<(Client, &'static str), usize>>,
}

impl Begun {
    /// Counts one more thing of a kind, unless the client has as many as it may.
    pub(crate) fn one_more(&self, client: &Client, kind: &'static str, most: usize) -> Result<(), Refusal> {
        let mut counts = self.counts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let count = counts.entry((client.clone(), kind)).or_default();
        if *count >= most {
            return Err(Refusal::too_much(format!(
                "You have begun {most} {kind} since the server started; it takes no more of you."
            )));
        }
        *count += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_begins_only_so_much() {
        let (begun, one, other) = (Begun::default(), Client::of_word("one"), Client::of_word("other"));
        assert!(begun.one_more(&one, "games", 2).is_ok() && begun.one_more(&one, "games", 2).is_ok());
        let refused = begun.one_more(&one, "games", 2).unwrap_err();
        assert!(refused.message().contains("2 games"), "{}", refused.message());
        assert!(begun.one_more(&one, "matches", 2).is_ok() && begun.one_more(&other, "games", 2).is_ok());
    }
}
