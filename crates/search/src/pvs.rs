//! Principal variation search, also called NegaScout ([Reinefeld1983]; [Cherry2011] section 4.2.2.7.2 proposes it).
//!
//! If the moves are well ordered the first is the best, and all that is left to show is that the others are not
//! better. A window that is empty but for its borders shows this with the least effort; only a move that turns out
//! better after all is searched again to learn how much.

use agon_core::{Evaluator, Keyed, Score, Stopped, Think};

use crate::alpha_beta::{Child, Window, Worker};

impl<G: Keyed, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of a child for the player who moved there: the first move of a node with the whole window, the others with
    /// an empty one first, if the search was told to.
    #[inline]
    pub(crate) fn scouted_value(
        &mut self,
        child: &Child<'_, G>,
        first: bool,
        window: Window,
        think: &mut Think<'_>,
    ) -> Result<Score, Stopped> {
        let Window { alpha, beta } = window;
        // With nothing below the child, or nothing inside the window, looking twice has no use.
        if !self.shared.scout || first || child.depth == 0 || beta.0 - alpha.0 <= 1 {
            return self.child_value(child, window, think);
        }
        let scouted = self.child_value(child, Window { alpha, beta: Score(alpha.0 + 1) }, think)?;
        if scouted > alpha && scouted < beta {
            self.child_value(child, Window { alpha: scouted_floor(alpha, scouted), beta }, think)
        } else {
            Ok(scouted)
        }
    }
}

/// The true value is at least what the scout found; one below it still counts as inside the window.
fn scouted_floor(alpha: Score, scouted: Score) -> Score {
    Score(alpha.0.max(scouted.0 - 1))
}
