//! Who asks: a browser is known by a random word in its cookie, which stands for nothing else. What is kept is its digest,
//! so that the data folder lets nobody take another's seat.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

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
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
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

/// Who searches at this moment: nobody keeps all cores busy for himself.
#[derive(Debug, Default)]
pub(crate) struct Searches {
    running: Mutex<HashMap<Client, usize>>,
}

/// Searches of one client at a time: an analysis, its graph, a hint, and one to spare.
const MOST_SEARCHES: usize = 4;
/// Of all clients together: each has a thread, also while it waits for its turn.
const MOST_TOGETHER: usize = 128;

impl Searches {
    /// Lets a client search until the pass is dropped.
    pub(crate) fn begin(self: &Arc<Self>, client: &Client) -> Result<SearchPass, Refusal> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if running.values().sum::<usize>() >= MOST_TOGETHER {
            return Err(Refusal::too_much("Everybody searches at this moment; try again later."));
        }
        let count = running.entry(client.clone()).or_default();
        if *count >= MOST_SEARCHES {
            return Err(Refusal::too_much(format!(
                "You have {MOST_SEARCHES} searches running; stop one of them."
            )));
        }
        *count += 1;
        Ok(SearchPass { searches: self.clone(), client: client.clone() })
    }
}

/// The right to search.
#[derive(Debug)]
pub(crate) struct SearchPass {
    searches: Arc<Searches>,
    client: Client,
}

impl Drop for SearchPass {
    fn drop(&mut self) {
        let mut running = self.searches.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = running.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                running.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_searches_only_so_much_at_once() {
        let (searches, one, other) =
            (Arc::new(Searches::default()), Client::of_word("one"), Client::of_word("other"));
        let mut passes: Vec<_> = (0..MOST_SEARCHES).map(|_| searches.begin(&one).unwrap()).collect();
        assert!(searches.begin(&one).is_err() && searches.begin(&other).is_ok());
        passes.pop();
        assert!(searches.begin(&one).is_ok());
        let others = (passes.len()..MOST_TOGETHER).map(|number| Client::of_word(&number.to_string()));
        let others: Vec<_> = others.map(|client| searches.begin(&client).unwrap()).collect();
        assert!(searches.begin(&other).is_err(), "all together are too many");
        drop((passes, others));
        assert!(searches.running.lock().unwrap().is_empty());
    }

    #[test]
    fn a_client_begins_only_so_much() {
        let (begun, one, other) = (Begun::default(), Client::of_word("one"), Client::of_word("other"));
        assert!(begun.one_more(&one, "games", 2).is_ok() && begun.one_more(&one, "games", 2).is_ok());
        let refused = begun.one_more(&one, "games", 2).unwrap_err();
        assert!(refused.message().contains("2 games"), "{}", refused.message());
        assert!(begun.one_more(&one, "matches", 2).is_ok() && begun.one_more(&other, "games", 2).is_ok());
    }
}
